package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The clash that `bench` measures is that of docs/spec.md, section 1: a6xa7, a battalion meets a commander. Both stand in the
// front row, so that the attacker need not prove that it can move.
const benchLayout = "42239/2.1.6/74.58/1.3.1/MM35M/BF76B"

var benchMove = engine.Move{From: 5, To: 6}

// benchTable is two seats that have shown their layouts, and red's attack. All secrets are fresh.
type benchTable struct {
	rules              *engine.Ruleset
	match              [32]byte
	seats              [2]*benchSeat
	attacker, defender engine.Piece
	movers, known      engine.TypeSet
}

type benchSeat struct {
	context    sigma.Context
	secret     *layout.Secret
	body       []byte // of its Layout
	commitment *layout.Commitment
	signer     ed25519.PrivateKey
	key        transcript.PublicKey
}

// benchParts sets up a clash and lists what there is to measure.
func benchParts(rs *engine.Ruleset) ([]*benchPart, error) {
	tb := &benchTable{rules: rs, match: fresh32()}
	for seat := range tb.seats {
		var err error
		if tb.seats[seat], err = newBenchSeat(rs, tb.match, engine.Seat(seat)); err != nil {
			return nil, err
		}
	}
	position := engine.Start(rs, engine.Red)
	if err := position.Apply(engine.MoveEvent(engine.Red, benchMove, false)); err != nil {
		return nil, err
	}
	tb.attacker, tb.defender, tb.movers, _ = position.Clash()
	tb.known = position.Known(tb.defender)

	list := []func() (*benchPart, error){tb.layoutPart, tb.elgamalPart}
	if rs.RevealAtEnd() { // the others need it
		list = append(list, tb.yaoPart, tb.garbledPart)
	}
	var parts []*benchPart
	for _, measure := range append(list, tb.recordPart) {
		p, err := measure()
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func fresh32() (b [32]byte) {
	rand.Read(b[:])
	return b
}

func newBenchSeat(rs *engine.Ruleset, match [32]byte, seat engine.Seat) (*benchSeat, error) {
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
		Key: key, Nonces: sigma.Nonces{Key: fresh32(), Fresh: fresh32()}, Nonce: fresh32(), TapeSeed: fresh32(),
	}
	if s.secret.Layout, err = engine.ParseLayout(benchLayout); err != nil {
		return nil, err
	}
	if s.body, err = layout.Prove(s.context, rs, s.secret); err != nil {
		return nil, err
	}
	s.commitment, err = layout.Verify(s.context, rs, s.body)
	return s, err
}

// place is where a proof of a seat stands.
func (s *benchSeat) place(body []byte) sigma.Place {
	return sigma.Place{Context: s.context, Prev: s.context.Match, Body: body}
}

// message is a record with that body, as it is sent.
func (tb *benchTable) message(kind transcript.Kind, by engine.Seat, body []byte) benchMessage {
	r := transcript.Sign(tb.seats[by].signer, transcript.Link{Match: tb.match}, kind, by, body)
	return benchMessage{kind.String(), by.String(), len(r.Marshal())}
}

func (tb *benchTable) layoutPart() (*benchPart, error) {
	red, blue := tb.seats[engine.Red], tb.seats[engine.Blue]
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

func (tb *benchTable) elgamalPart() (*benchPart, error) {
	red, blue := tb.seats[engine.Red], tb.seats[engine.Blue]
	move := transcript.MoveBody{Move: benchMove}
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
	return p, nil
}

func (tb *benchTable) yaoPart() (*benchPart, error) {
	return tb.auditedPart(yao82.New(), "key", "blind", "list", "read")
}

func (tb *benchTable) garbledPart() (*benchPart, error) {
	p, err := tb.auditedPart(garbled.New(), "offer", "choose", "garble", "evaluate")
	if err != nil {
		return nil, err
	}
	compile := &benchStep{Name: "compile", By: "everyone", When: "match", work: func(int) error {
		_, err := garbled.Compile(tb.rules)
		return err
	}}
	p.Steps = append([]*benchStep{compile}, p.Steps...)
	return p, nil
}

// auditedPart is a clash of four messages. Keys and primes are found by trying, so each run has coins of its own.
func (tb *benchTable) auditedPart(r audited.Resolver, offer, request, reply, answer string) (*benchPart, error) {
	red, blue := tb.seats[engine.Red].secret, tb.seats[engine.Blue].secret
	own, other := red.Layout[tb.attacker.Number()], blue.Layout[tb.defender.Number()]
	c := audited.Clash{Rules: tb.rules, Session: audited.Session(tb.match, tb.match, 0), Attackers: tb.movers, Defenders: tb.known}
	coins := func(step tape.Step, run int) *tape.Coins {
		seed := red.TapeSeed
		if step.Role() == tape.Defender {
			seed = blue.TapeSeed
		}
		return tape.New(seed, tape.Place{Match: tb.match, Clash: uint32(run), Step: step})
	}
	attacker, err := r.Attack(c, own, coins(tape.Offer, 0))
	if err != nil {
		return nil, err
	}
	again, err := r.Attack(c, own, coins(tape.Offer, 0)) // an attacker remembers its last reply: this one repeats it
	if err != nil {
		return nil, err
	}
	said := audited.Messages{Offer: attacker.Offer()}
	defender, err := r.Defend(c, other, said.Offer, coins(tape.Request, 0))
	if err != nil {
		return nil, err
	}
	said.Request = defender.Request()
	if said.Reply, err = attacker.Reply(said.Request, coins(tape.Reply, 0)); err != nil {
		return nil, err
	}
	heard, err := defender.Answer(said.Reply)
	if err != nil {
		return nil, err
	}
	said.Answer = &heard

	move := transcript.MoveBody{Move: benchMove, Proof: said.Offer}
	body := transcript.AnswerBody{Code: heard.Code, Flag: engine.NoNode, Proof: heard.Proof}
	p := &benchPart{Name: r.Name(), Rounds: 2, Messages: []benchMessage{
		tb.message(transcript.Move, engine.Red, move.Marshal()), tb.message(transcript.Step, engine.Blue, said.Request),
		tb.message(transcript.Step, engine.Red, said.Reply), tb.message(transcript.Answer, engine.Blue, body.Marshal()),
	}}
	step := func(name, by, when string, work func(run int) error) {
		p.Steps = append(p.Steps, &benchStep{Name: name, By: by, When: when, work: work})
	}
	step(offer, "red", "clash", func(run int) error {
		_, err := r.Attack(c, own, coins(tape.Offer, run))
		return err
	})
	step("check-offer", "everyone", "clash", func(int) error { return r.CheckOffer(c, said.Offer) })
	step(request, "blue", "clash", func(run int) error {
		_, err := r.Defend(c, other, said.Offer, coins(tape.Request, run))
		return err
	})
	step("check-request", "everyone", "clash", func(int) error { return r.CheckRequest(c, said.Offer, said.Request) })
	step(reply, "red", "clash", func(run int) error {
		_, err := again.Reply(said.Request, coins(tape.Reply, run))
		return err
	})
	step("check-reply", "everyone", "clash", func(int) error { return r.CheckReply(c, said.Offer, said.Request, said.Reply) })
	step(answer, "blue", "clash", func(int) error {
		_, err := defender.Answer(said.Reply)
		return err
	})
	step("check-code", "everyone", "clash", func(int) error {
		return r.CheckAnswer(c, said.Offer, said.Request, said.Reply, heard)
	})
	step("accept", "red", "clash", func(int) error { return attacker.Accept(heard) })
	step("replay", "auditor", "audit", func(int) error {
		return audited.Replay(r, c, audited.Opening{Attacker: own, Defender: other, Coins: [3]*tape.Coins{
			coins(tape.Offer, 0), coins(tape.Request, 0), coins(tape.Reply, 0),
		}}, said)
	})
	return p, nil
}

// recordPart is what every record costs besides.
func (tb *benchTable) recordPart() (*benchPart, error) {
	red := tb.seats[engine.Red]
	at := transcript.Link{Match: tb.match}
	body := make([]byte, 512)
	record := transcript.Sign(red.signer, at, transcript.Move, engine.Red, body)
	return &benchPart{Name: "record", Messages: []benchMessage{}, Steps: []*benchStep{
		{Name: "sign", By: "everyone", When: "record", work: func(int) error {
			transcript.Sign(red.signer, at, transcript.Move, engine.Red, body)
			return nil
		}},
		{Name: "check-signature", By: "everyone", When: "record", work: func(int) error {
			if !record.Verify(red.key, at) {
				return errors.New("a signature does not verify")
			}
			return nil
		}},
	}}, nil
}
