package engine

// TalkLevel states what one seat may say to another during a match.
type TalkLevel int

// The levels, each with all of those before it.
const (
	TalkNothing TalkLevel = iota
	TalkPhrases           // set phrases only
	TalkFree              // anything
)

// Talk returns what the rules let one seat say to another. Words give pieces away: among more than
// two seats opponents say nothing, and partners only what is set, unless they see the pieces.
func (rs *Ruleset) Talk(from, to Seat) TalkLevel {
	switch {
	case rs.NumSeats() == 2, rs.Open():
		return TalkFree
	case !rs.Partners(from, to):
		return TalkNothing
	case rs.PartnersOpen():
		return TalkFree
	}
	return TalkPhrases
}
