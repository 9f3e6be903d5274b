package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// cheatedMatch is the transcript of a match that red hosts and whose guest, blue, is a cheat of our own making: it signs two
// commitments for one place, or a layout that is none. Red seals the match with the evidence.
func cheatedMatch(t *testing.T, double bool) []byte {
	t.Helper()
	rng := rand.NewChaCha8([32]byte{1})
	rs, err := junqi.Rules("standard,first=red")
	require.NoError(t, err)
	invite := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, 32))
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invites: []ed25519.PublicKey{invite.Public().(ed25519.PublicKey)}}, rng)
	require.NoError(t, err)
	require.NoError(t, red.Place(junqi.Layouts()["triangle"]))
	m := red.Match()

	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{2}, 32))
	sign := func(kind transcript.Kind, prev transcript.Hash, body []byte) []byte {
		r := transcript.Sign(key, transcript.Link{Match: m.ID(), Prev: prev}, kind, engine.Blue, body)
		return r.Marshal()
	}
	join := transcript.JoinBody{Nonce: [32]byte{3}}
	join.Key, err = transcript.NewPublicKey(key.Public().(ed25519.PublicKey))
	require.NoError(t, err)
	join.SignInvite(invite, m.Head(), engine.Blue)
	proceed := func() {
		for made := true; made; {
			made, err = red.Proceed(rng)
			require.NoError(t, err)
		}
	}
	require.NoError(t, red.Receive(sign(transcript.Join, m.Head(), join.Marshal())))
	proceed()
	place := m.Head()
	require.NoError(t, red.Receive(sign(transcript.Commit, place, make([]byte, 32))))
	proceed()
	if double {
		require.Error(t, red.Receive(sign(transcript.Commit, place, bytes.Repeat([]byte{9}, 32))))
	} else {
		require.Error(t, red.Receive(sign(transcript.Layout, m.Head(), []byte("no layout"))))
	}
	proceed()
	require.Equal(t, protocol.Sealed, m.Stage())
	return m.File()
}

// outcome is what the program printed and how it ended.
type outcome struct {
	code     int
	out, err string
}

func darkjunqi(args ...string) outcome {
	var out, errw bytes.Buffer
	code := run(args, strings.NewReader(""), &out, &errw, func(string) string { return "" })
	return outcome{code, out.String(), errw.String()}
}

// oneLine undoes the wrapping of lines.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestCertificateFromTheCommandLine(t *testing.T) {
	for name, double := range map[string]bool{"a false record": false, "two records on one place": true} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			match, certificate := filepath.Join(dir, "match.djq"), filepath.Join(dir, "blue.cert")
			require.NoError(t, os.WriteFile(match, cheatedMatch(t, double), 0o600))

			got := darkjunqi("audit", match, "--certificate", certificate)
			require.Equal(t, cli.ExitCheating, got.code, got.err)
			require.Contains(t, got.out, "blue cheated")
			require.Contains(t, oneLine(got.out), "darkjunqi verify-certificate "+certificate)
			require.Empty(t, got.err)
			info, err := os.Stat(certificate)
			require.NoError(t, err)
			require.Zero(t, info.Mode().Perm()&0o133, "it may be read by anybody, as the umask allows")

			// A stranger has nothing but the certificate.
			require.NoError(t, os.Remove(match))
			got = darkjunqi("verify-certificate", certificate)
			require.Equal(t, 0, got.code, got.err)
			require.Contains(t, got.out, "this convicts blue of cheating")
			require.Contains(t, oneLine(got.out), "rules standard,first=red, resolver elgamal")
			require.Regexp(t, `\n  - match [0-9a-f]{64}\n`, got.out)
			if double {
				require.Contains(t, oneLine(got.out), "signed two different records on one place of the chain (Commit)")
			} else {
				require.Contains(t, got.out, "record 5 (Layout): ")
			}
			got = darkjunqi("verify-certificate", certificate, "--lang", "zh")
			require.Contains(t, got.out, "证实蓝方作弊")

			got = darkjunqi("verify-certificate", "--json", certificate)
			require.Equal(t, 0, got.code)
			var f finding
			dec := json.NewDecoder(strings.NewReader(got.out))
			require.NoError(t, dec.Decode(&f))
			require.False(t, dec.More(), "one object and nothing else")
			require.Equal(t, "convicts", f.Verdict)
			require.Equal(t, "blue", f.Culprit)
			require.Equal(t, "elgamal", f.Resolver)
			require.Equal(t, double, f.Record == nil, "two records on one place don't tell how far the chain had come")
			require.Len(t, f.Key, 64)

			// Altered or torn, it's worth nothing.
			whole, err := os.ReadFile(certificate)
			require.NoError(t, err)
			for _, bad := range [][]byte{whole[:len(whole)-1], whole[:30], {}, append(bytes.Clone(whole), 0)} {
				require.NoError(t, os.WriteFile(certificate, bad, 0o600))
				got = darkjunqi("verify-certificate", certificate)
				require.Equal(t, cli.ExitBad, got.code)
				require.Empty(t, got.out)
				require.Contains(t, got.err, "not a darkjunqi certificate, or one that was altered")
			}
		})
	}
}

func TestAuditTellsWhereTheCertificateIs(t *testing.T) {
	dir := t.TempDir()
	match, certificate := filepath.Join(dir, "match.djq"), filepath.Join(dir, "blue.cert")
	require.NoError(t, os.WriteFile(match, cheatedMatch(t, true), 0o600))
	got := darkjunqi("audit", "--json", match, "--certificate", certificate)
	require.Equal(t, cli.ExitCheating, got.code)
	require.Contains(t, got.out, `"certificate":`)
	require.Equal(t, 1, strings.Count(got.out, "\n"))

	// Where it can't be written, the audit is still told.
	got = darkjunqi("audit", match, "--certificate", filepath.Join(dir, "nowhere", "blue.cert"))
	require.Equal(t, cli.ExitBad, got.code)
	require.Contains(t, got.out, "blue cheated")
	require.Contains(t, got.err, "no certificate was written: write ")
}

// The table says whom a certificate convicts of what, and names a record only where there is one.
func TestVerdictOfACertificateInWords(t *testing.T) {
	for double, said := range map[bool][2]string{
		true:  {"Blue cheated: signed two different records on one place of the chain", "蓝方作弊：在链的同一位置签了两条不同的记录"},
		false: {"Blue cheated: record 5 is false, and signed: ", "蓝方作弊：第 5 条记录有签名，却是假的："},
	} {
		certificate, err := protocol.Certify(cheatedMatch(t, double))
		require.NoError(t, err)
		c, err := protocol.VerifyCertificate(certificate)
		require.NoError(t, err)
		report := &protocol.Report{Verdict: protocol.Cheating, Conviction: c, Record: c.Index, Reason: c.Reason}
		require.Contains(t, auditreport.Verdict((&cli.Env{Lang: messages.English}).Lang, report), said[0])
		require.Contains(t, auditreport.Verdict((&cli.Env{Lang: messages.Chinese}).Lang, report), said[1])
	}
}
