package app_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Two friends play four-player Junqi: the host's program plays the two seats between them. The guest is
// told before it joins, the match survives a restart of the host's program, computers are nobody's
// friends, and a rematch keeps them.
func TestComputersFillTheSeatsOfAMatchOfFour(t *testing.T) {
	t.Parallel()
	const spec = "siguo,clock=off,first=red,quiet-draw=4,resign-from=1"
	dir := t.TempDir()
	ann, bob := start(t, dir), start(t, t.TempDir())
	digest := ann.rules(spec)
	_, err := ann.Host(t.Context(), app.Hosting{Digest: digest, Computers: map[string]string{"red": "random"}})
	require.ErrorContains(t, err, "can't play red")
	_, err = ann.Host(t.Context(), app.Hosting{Digest: digest, Computers: map[string]string{"blue": "random", "amber": "random", "teal": "random"}})
	require.ErrorContains(t, err, "practise instead")
	hosted, err := ann.Host(t.Context(), app.Hosting{Name: "Ann", Digest: digest, Computers: map[string]string{"blue": "random", "teal": "sensible"}})
	require.NoError(t, err)
	invites := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return len(s.Invites) > 0 }).Invites
	require.Len(t, invites, 1)
	offered, err := bob.Invitation(t.Context(), invites["amber"])
	require.NoError(t, err)
	require.Equal(t, map[string]string{"blue": "red", "teal": "red"}, offered.Computers)
	joined, err := bob.Join(t.Context(), app.Joining{Name: "Bob", Invite: invites["amber"]})
	require.NoError(t, err)

	bob.play(joined, 0, false)
	called := []string{"Ann", history.ComputerOf("Ann"), history.ComputerOf("Ann")}
	require.Eventually(t, func() bool {
		l, err := bob.Lobby(t.Context())
		return err == nil && slices.Equal(called, l.Matches[0].Opponents)
	}, time.Minute, 20*time.Millisecond, "while it runs")
	require.NoError(t, ann.Close())
	ann = start(t, dir)
	ended := make(chan seat.State, 1)
	go func() { ended <- bob.play(joined, 1000, true) }()
	ann.play(hosted, 8, true)
	<-ended
	require.Equal(t, called, bob.past(joined).Opponents)
	require.Equal(t, "red", bob.players(joined)["teal"].Computer)
	require.Empty(t, bob.players(joined)["red"].Computer)
	require.Equal(t, history.BotName("sensible"), ann.players(hosted)["teal"].Name)
	require.Equal(t, []string{history.BotName("random"), "Bob", history.BotName("sensible")}, ann.past(hosted).Opponents)
	require.Len(t, ann.friends(), 1)
	require.Len(t, bob.friends(), 1)

	begun := ann.clicks(hosted, 1)
	require.True(t, begun.Asked)
	bob.asked(joined, "red")
	again := bob.clicks(joined, 1)
	bob.until(again.Match, func(s app.Seat, _ seat.State) bool {
		return bob.players(again.Match)["amber"].Computer == "blue" && bob.players(again.Match)["teal"].You
	})
}

// Two friends, each with a computer: the host's plays blue, the guest's teal. The Terms say so to all, and to an audit of
// the match. The guest's program is killed before its computer has joined, and both in the match: they resume all their
// seats, the guest's from a saved seat. What is left of the match is played to its end.
func TestComputerOfAGuest(t *testing.T) {
	t.Parallel()
	const spec = "siguo,clock=off,first=red,quiet-draw=4,resign-from=1"
	dirs := [2]string{t.TempDir(), t.TempDir()}
	ann, bob := start(t, dirs[0]), start(t, dirs[1])
	digest := ann.rules(spec)
	for _, refused := range []map[string]string{{"teal": "violet"}, {"teal": "amber", "amber": "blue"}, {"red": "amber"}, {"teal": "teal"}} {
		_, err := ann.Host(t.Context(), app.Hosting{Digest: digest, Computers: refused})
		require.ErrorContains(t, err, "can't play", "%v", refused)
	}
	hosted, err := ann.Host(t.Context(), app.Hosting{Name: "Ann", Digest: digest, Computers: map[string]string{"blue": "random", "teal": "amber"}})
	require.NoError(t, err)
	invites := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return len(s.Invites) > 0 }).Invites
	require.Len(t, invites, 1)
	offered, err := bob.Invitation(t.Context(), invites["amber"])
	require.NoError(t, err)
	require.Equal(t, map[string]string{"blue": "red", "teal": "amber"}, offered.Computers)
	require.Equal(t, "red", offered.Hosts)
	_, err = bob.Join(t.Context(), app.Joining{Invite: invites["amber"], Level: "perfect"})
	require.Error(t, err)
	inv, err := invite.Parse(invites["amber"])
	require.NoError(t, err)
	offer, err := bob.Offer(t.Context(), inv)
	require.NoError(t, err)
	require.NoError(t, ann.Close())
	match, err := offer.Accept("Bob", "random")
	require.NoError(t, err)
	joined := match.ID()
	require.NoError(t, bob.Close())
	require.NoError(t, openDir(t, filepath.Join(dirs[1], "bots")).Delete(strings.Replace(joined, "amber", "teal", 1)))
	bob, ann = start(t, dirs[1]), start(t, dirs[0])

	bob.play(joined, 0, false)
	require.NoError(t, bob.Close())
	saved, err := bob.SaveSeat(joined)
	require.NoError(t, err)
	ann.until(hosted, func(_ app.Seat, s seat.State) bool { return !s.Seats[2].Online && !s.Seats[3].Online })
	require.NoError(t, ann.Close())
	bob, ann = start(t, t.TempDir()), start(t, dirs[0])
	_, err = bob.OpenSeat(saved)
	require.NoError(t, err)
	ended := make(chan seat.State, 1)
	go func() { ended <- bob.play(joined, 1000, true) }()
	ann.play(hosted, 8, true)
	<-ended
	for match, p := range map[string]*program{hosted: ann, joined: bob} {
		at := p.players(match)
		require.Equal(t, []string{"", "red", "", "amber"}, []string{at["red"].Computer, at["blue"].Computer, at["amber"].Computer, at["teal"].Computer})
		require.Len(t, p.friends(), 1)
	}
	require.Equal(t, history.BotName("random"), bob.players(joined)["teal"].Name)
	file, err := ann.AuditedMatch(t.Context(), hosted)
	require.NoError(t, err)
	require.Equal(t, review.Honest, file.Summary().Verdict)
	require.Equal(t, "amber", file.Summary().Table.Players[3].Computer)
	revealed := map[string]int{}
	for _, step := range file.Summary().Steps {
		for _, check := range step.Checks {
			if strings.Contains(check.Words["en"], "is revealed") {
				revealed[check.Seat]++
			}
		}
	}
	require.Equal(t, map[string]int{"red": 1, "blue": 1, "amber": 1, "teal": 1}, revealed, "each is said to be whose")

	_, err = bob.Rematch(t.Context(), joined)
	require.ErrorContains(t, err, "only the host can ask for a rematch")
	require.True(t, ann.clicks(hosted, 1).Asked)
	bob.asked(joined, "red")
	again := bob.clicks(joined, 1)
	bob.until(again.Match, func(app.Seat, seat.State) bool {
		at := bob.players(again.Match)
		return at["red"].Computer == "teal" && at["red"].Name == history.BotName("random") && at["amber"].Computer == "blue" && at["teal"].You
	})
	bob.play(again.Match, 0, false)
}
