package transcript

import (
	"crypto/ed25519"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkVerify checks a signature that holds, one that does not, and the first by the library.
func BenchmarkVerify(b *testing.B) {
	key, public := testKey(b, 1)
	public = public.WithTables()
	message := make([]byte, 200)
	signature := ed25519.Sign(key, message)
	for name, f := range map[string]func() bool{
		"true":        func() bool { return public.Verify(message, signature) },
		"false":       func() bool { return !public.Verify(message[1:], signature) },
		"the library": func() bool { return ed25519.Verify(public.key[:], message, signature) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				require.True(b, f())
			}
		})
	}
}
