package protocol

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// FuzzAppend puts any body of any kind, well signed by either seat, at any
// point of a match: the Match takes it or refuses it, changes nothing when it
// refuses, and never blames anybody but the signer.
func FuzzAppend(f *testing.F) { fuzzAppend(f, shortMatch(f)) }

// FuzzAppendDeck is FuzzAppend with a deck.
func FuzzAppendDeck(f *testing.F) {
	tb := flipTable(f, "flip,strike=on", 1)
	tb.playFlip(20)
	fuzzAppend(f, tb)
}

func fuzzAppend(f *testing.F, tb *table) {
	m := tb.match()
	prefixes := []*Match{}
	for n := 2; n <= m.Len(); n++ {
		at, err := m.prefix(n)
		require.NoError(f, err)
		prefixes = append(prefixes, at)
		r, err := transcript.Parse(m.Record(n - 1))
		require.NoError(f, err)
		if len(r.Body) < 1000 {
			f.Add(uint8(n), uint8(r.Kind), uint8(r.Seat), r.Body)
		}
	}
	f.Fuzz(func(t *testing.T, n, kind, seat uint8, body []byte) {
		at := prefixes[int(n)%len(prefixes)]
		signer := engine.Seat(seat % 2)
		before, head := at.Owed(), at.Head()
		raw := transcriptOn(tb, at, signer, transcript.Kind(kind), body)
		next := at.Fork()
		var refusal *Refusal
		if err := next.Append(raw); errors.As(err, &refusal) {
			require.Equal(t, before, next.Owed())
			require.Equal(t, head, next.Head())
			if refusal.Provable {
				require.Equal(t, signer, refusal.Culprit)
			}
		} else {
			require.NoError(t, err)
		}
	})
}

// FuzzAudit: any bytes get a verdict, and none but Cheating has a culprit.
func FuzzAudit(f *testing.F) {
	m := shortMatch(f).match()
	f.Add(m.File())
	f.Add([]byte(transcript.Magic))
	f.Add(transcript.MarshalFile([][]byte{m.Record(0), m.Record(1)}))
	f.Fuzz(func(t *testing.T, file []byte) {
		report := Audit(file)
		require.Equal(t, report.Verdict == Cheating, report.Conviction != nil)
		_, err := VerifyCertificate(file)
		require.Error(t, err)
	})
}

// FuzzCertificate: any bytes behind the magic line are judged without a panic.
func FuzzCertificate(f *testing.F) {
	m, _ := sealedMatch(f, true)
	certificate, err := Certify(m.File())
	require.NoError(f, err)
	f.Add(certificate[len(certificateMagic):])
	f.Fuzz(func(t *testing.T, rest []byte) {
		c, err := VerifyCertificate(append([]byte(certificateMagic), rest...))
		require.Equal(t, err == nil, c != nil)
		if err == nil { // what convicts is about a match
			report, about, err := AuditCertificateEach(append([]byte(certificateMagic), rest...), (*Match).Append)
			require.NoError(t, err)
			require.Equal(t, report.Match, about.ID())
		}
	})
}

// FuzzSecret: the private file's secret parses to what marshals back to the
// same bytes, or not at all.
func FuzzSecret(f *testing.F) {
	tb := newTable(f, "standard", 1)
	f.Add(tb.players[0].Secret())
	tb.place()
	f.Add(tb.players[1].Secret())
	f.Fuzz(func(t *testing.T, raw []byte) {
		if s, err := private.Parse(raw); err == nil {
			require.Equal(t, raw, s.Marshal())
		}
	})
}
