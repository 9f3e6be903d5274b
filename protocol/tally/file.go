package tally

import (
	"bytes"
	"crypto/ed25519"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Magic is the first line of the file of a board. Its last number is the version of the
// file format.
const Magic = "darkjunqi tally 1\n"

// ErrForeign says that a file doesn't begin with Magic.
var ErrForeign = coded.Errorf("tally.foreign", "not the file of a vote or an auction")

// MarshalFile returns the file of a board: Magic, then the terms and each record in frames.
func MarshalFile(t Terms, records [][]byte) []byte {
	out := transcript.AppendFrame([]byte(Magic), t.encode())
	for _, raw := range records {
		out = transcript.AppendFrame(out, raw)
	}
	return out
}

// ParseFile takes a file apart. It verifies nothing: Verify does. The error is ErrForeign,
// ErrTerms, transcript.ErrTorn or transcript.ErrOversized.
func ParseFile(file []byte) (t Terms, records [][]byte, err error) {
	frames, ok := bytes.CutPrefix(file, []byte(Magic))
	if !ok {
		return t, nil, ErrForeign
	}
	list, _, err := transcript.ParseFrames(frames, func([]byte) error { return nil })
	switch {
	case err != nil:
		return t, nil, err
	case len(list) == 0 || len(list[0]) < 3 || (len(list[0])-3)%ed25519.PublicKeySize != 0:
		return t, nil, ErrTerms
	}
	t = Terms{Rules: Rules(list[0][0]), Values: int(list[0][1]), Trustees: int(list[0][2])}
	for i := 3; i < len(list[0]); i += ed25519.PublicKeySize {
		t.Parties = append(t.Parties, list[0][i:][:ed25519.PublicKeySize])
	}
	return t, list[1:], nil
}
