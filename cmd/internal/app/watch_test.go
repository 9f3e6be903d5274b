package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// An invite to watch opens the match on the page: all pieces from behind, checked there; the host reads how many watch.
func TestWatchingOnThePage(t *testing.T) {
	ann, bob, eve := start(t, t.TempDir()), start(t, t.TempDir()), start(t, t.TempDir())
	hosted, joined := introduce(t, ann, bob)
	ended := make(chan seat.State, 1)
	go func() { ended <- bob.play(joined, 6, false) }()
	ann.play(hosted, 6, false)
	<-ended
	invite := ann.until(hosted, func(app.Seat, seat.State) bool { return true }).WatchInvite
	_, err := eve.WatchMatch(t.Context(), app.Watching{Invite: "djqw1"})
	require.Error(t, err)

	pagetest.Chromium(t)
	x := eve.browse(desktop, "#/")
	pagetest.Ask[bool](x.Tab, `(location.hash = "#/`+invite+`", true)`)
	watched, _, _ := strings.Cut(x.match(), "/")
	x.Wait(`document.querySelector('.c-watch .title').textContent === 'Ann – Bob' && document.querySelectorAll('.board .piece').length > 40`)
	require.Zero(t, pagetest.Ask[int](x.Tab, `document.querySelectorAll('.cell.movable').length`))
	require.Equal(t, 1, ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Watchers > 0 }).Watchers)
	again, err := eve.WatchMatch(t.Context(), app.Watching{Invite: invite})
	require.NoError(t, err)
	require.Equal(t, watched, again)
	x.Shot("watch")
	x.Do(pagetest.Click(`a[href^="#/wall/"]`))
	x.Wait(`document.body.dataset.room === 'wall' && document.querySelectorAll('.board .piece').length > 40 && !document.querySelector('.acts')?.offsetHeight`)
	x.Shot("wall")
}

// What was watched is replayed and audited, though nothing of it is on disk.
func TestReplayOfAWatchedMatch(t *testing.T) {
	t.Parallel()
	ann, bob, eve := start(t, t.TempDir()), start(t, t.TempDir()), start(t, t.TempDir())
	hosted, joined := introduce(t, ann, bob)
	invite := ann.until(hosted, func(app.Seat, seat.State) bool { return true }).WatchInvite
	watched, err := eve.WatchMatch(t.Context(), app.Watching{Invite: invite})
	require.NoError(t, err)
	ended := make(chan seat.State, 1)
	go func() { ended <- bob.play(joined, 1000, false) }()
	ann.play(hosted, 2, true)
	<-ended
	var record review.Match
	require.Eventually(t, func() bool {
		record, err = eve.AuditedMatch(t.Context(), watched)
		return err == nil && record.Summary().Verdict == "honest"
	}, pagetest.Patience, 50*time.Millisecond)
	require.Equal(t, watched, record.Summary().ID)
	require.Equal(t, "Ann", record.Summary().Table.Players[0].Name)
}

// An invite that leads nowhere is refused at once.
func TestWatchingNeedsAnAddress(t *testing.T) {
	p := start(t, t.TempDir())
	_, err := p.WatchMatch(t.Context(), app.Watching{Invite: invite.NewWatch(transcript.Hash{1}, transport.Key{2}, nil, invite.WatchSecret{3}).String()})
	require.ErrorContains(t, err, "without a relay")
}
