package p2p

import (
	"context"
	"crypto/rand"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func listen(t testing.TB, id *Identity) *Host {
	t.Helper()
	h, err := Listen(ListenConfig{Loopback: true, Identity: id})
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// A whole match between two hosts of the real network: invite, terms, join,
// layouts, moves and clashes, end, reveals.
func TestMatchOverLibp2p(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	hostDir, guestDir := tempDir(t), tempDir(t)
	h, g := listen(t, nil), listen(t, nil)

	secret, err := NewInviteSecret(rand.Reader)
	require.NoError(t, err)
	hp, err := protocol.Host(protocol.HostConfig{Rules: rules(t, testRules), Seat: engine.Blue, Invite: secret.PublicKey()}, rand.Reader)
	require.NoError(t, err)
	hs, err := HostMatch(hostDir, h, hp, secret, Config{})
	require.NoError(t, err)
	defer hs.Close()
	inv, err := hs.Invite()
	require.NoError(t, err)
	hostRan := make(chan error, 1)
	go func() { hostRan <- newDecider(t, 1, 30).play(ctx, hs) }()

	start := time.Now()
	inv, err = ParseInvite(inv.String())
	require.NoError(t, err)
	terms, err := FetchTerms(ctx, g, inv)
	require.NoError(t, err)
	t.Logf("terms after %v", time.Since(start))
	gp, err := protocol.Join(terms, inv.Key(), rand.Reader)
	require.NoError(t, err)
	gs, err := JoinMatch(guestDir, g, inv, gp, Config{})
	require.NoError(t, err)
	defer gs.Close()
	require.NoError(t, newDecider(t, 2, 30).play(ctx, gs))
	require.NoError(t, <-hostRan)
	t.Logf("match over after %v; %d records, %+v", time.Since(start), gs.Snapshot().Records, gs.Snapshot().Traffic)

	require.Equal(t, records(hs), records(gs))
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
	c, err := StoredListen(st)
	require.NoError(t, err)
	again, err := Resume(listen(t, c.Identity), st, Config{})
	require.NoError(t, err)
	defer again.Close()
	require.True(t, again.Snapshot().Done)
}
