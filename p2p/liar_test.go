package p2p

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/liar"
	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
)

// A false record comes over the link; the Fault goes back, and both programs end
// with the same sealed match.
func TestLiarIsSealedOverTheLink(t *testing.T) {
	kind, err := adversary.Find("moved-mine")
	require.NoError(t, err)
	net, secret := pipenet.New(), invite.HostSecret{1}
	host, guest := net.Host(transport.Identity{1}), net.Host(transport.Identity{2})
	red, err := protocol.Host(protocol.HostConfig{
		Rules: rules(t, testRules), Seat: engine.Red, Invites: []ed25519.PublicKey{secret.Seat(engine.Blue).PublicKey()},
	}, rand.Reader)
	require.NoError(t, err)
	cheat, err := adversary.New(kind, red, rand.Reader)
	require.NoError(t, err)
	cfg := Config{}
	liar.Speak(&cfg, cheat)
	lying, err := Host(host, Files(mustDir(t, crashfs.New())), red, secret, cfg)
	require.NoError(t, err)
	defer lying.Close()
	inv, err := lying.Invite(engine.Blue)
	require.NoError(t, err)
	blue, err := protocol.Join(red.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
	require.NoError(t, err)
	honest, err := Join(guest, Files(mustDir(t, crashfs.New())), inv, blue, Config{})
	require.NoError(t, err)
	defer honest.Close()

	ctx := t.Context()
	ran := make(chan error, 1)
	go func() {
		ran <- playScene(ctx, lying, func(*protocol.Player) error { return cheat.Decide() })
	}()
	require.NoError(t, playScene(ctx, honest, func(p *protocol.Player) error { return kind.Scene.Decide(p, rand.Reader) }))
	require.NoError(t, <-ran)
	for _, s := range []*Session{lying, honest} {
		conviction := s.Snapshot().Conviction
		require.NotNil(t, conviction)
		require.Equal(t, engine.Red, conviction.Culprit)
		require.True(t, s.Snapshot().Done, "by the link over which the false record came")
	}
	require.Equal(t, protocol.Cheating, protocol.Audit(blue.Match().File()).Verdict)
}

// playScene runs a session to its end.
func playScene(ctx context.Context, s *Session, decide func(*protocol.Player) error) error {
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	for {
		changed := s.Changed()
		_ = s.Do(decide) // what is not heard yet is done at the next change
		select {
		case <-changed:
		case err := <-ran:
			return err
		}
	}
}
