package protocol_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
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

// framed is a match in which blue lied, with an audited resolver, about what red's scout
// found. Red, its accomplice, never reveals, so that this clash is not replayed. Amber
// then attacked a piece that is none of what is known of it.
func framed(t testing.TB, resolver string) *protocol.Match {
	t.Helper()
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

	attack(red, "r1-b1")
	position := amber.Match().Position()
	require.Equal(t, engine.TypesOf(guard), position.Known(engine.PieceOf(engine.Blue, 0)), "the lie is believed")
	require.NoError(t, blue.Pass(src))
	matchtest.Sync(t, players, src)
	attack(amber, "c1-b1")
	_, err := red.Resign()
	require.NoError(t, err)
	matchtest.Carry(t, red, blue)
	_, err = blue.Resign()
	require.NoError(t, err)
	amber.GraceOver()
	matchtest.Sync(t, []*protocol.Player{blue, amber}, src)
	require.Equal(t, []engine.Seat{engine.Red}, amber.Match().Unrevealed())
	return amber.Match()
}

// That amber attacked what blue had lied about is blue's fault, not amber's.
func TestAccompliceFramesNobody(t *testing.T) {
	for _, resolver := range protocol.Resolvers()[1:] {
		t.Run(resolver, func(t *testing.T) {
			t.Parallel()
			m := framed(t, resolver)
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

// To find whose Reveals a certificate needs, no proof is verified again.
func TestCertifyingVerifiesEachProofOnce(t *testing.T) {
	file := framed(t, garbled.Name).File()
	audited := opcount.Count(func() { protocol.Audit(file) })
	certified := opcount.Count(func() {
		_, err := protocol.Certify(file)
		require.NoError(t, err)
	})
	require.Positive(t, audited[opcount.PublicSum])
	require.Equal(t, audited[opcount.PublicSum], certified[opcount.PublicSum])
}

// conspiracy is a match of one honest seat among others that may play as if their layouts
// were others.
type conspiracy struct {
	t       *rapid.T
	src     *rand.ChaCha8
	rng     *rand.Rand
	players []*protocol.Player
	honest  *protocol.Player
}

func newConspiracy(t testing.TB, rt *rapid.T, rs *engine.Ruleset) *conspiracy {
	src := rand.NewChaCha8([32]byte{rapid.Byte().Draw(rt, "seed")})
	g := &conspiracy{t: rt, src: src, rng: rand.New(src)}
	g.players = matchtest.Table(t, protocol.HostConfig{Rules: rs, Resolver: garbled.Name}, src)
	for _, p := range g.players {
		require.NoError(rt, p.Place(rs.RandomLayout(g.rng)))
	}
	matchtest.Sync(t, g.players, src)
	g.honest = rapid.SampledFrom(g.players).Draw(rt, "honest")
	for seat, p := range g.players {
		if p != g.honest && rapid.IntRange(0, 3).Draw(rt, "lies") > 0 {
			g.players[seat] = pretender(t, p, rs.RandomLayout(g.rng))
		}
	}
	return g
}

// done reports whether a player could do what it tried, as the honest one always can.
func (g *conspiracy) done(p *protocol.Player, err error) bool {
	if p == g.honest {
		require.NoError(g.t, err)
	}
	return err == nil
}

// sync is matchtest.Sync, until a cheat is caught or can't go on: then it reports false.
func (g *conspiracy) sync() bool {
	for moved := true; moved; {
		moved = false
		for _, p := range g.players {
			made, err := p.Proceed(g.src)
			if !g.done(p, err) || !g.tell(p) {
				return false
			}
			moved = moved || made
		}
	}
	return true
}

// tell brings what a player has to all others, and reports whether they took it.
func (g *conspiracy) tell(from *protocol.Player) bool {
	m := from.Match()
	for _, to := range g.players {
		var news [][]byte
		for i := to.Match().Len(); i < m.Len(); i++ {
			news = append(news, m.Record(i))
		}
		for _, raw := range append(news, m.Extras()...) {
			var refusal *protocol.Refusal
			if errors.As(to.Receive(raw), &refusal) {
				require.False(g.t, refusal.Provable && refusal.Culprit == g.honest.Seat(), "%v", refusal)
				return false
			}
		}
	}
	return true
}

// turn has the seat to move do something, mostly an attack where there is one, and
// reports whether the match goes on.
func (g *conspiracy) turn(resigns bool) bool {
	for _, p := range g.players {
		if p.Decision() != protocol.ChooseMove {
			continue
		}
		position := p.Match().Position()
		if resigns && position.Ply() >= position.Rules().ResignFrom() {
			_, err := p.Resign()
			return g.done(p, err) && g.sync()
		}
		own, _ := p.Layout()
		moves := position.LegalMoves(p.Seat(), own)
		m := moves[g.rng.IntN(len(moves))]
		for range 5 {
			if position.At(m.To) == engine.NoPiece {
				m = moves[g.rng.IntN(len(moves))]
			}
		}
		return g.done(p, p.Play(m, false, g.src)) && g.sync()
	}
	return false
}

// All but one seat of an audited match may play as if their layouts were others, and
// reveal or not, as they like. The honest one can always go on, and nothing convicts it.
func TestConspiracyFramesNobody(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		rs := scoutRules(t)
		if rapid.IntRange(0, 3).Draw(rt, "rules") == 0 {
			rs = rulestest.Ruleset(rt, rulestest.Small)
		}
		if _, err := protocol.Host(protocol.HostConfig{Rules: rs, Resolver: garbled.Name, Invites: matchtest.Invites(rs, 0)}, rand.NewChaCha8([32]byte{})); err != nil || rs.Open() {
			return // these rules don't go with an audited resolver
		}
		g := newConspiracy(t, rt, rs)
		ok := g.sync()
		for n := rapid.IntRange(1, 12).Draw(rt, "turns"); ok && n > 0; n-- {
			ok = g.turn(false)
		}
		for ok {
			ok = g.turn(true)
		}
		for _, p := range g.players {
			p.ReleaseKey()
		}
		g.sync()

		m := g.honest.Match()
		var file [][]byte
		for i := range m.Len() {
			file = append(file, m.Record(i))
		}
		for _, extra := range m.Extras() {
			r, err := transcript.Parse(extra)
			require.NoError(rt, err)
			if r.Kind != transcript.Reveal || r.Seat == g.honest.Seat() || rapid.IntRange(0, 3).Draw(rt, "reveals") > 0 {
				file = append(file, extra)
			}
		}
		report := protocol.Audit(transcript.MarshalFile(file))
		if report.Conviction == nil {
			return
		}
		require.NotEqual(rt, g.honest.Seat(), report.Conviction.Culprit, "%v", report.Reason)
		certificate, err := protocol.Certify(transcript.MarshalFile(file))
		require.NoError(rt, err)
		c, err := protocol.VerifyCertificate(certificate)
		require.NoError(rt, err)
		require.Equal(rt, report.Conviction.Culprit, c.Culprit)
	})
}
