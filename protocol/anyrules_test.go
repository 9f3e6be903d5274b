package protocol_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// anyGame is a match of two to four seats beside a referee, who sees all layouts, and what
// each seat concludes about the others.
type anyGame struct {
	t       testing.TB
	src     *rand.ChaCha8
	rng     *rand.Rand
	rules   *engine.Ruleset
	players []*protocol.Player
	layouts []engine.Layout
	referee *engine.Referee
	knows   []*engine.Knowledge
	played  int // events that the referee has seen
}

func newAnyGame(t testing.TB, rs *engine.Ruleset, resolver string, host engine.Seat, seed uint64) *anyGame {
	g := &anyGame{t: t, rules: rs, src: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})}
	g.rng = rand.New(g.src)
	g.players = matchtest.Table(t, protocol.HostConfig{Rules: rs, Seat: host, Resolver: resolver}, g.src)
	for _, p := range g.players {
		l := rs.RandomLayout(g.rng)
		g.layouts = append(g.layouts, l)
		g.knows = append(g.knows, engine.NewKnowledge(rs, p.Seat(), l))
		require.NoError(t, p.Place(l))
	}
	matchtest.Sync(t, g.players, g.src)
	var err error
	g.referee, err = engine.NewReferee(rs, g.layouts, g.match().FirstMover())
	require.NoError(t, err)
	return g
}

func (g *anyGame) match() *protocol.Match { return g.players[0].Match() }

// decide has the seat to move do something, mostly an attack where there is one, and
// sometimes another seat resign.
func (g *anyGame) decide() {
	i := 0
	for g.players[i].Decision() != protocol.ChooseMove {
		i++
		require.Less(g.t, i, len(g.players), "%s", g.match().Owed())
	}
	p, position := g.players[i], g.match().Position()
	early := position.Ply() < g.rules.ResignFrom()
	switch n := g.rng.IntN(60); {
	case n == 0 && g.rules.Clock() > 0:
		require.NoError(g.t, p.Pass(g.src))
	case n < 20 && position.OfferOpen():
		require.NoError(g.t, p.AcceptDraw(g.src))
	case n == 1 && !early:
		_, err := p.Resign()
		require.NoError(g.t, err)
	case n == 2 && !early:
		other := g.players[g.rng.IntN(len(g.players))]
		if position.Out(other.Seat()) != engine.NotOver || other == p {
			return
		}
		request, err := other.Resign()
		require.NoError(g.t, err)
		require.NoError(g.t, p.ReceiveResignRequest(request))
	default:
		moves := position.LegalMoves(p.Seat(), g.layouts[i])
		m := moves[g.rng.IntN(len(moves))]
		for range 5 {
			if position.At(m.To) != engine.NoPiece {
				break
			}
			m = moves[g.rng.IntN(len(moves))]
		}
		require.NoError(g.t, p.Play(m, g.rng.IntN(4) == 0, g.src))
	}
}

// follow carries what was done to everybody, shows it to the referee, and demands that
// all see what the referee sees, and that nobody rules out what is true.
func (g *anyGame) follow() {
	before := g.referee.Position()
	matchtest.Sync(g.t, g.players, g.src)
	var announced []engine.Event
	for _, e := range g.match().Events()[g.played:] {
		for _, k := range g.knows {
			k.Note(&before, e)
		}
		require.NoError(g.t, before.Apply(e))
		if len(announced) == 0 {
			var err error
			announced, err = g.referee.Play(e) // with what he announces of it
			require.NoError(g.t, err)
		}
		require.Equal(g.t, announced[0], e)
		announced = announced[1:]
	}
	require.Empty(g.t, announced)
	g.played = len(g.match().Events())
	require.Equal(g.t, g.referee.Position(), g.match().Position())
	for _, k := range g.knows {
		for seat, l := range g.layouts {
			for number, is := range l {
				require.True(g.t, k.Possible(engine.PieceOf(engine.Seat(seat), number)).Has(is))
			}
		}
	}
}

// finish plays at most so many turns, lets everybody resign after that, and audits.
func (g *anyGame) finish(turns int) *protocol.Report {
	g.follow() // who begins may have no move
	for ; g.match().Stage() == protocol.Play; turns-- {
		if position := g.match().Position(); turns > 0 || position.Ply() < g.rules.ResignFrom() {
			g.decide()
		} else {
			_, err := g.players[position.ToAct()].Resign()
			require.NoError(g.t, err)
		}
		g.follow()
	}
	for _, p := range g.players[1:] {
		require.Equal(g.t, g.match().File(), p.Match().File())
	}
	report := protocol.Audit(g.match().File())
	require.Equal(g.t, protocol.Honest, report.Verdict, "%v", report.Reason)
	require.Equal(g.t, g.referee.Result(), report.Result)
	for seat, l := range report.Layouts {
		if g.rules.RevealAtEnd() {
			require.Equal(g.t, g.layouts[seat], l)
		} else {
			require.Nil(g.t, l)
		}
	}
	return report
}

// Whatever rules can say is played in the dark, proven, replayed and audited, with every
// resolver that can serve it, as a referee would have it.
func TestAnyRulesAgreeWithReferee(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		rs := rulestest.Ruleset(rt, rapid.SampledFrom([]rulestest.Size{rulestest.Small, rulestest.Small, rulestest.Any}).Draw(rt, "size"))
		resolver := protocol.ElGamal
		turns := 40
		if rs.RevealAtEnd() && len(rs.Rules().Clash.Places) == 0 { // what audited resolvers need
			switch rapid.IntRange(0, 15).Draw(rt, "audited") {
			case 0, 1, 2:
				resolver = "garbled"
			case 3: // seldom and not for long: its clashes are the slowest by far
				resolver, turns = "yao82", 6
			}
		}
		host := engine.Seat(rapid.IntRange(0, rs.NumSeats()-1).Draw(rt, "host"))
		g := newAnyGame(t, rs, resolver, host, rapid.Uint64Max(1<<16-1).Draw(rt, "seed"))
		g.finish(turns)
	})
}

// The games that players know: two seats, four in two teams, three and four for
// themselves, all open.
func TestSeatsOfJunqi(t *testing.T) {
	t.Parallel()
	for i, spec := range []string{"standard", "siguo", "siguo,way=open", "siguo,seats=3", "siguo,teams=all"} {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			rs, err := junqi.Rules(spec)
			require.NoError(t, err)
			report := newAnyGame(t, rs, "", engine.Seat(i%rs.NumSeats()), uint64(i)).finish(60)
			require.Positive(t, report.Clashes)
		})
	}
}
