package adversary

import (
	"fmt"
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// forgedAttack is an attack's message made of whatever one likes. As forgeAttack
// returns it, it is the true one, which verifies.
type forgedAttack struct {
	place     sigma.Place
	st        clash.Statement
	targets   []group.Ciphertext // T_i for each i of M(a)
	x         []*group.Scalar    // which of them it is
	t         *group.Scalar      // blinder of P[a]
	encrypted *group.Ciphertext  // what C holds, if it is not the sum of x_i T_i
	nonces    sigma.Nonces
	rng       io.Reader
}

// forgeAttack starts from the seat's true attack by a move.
func (p *Player) forgeAttack(m engine.Move) (*forgedAttack, error) {
	position := p.Match().Position()
	if err := position.Apply(engine.MoveEvent(p.Seat(), m, false)); err != nil {
		return nil, err
	}
	attacker, defender, movers, ok := position.Clash()
	if !ok {
		return nil, fmt.Errorf("%s meets nobody", m)
	}
	nonces, err := p.nonces()
	if err != nil {
		return nil, err
	}
	body := transcript.MoveBody{Move: m}
	f := &forgedAttack{
		place: p.place(transcript.Move, body.Head()), nonces: nonces, rng: p.rng,
		st: clash.Statement{
			Rules:    p.Match().Rules(),
			Attacker: p.commitment(), AttackerPiece: attacker.Number(), Movers: movers,
			Defender: p.Match().Commitment(defender.Seat()), DefenderPiece: defender.Number(),
		},
	}
	f.targets = f.targetsBy(f.st.Rules.Clash)
	row, t := p.secret.LayoutSecret().Row(p.context(), attacker.Number())
	f.t = t
	for _, i := range movers.Types() {
		f.x = append(f.x, row[i])
	}
	return f, nil
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
func (f *forgedAttack) message() ([]byte, error) {
	r, err := group.RandomScalar(f.rng)
	if err != nil {
		return nil, err
	}
	y := f.st.Defender.Y()
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
	var p, u, v []sigma.Term
	for m, i := range f.st.Movers.Types() {
		p = append(p, sigma.Term{Witness: m, Base: group.G(i)})
		u = append(u, sigma.Term{Witness: m, Base: group.NewBase(f.targets[m].U)})
		v = append(v, sigma.Term{Witness: m, Base: group.NewBase(f.targets[m].V)})
	}
	linear := &sigma.Linear{Witnesses: n + 2, Equations: []sigma.Equation{
		{Target: f.st.Attacker.Piece(f.st.AttackerPiece), Terms: append(p, sigma.Term{Witness: n, Base: group.H()})},
		{Target: group.NewBase(c.U), Terms: append(u, sigma.Term{Witness: n + 1, Base: group.B()})},
		{Target: group.NewBase(c.V), Terms: append(v, sigma.Term{Witness: n + 1, Base: y})},
	}}
	sponge := f.place.Sponge(clash.AttackKind)
	sponge.Absorb([]byte{byte(f.st.AttackerPiece), byte(f.st.DefenderPiece)})
	sponge.AbsorbUint32(uint32(f.st.Movers))
	witness := append(append([]*group.Scalar(nil), f.x...), f.t, r)
	return append(c.Bytes(), linear.Prove(sponge, clash.AttackKind, witness, f.nonces)...), nil
}
