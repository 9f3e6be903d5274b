package adversary

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// attack is a scene in which the liar attacks with its platoon leader at once.
var attack = Scene{Turns: []string{"!c6-c7"}}

// attacked is a scene in which the liar is attacked at once.
var attacked = Scene{Liar: engine.Blue, Turns: []string{"c6-c7"}}

// commandersMeet lets red's commander attack blue's: both leave.
func commandersMeet(liar engine.Seat) Scene {
	return Scene{Liar: liar, Layouts: [2]string{engine.Blue: mirroredLayout}, Turns: []string{"a6-a7"}}
}

var attackKinds = []Kind{
	{"attack-as-another", "a platoon leader attacks with the row of the commander",
		AtOnce, transcript.Move, attack, forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.as(junqi.Commander)
			return nil
		})},
	{"other-table",
		"attacks by a table of its own, in which every type of the defender has a code to itself",
		AtOnce, transcript.Move, attack, forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.targets = f.targetsBy(func(_, d engine.Type) engine.Code { return engine.Code(d) })
			return nil
		})},
	{"two-rows",
		"attacks with the sum of two rows of the table, to learn from one clash what two would tell",
		AtOnce, transcript.Move, attack, forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.x[0] = group.SmallScalar(1) // and its own
			return nil
		})},
	{"decryption-oracle",
		"sends the defender its own encrypted column to decrypt, refreshed, with a proof of something else",
		AtOnce, transcript.Move, attack, forgedAttacks(func(_ *Player, f *forgedAttack) error {
			column := f.st.Defender.Column(f.st.DefenderPiece, junqi.Commander)
			f.encrypted = &column
			return nil
		})},
	{"malleated-attack", "a true attack with one added to what its ciphertext holds",
		AtOnce, transcript.Move, attack, mangledAttack(func(message []byte) error {
			c, err := group.DecodeCiphertext(message[:group.CiphertextSize])
			if err == nil {
				c.V.Add(c.V, group.B().Element())
				copy(message, c.Bytes())
			}
			return err
		})},
	{"identity-ciphertext", "a true attack with the identity in both halves of its ciphertext",
		AtOnce, transcript.Move, attack, mangledAttack(func(message []byte) error {
			clear(message[:group.CiphertextSize])
			return nil
		})},
	{"non-canonical-point", "a true attack with a point that is not canonically encoded",
		AtOnce, transcript.Move, attack, mangledAttack(func(message []byte) error {
			message[0] |= 1 // negative
			return nil
		})},
	{"unproven-attack", "an attack without any proof",
		AtOnce, transcript.Move, attack, lies{transcript.Move: bareMove}},
	{"replayed-attack", "attacks with the message of an earlier attack of its own",
		AtOnce, transcript.Move, Scene{Turns: []string{"a6-a7", "b7-b8", "!c6-c7"}}, replayed(3)},
	{"opponents-attack", "attacks with the message of the opponent's attack",
		AtOnce, transcript.Move, Scene{Rules: "standard,first=blue,clock=off", Turns: []string{"c7-c6", "!a6-a7"}},
		replayed(2)},
	{"attack-of-another-match", "attacks with a proof that was made for another match",
		AtOnce, transcript.Move, attack, forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.place.Match[0] ^= 1
			return nil
		})},
}

var answerKinds = []Kind{
	{"false-answer", "announces that the attacker alone leaves, which is false",
		AtOnce, transcript.Answer, attacked, lies{transcript.Answer: falseAnswer(attackerFalls)}},
	{"denied-commander", "the commanders fall together, and it says of neither that it was one",
		AtOnce, transcript.Answer, commandersMeet(engine.Blue),
		lies{transcript.Answer: falseAnswer(func(a engine.Announcement) bool {
			return a.AttackerLeaves && a.DefenderLeaves && !a.AttackerShowsFlag && !a.DefenderShowsFlag
		})}},
	{"replayed-answer", "answers with the code and the proof of an earlier clash",
		AtOnce, transcript.Answer, Scene{Liar: engine.Blue, Turns: []string{"a6-a7", "b7-b8", "c6-c7"}},
		lies{transcript.Answer: func(p *Player) ([]byte, error) {
			m := p.Match()
			r, err := transcript.Parse(m.Record(m.Len() - 3))
			if err != nil || r.Kind != transcript.Answer {
				return nil, errLater
			}
			return p.sign(transcript.Answer, r.Body), nil
		}}},
	{"withheld-answer", "does not answer an attack that it loses, or not in time",
		Claimed, transcript.Answer, attacked, lies{transcript.Answer: withhold}},
	{"wrong-flag-answered",
		"its attacked commander falls, and it shows the headquarters where its flag is not",
		AtOnce, transcript.Answer, commandersMeet(engine.Blue),
		lies{transcript.Answer: wrongFlagAnswered}},
	{"wrong-flag-shown",
		"its attacking commander falls, and it shows the headquarters where its flag is not",
		AtOnce, transcript.Show, commandersMeet(engine.Red),
		lies{transcript.Show: func(p *Player) ([]byte, error) {
			body := transcript.ShowBody{Flag: p.otherHeadquarters()}
			proof, err := p.openFlag(p.place(transcript.Show, body.Head()), body.Flag)
			body.Proof = proof
			return p.sign(transcript.Show, body.Marshal()), err
		}}},
	{"unshown-flag", "its attacking commander falls, and it moves on as if it had not",
		AtOnce, transcript.Move, commandersMeet(engine.Red),
		lies{transcript.Show: func(p *Player) ([]byte, error) {
			m, err := p.Match().Rules().Board().ParseMove("b6-b5")
			body := transcript.MoveBody{Move: m}
			return p.sign(transcript.Move, body.Marshal()), err
		}}},
	{"withheld-flag", "its attacking commander falls, and it does not show where its flag stands",
		Claimed, transcript.Show, commandersMeet(engine.Red), lies{transcript.Show: withhold}},
}

// forgedAttacks attacks with a message forged from the true one.
func forgedAttacks(forge func(*Player, *forgedAttack) error) lies {
	return lies{transcript.Move: func(p *Player) ([]byte, error) {
		f, err := p.forgeAttack(p.move)
		if err != nil {
			return nil, err
		}
		if err := forge(p, f); err != nil {
			return nil, err
		}
		return p.moveWith(f.message())
	}}
}

// mangledAttack attacks with the true message, changed.
func mangledAttack(change func(message []byte) error) lies {
	return lies{transcript.Move: func(p *Player) ([]byte, error) {
		raw, err := p.honestly(p.Match().Len(), nil, p.play)
		if err != nil {
			return nil, err
		}
		message, err := proofIn(raw)
		if err != nil {
			return nil, err
		}
		return p.moveWith(message, change(message))
	}}
}

// attackerFalls says that the attacker alone leaves, and was no commander.
func attackerFalls(a engine.Announcement) bool {
	return a.AttackerLeaves && !a.DefenderLeaves && !a.AttackerShowsFlag
}

// falseAnswer answers with the first code of a kind, and opens the attack's
// ciphertext to it.
func falseAnswer(is func(engine.Announcement) bool) lie {
	return func(p *Player) ([]byte, error) {
		piece, c, err := p.asked()
		if err != nil {
			return nil, err
		}
		code := engine.Code(slices.IndexFunc(p.Match().Rules().Codes(), is))
		body := transcript.AnswerBody{Code: code, Flag: engine.NoNode}
		body.Proof, err = p.open(p.place(transcript.Answer, body.Head()), piece, c, uint8(code))
		return p.sign(transcript.Answer, body.Marshal()), err
	}
}

// asked is the piece that was attacked, and the ciphertext that the seat is to open.
func (p *Player) asked() (piece int, c group.Ciphertext, err error) {
	position := p.Match().Position()
	_, defender, _, _ := position.Clash()
	message, err := p.proofOf(p.Match().Len() - 1)
	if err != nil {
		return 0, group.Ciphertext{}, err
	}
	c, err = group.DecodeCiphertext(message[:group.CiphertextSize])
	return defender.Number(), c, err
}

// trueAnswer is what an honest program would answer now.
func (p *Player) trueAnswer() (transcript.AnswerBody, error) {
	raw, err := p.truth()
	if err != nil {
		return transcript.AnswerBody{}, err
	}
	body, err := bodyOf(raw)
	if err != nil {
		return transcript.AnswerBody{}, err
	}
	return transcript.ParseAnswer(body)
}

// wrongFlagAnswered announces the truth, but for the flag.
func wrongFlagAnswered(p *Player) ([]byte, error) {
	body, err := p.trueAnswer()
	if err != nil {
		return nil, err
	}
	piece, c, err := p.asked()
	if err != nil {
		return nil, err
	}
	body.Flag = p.otherHeadquarters()
	at := p.place(transcript.Answer, body.Head())
	if body.Proof, err = p.open(at, piece, c, uint8(body.Code)); err != nil {
		return nil, err
	}
	at.Index = 1
	opening, err := p.openFlag(at, body.Flag)
	body.Proof = append(body.Proof, opening...)
	return p.sign(transcript.Answer, body.Marshal()), err
}

// otherHeadquarters is the one where the seat's flag does not stand.
func (p *Player) otherHeadquarters() engine.Node {
	for number, t := range p.secret.Layout {
		if t != junqi.Flag && p.Match().Rules().Allowed(number).Has(junqi.Flag) {
			return p.Match().Rules().Start(p.Seat(), number)
		}
	}
	return engine.NoNode
}

// openFlag opens the flag's column of the piece that started on a node to 1.
func (p *Player) openFlag(at sigma.Place, node engine.Node) ([]byte, error) {
	number, _ := p.Match().Rules().Starter(p.Seat(), node)
	return p.open(at, number, p.commitment().Column(number, junqi.Flag), 1)
}
