package engine

// Limits on rules. NewRuleset enforces them.
const (
	MaxSeats = 6
	MaxNodes = 192
	MaxPlace = 99 // half cells: the greatest coordinate of a node
	MaxArmy  = 48 // pieces of one seat
	MaxTypes = 16
	MaxKinds = 16 // kinds of nodes
	MaxWays  = 4  // ways of one type
	MaxLines = 128
	MaxLeaps = 512
	MaxCodes = 250 // announcements

	MaxQuiet    = 10_000 // plies
	MaxClock    = 86_400 // seconds: a day
	MaxGrace    = 604_800
	MaxTimeouts = 1_000
	MaxResign   = 1_000 // plies

	maxGameName = 512 // characters
	maxWord     = 24  // characters of any other name
	maxRows     = 32  // rows of a layout, and cells of a row
)

// Limits on texts, in bytes.
const (
	MaxRulesText  = 64 << 10         // of rules, without white space
	MaxSpacedText = 4 * MaxRulesText // of rules as people write them
	maxLayoutText = 16 << 10         // of a layout: the longest names in all cells of the largest army
)
