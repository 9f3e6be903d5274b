package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"

	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Where the rules allow it, `bench` measures the clash of docs/spec.md, section 1:
// a6xa7, a battalion meets a commander. Both stand in the front row, so that the attacker need
// not prove that it can move. Under other rules it is the first clash of a game between two that
// move by chance.
const (
	benchLayout = "42239/2.1.6/74.58/1.3.1/MM35M/BF76B"
	benchMove   = "a6-a7"
)

// benchSetup is seats that have shown their layouts, and an attack. All secrets are new.
type benchSetup struct {
	rules              *engine.Ruleset
	match              [32]byte
	seats              []*benchSeat
	layouts            []engine.Layout
	moves              []engine.Move // from the start to the attack
	attacker, defender engine.Piece
	move               engine.Move
	movers, known      engine.TypeSet
}

// red and blue are the attacker and the defender, as the tables of `bench` call them.
func (tb *benchSetup) red() *benchSeat { return tb.seats[tb.attacker.Seat()] }

func (tb *benchSetup) blue() *benchSeat { return tb.seats[tb.defender.Seat()] }

type benchSeat struct {
	context    sigma.Context
	secret     *layout.Secret
	body       []byte // of its Layout
	commitment *layout.Commitment
	signer     ed25519.PrivateKey
	key        transcript.PublicKey
}

// benchParts prepares a clash and lists what is measured.
func benchParts(rs *engine.Ruleset) ([]*benchPart, *playedMatch, error) {
	tb := &benchSetup{rules: rs, match: fresh32()}
	layouts, moves, position, err := benchClash(rs)
	if err != nil {
		return nil, nil, err
	}
	tb.layouts, tb.moves = layouts, moves
	tb.attacker, tb.defender, tb.movers, _ = position.Clash()
	tb.move, tb.known = position.ClashMove(), position.Known(tb.defender)
	for i, l := range layouts {
		s, err := newBenchSeat(rs, tb.match, engine.Seat(i), l)
		if err != nil {
			return nil, nil, err
		}
		tb.seats = append(tb.seats, s)
	}

	match, err := playMatch(rs)
	if err != nil {
		return nil, nil, err
	}
	list := []func() (*benchPart, error){groupPart, tb.layoutPart, tb.mobilityPart, tb.elgamalPart}
	if rs.RevealAtEnd() { // the others need it
		list = append(list, tb.yaoPart, tb.garbledPart)
	}
	var parts []*benchPart
	for _, measure := range append(list, tb.recordPart, match.part) {
		p, err := measure()
		if err != nil {
			return nil, nil, err
		}
		parts = append(parts, p)
	}
	return parts, match, nil
}

// benchClash returns a position in which an attack is to be answered, the moves that lead to it, and
// the layouts of all seats.
func benchClash(rs *engine.Ruleset) (layouts []engine.Layout, moves []engine.Move, position *engine.Position, err error) {
	rng := gameargs.SeededRand(1, 0)
	layouts = make([]engine.Layout, rs.NumSeats())
	for i := range layouts {
		layouts[i] = rs.RandomLayout(rng)
	}
	first, _ := rs.First()
	if l, err := rs.ParseLayout(benchLayout); err == nil && rs.CheckLayout(l) == nil && rs.NumSeats() == 2 {
		layouts = []engine.Layout{l, l}
		p := engine.Start(rs, engine.Red)
		if m, err := rs.Board().ParseMove(benchMove); err == nil && p.Apply(engine.MoveEvent(engine.Red, m, false)) == nil && p.Phase() == engine.PhaseAnswer {
			return layouts, []engine.Move{m}, &p, nil
		}
	}
	for range maxRuns {
		moves = nil
		p := engine.Start(rs, first)
		for p.Phase() == engine.PhaseMove {
			seat := p.ToAct()
			legal := p.LegalMoves(seat, layouts[seat])
			if len(legal) == 0 {
				break
			}
			moves = append(moves, legal[rng.IntN(len(legal))])
			if err := p.Apply(engine.MoveEvent(seat, moves[len(moves)-1], false)); err != nil {
				return nil, nil, nil, err
			}
		}
		if p.Phase() == engine.PhaseAnswer {
			return layouts, moves, &p, nil
		}
	}
	return nil, nil, nil, coded.Errorf("cmd.no-clash", "no pieces meet under these rules")
}

func fresh32() (b [32]byte) {
	rand.Read(b[:])
	return b
}

func newBenchSeat(rs *engine.Ruleset, match [32]byte, seat engine.Seat, l engine.Layout) (*benchSeat, error) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	s := &benchSeat{signer: private}
	if s.key, err = transcript.NewPublicKey(public); err != nil {
		return nil, err
	}
	s.context = sigma.Context{Rules: rs.Digest(), Match: match, Seat: seat, Key: s.key.Bytes()}
	key, err := layout.NewKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	s.secret = &layout.Secret{
		Layout: l, Key: key, Nonces: sigma.Nonces{Key: fresh32(), Fresh: fresh32()}, Nonce: fresh32(), TapeSeed: fresh32(),
	}
	if s.body, err = layout.Prove(s.context, rs, s.secret); err != nil {
		return nil, err
	}
	if s.commitment, err = layout.Verify(s.context, rs, s.body); err != nil {
		return nil, err
	}
	s.commitment = s.commitment.ForSums() // as in a match
	return s, nil
}

// place returns where a proof of the seat appears.
func (s *benchSeat) place(body []byte) sigma.Place {
	return sigma.Place{Context: s.context, Prev: s.context.Match, Body: body}
}

func (tb *benchSetup) message(kind transcript.Kind, by engine.Seat, body []byte) benchMessage {
	r := transcript.Sign(tb.seats[by].signer, transcript.Link{Match: tb.match}, kind, by, body)
	return benchMessage{kind.String(), by.String(), len(r.Marshal())}
}

func (tb *benchSetup) layoutPart() (*benchPart, error) {
	red, blue := tb.red(), tb.blue()
	p := &benchPart{Name: "layout", Rounds: 2, Messages: []benchMessage{
		tb.message(transcript.Commit, engine.Red, make([]byte, 32)), tb.message(transcript.Commit, engine.Blue, make([]byte, 32)),
		tb.message(transcript.Layout, engine.Red, red.body), tb.message(transcript.Layout, engine.Blue, blue.body),
	}}
	p.Steps = []*benchStep{
		{Name: "prove", By: "red", When: "match", work: func(int) error {
			_, err := layout.Prove(red.context, tb.rules, red.secret)
			return err
		}},
		{Name: "verify", By: "everyone", When: "match", work: func(int) error {
			_, err := layout.Verify(red.context, tb.rules, red.body)
			return err
		}},
		{Name: "open", By: "auditor", When: "audit", work: func(int) error {
			_, err := red.commitment.Open(red.secret.Key)
			return err
		}},
	}
	return p, nil
}

func (tb *benchSetup) elgamalPart() (*benchPart, error) {
	red, blue := tb.red(), tb.blue()
	move := transcript.MoveBody{Move: tb.move}
	at := red.place(move.Head())
	statement := clash.Statement{
		Rules: tb.rules, Attacker: red.commitment, AttackerPiece: tb.attacker.Number(), Movers: tb.movers,
		Defender: blue.commitment, DefenderPiece: tb.defender.Number(),
	}
	attack, err := clash.Attack(at, statement, red.secret, red.secret.Nonces)
	if err != nil {
		return nil, err
	}
	move.Proof = attack
	question, err := clash.CheckAttack(at, statement, attack)
	if err != nil {
		return nil, err
	}
	answer := transcript.AnswerBody{Flag: engine.NoNode}
	answerAt := func(code engine.Code) sigma.Place {
		body := transcript.AnswerBody{Code: code, Flag: engine.NoNode}
		return blue.place(body.Head())
	}
	if answer.Code, answer.Proof, err = question.Answer(answerAt, blue.secret.Key, blue.secret.Nonces); err != nil {
		return nil, err
	}
	p := &benchPart{Name: protocol.ElGamal, Rounds: 1, Messages: []benchMessage{
		tb.message(transcript.Move, engine.Red, move.Marshal()), tb.message(transcript.Answer, engine.Blue, answer.Marshal()),
	}}
	p.Steps = []*benchStep{
		{Name: "attack", By: "red", When: "clash", work: func(int) error {
			_, err := clash.Attack(at, statement, red.secret, red.secret.Nonces)
			return err
		}},
		{Name: "check-attack", By: "everyone", When: "clash", work: func(int) error {
			_, err := clash.CheckAttack(at, statement, attack)
			return err
		}},
		{Name: "answer", By: "blue", When: "clash", work: func(int) error {
			_, _, err := question.Answer(answerAt, blue.secret.Key, blue.secret.Nonces)
			return err
		}},
		{Name: "check-answer", By: "everyone", When: "clash", work: func(int) error {
			return question.CheckAnswer(answerAt(answer.Code), answer.Code, answer.Proof)
		}},
	}
	ready, err := tb.readySteps()
	p.Steps = append(p.Steps, ready...)
	return p, err
}

func (tb *benchSetup) yaoPart() (*benchPart, error) {
	return tb.auditedPart(yao82.New(), auditedSteps{
		once: "match", first: []string{"key"}, later: []string{"", "blind", "list", "read"},
	})
}

func (tb *benchSetup) garbledPart() (*benchPart, error) {
	p, err := tb.auditedPart(garbled.New(), auditedSteps{
		later: []string{"offer", "choose", "garble", "evaluate"},
	})
	if err != nil {
		return nil, err
	}
	compile := &benchStep{Name: "compile", By: "everyone", When: "match", work: func(int) error {
		garbled.Compile(tb.rules)
		return nil
	}}
	p.Steps = append([]*benchStep{compile}, p.Steps...)
	return p, nil
}

// auditedSteps are the names of the computations behind the four messages of a clash.
type auditedSteps struct {
	once  string   // when the first clash of two seats does what later ones can reuse, if it does
	first []string // what it does, by step
	later []string // what every clash does, by step; "" for nothing
}

// auditedClash is both seats in the clashes of the audited part.
type auditedClash struct {
	resolver audited.Resolver
	types    [2]engine.Type // by role
	seeds    [2][32]byte
	seats    [2]audited.Seat
}

func (s *auditedClash) make(r *audited.Round) ([]byte, error) {
	role := r.Next().Role()
	return s.seats[role].Make(r, s.types[role])
}

// forget discards what the seats have computed once.
func (s *auditedClash) forget() {
	for role := range s.seats {
		s.seats[role] = s.resolver.Sit(s.seeds[role])
	}
}

func (s *auditedClash) play(r *audited.Round) (*audited.Round, error) {
	for r.Next() <= tape.Answer {
		message, err := s.make(r)
		if err != nil {
			return nil, err
		}
		r = r.With(message)
	}
	return r, nil
}

// auditedPart returns two clashes of four messages each: the first between two seats, in which they
// agree on what they need once, and a later one. Keys and primes are found by trying, so each run
// has its own randomness.
func (tb *benchSetup) auditedPart(resolver audited.Resolver, names auditedSteps) (*benchPart, error) {
	red, blue := tb.red().secret, tb.blue().secret
	s := &auditedClash{
		resolver: resolver,
		types:    [2]engine.Type{red.Layout[tb.attacker.Number()], blue.Layout[tb.defender.Number()]},
		seeds:    [2][32]byte{red.TapeSeed, blue.TapeSeed},
	}
	s.forget()
	begin := func(number int, earlier ...*audited.Round) *audited.Round {
		r := &audited.Round{Earlier: earlier, Clash: audited.Clash{
			Rules: tb.rules, Match: tb.match, Number: uint32(number), Attackers: tb.movers, Defenders: tb.known,
		}}
		if len(earlier) > 0 {
			r.First = earlier[0]
		}
		for range tape.Answer + 1 {
			r = r.Answering(tb.match)
		}
		return r
	}
	first, err := s.play(begin(0))
	if err != nil {
		return nil, err
	}
	later, err := s.play(begin(1, first))
	if err != nil {
		return nil, err
	}

	p := &benchPart{Name: resolver.Name(), Rounds: 2, Messages: tb.auditedMessages(later)}
	if names.first != nil {
		p.First = tb.auditedMessages(first)
	}
	step := func(name, by, when string, work func(run int) error) {
		p.Steps = append(p.Steps, &benchStep{Name: name, By: by, When: when, work: work})
	}
	maker := [2]string{"red", "blue"}
	for i, name := range names.first {
		at := tape.Step(i)
		step(name, maker[at.Role()], names.once, func(run int) error {
			other := *s
			other.forget()
			r := first.Before(at)
			r.Number = uint32(run)
			_, err := other.make(r)
			return err
		})
		step("check-"+at.String(), "everyone", names.once, func(int) error { return resolver.Check(first.Before(at + 1)) })
	}
	for i, name := range names.later {
		at := tape.Step(i)
		if name == "" {
			continue
		}
		step(name, maker[at.Role()], "clash", func(int) error {
			_, err := s.make(later.Before(at))
			return err
		})
		check := "check-" + at.String()
		if at == tape.Answer {
			check = "check-code"
		}
		step(check, "everyone", "clash", func(int) error { return resolver.Check(later.Before(at + 1)) })
	}
	step("accept", "red", "clash", func(int) error {
		return later.CheckHeard(tape.Answer, engine.TypesOf(s.types[tape.Attacker]), later.Defenders, engine.Code(later.Said[tape.Answer][0]))
	})
	step("replay", "auditor", "audit", func(int) error {
		return audited.Replay(later, audited.Opening{Attacker: s.types[tape.Attacker], Defender: s.types[tape.Defender], Seats: s.seats})
	})
	return p, nil
}

func (tb *benchSetup) auditedMessages(r *audited.Round) []benchMessage {
	move := transcript.MoveBody{Move: tb.move, Proof: r.Said[tape.Offer]}
	answer := transcript.AnswerBody{Code: engine.Code(r.Said[tape.Answer][0]), Flag: engine.NoNode, Proof: r.Said[tape.Answer][1:]}
	return []benchMessage{
		tb.message(transcript.Move, engine.Red, move.Marshal()), tb.message(transcript.Step, engine.Blue, r.Said[tape.Request]),
		tb.message(transcript.Step, engine.Red, r.Said[tape.Reply]), tb.message(transcript.Answer, engine.Blue, answer.Marshal()),
	}
}

func (tb *benchSetup) recordPart() (*benchPart, error) {
	red := tb.red()
	key := red.key.WithTables() // as all seats of a match have
	at := transcript.Link{Match: tb.match}
	body := make([]byte, 512)
	record := transcript.Sign(red.signer, at, transcript.Move, engine.Red, body)
	return &benchPart{Name: "record", Messages: []benchMessage{}, Steps: []*benchStep{
		{Name: "sign", By: "everyone", When: "record", work: func(int) error {
			transcript.Sign(red.signer, at, transcript.Move, engine.Red, body)
			return nil
		}},
		{Name: "check-signature", By: "everyone", When: "record", work: func(int) error {
			if !record.Verify(key, at) {
				return errors.New("a signature does not verify")
			}
			return nil
		}},
	}}, nil
}

// groupPart measures each group operation alone, at its cheapest. The floors of all other steps
// follow from it.
func groupPart() (*benchPart, error) {
	const many = 64     // so that the clock doesn't matter
	const sum = 1 << 10 // terms: the larger a sum, the cheaper each of them
	k, err := group.RandomScalar(rand.Reader)
	if err != nil {
		return nil, err
	}
	e := group.B().Mult(k)
	encoded := e.Bytes()
	var row []byte
	elements, scalars, bases := make([]*group.Element, sum), make([]*group.Scalar, sum), make([]*group.Base, sum)
	for i := range elements {
		if scalars[i], err = group.RandomScalar(rand.Reader); err != nil {
			return nil, err
		}
		elements[i] = group.B().Mult(scalars[i])
		bases[i] = group.NewBase(elements[i])
		row = append(row, elements[i].Bytes()...)
	}
	p := &benchPart{Name: "group", Messages: []benchMessage{}}
	step := func(o opcount.Operation, times int, work func()) {
		p.Steps = append(p.Steps, &benchStep{Name: o.String(), By: "everyone", When: "operation", times: times, work: func(int) error {
			work()
			return nil
		}})
	}
	repeat := func(o opcount.Operation, work func()) {
		step(o, many, func() {
			for range many {
				work()
			}
		})
	}
	repeat(opcount.Decode, func() { group.DecodeElement(encoded) })
	step(opcount.BatchDecode, sum, func() { group.DecodeBases(row) })
	repeat(opcount.Encode, func() { e.Bytes() })
	step(opcount.BatchEncode, sum, func() { group.EncodeDoubles(elements) })
	repeat(opcount.FixedBase, func() { group.B().Mult(k) })
	step(opcount.VariableBase, sum, func() { group.Sum(scalars, bases) })
	step(opcount.PublicTerm, sum, func() { group.VarTimeSum(scalars, bases) })
	return p, nil
}

// floors are the steps of groupPart by the names of their operations.
type floors map[string]*benchStep

func floorsOf(p *benchPart) floors {
	f := floors{}
	for _, s := range p.Steps {
		f[s.Name] = s
	}
	return f
}

// of returns the least time that operations take. Starting a sum counts as nothing.
func (f floors) of(operations map[string]int) (ns int64) {
	for name, n := range operations {
		if s := f[name]; s != nil {
			ns += int64(n) * s.MinNs
		}
	}
	return ns
}

// count records the operations of a run.
func (s *benchStep) count(counts opcount.Counts) {
	for o, n := range counts {
		if n /= max(s.times, 1); n > 0 {
			if s.Operations == nil {
				s.Operations = map[string]int{}
			}
			s.Operations[opcount.Operation(o).String()] = n
		}
	}
}
