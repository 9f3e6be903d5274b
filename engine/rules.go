package engine

// RulesLanguage is the language in which rules are written, the first field of each.
const RulesLanguage = "darkjunqi rules 1"

// Rules describes a whole game as data: its board, its army, how pieces move, what is announced
// when they meet, how it ends. [NewRuleset] checks it and makes it playable; its canonical text is
// the JSON of these fields in this order, without white space ([Ruleset.Text]).
//
// Rules refer to a seat or a node by its name, and to a type or a kind by its id.
type Rules struct {
	Language string      `json:"language"` // RulesLanguage
	Name     Names       `json:"name"`
	Seats    []SeatRule  `json:"seats"` // in turn order
	Kinds    []KindRule  `json:"kinds"`
	Nodes    []NodeRule  `json:"nodes"`
	Roads    [][2]string `json:"roads"`
	Rails    [][2]string `json:"rails"`
	// Lines are straight ways: nodes of which each is joined to the next by a road or a
	// rail. A way along "line" rides them.
	Lines [][]string `json:"lines"`
	// Leaps are ways along "leap": each a list of different nodes, from the first to the last,
	// blocked while a piece stands on one between. They go in one direction.
	Leaps [][]string `json:"leaps,omitempty"`
	// Start is, for each seat, where its pieces start, in rows: the front row first, from
	// the owner's left. An empty name is a gap, which layout texts write as a point.
	// The shape is the same for all seats. The number of a piece counts the cells that
	// are not gaps, from 0.
	Start [][][]string `json:"start"`
	// Deck says where the pieces lie face down if they are dealt; nil, and not written, if each
	// seat lays out its own. With it Start is empty, as the starts of all types are.
	Deck  *DeckRule  `json:"deck,omitempty"`
	Types []TypeRule `json:"types"`
	Clash ClashRule  `json:"clash"`
	Ends  EndRule    `json:"ends"`
	Times TimeRule   `json:"times"`
	Views ViewRule   `json:"views"`
}

// Names holds a name in English and in Chinese.
type Names struct {
	EN string `json:"en"`
	ZH string `json:"zh"`
}

// SeatRule is a seat at the table. Seats are called red, blue, amber, teal, violet and slate, in
// this order; those with the same number of a team are partners.
type SeatRule struct {
	Name  string `json:"name"`
	Team  int    `json:"team"`
	Chief bool   `json:"chief,omitempty"` // its commander-in-chief: when it goes out, so does its team
	// Colour is Black if the second of two seats is called and drawn black, otherwise empty.
	Colour string `json:"colour,omitempty"`
}

// Black is the value of SeatRule.Colour.
const Black = "black"

// KindRule is a kind of node, and the rules for a piece there.
type KindRule struct {
	ID       string `json:"id"`
	EN       string `json:"en"`
	ZH       string `json:"zh"`
	Safe     bool   `json:"safe"`     // a piece here can't be attacked
	Locked   bool   `json:"locked"`   // a piece here may leave only if it carries a flag
	Calm     bool   `json:"calm"`     // a piece here can't attack
	HomeOnly bool   `json:"homeOnly"` // only pieces of the home's seat may enter or pass
	// Enter lists the types that may enter; nil (null) if all may.
	Enter []string `json:"enter" rules:"null"`
}

// NodeRule is a place on the board. X and Y say where it is drawn, in half cells from
// the top left, as red sees it.
type NodeRule struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Home string `json:"home"` // a seat, or empty
}

// TypeRule is a type of piece.
type TypeRule struct {
	ID     string    `json:"id"`
	EN     string    `json:"en"`
	ZH     string    `json:"zh"`
	Sign   string    `json:"sign"`   // one character, as drawn on a small board, or one for each seat
	Letter string    `json:"letter"` // one byte, as written in layout texts
	Count  int       `json:"count"`  // how many a seat has
	Starts []int     `json:"starts"` // the numbers of the pieces that may be of this type, ascending
	Ways   []WayRule `json:"ways"`   // none for a type that never moves
}

// The values of WayRule.Along.
const (
	AlongEdge = "edge" // one step by road or rail; Most is 1
	AlongLine = "line" // along one line
	AlongRail = "rail" // along rails, turning at will
	AlongWalk = "walk" // one step by road or rail onto an empty node; Most is 1
	AlongOver = "over" // along one line, over exactly one piece, onto an enemy behind it
	AlongLeap = "leap" // one of Leaps; Most is 1
)

// WayRule is a way of moving: along what, and at most how many edges (0: any number).
type WayRule struct {
	Along string `json:"along"`
	Most  int    `json:"most"`
}

// ClashRule says what is announced when an attacker meets a defender: Table[a][d] is an
// index into Announcements, by the types' places in Rules.Types. The row of a type that
// never moves is empty.
type ClashRule struct {
	Announcements []AnnouncementRule `json:"announcements"`
	Table         [][]int            `json:"table"`
	// Places are other tables for defenders on nodes of some kinds.
	Places []PlaceRule `json:"places,omitempty"`
}

// AnnouncementRule is an [Announcement] with types given by id.
type AnnouncementRule struct {
	AttackerLeaves    bool   `json:"attackerLeaves"`
	DefenderLeaves    bool   `json:"defenderLeaves"`
	FlagTaken         bool   `json:"flagTaken"`
	AttackerShowsFlag bool   `json:"attackerShowsFlag"`
	DefenderShowsFlag bool   `json:"defenderShowsFlag"`
	Repelled          bool   `json:"repelled"`     // the attacker stays where it came from
	AttackerSeen      string `json:"attackerSeen"` // the attacker's type if it is announced, otherwise empty
	DefenderSeen      string `json:"defenderSeen"`
}

// The values of EndRule.LastBoth.
const (
	LastBothAttacker = "attacker"
	LastBothDraw     = "draw"
)

// EndRule says how a game ends.
type EndRule struct {
	Flag  string     `json:"flag"`  // the type whose capture loses; empty if there is none
	Carry *CarryRule `json:"carry"` // nil (null) if taking a flag wins at once
	// Reach and Counts are other ways to win and to lose, in games of two.
	Reach  *ReachRule  `json:"reach,omitempty"`
	Counts []CountRule `json:"counts,omitempty"`
	Shaken bool        `json:"shaken"`
	// LastBoth says who wins when the last pieces that move leave together.
	LastBoth   string `json:"lastBoth"`
	Quiet      int    `json:"quiet"`      // plies in a row without a clash that are a draw; 0: never
	Timeouts   int    `json:"timeouts"`   // after how many a player loses
	ResignFrom int    `json:"resignFrom"` // the ply from which a seat may resign
}

// CarryRule says where a taken flag must be carried to win: for each seat its nodes.
type CarryRule struct {
	To     [][]string `json:"to"`
	Beside bool       `json:"beside"` // while other pieces fill them, also the nodes next to them
}

// TimeRule is the clock, in seconds: for a move, how long a peer may owe a record before its
// silence may be claimed, and how long it may owe only its Seen; 0: no clock, no claims, and
// for the Seen DefaultSeen, or the grace if that is shorter.
type TimeRule struct {
	Clock int `json:"clock"`
	Grace int `json:"grace"`
	Seen  int `json:"seen,omitempty"`
}

// The values of the text fields of ViewRule.
const (
	ModeDark     = "dark"     // every seat knows only its own pieces
	ModePartners = "partners" // and its partner's
	ModeOpen     = "open"     // all layouts are open from the start
	ModeDrawn    = "drawn"    // dark, with every seat's layout drawn by lot
	ModeFlip     = "flip"     // nobody knows any piece before it is turned up: with a deck

	RevealEnd   = "end"   // layouts are shown after the end
	RevealNever = "never" // layouts are never shown, so they can't be audited

	FirstCoin = "coin" // drawn by lot; otherwise the name of a seat

	AbsentOut  = "out"  // the others may remove a silent seat
	AbsentStop = "stop" // a silent seat stops the game
)

// ViewRule says who sees what, and when.
type ViewRule struct {
	Mode           string `json:"mode"`
	Reveal         string `json:"reveal"`
	OutSeesPartner bool   `json:"outSeesPartner"` // a seat that is out is shown its partner's pieces
	First          string `json:"first"`
	Absent         string `json:"absent"`
}
