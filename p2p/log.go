package p2p

import (
	"github.com/darkjunqi/darkjunqi/engine"
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
}

func (l *log) length() int { return len(l.chain) }

// take lets what the seat holds be sent.
func (l *log) take(own seat) {
	for i := len(l.chain); i < own.length(); i++ {
		l.chain = append(l.chain, own.record(i))
		l.hashes = append(l.hashes, own.hash(i))
	}
	l.extras = nil
	for _, raw := range own.extras() {
		l.extras = append(l.extras, extra{raw, transcript.HashRecord(raw)})
	}
}

// state is how far the log has come.
func (l *log) state() state {
	st := state{count: uint32(len(l.chain))}
	if n := len(l.chain); n > 0 {
		st.head = l.hashes[n-1]
	}
	return st
}

// signer reads off a record whose it is, without verifying it.
func signer(raw []byte) engine.Seat { return engine.Seat(raw[1]) }
