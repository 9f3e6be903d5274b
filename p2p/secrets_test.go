package p2p

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/secret/secrettest"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Nothing that a program prints, logs or encodes by accident lets a stranger
// take the seat or pose as this host. All bytes of the secrets are 171,
// hexadecimal ab. An Invite prints itself: that is what it is for.
func TestSecretsPrintAsSecret(t *testing.T) {
	bytes32 := [32]byte(bytes.Repeat([]byte{0xab}, 32))
	id, secret := transport.Identity(bytes32), InviteSecret(bytes32)
	own := &facts{secret: bytes32, net: bytes32[:]}
	for _, v := range []any{id, &id, secret, &secret, TableSecret(bytes32), WatchSecret(bytes32), own,
		struct{ ID transport.Identity }{id}, struct{ Of InviteSecret }{secret},
		&Session{facts: *own}, store.Update{Seat: bytes32[:], Link: bytes32[:], Fresh: [][]byte{bytes32[:]}},
	} {
		for _, text := range secrettest.Prints(t, v) {
			for _, leak := range []string{"abab", "ABAB", "171", `\xab`, "0xab"} {
				require.NotContains(t, text, leak, "%T", v)
			}
		}
	}
	inv, watch := &Invite{secret: secret}, &WatchInvite{secret: WatchSecret(secret)}
	for _, v := range []any{id, secret, TableSecret(bytes32), WatchSecret(bytes32), inv, watch, &Session{}} { // whatever handler writes the log
		require.Equal(t, slog.KindString, slog.AnyValue(v).Resolve().Kind(), "%T", v)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "it", inv)
	require.NotContains(t, log.String(), inv.String())
}
