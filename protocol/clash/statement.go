package clash

import (
	"math/bits"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// AttackKind names the attacker's proof in its session tag and nonces.
const AttackKind = "darkjunqi/v1/proof/clash"

// A Statement is one public clash. Pieces count from 0 in the order of the layout
// text.
type Statement struct {
	Rules         *engine.Ruleset
	Attacker      *layout.Commitment
	AttackerPiece int
	Movers        engine.TypeSet // M(a)
	Defender      *layout.Commitment
	DefenderPiece int
}

// ErrStatement says that there is no such clash: no rules or layouts, layouts of other
// rules, a piece number out of range, no movers, or movers that can't be or never attack.
var ErrStatement = coded.Errorf("clash.statement", "not a clash of this ruleset")

// check guards what follows against a statement that makes no sense.
func (st *Statement) check() error {
	if st.Rules == nil || st.Attacker == nil || st.Defender == nil {
		return coded.Errorf("clash.missing", "rules or layouts are missing: %w", ErrStatement)
	}
	digest := st.Rules.Digest()
	if st.Attacker.Rules().Digest() != digest || st.Defender.Rules().Digest() != digest {
		return coded.Errorf("clash.other-rules", "a layout for other rules: %w", ErrStatement)
	}
	if p := st.AttackerPiece; p < 0 || p >= st.Attacker.Pieces() {
		return coded.Errorf("clash.attacking-piece", "attacking piece %d: %w", p, ErrStatement)
	}
	if p := st.DefenderPiece; p < 0 || p >= st.Defender.Pieces() {
		return coded.Errorf("clash.defending-piece", "defending piece %d: %w", p, ErrStatement)
	}
	if st.Movers == engine.NoTypes || !st.Movers.Within(st.Rules.Allowed(st.AttackerPiece)) {
		return coded.Errorf("clash.movers", "movers %s at a post of %s: %w", st.Movers, st.Rules.Allowed(st.AttackerPiece), ErrStatement)
	}
	for _, i := range st.Movers.Types() {
		for _, j := range st.Rules.Allowed(st.DefenderPiece).Types() {
			if st.Rules.Clash(i, j) == engine.NoCode {
				return coded.Errorf("clash.never-attacks", "%s never attacks: %w", i, ErrStatement)
			}
		}
	}
	return nil
}

// sponge starts the challenge of the attacker's proof: place, the digests of both
// layouts (32 bytes each), both pieces (1 byte each) and M(a) (4), from which P[a],
// all T_i and Y follow. C comes later.
func (st *Statement) sponge(at sigma.Place) *sigma.Sponge {
	s := at.Sponge(AttackKind)
	for _, c := range []*layout.Commitment{st.Attacker, st.Defender} {
		digest := c.Digest()
		s.Absorb(digest[:])
	}
	s.Absorb([]byte{byte(st.AttackerPiece), byte(st.DefenderPiece)})
	s.AbsorbUint32(uint32(st.Movers))
	return s
}

// code returns F(i,j) as a number.
func (st *Statement) code(i, j engine.Type) int { return int(st.Rules.Clash(i, j)) }

// linear states the three equations for a C. The witness is x for each type of M(a)
// but the last, then t, then r. As the attacker's piece is one of M(a), the last x
// is 1 minus the others. The T_i are not added up: a column of the defender's is
// multiplied by the sum of all F(i,j) x_i, and one that is implied is (0, B) minus
// the others.
func (st *Statement) linear(u, v *group.Base) *sigma.Linear {
	movers := st.Movers.Types()
	n := len(movers)
	t, r := n-1, n
	minus := sigma.Times(-1, sigma.One)
	own := sigma.Equation{{Base: st.Attacker.Piece(st.AttackerPiece), Form: minus}}
	for m, i := range movers {
		own = append(own, sigma.Term{Base: group.G(int(i)), Form: share(n, func(k int) int {
			if k == m {
				return 1
			}
			return 0
		})})
	}
	own = append(own, sigma.Term{Base: group.H(), Form: sigma.Times(1, t)})

	sent, last := st.Defender.Columns(st.DefenderPiece)
	ofU := sigma.Equation{{Base: u, Form: minus}, {Base: group.B(), Form: sigma.Times(1, r)}}
	ofV := sigma.Equation{{Base: v, Form: minus}, {Base: st.Defender.Y(st.DefenderPiece), Form: sigma.Times(1, r)}}
	for _, column := range sent {
		form := share(n, func(m int) int { return st.code(movers[m], column.Type) - st.code(movers[m], last) })
		ofU = append(ofU, sigma.Term{Base: column.U, Form: form})
		ofV = append(ofV, sigma.Term{Base: column.V, Form: form})
	}
	ofV = append(ofV, sigma.Term{
		Base: group.B(), Form: share(n, func(m int) int { return st.code(movers[m], last) }),
	})
	return &sigma.Linear{Witnesses: n + 1, Bound: bound.ByCaller(), Equations: []sigma.Equation{own, ofU, ofV}}
}

// share returns the form of the sum of f(m) x_m over n types, the last of which is 1
// minus the others.
func share(n int, f func(m int) int) sigma.Form {
	last := f(n - 1)
	form := make(sigma.Form, 0, n)
	if last != 0 {
		form = append(form, sigma.Part{Witness: sigma.One, Times: last})
	}
	for m := range n - 1 {
		if times := f(m) - last; times != 0 {
			form = append(form, sigma.Part{Witness: m, Times: times})
		}
	}
	return form
}

// choose returns T_(a*), the sum of F(a*,j) E[d,j], for the type a* of M(a) whose
// mark is 1. No access and no time depends on which it is: each column is added, or
// not, for each bit of its number.
func (st *Statement) choose(marks []int) group.Ciphertext {
	movers := st.Movers.Types()
	sent, last := st.Defender.Columns(st.DefenderPiece)
	number := func(j engine.Type) int {
		n := 0
		for m, i := range movers {
			n |= st.code(i, j) & -marks[m]
		}
		return n
	}
	implied := group.Ciphertext{U: group.NewElement(), V: group.B().Element()}
	columns := make([]group.Ciphertext, 0, len(sent)+1)
	numbers := make([]int, 0, len(sent)+1)
	for _, c := range sent {
		e := group.Ciphertext{U: c.U.Element(), V: c.V.Element()}
		implied.Subtract(implied, e)
		columns, numbers = append(columns, e), append(numbers, number(c.Type))
	}
	columns, numbers = append(columns, implied), append(numbers, number(last))

	out, sum := group.NewCiphertext(), group.NewCiphertext()
	for bit := bits.Len(uint(len(st.Rules.Codes())-1)) - 1; bit >= 0; bit-- {
		out.Add(out, out)
		for n, e := range columns {
			sum.Add(out, e)
			is := numbers[n] >> bit & 1
			out.U.Select(sum.U, out.U, is)
			out.V.Select(sum.V, out.V, is)
		}
	}
	return out
}

// AttackSize returns the number of bytes of an attack with this many movers: C, three first
// messages, and a response for each mover except the last, for t and for r.
func AttackSize(movers int) int {
	return group.CiphertextSize + 3*group.ElementSize + group.ScalarSize*(movers+1)
}
