package protocol

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A certificate convicts a cheat in a stranger's eyes, by itself. It is a file
// of its own magic line, one byte for its form, and frames as in a transcript:
//
//	form 1, a sequence: the chain from Terms up to and including the record
//	        that convicts: a false record, a Fault that is bogus, or the
//	        Reveals that show what was false before
//	form 2, double-dealing: Terms, Join, the hash of the record before (32
//	        bytes in a frame), and two records that one seat signed on it
const certificateMagic = "darkjunqi certificate 1\n"

// certificateFamily is the part of it that all versions share.
const certificateFamily = "darkjunqi certificate "

const (
	formSequence = 1
	formDouble   = 2
)

// Errors about certificates.
var (
	ErrNoCertificate      = errors.New("not a darkjunqi certificate, or one that was altered")
	ErrCertificateVersion = errors.New("a certificate of another version: verify it with the program that wrote it, or a newer one")
	ErrNotConvicting      = errors.New("this certificate convicts nobody")
	ErrNoCheating         = errors.New("this transcript proves no cheating, so there is nothing to certify")
)

// Certify makes the certificate of a transcript that audits as cheating: the
// least part of it that convicts. Of any other the error is ErrNoCheating.
func Certify(file []byte) ([]byte, error) {
	certificate, _, err := certify(file)
	return certificate, err
}

// certify returns too what an audit of the file finds.
func certify(file []byte) ([]byte, *Report, error) {
	report, m, refused := audit(file)
	chain := m.first(len(m.chain))
	switch {
	case report.Verdict != Cheating:
		return nil, report, ErrNoCheating
	case refused != nil: // false after this chain, whatever stands beside it
		return sequence(append(chain, refused)), report, nil
	case m.fault == nil:
		return sequence(append(chain, m.revealed()...)), report, nil
	case m.conviction.Kind == transcript.Fault: // a bogus one, which itself convicts
		return sequence(append(chain, m.fault)), report, nil
	}
	r, err := transcript.Parse(m.fault)
	if err != nil {
		return nil, report, err
	}
	body, err := transcript.ParseFault(r.Body)
	if err != nil {
		return nil, report, err
	}
	if len(body.Records) == 2 {
		return marshalCertificate(formDouble, [][]byte{m.Record(0), m.Record(1), body.At[:], body.Records[0], body.Records[1]}), report, nil
	}
	at, _ := m.find(body.At)
	return sequence(append(m.first(at+1), body.Records[0])), report, nil
}

func sequence(records [][]byte) []byte { return marshalCertificate(formSequence, records) }

func marshalCertificate(form byte, frames [][]byte) []byte {
	out := append([]byte(certificateMagic), form)
	for _, frame := range frames {
		out = transcript.AppendFrame(out, frame)
	}
	return out
}

// VerifyCertificate says whom a certificate convicts, and of what. Bytes that
// are no certificate yield ErrNoCertificate, a later one's ErrCertificateVersion;
// a certificate of which no record convicts anyone, ErrNotConvicting.
func VerifyCertificate(certificate []byte) (*Conviction, error) {
	form, frames, err := parseCertificate(certificate)
	if err != nil {
		return nil, err
	}
	switch form {
	case formSequence:
		return verifySequence(certificate, frames)
	case formDouble:
		return verifyDouble(frames)
	}
	return nil, fmt.Errorf("%w: unknown form %d", ErrNoCertificate, form)
}

// parseCertificate splits a certificate into its form and its frames.
func parseCertificate(certificate []byte) (form byte, frames [][]byte, err error) {
	rest, ok := bytes.CutPrefix(certificate, []byte(certificateMagic))
	switch {
	case ok && len(rest) > 0:
		frames, _, err = transcript.ParseFrames(rest[1:], func([]byte) error { return nil })
		if err != nil {
			err = fmt.Errorf("%w: %w", ErrNoCertificate, err)
		}
		return rest[0], frames, err
	case bytes.HasPrefix(certificate, []byte(certificateFamily)) && !ok:
		return 0, nil, ErrCertificateVersion
	}
	return 0, nil, ErrNoCertificate
}

// CertificateMatch returns the match that a certificate speaks of as it stood
// when both seats were taken: its id, its terms and the keys of both seats.
// Whether the certificate convicts anyone is for VerifyCertificate to say.
func CertificateMatch(certificate []byte) (*Match, error) {
	_, frames, err := parseCertificate(certificate)
	if err != nil {
		return nil, err
	}
	if len(frames) < 2 {
		return nil, fmt.Errorf("%w: it begins with Terms and Join", ErrNoCertificate)
	}
	return matchOf(frames[:2])
}

// matchOf folds the Terms and the Join of a certificate.
func matchOf(frames [][]byte) (*Match, error) {
	m, _, err := Fold(frames)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoCertificate, err)
	}
	if m.id == (transcript.Hash{}) {
		return nil, fmt.Errorf("%w: no Join", ErrNoCertificate)
	}
	return m, nil
}

// verifySequence takes a sequence that is the least part of itself that convicts:
// nothing follows the record that does.
func verifySequence(certificate []byte, records [][]byte) (*Conviction, error) {
	least, report, err := certify(transcript.MarshalFile(records))
	switch {
	case report.Verdict == Unreadable:
		return nil, fmt.Errorf("%w: %s", ErrNoCertificate, report.Reason)
	case err != nil:
		return nil, ErrNotConvicting
	case !bytes.Equal(least, certificate):
		return nil, fmt.Errorf("%w: it holds more than what convicts", ErrNoCertificate)
	}
	return report.conviction, nil
}

func verifyDouble(frames [][]byte) (*Conviction, error) {
	if len(frames) != 5 || len(frames[2]) != len(transcript.Hash{}) {
		return nil, fmt.Errorf("%w: wrong number or size of records", ErrNoCertificate)
	}
	m, err := matchOf(frames[:2])
	if err != nil {
		return nil, err
	}
	c, err := m.convictDoubleAt(transcript.Hash(frames[2]), frames[3], frames[4])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotConvicting, err)
	}
	return c, nil
}
