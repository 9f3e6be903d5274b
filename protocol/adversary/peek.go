package adversary

import (
	"io"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A FalsePeek is a way to show one's partner what is not so. It is stopped at the
// partner alone, who is told and plays without; nobody is convicted, as nothing of it is
// signed.
type FalsePeek struct {
	Name        string
	Description string // one line

	message func(s *shower) []byte
}

// FalsePeeks lists them.
func FalsePeeks() []FalsePeek { return falsePeeks }

var falsePeeks = []FalsePeek{
	{"peek-other-layout", "shows its partner another legal layout, proven like its own", func(s *shower) []byte {
		return s.prove(s.reader, s.lie)
	}},
	{"peek-changed-types", "proves its own layout, and shows another", func(s *shower) []byte {
		return s.show(s.lie, s.prove(s.reader, s.secret.Layout))
	}},
	{"peek-own-keys", "makes another layout up, as only the partner could, with its own keys instead", func(s *shower) []byte {
		return s.match.Commitment(s.own).ForgePeek(s.context(s.own), s.reader, s.lie, s.secret.Key, s.secret.Nonces([32]byte{1}))
	}},
	{"peek-of-an-enemy", "shows its partner what it would have shown to an enemy", func(s *shower) []byte {
		enemy := (s.own + 1) % engine.Seat(s.match.Rules().NumSeats())
		return s.prove(s.at(enemy), s.secret.Layout)
	}},
	{"peek-zeros", "proves another layout with zeros", func(s *shower) []byte {
		return s.show(s.lie, make([]byte, s.match.Commitment(s.own).PeekSize()))
	}},
	{"peek-empty", "shows nothing at all", func(*shower) []byte { return nil }},
}

// Make makes the Peek, for the partner to, of a seat whose Layout stands. It draws what
// it has to from rng. The error is that of a broken private file.
func (f FalsePeek) Make(honest *protocol.Player, to engine.Seat, rng io.Reader) ([]byte, error) {
	secret, err := private.Parse(honest.Secret())
	if err != nil {
		return nil, err
	}
	m := honest.Match()
	secret.Bind(m.ID())
	s := &shower{match: m, own: honest.Seat(), secret: secret}
	s.reader, s.lie = s.at(to), otherLayout(m.Rules(), secret.Layout)
	var nonce [24]byte
	if _, err := io.ReadFull(rng, nonce[:]); err != nil {
		return nil, err
	}
	theirs := m.BoxKey(to)
	sealed := transcript.SealPeek(s.own, to, f.message(s), nonce, &theirs, secret.BoxKey())
	return sealed.Marshal(), nil
}

// shower is a seat that shows something else than its layout.
type shower struct {
	match  *protocol.Match
	own    engine.Seat
	secret *private.Secret
	reader layout.Reader
	lie    engine.Layout
}

func (s *shower) context(seat engine.Seat) sigma.Context {
	return sigma.Context{Rules: s.match.Rules().Digest(), Match: s.match.ID(), Seat: seat, Key: s.match.Key(seat).Bytes()}
}

func (s *shower) at(seat engine.Seat) layout.Reader {
	return layout.Reader{Context: s.context(seat), Commitment: s.match.Commitment(seat)}
}

// prove runs the honest prover on a layout.
func (s *shower) prove(reader layout.Reader, l engine.Layout) []byte {
	secret := s.secret.LayoutSecret()
	secret.Layout = l
	return s.match.Commitment(s.own).ProvePeek(s.context(s.own), reader, secret)
}

// show puts a layout into a message.
func (s *shower) show(l engine.Layout, message []byte) []byte {
	for p, j := range l {
		message[p] = byte(j)
	}
	return message
}

// otherLayout is a legal layout with two pieces the other way round.
func otherLayout(rs *engine.Ruleset, l engine.Layout) engine.Layout {
	for a := range l {
		for b := range a {
			other := slices.Clone(l)
			other[a], other[b] = l[b], l[a]
			if l[a] != l[b] && rs.CheckLayout(other) == nil {
				return other
			}
		}
	}
	panic("adversary: these rules know only one layout")
}
