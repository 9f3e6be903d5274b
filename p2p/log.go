package p2p

import (
	"bytes"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// log is the match as it is on disk, which is what may be sent. It shares its records
// with the seat.
type log struct {
	chain  [][]byte
	hashes []transcript.Hash // of the chain
	extras []extra
}

// extra is a record outside the chain.
type extra struct {
	raw  []byte
	hash transcript.Hash
	note bool // not kept in the match file
}

func (l *log) length() int { return len(l.chain) }

// take lets what the seat holds be sent.
func (l *log) take(own *replica) {
	for i := len(l.chain); i < own.length(); i++ {
		l.chain = append(l.chain, own.record(i))
		l.hashes = append(l.hashes, own.hash(i))
	}
	before := l.extras
	l.extras = nil
	add := func(records [][]byte, note bool) {
		for _, raw := range records {
			e := extra{raw: raw, note: note}
			if i := len(l.extras); i < len(before) && bytes.Equal(before[i].raw, raw) {
				e.hash = before[i].hash
			} else {
				e.hash = transcript.HashRecord(raw)
			}
			l.extras = append(l.extras, e)
		}
	}
	// What completes a record comes before what is signed on it.
	add(own.notes(), true)
	add(own.extras(), false)
}

// passed reports whether the chain holds a record before its last.
func (l *log) passed(hash transcript.Hash) bool {
	return len(l.hashes) > 0 && slices.Contains(l.hashes[:len(l.hashes)-1], hash)
}

// tries reports whether a Fault can be judged: it names no record that is not here yet.
func (l *log) tries(r transcript.Record) bool {
	body, err := transcript.ParseFault(r.Body)
	return err == nil && (len(body.Records) > 1 || slices.Contains(l.hashes, body.At))
}

// state returns how far the log has come.
func (l *log) state() wire.State { return l.first(len(l.chain)) }

// first returns the state of its first n records.
func (l *log) first(n int) wire.State {
	st := wire.State{Count: uint32(n)}
	if n > 0 {
		st.Head = l.hashes[n-1]
	}
	return st
}

// signer returns the seat that a record names, without verifying it: none if it is too short.
func signer(raw []byte) engine.Seat {
	if len(raw) < 2 {
		return wire.NoSeat
	}
	return engine.Seat(raw[1])
}

// isJoin reports whether a record takes a seat.
func isJoin(raw []byte) bool { return kindOf(raw) == transcript.Join }

// kindOf returns the kind that a record claims, 0 if it has none.
func kindOf(raw []byte) transcript.Kind {
	if len(raw) == 0 {
		return 0
	}
	return transcript.Kind(raw[0])
}
