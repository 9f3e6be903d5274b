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
		AtOnce, transcript.Move, attack, forgedAttacks(func(f *forgedAttack) { f.as(junqi.Commander) })},
	{"other-table",
		"attacks with a table of its own, which gives each type of the defender a code",
		AtOnce, transcript.Move, attack, forgedAttacks(func(f *forgedAttack) {
			f.targets = f.targetsBy(func(_, d engine.Type) engine.Code { return engine.Code(d) })
		})},
	{"two-rows",
		"attacks with the sum of two rows of the table, to learn as much from one clash as from two",
		AtOnce, transcript.Move, attack, forgedAttacks(func(f *forgedAttack) {
			f.x[0] = group.SmallScalar(1) // and its own
		})},
	{"decryption-oracle",
		"sends the defender its own encrypted column to decrypt, refreshed, with a proof of something else",
		AtOnce, transcript.Move, attack, forgedAttacks(func(f *forgedAttack) {
			column := f.st.Defender.Column(f.st.DefenderPiece, junqi.Commander)
			f.encrypted = &column
		})},
	{"malleated-attack", "a true attack with one added to what its ciphertext holds",
		AtOnce, transcript.Move, attack, mangledAttack(func(message []byte) {
			c := must(group.DecodeCiphertext(message[:group.CiphertextSize]))
			c.V.Add(c.V, group.B().Element())
			copy(message, c.Bytes())
		})},
	{"identity-ciphertext", "a true attack with the identity in both halves of its ciphertext",
		AtOnce, transcript.Move, attack, mangledAttack(func(message []byte) { clear(message[:group.CiphertextSize]) })},
	{"non-canonical-point", "a true attack with a point that is not canonically encoded",
		AtOnce, transcript.Move, attack, mangledAttack(func(message []byte) {
			message[0] |= 1 // negative
		})},
	{"unproven-attack", "an attack without any proof",
		AtOnce, transcript.Move, attack, lies{transcript.Move: bareMove}},
	{"replayed-attack", "attacks with the message of an earlier attack of its own",
		AtOnce, transcript.Move, Scene{Turns: []string{"a6-a7", "b7-b8", "!c6-c7"}}, replayed(3)},
	{"opponents-attack", "attacks with the message of the opponent's attack",
		AtOnce, transcript.Move, Scene{Rules: "standard,first=blue,clock=off", Turns: []string{"c7-c6", "!a6-a7"}},
		replayed(2)},
	{"attack-of-another-match", "attacks with a proof that was made for another match",
		AtOnce, transcript.Move, attack, forgedAttacks(func(f *forgedAttack) { f.place.Match[0] ^= 1 })},
}

var answerKinds = []Kind{
	{"false-answer", "announces that the attacker alone leaves, which is false",
		AtOnce, transcript.Answer, attacked, lies{transcript.Answer: falseAnswer(attackerFalls)}},
	{"denied-commander", "the commanders fall together, and it announces neither",
		AtOnce, transcript.Answer, commandersMeet(engine.Blue), lies{transcript.Answer: falseAnswer(bothFall)}},
	{"replayed-answer", "answers with the code and the proof of an earlier clash",
		AtOnce, transcript.Answer, Scene{Liar: engine.Blue, Turns: []string{"a6-a7", "b7-b8", "c6-c7"}},
		lies{transcript.Answer: func(p *Player) []byte {
			r, err := transcript.Parse(p.Match().Record(p.Match().Len() - 3))
			if err == nil && r.Kind != transcript.Answer {
				err = errLater
			}
			return p.sign(transcript.Answer, must(r, err).Body)
		}}},
	{"withheld-answer", "does not answer an attack that it loses",
		Claimed, transcript.Answer, attacked, lies{transcript.Answer: withhold}},
	{"wrong-flag-answered",
		"its attacked commander falls, and it shows the headquarters without its flag",
		AtOnce, transcript.Answer, commandersMeet(engine.Blue),
		lies{transcript.Answer: wrongFlagAnswered}},
	{"wrong-flag-shown",
		"its attacking commander falls, and it shows the headquarters without its flag",
		AtOnce, transcript.Show, commandersMeet(engine.Red),
		lies{transcript.Show: func(p *Player) []byte {
			body := transcript.ShowBody{Flag: p.otherHeadquarters()}
			body.Proof = p.openFlag(p.place(transcript.Show, body.Head()), body.Flag)
			return p.sign(transcript.Show, body.Marshal())
		}}},
	{"unshown-flag", "its attacking commander falls, and it moves as if it had not",
		AtOnce, transcript.Move, commandersMeet(engine.Red),
		lies{transcript.Show: func(p *Player) []byte {
			body := transcript.MoveBody{Move: must(p.Match().Rules().Board().ParseMove("b6-b5"))}
			return p.sign(transcript.Move, body.Marshal())
		}}},
	{"withheld-flag", "its attacking commander falls, and it does not show where its flag is",
		Claimed, transcript.Show, commandersMeet(engine.Red), lies{transcript.Show: withhold}},
}

// forgedAttacks attacks with a message forged from the true one.
func forgedAttacks(forge func(*forgedAttack)) lies {
	return lies{transcript.Move: func(p *Player) []byte {
		f := p.forgeAttack(p.move)
		forge(f)
		return p.moveWith(f.message())
	}}
}

// mangledAttack attacks with the true message, changed.
func mangledAttack(change func(message []byte)) lies {
	return lies{transcript.Move: func(p *Player) []byte {
		message := proofIn(p.honestly(p.Match().Len(), nil, p.play))
		change(message)
		return p.moveWith(message)
	}}
}

// attackerFalls says that the attacker alone leaves, and was no commander.
func attackerFalls(a engine.Announcement) bool {
	return a.AttackerLeaves && !a.DefenderLeaves && !a.AttackerShowsFlag
}

// bothFall says that both leave, and neither was a commander.
func bothFall(a engine.Announcement) bool {
	return a.AttackerLeaves && a.DefenderLeaves && !a.AttackerShowsFlag && !a.DefenderShowsFlag
}

// falseAnswer answers with the first code of a kind, and opens the attack's
// ciphertext to it.
func falseAnswer(is func(engine.Announcement) bool) lie {
	return func(p *Player) []byte {
		piece, c := p.asked()
		code := engine.Code(slices.IndexFunc(p.Match().Rules().Codes(), is))
		body := transcript.AnswerBody{Code: code, Flag: engine.NoNode}
		body.Proof = p.open(p.place(transcript.Answer, body.Head()), piece, c, uint8(code))
		return p.sign(transcript.Answer, body.Marshal())
	}
}

// asked returns the piece that was attacked, and the ciphertext that the seat is to open.
func (p *Player) asked() (piece int, c group.Ciphertext) {
	position := p.Match().Position()
	_, defender, _, _ := position.Clash()
	message := p.proofOf(p.Match().Len() - 1)
	return defender.Number(), must(group.DecodeCiphertext(message[:group.CiphertextSize]))
}

// trueAnswer returns what an honest program would answer now.
func (p *Player) trueAnswer() transcript.AnswerBody {
	return must(transcript.ParseAnswer(bodyOf(p.truth())))
}

// wrongFlagAnswered announces the truth, except for the flag.
func wrongFlagAnswered(p *Player) []byte {
	body := p.trueAnswer()
	piece, c := p.asked()
	body.Flag = p.otherHeadquarters()
	at := p.place(transcript.Answer, body.Head())
	body.Proof = p.open(at, piece, c, uint8(body.Code))
	at.Index = 1
	body.Proof = append(body.Proof, p.openFlag(at, body.Flag)...)
	return p.sign(transcript.Answer, body.Marshal())
}

// otherHeadquarters returns the one where the seat's flag does not stand.
func (p *Player) otherHeadquarters() engine.Node {
	for number, t := range p.secret.Layout {
		if t != junqi.Flag && p.Match().Rules().Allowed(number).Has(junqi.Flag) {
			return p.Match().Rules().Start(p.Seat(), number)
		}
	}
	return engine.NoNode
}

// openFlag opens the flag's column of the piece that started on a node to 1.
func (p *Player) openFlag(at sigma.Place, node engine.Node) []byte {
	number, _ := p.Match().Rules().Starter(p.Seat(), node)
	return p.open(at, number, p.commitment().Column(number, junqi.Flag), 1)
}
