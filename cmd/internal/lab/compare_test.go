package lab

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
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
		require.Contains(t, out, "4 records")
	}
	for _, value := range []string{"16", "x", "1.5"} {
		code, _, errs := run("7", value)
		require.NotZero(t, code)
		require.Contains(t, errs, "is not a whole number from 0 to 15")
	}
}

// Somebody on the path, who lacks the key of the terms, is not heard.
func TestBoutsAreSigned(t *testing.T) {
	x := &rivals{by: "circuit", values: []int{3, 3}}
	x.env = cli.NewEnv("test", strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" })
	_, key, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	_, other, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	terms := boutTerms{by: "circuit", parties: []ed25519.PublicKey{key.Public().(ed25519.PublicKey), key.Public().(ed25519.PublicKey)}}
	red, err := newBout(x.env, terms, 0, other, 3)
	require.NoError(t, err)
	_, err = red.next(false, 0)
	require.ErrorIs(t, err, tally.ErrRecord)
	red.key = key
	message, err := red.next(false, 0)
	require.NoError(t, err)
	blue, err := newBout(x.env, terms, 1, key, 3)
	require.NoError(t, err)
	require.NoError(t, blue.Append(message))
	require.ErrorIs(t, blue.Append(message), tally.ErrRecord)
}
