package app_test

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// program is a lobby for a test.
type program struct {
	*app.App
	t   testing.TB
	dir string
	rng *rand.Rand

	through func(http.Handler) http.Handler // what its page is served through; may be nil
}

// loopback listens where only this machine can reach it.
func loopback(kept []byte) (app.Network, error) {
	h, err := libp2pnet.Listen(libp2pnet.ListenConfig{Kept: kept, Loopback: true})
	if err != nil {
		return app.Network{}, err
	}
	return app.Network{Transport: h, How: "libp2p", Close: h.Close}, nil
}

func openDir(t testing.TB, path string) *store.Dir {
	t.Helper()
	dir, err := store.OpenDir(path)
	require.NoError(t, err)
	return dir
}

func start(t testing.TB, dir string) *program { return startOver(t, dir, loopback) }

func startOver(t testing.TB, dir string, listen app.Listen) *program {
	t.Helper()
	l, err := app.New(app.Options{Dir: openDir(t, dir), Listen: listen, Version: "test", BotName: history.BotName})
	require.NoError(t, err)
	l.ResumeAll()
	p := &program{App: l, t: t, dir: dir, rng: rand.New(rand.NewPCG(1, uint64(len(dir))))}
	t.Cleanup(func() { l.Close() })
	return p
}

// rules returns the rules of a spec, as the lobby knows them.
func (p *program) rules(spec string) string {
	p.t.Helper()
	rs, err := junqi.Rules(spec)
	require.NoError(p.t, err)
	added, err := p.AddRules(rs.Text())
	require.NoError(p.t, err)
	return added.Digest
}

const quick = "standard,clock=off,first=red"

// until waits until a match stands as it is wanted to.
func (p *program) until(match string, wanted func(app.Seat, seat.State) bool) seat.State {
	p.t.Helper()
	deadline := time.After(pagetest.Patience)
	for {
		s, err := p.Seat(p.t.Context(), match)
		require.NoError(p.t, err)
		changed := s.Changed()
		state := s.State()
		if wanted(s, state) {
			return state
		}
		select {
		case <-changed:
		case <-deadline:
			require.FailNow(p.t, "this does not happen", "%s: %+v", state.Phase, state.Connection)
		}
	}
}

// play decides for a seat until so many turns were taken, and by then resigns if it may. Nobody is asked: what can be done is
// done.
func (p *program) play(match string, turns int, resign bool) seat.State {
	p.t.Helper()
	resigned := false
	return p.until(match, func(s app.Seat, state seat.State) bool {
		do := func(c seat.Command) (done bool) {
			err := s.Do(c)
			if err != nil { // others play on meanwhile
				require.NotEqual(p.t, state.Number, s.State().Number, "%v", err)
			}
			return err == nil
		}
		switch {
		case state.Phase == seat.Over && state.Connection.Done:
			return true
		case state.Ply >= turns && !resign:
			return true
		case state.Ply >= turns && slices.Contains(state.Can, seat.DoResign):
			if !resigned {
				resigned = do(seat.Command{Do: seat.DoResign})
			}
		case state.Decision == "layout":
			p.arrange(s)
		case state.Decision == "move":
			from, to := p.move(state)
			do(seat.Command{Do: seat.DoMove, From: from, To: to})
		}
		return false
	})
}

// arrange chooses a layout at random.
func (p *program) arrange(s app.Seat) {
	rs, err := p.Ruleset(s.Table().Digest)
	require.NoError(p.t, err)
	require.NoError(p.t, s.Do(seat.Command{Do: seat.DoLayout, Layout: rs.FormatLayout(rs.RandomLayout(p.rng))}))
}

// move is a move at random.
func (p *program) move(state seat.State) (from, to string) {
	var all [][2]string
	for from, list := range state.Moves {
		for _, to := range list {
			all = append(all, [2]string{from, to})
		}
	}
	slices.SortFunc(all, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	chosen := all[p.rng.IntN(len(all))]
	return chosen[0], chosen[1]
}

// auditCache is what the lobby says of a match, once it was audited.
func (p *program) past(match string) history.Entry {
	p.t.Helper()
	var found history.Entry
	require.Eventually(p.t, func() bool {
		l, err := p.App.Lobby(p.t.Context())
		require.NoError(p.t, err)
		i := slices.IndexFunc(l.Matches, func(m history.Entry) bool { return m.Match == match })
		require.GreaterOrEqual(p.t, i, 0)
		found = l.Matches[i]
		return found.Verdict != "" && !found.Running
	}, pagetest.Patience, 20*time.Millisecond)
	return found
}

// introduce lets one lobby host and the other join.
func introduce(t testing.TB, host, guest *program) (hosted, joined string) {
	t.Helper()
	hosted, err := host.Host(t.Context(), app.Hosting{Name: "Ann", Digest: host.rules(quick)})
	require.NoError(t, err)
	invite := host.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Invites["blue"] != "" }).Invites["blue"]
	offered, err := guest.Invitation(t.Context(), invite)
	require.NoError(t, err)
	require.Equal(t, []string{"blue"}, offered.Seats)
	require.Equal(t, quick, offered.Ruleset.Spec)
	require.Empty(t, offered.Warnings)
	joined, err = guest.Join(t.Context(), app.Joining{Name: "Bob", Invite: invite, Seat: "blue"})
	require.NoError(t, err)
	return hosted, joined
}

// A guest who opens the invite again, after the program was ended too, is led back to the seat.
func TestInviteLeadsBack(t *testing.T) {
	t.Parallel()
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	hosted, err := ann.Host(t.Context(), app.Hosting{Digest: ann.rules(quick)})
	require.NoError(t, err)
	invite := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Invites["blue"] != "" }).Invites["blue"]
	joined, err := bob.Join(t.Context(), app.Joining{Invite: invite})
	require.NoError(t, err)
	ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Seats[1].Joined })
	for range 2 {
		again, err := bob.Invitation(t.Context(), invite)
		require.NoError(t, err)
		require.Equal(t, app.Invitation{Match: joined}, again)
		require.NoError(t, bob.Close())
		bob = start(t, bob.dir)
	}
	_, err = start(t, t.TempDir()).Invitation(t.Context(), invite)
	require.ErrorIs(t, err, p2p.ErrTaken, "for everybody else")
}

func TestHostJoinAndPlayToTheEnd(t *testing.T) {
	t.Parallel()
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	hosted, joined := introduce(t, ann, bob)
	ended := make(chan seat.State, 1)
	go func() { ended <- bob.play(joined, 1000, true) }()
	state := ann.play(hosted, 30, true)
	require.Equal(t, "lost", state.Result.You)
	require.Equal(t, "won", (<-ended).Result.You)

	require.Empty(t, state.TalkTo, "nobody hears anything any more")

	past := ann.past(hosted)
	require.Equal(t, review.Honest, past.Verdict)
	require.Equal(t, "lost", past.You)
	require.Equal(t, "resignation", past.Reason)
	require.Equal(t, "over", past.State)
	require.Equal(t, "won", bob.past(joined).You)
	for p, you := range map[*program]string{ann: "lost", bob: "won"} {
		due := p.Due()
		require.Len(t, due, 1, "who looks elsewhere is told")
		require.Equal(t, you, due[0].You)
	}

	record, err := ann.AuditedMatch(t.Context(), hosted)
	require.NoError(t, err)
	r := record.Summary()
	require.Equal(t, review.Honest, r.Verdict)
	require.Equal(t, []string{"red", "blue", seat.Public, seat.Open}, r.Eyes)
	require.Len(t, r.Steps, len(r.Turns)+1)
	require.Len(t, r.Left[0], len(r.Turns)+1)
	require.Equal(t, "Ann", r.Table.Players[0].Name)
	for _, step := range r.Steps {
		require.NotEmpty(t, step.Checks, "step %d", step.Number)
		for _, check := range step.Checks {
			require.True(t, check.OK)
			require.Len(t, check.Words, len(messages.Languages()))
		}
	}
	for _, eyes := range r.Eyes {
		frame, err := record.Frame(len(r.Turns), eyes)
		require.NoError(t, err)
		require.Equal(t, seat.Over, frame.Phase)
	}
	_, err = record.Frame(0, "amber")
	require.Error(t, err)

	times := func() (all []seat.Millis) {
		s, err := ann.Seat(t.Context(), hosted)
		require.NoError(t, err)
		for _, e := range s.Events(0) {
			if e.Turn != nil {
				all = append(all[:e.Turn.Number-1], e.At)
			}
		}
		return all
	}
	seen := times()
	require.Len(t, seen, len(r.Turns))
	require.NotContains(t, seen, seat.Millis(0))
	require.NoError(t, ann.Close())
	ann = start(t, ann.dir)
	require.Equal(t, seen, times(), "they outlast the program")
}

// A program that was ended in the middle of a match continues it by itself, and so does one that was killed.
func TestMatchGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	hosted, joined := introduce(t, ann, bob)
	ended := make(chan seat.State, 1)
	go func() { ended <- bob.play(joined, 1000, true) }()
	before := ann.play(hosted, 11, false)
	enemy := slices.IndexFunc(before.Pieces, func(p seat.Piece) bool { return p.Seat == "blue" })
	s, err := ann.Seat(t.Context(), hosted)
	require.NoError(t, err)
	require.NoError(t, s.Do(seat.Command{Do: seat.DoMark, Piece: &before.Pieces[enemy].Ref, Mark: "bomb?"}))
	require.NoError(t, ann.Close())

	ann = start(t, ann.dir)
	after := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Connection.Hold == "" && s.Phase == seat.Play })
	require.GreaterOrEqual(t, after.Ply, 11)
	require.Equal(t, "bomb?", after.Pieces[enemy].Mark)
	ann.play(hosted, 20, true)
	require.Equal(t, "won", (<-ended).Result.You)
	require.Equal(t, review.Honest, ann.past(hosted).Verdict)
}

// A seat that the others have put out while it was away gets the rest from any of them who opens the match again, though all
// others have finished it.
func TestWhoWasPutOutGetsTheRest(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../testdata/rulesets/three-lamps.json")
	require.NoError(t, err)
	text = bytes.Replace(text, []byte(`{"clock": 60, "grace": 600}`), []byte(`{"clock": 0, "grace": 1}`), 1)
	ann, bob, cat := start(t, t.TempDir()), start(t, t.TempDir()), start(t, t.TempDir())
	rules, err := ann.AddRules(text)
	require.NoError(t, err)
	hosted, err := ann.Host(t.Context(), app.Hosting{Name: "Ann", Digest: rules.Digest})
	require.NoError(t, err)
	invites := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return len(s.Invites) == 2 }).Invites
	ids := map[*program]string{ann: hosted}
	for p, at := range map[*program]string{bob: "blue", cat: "amber"} {
		ids[p], err = p.Join(t.Context(), app.Joining{Invite: invites[at], Seat: at})
		require.NoError(t, err)
	}
	for p, match := range ids {
		p.until(match, func(_ app.Seat, state seat.State) bool { return state.Decision == "layout" })
		s, err := p.Seat(t.Context(), match)
		require.NoError(t, err)
		p.arrange(s)
	}
	cat.until(ids[cat], func(_ app.Seat, state seat.State) bool { return state.Phase == seat.Play })
	require.NoError(t, cat.Close())
	finish := func(p *program, resigns bool) {
		p.until(ids[p], func(s app.Seat, state seat.State) bool {
			out := slices.ContainsFunc(state.Seats, func(s seat.Seating) bool { return s.PutOut != nil })
			switch {
			case slices.Contains(state.Can, seat.DoClaim):
				_ = s.Do(seat.Command{Do: seat.DoClaim}) // it may be too late
			case state.Decision == "move" && !out:
				from, to := p.move(state)
				_ = s.Do(seat.Command{Do: seat.DoMove, From: from, To: to})
			case resigns && out && slices.Contains(state.Can, seat.DoResign):
				_ = s.Do(seat.Command{Do: seat.DoResign})
			}
			return state.Phase == seat.Over && state.Connection.Done
		})
	}
	finished := make(chan bool)
	go func() {
		finish(bob, false)
		close(finished)
	}()
	finish(ann, true)
	<-finished
	require.NoError(t, ann.Close())
	hers := ids[cat]
	cat, ann = start(t, cat.dir), start(t, ann.dir)
	s, err := ann.Seat(t.Context(), hosted)
	require.NoError(t, err)
	require.Equal(t, "libp2p", s.State().Connection.How)
	cat.until(hers, func(_ app.Seat, state seat.State) bool { return state.Phase == seat.Over && state.Connection.Done })
}

// A practice match has no clock unless the person asks for it, whatever the rules are.
func TestPracticeHasNoClockUnlessAskedFor(t *testing.T) {
	ann := start(t, t.TempDir())
	text, err := os.ReadFile("../../../testdata/rulesets/skirmish.json")
	require.NoError(t, err)
	_, err = ann.AddRules([]byte("module example.org/wrong"))
	require.EqualError(t, err, "this file does not contain the rules of a game")
	own, err := ann.AddRules(text)
	require.NoError(t, err)
	chosen, err := ann.Choose("standard,mines=exploding", "clock", "30")
	require.NoError(t, err)
	require.Equal(t, "standard,mines=exploding,clock=30", chosen.Ruleset.Spec)
	for _, digest := range []string{own.Digest, chosen.Ruleset.Digest} {
		for _, clock := range []bool{false, true} {
			match, err := ann.Practise(t.Context(), app.Practising{Digest: digest, Level: "random", Clock: clock})
			require.NoError(t, err)
			at, err := ann.Seat(t.Context(), match)
			require.NoError(t, err)
			rules, err := engine.ParseCanonical(at.Table().Rules)
			require.NoError(t, err)
			require.Equal(t, clock, rules.Clock() > 0, digest)
		}
	}
}

// Nobody waits for the player of a practice match: its clock can be stopped. That of a match with others runs on.
func TestOnlyPracticeIsPaused(t *testing.T) {
	t.Parallel()
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	digest := ann.rules("standard,clock=600,first=red")
	practised, err := ann.Practise(t.Context(), app.Practising{Digest: digest, Level: "random", Clock: true})
	require.NoError(t, err)
	hosted, err := ann.Host(t.Context(), app.Hosting{Name: "Ann", Digest: digest})
	require.NoError(t, err)
	invite := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Invites["blue"] != "" }).Invites["blue"]
	ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Decision == "layout" })
	require.Empty(t, ann.Due(), "nobody waits for the layout yet")
	joined, err := bob.Join(t.Context(), app.Joining{Name: "Bob", Invite: invite, Seat: "blue"})
	require.NoError(t, err)
	for p, matches := range map[*program][]string{ann: {practised, hosted}, bob: {joined}} {
		for _, match := range matches {
			p.until(match, func(s app.Seat, state seat.State) bool {
				if state.Decision == "layout" {
					p.arrange(s)
				}
				return state.Decision == "layout"
			})
		}
	}
	runs := func(match string, want bool) {
		ann.until(match, func(_ app.Seat, s seat.State) bool {
			return s.Decision == "move" && slices.ContainsFunc(s.Clocks, func(c seat.Clock) bool { return c.Seat == "red" && (c.Deadline > 0) == want })
		})
	}
	runs(practised, true)
	runs(hosted, true)
	lobby, err := ann.App.Lobby(t.Context())
	require.NoError(t, err)
	for _, m := range lobby.Matches { // only what runs on while nobody looks at it is said to press
		require.Equal(t, m.Match == hosted, m.Left > 0 && m.Left <= 600_000 && m.Most == 4, m)
	}
	due := ann.Due()
	require.Len(t, due, 1, "practice stands")
	require.Equal(t, hosted, due[0].Match)
	require.True(t, due[0].Running && due[0].Left > 0)
	require.Empty(t, bob.Due(), "it is not their turn")
	bob.until(joined, func(_ app.Seat, s seat.State) bool {
		return slices.ContainsFunc(s.Clocks, func(c seat.Clock) bool { return c.Deadline > 0 })
	})
	lobby, err = bob.App.Lobby(t.Context())
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(lobby.Matches, func(m history.Entry) bool { return m.Left > 0 && m.Most == 0 }), "the other one's time runs there too")
	for _, on := range []bool{true, false} {
		ann.Pause(hosted, on)
		ann.Pause(practised, on)
		runs(practised, !on)
		s, err := ann.Seat(t.Context(), hosted)
		require.NoError(t, err)
		require.Positive(t, s.State().Clocks[0].Deadline)
	}
}

// The time-outs that a player has had are told in the others' turns too.
func TestTimeoutsAreToldAfterTheTurn(t *testing.T) {
	t.Parallel()
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	hosted, err := ann.Host(t.Context(), app.Hosting{Name: "Ann", Digest: ann.rules("standard,clock=1,timeouts=9,first=red")})
	require.NoError(t, err)
	invite := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Invites["blue"] != "" }).Invites["blue"]
	joined, err := bob.Join(t.Context(), app.Joining{Name: "Bob", Invite: invite, Seat: "blue"})
	require.NoError(t, err)
	for p, match := range map[*program]string{ann: hosted, bob: joined} {
		p.until(match, func(s app.Seat, state seat.State) bool {
			if state.Decision == "layout" {
				p.arrange(s)
			}
			return state.Decision == "layout"
		})
	}
	require.Eventually(t, func() bool {
		lobby, err := ann.App.Lobby(t.Context())
		require.NoError(t, err)
		m := lobby.Matches[0]
		return m.Timeouts > 0 && m.Most == 0 && m.Limit == 9 && m.Skipped
	}, pagetest.Patience, 20*time.Millisecond)
}

// Whoever practises need not wait for computers that play on without them.
func TestBotsOfPracticeHurry(t *testing.T) {
	t.Parallel()
	l, err := app.New(app.Options{Dir: openDir(t, t.TempDir()), Listen: loopback, Version: "test", BotName: history.BotName, Pace: time.Hour})
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	p := &program{App: l, t: t, rng: rand.New(rand.NewPCG(1, 1))}
	match, err := p.Practise(t.Context(), app.Practising{Digest: p.rules("standard,first=blue"), Level: "random"})
	require.NoError(t, err)
	p.until(match, func(s app.Seat, state seat.State) bool {
		if state.Decision == "layout" {
			p.arrange(s)
		}
		return state.Phase == seat.Play
	})
	p.Hurry(match)
	p.until(match, func(_ app.Seat, state seat.State) bool { return state.Decision == "move" })
}

// Options are chosen one by one; what does not go together is refused, in words.
func TestChoose(t *testing.T) {
	ann := start(t, t.TempDir())
	first, err := ann.Choose("siguo", "", "")
	require.NoError(t, err)
	require.Equal(t, "siguo", first.Ruleset.Spec)
	next, err := ann.Choose(first.Ruleset.Spec, "way", "open")
	require.NoError(t, err)
	require.Equal(t, "siguo,way=open", next.Ruleset.Spec)
	_, err = ann.Ruleset(next.Ruleset.Digest)
	require.NoError(t, err, "it can be played")
	i := slices.IndexFunc(next.Options, func(c rulesets.Choice) bool { return c.Name == "way" })
	require.Equal(t, "open", next.Options[i].Value)
	require.Equal(t, "dark", next.Options[i].Usual)
	require.Len(t, next.Options[i].Values, 4, "dark, partners, open, drawn")
	require.Equal(t, protocol.Resolvers(), first.Resolvers)
	require.Empty(t, next.Resolvers, "nothing is hidden")
	for _, preset := range junqi.Names() {
		c, err := ann.Choose(preset, "", "")
		require.NoError(t, err)
		for _, o := range c.Options {
			require.NotEmpty(t, o.Head["zh-Hant"], "%s: %s", preset, o.Name)
		}
	}
	_, err = ann.Choose("siguo", "way", "sideways")
	require.ErrorContains(t, err, "sideways")
}

func TestPractise(t *testing.T) {
	t.Parallel()
	ann := start(t, t.TempDir())
	match, err := ann.Practise(t.Context(), app.Practising{Name: "Ann", Digest: ann.rules(quick), Level: "sensible"})
	require.NoError(t, err)
	ann.until(match, func(_ app.Seat, s seat.State) bool {
		require.Empty(t, s.Invites, "nobody else is to join")
		require.Empty(t, s.WatchInvite, "or to watch")
		return s.Decision == "layout"
	})
	ann.play(match, 9, false)
	require.NoError(t, ann.Close())

	ann = start(t, ann.dir)
	state := ann.play(match, 20, true)
	require.Equal(t, "lost", state.Result.You)
	<-ann.Match(match).Settled()
	found, err := ann.Statistics(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, found.Lost, "it counts at once, though nothing has asked for its audit")
	past := ann.past(match)
	require.Equal(t, []string{history.BotName("sensible")}, past.Opponents)
	require.Equal(t, review.Honest, past.Verdict)
	require.Eventually(t, func() bool {
		left, err := filepath.Glob(filepath.Join(ann.dir, "bots", "*.djq"))
		return err == nil && len(left) == 0
	}, pagetest.Patience, 20*time.Millisecond, "of a finished match the bots keep nothing")

	begun, err := ann.Rematch(t.Context(), match)
	require.NoError(t, err)
	again := begun.Match
	twice, err := ann.Rematch(t.Context(), match)
	require.NoError(t, err)
	require.Equal(t, begun, twice, "a second request leads to the same match")
	s, err := ann.Seat(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, "blue", s.Table().Seat, "the seats are swapped")
	require.Equal(t, "Ann", s.Table().Players[1].Name)
	require.Equal(t, history.BotName("sensible"), s.Table().Players[0].Name)
	ann.play(again, 1, true)
	<-ann.Match(again).Settled()
	late, err := ann.Rematch(t.Context(), match)
	require.NoError(t, err)
	require.Equal(t, begun, late, "a third too, though it is over: it has a rematch of its own")
	require.NoError(t, ann.Forget(again))
	third, err := ann.Rematch(t.Context(), match)
	require.NoError(t, err)
	require.NotEqual(t, again, third.Match, "there is none any more")
	require.NoError(t, ann.Forget(third.Match))
	_, err = ann.Seat(t.Context(), again)
	require.Error(t, err)
	files, err := os.ReadDir(filepath.Join(ann.dir, "bots"))
	require.NoError(t, err)
	require.Len(t, files, 1, "the level of the first match, and nothing of the second")

	known := filepath.Join(ann.dir, "past.json")
	before, err := os.ReadFile(known)
	require.NoError(t, err)
	require.Contains(t, string(before), match)
	require.NoError(t, ann.Forget(match))
	after, err := os.ReadFile(known)
	require.NoError(t, err)
	require.NotContains(t, string(after), match, "a match that is forgotten leaves nothing")
}

// A program that was killed before its bots had joined lets them join when the match is resumed.
func TestPracticeWithoutItsBots(t *testing.T) {
	dir := t.TempDir()
	rs, err := junqi.Rules(quick)
	require.NoError(t, err)
	secret, err := invite.NewHostSecret(crand.Reader)
	require.NoError(t, err)
	player, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invites: secret.Invites(rs, engine.Red)}, crand.Reader)
	require.NoError(t, err)
	session, err := p2p.Host(pipe.New().Host(transport.Identity{1}), p2p.Files(openDir(t, dir)), player, secret, p2p.Config{})
	require.NoError(t, err)
	require.NoError(t, session.Close())
	table, _ := store.SplitID(session.ID())
	require.NoError(t, openDir(t, filepath.Join(dir, "bots")).WriteFile(table+".level", []byte("random")))

	running, err := openDir(t, dir).Open(session.ID())
	require.NoError(t, err)
	another := start(t, dir)
	require.ErrorIs(t, another.Forget(session.ID()), store.ErrInUse)
	require.NoError(t, another.Close())
	require.NoError(t, running.Close())
	require.FileExists(t, filepath.Join(dir, "bots", table+".level"), "of a match that another program runs")

	ann := start(t, dir)
	ann.until(session.ID(), func(_ app.Seat, s seat.State) bool { return s.Connection.Online })
	require.Equal(t, "lost", ann.play(session.ID(), 3, true).Result.You)
}

// Bots whose level is lost play on at the usual one; without their files a match says what to do. A
// level without a match goes.
func TestPracticeThatLostFiles(t *testing.T) {
	ann := start(t, t.TempDir())
	match, err := ann.Practise(t.Context(), app.Practising{Name: "Ann", Digest: ann.rules(quick), Level: "random"})
	require.NoError(t, err)
	ann.play(match, 3, false)
	require.NoError(t, ann.Close())
	table, _ := store.SplitID(match)
	bots := filepath.Join(ann.dir, "bots")
	require.NoError(t, os.Remove(filepath.Join(bots, table+".level")))
	require.NoError(t, os.WriteFile(filepath.Join(bots, "00000000.level"), []byte("random"), 0o600))

	ann = start(t, ann.dir)
	require.NoFileExists(t, filepath.Join(bots, "00000000.level"))
	ann.play(match, 3, false)
	s, err := ann.Seat(t.Context(), match)
	require.NoError(t, err)
	require.Equal(t, history.BotName("sensible"), s.Table().Players[1].Name)
	require.NoError(t, ann.Close())

	files, err := filepath.Glob(filepath.Join(bots, table+"-*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		require.NoError(t, os.Remove(file))
	}
	for range 2 { // with their level, and without it
		ann = start(t, ann.dir)
		_, err = ann.Seat(t.Context(), match)
		require.ErrorContains(t, err, "put them back, or delete the match")
		require.NoError(t, ann.Close())
		_ = os.Remove(filepath.Join(bots, table+".level"))
	}
	ann = start(t, ann.dir)
	require.NoError(t, ann.Forget(match))
	left, err := os.ReadDir(bots)
	require.NoError(t, err)
	require.Empty(t, left)
}

// What the bots have kept goes before the match, so that whoever deletes again where that broke off finds it all.
func TestBotsAreDeletedFirst(t *testing.T) {
	ann := start(t, t.TempDir())
	match, err := ann.Practise(t.Context(), app.Practising{Name: "Ann", Digest: ann.rules(quick), Level: "random"})
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(ann.dir, match+".secret.tmp", "in the way"), 0o700))
	require.Error(t, ann.Forget(match))
	left, err := os.ReadDir(filepath.Join(ann.dir, "bots"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// Matches can be deleted by the command line too.
func TestDeletedMatchesLeaveNothing(t *testing.T) {
	ann := start(t, t.TempDir())
	gone := []byte(`{"00000000-red":{"size":1,"modified":1,"past":{"match":"00000000-red"}}}`)
	known := filepath.Join(ann.dir, "past.json")
	require.NoError(t, ann.Close())
	require.NoError(t, os.WriteFile(known, gone, 0o600))
	ann = start(t, ann.dir)
	_, err := ann.App.Lobby(t.Context())
	require.NoError(t, err)
	left, err := os.ReadFile(known)
	require.NoError(t, err)
	require.Equal(t, "{}\n", string(left))
}

func TestPractiseWithFour(t *testing.T) {
	ann := start(t, t.TempDir())
	match, err := ann.Practise(t.Context(), app.Practising{Digest: ann.rules("siguo,clock=off"), Level: "random"})
	require.NoError(t, err)
	state := ann.until(match, func(s app.Seat, state seat.State) bool {
		if state.Decision == "layout" {
			ann.arrange(s)
		}
		return state.Decision == "move"
	})
	require.Len(t, state.Seats, 4)
}

func TestHostOffersASeatToEach(t *testing.T) {
	ann := start(t, t.TempDir())
	match, err := ann.Host(t.Context(), app.Hosting{Digest: ann.rules("siguo")})
	require.NoError(t, err)
	state := ann.until(match, func(_ app.Seat, s seat.State) bool { return len(s.Invites) > 0 })
	require.Len(t, state.Invites, 3)
	l, err := ann.App.Lobby(t.Context())
	require.NoError(t, err)
	require.Equal(t, "invited", l.Matches[0].State)
	require.True(t, l.Matches[0].Running)
}

// What was altered is not believed, whoever altered it.
func TestAuditOfATamperedFile(t *testing.T) {
	ann := start(t, t.TempDir())
	match, err := ann.Practise(t.Context(), app.Practising{Digest: ann.rules(quick), Level: "random"})
	require.NoError(t, err)
	ann.play(match, 12, true)
	ann.past(match)
	record, err := ann.AuditedMatch(t.Context(), match)
	require.NoError(t, err)
	file, err := record.File()
	require.NoError(t, err)

	verdict := func(data []byte) review.Summary {
		id, err := ann.Audit(t.Context(), "../some/where.djq", data)
		require.NoError(t, err)
		record, err := ann.AuditedMatch(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, "where.djq", record.Summary().Name)
		return record.Summary()
	}
	require.Equal(t, review.Honest, verdict(file).Verdict)
	altered := slices.Clone(file)
	altered[len(altered)*9/10] ^= 1
	bad := verdict(altered)
	require.Equal(t, review.Unreadable, bad.Verdict)
	require.False(t, allOK(bad), "the step is marked whose record does not hold")
	require.Equal(t, review.Unreadable, verdict(file[:len(file)-3]).Verdict)

	for _, foreign := range []string{"", "something else"} {
		_, err = ann.Audit(t.Context(), "x.png", []byte(foreign))
		require.EqualError(t, err, "this is neither the transcript of a match nor a certificate, or it was altered: x.png") // a sentence that begins with a name would capitalize it
	}
	for _, id := range []string{"", "../" + match, "file00"} {
		_, err = ann.AuditedMatch(t.Context(), id)
		require.Error(t, err)
	}
}

// What was shown before the first move is told there, in whatever order it came.
func TestAuditOfFour(t *testing.T) {
	file, err := os.ReadFile("../../../testdata/archive/siguo.djq")
	require.NoError(t, err)
	ann := start(t, t.TempDir())
	id, err := ann.Audit(t.Context(), "siguo.djq", file)
	require.NoError(t, err)
	record, err := ann.AuditedMatch(t.Context(), id)
	require.NoError(t, err)
	told := map[string]int{}
	for _, check := range record.Summary().Steps[0].Checks {
		told[check.Words["en"]]++
	}
	for kind, times := range map[transcript.Kind]int{transcript.Terms: 1, transcript.Join: 3, transcript.Commit: 4, transcript.Layout: 4} {
		require.Equal(t, times, told[messages.Checks.Of(strings.ToLower(kind.String())).In(messages.English)], kind)
	}
}

// A certificate is evidence without a game.
func TestAuditOfACertificate(t *testing.T) {
	cheated, err := os.ReadFile("../../../testdata/archive/cheating-double.djq")
	require.NoError(t, err)
	certificate, err := protocol.Certify(cheated)
	require.NoError(t, err)
	report, err := protocol.AuditCertificate(certificate)
	require.NoError(t, err)
	matchID, key := report.Match, report.Keys[report.Conviction.Culprit]
	ann := start(t, t.TempDir())
	for evidence, file := range map[bool][]byte{true: certificate, false: cheated} {
		id, err := ann.Audit(t.Context(), "evidence", file)
		require.NoError(t, err)
		record, err := ann.AuditedMatch(t.Context(), id)
		require.NoError(t, err)
		got := record.Summary()
		require.Equal(t, review.Cheating, got.Verdict)
		require.NotNil(t, got.Conviction)
		require.Equal(t, evidence, got.Evidence)
		require.Equal(t, hex.EncodeToString(matchID[:]), got.Match)
		require.Equal(t, hex.EncodeToString(key[:]), got.Key)
		require.Nil(t, got.False, "of two conflicting records neither has to be false")
		require.Equal(t, evidence, allOK(got), "the evidence in a match is marked")
	}
}

// A certificate of a false record holds the game up to it, which is shown: the audit of the match says the same.
func TestCertificateShowsTheGame(t *testing.T) {
	cheated, err := os.ReadFile("../../../testdata/archive/cheating-of-a-guest.djq")
	require.NoError(t, err)
	certificate, err := protocol.Certify(cheated)
	require.NoError(t, err)
	ann := start(t, t.TempDir())
	for evidence, file := range map[bool][]byte{true: certificate, false: cheated} {
		id, err := ann.Audit(t.Context(), "evidence", file)
		require.NoError(t, err)
		record, err := ann.AuditedMatch(t.Context(), id)
		require.NoError(t, err)
		got := record.Summary()
		require.Equal(t, evidence, got.Evidence)
		require.Equal(t, &review.FalseTurn{Number: 1, From: "c6", To: "c7"}, got.False)
		require.False(t, allOK(got), "the false record is marked")
		require.Len(t, got.Turns, 1)
		_, err = record.Frame(1, seat.Public)
		require.NoError(t, err)
	}
}

func allOK(r review.Summary) bool {
	for _, step := range r.Steps {
		if slices.ContainsFunc(step.Checks, func(c review.Check) bool { return !c.OK }) {
			return false
		}
	}
	return true
}

func TestLayoutsAndRulesAreKept(t *testing.T) {
	ann := start(t, t.TempDir())
	digest := ann.rules(quick)
	rs, err := ann.Ruleset(digest)
	require.NoError(t, err)
	l := rs.RandomLayout(ann.rng)
	require.NoError(t, ann.SaveLayout(digest, " mine ", l))
	require.NoError(t, ann.SaveLayout(digest, "mine", l))
	require.NoError(t, ann.SaveLayout(digest, "../other", l), "a name is no path")
	require.Error(t, ann.SaveLayout(digest, "two\nlines", l))
	require.Error(t, ann.SaveLayout(digest, "", l))
	require.NoError(t, ann.Close())

	ann = start(t, ann.dir)
	_, err = ann.Ruleset(digest)
	require.NoError(t, err)
	require.NoError(t, ann.DeleteLayout(digest, "../other"))
	found, err := ann.Layouts(digest)
	require.NoError(t, err)
	require.Equal(t, layouts.Saved{Name: "mine", Digest: digest, Layout: rs.FormatLayout(l)}, found[0])
	require.True(t, found[1].Preset)
}

// What is laid out in practice, without a clock, is there when the same rules are played with one.
func TestLayoutsOfPracticeAreThoseOfItsRules(t *testing.T) {
	ann := start(t, t.TempDir())
	digest := ann.rules("standard")
	match, err := ann.Practise(t.Context(), app.Practising{Digest: digest, Level: "random"})
	require.NoError(t, err)
	s, err := ann.Seat(t.Context(), match)
	require.NoError(t, err)
	practised := s.Table().Digest
	rs, err := ann.Ruleset(practised)
	require.NoError(t, err)
	require.NotEqual(t, digest, practised)
	l := rs.RandomLayout(ann.rng)
	require.NoError(t, ann.SaveLayout(practised, "mine", l))
	require.NoError(t, ann.LayoutPlayed(practised, rs.FormatLayout(l)))
	found, err := ann.Layouts(digest)
	require.NoError(t, err)
	require.Equal(t, "mine", found[0].Name)
	require.Equal(t, []any{true, rs.FormatLayout(l)}, []any{found[1].Last, found[1].Layout})
	require.NoError(t, ann.DeleteLayout(digest, "mine"))
	found, err = ann.Layouts(practised)
	require.NoError(t, err)
	require.True(t, found[0].Last, "what is deleted is gone from both")
}

// Files of the data folder may be changed by hand. One that went wrong stays as it is until it is mended.
func TestFilesThatCanNotBeReadAreKept(t *testing.T) {
	ann := start(t, t.TempDir())
	digest := ann.rules(quick)
	rs, err := ann.Ruleset(digest)
	require.NoError(t, err)
	torn := []byte(`[{"digest":"` + digest + `","name":"years of work`)
	file := filepath.Join(ann.dir, "layouts.json")
	require.NoError(t, os.WriteFile(file, torn, 0o600))
	found, err := ann.Layouts(digest)
	require.NoError(t, err)
	require.True(t, found[0].Preset, "what comes with the rules is there")
	require.ErrorContains(t, ann.SaveLayout(digest, "mine", rs.RandomLayout(ann.rng)), "layouts.json")
	require.ErrorContains(t, ann.DeleteLayout(digest, "mine"), "layouts.json")
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, torn, kept)

	dir, err := store.OpenDir(ann.dir)
	require.NoError(t, err)
	marks := app.Marks(dir, "00000000-red")
	require.NoError(t, dir.WriteFile(store.MarksFile("00000000-red"), []byte(`{"0":"flag","x":`)))
	notes, err := marks.Load()
	require.NoError(t, err)
	require.Empty(t, notes)
	require.ErrorContains(t, marks.Save(notes), ".marks")
}

// Whatever else is opened as rules is said to be none; a fault in rules is said where it is.
func TestFilesThatAreNoRules(t *testing.T) {
	ann := start(t, t.TempDir())
	transcript, err := os.ReadFile("../../../docs/example.djq")
	require.NoError(t, err)
	for text, code := range map[string]string{"": "lobby.not-rules", "module x": "lobby.not-rules", `{"name": "x"}`: "lobby.not-rules", string(transcript): "lobby.not-rules", `{"language": 1,`: "engine.rules-json"} {
		_, err := ann.AddRules([]byte(text))
		require.Equal(t, code, coded.Code(err))
	}
}

// Anybody may call any rules standard: wherever the lobby names them, it says that they aren't.
func TestRulesThatOnlyCallThemselvesOurs(t *testing.T) {
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	standard, err := junqi.Rules("standard")
	require.NoError(t, err)
	text := strings.Replace(string(standard.Text()), `"quiet":70`, `"quiet":7`, 1)
	require.NotEqual(t, string(standard.Text()), text)
	added, err := ann.AddRules([]byte(text))
	require.NoError(t, err)
	want := messages.Names(messages.Each(func(l messages.Lang) string { return messages.RulesNotOurs.In(l, l.Named(standard.Name())) }))
	require.Equal(t, want, added.Name)
	require.Empty(t, added.Spec)
	hosted, err := ann.Host(t.Context(), app.Hosting{Digest: added.Digest})
	require.NoError(t, err)
	lobby, err := ann.App.Lobby(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, lobby.Matches[0].Rules)
	require.Equal(t, standard.Name().EN, lobby.Presets[0].Name["en"])
	invite := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Invites["blue"] != "" }).Invites["blue"]
	offered, err := bob.Invitation(t.Context(), invite)
	require.NoError(t, err)
	require.Equal(t, want, offered.Ruleset.Name)
	require.Len(t, offered.Warnings, 1)
}

func TestInviteThatIsNone(t *testing.T) {
	ann := start(t, t.TempDir())
	_, err := ann.Invitation(t.Context(), "hello")
	require.Error(t, err)
	_, err = ann.Join(t.Context(), app.Joining{Invite: "djq1"})
	require.Error(t, err)
	_, err = ann.Seat(context.Background(), "../../etc")
	require.Error(t, err)
	_, err = ann.Rematch(t.Context(), "none")
	require.Error(t, err)
}

// After the end nothing runs, and nothing can be begun.
func TestClosedLobbyBeginsNothing(t *testing.T) {
	ann := start(t, t.TempDir())
	digest := ann.rules(quick)
	require.NoError(t, ann.Close())
	_, err := ann.Host(t.Context(), app.Hosting{Digest: digest})
	require.Error(t, err)
	_, err = ann.Practise(t.Context(), app.Practising{Digest: digest, Level: "random"})
	require.Error(t, err)
}
