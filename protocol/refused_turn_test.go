package protocol

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// moveBody is a Move with a proof.
func moveBody(t testing.TB, text string, proof []byte) []byte {
	body := transcript.MoveBody{Move: parseMove(t, text), Proof: proof}
	return body.Marshal()
}

// opening is the best that a seat can do to claim that a ciphertext, under the key of
// a piece of its own, holds a value: the proof that an honest seat would make.
func opening(tb *table, at sigma.Place, piece int, c group.Ciphertext, value uint8) []byte {
	key := tb.players[at.Seat].secret.Key
	o := sigma.Opening{Y: key.Public(piece), U: group.NewBase(c.U), V: group.NewBase(c.V), M: value}
	return key.Prove(at, piece, o, sigma.Nonces{})
}

// one is the trivial encryption of 1, which has nothing to do with any layout.
func one() group.Ciphertext {
	return group.Ciphertext{U: group.NewElement(), V: group.B().Element()}
}

// moves plays moves in turn, each with all that follows.
func (tb *table) moves(moves ...string) {
	tb.t.Helper()
	for _, text := range moves {
		require.NoError(tb.t, tb.mover().Play(parseMove(tb.t, text), false, tb.rng), text)
		tb.sync()
	}
}

func TestIllegalMovesAreRefused(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	move := func(text string) []byte {
		return transcriptOn(tb, m, engine.Red, transcript.Move, moveBody(t, text, nil))
	}
	for _, text := range []string{"a6-a5", "a6-c6", "c7-b7", "b5-c5", "c6-c8"} {
		refusedAs(t, m, move(text), true, "")
	}
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, []byte{0, 1}), true, "malformed")
	flags := moveBody(t, "b6-b7", nil)
	flags[2] = 2
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, flags), true, "malformed")
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, []byte{200, 201, 0}), true, "")
}

// A piece of the last rows may be a mine. Moving one owes the proof that it is
// none: without it, with a proof about something else, or with a proof that
// nothing asks for, a Move convicts.
func TestMovesWithoutTheirProofAreRefused(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	front := moveOf(t, tb, engine.Red, false)
	proof := opening(tb, m.proofPlace(transcript.Move, engine.Red, moveBody(t, front, nil), 0), 0, one(), 1)
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, moveBody(t, front, proof)), true, "does not need")

	back := moveOf(t, tb, engine.Red, true)
	position := m.position
	piece := position.At(parseMove(t, back).From)
	opened := mobilityOpening(&position, parseMove(t, back))
	require.Positive(t, opened.Len())
	sum := m.layouts[engine.Red].Sum(piece.Number(), opened)
	head := moveBody(t, back, nil)
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, head), true, "wrong length")
	for _, c := range []group.Ciphertext{
		one(),
		m.layouts[engine.Red].Sum((piece.Number()+1)%junqi.Standard().ArmySize(), opened), // of another piece
	} {
		proof := opening(tb, m.proofPlace(transcript.Move, engine.Red, head, 0), piece.Number(), c, 1)
		refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, moveBody(t, back, proof)), true, "proof")
	}
	truth := opening(tb, m.proofPlace(transcript.Move, engine.Red, head, 0), piece.Number(), sum, 1)
	require.NoError(t, m.Fork().append(transcriptOn(tb, m, engine.Red, transcript.Move, moveBody(t, back, truth))))
	// The same proof in another record is worth nothing.
	for _, at := range []sigma.Place{
		{Context: m.contexts[engine.Red], Prev: m.Hash(m.Len() - 2), Body: append([]byte{byte(transcript.Move)}, head...)},
		{Context: m.contexts[engine.Red], Prev: m.Head(), Body: append([]byte{byte(transcript.Show)}, head...)},
		{Context: m.contexts[engine.Red], Prev: m.Head(), Body: append([]byte{byte(transcript.Move)}, head[0], head[1], 1)},
		{Context: m.contexts[engine.Blue], Prev: m.Head(), Body: append([]byte{byte(transcript.Move)}, head...)},
	} {
		stale := opening(tb, at, piece.Number(), sum, 1)
		refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, moveBody(t, back, stale)), true, "proof")
	}
}

// moveOf returns a legal quiet move of the seat that owes a proof of its
// piece's mobility, or one that owes none.
func moveOf(t testing.TB, tb *table, seat engine.Seat, proven bool) string {
	m := tb.match()
	position := m.position
	layout, _ := tb.players[seat].Layout()
	for _, move := range position.LegalMoves(seat, layout) {
		if position.At(move.To) == engine.NoPiece && (mobilityOpening(&position, move).Len() > 0) == proven {
			board := m.rules.Board()
			return board.Name(move.From) + "-" + board.Name(move.To)
		}
	}
	require.Fail(t, "no such move")
	return ""
}

// A mine that its owner moves all the same: no proof makes it mobile.
func TestMovingAMineIsRefused(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	for {
		m := tb.match()
		position := m.position
		seat := position.ToAct()
		own, _ := tb.players[seat].Layout()
		for number, is := range own {
			if is != junqi.Mine {
				continue
			}
			from := position.Where(engine.PieceOf(seat, number))
			for to := range engine.Node(m.rules.Board().NumNodes()) {
				movers := position.Movers(from, to)
				if movers == 0 || position.At(to) != engine.NoPiece {
					continue
				}
				body := transcript.MoveBody{Move: engine.Move{From: from, To: to}}
				opened := mobilityOpening(&position, body.Move)
				sum := m.layouts[seat].Sum(number, opened)
				body.Proof = opening(tb, m.proofPlace(transcript.Move, seat, body.Head(), 0), number, sum, 1)
				refusedAs(t, m, transcriptOn(tb, m, seat, transcript.Move, body.Marshal()), true, "proof")
				body.Proof = nil
				refusedAs(t, m, transcriptOn(tb, m, seat, transcript.Move, body.Marshal()), true, "wrong length")
				return
			}
		}
		require.NotNil(t, tb.mover(), "no mine could be moved in the whole game: the test tests nothing")
		tb.turn()
	}
}

// commandersMeet is the state after red's commander has attacked blue's, and
// the records of Answer and Show as they should be.
func commandersMeet(t testing.TB) (tb *table, asked *Match, answer []byte, shown *Match, show []byte) {
	tb = facingTable(t, "standard,first=red")
	tb.moves("c6-c7")
	m := tb.match()
	var err error
	asked, err = m.prefix(7)
	require.NoError(t, err)
	shown, err = m.prefix(8)
	require.NoError(t, err)
	a, err := transcript.Parse(m.Record(7))
	require.NoError(t, err)
	require.Equal(t, transcript.Answer, a.Kind)
	s, err := transcript.Parse(m.Record(8))
	require.NoError(t, err)
	require.Equal(t, transcript.Show, s.Kind)
	return tb, asked, a.Body, shown, s.Body
}

func TestFalseAttacksAreRefused(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	tb.moves("c6-c7")
	m := tb.match()
	at, err := m.prefix(6)
	require.NoError(t, err)
	r, err := transcript.Parse(m.Record(6))
	require.NoError(t, err)
	require.NoError(t, at.Fork().append(transcriptOn(tb, at, engine.Red, transcript.Move, r.Body)))
	spoilt := bytes.Clone(r.Body)
	spoilt[len(spoilt)-1] ^= 1
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Move, spoilt), true, "proof")
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Move, r.Body[:3]), true, "wrong length")
	offering := bytes.Clone(r.Body)
	offering[2] = 1 // the proof was made for a Move that offers no draw
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Move, offering), true, "proof")
}

// A defender whose commander fell answers so, and shows the flag where it is.
// Everything else is refused: another code, another post, no proof of either,
// or a flag that nobody asked for.
func TestFalseAnswersOfAMatchAreRefused(t *testing.T) {
	tb, at, answer, _, _ := commandersMeet(t)
	body, err := transcript.ParseAnswer(answer)
	require.NoError(t, err)
	_, attacked, _, _ := at.position.Clash()
	sign := func(body []byte) []byte { return transcriptOn(tb, at, engine.Blue, transcript.Answer, body) }
	require.NoError(t, at.Fork().append(sign(answer)))
	// Its second proof stands at index 1, so that neither can be the other.
	second := sigma.Place{
		Context: at.contexts[engine.Blue], Prev: at.Head(), Body: append([]byte{byte(transcript.Answer)}, answer[:2]...), Index: 1,
	}
	flag, ok := at.rules.Starter(engine.Blue, body.Flag)
	require.True(t, ok)
	var b sigma.Batch
	isFlag := engine.TypesOf(junqi.Flag)
	require.NoError(t, at.layouts[engine.Blue].VerifyOpening(second, flag, isFlag, 1, answer[len(answer)-sigma.OpeningSize:], &b))
	require.NoError(t, b.Verify())
	refusedAs(t, at, sign(answer[:1]), true, "malformed")
	refusedAs(t, at, sign(answer[:len(answer)-sigma.OpeningSize]), true, "")
	refusedAs(t, at, sign(answer[:40]), true, "no opening of the flag")
	refusedAs(t, at, sign(append(bytes.Clone(answer), 0)), true, "")

	// Another code that could be, opened as well as the seat can.
	for _, code := range at.position.Answers() {
		if code == body.Code {
			continue
		}
		lie := transcript.AnswerBody{Code: code, Flag: engine.NoNode}
		if at.position.AnswerShowsFlag(code) {
			lie.Flag = body.Flag
		}
		place := at.proofPlace(transcript.Answer, engine.Blue, lie.Head(), 0)
		lie.Proof = opening(tb, place, attacked.Number(), at.resolver.(elgamal).question.C(), uint8(code))
		if lie.Flag != engine.NoNode {
			place.Index = 1
			piece, _ := at.rules.Starter(engine.Blue, lie.Flag)
			lie.Proof = append(lie.Proof, opening(tb, place, piece, at.layouts[engine.Blue].Column(piece, junqi.Flag), 1)...)
		}
		refusedAs(t, at, sign(lie.Marshal()), true, "proof")
	}
	// A code that can't be.
	impossible := transcript.AnswerBody{Code: engine.Code(len(at.rules.Codes())), Flag: engine.NoNode, Proof: body.Proof}
	refusedAs(t, at, sign(impossible.Marshal()), true, "")

	// The true code, and the flag in the other headquarters.
	wrong := body
	wrong.Flag = otherHeadquarters(t, at, engine.Blue, body.Flag)
	place := at.proofPlace(transcript.Answer, engine.Blue, wrong.Head(), 0)
	wrong.Proof = opening(tb, place, attacked.Number(), at.resolver.(elgamal).question.C(), uint8(wrong.Code))
	place.Index = 1
	piece, _ := at.rules.Starter(engine.Blue, wrong.Flag)
	wrong.Proof = append(wrong.Proof, opening(tb, place, piece, at.layouts[engine.Blue].Column(piece, junqi.Flag), 1)...)
	refusedAs(t, at, sign(wrong.Marshal()), true, "proof")
	// The two proofs in each other's place.
	swapped := append(append(append([]byte{}, answer[:2]...), answer[98:]...), answer[2:98]...)
	refusedAs(t, at, sign(swapped), true, "proof")
	// No flag at all, though the commander fell.
	silent := transcript.AnswerBody{Code: body.Code, Flag: engine.NoNode}
	place = at.proofPlace(transcript.Answer, engine.Blue, silent.Head(), 0)
	silent.Proof = opening(tb, place, attacked.Number(), at.resolver.(elgamal).question.C(), uint8(silent.Code))
	refusedAs(t, at, sign(silent.Marshal()), true, "")
}

func otherHeadquarters(t testing.TB, m *Match, seat engine.Seat, flag engine.Node) engine.Node {
	for number := range junqi.Standard().ArmySize() {
		node := m.rules.Start(seat, number)
		if node != flag && m.rules.Allowed(number).Has(junqi.Flag) {
			return node
		}
	}
	require.Fail(t, "no other headquarters")
	return engine.NoNode
}

func TestFalseShowIsRefused(t *testing.T) {
	tb, _, _, at, show := commandersMeet(t)
	sign := func(body []byte) []byte { return transcriptOn(tb, at, engine.Red, transcript.Show, body) }
	require.NoError(t, at.Fork().append(sign(show)))
	refusedAs(t, at, sign(nil), true, "malformed")
	refusedAs(t, at, sign(show[:1]), true, "wrong length")
	spoilt := bytes.Clone(show)
	spoilt[1+64] ^= 1 // of the response
	refusedAs(t, at, sign(spoilt), true, "proof")

	wrong := transcript.ShowBody{Flag: otherHeadquarters(t, at, engine.Red, engine.Node(show[0]))}
	piece, _ := at.rules.Starter(engine.Red, wrong.Flag)
	wrong.Proof = opening(tb, at.proofPlace(transcript.Show, engine.Red, wrong.Head(), 0), piece, at.layouts[engine.Red].Column(piece, junqi.Flag), 1)
	refusedAs(t, at, sign(wrong.Marshal()), true, "proof")
	nowhere := transcript.ShowBody{Flag: at.rules.Start(engine.Red, 0), Proof: wrong.Proof}
	refusedAs(t, at, sign(nowhere.Marshal()), true, "")
}

// A seat that can move says that it can't, with the best proof that it can
// make. In the position, to which the game is set by hand, three of its pieces
// are left of which nobody knows whether they can move.
func TestFalseNoMoveIsRefused(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.NoMove, make([]byte, 64)), true, "can move, whatever it is")
	set := func(rows string) {
		var err error
		m.position, err = engine.ParsePosition(m.rules, "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bEDCBA/5/5/5/5/"+rows+" red move 100 0 0/0 - -/- - -/-")
		require.NoError(t, err)
	}
	set("rPQ3/1rV3") // two mines and the flag
	prove := func(parts []layout.Part) []byte {
		at := m.proofPlace(transcript.NoMove, engine.Red, nil, 0)
		proof, err := m.layouts[engine.Red].ProveNone(at, parts, tb.players[engine.Red].secret.LayoutSecret(), sigma.Nonces{})
		require.NoError(t, err)
		return proof
	}
	position := m.position
	truth := prove(mobility(&position, engine.Red))
	require.NoError(t, m.Fork().append(transcriptOn(tb, m, engine.Red, transcript.NoMove, truth)))
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.NoMove, append(truth, 0)), true, "wrong length")

	set("rP1R2/1rV3") // a mine, a platoon leader and the flag
	position = m.position
	parts := mobility(&position, engine.Red)
	proof := prove(parts)
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.NoMove, proof), true, "proof")
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.NoMove, nil), true, "wrong length")
	// Of the pieces that are none of them, though as many.
	for i := range parts {
		parts[i].Types = engine.TypesOf(junqi.Engineer)
	}
	require.NotEmpty(t, parts)
	proof = prove(parts)
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.NoMove, proof), true, "proof")
}

func TestFalseBareRecordsAreRefused(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	for _, kind := range []transcript.Kind{transcript.Pass, transcript.Resign} {
		refusedAs(t, m, transcriptOn(tb, m, engine.Red, kind, []byte{0}), true, "has a body")
	}
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.AcceptDraw, nil), true, "")
	untimed := facingTable(t, "standard,first=red,clock=off").match()
	raw := transcript.Sign(tb.players[engine.Red].secret.SigningKey(), transcript.Link{Match: untimed.id, Prev: untimed.Head()}, transcript.Pass, engine.Red, nil)
	refusedAs(t, untimed, raw.Marshal(), true, "")
}

// A waiting seat's resignation is worth what its signature says: on this very
// head, of this match, by that seat.
func TestForgedResignationIsRefused(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	red, blue := tb.players[engine.Red].secret.SigningKey(), tb.players[engine.Blue].secret.SigningKey()
	resigned := func(q transcript.ResignRequest) []byte {
		body := transcript.ResignedBody{Seat: engine.Blue, Signature: q.Signature}
		return transcriptOn(tb, m, engine.Red, transcript.Resigned, body.Marshal())
	}
	require.NoError(t, m.Fork().append(resigned(transcript.SignResignRequest(blue, m.id, engine.Blue, m.Head()))))
	for _, forged := range []transcript.ResignRequest{
		transcript.SignResignRequest(red, m.id, engine.Blue, m.Head()),
		transcript.SignResignRequest(blue, m.id, engine.Blue, m.Hash(4)),
		transcript.SignResignRequest(blue, transcript.Hash{1}, engine.Blue, m.Head()),
		transcript.SignResignRequest(blue, m.id, engine.Red, m.Head()),
	} {
		refusedAs(t, m, resigned(forged), true, "did not ask to resign here")
		require.Error(t, tb.players[engine.Red].ReceiveResignRequest(append([]byte{byte(engine.Red)}, forged.Marshal()[1:]...)))
	}
	q := transcript.SignResignRequest(blue, m.id, engine.Blue, m.Head())
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Resigned, append([]byte{byte(engine.Blue)}, q.Signature[:63]...)), true, "wrong length")
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Resigned, append(append([]byte{byte(engine.Blue)}, q.Signature[:]...), 0)), true, "wrong length")
}

// In open mode Match sees the pieces, and is the referee.
func TestOpenModeRefusesWhatPiecesCannot(t *testing.T) {
	tb := facingTable(t, "standard,first=red,mode=open")
	m := tb.match()
	front := moveOf(t, tb, engine.Red, false)
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Move, moveBody(t, front, make([]byte, 64))), true, "does not need")
	for {
		m := tb.match()
		position := m.position
		seat := position.ToAct()
		own, _ := tb.players[seat].Layout()
		for number, is := range own {
			from := position.Where(engine.PieceOf(seat, number))
			if is != junqi.Mine || from == engine.NoNode {
				continue
			}
			for to := range engine.Node(m.rules.Board().NumNodes()) {
				if position.Movers(from, to) == 0 {
					continue
				}
				body := transcript.MoveBody{Move: engine.Move{From: from, To: to}}
				refusedAs(t, m, transcriptOn(tb, m, seat, transcript.Move, body.Marshal()), true, "")
				return
			}
		}
		require.NotNil(t, tb.mover(), "no mine could be moved in the whole game: the test tests nothing")
		tb.turn()
	}
}
