package app_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// A guest of a table of three asks for another match: both others hear of it, not the host alone, and each comes to the seat
// after its last.
func TestRematchOfThree(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../testdata/rulesets/three-lamps.json")
	require.NoError(t, err)
	all := []*program{start(t, t.TempDir()), start(t, t.TempDir()), start(t, t.TempDir())}
	rules, err := all[0].AddRules(text)
	require.NoError(t, err)
	matches := make([]string, len(all))
	matches[0], err = all[0].Host(t.Context(), app.Hosting{Name: "Ann", Digest: rules.Digest})
	require.NoError(t, err)
	invites := all[0].until(matches[0], func(_ app.Seat, s seat.State) bool { return len(s.Invites) == 2 }).Invites
	seats := all[0].players(matches[0])
	guests := []string{}
	for of := range seats {
		if invites[of] != "" {
			guests = append(guests, of)
		}
	}
	require.Len(t, guests, 2)
	for i, of := range guests {
		matches[i+1], err = all[i+1].Join(t.Context(), app.Joining{Name: of, Invite: invites[of], Seat: of})
		require.NoError(t, err)
	}
	ended := make(chan seat.State, len(all))
	for i, p := range all {
		go func() { ended <- p.play(matches[i], 3*i, i < 2) }()
	}
	for range all {
		<-ended
	}
	all[2].until(matches[2], func(_ app.Seat, s seat.State) bool { return s.Phase == seat.Over && s.Connection.Done })
	for i, p := range all {
		p.past(matches[i]) // whose program stands by
	}
	again, err := all[2].Rematch(t.Context(), matches[2])
	require.NoError(t, err)
	require.True(t, again.Asked, "both were asked")
	all[0].asked(matches[0], guests[1])
	all[1].asked(matches[1], guests[1])
	for i, p := range all[:2] {
		joins, err := p.Rematch(t.Context(), matches[i])
		require.NoError(t, err)
		require.Equal(t, again.Match[:8], joins.Match[:8], "they sit at one table")
	}
	all[2].until(again.Match, func(_ app.Seat, s seat.State) bool { return s.Decision == "layout" && len(s.Invites) == 0 })
}
