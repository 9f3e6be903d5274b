package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// The referee announces what the table says, for all pairs of types.
func TestRefereeAgreesWithTable(t *testing.T) {
	for _, spec := range []string{
		"standard", "app", "standard,scout=on,mines=exploding-all", "standard,flag-takers=engineers,carry=home", "standard,show-flag=off", "siguo",
	} {
		rs := rules(t, spec)
		from, to, flags := "a12", "b12", [2]string{"b1", "d12"}
		if rs.NumSeats() == 4 {
			from, to, flags = "q7", "q8", [2]string{"h1", "q10"}
		}
		for _, a := range rs.Mobile().Types() {
			for _, d := range rs.Types().Types() {
				s := meeting(t, rs, a, d, from, to, flags)
				played, err := s.Play(engine.MoveEvent(engine.Red, engine.Move{From: s.node(from), To: s.node(to)}, false))
				require.NoError(t, err)
				require.Equal(t, engine.EventAnswer, played[1].Kind)
				require.Equal(t, rs.Clash(a, d), played[1].Code, "%s meets %s", rs.TypeID(a), rs.TypeID(d))
				said, _ := rs.Announcement(played[1].Code)
				require.Equal(t, said.AttackerShowsFlag, len(played) > 2 && played[2].Kind == engine.EventShow)
				require.Equal(t, said.DefenderShowsFlag, played[1].Flag != engine.NoNode)
				require.Equal(t, said.AttackerLeaves, s.position.Where(engine.PieceOf(engine.Red, 12)) == engine.NoNode)
				if seen := said.DefenderSeen; seen != engine.NoType && !said.DefenderLeaves {
					require.Equal(t, engine.TypesOf(seen), s.position.Known(s.at(to)))
				}
			}
		}
	}
}

// meeting is a game in which a red piece may attack a blue one in a headquarters.
func meeting(t *testing.T, rs *engine.Ruleset, a, d engine.Type, from, to string, flags [2]string) *scene {
	number, _ := rs.Starter(engine.Blue, node(t, rs, to))
	redFlag, _ := rs.Starter(engine.Red, node(t, rs, flags[0]))
	blueFlag, _ := rs.Starter(engine.Blue, node(t, rs, flags[1]))
	placed := []engine.Placed{
		{Piece: engine.PieceOf(engine.Red, 12), Type: a, Node: node(t, rs, from), Moved: true}, // started in row 3, where bombs may
		{Piece: engine.PieceOf(engine.Red, redFlag), Type: rs.Flag(), Node: node(t, rs, flags[0])},
		{Piece: engine.PieceOf(engine.Blue, number), Type: d, Node: node(t, rs, to)},
	}
	if d != rs.Flag() {
		placed = append(placed, engine.Placed{Piece: engine.PieceOf(engine.Blue, blueFlag), Type: rs.Flag(), Node: node(t, rs, flags[1])})
	}
	r := engine.NewScene(rs, engine.Red, placed)
	return &scene{r, r.Game(), rs, t}
}
