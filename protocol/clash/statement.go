package clash

import (
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// AttackKind names the attacker's proof in its session tag and nonces.
const AttackKind = "darkjunqi/v1/proof/clash"

// A Statement is one public clash. Pieces count from 0 to 24 in the order of the
// layout text.
type Statement struct {
	Rules         *engine.Ruleset
	Attacker      *layout.Commitment
	AttackerPiece int
	Movers        engine.TypeSet // M(a)
	Defender      *layout.Commitment
	DefenderPiece int
}

// ErrStatement says that no clash can be as stated: no rules or layouts, layouts
// of other rules, a piece number out of range, no movers, or movers that can't be
// or never attack.
var ErrStatement = errors.New("not a clash of this ruleset")

// check guards what follows against a statement that makes no sense.
func (st *Statement) check() error {
	if st.Rules == nil || st.Attacker == nil || st.Defender == nil {
		return fmt.Errorf("rules or layouts are missing: %w", ErrStatement)
	}
	digest := st.Rules.Digest()
	if st.Attacker.Rules().Digest() != digest || st.Defender.Rules().Digest() != digest {
		return fmt.Errorf("a layout of other rules: %w", ErrStatement)
	}
	for _, p := range []int{st.AttackerPiece, st.DefenderPiece} {
		if p < 0 || p >= engine.ArmySize {
			return fmt.Errorf("piece %d: %w", p, ErrStatement)
		}
	}
	if st.Movers == engine.NoTypes || !st.Movers.Within(st.Rules.Allowed(st.AttackerPiece)) {
		return fmt.Errorf("movers %s at a post of %s: %w", st.Movers, st.Rules.Allowed(st.AttackerPiece), ErrStatement)
	}
	for _, i := range st.Movers.Types() {
		for _, j := range st.Rules.Allowed(st.DefenderPiece).Types() {
			if st.Rules.Clash(i, j) == engine.NoCode {
				return fmt.Errorf("%s never attacks: %w", i, ErrStatement)
			}
		}
	}
	return nil
}

// targets returns T_i for each i of M(a), in their order.
func (st *Statement) targets() []group.Ciphertext {
	movers := st.Movers.Types()
	out := make([]group.Ciphertext, len(movers))
	for n, i := range movers {
		out[n] = st.target(i)
	}
	return out
}

// target adds up the columns of each code, and the codes' sums times the codes.
func (st *Statement) target(i engine.Type) group.Ciphertext {
	sums := make([]engine.TypeSet, len(st.Rules.Codes()))
	for _, j := range st.Rules.Allowed(st.DefenderPiece).Types() {
		f := st.Rules.Clash(i, j)
		sums[f] = sums[f].Add(j)
	}
	// Horner's rule: the sum of f S_f is the sum over f >= 1 of all S_g, g >= f.
	t, tail := group.NewCiphertext(), group.NewCiphertext()
	for f := len(sums) - 1; f >= 1; f-- {
		if sums[f] != 0 {
			tail.Add(tail, st.Defender.Sum(st.DefenderPiece, sums[f]))
		}
		t.Add(t, tail)
	}
	return t
}

// sponge starts the challenge of the attacker's proof: place, both pieces (1 byte
// each), M(a) (4), and C. The linear map adds P[a], all T_i, B and Y.
func (st *Statement) sponge(at sigma.Place) *sigma.Sponge {
	s := at.Sponge(AttackKind)
	s.Absorb([]byte{byte(st.AttackerPiece), byte(st.DefenderPiece)})
	s.AbsorbUint32(uint32(st.Movers))
	return s
}

// linear states the three equations for a C. The witness is x in the order of
// M(a), then t, then r.
func (st *Statement) linear(targets []group.Ciphertext, u, v *group.Base) *sigma.Linear {
	movers := st.Movers.Types()
	n := len(movers)
	p := make([]sigma.Term, 0, n+1)
	cu := make([]sigma.Term, 0, n+1)
	cv := make([]sigma.Term, 0, n+1)
	for m, i := range movers {
		p = append(p, sigma.Term{Witness: m, Base: group.G(i)})
		cu = append(cu, sigma.Term{Witness: m, Base: group.NewBase(targets[m].U)})
		cv = append(cv, sigma.Term{Witness: m, Base: group.NewBase(targets[m].V)})
	}
	t, r := n, n+1
	return &sigma.Linear{
		Witnesses: n + 2,
		Equations: []sigma.Equation{
			{Target: st.Attacker.Piece(st.AttackerPiece), Terms: append(p, sigma.Term{Witness: t, Base: group.H()})},
			{Target: u, Terms: append(cu, sigma.Term{Witness: r, Base: group.B()})},
			{Target: v, Terms: append(cv, sigma.Term{Witness: r, Base: st.Defender.Y()})},
		},
	}
}

// AttackSize returns the number of bytes of an attack with so many movers: C, a
// challenge, and a response for each mover, for t and for r.
func AttackSize(movers int) int {
	return group.CiphertextSize + group.ScalarSize*(1+movers+2)
}
