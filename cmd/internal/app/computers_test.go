package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Two friends play four-player Junqi: the host's program plays the two seats between them. The guest is
// told before it joins, the match survives a restart of the host's program, computers are nobody's
// friends, and a rematch keeps them.
func TestComputersFillTheSeatsOfAMatchOfFour(t *testing.T) {
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
	require.Equal(t, []string{"blue", "teal"}, offered.Computers)
	joined, err := bob.Join(t.Context(), app.Joining{Name: "Bob", Invite: invites["amber"]})
	require.NoError(t, err)

	bob.play(joined, 0, false)
	require.NoError(t, ann.Close())
	ann = start(t, dir)
	ended := make(chan seat.State, 1)
	go func() { ended <- bob.play(joined, 1000, true) }()
	ann.play(hosted, 8, true)
	<-ended
	require.Equal(t, "red", bob.players(joined)["teal"].Computer)
	require.Empty(t, bob.players(joined)["red"].Computer)
	require.Equal(t, app.BotName("sensible"), ann.players(hosted)["teal"].Name)
	require.Equal(t, []string{app.BotName("random"), "Bob", app.BotName("sensible")}, ann.past(hosted).Opponents)
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
