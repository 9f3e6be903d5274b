package protocol

import (
	"crypto/sha512"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A Peek opens a seat's layout to its partner, where the rules let partners see each
// other's pieces. It stands in no transcript, and no judgement of a Match or an audit
// uses what it says: the partner checks it, and plays without it if it is false or does
// not come.

// Errors about Peeks.
var (
	// ErrPeekEarly says that the Match has not come as far as that: the Peek may be due
	// later.
	ErrPeekEarly = coded.Errorf("protocol.peek-early", "no layout is shown to this seat now")
	// ErrPeekSealed says that the Peek was made or changed on its way, and tells nothing
	// about the partner.
	ErrPeekSealed = coded.Errorf("protocol.peek-sealed", "this does not come from the partner")
)

// Peeks reports whether one seat ever shows another its layout under these rules.
func (m *Match) Peeks(from, to engine.Seat) bool {
	if m.rules == nil || !m.rules.PartnersOpen() && !m.rules.OutSeesPartner() || int(from) >= m.rules.NumSeats() {
		return false
	}
	partner, ok := m.rules.Partner(from)
	return ok && partner == to
}

// PeekDue reports whether one seat shows another its layout now: while the game goes on
// a partner does, to a partner that is out, or where the rules show partners' pieces to
// each other. Not before both Layouts stand: that of the reader has shown that it knows
// its keys, without which a Peek would convince everybody.
func (m *Match) PeekDue(from, to engine.Seat) bool {
	if !m.Peeks(from, to) || m.Stage() != Play {
		return false
	}
	out := func(seat engine.Seat) bool { return m.position.Out(seat) != engine.NotOver }
	return m.rules.PartnersOpen() || out(to) && !out(from)
}

// reader is a seat as another's Peek names it.
func (m *Match) reader(seat engine.Seat) layout.Reader {
	return layout.Reader{Context: m.contexts[seat], Commitment: m.layouts[seat]}
}

// Peek returns what this seat has to send to its partner now, nil if it is nothing: its
// own layout, sealed. It is the same every time.
func (p *Player) Peek() []byte {
	own := p.Seat()
	partner, ok := p.partner()
	if !ok || !p.match.PeekDue(own, partner) || p.secret.Layout == nil {
		return nil
	}
	if p.peek == nil {
		peek := p.commitment().ProvePeek(p.match.contexts[own], p.match.reader(partner), p.secret.LayoutSecret())
		// The nonce follows from the message, so that no two messages have one.
		nonces := p.secret.Nonces(p.secret.Fresh)
		nonce := [24]byte(nonces.Scalar(layout.PeekKind+"/box", 0, sha512.Sum512_256(peek)).Bytes())
		sealed := transcript.SealPeek(own, partner, peek, nonce, &p.match.boxes[partner], p.secret.BoxKey())
		p.peek = sealed.Marshal()
	}
	return p.peek
}

// ReceivePeek takes what the partner shows of its layout. One that is false convicts
// nobody: nothing was signed. The error is ErrPeekEarly, ErrPeekSealed, or says what is
// wrong with it; the last of these PeekRefused repeats.
func (p *Player) ReceivePeek(raw []byte) error {
	sealed, err := transcript.ParsePeek(raw)
	if err != nil {
		return err
	}
	from, own := sealed.From, p.Seat()
	if sealed.To != own || !p.match.PeekDue(from, own) {
		return ErrPeekEarly
	}
	if p.secret.Partner != nil {
		return nil
	}
	peek, ok := sealed.Open(&p.match.boxes[from], p.secret.BoxKey())
	if !ok {
		return ErrPeekSealed
	}
	l, err := p.match.layouts[from].VerifyPeek(p.match.contexts[from], p.match.reader(own), peek)
	if err != nil {
		p.misled = coded.Errorf("protocol.peek-false", "%s has shown a false layout: %w", from, err)
		return p.misled
	}
	p.secret.Partner, p.misled = l, nil
	return nil
}

// Partner returns the partner's layout, if it has been shown to this seat. It must not
// be changed.
func (p *Player) Partner() (engine.Layout, bool) { return p.secret.Partner, p.secret.Partner != nil }

// PeekRefused returns what is wrong with what the partner has shown, nil if nothing is or
// nothing was.
func (p *Player) PeekRefused() error { return p.misled }

func (p *Player) partner() (engine.Seat, bool) {
	if p.match.rules == nil {
		return 0, false
	}
	return p.match.rules.Partner(p.Seat())
}
