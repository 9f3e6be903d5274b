package protocol

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// at returns the match as it was before the first record of a kind by a seat, and that record.
func (tb *table) at(seat engine.Seat, kind transcript.Kind) (*Match, transcript.Record) {
	tb.t.Helper()
	m := tb.match()
	for i := m.rules.NumSeats(); i < m.Len(); i++ {
		r, err := transcript.Parse(m.Record(i))
		require.NoError(tb.t, err)
		if r.Seat == seat && r.Kind == kind {
			before, err := m.prefix(i)
			require.NoError(tb.t, err)
			return before, r
		}
	}
	require.FailNow(tb.t, "no such record")
	return nil, transcript.Record{}
}

// flipped is a table at which red begins, and has turned up a piece.
func flipped(t testing.TB) *table {
	tb := flipTable(t, "flip,first=red", 1)
	require.NoError(t, tb.players[engine.Red].Flip(downNode(tb, 0), false))
	tb.sync()
	return tb
}

// downNode is the i-th node where a piece lies face down.
func downNode(tb *table, i int) engine.Node {
	position := tb.match().position
	return position.DownNodes()[i]
}

// altered are copies of a body with a bit changed in each of its parts of 32 bytes, counted from
// the end, and with a byte more or less.
func altered(body []byte) (out [][]byte) {
	for i := len(body) - 1; i >= 0; i -= 32 {
		b := bytes.Clone(body)
		b[i] ^= 1
		out = append(out, b)
	}
	return append(out, body[:len(body)-1], append(bytes.Clone(body), 0))
}

// A Key is what its Commit promised, and its seat knows what it is made of.
func TestFalseKeysAreRefused(t *testing.T) {
	tb := flipTable(t, "flip,first=red", 1)
	m, commit := tb.at(engine.Red, transcript.Commit)
	_, key := tb.at(engine.Red, transcript.Key)
	_, other := tb.at(engine.Blue, transcript.Key)
	at, _ := tb.at(engine.Red, transcript.Key)
	for _, body := range altered(key.Body) {
		refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Key, body), true, "not the key that the Commit promised")
	}
	promised := func(body []byte) *Match {
		at := m.Fork()
		for _, seat := range at.rules.Seats() {
			h := transcript.Commitment(m.id, seat, m.keys[seat], body)
			require.NoError(t, at.append(transcriptOn(tb, at, seat, transcript.Commit, h[:])))
		}
		return at
	}
	require.Len(t, commit.Body, 32)
	zero := append(make([]byte, 32), key.Body[32:]...)
	spoilt := append(bytes.Clone(key.Body[:127]), key.Body[127]^1)
	for reason, body := range map[string][]byte{
		"the key is zero": zero, "proof": spoilt, "wrong length": key.Body[:127], "key: ": bytes.Repeat([]byte{0xff}, 128),
	} {
		at := promised(body)
		refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Key, body), true, reason)
	}
	at = promised(other.Body)
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Key, other.Body), true, "proof")
}

// A Shuffle is of the deck before it, in its place, by its seat.
func TestFalseShufflesAreRefused(t *testing.T) {
	tb := flipTable(t, "flip,first=red", 1)
	at, red := tb.at(engine.Red, transcript.Shuffle)
	then, blue := tb.at(engine.Blue, transcript.Shuffle)
	shuffle := func(m *Match, seat engine.Seat, body []byte) []byte {
		return transcriptOn(tb, m, seat, transcript.Shuffle, body)
	}
	for i, body := range altered(red.Body) {
		if i%13 == 0 || i < 12 { // parts of all kinds
			refusedAs(t, at, shuffle(at, engine.Red, body), true, "")
		}
	}
	refusedAs(t, then, shuffle(then, engine.Blue, red.Body), true, "proof")
	refusedAs(t, at, shuffle(at, engine.Red, blue.Body), true, "proof")

	// Of other cards, and of as many.
	c := *at.cards
	tokens := c.deck.Tokens()
	tokens[0] = tokens[1]
	stacked, err := deck.New(tokens)
	require.NoError(t, err)
	place := at.proofPlace(transcript.Shuffle, engine.Red, nil, 0)
	body := stacked.Shuffle(place, c.joint, tb.players[engine.Red].deckNonces())
	refusedAs(t, at, shuffle(at, engine.Red, body), true, "proof")
	// Under one seat's key, so that it could read it alone.
	body = c.deck.Shuffle(place, c.keys[engine.Red], tb.players[engine.Red].deckNonces())
	refusedAs(t, at, shuffle(at, engine.Red, body), true, "proof")
	// Before the setup has come to it, and when none is due any more.
	early, _ := tb.at(engine.Blue, transcript.Key)
	refusedAs(t, early, shuffle(early, engine.Blue, blue.Body), true, "out of turn")
	refusedAs(t, tb.match(), shuffle(tb.match(), engine.Red, red.Body), true, "out of turn")
}

// A Flip is of a piece that lies face down, by the seat to move, with its share of that very card.
func TestFalseFlipsAreRefused(t *testing.T) {
	tb := flipped(t)
	at, flip := tb.at(engine.Red, transcript.Flip)
	red := tb.players[engine.Red]
	record := func(m *Match, seat engine.Seat, body []byte) []byte {
		return transcriptOn(tb, m, seat, transcript.Flip, body)
	}
	for _, body := range altered(flip.Body) {
		refusedAs(t, at, record(at, engine.Red, body), true, "")
	}
	for _, node := range []uint8{191, 255} {
		body := append([]byte{node}, flip.Body[1:]...)
		refusedAs(t, at, record(at, engine.Red, body), true, "no such node")
	}
	other := append([]byte{uint8(downNode(tb, 5))}, flip.Body[1:]...)
	refusedAs(t, at, record(at, engine.Red, other), true, "proof")
	offer := append([]byte{flip.Body[0], 1}, flip.Body[2:]...)
	refusedAs(t, at, record(at, engine.Red, offer), true, "proof")
	refusedAs(t, at, record(at, engine.Red, flip.Body[:2]), true, "share of 0 bytes")
	refusedAs(t, at, record(at, engine.Red, []byte{1, 2}), true, "malformed")
	refusedAs(t, at, record(at, engine.Blue, flip.Body), true, "out of turn")
	m := tb.match() // where blue is to move
	refusedAs(t, m, record(m, engine.Blue, flip.Body), true, "nothing lies face down")
	require.ErrorIs(t, red.Flip(downNode(tb, 0), false), ErrNotYourTurn)
	var rule *engine.RuleError
	require.ErrorAs(t, tb.players[engine.Blue].Flip(engine.Node(flip.Body[0]), false), &rule)

	// A share of another card, made for this very place.
	p, err := Restore(red.Secret(), at.Records(), nil)
	require.NoError(t, err)
	wrong := append(bytes.Clone(flip.Body[:2]), p.shareOf(downNode(tb, 7), transcript.Flip, flip.Body[:2])...)
	refusedAs(t, at, record(at, engine.Red, wrong), true, "proof")
}

// A Face is the last sharer's, and says what the card holds, and no other token.
func TestFalseFacesAreRefused(t *testing.T) {
	tb := flipped(t)
	at, face := tb.at(engine.Blue, transcript.Face)
	record := func(seat engine.Seat, kind transcript.Kind, body []byte) []byte {
		return transcriptOn(tb, at, seat, kind, body)
	}
	for token := range 256 {
		if body := append([]byte{uint8(token)}, face.Body[1:]...); token != int(face.Body[0]) {
			refusedAs(t, at, record(engine.Blue, transcript.Face, body), true, "")
		}
	}
	for _, body := range altered(face.Body) {
		refusedAs(t, at, record(engine.Blue, transcript.Face, body), true, "")
	}
	refusedAs(t, at, record(engine.Red, transcript.Face, face.Body), true, "out of turn")
	refusedAs(t, at, record(engine.Blue, transcript.Share, face.Body), true, "out of turn")

	// What an honest program proves of another token is false.
	blue, err := Restore(tb.players[engine.Blue].Secret(), at.Records(), nil)
	require.NoError(t, err)
	position := at.position
	for _, token := range position.DownTokens() {
		if token == face.Body[0] {
			continue
		}
		body := faceOf(t, blue, token)
		refusedAs(t, at, record(engine.Blue, transcript.Face, body), true, "proof")
		break
	}
	// No other record may come instead.
	for _, kind := range []transcript.Kind{transcript.Move, transcript.Flip, transcript.Pass, transcript.Resign, transcript.Shuffle} {
		refusedAs(t, at, record(engine.Blue, kind, nil), true, "out of turn")
	}
}

// faceOf is the face that a liar would make of the card that is being opened: the proof of
// another card, which holds the token.
func faceOf(t testing.TB, p *Player, token uint8) []byte {
	m := p.match
	body := transcript.FaceBody{Token: token}
	place := m.proofPlace(transcript.Face, p.Seat(), body.Head(), 0)
	first, err := deck.New([]uint8{token})
	require.NoError(t, err)
	k := deck.Joint(m.cards.keys[p.Seat()])
	shuffled, err := first.CheckShuffle(place, k, first.Shuffle(place, k, p.deckNonces()), new(sigma.Batch))
	require.NoError(t, err)
	out, err := p.secret.Deck.Face(func(uint8) sigma.Place { return place }, shuffled.Card(0), []uint8{token}, p.deckNonces())
	require.NoError(t, err)
	return out
}

// What belongs to layouts has no place beside a deck, and an open piece moves without any proof.
func TestDeckNeedsNoLayouts(t *testing.T) {
	tb := flipped(t)
	m := tb.match()
	for _, p := range tb.players {
		require.ErrorIs(t, p.Place(nil), ErrDealt)
		_, placed := p.Layout()
		require.False(t, placed)
	}
	for _, kind := range []transcript.Kind{transcript.Layout, transcript.Answer, transcript.Show, transcript.NoMove, transcript.Reveal} {
		refusedAs(t, m, transcriptOn(tb, m, engine.Blue, kind, nil), true, "")
	}
	tb.playFlip(12)
	for {
		p := tb.mover()
		position := p.Match().Position()
		moves := position.LegalMoves(p.Seat(), nil)
		if len(moves) == 0 {
			tb.flipTurn()
			continue
		}
		body := transcript.MoveBody{Move: moves[0], Proof: make([]byte, deck.ShareSize)}
		refusedAs(t, tb.match(), transcriptOn(tb, tb.match(), p.Seat(), transcript.Move, body.Marshal()), true, "does not need")
		back := transcript.MoveBody{Move: engine.Move{From: moves[0].To, To: moves[0].From}}
		refusedAs(t, tb.match(), transcriptOn(tb, tb.match(), p.Seat(), transcript.Move, back.Marshal()), true, "")
		break
	}
}

// A strike turns a piece up, so it owes the share of its card.
func TestStrikesOweAShare(t *testing.T) {
	tb := flipTable(t, "flip,strike=on,first=red", 3)
	for {
		p := tb.mover()
		position := p.Match().Position()
		for _, move := range position.LegalMoves(p.Seat(), nil) {
			if !position.Down().Has(move.To) {
				continue
			}
			m := tb.match()
			body := transcript.MoveBody{Move: move}
			refusedAs(t, m, transcriptOn(tb, m, p.Seat(), transcript.Move, body.Marshal()), true, "share of 0 bytes")
			require.NoError(t, p.Play(move, false, tb.rng))
			require.Equal(t, engine.PhaseShare, p.match.position.Phase())
			tb.sync()
			return
		}
		tb.flipTurn()
	}
}
