package p2p

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/secret/secrettest"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Nothing that a program prints, logs or encodes by accident lets a stranger
// take the seat or pose as this host. All bytes of the secrets are 171,
// hexadecimal ab. An Invite prints itself: that is what it is for.
func TestSecretsPrintAsSecret(t *testing.T) {
	bytes32 := [32]byte(bytes.Repeat([]byte{0xab}, 32))
	id, secret := Identity(bytes32), InviteSecret(bytes32)
	listen, own := ListenConfig{Identity: &id}, &facts{identity: id, secret: secret}
	for _, v := range []any{id, &id, secret, &secret, own, struct{ ID Identity }{id}, struct{ Of InviteSecret }{secret}, listen,
		&Session{facts: *own}, &Host{id: id}, store.Update{Seat: bytes32[:], Link: bytes32[:], Fresh: [][]byte{bytes32[:]}},
	} {
		for _, text := range secrettest.Prints(t, v) {
			for _, leak := range []string{"abab", "ABAB", "171", `\xab`, "0xab"} {
				require.NotContains(t, text, leak, "%T", v)
			}
		}
	}
	inv := &Invite{secret: secret}
	for _, v := range []any{id, secret, inv, &Session{}, &Host{}} { // whatever handler writes the log
		require.Equal(t, slog.KindString, slog.AnyValue(v).Resolve().Kind(), "%T", v)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "it", inv)
	require.NotContains(t, log.String(), inv.String())
}
