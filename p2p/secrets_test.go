package p2p

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/secret/secrettest"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Nothing that a program prints, logs or encodes by accident lets a stranger pose as this
// one. All bytes of the secrets are 171, hexadecimal ab.
func TestSessionPrintsNoSecret(t *testing.T) {
	bytes32 := [32]byte(bytes.Repeat([]byte{0xab}, 32))
	own := &linkMeta{secret: bytes32, net: bytes32[:]}
	for _, v := range []any{
		own, &Session{meta: *own},
		store.Update{Seat: bytes32[:], Link: bytes32[:]},
	} {
		for _, text := range secrettest.Prints(t, v) {
			for _, leak := range []string{"abab", "ABAB", "171", `\xab`, "0xab"} {
				require.NotContains(t, text, leak, "%T", v)
			}
		}
	}
	require.Equal(t, slog.KindString, slog.AnyValue(&Session{}).Resolve().Kind())
}
