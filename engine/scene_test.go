package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// scene is a game that begins in the middle: a referee over the few pieces that a
// test is about.
type scene struct {
	*engine.Referee
	position *engine.Position
	rules    *engine.Ruleset
	t        testing.TB
}

// seatLetters are the letters of seats in scenes.
const seatLetters = "rbat"

// set makes a scene of Junqi.
func set(t testing.TB, spec string, turn engine.Seat, pieces string) *scene {
	t.Helper()
	return setRules(t, rules(t, spec), turn, pieces)
}

// setRules makes a scene from words as "r9@a6" (red's 9 on a6) and "bM@a7". A piece
// that stands where it could have started is the piece that started there, unmoved.
// Others were moved there.
func setRules(t testing.TB, rs *engine.Ruleset, turn engine.Seat, pieces string) *scene {
	t.Helper()
	var placed []engine.Placed
	var elsewhere []engine.Placed
	for word := range strings.FieldsSeq(pieces) {
		seat := engine.Seat(strings.IndexByte(seatLetters, word[0]))
		kind, err := rs.ParseType(word[1:2])
		require.NoError(t, err)
		n := node(t, rs, word[3:])
		if number, ok := rs.Starter(seat, n); ok && rs.Allowed(number).Has(kind) {
			placed = append(placed, engine.Placed{Piece: engine.PieceOf(seat, number), Type: kind, Node: n})
		} else {
			elsewhere = append(elsewhere, engine.Placed{Piece: engine.PieceOf(seat, 0), Type: kind, Node: n, Moved: true})
		}
	}
	taken := func(piece engine.Piece) bool {
		return slices.ContainsFunc(placed, func(at engine.Placed) bool { return at.Piece == piece })
	}
	for _, at := range elsewhere {
		number := 0
		for piece := at.Piece; taken(piece) || !rs.Allowed(number).Has(at.Type); piece = at.Piece {
			number++
			require.Less(t, number, rs.ArmySize(), "no piece is left for %s", rs.TypeID(at.Type))
			at.Piece = engine.PieceOf(at.Piece.Seat(), number)
		}
		placed = append(placed, at)
	}
	r := engine.NewScene(rs, turn, placed)
	return &scene{r, r.Game(), rs, t}
}

// event is what a turn, written as in [engine.Turn], is before anything is announced of
// it; "resign" is by the seat to act.
func (s *scene) event(turn string) engine.Event {
	s.t.Helper()
	if turn == "resign" {
		return engine.ResignEvent(s.position.ToAct())
	}
	want, err := s.rules.ParseTurn(turn)
	require.NoError(s.t, err, turn)
	e := engine.Event{Kind: want.Kind, Seat: s.position.ToAct(), Move: want.Move, Offer: want.Offers, Code: engine.NoCode, Flag: engine.NoNode}
	if want.Kind == engine.EventResign || want.Kind == engine.EventAbsent {
		e.Seat = want.Seat
	}
	return e
}

// play plays turns and checks that what is announced is what is written.
func (s *scene) play(turns string) *scene {
	s.t.Helper()
	s.record(turns)
	return s
}

// record plays turns and returns the events.
func (s *scene) record(turns string) (events []engine.Event) {
	s.t.Helper()
	for word := range strings.FieldsSeq(turns) {
		before := *s.position
		e := s.event(word)
		played, err := s.Play(e)
		require.NoError(s.t, err, word)
		if word != "resign" {
			got := engine.TurnOf(&before, e)
			for _, e := range played[1:] {
				require.NoError(s.t, before.Apply(played[0]))
				got.Join(engine.TurnOf(&before, e))
				played[0] = e
			}
			played[0] = e
			require.Equal(s.t, word, s.rules.FormatTurn(got))
		}
		events = append(events, played...)
	}
	return events
}

// refuse checks that a turn is refused for a reason, and that nothing changes.
func (s *scene) refuse(turn, reason string) *scene {
	s.t.Helper()
	before := *s.position
	_, err := s.Play(s.event(turn))
	var refusal *engine.RuleError
	require.ErrorAs(s.t, err, &refusal)
	require.ErrorContains(s.t, err, reason)
	require.Equal(s.t, before, *s.position)
	return s
}

// ends checks the result.
func (s *scene) ends(result string) {
	s.t.Helper()
	require.Equal(s.t, result, s.position.Result().String())
	if s.position.Result().Over {
		require.Equal(s.t, engine.PhaseOver, s.position.Phase())
		require.Empty(s.t, s.LegalMoves())
		for _, seat := range s.rules.Seats() {
			require.Error(s.t, s.position.Apply(engine.ResignEvent(seat)), "nothing happens after the end")
		}
	}
}

// node is a node by name.
func (s *scene) node(name string) engine.Node {
	s.t.Helper()
	return node(s.t, s.rules, name)
}

// at is the piece on a node.
func (s *scene) at(name string) engine.Piece {
	s.t.Helper()
	return s.position.At(s.node(name))
}

// names writes nodes down.
func (s *scene) names(nodes engine.NodeSet) string {
	return strings.Join(s.rules.Board().Names(nodes), " ")
}

// reaches is where the piece on a node can go, in words.
func (s *scene) reaches(from string) string {
	s.t.Helper()
	n := s.node(from)
	return s.names(s.position.Destinations(n, s.Type(s.position.At(n))))
}

// node is a node by name.
func node(t testing.TB, rs *engine.Ruleset, name string) engine.Node {
	t.Helper()
	n, ok := rs.Board().Node(name)
	require.True(t, ok, name)
	return n
}

// rules is a ruleset of Junqi.
func rules(t require.TestingT, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}
