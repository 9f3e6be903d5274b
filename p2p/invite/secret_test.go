package invite

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/secret/secrettest"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Nothing that a program prints, logs or encodes by accident lets a stranger
// take the seat or pose as this host. All bytes of the secrets are 171,
// hexadecimal ab. An Invite prints itself: that is what it is for.
func TestSecretsPrintAsSecret(t *testing.T) {
	bytes32 := [32]byte(bytes.Repeat([]byte{0xab}, 32))
	id, secret := transport.Identity(bytes32), Secret(bytes32)
	for _, v := range []any{id, &id, secret, &secret, HostSecret(bytes32), WatchSecret(bytes32),
		struct{ ID transport.Identity }{id}, struct{ Of Secret }{secret},
	} {
		for _, text := range secrettest.Prints(t, v) {
			for _, leak := range []string{"abab", "ABAB", "171", `\xab`, "0xab"} {
				require.NotContains(t, text, leak, "%T", v)
			}
		}
	}
	inv, watch := &Invite{secret: secret}, &Watch{secret: WatchSecret(secret)}
	for _, v := range []any{id, secret, HostSecret(bytes32), WatchSecret(bytes32), inv, watch} { // whatever handler writes the log
		require.Equal(t, slog.KindString, slog.AnyValue(v).Resolve().Kind(), "%T", v)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "it", inv)
	require.NotContains(t, log.String(), inv.String())
}
