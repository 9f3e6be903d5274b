package protocol

import (
	"bytes"
	"cmp"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A certificate convicts a cheat in a stranger's eyes, by itself. It is a file
// of its own magic line, one byte for its form, and frames as in a transcript:
//
//	form 1, a sequence: the chain from Terms up to and including the record
//	        that convicts: a false record, a Fault that is bogus, or the
//	        Reveals that show what was false before
//	form 2, double-dealing: Terms, the Joins, what the place of the chain binds
//	        (32 bytes in a frame: the hash of the record before, or the match id),
//	        and two branches of records from it, whose last one seat signed: 2 to 16 in all
const certificateMagic = "darkjunqi certificate 1\n"

// certificateFamily is the part of it that all versions share.
const certificateFamily = "darkjunqi certificate "

const (
	formSequence = 1
	formDouble   = 2
)

// Errors about certificates.
var (
	ErrNoCertificate      = coded.Errorf("certificate.foreign", "not a darkjunqi certificate, or one that was altered")
	ErrCertificateVersion = coded.Errorf("certificate.version", "a certificate from another version: verify it with the program that wrote it, or a newer one")
	ErrNotConvicting      = coded.Errorf("certificate.nobody", "this certificate convicts nobody")
	ErrNoCheating         = coded.Errorf("certificate.no-cheating", "this transcript proves no cheating, so there is nothing to certify")
)

// Certify makes the certificate of a transcript that audits as cheating: the smallest part of it
// that convicts. For any other the error is ErrNoCheating.
func Certify(file []byte) ([]byte, error) {
	return certify(auditBy(foldAtOnce, file, nil))
}

// certify makes the certificate of what an audit has found.
func certify(report *Report, m *Match, refused []byte) ([]byte, error) {
	chain := m.first(len(m.chain))
	fault := m.firstFault()
	switch {
	case report.Verdict != Cheating:
		return nil, ErrNoCheating
	case refused != nil: // false after this chain, whatever is outside it
		return sequence(append(chain, refused)), nil
	case fault == nil: // the Reveals show what was false
		return sequence(m.leastConvicting(chain, report.Conviction.Culprit)), nil
	case fault.conviction.Kind == transcript.Fault: // a bogus one, which itself convicts
		return sequence(append(chain, fault.raw)), nil
	}
	body := fault.body
	if len(body.Records) > 1 {
		table := append(m.first(m.rules.NumSeats()), body.At[:])
		return marshalCertificate(formDouble, append(table, body.Records...)), nil
	}
	at, _ := m.find(body.At)
	return sequence(append(m.first(at), body.Records[0])), nil
}

// leastConvicting returns the chain, then as few Reveals as convict the culprit, so that no honest
// seat's layout goes to a stranger for nothing. Of sets of one size it takes the first by seats. However
// many there are, each clash is made again once, and the game played once.
func (m *Match) leastConvicting(chain [][]byte, culprit engine.Seat) [][]byte {
	all, found := m.rules.Seats(), m.contradictions()
	for size := 1; size < len(all); size++ {
		for set := range engine.SeatSet(1 << len(all)) {
			if set.Len() != size || !set.Has(culprit) {
				continue
			}
			some := m.revealing(set)
			c := cmp.Or(some.resolver.replay(some, some.layoutsOpened(), nil), some.shown(found))
			if c != nil && c.Culprit == culprit {
				return append(chain, some.revealed()...)
			}
		}
	}
	return append(chain, m.revealed()...)
}

// revealing returns the match with nothing outside the chain except the Reveals of these seats.
func (m *Match) revealing(seats engine.SeatSet) *Match {
	next := m.Fork()
	for seat := range next.reveals {
		if !seats.Has(engine.Seat(seat)) && m.extra(transcript.Reveal) {
			next.reveals[seat], next.opened[seat] = nil, nil
		}
	}
	return next
}

func sequence(records [][]byte) []byte { return marshalCertificate(formSequence, records) }

func marshalCertificate(form byte, frames [][]byte) []byte {
	out := append([]byte(certificateMagic), form)
	for _, frame := range frames {
		out = transcript.AppendFrame(out, frame)
	}
	return out
}

// VerifyCertificate returns the seat that a certificate convicts, and of what. Bytes that are not a
// certificate yield ErrNoCertificate, a later version's ErrCertificateVersion; a certificate whose
// records convict nobody, ErrNotConvicting.
func VerifyCertificate(certificate []byte) (*Conviction, error) {
	report, err := AuditCertificate(certificate)
	if err != nil {
		return nil, err
	}
	return report.Conviction, nil
}

// AuditCertificate is VerifyCertificate with the report on all that the certificate holds of its match.
func AuditCertificate(certificate []byte) (*Report, error) {
	report, _, err := auditCertificate(foldAtOnce, certificate)
	return report, err
}

// AuditCertificateEach is AuditCertificate for callers that measure or inspect each record, as AuditEach is
// Audit. A certificate about two records on one place of the chain holds no game: the match is then as it was
// when all seats were taken, and add is not called.
func AuditCertificateEach(certificate []byte, add func(m *Match, record []byte) error) (*Report, *Match, error) {
	return auditCertificate(foldEach(add), certificate)
}

func auditCertificate(fold folder, certificate []byte) (*Report, *Match, error) {
	form, frames, err := parseCertificate(certificate)
	if err != nil {
		return nil, nil, err
	}
	switch form {
	case formSequence:
		return verifySequence(fold, certificate, frames)
	case formDouble:
		return verifyDouble(frames)
	}
	return nil, nil, coded.Errorf("certificate.form", "%w: unknown form %d", ErrNoCertificate, form)
}

// parseCertificate splits a certificate into its form and its frames.
func parseCertificate(certificate []byte) (form byte, frames [][]byte, err error) {
	rest, ok := bytes.CutPrefix(certificate, []byte(certificateMagic))
	switch {
	case ok && len(rest) > 0:
		frames, _, err = transcript.ParseFrames(rest[1:], func([]byte) error { return nil })
		if err != nil {
			err = coded.Errorf("certificate.malformed", "%w: %w", ErrNoCertificate, err)
		}
		return rest[0], frames, err
	case bytes.HasPrefix(certificate, []byte(certificateFamily)) && !ok:
		return 0, nil, ErrCertificateVersion
	}
	return 0, nil, ErrNoCertificate
}

// tableOf folds the Terms and the Joins with which a certificate begins, and returns
// the frames after them.
func tableOf(frames [][]byte) (m *Match, rest [][]byte, err error) {
	m = NewMatch()
	for i, raw := range frames {
		if err := m.Append(raw); err != nil {
			return nil, nil, coded.Errorf("certificate.table", "%w: %w", ErrNoCertificate, err)
		}
		if m.Joined() {
			return m, frames[i+1:], nil
		}
	}
	return nil, nil, coded.Errorf("certificate.no-table", "%w: it begins with the Terms and all Joins", ErrNoCertificate)
}

// verifySequence accepts a sequence only if no smaller part of it convicts: nothing follows the
// record that does.
func verifySequence(fold folder, certificate []byte, records [][]byte) (*Report, *Match, error) {
	report, m, refused := auditBy(fold, transcript.MarshalFile(records), nil)
	least, err := certify(report, m, refused)
	switch {
	case report.Verdict == Unreadable:
		return nil, nil, coded.Errorf("certificate.unreadable", "%w: %w", ErrNoCertificate, report.Reason)
	case err != nil:
		return nil, nil, ErrNotConvicting
	case !bytes.Equal(least, certificate):
		return nil, nil, coded.Errorf("certificate.more", "%w: it holds more than the evidence", ErrNoCertificate)
	}
	return report, m, nil
}

func verifyDouble(frames [][]byte) (*Report, *Match, error) {
	m, rest, err := tableOf(frames)
	if err != nil {
		return nil, nil, err
	}
	if len(rest) < 3 || len(rest) > 1+transcript.MaxEvidence || len(rest[0]) != len(transcript.Hash{}) {
		return nil, nil, coded.Errorf("certificate.frames", "%w: wrong number or size of records", ErrNoCertificate)
	}
	c, err := m.convictDoubleAt(transcript.Hash(rest[0]), rest[1:])
	if err != nil {
		return nil, nil, coded.Errorf("certificate.double", "%w: %w", ErrNotConvicting, err)
	}
	report := &Report{}
	report.describe(m)
	report.convict(c)
	return report, m, nil
}
