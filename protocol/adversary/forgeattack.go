package adversary

import (
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// forgedAttack is an attack's message made of whatever one likes. As forgeAttack
// returns it, it is the true one, which verifies.
type forgedAttack struct {
	place     sigma.Place
	st        clash.Statement
	usual     func(attacker, defender engine.Type) engine.Code // the table of most places
	targets   []group.Ciphertext                               // T_i for each i of M(a)
	x         []*group.Scalar                                  // which of them it is
	t         *group.Scalar                                    // blinder of P[a]
	encrypted *group.Ciphertext                                // what C holds, if it is not the sum of x_i T_i
	nonces    sigma.Nonces
	rng       io.Reader
}

// forgeAttack starts from the seat's true attack by a move.
func (p *Player) forgeAttack(m engine.Move) *forgedAttack {
	position := p.Match().Position()
	check(position.Apply(engine.MoveEvent(p.Seat(), m, false)))
	attacker, defender, movers, _ := position.Clash()
	body := transcript.MoveBody{Move: m}
	f := &forgedAttack{
		place: p.place(transcript.Move, body.Head()), nonces: p.nonces(), rng: p.rng, usual: p.Match().Rules().Clash,
		st: clash.Statement{
			Rules:    p.Match().Rules().At(defender.Seat(), m.To),
			Attacker: p.commitment(), AttackerPiece: attacker.Number(), Movers: movers,
			Defender: p.Match().Commitment(defender.Seat()), DefenderPiece: defender.Number(),
		},
	}
	f.targets = f.targetsBy(f.st.Rules.Clash)
	row, t := p.secret.LayoutSecret().Row(p.context(), attacker.Number(), movers.Types())
	f.t = t
	for _, is := range row {
		f.x = append(f.x, bit(is == 1))
	}
	return f
}

// targetsBy returns what C would hold by a table: for each mover the sum of the
// defender's columns times their codes.
func (f *forgedAttack) targetsBy(table func(attacker, defender engine.Type) engine.Code) (targets []group.Ciphertext) {
	for _, i := range f.st.Movers.Types() {
		sum := group.NewCiphertext()
		for _, j := range f.st.Rules.Allowed(f.st.DefenderPiece).Types() {
			for range table(i, j) {
				sum.Add(sum, f.st.Defender.Column(f.st.DefenderPiece, j))
			}
		}
		targets = append(targets, sum)
	}
	return targets
}

// as attacks as a mover of another type.
func (f *forgedAttack) as(t engine.Type) {
	for m, i := range f.st.Movers.Types() {
		f.x[m] = bit(i == t)
	}
}

// message runs the honest prover.
func (f *forgedAttack) message() []byte {
	r := must(group.RandomScalar(f.rng))
	y := f.st.Defender.Y(f.st.DefenderPiece)
	c := group.Ciphertext{U: group.B().Mult(r), V: y.Mult(r)}
	if f.encrypted != nil {
		c.Add(c, *f.encrypted)
	} else {
		for m, target := range f.targets {
			c.Add(c, group.Ciphertext{
				U: new(group.Element).ScalarMult(f.x[m], target.U), V: new(group.Element).ScalarMult(f.x[m], target.V),
			})
		}
	}

	n := len(f.x)
	minus := sigma.Times(-1, sigma.One)
	equations := []sigma.Equation{
		{{Base: f.st.Attacker.Piece(f.st.AttackerPiece), Form: minus}, {Base: group.H(), Form: sigma.Times(1, n-1)}},
		{{Base: group.NewBase(c.U), Form: minus}, {Base: group.B(), Form: sigma.Times(1, n)}},
		{{Base: group.NewBase(c.V), Form: minus}, {Base: y, Form: sigma.Times(1, n)}},
	}
	for m, i := range f.st.Movers.Types() {
		form := sigma.Times(1, m)
		if m == n-1 { // 1 minus the others
			form = sigma.Times(1, sigma.One)
			for other := range n - 1 {
				form = append(form, sigma.Part{Witness: other, Times: -1})
			}
		}
		for e, base := range []*group.Base{group.G(int(i)), group.NewBase(f.targets[m].U), group.NewBase(f.targets[m].V)} {
			equations[e] = append(equations[e], sigma.Term{Base: base, Form: form})
		}
	}
	linear := &sigma.Linear{Witnesses: n + 1, Bound: bound.ByCaller(), Equations: equations}
	sponge := f.place.Sponge(clash.AttackKind)
	for _, of := range []*layout.Commitment{f.st.Attacker, f.st.Defender} {
		digest := of.Digest()
		sponge.Absorb(digest[:])
	}
	sponge.Absorb([]byte{byte(f.st.AttackerPiece), byte(f.st.DefenderPiece)})
	sponge.AbsorbUint32(uint32(f.st.Movers))
	sponge.Absorb(c.Bytes())
	witness := append(append([]*group.Scalar(nil), f.x[:n-1]...), f.t, r)
	return append(c.Bytes(), linear.Prove(sponge, clash.AttackKind, witness, f.nonces)...)
}
