package adversary

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

var moveKinds = []Kind{
	{"moved-mine", "moves a mine, with the proof that it is of a type that moves, which is false",
		AtOnce, transcript.Move, Scene{Turns: []string{"!b2-b3"}},
		lies{transcript.Move: falseOpening}},
	{"moved-flag", "moves the flag out of headquarters, which nothing leaves",
		AtOnce, transcript.Move, Scene{
			Layouts: [2]string{engine.Red: "94232/2.1.6/74.58/1.3.1/M3M5M/BF76B"}, // somebody before it who can go away
			Turns:   []string{"b2-b3", "b7-b8", "!b1-b2"},
		},
		lies{transcript.Move: falseOpening}},
	{"turned-corner",
		"turns a corner of the railway, with the proof that the piece is an engineer, which is false",
		// a5 is left with a way over a6 to b6.
		AtOnce, transcript.Move, Scene{Turns: []string{"b6-b5", "b7-b8", "b5-c4", "b8-b7", "a6-b5", "b7-b8", "!a5-b6"}},
		lies{transcript.Move: falseOpening}},
	{"opponents-piece", "moves a piece of the opponent",
		AtOnce, transcript.Move, Scene{Turns: []string{"!b7-b8"}}, lies{transcript.Move: bareMove}},
	{"two-moves", "moves twice in a row",
		AtOnce, transcript.Move, Scene{Turns: []string{"!b6-b5"}},
		lies{transcript.Move: func(p *Player) []byte {
			check(p.honest.Play(p.move, false, p.rng))
			return bareMove(p)
		}}},
	{"padded-move", "a sound move with bytes where it needs no proof",
		AtOnce, transcript.Move, Scene{Turns: []string{"!b6-b5"}},
		lies{transcript.Move: func(p *Player) []byte { return p.moveWith([]byte("psst")) }}},
	{"swapped-bases", "a sound move whose opening was made with its two bases swapped",
		AtOnce, transcript.Move, Scene{Turns: []string{"!d2-d3"}},
		lies{transcript.Move: swappedBases}},
	{"replayed-opening", "a sound move with the opening of an earlier move, of another piece",
		AtOnce, transcript.Move, Scene{Turns: []string{"c2-b3", "b7-b8", "!d2-d3"}}, replayed(2)},
	{"false-no-move", "claims to have no legal move, to avoid moving",
		AtOnce, transcript.NoMove, Scene{Turns: []string{"!"}}, lies{transcript.Move: falseNoMove}},
	{"stuck-pass", "has lost, having no legal move, but passes",
		AtOnce, transcript.Pass, stuckScene("a3-a9"),
		lies{transcript.NoMove: whenStuck(transcript.Pass)}},
	{"stuck-draw", "has lost, having no legal move, but accepts the draw that is offered",
		AtOnce, transcript.AcceptDraw, stuckScene("offer:a3-a9"),
		lies{transcript.NoMove: whenStuck(transcript.AcceptDraw)}},
	{"withheld-move", "stops moving to avoid losing",
		Claimed, transcript.Move, Scene{Turns: []string{"!b6-b5"}}, lies{transcript.Move: withhold}},
}

// bareMove makes the move of the turn without any proof.
func bareMove(p *Player) []byte { return p.moveWith(nil) }

// replayed makes it with the proof of the record so many places ago.
func replayed(ago int) lies {
	return lies{transcript.Move: func(p *Player) []byte { return p.moveWith(p.proofOf(p.Match().Len() - ago)) }}
}

func (p *Player) moveWith(proof []byte) []byte {
	body := transcript.MoveBody{Move: p.move, Proof: proof}
	return p.sign(transcript.Move, body.Marshal())
}

// mobility returns what the move of the turn has to open, and to 1.
func (p *Player) mobility() (piece int, e group.Ciphertext) {
	position := p.Match().Position()
	at := position.At(p.move.From)
	movers := position.Movers(p.move.From, p.move.To)
	return at.Number(), p.commitment().Sum(at.Number(), position.Known(at)&movers)
}

func (p *Player) commitment() *layout.Commitment { return p.Match().Commitment(p.Seat()) }

// open runs the honest prover, whatever e, under the key of a piece, holds.
func (p *Player) open(at sigma.Place, piece int, e group.Ciphertext, value uint8) []byte {
	o := sigma.Opening{Y: p.commitment().Y(piece), U: group.NewBase(e.U), V: group.NewBase(e.V), M: value}
	return p.secret.Key.Prove(at, piece, o, p.nonces())
}

// falseOpening moves, and opens the sum of the types that could to 1.
func falseOpening(p *Player) []byte {
	body := transcript.MoveBody{Move: p.move}
	piece, e := p.mobility()
	return p.moveWith(p.open(p.place(transcript.Move, body.Head()), piece, e, 1))
}

// swappedBases moves as it may, but proves log_U (V - B) = log_B Y where
// log_B Y = log_U (V - B) is due: the same numbers under another challenge.
func swappedBases(p *Player) []byte {
	body := transcript.MoveBody{Move: p.move}
	piece, e := p.mobility()
	k := p.secret.Key.Scalar(piece)
	r := must(group.RandomScalar(p.rng))
	u, w := group.NewBase(e.U), group.NewBase(new(group.Element).Subtract(e.V, group.B().Element()))
	at := p.place(transcript.Move, body.Head())
	sponge := at.Sponge(sigma.OpeningKind)
	sponge.Absorb([]byte{1})
	for _, b := range []*group.Base{w, u, p.commitment().Y(piece)} {
		encoded := b.Bytes()
		sponge.Absorb(encoded[:])
	}
	first := append(u.Mult(r).Bytes(), group.B().Mult(r).Bytes()...)
	sponge.Absorb(first)
	return p.moveWith(append(first, new(group.Scalar).MultiplyAdd(sponge.SqueezeScalar(), k, r).Bytes()...))
}

// stuckScene returns a game after whose last move blue has no piece left that moves, which
// nobody else can tell.
func stuckScene(last string) Scene {
	turns := strings.Fields("a6-a7 e7-e6 e5-e8 c7-c6 d6-d7 e9-e4 e3-e10 a8-a5 e2-e11 d11-d2 a4-a9 a10-a3 e1-e2 e12-e11 e2-e11 " +
		"b9-a9 b4-a4 a9-a4 b6-a6 b7-a7 a6-a7 c8-c7 c5-c6 c7-c6 d4-e4 d9-e9 e4-e9 c10-b10 c3-b3 b10-b9 b3-a3 b9-a9")
	return Scene{
		Rules:   "standard,first=red,quiet-draw=off",
		Liar:    engine.Blue,
		Layouts: [2]string{"89113/3.6.7/62.5B/7.4.2/MMM14/2F35B", "31198/7.6.3/B5.26/2.4.7/41MMM/B53F2"},
		Turns:   append(turns, last),
	}
}

// whenStuck makes, once the seat has no legal move, a record that claims it has one.
func whenStuck(kind transcript.Kind) lie {
	return func(p *Player) []byte {
		position := p.Match().Position()
		if position.HasMove(p.Seat(), p.secret.Layout) {
			panic(failure{errLater})
		}
		return p.sign(kind, must(p.commitment().ProveSome(
			p.place(kind, nil), p.mobileParts(), p.secret.LayoutSecret(), p.nonces())))
	}
}

// mobileParts lists the pieces of the seat with the types of which they could move.
func (p *Player) mobileParts() (parts []layout.Part) {
	position := p.Match().Position()
	for number := range p.commitment().Pieces() {
		if mobile := position.MobileTypes(engine.PieceOf(p.Seat(), number)); mobile.Len() > 0 {
			parts = append(parts, layout.Part{Piece: number, Types: mobile})
		}
	}
	return parts
}

// falseNoMove proves that no living piece is of a type that could move.
func falseNoMove(p *Player) []byte {
	return p.sign(transcript.NoMove, must(p.commitment().ProveNone(
		p.place(transcript.NoMove, nil), p.mobileParts(), p.secret.LayoutSecret(), p.nonces())))
}

// proofOf returns the proof in the Move of an earlier place.
func (p *Player) proofOf(record int) []byte { return proofIn(p.Match().Record(record)) }

func proofIn(raw []byte) []byte { return must(transcript.ParseMove(bodyOf(raw))).Proof }

// play returns the decision to make the move of the turn.
func (p *Player) play(q *protocol.Player) error { return q.Play(p.move, false, p.rng) }
