package audit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditwords"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func TestCertificateFromTheCommandLine(t *testing.T) {
	for name, double := range map[string]bool{"a false record": false, "two records on one place": true} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			match, certificate := filepath.Join(dir, "match.djq"), filepath.Join(dir, "blue.cert")
			require.NoError(t, os.WriteFile(match, clitest.CheatedMatch(t, double), 0o600))

			got := darkjunqi("audit", match, "--certificate", certificate)
			require.Equal(t, cli.ExitCheating, got.Code, got.Err)
			require.Contains(t, got.Out, "blue cheated")
			require.Contains(t, clitest.OneLine(got.Out), "darkjunqi verify-certificate "+certificate)
			require.Empty(t, got.Err)
			info, err := os.Stat(certificate)
			require.NoError(t, err)
			require.Zero(t, info.Mode().Perm()&0o133, "it may be read by anybody, as the umask allows")

			// A stranger has nothing but the certificate.
			require.NoError(t, os.Remove(match))
			got = darkjunqi("verify-certificate", certificate)
			require.Equal(t, 0, got.Code, got.Err)
			require.Contains(t, got.Out, "this convicts blue of cheating")
			require.Contains(t, clitest.OneLine(got.Out), "a key is made for one match and identifies no person")
			require.Equal(t, !double, strings.Contains(got.Out, "signed this: the hidden layout is legal"))
			require.Contains(t, clitest.OneLine(got.Out), "rules standard,first=red, resolver elgamal")
			require.Regexp(t, `\n  - match [0-9a-f]{64}\n`, got.Out)
			if double {
				require.Contains(t, clitest.OneLine(got.Out), "signed two different records for one place in the chain (Commit)")
			} else {
				require.Contains(t, got.Out, "record 5 (Layout): ")
			}
			got = darkjunqi("verify-certificate", certificate, "--lang", "zh")
			require.Contains(t, got.Out, "证实蓝方作弊")

			got = darkjunqi("verify-certificate", "--json", certificate)
			require.Equal(t, 0, got.Code)
			var f finding
			dec := json.NewDecoder(strings.NewReader(got.Out))
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
				require.Equal(t, cli.ExitBad, got.Code)
				require.Empty(t, got.Out)
				require.Contains(t, got.Err, "not a darkjunqi certificate, or one that was altered")
			}
		})
	}
}

func TestAuditTellsWhereTheCertificateIs(t *testing.T) {
	dir := t.TempDir()
	match, certificate := filepath.Join(dir, "match.djq"), filepath.Join(dir, "blue.cert")
	require.NoError(t, os.WriteFile(match, clitest.CheatedMatch(t, true), 0o600))
	got := darkjunqi("audit", "--json", match, "--certificate", certificate)
	require.Equal(t, cli.ExitCheating, got.Code)
	require.Contains(t, got.Out, `"certificate":`)
	require.Equal(t, 1, strings.Count(got.Out, "\n"))

	// Where it can't be written, the audit is still told.
	got = darkjunqi("audit", match, "--certificate", filepath.Join(dir, "nowhere", "blue.cert"))
	require.Equal(t, cli.ExitBad, got.Code)
	require.Contains(t, got.Out, "blue cheated")
	require.Contains(t, got.Err, "no certificate was written: write ")
}

// The table says whom a certificate convicts of what, and names a record only where there is one.
func TestVerdictOfACertificateInWords(t *testing.T) {
	for double, said := range map[bool][2]string{
		true:  {"Blue cheated: signed two different records for one place in the chain", "蓝方作弊：在链的同一位置签了两条不同的记录"},
		false: {"Blue cheated. Record 5 is signed and false: ", "蓝方作弊：第 5 条记录已签名，却不成立："},
	} {
		certificate, err := protocol.Certify(clitest.CheatedMatch(t, double))
		require.NoError(t, err)
		c, err := protocol.VerifyCertificate(certificate)
		require.NoError(t, err)
		report := &protocol.Report{Verdict: protocol.Cheating, Conviction: c, Record: c.Index, Reason: c.Reason}
		require.Contains(t, auditwords.Verdict((&cli.Env{Lang: messages.English}).Lang, report), said[0])
		require.Contains(t, auditwords.Verdict((&cli.Env{Lang: messages.Chinese}).Lang, report), said[1])
	}
}

// What a certificate says is read from one audit: a second would take as long as the first, half a minute for the dearest file.
func TestCertificateIsAuditedOnce(t *testing.T) {
	certificate, err := protocol.Certify(clitest.CheatedMatch(t, false))
	require.NoError(t, err)
	once := opcount.Count(func() { _, err = protocol.AuditCertificate(certificate) })
	require.NoError(t, err)
	require.NotZero(t, once[opcount.Decode])
	require.Equal(t, once, opcount.Count(func() { judgeCertificate(certificate) }))
}
