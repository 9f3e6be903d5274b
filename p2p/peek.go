package p2p

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// peek is a sealed Peek that waits here for its reader.
type peek struct {
	from, to engine.Seat
	via      engine.Seat // the seat that sent it to us; our own seat if we made it
	raw      []byte
	hash     transcript.Hash
	tried    bool // it is for us, and has been opened
}

// same reports whether one replaces the other.
func (p *peek) same(other *peek) bool {
	return p.from == other.from && p.to == other.to && p.via == other.via
}

// pendingPeeks are the Peeks that wait here for their readers.
type pendingPeeks []*peek

// queue keeps a Peek, and reports whether it is the first of its seats that came from there.
func (ps *pendingPeeks) queue(r *replica, raw []byte, via engine.Seat) (first bool, err error) {
	sealed, err := transcript.ParsePeek(raw)
	if err != nil {
		return false, link.Malformed(err)
	}
	if !r.shows(sealed.From, sealed.To) {
		return false, link.Refuse("p2p.peek-unasked", "these rules let nobody show its pieces so")
	}
	p := &peek{from: sealed.From, to: sealed.To, via: via, raw: raw, hash: transcript.HashRecord(raw)}
	known := func(q *peek) bool { return q.from == p.from && q.to == p.to && q.hash == p.hash }
	if p.from == r.own && via != r.own || slices.ContainsFunc(*ps, known) {
		return false, nil // an echo
	}
	if i := slices.IndexFunc(*ps, p.same); i >= 0 {
		(*ps)[i] = p
		return false, nil
	}
	*ps = append(*ps, p)
	return true, nil
}

func (ps pendingPeeks) has(hash transcript.Hash) bool {
	return slices.ContainsFunc(ps, func(p *peek) bool { return p.hash == hash })
}
