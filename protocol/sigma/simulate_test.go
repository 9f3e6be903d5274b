package sigma_test

import (
	"crypto/ed25519"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The simulator of docs/security.md, section 6. It is told what a referee would
// have said in a match: moves, announcements, shown flags. It knows no layout and
// no key: Y is an element of which nobody knows the logarithm, and every column
// that is sent encrypts 0. With an oracle that it may program it makes the whole
// match from that, record by record, and the Match of this module verifies it.
//
// The challenges are written down here once more from the specification, since the
// points to program have to be found before anyone verifies.
type simulator struct {
	t      testing.TB
	rng    *rand.ChaCha8
	rules  *engine.Ruleset
	match  *protocol.Match
	oracle *sigma.Programmed
	keys   [2]ed25519.PrivateKey
}

func (s *simulator) scalar() *group.Scalar {
	x, err := group.RandomScalar(s.rng)
	require.NoError(s.t, err)
	return x
}

func (s *simulator) bytes() (b [32]byte) {
	s.rng.Read(b[:])
	return b
}

// element returns an element without its logarithm.
func (s *simulator) element() *group.Base {
	a, b := s.bytes(), s.bytes()
	e, err := new(group.Element).SetUniformBytes(append(a[:], b[:]...))
	require.NoError(s.t, err)
	return group.NewBase(e)
}

// first absorbs a first message, the sum of multiples of bases.
func first(sponge *sigma.Sponge, scalars []*group.Scalar, bases []*group.Base) {
	b := group.SumBytes(scalars, bases)
	sponge.Absorb(b[:])
}

func minus(c *group.Scalar) *group.Scalar { return new(group.Scalar).Negate(c) }

// challenge programs the oracle to answer c after what the sponge has absorbed.
func (s *simulator) challenge(sponge *sigma.Sponge, c *group.Scalar) {
	require.True(s.t, s.oracle.Set(sponge, c), "a point that is taken already")
}

// append signs a record and lets the Match verify it.
func (s *simulator) append(kind transcript.Kind, seat engine.Seat, body []byte) {
	at := transcript.Link{Match: s.match.ID(), Prev: s.match.Head()}
	r := transcript.Sign(s.keys[seat], at, kind, seat, body)
	require.NoError(s.t, s.match.Append(r.Marshal()), "%s", kind)
}

func (s *simulator) place(kind transcript.Kind, seat engine.Seat, head []byte, index uint8) sigma.Place {
	return sigma.Place{
		Context: sigma.Context{Rules: s.rules.Digest(), Match: s.match.ID(), Seat: seat, Key: s.match.Key(seat).Bytes()},
		Prev:    s.match.Head(), Body: append([]byte{byte(kind)}, head...), Index: index,
	}
}

// opening simulates the proof that e, under a seat's Y, holds m: it chooses c and
// z, and the first messages are what the verifier's equations make of them.
func (s *simulator) opening(at sigma.Place, e group.Ciphertext, m uint8) []byte {
	y := s.match.Commitment(at.Seat).Y()
	u := group.NewBase(e.U)
	w := group.NewBase(new(group.Element).Subtract(e.V, group.B().Mult(group.SmallScalar(m))))
	c, z := s.scalar(), s.scalar()
	sponge := at.Sponge(sigma.OpeningKind)
	sponge.Absorb([]byte{m})
	for _, b := range []*group.Base{group.B(), u, y, w} {
		encoding := b.Bytes()
		sponge.Absorb(encoding[:])
	}
	first(sponge, []*group.Scalar{z, minus(c)}, []*group.Base{group.B(), y})
	first(sponge, []*group.Scalar{z, minus(c)}, []*group.Base{u, w})
	s.challenge(sponge, c)
	return append(c.Bytes(), z.Bytes()...)
}

// attack simulates the message of an attack: C holds the code that the referee
// says, freshly, whatever the pieces are.
func (s *simulator) attack(at sigma.Place, p *engine.Position, code engine.Code) []byte {
	attacker, defender, movers, ok := p.Clash()
	require.True(s.t, ok)
	mine, theirs := s.match.Commitment(attacker.Seat()), s.match.Commitment(defender.Seat())
	r := s.scalar()
	v := group.B().Mult(group.SmallScalar(uint8(code)))
	big := group.Ciphertext{U: group.B().Mult(r), V: v.Add(v, theirs.Y().Mult(r))}

	types := movers.Types()
	n := len(types)
	var rows [3][]sigma.Term
	for i, a := range types {
		target := group.NewCiphertext()
		for _, d := range s.rules.Allowed(defender.Number()).Types() {
			f := group.SmallScalar(uint8(s.rules.Clash(a, d)))
			e := theirs.Column(defender.Number(), d)
			target.Add(target, group.Ciphertext{U: e.U.ScalarMult(f, e.U), V: e.V.ScalarMult(f, e.V)})
		}
		for row, base := range []*group.Base{group.G(a), group.NewBase(target.U), group.NewBase(target.V)} {
			rows[row] = append(rows[row], sigma.Term{Witness: i, Base: base})
		}
	}
	linear := sigma.Linear{Witnesses: n + 2, Equations: []sigma.Equation{
		{Target: mine.Piece(attacker.Number()), Terms: append(rows[0], sigma.Term{Witness: n, Base: group.H()})},
		{Target: group.NewBase(big.U), Terms: append(rows[1], sigma.Term{Witness: n + 1, Base: group.B()})},
		{Target: group.NewBase(big.V), Terms: append(rows[2], sigma.Term{Witness: n + 1, Base: theirs.Y()})},
	}}
	sponge := at.Sponge(clash.AttackKind)
	sponge.Absorb([]byte{byte(attacker.Number()), byte(defender.Number())})
	sponge.AbsorbUint32(uint32(movers))
	linear.AbsorbStatement(sponge)
	c := s.scalar()
	message := append(big.Bytes(), c.Bytes()...)
	z := make([]*group.Scalar, linear.Witnesses)
	for i := range z {
		z[i] = s.scalar()
		message = append(message, z[i].Bytes()...)
	}
	for _, e := range linear.Equations {
		scalars, bases := []*group.Scalar{minus(c)}, []*group.Base{e.Target}
		for _, t := range e.Terms {
			scalars, bases = append(scalars, z[t.Witness]), append(bases, t.Base)
		}
		first(sponge, scalars, bases)
	}
	s.challenge(sponge, c)
	return message
}

// layout simulates the body of a Layout record.
func (s *simulator) layout(seat engine.Seat) []byte {
	y := s.element()
	encoding := y.Bytes()
	body := encoding[:]
	var columns [engine.ArmySize][engine.NumTypes]group.Ciphertext
	var pieces [engine.ArmySize]*group.Base
	s.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			r := s.scalar()
			columns[p][j] = group.Ciphertext{U: group.B().Mult(r), V: y.Mult(r)} // of 0
			body = append(body, columns[p][j].Bytes()...)
			return
		}
		last := group.Ciphertext{U: group.NewElement(), V: group.B().Element()}
		for _, i := range s.rules.Allowed(p).Types() {
			if i != j {
				last.Subtract(last, columns[p][i])
			}
		}
		columns[p][j] = last
	})
	for p := range pieces {
		pieces[p] = group.NewBase(group.H().Mult(s.scalar()))
		encoding := pieces[p].Bytes()
		body = append(body, encoding[:]...)
	}
	nonce, tape := s.bytes(), s.bytes()
	body = append(append(append(body, nonce[:]...), tape[:]...), 0, 0)

	// The responses come first, then the first messages that go with them.
	sponge := s.place(0, seat, nil, 0).Context.Sponge(layout.ProofKind)
	sponge.AbsorbBytes([]byte("gamma"))
	sponge.AbsorbBytes(body)
	c, gamma, k1 := s.scalar(), s.scalar(), s.element()
	encoding = k1.Bytes()
	proof := append(c.Bytes(), encoding[:]...)
	var z, w [engine.ArmySize][engine.NumTypes]*group.Scalar
	var zt [engine.ArmySize]*group.Scalar
	s.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			z[p][j], w[p][j] = s.scalar(), s.scalar()
			proof = append(append(proof, z[p][j].Bytes()...), w[p][j].Bytes()...)
			return
		}
		z[p][j], w[p][j] = new(group.Scalar).Set(c), group.NewScalar()
		for _, i := range s.rules.Allowed(p).Types() {
			if i != j {
				z[p][j].Subtract(z[p][j], z[p][i])
				w[p][j].Subtract(w[p][j], w[p][i])
			}
		}
	})
	for p := range zt {
		zt[p] = s.scalar()
		proof = append(proof, zt[p].Bytes()...)
	}
	zk, zq := s.scalar(), s.scalar()
	proof = append(append(proof, zk.Bytes()...), zq.Bytes()...)

	first(sponge, []*group.Scalar{zk, minus(c)}, []*group.Base{group.B(), y})
	s.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			e := columns[p][j]
			first(sponge, []*group.Scalar{w[p][j], minus(c)}, []*group.Base{group.B(), group.NewBase(e.U)})
			first(sponge, []*group.Scalar{z[p][j], w[p][j], minus(c)}, []*group.Base{group.B(), y, group.NewBase(e.V)})
		}
	})
	for p := range pieces {
		scalars, bases := []*group.Scalar{zt[p], minus(c)}, []*group.Base{group.H(), pieces[p]}
		for _, j := range s.rules.Allowed(p).Types() {
			scalars, bases = append(scalars, z[p][j]), append(bases, group.G(j))
		}
		first(sponge, scalars, bases)
	}
	for j := range engine.Type(engine.NumTypes) {
		sum := group.NewScalar()
		target := new(group.Element).Negate(group.B().Mult(group.SmallScalar(uint8(s.rules.Count(j)))))
		for p := range engine.ArmySize {
			if s.rules.Allowed(p).Has(j) {
				sum.Add(sum, w[p][j])
				target.Add(target, columns[p][j].V)
			}
		}
		first(sponge, []*group.Scalar{sum, minus(c)}, []*group.Base{y, group.NewBase(target)})
	}
	s.challenge(sponge, gamma)
	bits, power := group.NewScalar(), group.SmallScalar(1)
	s.each(func(p int, j engine.Type, _ bool) {
		power.Multiply(power, gamma)
		bit := new(group.Scalar).Subtract(z[p][j], c)
		bit.Multiply(bit, z[p][j])
		bits.Add(bits, bit.Multiply(bit, power))
	})
	sponge.AbsorbBytes([]byte("c"))
	sponge.Absorb(encoding[:])
	first(sponge, []*group.Scalar{bits, zq, minus(c)}, []*group.Base{group.B(), group.H(), k1})
	s.challenge(sponge, c)
	return append(body, proof...)
}

// each visits all columns that a layout may have, in order.
func (s *simulator) each(f func(p int, j engine.Type, implied bool)) {
	for p := range engine.ArmySize {
		types := s.rules.Allowed(p).Types()
		for i, j := range types {
			f(p, j, i == len(types)-1)
		}
	}
}

// flag simulates the opening of a shown flag.
func (s *simulator) flag(at sigma.Place, node engine.Node) []byte {
	piece, ok := s.rules.Board().Starter(at.Seat, node)
	require.True(s.t, ok)
	return s.opening(at, s.match.Commitment(at.Seat).Column(piece, engine.Flag), 1)
}

// setUp makes the records before the first turn.
func (s *simulator) setUp() {
	var public [2]transcript.PublicKey
	for seat := range s.keys {
		seed := s.bytes()
		s.keys[seat] = ed25519.NewKeyFromSeed(seed[:])
		var err error
		public[seat], err = transcript.NewPublicKey(s.keys[seat].Public().(ed25519.PublicKey))
		require.NoError(s.t, err)
	}
	terms := transcript.TermsBody{
		Rules: s.rules.Canonical(), Digest: s.rules.Digest(), Resolver: protocol.ElGamal,
		Key: public[0], Nonce: s.bytes(), InviteKey: public[1],
	}
	s.append(transcript.Terms, engine.Red, terms.Marshal())
	join := transcript.JoinBody{Key: public[1], Nonce: s.bytes()}
	join.SignInvite(s.keys[1], s.match.Head())
	s.append(transcript.Join, engine.Blue, join.Marshal())
	var bodies [2][]byte
	for seat := range bodies {
		bodies[seat] = s.layout(engine.Seat(seat))
		h := transcript.LayoutCommitment(s.match.ID(), engine.Seat(seat), s.match.Key(engine.Seat(seat)), bodies[seat])
		s.append(transcript.Commit, engine.Seat(seat), h[:])
	}
	for seat := range bodies {
		s.append(transcript.Layout, engine.Seat(seat), bodies[seat])
	}
}

// turn makes the record of an event. The code of an attack is in the event after.
func (s *simulator) turn(e engine.Event, next *engine.Event) {
	p := s.match.Position()
	switch e.Kind {
	case engine.EventMove:
		body := transcript.MoveBody{Move: e.Move, Offer: e.Offer}
		at := s.place(transcript.Move, e.Seat, body.Head(), 0)
		piece, movers := p.At(e.Move.From), p.Movers(e.Move.From, e.Move.To)
		known := p.Known(piece)
		require.NoError(s.t, p.Apply(e))
		switch {
		case p.Phase() == engine.PhaseAnswer:
			body.Proof = s.attack(at, &p, next.Code)
		case known&^movers != 0:
			body.Proof = s.opening(at, s.match.Commitment(e.Seat).Sum(piece.Number(), known&movers), 1)
		}
		s.append(transcript.Move, e.Seat, body.Marshal())
	case engine.EventAnswer:
		body := transcript.AnswerBody{Code: e.Code, Flag: e.Flag}
		at := s.place(transcript.Answer, e.Seat, body.Head(), 0)
		move, err := transcript.Parse(s.match.Record(s.match.Len() - 1))
		require.NoError(s.t, err)
		c, err := group.DecodeCiphertext(move.Body[3:][:group.CiphertextSize])
		require.NoError(s.t, err)
		body.Proof = s.opening(at, c, uint8(e.Code))
		if e.Flag != engine.NoNode {
			at.Index = 1
			body.Proof = append(body.Proof, s.flag(at, e.Flag)...)
		}
		s.append(transcript.Answer, e.Seat, body.Marshal())
	case engine.EventShow:
		body := transcript.ShowBody{Flag: e.Flag}
		body.Proof = s.flag(s.place(transcript.Show, e.Seat, body.Head(), 0), e.Flag)
		s.append(transcript.Show, e.Seat, body.Marshal())
	case engine.EventNoMove:
		sum := group.NewCiphertext()
		for number := range engine.ArmySize {
			if piece := engine.PieceOf(e.Seat, number); p.Where(piece) != engine.NoNode {
				sum.Add(sum, s.match.Commitment(e.Seat).Sum(number, p.MobileTypes(piece)))
			}
		}
		s.append(transcript.NoMove, e.Seat, s.opening(s.place(transcript.NoMove, e.Seat, nil, 0), sum, 0))
	case engine.EventResign:
		s.append(transcript.Resign, e.Seat, nil)
	default:
		require.Fail(s.t, "no such event in this history")
	}
}

// refereed is the public history of a game under a referee who sees both layouts:
// the commanders fall at once, and then it goes on at random, with many clashes.
func refereed(t testing.TB, rules *engine.Ruleset, layouts [2]engine.Layout, rng *rand.Rand, plies int) []engine.Event {
	referee, err := engine.NewReferee(rules, layouts, engine.Red)
	require.NoError(t, err)
	var history []engine.Event
	play := func(e engine.Event) {
		said, err := referee.Play(e)
		require.NoError(t, err)
		history = append(history, said...)
	}
	move, err := engine.ParseMove(rules.Board(), "c6-c7")
	require.NoError(t, err)
	play(engine.MoveEvent(engine.Red, move, false))
	for range plies {
		p := referee.Position()
		if p.Result().Over {
			return history
		}
		if referee.Stuck() {
			play(engine.NoMoveEvent(p.ToAct()))
			continue
		}
		moves := referee.LegalMoves()
		move := moves[rng.IntN(len(moves))]
		for n := 0; n < 4 && p.At(move.To) == engine.NoPiece; n++ {
			move = moves[rng.IntN(len(moves))]
		}
		play(engine.MoveEvent(p.ToAct(), move, false))
	}
	if p := referee.Position(); !p.Result().Over {
		play(engine.ResignEvent(p.ToAct()))
	}
	return history
}

// Zero knowledge of a whole match: what a spectator sees of it can be made from
// what a referee says alone.
func TestMatchIsSimulatedFromTheAnnouncements(t *testing.T) {
	rules, err := engine.Rules("standard,first=red,reveal=never")
	require.NoError(t, err)
	l, err := engine.ParseLayout("42932/2.1.6/74.58/1.3.1/MM35M/BF76B")
	require.NoError(t, err)
	history := refereed(t, rules, [2]engine.Layout{l, l}, rand.New(rand.NewPCG(1, 2)), 60)
	kinds := map[engine.EventKind]int{}
	for _, e := range history {
		kinds[e.Kind]++
	}
	require.Greater(t, kinds[engine.EventAnswer], 5)
	require.Equal(t, 1, kinds[engine.EventShow])

	oracle, undo := sigma.Program()
	defer undo()
	s := &simulator{t: t, rng: rand.NewChaCha8([32]byte{1}), rules: rules, match: protocol.NewMatch(), oracle: oracle}
	s.setUp()
	for i, e := range history {
		var next *engine.Event
		if i+1 < len(history) {
			next = &history[i+1]
		}
		s.turn(e, next)
	}
	require.Equal(t, history, s.match.Events())
	require.Equal(t, s.match.Proofs()+2, oracle.Len(), "one point for each proof, and gamma for each layout")
	file := s.match.File()
	require.Equal(t, protocol.Honest, protocol.Audit(file).Verdict)

	// It is the oracle that makes these proofs: under the sponge none of them is one.
	undo()
	report := protocol.Audit(file)
	require.Equal(t, protocol.Cheating, report.Verdict)
	require.Equal(t, "Layout", report.Kind)
}
