package sigma_test

import (
	"crypto/ed25519"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The simulator of docs/security.md, section 6. It is told what a referee would
// have said in a match: moves, announcements, shown flags. It knows no layout and
// no key: each Y is an element of which nobody knows the logarithm, and every
// column that is sent encrypts 0. With an oracle that it may program it makes the whole
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

func minus(c *group.Scalar) *group.Scalar { return new(group.Scalar).Negate(c) }

// sum returns the encoding of a sum of multiples of bases.
func sum(scalars []*group.Scalar, bases []*group.Base) []byte {
	return group.Sum(scalars, bases).Bytes()
}

// challenge programs the oracle to answer c after what the sponge has absorbed.
func (s *simulator) challenge(sponge *sigma.Sponge, c *group.Scalar) {
	require.True(s.t, s.oracle.Set(sponge, c), "a point that is taken already")
}

// append signs a record and lets the Match verify it.
func (s *simulator) append(kind transcript.Kind, seat engine.Seat, body []byte) {
	r := transcript.Sign(s.keys[seat], s.match.Place(s.match.Len()), kind, seat, body)
	require.NoError(s.t, s.match.Append(r.Marshal()), "%s", kind)
}

func (s *simulator) place(kind transcript.Kind, seat engine.Seat, head []byte, index uint8) sigma.Place {
	return sigma.Place{
		Context: sigma.Context{Rules: s.rules.Digest(), Match: s.match.ID(), Seat: seat, Key: s.match.Key(seat).Bytes()},
		Prev:    s.match.Head(), Body: append([]byte{byte(kind)}, head...), Index: index,
	}
}

// linear simulates a proof: it chooses c and z, and the first messages are what the
// verifier's equations make of them.
func (s *simulator) linear(sponge *sigma.Sponge, l *sigma.Linear) []byte {
	c := s.scalar()
	z := make([]*group.Scalar, l.Witnesses)
	var responses []byte
	for i := range z {
		z[i] = s.scalar()
		responses = append(responses, z[i].Bytes()...)
	}
	var proof []byte
	for _, e := range l.Equations {
		left := group.NewElement()
		for _, t := range e {
			x := group.NewScalar()
			for _, p := range t.Form {
				of := c
				if p.Witness != sigma.One {
					of = z[p.Witness]
				}
				x.MultiplyAdd(group.IntScalar(p.Times), of, x)
			}
			left.Add(left, t.Base.Mult(x))
		}
		proof = append(proof, left.Bytes()...)
	}
	sponge.Absorb(proof)
	s.challenge(sponge, c)
	return append(proof, responses...)
}

// opening simulates the proof that (u, v), under y, holds m.
func (s *simulator) opening(at sigma.Place, y *group.Base, e group.Ciphertext, m uint8) []byte {
	u, v := group.NewBase(e.U), group.NewBase(e.V)
	sponge := at.Sponge(sigma.OpeningKind)
	sponge.Absorb([]byte{m})
	for _, b := range []*group.Base{y, u, v} {
		encoding := b.Bytes()
		sponge.Absorb(encoding[:])
	}
	return s.linear(sponge, &sigma.Linear{Witnesses: 1, Equations: []sigma.Equation{
		{{Base: group.B(), Form: sigma.Times(1, 0)}, {Base: y, Form: sigma.Times(-1, sigma.One)}},
		{
			{Base: u, Form: sigma.Times(1, 0)}, {Base: v, Form: sigma.Times(-1, sigma.One)},
			{Base: group.B(), Form: sigma.Times(int(m), sigma.One)},
		},
	}})
}

// piece simulates the opening of what a seat's piece is one of.
func (s *simulator) piece(at sigma.Place, piece int, set engine.TypeSet) []byte {
	c := s.match.Commitment(at.Seat)
	return s.opening(at, c.Y(piece), c.Sum(piece, set), 1)
}

// attack simulates the message of an attack: C holds the code that the referee
// says, freshly, whatever the pieces are.
func (s *simulator) attack(at sigma.Place, p *engine.Position, code engine.Code) []byte {
	attacker, defender, movers, ok := p.Clash()
	require.True(s.t, ok)
	mine, theirs := s.match.Commitment(attacker.Seat()), s.match.Commitment(defender.Seat())
	y := theirs.Y(defender.Number())
	r := s.scalar()
	v := group.B().Mult(group.SmallScalar(uint8(code)))
	big := group.Ciphertext{U: group.B().Mult(r), V: v.Add(v, y.Mult(r))}

	// The targets added up, and the last x written as 1 minus the others.
	types := movers.Types()
	n := len(types)
	minus := sigma.Times(-1, sigma.One)
	equations := []sigma.Equation{
		{{Base: mine.Piece(attacker.Number()), Form: minus}, {Base: group.H(), Form: sigma.Times(1, n-1)}},
		{{Base: group.NewBase(big.U), Form: minus}, {Base: group.B(), Form: sigma.Times(1, n)}},
		{{Base: group.NewBase(big.V), Form: minus}, {Base: y, Form: sigma.Times(1, n)}},
	}
	for i, a := range types {
		target := group.NewCiphertext()
		for _, d := range s.rules.Allowed(defender.Number()).Types() {
			f := group.SmallScalar(uint8(s.rules.Clash(a, d)))
			e := theirs.Column(defender.Number(), d)
			target.Add(target, group.Ciphertext{U: e.U.ScalarMult(f, e.U), V: e.V.ScalarMult(f, e.V)})
		}
		form := sigma.Times(1, i)
		if i == n-1 {
			form = sigma.Times(1, sigma.One)
			for other := range n - 1 {
				form = append(form, sigma.Part{Witness: other, Times: -1})
			}
		}
		for row, base := range []*group.Base{group.G(int(a)), group.NewBase(target.U), group.NewBase(target.V)} {
			equations[row] = append(equations[row], sigma.Term{Base: base, Form: form})
		}
	}
	sponge := at.Sponge(clash.AttackKind)
	for _, c := range []*layout.Commitment{mine, theirs} {
		digest := c.Digest()
		sponge.Absorb(digest[:])
	}
	sponge.Absorb([]byte{byte(attacker.Number()), byte(defender.Number())})
	sponge.AbsorbUint32(uint32(movers))
	sponge.Absorb(big.Bytes())
	return append(big.Bytes(), s.linear(sponge, &sigma.Linear{Witnesses: n + 1, Equations: equations})...)
}

// noMove simulates the proof that no piece is of one of its types.
func (s *simulator) noMove(at sigma.Place, parts []layout.Part) []byte {
	c := s.match.Commitment(at.Seat)
	digest := c.Digest()
	sponge := at.Sponge(layout.NoneKind)
	sponge.Absorb(digest[:])
	sponge.AbsorbUint32(uint32(len(parts)))
	w := group.NewElement()
	u, x := map[engine.Type]*group.Base{}, map[engine.Type]*group.Element{}
	for _, part := range parts {
		sponge.Absorb([]byte{byte(part.Piece)})
		sponge.AbsorbUint32(uint32(part.Types))
		w.Add(w, c.Sum(part.Piece, part.Types).V)
		sent, last := c.Columns(part.Piece)
		for _, column := range sent {
			if part.Types.Has(column.Type) == part.Types.Has(last) {
				continue
			}
			if u[column.Type] == nil {
				u[column.Type], x[column.Type] = column.U, group.NewElement()
			}
			y := c.Y(part.Piece).Element()
			if part.Types.Has(last) {
				y.Negate(y)
			}
			x[column.Type].Add(x[column.Type], y)
		}
	}
	var equations []sigma.Equation
	all := sigma.Equation{{Base: group.NewBase(w), Form: sigma.Times(-1, sigma.One)}}
	for _, j := range junqi.Standard().Types().Types() {
		if u[j] == nil {
			continue
		}
		form := sigma.Times(1, len(equations))
		equations = append(equations, sigma.Equation{
			{Base: group.B(), Form: form}, {Base: u[j], Form: sigma.Times(-1, sigma.One)},
		})
		all = append(all, sigma.Term{Base: group.NewBase(x[j]), Form: form})
	}
	return s.linear(sponge, &sigma.Linear{Witnesses: len(equations), Equations: append(equations, all)})
}

// layout simulates the body of a Layout record. Challenges but c it may know before.
func (s *simulator) layout(seat engine.Seat) []byte {
	b, h := group.B(), group.H()
	n := junqi.Standard().ArmySize()
	var body []byte
	put := func(e *group.Base) *group.Base {
		encoding := e.Bytes()
		body = append(body, encoding[:]...)
		return e
	}
	held, sent := map[engine.Type]bool{}, map[engine.Type]bool{}
	s.each(func(_ int, j engine.Type, implied bool) {
		held[j] = true
		sent[j] = sent[j] || !implied
	})
	var heldTypes, sentTypes []engine.Type
	for _, j := range junqi.Standard().Types().Types() {
		if held[j] {
			heldTypes = append(heldTypes, j)
		}
		if sent[j] {
			sentTypes = append(sentTypes, j)
		}
	}

	y := make([]*group.Base, n)
	for p := range y {
		y[p] = put(s.element())
	}
	random, u := map[engine.Type]*group.Scalar{}, map[engine.Type]*group.Base{}
	for _, j := range sentTypes {
		random[j] = s.scalar()
		u[j] = put(group.NewBase(b.Mult(random[j])))
	}
	v := map[[2]int]*group.Base{}
	s.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			v[[2]int{p, int(j)}] = put(group.NewBase(y[p].Mult(random[j]))) // of 0
		}
	})
	pieces := make([]*group.Base, n)
	for p := range pieces {
		pieces[p] = put(group.NewBase(h.Mult(s.scalar())))
	}
	nonce, tape := s.bytes(), s.bytes()
	body = append(append(body, nonce[:]...), tape[:]...)

	sponge := s.place(0, seat, nil, 0).Context.Sponge(layout.ProofKind)
	sponge.AbsorbBytes(body)
	x := map[engine.Type]*group.Scalar{}
	for _, j := range heldTypes {
		x[j] = sponge.SqueezeScalar()
	}
	xi, delta, eta := sponge.SqueezeScalar(), sponge.SqueezeScalar(), sponge.SqueezeScalar()
	products := []*group.Base{b}
	at := len(body)
	for range n - 1 {
		products = append(products, put(s.element()))
	}
	target := group.SmallScalar(1)
	for _, j := range heldTypes {
		for range s.rules.Count(j) {
			target.Multiply(target, new(group.Scalar).Subtract(xi, x[j]))
		}
	}
	products = append(products, group.NewBase(b.Mult(target)))
	sponge.AbsorbBytes(body[at:])
	gamma := sponge.SqueezeScalar()
	power := func(x *group.Scalar, n int) *group.Scalar {
		out := group.SmallScalar(1)
		for range n {
			out.Multiply(out, x)
		}
		return out
	}

	// The responses come first, then the first messages that go with them.
	c := s.scalar()
	var responses []byte
	response := func() *group.Scalar {
		z := s.scalar()
		responses = append(responses, z.Bytes()...)
		return z
	}
	z, steps := make([]*group.Scalar, n), make([]*group.Scalar, n)
	for p := range z {
		z[p] = response()
	}
	for p := range steps {
		steps[p] = response()
	}
	q, rest := map[engine.Type]*group.Scalar{}, group.NewScalar()
	for p := range n {
		rest.MultiplyAdd(c, power(delta, p+1), rest)
	}
	for _, j := range heldTypes[:len(heldTypes)-1] {
		q[j] = response()
		rest.Subtract(rest, q[j])
	}
	q[heldTypes[len(heldTypes)-1]] = rest
	w := map[engine.Type]*group.Scalar{}
	for _, j := range sentTypes {
		w[j] = response()
	}
	zt, zk := response(), response()

	at = len(body)
	for p := range n { // z C - h H - c (ξ C - C')
		of := new(group.Scalar).Multiply(c, xi)
		body = append(body, sum([]*group.Scalar{of.Subtract(z[p], of), minus(steps[p]), c}, []*group.Base{products[p], h, products[p+1]})...)
	}
	for _, j := range sentTypes {
		body = append(body, sum([]*group.Scalar{w[j], minus(c)}, []*group.Base{b, u[j]})...)
	}
	keys, commitments := b.Mult(zk), h.Mult(zt)
	constant, tie := group.NewScalar(), group.NewElement()
	for _, j := range heldTypes {
		commitments.Add(commitments, group.G(int(j)).Mult(q[j]))
		of := new(group.Scalar).Multiply(power(gamma, n+1), power(eta, int(j)+1))
		constant.MultiplyAdd(of, q[j], constant)
	}
	for p := range n {
		of := new(group.Scalar).Multiply(c, power(delta, p+1))
		keys.Subtract(keys, y[p].Mult(of))
		commitments.Subtract(commitments, pieces[p].Mult(of))
		constant.MultiplyAdd(power(gamma, p+1), z[p], constant)
	}
	s.each(func(p int, j engine.Type, implied bool) {
		weight := func(j engine.Type) *group.Scalar {
			g := new(group.Scalar).Multiply(power(gamma, n+1), power(eta, int(j)+1))
			g.Multiply(g, power(delta, p+1))
			return g.MultiplyAdd(power(gamma, p+1), x[j], g)
		}
		if implied {
			constant.Subtract(constant, new(group.Scalar).Multiply(c, weight(j)))
			return
		}
		types := s.rules.Allowed(p).Types()
		e := weight(j)
		e.Subtract(e, weight(types[len(types)-1]))
		tie.Add(tie, y[p].Mult(new(group.Scalar).Multiply(w[j], e)))
		tie.Subtract(tie, v[[2]int{p, int(j)}].Mult(new(group.Scalar).Multiply(c, e)))
	})
	tie.Add(tie, b.Mult(constant))
	for _, e := range []*group.Element{keys, commitments, tie} {
		body = append(body, e.Bytes()...)
	}
	sponge.Absorb(body[at:])
	s.challenge(sponge, c)
	return append(body, responses...)
}

// each visits all columns that a layout may have, in order.
func (s *simulator) each(f func(p int, j engine.Type, implied bool)) {
	for p := range junqi.Standard().ArmySize() {
		types := s.rules.Allowed(p).Types()
		for i, j := range types {
			f(p, j, i == len(types)-1)
		}
	}
}

// flag simulates the opening of a shown flag.
func (s *simulator) flag(at sigma.Place, node engine.Node) []byte {
	piece, ok := s.rules.Starter(at.Seat, node)
	require.True(s.t, ok)
	return s.piece(at, piece, engine.TypesOf(junqi.Flag))
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
		Rules: s.rules.Text(), Resolver: protocol.ElGamal,
		Key: public[0], Nonce: s.bytes(), Invites: []transcript.PublicKey{public[1]},
	}
	s.append(transcript.Terms, engine.Red, terms.Marshal())
	join := transcript.JoinBody{Key: public[1], Nonce: s.bytes()}
	join.SignInvite(s.keys[1], s.match.Head(), engine.Blue)
	s.append(transcript.Join, engine.Blue, join.Marshal())
	var bodies [2][]byte
	for seat := range bodies {
		bodies[seat] = s.layout(engine.Seat(seat))
		h := transcript.Commitment(s.match.ID(), engine.Seat(seat), s.match.Key(engine.Seat(seat)), bodies[seat])
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
			body.Proof = s.piece(at, piece.Number(), known&movers)
		}
		s.append(transcript.Move, e.Seat, body.Marshal())
	case engine.EventAnswer:
		body := transcript.AnswerBody{Code: e.Code, Flag: e.Flag}
		at := s.place(transcript.Answer, e.Seat, body.Head(), 0)
		_, defender, _, ok := p.Clash()
		require.True(s.t, ok)
		move, err := transcript.Parse(s.match.Record(s.match.Len() - 1))
		require.NoError(s.t, err)
		c, err := group.DecodeCiphertext(move.Body[3:][:group.CiphertextSize])
		require.NoError(s.t, err)
		body.Proof = s.opening(at, s.match.Commitment(e.Seat).Y(defender.Number()), c, uint8(e.Code))
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
		var parts []layout.Part
		for number := range junqi.Standard().ArmySize() {
			piece := engine.PieceOf(e.Seat, number)
			if types := p.MobileTypes(piece); p.Where(piece) != engine.NoNode && types.Len() > 0 {
				parts = append(parts, layout.Part{Piece: number, Types: types})
			}
		}
		s.append(transcript.NoMove, e.Seat, s.noMove(s.place(transcript.NoMove, e.Seat, nil, 0), parts))
	case engine.EventResign:
		s.append(transcript.Resign, e.Seat, nil)
	default:
		require.Fail(s.t, "no such event in this history")
	}
}

// refereed is the public history of a game under a referee who sees both layouts:
// the commanders fall at once, and then it goes on at random, with many clashes.
func refereed(t testing.TB, rules *engine.Ruleset, layouts []engine.Layout, rng *rand.Rand, plies int) []engine.Event {
	referee, err := engine.NewReferee(rules, layouts, engine.Red)
	require.NoError(t, err)
	var history []engine.Event
	play := func(e engine.Event) {
		said, err := referee.Play(e)
		require.NoError(t, err)
		history = append(history, said...)
	}
	move, err := rules.Board().ParseMove("c6-c7")
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
	rules, err := junqi.Rules("standard,first=red,reveal=never")
	require.NoError(t, err)
	l, err := junqi.Standard().ParseLayout("42932/2.1.6/74.58/1.3.1/MM35M/BF76B")
	require.NoError(t, err)
	history := refereed(t, rules, []engine.Layout{l, l}, rand.New(rand.NewPCG(1, 2)), 60)
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
	require.Equal(t, s.match.Proofs(), oracle.Len(), "one point for each proof")
	file := s.match.File()
	require.Equal(t, protocol.Honest, protocol.Audit(file).Verdict)

	// It is the oracle that makes these proofs: under the sponge none of them is one.
	undo()
	report := protocol.Audit(file)
	require.Equal(t, protocol.Cheating, report.Verdict)
	require.Equal(t, "Layout", report.Conviction.Kind.String())
}
