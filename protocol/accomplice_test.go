package protocol_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
)

// scoutRules is a game of three, each for itself, of a scout and a guard each, where
// nobody ever leaves and what a scout attacks is shown. Everybody's first pieces stand
// beside each other, and so do the second ones.
func scoutRules(t testing.TB) *engine.Ruleset {
	edge := []engine.WayRule{{Along: engine.AlongEdge, Most: 1}}
	r := engine.Rules{
		Language: engine.RulesLanguage, Name: engine.Names{EN: "scouts", ZH: "侦察"},
		Seats: []engine.SeatRule{{Name: "red", Team: 0}, {Name: "blue", Team: 1}, {Name: "amber", Team: 2}},
		Kinds: []engine.KindRule{{ID: "plain", EN: "plain", ZH: "平地"}},
		Roads: [][2]string{}, Rails: [][2]string{}, Lines: [][]string{},
		Types: []engine.TypeRule{
			{ID: "scout", EN: "scout", ZH: "侦", Sign: "侦", Letter: "S", Count: 1, Starts: []int{0, 1}, Ways: edge},
			{ID: "guard", EN: "guard", ZH: "卫", Sign: "卫", Letter: "G", Count: 1, Starts: []int{0, 1}, Ways: edge},
		},
		Ends:  engine.EndRule{LastBoth: engine.LastBothAttacker, Timeouts: 9},
		Times: engine.TimeRule{Clock: 60},
		Views: engine.ViewRule{Mode: engine.ModeDark, Reveal: engine.RevealEnd, First: "red", Absent: engine.AbsentStop},
	}
	for seat, letter := range "rbc" {
		names := []string{fmt.Sprintf("%c1", letter), fmt.Sprintf("%c2", letter)}
		for i, name := range names {
			r.Nodes = append(r.Nodes, engine.NodeRule{Name: name, Kind: "plain", X: 2 * seat, Y: 2 * i})
		}
		r.Start = append(r.Start, [][]string{names})
	}
	for i := range 2 {
		for _, pair := range []string{"rb", "bc", "cr"} {
			r.Roads = append(r.Roads, [2]string{fmt.Sprintf("%c%d", pair[0], i+1), fmt.Sprintf("%c%d", pair[1], i+1)})
		}
	}
	r.Clash = engine.NewClashRule(r.Types, func(attacker, defender int) engine.AnnouncementRule {
		n := engine.AnnouncementRule{Repelled: true}
		if attacker == 0 {
			n.DefenderSeen = r.Types[defender].ID
		}
		return n
	})
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return rs
}

// pretender is a copy of a player that plays as if its layout were another than the one
// that it committed to.
func pretender(t testing.TB, p *protocol.Player, l engine.Layout) *protocol.Player {
	t.Helper()
	s, err := private.Parse(p.Secret())
	require.NoError(t, err)
	s.Layout = l
	var chain [][]byte
	for i := range p.Match().Len() {
		chain = append(chain, p.Match().Record(i))
	}
	lying, err := protocol.Restore(s.Marshal(), chain, p.Match().Extras())
	require.NoError(t, err)
	return lying
}

// Blue lies, with an audited resolver, about what red's scout found. Red, its accomplice,
// never reveals, so that this clash is not replayed. Amber then attacked a piece that is
// none of what is known of it: that is blue's fault, not amber's.
func TestAccompliceFramesNobody(t *testing.T) {
	for _, resolver := range protocol.Resolvers()[1:] {
		t.Run(resolver, func(t *testing.T) {
			t.Parallel()
			rs, src := scoutRules(t), rand.NewChaCha8([32]byte{1})
			players := matchtest.Table(t, protocol.HostConfig{Rules: rs, Resolver: resolver}, src)
			scout, guard := engine.Type(0), engine.Type(1)
			for _, p := range players {
				require.NoError(t, p.Place(engine.Layout{scout, guard}))
			}
			matchtest.Sync(t, players, src)
			players[engine.Blue] = pretender(t, players[engine.Blue], engine.Layout{guard, scout})
			red, blue, amber := players[engine.Red], players[engine.Blue], players[engine.Amber]
			attack := func(p *protocol.Player, text string) {
				t.Helper()
				m, err := rs.Board().ParseMove(text)
				require.NoError(t, err)
				require.NoError(t, p.Play(m, false, src))
				matchtest.Sync(t, players, src)
			}
			resign := func(p *protocol.Player) {
				t.Helper()
				_, err := p.Resign()
				require.NoError(t, err)
				matchtest.Sync(t, []*protocol.Player{blue, amber}, src)
			}

			attack(red, "r1-b1")
			position := amber.Match().Position()
			require.Equal(t, engine.SetOf(guard), position.Known(engine.PieceOf(engine.Blue, 0)), "the lie is believed")
			require.NoError(t, blue.Pass(src))
			matchtest.Sync(t, players, src)
			attack(amber, "c1-b1")
			matchtest.Carry(t, blue, red)
			_, err := red.Resign()
			require.NoError(t, err)
			matchtest.Carry(t, red, blue)
			resign(blue)
			amber.GraceOver()
			matchtest.Sync(t, []*protocol.Player{blue, amber}, src)

			m := amber.Match()
			require.Equal(t, []engine.Seat{engine.Red}, m.Unrevealed())
			report := protocol.Audit(m.File())
			require.Equal(t, protocol.Cheating, report.Verdict, "%v", report.Reason)
			require.Equal(t, engine.Blue, report.Conviction.Culprit, "%v", report.Reason)
			certificate, err := protocol.Certify(m.File())
			require.NoError(t, err)
			c, err := protocol.VerifyCertificate(certificate)
			require.NoError(t, err)
			require.Equal(t, engine.Blue, c.Culprit)
		})
	}
}
