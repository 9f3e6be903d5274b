package app_test

import (
	"context"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/relay"
)

// relayOfPipes returns how programs listen that reach each other only through a relay of pipes.
func relayOfPipes(t *testing.T) app.Listen {
	id, secret := transport.Identity{7}, invite.RelaySecret{8}
	r := relay.New(relay.Config{Key: id.Key(), Secret: secret})
	t.Cleanup(func() { r.Close() })
	own := invite.NewRelay(id.Key(), secret, []transport.Addr{webnet.WebSocketAddr(netip.MustParseAddrPort("192.0.2.1:443"))})
	open := func(context.Context, transport.Addr) (webnet.Pipe, error) {
		a, b := net.Pipe()
		caller := r.Expect("here", func() { b.Close() })
		if caller == nil {
			return nil, net.ErrClosed
		}
		go r.AcceptFrom(caller, webnet.Stream(b, transport.Direct, "here"))
		return webnet.Stream(a, transport.Direct, ""), nil
	}
	return func(kept []byte) (app.Network, error) {
		h, err := webnet.New(webnet.Config{Kept: kept, Open: open, Relay: own})
		if err != nil {
			return app.Network{}, err
		}
		return app.Network{Transport: h, How: "webnet", Close: h.Close}, nil
	}
}

// relayOfLibp2p does the same for a relay of libp2p.
func relayOfLibp2p(t *testing.T) app.Listen {
	r, err := libp2pnet.OpenRelay(libp2pnet.RelayConfig{Loopback: true, Identity: transport.Identity{7}, Secret: invite.RelaySecret{8}})
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	return func(kept []byte) (app.Network, error) {
		h, err := libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true, Kept: kept, Relay: r.Invite(), RelayOnly: true})
		if err != nil {
			return app.Network{}, err
		}
		return app.Network{Transport: h, How: "libp2p", Close: h.Close}, nil
	}
}

// inviteTo waits for the invite to blue's seat that can be used through a relay.
func (p *program) inviteTo(match string) string {
	p.t.Helper()
	return p.until(match, func(_ app.Seat, s seat.State) bool { return s.Invites["blue"] != "" }).Invites["blue"]
}

// offered asks for the match of an invite until its host is found, which must not run another one only.
func (p *program) offered(text string) {
	p.t.Helper()
	deadline := time.Now().Add(pagetest.Patience)
	for {
		_, err := p.Invitation(p.t.Context(), text)
		if err == nil {
			return
		}
		require.ErrorIs(p.t, err, p2p.ErrNoLink)
		require.True(p.t, time.Now().Before(deadline), "%v", err)
		time.Sleep(10 * time.Millisecond)
	}
}

// Several matches of a program are found through one relay under the name by which a friend recognises it, and a match that is over
// is still heard there.
func TestMatchesUnderOneName(t *testing.T) {
	for name, relay := range map[string]func(*testing.T) app.Listen{"pipes": relayOfPipes, "libp2p": relayOfLibp2p} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			listen := relay(t)
			ann, bob := startOver(t, t.TempDir(), listen), startOver(t, t.TempDir(), listen)
			last, err := ann.Host(t.Context(), app.Hosting{Digest: ann.rules(quick)})
			require.NoError(t, err)
			text := ann.inviteTo(last)
			bob.offered(text)
			joined, err := bob.Join(t.Context(), app.Joining{Invite: text})
			require.NoError(t, err)
			finish(t, ann, bob, last, joined)
			friend := ann.friends()[0].Key
			bob.friends()

			var hosted, invites [2]string
			for i := range hosted {
				hosted[i], err = ann.Host(t.Context(), app.Hosting{Digest: ann.rules(quick), Friend: friend})
				require.NoError(t, err)
				invites[i] = ann.inviteTo(hosted[i])
			}
			for range 3 {
				for _, text := range invites {
					bob.offered(text)
				}
			}
			_, err = bob.Join(t.Context(), app.Joining{Invite: invites[0]})
			require.NoError(t, err)
			ann.until(hosted[0], func(_ app.Seat, s seat.State) bool { return s.Decision == "layout" && s.Seats[1].Joined })

			askAndFollow(t, ann, bob, last, joined)
			require.NoError(t, ann.Forget(hosted[0]))
			bob.offered(invites[1])
			forgotten, err := invite.Parse(invites[0])
			require.NoError(t, err)
			_, err = bob.Offer(t.Context(), forgotten)
			require.ErrorIs(t, err, p2p.ErrUnknownMatch)
		})
	}
}

// hideable returns how programs listen whose new matches hide their addresses while hide is set, and opened returns all places.
func hideable(t *testing.T, hide *atomic.Bool) (listen app.Listen, opened func() []*libp2pnet.Host) {
	r, err := libp2pnet.OpenRelay(libp2pnet.RelayConfig{Loopback: true, Identity: transport.Identity{7}, Secret: invite.RelaySecret{8}})
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	var mu sync.Mutex
	var all []*libp2pnet.Host
	config := func(kept []byte) libp2pnet.ListenConfig {
		c := libp2pnet.ListenConfig{Loopback: true, Kept: kept}
		if len(kept) <= len(transport.Identity{}) && hide.Load() {
			c.Relay, c.RelayOnly = r.Invite(), true
		}
		return c
	}
	var open func(kept []byte, config func([]byte) libp2pnet.ListenConfig) (app.Network, error)
	open = func(kept []byte, config func([]byte) libp2pnet.ListenConfig) (app.Network, error) {
		h, err := libp2pnet.Listen(config(kept))
		if err != nil {
			return app.Network{}, err
		}
		mu.Lock()
		defer mu.Unlock()
		all = append(all, h)
		fits := func(kept []byte) error { return h.Fits(config(kept)) }
		beside := func(kept []byte) (app.Network, error) {
			return open(kept, func(kept []byte) libp2pnet.ListenConfig { return h.Beside(config(kept)) })
		}
		return app.Network{Transport: h, How: "libp2p", Close: h.Close, Fits: fits, Beside: beside}, nil
	}
	listen = func(kept []byte) (app.Network, error) { return open(kept, config) }
	return listen, func() []*libp2pnet.Host {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(all)
	}
}

// The computer of a guest that hides its address hides it too, whatever a new match does by then.
func TestComputerOfAGuestHides(t *testing.T) {
	var hide atomic.Bool
	hide.Store(true)
	listen, opened := hideable(t, &hide)
	ann, bob := startOver(t, t.TempDir(), listen), startOver(t, t.TempDir(), listen)
	digest := ann.rules("siguo,clock=off")
	hosted, err := ann.Host(t.Context(), app.Hosting{Digest: digest, Computers: map[string]string{"blue": "random", "teal": "amber"}})
	require.NoError(t, err)
	text := ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Invites["amber"] != "" }).Invites["amber"]
	bob.offered(text)
	inv, err := invite.Parse(text)
	require.NoError(t, err)
	offer, err := bob.Offer(t.Context(), inv)
	require.NoError(t, err)
	hide.Store(false)
	before := len(opened())
	_, err = offer.Accept("", "random")
	require.NoError(t, err)
	all := opened()
	require.Len(t, all, before+1, "the computer's")
	require.True(t, all[before].RelayOnly())
	ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Seats[3].Joined })
}

// A match that must hide its address, or is found at a relay, does not share the open place of one that goes other ways, in whatever order they
// are opened. A rematch goes the ways of the last match.
func TestMatchesUnderOneNameGoOneWay(t *testing.T) {
	t.Parallel()
	var hide atomic.Bool
	listen, _ := hideable(t, &hide)
	dir := t.TempDir()
	ann, bob := startOver(t, dir, listen), startOver(t, t.TempDir(), listen)
	hide.Store(true)
	last, err := ann.Host(t.Context(), app.Hosting{Digest: ann.rules(quick)})
	require.NoError(t, err)
	text := ann.inviteTo(last)
	bob.offered(text)
	joined, err := bob.Join(t.Context(), app.Joining{Invite: text})
	require.NoError(t, err)
	finish(t, ann, bob, last, joined)
	friend := app.Hosting{Digest: ann.rules(quick), Friend: ann.friends()[0].Key}
	bob.friends()

	hide.Store(false)
	_, err = ann.Host(t.Context(), friend)
	require.ErrorContains(t, err, "--relay-only", "the last match is still heard")
	hidden, asks := askAndFollow(t, ann, bob, last, joined)
	for _, m := range []*app.Match{bob.Match(asks), ann.Match(hidden)} {
		require.True(t, m.Transport().(*libp2pnet.Host).RelayOnly())
	}
	require.NoError(t, bob.Close())

	require.NoError(t, ann.Close())
	stored, err := app.New(app.Options{Dir: openDir(t, dir), Listen: listen})
	require.NoError(t, err)
	t.Cleanup(func() { stored.Close() })
	_, err = stored.Host(t.Context(), friend)
	require.NoError(t, err)
	_, err = stored.Resume(hidden)
	require.ErrorContains(t, err, "--relay-only", "the place that is open shows the address")
	require.Nil(t, stored.Match(hidden))
	require.NoError(t, stored.Close())
	again, err := app.New(app.Options{Dir: openDir(t, dir), Listen: listen})
	require.NoError(t, err)
	t.Cleanup(func() { again.Close() })
	m, err := again.Resume(hidden)
	require.NoError(t, err, "nothing was lost")
	require.True(t, m.Transport().(*libp2pnet.Host).RelayOnly())
	_, err = again.Host(t.Context(), friend)
	require.ErrorContains(t, err, "--relay-only")

	_, err = again.Resume(last)
	require.NoError(t, err)
	begun, err := again.Rematch(t.Context(), last)
	require.NoError(t, err)
	require.True(t, again.Match(begun.Match).Transport().(*libp2pnet.Host).RelayOnly(), "nobody waits for a rematch of that match any more")
	require.NoError(t, again.Forget(begun.Match))
	require.NoError(t, os.Remove(filepath.Join(dir, last+".secret")))
	_, err = again.Rematch(t.Context(), last)
	require.ErrorContains(t, err, "no longer knows")
}
