package libp2pnet

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func listen(t testing.TB, kept []byte) *Host {
	t.Helper()
	h, err := Listen(ListenConfig{Loopback: true, Kept: kept})
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// A whole match between two hosts of the real network: invite, terms, join,
// layouts, moves and clashes, end, reveals.
func TestMatchOverLibp2p(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	hostDir, guestDir := p2ptest.TempDir(t), p2ptest.TempDir(t)
	h, g := listen(t, nil), listen(t, nil)

	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	hp, err := protocol.Host(protocol.HostConfig{Rules: p2ptest.QuickRules(t), Seat: engine.Blue, Invites: []ed25519.PublicKey{secret.Seat(engine.Red).PublicKey()}}, rand.Reader)
	require.NoError(t, err)
	hs, err := p2p.Host(h, p2p.Files(hostDir), hp, secret, p2p.Config{})
	require.NoError(t, err)
	defer hs.Close()
	inv, err := hs.Invite(engine.Red)
	require.NoError(t, err)
	hostRan := make(chan error, 1)
	go func() { hostRan <- p2ptest.New(t, 1, 30).Play(ctx, hs) }()

	start := time.Now()
	inv, err = invite.Parse(inv.String())
	require.NoError(t, err)
	terms, err := p2p.FetchTerms(ctx, g, inv)
	require.NoError(t, err)
	t.Logf("terms after %v", time.Since(start))
	gp, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	require.NoError(t, err)
	gs, err := p2p.Join(g, p2p.Files(guestDir), inv, gp, p2p.Config{})
	require.NoError(t, err)
	defer gs.Close()
	require.NoError(t, p2ptest.New(t, 2, 30).Play(ctx, gs))
	require.NoError(t, <-hostRan)
	t.Logf("match over after %v; %d records, %+v", time.Since(start), gs.Snapshot().Records, gs.Snapshot().Traffic)

	require.Equal(t, p2ptest.Records(hs), p2ptest.Records(gs))
	require.True(t, hs.Snapshot().Done)
	require.True(t, gs.Snapshot().Done)
	require.Equal(t, protocol.Ended, hs.Snapshot().Stage)
	a, err := os.ReadFile(hostDir.PublicFile(hs.ID()))
	require.NoError(t, err)
	b, err := os.ReadFile(guestDir.PublicFile(gs.ID()))
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Equal(t, a, hp.Match().File())

	// That it has ended well is known afterwards too.
	require.NoError(t, hs.Close())
	st, err := hostDir.Open(hs.ID())
	require.NoError(t, err)
	kept, err := p2p.Kept(st)
	require.NoError(t, err)
	require.NoError(t, h.Close())
	again, err := p2p.Resume(listen(t, kept), st, p2p.Config{})
	require.NoError(t, err)
	defer again.Close()
	require.True(t, again.Snapshot().Done)
}

// docs/wire.md names the protocols of streams, and the numbers of relays.
func TestPageNamesTheProtocol(t *testing.T) {
	page, err := os.ReadFile("../../docs/wire.md")
	require.NoError(t, err)
	flat := strings.Join(strings.Fields(string(page)), " ")
	for _, text := range []string{
		"`" + string(protocolID) + "`", "`" + string(relayProtocol) + "`", "`" + string(probeProtocol) + "`",
		fmt.Sprintf("It remembers at most %d keys", admissionsOf),
		fmt.Sprintf("no pass within %d s, and of more than %d such", strangerTime/time.Second, strangersAtOnce),
		fmt.Sprintf("lasts %d hours", circuitTime/time.Hour), "16,777,216 bytes each way",
		fmt.Sprintf("tried on for %d s", straightTime/time.Second),
		`"darkjunqi/v1/mdns"`,
	} {
		require.Contains(t, flat, text)
	}
	require.Equal(t, 16_777_216, circuitBytes)
	require.Equal(t, time.Minute, idleTime)
	require.Equal(t, time.Second, straightLead)
}

// And what strangers may take.
func TestPageNamesTheBounds(t *testing.T) {
	page, err := os.ReadFile("../../docs/wire.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, bound := range []string{
		fmt.Sprintf("Within %.0f s of its first packet", provingTime.Seconds()),
		fmt.Sprintf("%d may be without", strangers),
		fmt.Sprintf("%.0f such connections at once and then %.0f a second", arrivals.Burst, arrivals.PerSecond),
		fmt.Sprintf("%.0f streams at once and then %.0f a second", openings.Burst, openings.PerSecond),
		fmt.Sprintf("closed, %.0f s later", partingTime.Seconds()),
	} {
		require.Contains(t, text, bound)
	}
}
