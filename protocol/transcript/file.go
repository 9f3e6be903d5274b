package transcript

import (
	"bytes"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Magic is the first line of a transcript file. Its last number is the
// version of the file format.
const Magic = "darkjunqi transcript 1\n"

// magicFamily is the part of Magic that all versions share.
const magicFamily = "darkjunqi transcript "

// MaxRecords bounds how many records a file may hold, little enough that no file
// can exhaust memory. Only where quiet draws are off or far off can a match come
// near it; Match takes no more records then.
const MaxRecords = 1 << 16

// MaxFile is the maximum number of bytes of a file that are read: more than any match takes. A long one
// has less than a mebibyte.
const MaxFile = 64 << 20

// MaxChain bounds the chain, so that there is always room for what may follow
// it: a Seen, a Reveal, a Claim and a Fault for each seat.
const MaxChain = MaxRecords - 4*engine.MaxSeats

// Errors about files, for callers that choose words or exit codes by them.
var (
	ErrForeign   = coded.Errorf("transcript.foreign", "not a darkjunqi transcript")
	ErrVersion   = coded.Errorf("transcript.other-version", "a transcript from another version")
	ErrTorn      = coded.Errorf("transcript.torn", "the file ends in the middle of a record")
	ErrOversized = coded.Errorf("transcript.oversized", "larger than any match can be")
)

// AppendFrame appends a record in its frame, as files contain it:
// u32 length, record.
func AppendFrame(dst, raw []byte) []byte {
	b := cryptobyte.NewBuilder(dst)
	b.AddUint32LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(raw) })
	return b.BytesOrPanic()
}

// MarshalFile returns a transcript file: the magic line, then each record in
// its frame.
func MarshalFile(records [][]byte) []byte {
	size := len(Magic)
	for _, raw := range records {
		size += 4 + len(raw)
	}
	out := append(make([]byte, 0, size), Magic...)
	for _, raw := range records {
		out = AppendFrame(out, raw)
	}
	return out
}

// ParseFile splits a transcript file into its encoded records. Every record
// is checked to be canonically encoded; none is verified.
//
// On ErrTorn the records before the torn one are returned too, with the size
// in bytes of the sound part, so that a resuming program, and only that, can
// drop what a crash left behind.
func ParseFile(file []byte) (records [][]byte, sound int, err error) {
	if !bytes.HasPrefix(file, []byte(Magic)) {
		switch {
		case len(file) < len(Magic) && bytes.HasPrefix([]byte(Magic), file) && len(file) > 0:
			return nil, 0, ErrTorn
		case bytes.HasPrefix(file, []byte(magicFamily)):
			return nil, 0, ErrVersion
		}
		return nil, 0, ErrForeign
	}
	records, sound, err = ParseFrames(file[len(Magic):], func(raw []byte) error {
		_, err := Parse(raw)
		return err
	})
	return records, len(Magic) + sound, err
}

// ParseFrames splits bytes into what AppendFrame framed, and has check judge each.
// The error, ErrTorn, ErrOversized or check's, names the frame; those before it are
// returned too, with their size in bytes.
func ParseFrames(b []byte, check func(raw []byte) error) (frames [][]byte, sound int, err error) {
	for s := cryptobyte.String(b); !s.Empty(); sound = len(b) - len(s) {
		var size uint32
		var raw []byte
		switch {
		case len(frames) == MaxRecords:
			err = ErrOversized
		case !s.ReadUint32(&size):
			err = ErrTorn
		case size > MaxRecord:
			err = ErrOversized
		case !s.ReadBytes(&raw, int(size)):
			err = ErrTorn
		default:
			err = check(raw)
		}
		if err != nil {
			return frames, sound, coded.Errorf("transcript.at-record", "record %d: %w", len(frames), err)
		}
		frames = append(frames, raw)
	}
	return frames, sound, nil
}
