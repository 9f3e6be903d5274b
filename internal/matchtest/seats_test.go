package matchtest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/enginetest"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func rng(seed byte) *rand.ChaCha8 { return rand.NewChaCha8([32]byte{seed}) }

// playOut plays random moves to the end, and compares with a referee who sees it all.
func playOut(t *testing.T, rs *engine.Ruleset, resolver string, host engine.Seat, seed byte, plies int) *protocol.Match {
	src := rng(seed)
	r := rand.New(src)
	players := matchtest.Table(t, protocol.HostConfig{Rules: rs, Seat: host, Resolver: resolver}, src)
	layouts := make([]engine.Layout, len(players))
	for i, p := range players {
		layouts[i] = rs.RandomLayout(r)
		require.NoError(t, p.Place(layouts[i]))
	}
	matchtest.Sync(t, players, src)
	m := players[0].Match()
	referee, err := engine.NewReferee(rs, layouts, m.FirstMover())
	require.NoError(t, err)
	played := 0
	for turn := 0; m.Stage() == protocol.Play; turn++ {
		moved := false
		for i, p := range players {
			if p.Decision() != protocol.ChooseMove {
				continue
			}
			position := p.Match().Position()
			moves := position.LegalMoves(p.Seat(), layouts[i])
			if turn >= plies {
				_, err := p.Resign()
				require.NoError(t, err)
			} else {
				mv := moves[r.IntN(len(moves))]
				for range 8 {
					if position.At(mv.To) != engine.NoPiece {
						break
					}
					mv = moves[r.IntN(len(moves))]
				}
				require.NoError(t, p.Play(mv, false, src))
			}
			moved = true
			break
		}
		require.True(t, moved, "%s", m.Owed())
		matchtest.Sync(t, players, src)
		for _, e := range m.Events()[played:] {
			if e.Kind != engine.EventAnswer && e.Kind != engine.EventShow {
				_, err := referee.Play(e)
				require.NoError(t, err)
			}
		}
		played = len(m.Events())
		require.Equal(t, referee.Position(), m.Position())
	}
	for _, p := range players[1:] {
		require.Equal(t, m.File(), p.Match().File())
	}
	return m
}

func TestSeats(t *testing.T) {
	for i, spec := range []string{"standard", "app", "siguo", "siguo,way=open", "siguo,seats=3"} {
		t.Run(spec, func(t *testing.T) {
			rs, err := junqi.Rules(spec)
			require.NoError(t, err)
			m := playOut(t, rs, "", engine.Seat(i%rs.NumSeats()), byte(i), 60)
			report := protocol.Audit(m.File())
			require.Equal(t, protocol.Honest, report.Verdict, "%v", report.Reason)
			fmt.Println(spec, report.Plies, report.Clashes, report.Proofs, report.Bytes, report.Result)
		})
	}
}

func TestRandomRules(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rs := enginetest.Ruleset(rt, enginetest.Small)
		m := playOut(t, rs, "", engine.Seat(rapid.IntRange(0, rs.NumSeats()-1).Draw(rt, "host")), byte(rapid.IntRange(0, 255).Draw(rt, "seed")), 40)
		report := protocol.Audit(m.File())
		want := protocol.Honest
		require.Equal(t, want, report.Verdict, "%v", report.Reason)
	})
}
