package p2p

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

var toBlue = invite.New(transcript.Hash{2}, transport.Identity{2}.Key(), []transport.Addr{"one"}, engine.Blue, invite.Secret{1})

// toAnothers is to a match of somebody else.
var toAnothers = invite.New(transcript.Hash{2}, transport.Key{3}, []transport.Addr{"one"}, engine.Blue, invite.Secret{1})

// parlour is a program that has finished a match with the program of identity 2.
func parlour(t *testing.T, take func(transport.Key, *invite.Invite) *invite.Invite, f func(net *pipenet.Net, friend *pipenet.Host)) {
	synctest.Test(t, func(t *testing.T) {
		net := pipenet.New()
		home, friend := net.Host(transport.Identity{1}), net.Host(transport.Identity{2})
		home.Serve(&RematchAcceptor{Peers: []transport.Key{friend.Key()}, Take: take})
		f(net, friend)
		synctest.Wait()
	})
}

func send(h *pipenet.Host, inv *invite.Invite) (*invite.Invite, error) {
	return SendInvite(context.Background(), h, transport.Identity{1}.Key(), []transport.Addr{"there"}, inv)
}

// An invite arrives as it was sent; one that was there before comes back in its place.
func TestInviteToAnother(t *testing.T) {
	for name, own := range map[string]*invite.Invite{"taken": nil, "answered": invite.New(transcript.Hash{5}, transport.Identity{1}.Key(), nil, engine.Red, invite.Secret{7})} {
		t.Run(name, func(t *testing.T) {
			var heard *invite.Invite
			take := func(peer transport.Key, inv *invite.Invite) *invite.Invite {
				require.Equal(t, transport.Identity{2}.Key(), peer)
				heard = inv
				return own
			}
			parlour(t, take, func(_ *pipenet.Net, friend *pipenet.Host) {
				instead, err := send(friend, toBlue)
				require.NoError(t, err)
				require.Equal(t, own, instead)
				require.Equal(t, toBlue, heard)
			})
		})
	}
}

// Nobody is heard with whom no match was played, nor what is not an invite; who asks for the match that is over hears so.
func TestParlourHearsFriendsOnly(t *testing.T) {
	take := func(transport.Key, *invite.Invite) *invite.Invite {
		require.Fail(t, "nothing was to be taken")
		return nil
	}
	parlour(t, take, func(net *pipenet.Net, friend *pipenet.Host) {
		_, err := send(net.Host(transport.Identity{9}), toBlue)
		require.Error(t, err)
		for _, c := range []struct {
			said wire.Frame
			want wire.Reason
		}{
			{wire.Frame{Kind: wire.KindInvite, Payload: []byte("djq1nothing")}, wire.ByeRefused},
			{wire.Frame{Kind: wire.KindPing}, wire.ByeRefused},
			{wire.NewInvite(toAnothers), wire.ByeRefused},
			{wire.Hello{Version: wire.Version, Role: wire.Guest, Seat: engine.Blue}.Frame(), wire.ByeUnknown},
		} {
			conn, err := friend.Dial(t.Context(), transport.Identity{1}.Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			require.NoError(t, wire.Write(conn, c.said))
			f, err := wire.Read(conn, nil)
			require.NoError(t, err)
			bye, err := wire.ParseBye(f.Payload)
			require.NoError(t, err)
			require.Equal(t, c.want, bye.Reason)
			conn.Close()
		}
	})
}

// Nor does anybody answer with an invite to another's match.
func TestAnswerIsTheirOwnInvite(t *testing.T) {
	take := func(transport.Key, *invite.Invite) *invite.Invite { return toAnothers }
	parlour(t, take, func(_ *pipenet.Net, friend *pipenet.Host) {
		_, err := send(friend, toBlue)
		require.ErrorIs(t, err, wire.ErrMalformed)
	})
}

// A program that says nothing is heard for a bounded time, and a few at a time; it keeps none of the others out.
func TestParlourIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := pipenet.New()
		home, liar, friend := net.Host(transport.Identity{1}), net.Host(transport.Identity{3}), net.Host(transport.Identity{2})
		take := func(transport.Key, *invite.Invite) *invite.Invite { return nil }
		home.Serve(&RematchAcceptor{Peers: []transport.Key{liar.Key(), friend.Key()}, Take: take})
		var open atomic.Int32
		idle := func() {
			c, err := liar.Dial(t.Context(), home.Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			open.Add(1)
			go func() {
				_, err := wire.Read(c, nil) // until the other end has had enough
				require.Error(t, err)
				open.Add(-1)
			}()
			synctest.Wait()
		}
		slow, err := friend.Dial(t.Context(), home.Key(), []transport.Addr{"there"})
		require.NoError(t, err)
		synctest.Wait()
		for n := range 3 * maxVisits {
			idle()
			require.EqualValues(t, min(n+1, maxVisits-1), open.Load())
		}
		require.NoError(t, wire.Write(slow, wire.NewInvite(toBlue)))
		f, err := wire.Read(slow, nil)
		require.NoError(t, err)
		require.Equal(t, wire.KindBye, f.Kind)
		slow.Abort()
		idle()
		_, err = send(friend, toBlue)
		require.NoError(t, err)
		time.Sleep(link.HandshakeTime)
		synctest.Wait()
		require.Zero(t, open.Load())
	})
}

// A program whose player wants to go on does not stay for the other's goodbye.
func TestPartingIsCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 6)
		ran := make(chan error, 2)
		for i := range 2 {
			s, err := tb.start(i)
			require.NoError(t, err)
			if i == 0 {
				s.Part() // which is too early
			}
			go func() { ran <- playFake(t.Context(), s) }()
		}
		require.NoError(t, <-ran)
		require.NoError(t, <-ran)
		tb.requireFinished()
		s, err := tb.resume(0)
		require.NoError(t, err)
		began := time.Now()
		go func() { ran <- s.Run(t.Context()) }()
		synctest.Wait()
		require.Empty(t, ran)
		s.Part()
		require.NoError(t, <-ran)
		require.Less(t, time.Since(began), partingTime/2)
		require.NoError(t, s.Close())
	})
}

// A program that stays for the other's goodbye goes once the other invites to another match, or wants to talk, and not for
// anybody else's invite.
func TestInviteIsAGoodbye(t *testing.T) {
	for _, talk := range []bool{false, true} {
		testGoodbye(t, talk)
	}
}

func testGoodbye(t *testing.T, talk bool) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 6)
		finish(t, pair(t, tb.start)...)
		tb.requireFinished()

		s, err := tb.resume(0)
		require.NoError(t, err)
		began, ran := time.Now(), make(chan error, 1)
		go func() { ran <- s.Run(t.Context()) }()
		synctest.Wait()
		_, err = SendInvite(t.Context(), tb.net.Host(transport.Identity{9}), tb.ids[0].Key(), []transport.Addr{"there"}, toBlue)
		require.Error(t, err)
		synctest.Wait()
		require.Empty(t, ran)
		if talk {
			c, err := tb.hosts[1].Dial(t.Context(), tb.ids[0].Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			require.NoError(t, wire.Write(c, wire.Frame{Kind: wire.KindTalk, Payload: s.meta.terms[:]}))
		} else {
			_, err = SendInvite(t.Context(), tb.hosts[1], tb.ids[0].Key(), []transport.Addr{"there"}, toBlue)
			require.Error(t, err, "it has to come again")
		}
		require.NoError(t, <-ran)
		require.Less(t, time.Since(began), partingTime/2)
		require.NoError(t, s.Close())
	})
}

// Where several matches share a place, an invite is no goodbye to a match of which its sender still lacks something.
func TestInviteIsNoGoodbyeToAnUnfinishedMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 6)
		finish(t, pair(t, tb.start)...)
		s, err := tb.resume(0)
		require.NoError(t, err)
		a, blue := newLinkAcceptor(s), tb.ids[1].Key()
		under(s, func() { require.True(t, s.replica.status().complete) })
		require.False(t, a.hears(blue), "nobody knows yet what blue has")
		under(s, func() { s.peers[0].has = true })
		require.True(t, a.hears(blue))
		require.False(t, a.hears(transport.Identity{9}.Key()))
		under(s, func() {
			s.peers[0].has = false
			s.life.advance(settled)
		})
		require.True(t, a.hears(blue), "all had it before this program started")
		require.NoError(t, s.Close())
	})
}
