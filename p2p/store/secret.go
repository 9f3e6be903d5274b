package store

import (
	"bytes"
	"crypto/sha512"
	"encoding/binary"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// secretMagic is the first line of a private file. Its number is the version
// of the format.
const secretMagic = "darkjunqi secret 1\n"

// Slot says what an entry of the private file is. The newest entry of a slot counts; in the journal
// every one does.
type Slot uint8

// The slots. Seat, Link, Spent, Notes and Journal are the owner's to fill; 3 and 5 are this
// package's: what this seat has signed last, and that all is done.
const (
	Seat   Slot = 1 // protocol.Player's secrets
	Link   Slot = 2 // identity, invite and the peer's addresses
	marker Slot = 3 // u32 number of chain records, hash of the last
	done   Slot = 5 // empty: both sides hold all of the finished match
	Spent  Slot = 6 // the time that was seen to pass at the head of the chain
	Notes  Slot = 7 // records that are not complete, and the Seen, Votes and States for them

	Journal Slot = 8 // one thing that this seat has signed and that binds it
)

const (
	maxEntry     = 1 << 20 // bytes of one entry's payload
	maxSecret    = 64 << 20
	entryHead    = 1 + 4 // slot, u32 length
	checksumSize = sha512.Size256 / 2
)

// checksum is the first half of SHA-512/256 over the checksum before, the
// entry's head and its payload. It guards against torn writes and bad disks,
// not against a person who edits their own secrets.
type checksum [checksumSize]byte

func nextChecksum(prev checksum, entry []byte) (next checksum) {
	h := sha512.New512_256()
	h.Write(prev[:])
	h.Write(entry)
	copy(next[:], h.Sum(nil))
	return next
}

// appendEntry encodes an entry: slot, u32 length, payload, checksum.
func appendEntry(dst []byte, prev checksum, slot Slot, payload []byte) ([]byte, checksum) {
	start := len(dst)
	dst = append(dst, byte(slot))
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(payload)))
	dst = append(dst, payload...)
	sum := nextChecksum(prev, dst[start:])
	return append(dst, sum[:]...), sum
}

// secretLog is a decoded private file.
type secretLog struct {
	slots   map[Slot][]byte // all but the journal
	journal [][]byte
	sum     checksum // of the last entry
	sound   int      // bytes up to the end of the last sound entry
	stale   int      // bytes of sound entries that newer ones have replaced
	torn    bool     // bytes follow that a crash left behind
}

func newSecretLog() *secretLog {
	return &secretLog{slots: map[Slot][]byte{}}
}

func (l *secretLog) isDone() bool {
	_, said := l.slots[done]
	return said
}

// errCorrupt is wrapped by errors about damage that no crash explains.
var errCorrupt = coded.Errorf("store.damaged-secret", "the private file is damaged")

// errRestore says what to do then. An older copy would have the seat sign twice.
var errRestore = coded.Errorf("store.restore", "restore it from your newest copy, if there is one; without it the match can only be watched")

func damagedAt(at int) error {
	return coded.Errorf("store.damaged-at", "%w, at byte %d: %w", errCorrupt, at, errRestore)
}

var errMarker = coded.Errorf("store.damaged-mark", "%w, where it says how far was signed: %w", errCorrupt, errRestore)

// parseSecret reads a private file. A torn end is reported, not refused: it
// was never made durable, so nothing that depends on it was ever sent.
func parseSecret(file []byte) (*secretLog, error) {
	l := newSecretLog()
	if !bytes.HasPrefix(file, []byte(secretMagic)) {
		if bytes.HasPrefix([]byte(secretMagic), file) || allZero(file) {
			l.torn = true
			return l, nil
		}
		if bytes.HasPrefix(file, []byte(secretMagic[:len(secretMagic)-2])) {
			return nil, coded.Errorf("store.secret-version", "not a private file of this version of darkjunqi")
		}
		return nil, damagedAt(0)
	}
	l.sound = len(secretMagic)
	for l.sound < len(file) {
		rest := file[l.sound:]
		s := cryptobyte.String(rest)
		var slot uint8
		var size uint32
		var payload []byte
		if !soundEntry(l.sum, rest) {
			// A crash tears the end. Sound entries behind the damage say
			// that it was something else.
			if soundWithin(rest) || soundBehind(l.sum, rest) {
				return nil, damagedAt(l.sound)
			}
			l.torn = true
			return l, nil
		}
		if !s.ReadUint8(&slot) || !s.ReadUint32(&size) || !s.ReadBytes(&payload, int(size)) || !s.CopyBytes(l.sum[:]) {
			return nil, errCorrupt // soundEntry has seen that it is all there
		}
		l.keep(Slot(slot), payload)
		l.sound += entryHead + int(size) + checksumSize
	}
	return l, nil
}

// keep takes an entry.
func (l *secretLog) keep(slot Slot, payload []byte) {
	if slot == Journal {
		l.journal = append(l.journal, payload)
		return
	}
	if old, replaced := l.slots[slot]; replaced {
		l.stale += entryHead + len(old) + checksumSize
	}
	l.slots[slot] = payload
}

// compact encodes what counts as a whole private file.
func (l *secretLog) compact() []byte {
	out, sum := []byte(secretMagic), checksum{}
	for _, slot := range []Slot{Seat, Link, marker, done, Spent, Notes} {
		if payload, ok := l.slots[slot]; ok {
			out, sum = appendEntry(out, sum, slot, payload)
		}
	}
	for _, payload := range l.journal {
		out, sum = appendEntry(out, sum, Journal, payload)
	}
	l.sum, l.sound, l.stale, l.torn = sum, len(out), 0, false
	return out
}

// soundWithin reports whether an entry starts somewhere in b behind a
// checksum that it continues.
func soundWithin(b []byte) bool {
	for at := checksumSize; at < len(b); at++ {
		if soundEntry(checksum(b[at-checksumSize:at]), b[at:]) {
			return true
		}
	}
	return false
}

// soundBehind reports whether only the checksum of the first entry of b is
// damaged, so that another follows on the right one.
func soundBehind(prev checksum, b []byte) bool {
	if len(b) < entryHead {
		return false
	}
	end := entryHead + int64(binary.BigEndian.Uint32(b[1:]))
	if end > entryHead+maxEntry || end+checksumSize > int64(len(b)) {
		return false
	}
	return soundEntry(nextChecksum(prev, b[:end]), b[end+checksumSize:])
}

// soundEntry reports whether b starts with an entry that continues prev.
func soundEntry(prev checksum, b []byte) bool {
	if len(b) < entryHead+checksumSize || b[0] < byte(Seat) || b[0] > byte(Journal) {
		return false
	}
	end := entryHead + int64(binary.BigEndian.Uint32(b[1:]))
	if end > entryHead+maxEntry || end+checksumSize > int64(len(b)) {
		return false
	}
	return nextChecksum(prev, b[:end]) == checksum(b[end:end+checksumSize])
}

func allZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }
