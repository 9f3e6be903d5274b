package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// termsFile is a transcript that holds nothing but soundly signed Terms.
func termsFile(t *testing.T, change func(terms *transcript.TermsBody), version uint16) []byte {
	t.Helper()
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	public, err := transcript.NewPublicKey(key.Public().(ed25519.PublicKey))
	require.NoError(t, err)
	rs := junqi.Standard()
	terms := transcript.TermsBody{Rules: rs.Text(), Resolver: "elgamal", Key: public, Invites: []transcript.PublicKey{public}}
	change(&terms)
	body := terms.Marshal()
	binary.BigEndian.PutUint16(body, version)
	r := transcript.Sign(key, transcript.Link{}, transcript.Terms, engine.Red, body)
	return transcript.MarshalFile([][]byte{r.Marshal()})
}

// What a later version might write is refused with what this one doesn't know.
func TestTranscriptsOfLaterVersions(t *testing.T) {
	for _, c := range []struct {
		name, reason string
		version      uint16
		change       func(*transcript.TermsBody)
		code         int
	}{
		{"this version", "the match is unfinished", transcript.Version, func(*transcript.TermsBody) {}, cli.ExitUnfinished},
		{"another protocol", "the match is of protocol version 2, this program speaks version 1", 2, func(*transcript.TermsBody) {}, cli.ExitBad},
		{"a field more", "teleport", transcript.Version, func(b *transcript.TermsBody) {
			b.Rules = bytes.Replace(b.Rules, []byte(`"quiet"`), []byte(`"teleport":true,"quiet"`), 1)
		}, cli.ExitBad},
		{"another language of rules", "darkjunqi rules 2", transcript.Version, func(b *transcript.TermsBody) {
			b.Rules = bytes.Replace(b.Rules, []byte("darkjunqi rules 1"), []byte("darkjunqi rules 2"), 1)
		}, cli.ExitBad},
		{"another resolver", "oracle", transcript.Version, func(b *transcript.TermsBody) { b.Resolver = "oracle" }, cli.ExitBad},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "later.djq")
			require.NoError(t, os.WriteFile(name, termsFile(t, c.change, c.version), 0o600))
			got := darkjunqi("audit", name)
			require.Equal(t, c.code, got.Code, got.Out)
			require.Contains(t, clitest.OneLine(got.Out), c.reason)
			got = darkjunqi("replay", name)
			require.Equal(t, cli.ExitBad, got.Code)
			if c.code == cli.ExitBad {
				require.Contains(t, got.Err, c.reason)
			}
		})
	}
}
