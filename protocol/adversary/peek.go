package adversary

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Ways to show one's partner what is not so. They are stopped at the partner alone, who is
// told and plays without; nobody is convicted, as nothing of it is signed.
var falsePeeks = []TableKind{
	falsePeek("peek-other-layout", "shows its partner another legal layout, proven like its own", func(s *shower) []byte {
		return s.prove(s.reader, s.lie)
	}),
	falsePeek("peek-changed-types", "proves its own layout, and shows another", func(s *shower) []byte {
		return s.show(s.lie, s.prove(s.reader, s.secret.Layout))
	}),
	falsePeek("peek-own-keys", "makes up another layout, with its own keys where only the partner's would do", func(s *shower) []byte {
		return s.match.Commitment(s.own).ForgePeek(s.context(s.own), s.reader, s.lie, s.secret.Key, s.secret.Nonces([32]byte{1}))
	}),
	falsePeek("peek-of-an-enemy", "shows its partner what it would have shown to an enemy", func(s *shower) []byte {
		enemy := (s.own + 1) % engine.Seat(s.match.Rules().NumSeats())
		return s.prove(s.at(enemy), s.secret.Layout)
	}),
	falsePeek("peek-zeros", "proves another layout with zeros", func(s *shower) []byte {
		return s.show(s.lie, make([]byte, s.match.Commitment(s.own).PeekSize()))
	}),
	falsePeek("peek-empty", "shows nothing at all", func(*shower) []byte { return nil }),
}

func falsePeek(name, description string, message func(s *shower) []byte) TableKind {
	return TableKind{name, description, Shown, 0, func(t *Table) {
		t.Cheat = t.mover().Seat()
		liar, reader := t.Players[t.Cheat], t.Players[t.partner(t.Cheat)]
		m := liar.Match()
		s := &shower{match: m, own: t.Cheat, secret: must(private.Parse(liar.Secret()))}
		s.secret.Bind(m.ID())
		s.reader, s.lie = s.at(reader.Seat()), otherLayout(m.Rules(), s.secret.Layout)
		var nonce [24]byte
		t.rng.Read(nonce[:])
		theirs := m.BoxKey(reader.Seat())
		sealed := transcript.SealPeek(t.Cheat, reader.Seat(), message(s), nonce, &theirs, s.secret.BoxKey())
		if reader.ReceivePeek(sealed.Marshal()) == nil {
			check(fmt.Errorf("%s takes it for true", reader.Seat()))
		}
		t.Told = reader.PeekRefused(t.Cheat)
	}}
}

// shower is a seat that shows something else than its layout.
type shower struct {
	match  *protocol.Match
	own    engine.Seat
	secret *private.Secret
	reader layout.Reader
	lie    engine.Layout
}

func (s *shower) context(seat engine.Seat) sigma.Context { return contextOf(s.match, seat) }

func (s *shower) at(seat engine.Seat) layout.Reader {
	return layout.Reader{Context: s.context(seat), Commitment: s.match.Commitment(seat)}
}

// prove runs the honest prover on a layout.
func (s *shower) prove(reader layout.Reader, l engine.Layout) []byte {
	secret := s.secret.LayoutSecret()
	secret.Layout = l
	return s.match.Commitment(s.own).ProvePeek(s.context(s.own), reader, secret)
}

func (s *shower) show(l engine.Layout, message []byte) []byte {
	for p, j := range l {
		message[p] = byte(j)
	}
	return message
}

// otherLayout returns a legal layout with two pieces the other way round.
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
