package adversary

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
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
	{
		Name:        "attack-as-another",
		Description: "a platoon leader attacks with the row of the commander",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.as(engine.Commander)
			return nil
		}),
	},
	{
		Name:        "other-table",
		Description: "attacks by a table of its own, in which every type of the defender has a code to itself",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.targets = f.targetsBy(func(_, d engine.Type) engine.Code { return engine.Code(d) })
			return nil
		}),
	},
	{
		Name:        "two-rows",
		Description: "attacks with the sum of two rows of the table, to learn from one clash what two would tell",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.x[0] = group.SmallScalar(1) // and its own
			return nil
		}),
	},
	{
		Name:        "decryption-oracle",
		Description: "sends the defender its own encrypted column to decrypt, refreshed, with a proof of something else",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: forgedAttacks(func(_ *Player, f *forgedAttack) error {
			column := f.st.Defender.Column(f.st.DefenderPiece, engine.Commander)
			f.encrypted = &column
			return nil
		}),
	},
	{
		Name:        "malleated-attack",
		Description: "a true attack with one added to what its ciphertext holds",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: mangledAttack(func(message []byte) error {
			c, err := group.DecodeCiphertext(message[:group.CiphertextSize])
			if err == nil {
				c.V.Add(c.V, group.B().Element())
				copy(message, c.Bytes())
			}
			return err
		}),
	},
	{
		Name:        "identity-ciphertext",
		Description: "a true attack with the identity in both halves of its ciphertext",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: mangledAttack(func(message []byte) error {
			clear(message[:group.CiphertextSize])
			return nil
		}),
	},
	{
		Name:        "non-canonical-point",
		Description: "a true attack with a point that is not canonically encoded",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: mangledAttack(func(message []byte) error {
			message[0] |= 1 // negative
			return nil
		}),
	},
	{
		Name:        "unproven-attack",
		Description: "an attack without any proof",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: lies{transcript.Move: bareMove},
	},
	{
		Name:        "replayed-attack",
		Description: "attacks with the message of an earlier attack of its own",
		Stopped:     AtOnce, Record: transcript.Move, Scene: Scene{Turns: []string{"a6-a7", "b7-b8", "!c6-c7"}},
		lies: replayed(3),
	},
	{
		Name:        "opponents-attack",
		Description: "attacks with the message of the opponent's attack",
		Stopped:     AtOnce, Record: transcript.Move,
		Scene: Scene{Rules: "standard,first=blue,clock=off", Turns: []string{"c7-c6", "!a6-a7"}},
		lies:  replayed(2),
	},
	{
		Name:        "attack-of-another-match",
		Description: "attacks with a proof that was made for another match",
		Stopped:     AtOnce, Record: transcript.Move, Scene: attack,
		lies: forgedAttacks(func(_ *Player, f *forgedAttack) error {
			f.place.Match[0] ^= 1
			return nil
		}),
	},
}

var answerKinds = []Kind{
	{
		Name:        "false-answer",
		Description: "announces that the attacker alone leaves, which is false",
		Stopped:     AtOnce, Record: transcript.Answer, Scene: attacked,
		lies: lies{transcript.Answer: falseAnswer(attackerFalls)},
	},
	{
		Name:        "denied-commander",
		Description: "the commanders fall together, and it says of neither that it was one",
		Stopped:     AtOnce, Record: transcript.Answer, Scene: commandersMeet(engine.Blue),
		lies: lies{transcript.Answer: falseAnswer(func(a engine.Announcement) bool {
			return a.AttackerLeaves && a.DefenderLeaves && !a.AttackerCommanderFell && !a.DefenderCommanderFell
		})},
	},
	{
		Name:        "replayed-answer",
		Description: "answers with the code and the proof of an earlier clash",
		Stopped:     AtOnce, Record: transcript.Answer,
		Scene: Scene{Liar: engine.Blue, Turns: []string{"a6-a7", "b7-b8", "c6-c7"}},
		lies: lies{transcript.Answer: func(p *Player) ([]byte, error) {
			m := p.Match()
			r, err := transcript.Parse(m.Record(m.Len() - 3))
			if err != nil || r.Kind != transcript.Answer {
				return nil, errLater
			}
			return p.sign(transcript.Answer, r.Body), nil
		}},
	},
	{
		Name:        "withheld-answer",
		Description: "does not answer an attack that it loses, or not in time",
		Stopped:     Claimed, Record: transcript.Answer, Scene: attacked,
		lies: lies{transcript.Answer: withhold},
	},
	{
		Name:        "wrong-flag-answered",
		Description: "its attacked commander falls, and it shows the headquarters where its flag is not",
		Stopped:     AtOnce, Record: transcript.Answer, Scene: commandersMeet(engine.Blue),
		lies: lies{transcript.Answer: wrongFlagAnswered},
	},
	{
		Name:        "wrong-flag-shown",
		Description: "its attacking commander falls, and it shows the headquarters where its flag is not",
		Stopped:     AtOnce, Record: transcript.Show, Scene: commandersMeet(engine.Red),
		lies: lies{transcript.Show: func(p *Player) ([]byte, error) {
			body := transcript.ShowBody{Flag: p.otherHeadquarters()}
			proof, err := p.openFlag(p.place(transcript.Show, body.Head()), body.Flag)
			body.Proof = proof
			return p.sign(transcript.Show, body.Marshal()), err
		}},
	},
	{
		Name:        "unshown-flag",
		Description: "its attacking commander falls, and it moves on as if it had not",
		Stopped:     AtOnce, Record: transcript.Move, Scene: commandersMeet(engine.Red),
		lies: lies{transcript.Show: func(p *Player) ([]byte, error) {
			m, err := engine.ParseMove(p.Match().Rules().Board(), "b6-b5")
			body := transcript.MoveBody{Move: m}
			return p.sign(transcript.Move, body.Marshal()), err
		}},
	},
	{
		Name:        "withheld-flag",
		Description: "its attacking commander falls, and it does not show where its flag stands",
		Stopped:     Claimed, Record: transcript.Show, Scene: commandersMeet(engine.Red),
		lies: lies{transcript.Show: withhold},
	},
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
	return a.AttackerLeaves && !a.DefenderLeaves && !a.AttackerCommanderFell
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
		if t != engine.Flag && p.Match().Rules().Allowed(number).Has(engine.Flag) {
			return p.Match().Rules().Board().Start(p.Seat(), number)
		}
	}
	return engine.NoNode
}

// openFlag opens the flag's column of the piece that started on a node to 1.
func (p *Player) openFlag(at sigma.Place, node engine.Node) ([]byte, error) {
	number, _ := p.Match().Rules().Board().Starter(p.Seat(), node)
	return p.open(at, number, p.commitment().Column(number, engine.Flag), 1)
}
