package protocol

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// sealedMatch is a match that the honest seat sealed with a false NoMove of
// the cheat's, or with two records of its on one place.
func sealedMatch(t testing.TB, double bool) (m *Match, cheat engine.Seat) {
	tb := smallTable(t, 1)
	tb.place()
	tb.play(3)
	cheat = tb.mover().Seat()
	honest := tb.players[(1 - cheat)]
	evidence := tb.forge(cheat, transcript.NoMove, make([]byte, 64))
	if double {
		tb.turn()
		tb.play(1)
	}
	var refusal *Refusal
	require.ErrorAs(t, honest.Receive(evidence), &refusal)
	made, err := honest.Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, made)
	return honest.Match(), cheat
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	for name, double := range map[string]bool{"a false record": false, "double-dealing": true} {
		t.Run(name, func(t *testing.T) {
			m, cheat := sealedMatch(t, double)
			certificate, err := Certify(m.File())
			require.NoError(t, err)
			c, err := VerifyCertificate(certificate)
			require.NoError(t, err)
			require.Equal(t, cheat, c.Culprit)
			require.Less(t, len(certificate), len(m.File()))
			_, about, err := AuditCertificateEach(certificate, (*Match).Append)
			require.NoError(t, err)
			require.Equal(t, m.ID(), about.ID())
			require.Equal(t, m.Key(cheat), about.Key(cheat))
			require.Equal(t, m.Terms(), about.Terms())
			if double {
				require.Less(t, len(certificate)-len(m.Record(0)), 3000, "Terms, Join, a hash and two records")
			}

			// Cut or flipped anywhere, it convicts nobody else, and hardly
			// ever anyone.
			rng := testRand(1)
			for n := range 400 {
				mangled := bytes.Clone(certificate)
				at := int(rng.Uint64() % uint64(len(mangled)))
				if n%2 == 0 {
					mangled[at] ^= 1 << (rng.Uint64() % 8)
				} else {
					mangled = mangled[:at]
				}
				c, err := VerifyCertificate(mangled)
				require.Error(t, err, "%v", c)
			}
		})
	}
	t.Run("a bogus fault", func(t *testing.T) {
		tb := newTable(t, "standard,first=red", 1)
		tb.place()
		m := tb.match()
		body := transcript.FaultBody{At: m.Hash(4), Records: [][]byte{m.Record(5)}}
		require.NoError(t, m.Append(tb.forgeOn(body.At, engine.Blue, transcript.Fault, body.Marshal())))
		certificate, err := Certify(m.File())
		require.NoError(t, err)
		c, err := VerifyCertificate(certificate)
		require.NoError(t, err)
		require.Equal(t, engine.Blue, c.Culprit)
	})
	t.Run("it ends with what convicts", func(t *testing.T) {
		m, cheat := sealedMatch(t, false)
		certificate, err := Certify(m.File())
		require.NoError(t, err)
		_, frames, err := parseCertificate(certificate)
		require.NoError(t, err)
		for what, more := range map[string][][]byte{
			"a record of anybody's": append(frames[:len(frames):len(frames)], m.Record(5)),
			"the seal":              append(chainOf(m), m.Extras()...),
		} {
			c, err := VerifyCertificate(sequence(more))
			require.ErrorIs(t, err, ErrNoCertificate, "%s: %v", what, c)
			report := Audit(transcript.MarshalFile(more))
			require.Equal(t, cheat, report.Conviction.Culprit, "the file convicts all the same")
		}
	})
	t.Run("it holds nothing from beside the chain", func(t *testing.T) {
		tb := newTable(t, "standard,first=red", 1)
		tb.place()
		tb.play(3)
		m := tb.match()
		evidence := tb.forge(tb.mover().Seat(), transcript.NoMove, make([]byte, 64))
		claim := func(i int, seat engine.Seat) []byte {
			body := transcript.ClaimBody{At: m.Hash(i)}
			return tb.forgeOn(body.At, seat, transcript.Claim, body.Marshal())
		}
		least := sequence(append(chainOf(m), evidence))
		c, err := VerifyCertificate(least)
		require.NoError(t, err)
		require.Equal(t, m.Len(), c.Index)
		for what, records := range map[string][][]byte{
			"before":     slices.Concat(chainOf(m), [][]byte{claim(4, engine.Red), claim(6, engine.Red), claim(5, engine.Blue), evidence}),
			"in between": slices.Concat(chainOf(m)[:6], [][]byte{claim(5, engine.Blue)}, chainOf(m)[6:], [][]byte{evidence}),
		} {
			made, err := Certify(transcript.MarshalFile(records))
			require.NoError(t, err, what)
			require.Equal(t, least, made, what)
			_, err = VerifyCertificate(sequence(records))
			require.ErrorIs(t, err, ErrNoCertificate, what)
		}
	})
	t.Run("a false Reveal has one, sealed or not", func(t *testing.T) {
		tb := newTable(t, "standard,first=red", 1)
		tb.place()
		tb.play(2)
		loser := tb.mover()
		_, err := loser.Resign()
		require.NoError(t, err)
		_, err = loser.Proceed(tb.rng) // its own Reveal
		require.NoError(t, err)
		m := loser.match
		lie := transcriptOn(tb, m, (1 - loser.Seat()), transcript.Reveal, make([]byte, 64))
		unsealed, err := Certify(transcript.MarshalFile(slices.Concat(chainOf(m), m.Extras(), [][]byte{lie})))
		require.NoError(t, err)
		require.Error(t, loser.Receive(lie))
		_, err = loser.Proceed(tb.rng)
		require.NoError(t, err)
		sealed, err := Certify(loser.match.File())
		require.NoError(t, err)
		require.Equal(t, sealed, unsealed)
		c, err := VerifyCertificate(sealed)
		require.NoError(t, err)
		require.Equal(t, (1 - loser.Seat()), c.Culprit)
	})
	t.Run("Reveals convict without the Claims beside them", func(t *testing.T) {
		tb := newAuditedTable(t, "standard", garbled.Name, 5)
		tb.place()
		tb.playToClash()
		require.NoError(t, tb.mover().dispute(tb.rng)) // of nothing: the audit finds that out
		tb.sync()
		m := tb.match()
		require.Len(t, m.revealed(), 2)
		body := transcript.ClaimBody{At: m.Hash(4)}
		require.NoError(t, m.Append(tb.forgeOn(body.At, engine.Blue, transcript.Claim, body.Marshal())))
		certificate, err := Certify(m.File())
		require.NoError(t, err)
		require.Equal(t, sequence(append(chainOf(m), m.revealed()...)), certificate)
		_, err = VerifyCertificate(certificate)
		require.NoError(t, err)
	})
	t.Run("an honest match has none", func(t *testing.T) {
		m := shortMatch(t).match()
		_, err := Certify(m.File())
		require.ErrorIs(t, err, ErrNoCheating)
		_, err = VerifyCertificate(sequence(append(chainOf(m), m.Extras()...)))
		require.ErrorIs(t, err, ErrNotConvicting)
	})
	t.Run("not a certificate", func(t *testing.T) {
		for _, bad := range [][]byte{nil, []byte("hello"), []byte(certificateMagic), append([]byte(certificateMagic), 9), append([]byte(certificateMagic), formDouble)} {
			_, err := VerifyCertificate(bad)
			require.ErrorIs(t, err, ErrNoCertificate)
		}
		_, err := VerifyCertificate([]byte("darkjunqi certificate 2\nwhatever this will be"))
		require.ErrorIs(t, err, ErrCertificateVersion)
	})
}

// TestCertificateNeverConvictsHonestSeat: the accuser, of either seat, holds every
// record of an honest match and its own key; it may drop, repeat, reorder, mangle
// and sign again with its own key whatever it likes, and go on from there. Nothing
// that it builds convicts the other seat.
func TestCertificateNeverConvictsHonestSeat(t *testing.T) {
	t.Parallel()
	tables := []*table{shortMatch(t), shortAuditedMatch(t)}
	rapid.Check(t, func(rt *rapid.T) {
		tb := rapid.SampledFrom(tables).Draw(rt, "match")
		accuser := rapid.SampledFrom([]engine.Seat{engine.Red, engine.Blue}).Draw(rt, "accuser")
		m, honest := tb.match(), (1 - accuser)
		key := tb.players[accuser].secret.SigningKey()
		records := append(chainOf(m), m.Extras()...)
		mangle := func(b []byte) {
			for range rapid.IntRange(1, 3).Draw(rt, "bytes") {
				if len(b) > 0 {
					b[rapid.IntRange(0, len(b)-1).Draw(rt, "byte")] ^= byte(rapid.IntRange(1, 255).Draw(rt, "flip"))
				}
			}
		}
		// A prefix of the truth, then what the accuser makes of the rest.
		n := rapid.IntRange(2, m.Len()).Draw(rt, "prefix")
		frames := append([][]byte{}, records[:n]...)
		head := m.Hash(n - 1)
		for range rapid.IntRange(1, 3).Draw(rt, "extra") {
			raw := bytes.Clone(rapid.SampledFrom(records).Draw(rt, "record"))
			how := rapid.IntRange(0, 5).Draw(rt, "how")
			switch how {
			case 1: // mangled
				mangle(raw)
			case 2, 3, 4: // signed again by the accuser, for this place; mangled before, or of another kind
				r, err := transcript.Parse(raw)
				require.NoError(rt, err)
				switch how {
				case 3:
					mangle(r.Body)
				case 4:
					r.Kind = transcript.Kind(rapid.IntRange(1, int(transcript.Claim)).Draw(rt, "kind"))
				}
				r = transcript.Sign(key, transcript.Link{Match: m.ID(), Prev: head}, r.Kind, accuser, r.Body)
				raw = r.Marshal()
			case 5: // in a Fault
				body := transcript.FaultBody{At: m.Hash(rapid.IntRange(0, n-1).Draw(rt, "at"))}
				for range rapid.IntRange(1, 2).Draw(rt, "evidence") {
					body.Records = append(body.Records, rapid.SampledFrom(append(frames[n:], records...)).Draw(rt, "evidence record"))
				}
				r := transcript.Sign(key, transcript.Link{Match: m.ID(), Prev: body.At}, transcript.Fault, accuser, body.Marshal())
				raw = r.Marshal()
			}
			frames = append(frames, raw)
			if !transcript.Kind(raw[0]).Extra() {
				head = transcript.HashRecord(raw)
			}
		}
		certificates := [][]byte{sequence(frames)}
		for _, a := range frames[n-1:] {
			for _, b := range frames[n-1:] {
				prev := m.Hash(rapid.IntRange(0, m.Len()-1).Draw(rt, "prev"))
				certificates = append(certificates, marshalCertificate(formDouble, [][]byte{records[0], records[1], prev[:], a, b}))
			}
		}
		for _, certificate := range certificates {
			if c, err := VerifyCertificate(certificate); err == nil {
				require.NotEqual(rt, honest, c.Culprit, c.Reason)
			}
		}
	})
}

// shortAuditedMatch is an honest match with two clashes under an audited resolver.
func shortAuditedMatch(t testing.TB) *table {
	tb := newAuditedTable(t, "standard,first=red", garbled.Name, 5)
	tb.place()
	tb.playToClash()
	tb.playToClash()
	_, err := tb.mover().Resign()
	require.NoError(t, err)
	tb.sync()
	require.Equal(t, Honest, Audit(tb.match().File()).Verdict)
	return tb
}
