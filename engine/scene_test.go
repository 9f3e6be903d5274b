package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// scene is a game that begins in the middle: a referee over the few pieces that a
// test is about.
type scene struct {
	*Referee
	t testing.TB
}

// set makes a scene from words as "r9@a6" (red's commander on a6) and "bM@a7". A piece
// that stands where it could have started is the piece that started there, unmoved.
// Others were moved there.
func set(t testing.TB, spec string, turn Seat, pieces string) *scene {
	t.Helper()
	rs, err := Rules(spec)
	require.NoError(t, err)
	p := Start(rs, turn)
	var layouts [NumSeats]Layout
	for piece := range Piece(NumPieces) {
		p.remove(piece, NoNode)
		layouts[piece.Seat()][piece.Number()] = NoType
	}
	stand := func(seat Seat, number int, kind Type, n Node, moved bool) {
		piece := PieceOf(seat, number)
		layouts[seat][number] = kind
		p.at[n], p.where[piece] = piece, n
		p.occupied[seat] |= bit(n)
		if moved {
			p.known[piece] &= Mobile
			p.moved |= 1 << piece
		}
	}
	var later []func()
	for word := range strings.FieldsSeq(pieces) {
		seat := map[byte]Seat{'r': Red, 'b': Blue}[word[0]]
		kind, err := ParseType(word[1:2])
		require.NoError(t, err)
		n, ok := rs.Board().Node(word[3:])
		require.True(t, ok, word)
		if number, ok := rs.Board().Starter(seat, n); ok && rs.Allowed(number).Has(kind) {
			stand(seat, number, kind, n, false)
			continue
		}
		later = append(later, func() {
			for number := range ArmySize {
				if layouts[seat][number] == NoType && rs.Allowed(number).Has(kind) {
					stand(seat, number, kind, n, true)
					return
				}
			}
			t.Fatalf("no piece left for %s", word)
		})
	}
	for _, f := range later {
		f()
	}
	return &scene{&Referee{position: p, layouts: layouts}, t}
}

// play plays turns, written as in [Turn], and checks that what is announced is what
// is written.
func (s *scene) play(turns string) *scene {
	s.t.Helper()
	s.record(turns)
	return s
}

// record plays turns and returns the events.
func (s *scene) record(turns string) (events []Event) {
	s.t.Helper()
	for word := range strings.FieldsSeq(turns) {
		want, err := ParseTurn(word)
		require.NoError(s.t, err)
		before := s.position
		e := Event{Kind: want.Kind, Seat: s.position.ToAct(), Move: want.Move, Offer: want.Offers, Code: NoCode, Flag: NoNode}
		played, err := s.Play(e)
		require.NoError(s.t, err, word)
		got := quietTurn(e.Kind)
		got.Move, got.Offers = e.Move, e.Offer
		got.Attacks = e.Kind == EventMove && before.At(e.Move.To) != NoPiece
		for _, e := range played[1:] {
			if e.Kind == EventAnswer || e.Kind == EventShow {
				got.announce(s.position.rules, e)
			}
		}
		require.Equal(s.t, word, got.String())
		events = append(events, played...)
	}
	return events
}

// refuse checks that a turn is refused for a reason, and that nothing changes.
func (s *scene) refuse(turn, reason string) *scene {
	s.t.Helper()
	want, err := ParseTurn(turn)
	require.NoError(s.t, err)
	before := s.position
	_, err = s.Play(Event{Kind: want.Kind, Seat: s.position.ToAct(), Move: want.Move, Code: NoCode, Flag: NoNode})
	var refusal *RuleError
	require.ErrorAs(s.t, err, &refusal)
	require.ErrorContains(s.t, err, reason)
	require.Equal(s.t, before, s.position)
	return s
}

// ends checks the result.
func (s *scene) ends(result string) {
	s.t.Helper()
	require.Equal(s.t, result, s.position.Result().String())
	if s.position.Result().Over {
		require.Equal(s.t, PhaseOver, s.position.Phase())
		require.Empty(s.t, s.LegalMoves())
		require.Error(s.t, s.position.Apply(ResignEvent(Red)), "nothing happens after the end")
	}
}

// reaches is where the piece on a node can go, in words.
func (s *scene) reaches(from string) string {
	s.t.Helper()
	n, ok := s.position.rules.Board().Node(from)
	require.True(s.t, ok)
	to := s.position.Destinations(n, s.Type(s.position.At(n)))
	return strings.Join(nodeNames(to.Nodes()), " ")
}

// node is a node by name.
func node(t testing.TB, name string) Node {
	n, err := ParseNode(name)
	require.NoError(t, err)
	return n
}
