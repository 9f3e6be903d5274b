package engine

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// The marks of what is turned up.
const (
	flipMark  = "*"
	tokenMark = "@"
)

// formatToken writes what was turned up, such as "@red:7"; nothing for NoToken.
func (rs *Ruleset) formatToken(token uint8) string {
	colour, t, ok := rs.Face(token)
	if !ok {
		return ""
	}
	return tokenMark + colour.String() + seatMark + rs.Letters(TypesOf(t))
}

// parseToken reads what was turned up, after its mark.
func (rs *Ruleset) parseToken(t *Turn, text string) error {
	name, letter, ok := strings.Cut(text, seatMark)
	if rs.deck == nil || !ok {
		return coded.Errorf("engine.bad-face", "after @ go a colour, a colon and a piece's letter, such as red:7, in a game with a deck")
	}
	colour, err := rs.parseSeat(name)
	if err != nil {
		return err
	}
	kind, err := rs.ParseType(letter)
	if err != nil {
		return err
	}
	t.Token = rs.Token(colour, kind)
	return nil
}

// parseFlip reads the turning up of a piece, after its mark.
func (rs *Ruleset) parseFlip(text string) (t Turn, err error) {
	t = quietTurn(EventFlip)
	text, t.Offers = strings.CutSuffix(text, "?")
	name, said, faced := strings.Cut(text, tokenMark)
	if t.Move.To, err = rs.board.parseNode(name); err != nil {
		return t, err
	}
	t.Move.From = t.Move.To
	if faced {
		err = rs.parseToken(&t, said)
	}
	return t, err
}

// implied returns the event that is due and that the text of a game leaves out: a share that is not
// the last, or a shuffle.
func (p *Position) implied() (e Event, ok bool) {
	switch p.Phase() {
	case PhaseShare:
		return ShareEvent(p.ToAct()), !p.lastShare()
	case PhaseDeal:
		return DealEvent(p.ToAct()), true
	}
	return Event{}, false
}
