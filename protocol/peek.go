package protocol

import (
	"crypto/sha512"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A Peek opens a seat's layout to its partner, where the rules let partners see each other's
// pieces. It is in no transcript, and no Match or audit uses it: the partner checks it, and plays
// without it if it is false or does not come.

// Errors about Peeks.
var (
	// ErrPeekEarly means that the Match is not that far yet: the Peek may be due later.
	ErrPeekEarly = coded.Errorf("protocol.peek-early", "no layout is shown to this seat now")
	// ErrPeekSealed means that somebody else made or changed the Peek; it says nothing about the
	// partner.
	ErrPeekSealed = coded.Errorf("protocol.peek-sealed", "this does not come from the partner")
)

// Shows reports whether one seat ever shows another its layout under these rules.
func (m *Match) Shows(from, to engine.Seat) bool {
	if m.rules == nil || int(from) >= m.rules.NumSeats() || from == to {
		return false
	}
	return (m.rules.PartnersOpen() || m.rules.OutSeesPartner()) && m.rules.Partners(from, to)
}

// PeekDue reports whether one seat shows another its layout now: during the game a partner does, to
// a partner that is out, or if the rules show partners' pieces to each other; but only after both
// Layouts. The reader's shows that it knows its keys, without which a Peek would convince
// everybody.
func (m *Match) PeekDue(from, to engine.Seat) bool {
	if !m.Shows(from, to) || m.Stage() != Play {
		return false
	}
	out := func(seat engine.Seat) bool { return m.position.Out(seat) != engine.NotOver }
	return m.rules.PartnersOpen() || out(to) && !out(from)
}

// reader returns a seat as another's Peek names it.
func (m *Match) reader(seat engine.Seat) layout.Reader {
	return layout.Reader{Context: m.contexts[seat], Commitment: m.layouts[seat]}
}

// Peeks returns what this seat has to send to its partners now: its own layout, sealed to each. The
// result is the same every time.
func (p *Player) Peeks() (out [][]byte) {
	own := p.Seat()
	if p.match.rules == nil || p.secret.Layout == nil {
		return nil
	}
	for _, to := range p.match.rules.Seats() {
		if !p.match.PeekDue(own, to) {
			continue
		}
		if p.peeks[to] == nil {
			p.peeks[to] = p.makePeek(to)
		}
		out = append(out, p.peeks[to])
	}
	return out
}

func (p *Player) makePeek(to engine.Seat) []byte {
	own := p.Seat()
	peek := p.commitment().ProvePeek(p.match.contexts[own], p.match.reader(to), p.secret.LayoutSecret())
	// The nonce follows from the message, so that no two messages share one.
	nonces := p.secret.Nonces(p.secret.Fresh)
	nonce := [24]byte(nonces.Scalar(layout.PeekKind+"/box", 0, sha512.Sum512_256(peek)).Bytes())
	sealed := transcript.SealPeek(own, to, peek, nonce, &p.match.boxes[to], p.secret.BoxKey())
	return sealed.Marshal()
}

// ReceivePeek takes a partner's Peek. A false one convicts nobody: nothing was signed. The error is
// ErrPeekEarly, ErrPeekSealed, or what is wrong with it, which PeekRefused repeats.
func (p *Player) ReceivePeek(raw []byte) error {
	sealed, err := transcript.ParsePeek(raw)
	if err != nil {
		return err
	}
	from, own := sealed.From, p.Seat()
	if sealed.To != own || !p.match.PeekDue(from, own) {
		return ErrPeekEarly
	}
	if p.secret.Shown[from] != nil {
		return nil
	}
	peek, ok := sealed.Open(&p.match.boxes[from], p.secret.BoxKey())
	if !ok {
		return ErrPeekSealed
	}
	l, err := p.match.layouts[from].VerifyPeek(p.match.contexts[from], p.match.reader(own), peek)
	if err != nil {
		p.misled[from] = coded.Errorf("protocol.peek-false", "%s has shown a false layout: %w", from, err)
		return p.misled[from]
	}
	p.secret.Shown[from], p.misled[from] = l, nil
	return nil
}

// Shown returns a partner's layout, if it has been shown to this seat. It must not be
// changed.
func (p *Player) Shown(seat engine.Seat) (engine.Layout, bool) {
	shown := of(&p.secret.Shown, seat)
	return shown, shown != nil
}

// PeekRefused returns what is wrong with what a partner has shown, nil if nothing is wrong or
// shown.
func (p *Player) PeekRefused(seat engine.Seat) error { return of(&p.misled, seat) }

// BoxKey returns the X25519 key of a seat, zero before it is known.
func (m *Match) BoxKey(seat engine.Seat) [32]byte { return of(&m.boxes, seat) }
