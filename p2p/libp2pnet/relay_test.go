package libp2pnet

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func openRelay(t testing.TB) *Relay {
	t.Helper()
	r, err := OpenRelay(RelayConfig{Loopback: true, Identity: transport.Identity{7}, Secret: invite.RelaySecret{8}})
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	return r
}

// throughOnly listens, and takes no other way than through a relay.
func throughOnly(t testing.TB, r *invite.Relay) *Host {
	t.Helper()
	found := make(chan error, 8)
	h, err := Listen(ListenConfig{Loopback: true, Relay: r, RelayOnly: true, OnRelay: func(err error) { found <- err }})
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	if r != nil {
		require.NoError(t, <-found)
	}
	return h
}

func hostMatch(t testing.TB, h transport.Transport, rs *engine.Ruleset) *p2p.Session {
	t.Helper()
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	player, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invites: secret.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	s, err := p2p.Host(h, p2p.Files(p2ptest.TempDir(t)), player, secret, p2p.Config{})
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// joinMatch joins by the text of an invite, which is all that a guest has.
func joinMatch(ctx context.Context, t testing.TB, g *Host, host *p2p.Session, seat engine.Seat) *p2p.Session {
	t.Helper()
	written, err := host.Invite(seat)
	require.NoError(t, err)
	inv, err := invite.Parse(written.String())
	require.NoError(t, err)
	terms, err := p2p.FetchTerms(ctx, g, inv)
	require.NoError(t, err)
	player, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	require.NoError(t, err)
	s, err := p2p.Join(g, p2p.Files(p2ptest.TempDir(t)), inv, player, p2p.Config{})
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// Two who can't reach each other finish a match through a relay, with one pasted invite
// and with the relay's connections cut in the middle.
func TestMatchThroughARelayAlone(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	relay := openRelay(t)
	h, g := throughOnly(t, relay.Invite()), throughOnly(t, nil)
	hs := hostMatch(t, h, p2ptest.QuickRules(t))
	ran := make(chan error, 1)
	go func() { ran <- p2ptest.New(t, 1, 12).Play(ctx, hs) }()
	gs := joinMatch(ctx, t, g, hs, engine.Blue)
	go func() {
		for changed := gs.Changed(); gs.Snapshot().Records < 12; changed = gs.Changed() {
			<-changed
		}
		for _, c := range relay.host.Network().Conns() {
			c.Close()
		}
	}()
	require.NoError(t, p2ptest.New(t, 2, 12).Play(ctx, gs))
	require.NoError(t, <-ran)
	require.Equal(t, p2ptest.Records(hs), p2ptest.Records(gs))
	require.True(t, gs.Snapshot().Done)
	require.Empty(t, straightConns(h, g))
	require.Greater(t, relay.figures.opened.Load(), int64(1), "the link was not made again")
	var figures bytes.Buffer
	require.NoError(t, relay.WriteFigures(&figures))
	require.Regexp(t, `(?m)^darkjunqi_relay_passed_bytes_total [1-9]\d{4,}$`, figures.String())
}

// late is a transport on which the host comes to its relay only when somebody has asked for
// it there in vain.
type late struct {
	*Host
	come  func()
	tries int
}

func (l *late) Dial(ctx context.Context, key transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	c, err := l.Host.Dial(ctx, key, addrs)
	if l.tries++; l.tries == 1 {
		l.come()
	}
	return c, err
}

// A program that opens an invite at the moment when its host starts waits for it to come to the
// relay.
func TestGuestWaitsForTheHostAtTheRelay(t *testing.T) {
	relay := openRelay(t)
	rs := p2ptest.QuickRules(t)
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	player, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invites: secret.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	away, dir := throughOnly(t, relay.Invite()), p2ptest.TempDir(t)
	s, err := p2p.Host(away, p2p.Files(dir), player, secret, p2p.Config{})
	require.NoError(t, err)
	invite, err := s.Invite(engine.Blue)
	require.NoError(t, err)
	kept, id := away.Keep(), s.ID()
	require.NoError(t, s.Close())
	require.NoError(t, away.Close())

	ran := make(chan error, 1)
	ctx, stop := context.WithCancel(tryFor(t))
	guest := &late{Host: throughOnly(t, nil), come: func() {
		found := make(chan error, 8)
		back, err := Listen(ListenConfig{Loopback: true, Kept: kept, OnRelay: func(err error) { found <- err }})
		require.NoError(t, err)
		t.Cleanup(func() { back.Close() })
		require.NoError(t, <-found)
		st, err := dir.Open(id)
		require.NoError(t, err)
		again, err := p2p.Resume(back, st, p2p.Config{})
		require.NoError(t, err)
		t.Cleanup(func() { again.Close() })
		go func() { ran <- again.Run(ctx) }()
	}}
	terms, err := p2p.FetchTerms(ctx, guest, invite)
	require.NoError(t, err)
	require.NotEmpty(t, terms)
	require.Greater(t, guest.tries, 1)
	stop()
	require.ErrorIs(t, <-ran, context.Canceled)
}

func straightConns(h, g *Host) (list []network.Conn) {
	for _, c := range h.host.Network().ConnsToPeer(g.host.ID()) {
		if !throughRelay(c.RemoteMultiaddr()) {
			list = append(list, c)
		}
	}
	return list
}

// Four play through one relay.
func TestFourThroughARelay(t *testing.T) {
	if testing.Short() {
		t.Skip("four seats take their time")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	rs, err := junqi.Rules("siguo,clock=off,grace=off")
	require.NoError(t, err)
	h := throughOnly(t, openRelay(t).Invite())
	hs := hostMatch(t, h, rs)
	ran := make(chan error, 4)
	go func() { ran <- p2ptest.New(t, 1, 22).Play(ctx, hs) }()
	for seat := engine.Seat(1); seat < 4; seat++ {
		gs := joinMatch(ctx, t, throughOnly(t, nil), hs, seat)
		go func() { ran <- p2ptest.New(t, uint64(seat)+1, 22).Play(ctx, gs) }()
	}
	for range 4 {
		require.NoError(t, <-ran)
	}
	var file []byte
	hs.View(func(_ *protocol.Player, m *protocol.Match) { file = m.File() })
	require.Equal(t, protocol.Honest, protocol.Audit(file).Verdict)
}

// hidden is a host whose invites name no way but through its relay.
type hidden struct{ *Host }

func (h hidden) Addrs() []transport.Addr {
	all := h.Host.Addrs()
	return all[len(all)-1:]
}

// A link that began at a relay moves to a straight connection once there is one, and the
// match goes on as if nothing had been.
func TestLinkClimbsFromTheRelay(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	relay := openRelay(t)
	found := make(chan error, 8)
	h, err := Listen(ListenConfig{Loopback: true, Relay: relay.Invite(), OnRelay: func(err error) { found <- err }})
	require.NoError(t, err)
	defer h.Close()
	require.NoError(t, <-found)
	g := listen(t, nil)
	hs := hostMatch(t, hidden{h}, p2ptest.QuickRules(t))
	gs := joinMatch(ctx, t, g, hs, engine.Blue)
	ran := make(chan error, 2)
	play, stop := context.WithCancel(ctx)
	go func() { ran <- hs.Run(play) }()
	go func() { ran <- gs.Run(play) }()
	for _, s := range []*p2p.Session{gs, hs} {
		for changed := s.Changed(); s.Snapshot().Peers[0].Path != transport.SameNetwork; changed = s.Changed() {
			select {
			case <-changed:
			case <-ctx.Done():
				t.Fatalf("the link never left the relay: %+v", s.Snapshot().Peers[0])
			}
		}
	}
	require.Positive(t, relay.figures.opened.Load())
	require.Eventually(t, func() bool { return relay.figures.circuits.Load() == 0 }, time.Minute, 10*time.Millisecond, "the relay is still used")
	stop()
	for range 2 {
		require.ErrorIs(t, <-ran, context.Canceled)
	}
}

// A program that takes no other way than through relays dials as many of them as it comes to hear of, one
// after the other, and none of them for anything else; its own stays.
func TestRelaysAreForgotten(t *testing.T) {
	t.Parallel()
	own := openRelay(t)
	h := throughOnly(t, own.Invite())
	f, err := relayRouteTo(own.Invite(), h.Key())
	require.NoError(t, err)
	for i := range 3 * maxRelayRoutes {
		other, err := OpenRelay(RelayConfig{Loopback: true, Identity: transport.Identity{9, byte(i)}, Secret: invite.RelaySecret{8}})
		require.NoError(t, err)
		t.Cleanup(func() { other.Close() })
		way, err := relayRouteTo(other.Invite(), h.Key())
		require.NoError(t, err)
		invitedBy(t, h, way.addr())
		require.NoError(t, h.showPassAt(tryFor(t), way, h.Key()))
		require.False(t, h.relays.has(way.relay.ID))
		require.NoError(t, h.host.Network().ClosePeer(way.relay.ID))
		require.Error(t, h.host.Connect(tryFor(t), way.relay))
	}
	require.True(t, h.relays.has(f.relay.ID))
	require.Eventually(t, func() bool { return h.relays.len() == 1 }, idleTime/2, 5*time.Millisecond)
}

func (r *relays) len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.uses)
}

// Where the relay does not answer it is the relay of which that is said.
func TestDeadRelayIsNamed(t *testing.T) {
	t.Parallel()
	relay := openRelay(t)
	h, g := throughOnly(t, relay.Invite()), throughOnly(t, nil)
	addrs := h.Addrs()
	require.NoError(t, relay.Close())
	soon, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := g.Dial(soon, h.Key(), addrs)
	require.ErrorContains(t, err, "the relay: ")
	require.True(t, IsRelay(err))
	require.False(t, IsRelay(inWords(errRelayUnheard)))
	require.False(t, IsRelay(inWords(context.DeadlineExceeded)))
}

// A relay that answers is not what is named where the other side's program does not, as that of a
// machine which has gone to sleep.
func TestSleepingHostIsNotItsRelay(t *testing.T) {
	h, g := throughOnly(t, openRelay(t).Invite()), throughOnly(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	h.host.SetStreamHandler(proto.ProtoIDv2Stop, func(network.Stream) { cancel() })
	_, err := g.Dial(ctx, h.Key(), h.Addrs())
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, IsRelay(err))
}

// A way through a relay that was begun goes on when a try is over, so that the next need not begin again.
func TestTryIsTakenUp(t *testing.T) {
	t.Parallel()
	relay := openRelay(t)
	h, g := throughOnly(t, relay.Invite()), throughOnly(t, nil)
	f, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	called := make(chan bool, 9)
	h.host.SetStreamHandler(proto.ProtoIDv2Stop, func(network.Stream) { called <- true })
	addrs := h.Addrs()
	require.Eventually(t, func() bool { // a relay may call over a connection that is just going: that try fails at once
		try, over := context.WithTimeout(t.Context(), 3*time.Second)
		defer over()
		_, err := g.Dial(try, h.Key(), addrs)
		return errors.Is(err, context.DeadlineExceeded)
	}, time.Minute, time.Millisecond)
	<-called
	uses := func() bool { return g.relays.has(f.relay.ID) }
	require.Never(t, func() bool { return !uses() }, time.Second/2, 5*time.Millisecond)
	h.host.Network().ClosePeer(f.relay.ID) // the relay hears of it, and says so
	require.Eventually(t, func() bool { return !uses() }, time.Minute, 5*time.Millisecond)
}

// A way through a relay that nobody needs any more is given up; the relay stays connected for a while even then.
func TestTryIsGivenUp(t *testing.T) {
	t.Parallel()
	relay := openRelay(t)
	h, g := throughOnly(t, relay.Invite()), throughOnly(t, nil)
	f, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	gone, leave := context.WithCancel(t.Context())
	h.host.SetStreamHandler(proto.ProtoIDv2Stop, func(network.Stream) { leave() })
	_, err = g.Dial(gone, h.Key(), h.Addrs())
	require.ErrorIs(t, err, context.Canceled)
	require.Eventually(t, func() bool { return !g.relays.has(f.relay.ID) }, retry.TryTime/4, 5*time.Millisecond)
	linked := func() bool { return g.host.Network().Connectedness(f.relay.ID) == network.Connected }
	require.Never(t, func() bool { return !linked() }, 3*lookAround, 5*time.Millisecond)
	require.Eventually(t, func() bool { return !linked() }, time.Minute, 5*time.Millisecond)
}

// A connection on which a relay does not answer is not used again: it may be dead, and look alive for half a minute.
func TestDeafRelayIsDialledAfresh(t *testing.T) {
	t.Parallel()
	relay, guest := openRelay(t), throughOnly(t, nil)
	f, err := relayRouteTo(relay.Invite(), guest.Key())
	require.NoError(t, err)
	invitedBy(t, guest, f.addr())
	used := make(chan network.Conn, 1)
	relay.host.SetStreamHandler(relayProtocol, func(s network.Stream) {
		used <- s.Conn()
		s.Reset()
	})
	require.Error(t, guest.showPassAt(tryFor(t), f, guest.Key()))
	require.Eventually(t, (<-used).IsClosed, keptAfter/2, 5*time.Millisecond)
	relay.host.SetStreamHandler(relayProtocol, relay.admit)
	require.NoError(t, guest.showPassAt(tryFor(t), f, guest.Key()))
}

// While the straight ways don't answer, a relay is asked again and again: who comes to it is found at once.
func TestRelayIsAskedAgain(t *testing.T) {
	t.Parallel()
	relay, guest, h := openRelay(t), listen(t, nil), listen(t, nil)
	silent, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer silent.Close()
	straight := multiaddr.StringCast(fmt.Sprintf("/ip4/127.0.0.1/udp/%d/quic-v1", silent.LocalAddr().(*net.UDPAddr).Port))
	route, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	time.AfterFunc(2*straightLead, func() { h.UseReservation(route.addr()) })
	ctx, cancel := context.WithTimeout(t.Context(), straightTime-time.Second)
	defer cancel()
	require.NoError(t, guest.reach(ctx, h.Key(), h.host.ID(), []multiaddr.Multiaddr{straight}, []relayRoute{route}))
}
