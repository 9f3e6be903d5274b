package protocol

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret/secrettest"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
)

// Nothing that a program prints, logs or encodes by accident holds a secret of
// its seat. All bytes of these are 171, hexadecimal ab.
func TestSecretsPrintAsSecret(t *testing.T) {
	secret, err := private.New(engine.Red, bytes.NewReader(bytes.Repeat([]byte{0xab}, 512)))
	require.NoError(t, err)
	secret.Bind([32]byte{1})
	secret.Nonce, secret.Tape = secret.Fresh, secret.Fresh
	player := &Player{match: NewMatch(), secret: secret}
	for _, v := range []any{secret, *secret, player} {
		for _, text := range secrettest.Prints(t, v) {
			for _, leak := range []string{"abab", "ABAB", "171", `\xab`, "0xab"} {
				require.NotContains(t, text, leak, "%T", v)
			}
		}
	}
	for _, v := range []any{secret, player} { // whatever handler writes the log
		require.Equal(t, slog.KindString, slog.AnyValue(v).Resolve().Kind(), "%T", v)
	}
}
