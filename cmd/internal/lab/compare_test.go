package lab

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/engine"
)

func TestCompare(t *testing.T) {
	run := func(args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := Program.Run(append([]string{"compare"}, args...), strings.NewReader(""), &out, &errs,
			func(string) string { return "" })
		return code, out.String(), errs.String()
	}
	for _, x := range [][3]string{
		{"7", "4", "Red has more."}, {"0", "15", "Blue has more."}, {"3", "3", "Both have the same."},
	} {
		code, out, errs := run(x[0], x[1])
		require.Zero(t, code, errs)
		require.Contains(t, out, x[2])
		require.Contains(t, out, "2753 bytes in all")
	}
	for _, value := range []string{"16", "x", "1.5"} {
		code, _, errs := run("7", value)
		require.NotZero(t, code)
		require.Contains(t, errs, "is not a whole number from 0 to 15")
	}
}

// Somebody on the path, who lacks the key of the terms, is not heard.
func TestComparedMessagesAreSigned(t *testing.T) {
	red, blue := net.Pipe()
	defer blue.Close()
	env := cli.NewEnv("test", strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" })
	b := bout{by: "onehot"}
	_, key, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	_, other, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	b.keys = [2]ed25519.PublicKey{key.Public().(ed25519.PublicKey), key.Public().(ed25519.PublicKey)}
	go func() {
		_ = newCompared(env, b, red, engine.Red, other, 3).run()
		red.Close()
	}()
	require.ErrorIs(t, newCompared(env, b, blue, engine.Blue, key, 3).run(), errFrame)
}
