package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// finish plays a match between two lobbies to its end, by resignation.
func finish(t *testing.T, host, guest *program, hosted, joined string) {
	t.Helper()
	ended := make(chan seat.State, 1)
	go func() { ended <- guest.play(joined, 1000, true) }()
	host.play(hosted, 4, true)
	<-ended
}

// askAndFollow has the guest of a finished match ask for a rematch, and the host follow to the same table. It returns what the
// rematch is to each.
func askAndFollow(t *testing.T, host, guest *program, hosted, joined string) (followed, asked string) {
	t.Helper()
	asks, err := guest.Rematch(t.Context(), joined)
	require.NoError(t, err)
	require.True(t, asks.Asked)
	host.asked(hosted, "blue")
	follows, err := host.Rematch(t.Context(), hosted)
	require.NoError(t, err)
	require.Equal(t, asks.Match[:8], follows.Match[:8], "they sit at one table")
	return follows.Match, asks.Match
}

// players are what a table calls those who sit at it.
func (p *program) players(match string) map[string]seat.Player {
	p.t.Helper()
	s, err := p.Seat(p.t.Context(), match)
	require.NoError(p.t, err)
	all := map[string]seat.Player{}
	for _, player := range s.Table().Players {
		all[player.Seat] = player
	}
	return all
}

// friends are those whom a lobby lists, once it does.
func (p *program) friends() []app.Friend {
	p.t.Helper()
	var found []app.Friend
	require.Eventually(p.t, func() bool {
		l, err := p.App.Lobby(p.t.Context())
		require.NoError(p.t, err)
		found = l.Friends
		return len(found) > 0
	}, pagetest.Patience, 20*time.Millisecond)
	return found
}

// meets waits until a player is called so, and is known or not.
func (p *program) meets(match string, number int, name string, known bool) {
	p.t.Helper()
	p.until(match, func(s app.Seat, _ seat.State) bool {
		player := s.Table().Players[number]
		return player.Name == name && player.Known == known
	})
}

// said names those who have said something, in order.
func said(s app.Seat) string {
	var who []string
	for _, e := range s.Events(0) {
		if e.Kind == seat.EventSaid {
			who = append(who, e.Seat)
		}
	}
	return strings.Join(who, ", ")
}

// clicks asks so many times at once for another match, and wants to be led to one.
func (p *program) clicks(match string, times int) app.Begun {
	p.t.Helper()
	begun := make(chan app.Begun, times)
	for range times {
		go func() {
			b, err := p.Rematch(p.t.Context(), match)
			assert.NoError(p.t, err)
			begun <- b
		}()
	}
	first := <-begun
	for range times - 1 {
		require.Equal(p.t, first, <-begun)
	}
	return first
}

// asked waits until the other player has invited to another match.
func (p *program) asked(match, of string) {
	p.t.Helper()
	p.until(match, func(_ app.Seat, s seat.State) bool {
		for _, side := range s.Seats {
			if side.Seat == of {
				return side.Again
			}
		}
		return false
	})
}

// Two who don't know each other hear each other's names, compare the phrase, are remembered once a match was finished, and go
// on with a rematch: one asks, the other follows, the seats are swapped, and both are recognised.
func TestFromStrangersToFriends(t *testing.T) {
	t.Parallel()
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	hosted, joined := introduce(t, ann, bob)
	ann.meets(hosted, 1, "Bob", false)
	bob.meets(joined, 0, "Ann", false)
	hers, err := ann.Phrase(t.Context(), hosted)
	require.NoError(t, err)
	his, err := bob.Phrase(t.Context(), joined)
	require.NoError(t, err)
	require.Equal(t, hers, his)
	finish(t, ann, bob, hosted, joined)
	require.Equal(t, []string{"Bob"}, ann.past(hosted).Opponents)

	known := ann.friends()[0]
	require.Equal(t, app.Friend{Said: "Bob", Key: known.Key, Last: known.Last}, known)
	require.NoError(t, ann.NameFriend(known.Key, "Bobby"))
	require.ErrorContains(t, ann.NameFriend(known.Key, "\n"), "can't be a friend's name")
	require.ErrorContains(t, ann.NameFriend("00", "Bob"), "nobody is remembered")
	bob.friends()

	for p, match := range map[*program]string{ann: hosted, bob: joined} { // the match is over, and people say so
		p.until(match, func(_ app.Seat, s seat.State) bool { return len(s.TalkTo) == 1 })
		s, err := p.Seat(t.Context(), match)
		require.NoError(t, err)
		require.NoError(t, s.Do(seat.Command{Do: seat.DoSay, Phrase: 17}))
	}
	for p, match := range map[*program]string{ann: hosted, bob: joined} {
		p.until(match, func(s app.Seat, _ seat.State) bool { return said(s) == "red, blue" || said(s) == "blue, red" })
	}

	asked := ann.clicks(hosted, 3)
	require.True(t, asked.Asked)
	again := asked.Match
	bob.asked(joined, "red")
	joins, err := bob.Rematch(t.Context(), joined)
	require.NoError(t, err)
	followed := joins.Match
	ann.until(again, func(_ app.Seat, s seat.State) bool { return s.Decision == "layout" && s.Seats[0].Joined })
	ann.meets(again, 0, "Bobby", true)
	bob.meets(followed, 1, "Ann", true)
	require.Equal(t, map[string]seat.Player{
		"red": {Seat: "red", Name: "Bobby", Known: true, Team: 0}, "blue": {Seat: "blue", Name: "Ann", You: true, Team: 1},
	}, ann.players(again))
	finish(t, ann, bob, again, followed)
	ann.past(again)
	require.Len(t, ann.friends(), 1, "it is the same friend")
	require.NoError(t, ann.ForgetFriend(known.Key))
}

// Of two who ask each other at once, both come to the match of who hosted the last.
func TestBothAskForARematch(t *testing.T) {
	t.Parallel()
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	hosted, joined := introduce(t, ann, bob)
	finish(t, ann, bob, hosted, joined)
	ann.friends()
	bob.friends()
	// What comes on other terms is not followed.
	for _, other := range []app.Hosting{{Digest: ann.rules(quick), Seat: "blue", Resolver: "garbled"}, {Digest: ann.rules(quick), Seat: "red"}} {
		match, err := ann.Host(t.Context(), other)
		require.NoError(t, err)
		ann.until(match, func(_ app.Seat, s seat.State) bool {
			for _, text := range s.Invites {
				inv, err := invite.Parse(text)
				require.NoError(t, err)
				bob.Hear(joined, engine.Red, inv)
			}
			return len(s.Invites) > 0
		})
		_, err = bob.Rematch(t.Context(), joined)
		require.ErrorContains(t, err, "on different terms", other)
		require.NoError(t, ann.Forget(match))
	}
	asked, err := ann.Rematch(t.Context(), hosted)
	require.NoError(t, err)
	require.True(t, asked.Asked)
	again := asked.Match
	bob.asked(joined, "red")
	bob.Unhear(joined) // as if he had asked before he heard
	joins, err := bob.Rematch(t.Context(), joined)
	require.NoError(t, err)
	followed := joins.Match
	require.Equal(t, again[:8], followed[:8], "they sit at one table")
	l, err := bob.App.Lobby(t.Context())
	require.NoError(t, err)
	require.Len(t, l.Matches, 2, "what he had hosted himself is gone")
}

// A known friend's invite says who it is from, and the friend is recognised at the table.
func TestHostForAFriend(t *testing.T) {
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	hosted, joined := introduce(t, ann, bob)
	finish(t, ann, bob, hosted, joined)
	bobs := bob.friends()[0]
	require.NoError(t, bob.NameFriend(bobs.Key, "Annie"))
	friend := ann.friends()[0]
	match, err := ann.Host(t.Context(), app.Hosting{Name: "Somebody", Digest: ann.rules(quick), Friend: friend.Key})
	require.NoError(t, err)
	invite := ann.until(match, func(_ app.Seat, s seat.State) bool { return s.Invites["blue"] != "" }).Invites["blue"]
	offered, err := bob.Invitation(t.Context(), invite)
	require.NoError(t, err)
	require.True(t, offered.Known)
	require.Equal(t, "Annie", offered.Host)
	_, err = bob.Join(t.Context(), app.Joining{Name: "Bob", Invite: invite})
	require.NoError(t, err)
	ann.meets(match, 1, "Bob", true)
	_, err = ann.Host(t.Context(), app.Hosting{Digest: ann.rules(quick), Friend: "00"})
	require.ErrorContains(t, err, "nobody is remembered")
}

// A match that nobody has read yet is listed with its opponent all the same.
func TestPastIsNamedAtOnce(t *testing.T) {
	ann := start(t, t.TempDir())
	match, err := ann.Practise(t.Context(), app.Practising{Digest: ann.rules(quick), Level: "random"})
	require.NoError(t, err)
	require.NoError(t, ann.Close())
	l, err := start(t, ann.dir).App.Lobby(t.Context())
	require.NoError(t, err)
	require.Equal(t, match, l.Matches[0].Match)
	require.Equal(t, []string{history.BotName("random")}, l.Matches[0].Opponents)
}

// What a player is called is kept for the next match, and others are told it without surprises.
func TestNameIsKept(t *testing.T) {
	folder := t.TempDir()
	ann := start(t, folder)
	require.Empty(t, ann.Name())
	kept, err := ann.SetName("  Ada   Wong ")
	require.NoError(t, err)
	require.Equal(t, "Ada Wong", kept)
	_, err = ann.SetName(strings.Repeat("x", 41))
	require.ErrorContains(t, err, "up to 40 characters")
	l, err := start(t, folder).Lobby(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Ada Wong", l.Name)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "lobby.json"), []byte(`{"name": "\u001b[2J"}`), 0o600))
	require.Empty(t, start(t, folder).Name(), "whoever wrote that")
}

// Those who have finished a match get to know each other; not who was put out for its silence, and nobody by a match that has
// ended otherwise.
func TestCompanions(t *testing.T) {
	now := p2p.Snapshot{Seat: engine.Red, Peers: []p2p.Peer{
		{Seat: engine.Blue, Key: transport.Key{1}}, {Seat: engine.Amber, Key: transport.Key{2}}, {Seat: engine.Teal},
	}}
	seats := func(r *protocol.Report) (list []engine.Seat) {
		for _, peer := range app.Finishers(now, r) {
			list = append(list, peer.Seat)
		}
		return list
	}
	out := func(seat engine.Seat) []protocol.SignedOutSeat {
		return []protocol.SignedOutSeat{{SignedOut: protocol.SignedOut{Seat: seat}}}
	}
	require.Equal(t, []engine.Seat{engine.Blue, engine.Amber}, seats(&protocol.Report{}), "teal's key is not known")
	require.Equal(t, []engine.Seat{engine.Amber}, seats(&protocol.Report{SignedOut: out(engine.Blue)}))
	require.Empty(t, seats(&protocol.Report{SignedOut: out(engine.Red)}))
	for _, verdict := range []protocol.Verdict{protocol.Cheating, protocol.Unreadable, protocol.Incomplete} {
		require.Empty(t, seats(&protocol.Report{Verdict: verdict}))
	}
}
