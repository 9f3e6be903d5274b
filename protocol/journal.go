package protocol

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The journal is what keeps an honest seat from dealing double, whatever happens to its
// chain: it says on which bases the seat has signed something that binds it, and what. It only
// ever grows. Every such signature is checked against it first, under the lock of the Player,
// and leaves the program only after the journal is on disk. A seat that would have to sign
// twice on one base signs nothing there.

// ErrBound says that the seat has signed something else on this base, which is no longer in
// its chain. It signs nothing more there.
var ErrBound = coded.Errorf("protocol.bound", "this seat has signed another record here before, and signs no second one")

// errJournal is about bytes that are no journal.
var errJournal = coded.Errorf("protocol.journal", "the journal in the private file is damaged")

// journal maps each base to the hash of what the seat has signed on it.
type journal struct {
	bases map[transcript.Hash]transcript.Hash
	fresh [][]byte // entries since Host, Join or Restore, encoded, oldest first
}

// check returns ErrBound if the seat has signed something else on a base.
func (j *journal) check(base, record transcript.Hash) error {
	if signed, ok := j.bases[base]; ok && signed != record {
		return ErrBound
	}
	return nil
}

// note keeps what was signed on a base. An entry is the base and the hash.
func (j *journal) note(base, record transcript.Hash) {
	if _, ok := j.bases[base]; ok {
		return
	}
	j.keep(base, record)
	j.fresh = append(j.fresh, append(base[:], record[:]...))
}

func (j *journal) keep(base, record transcript.Hash) {
	if j.bases == nil {
		j.bases = map[transcript.Hash]transcript.Hash{}
	}
	j.bases[base] = record
}

// Journal returns the entries of the seat's journal made since Host, Join or Restore, oldest
// first. Store them before anything is sent, beside all older ones, and give all of them to
// Remember after Restore. The slice must not be changed.
func (p *Player) Journal() [][]byte { return p.journal.fresh }

// Remember gives a restored Player the entries of its journal, in any order. The error says
// that they are damaged.
func (p *Player) Remember(entries [][]byte) error {
	for _, e := range entries {
		if len(e) != 2*len(transcript.Hash{}) {
			return errJournal
		}
		p.journal.keep(transcript.Hash(e[:32]), transcript.Hash(e[32:]))
	}
	return nil
}

// rememberChain notes the seat's own records in its chain, which a journal of an older copy
// of the private file may lack.
func (p *Player) rememberChain() {
	for i, l := range p.match.chain {
		if l.seat == p.Seat() && i >= len(p.match.seats()) {
			p.journal.keep(p.match.base(i), l.hash)
		}
	}
}

// free reports whether the seat may sign a record of a kind now, as far as its journal says.
func (p *Player) free(kind transcript.Kind) bool {
	_, signed := p.journal.bases[p.match.Base()]
	return !p.match.binds(kind) || !signed
}

// bindTo makes a record of this seat on a base and has take judge it, if the journal lets it.
func (p *Player) bindTo(base transcript.Hash, kind transcript.Kind, body []byte, take func(raw []byte) error) error {
	r := transcript.Sign(p.secret.SigningKey(), transcript.Link{Match: p.match.id, Prev: base}, kind, p.Seat(), body)
	raw := r.Marshal()
	if !p.match.Joined() || !p.match.binds(kind) {
		return take(raw)
	}
	hash := transcript.HashRecord(raw)
	if err := p.journal.check(base, hash); err != nil {
		return err
	}
	if err := take(raw); err != nil {
		return err // so it never leaves
	}
	p.journal.note(base, hash)
	return nil
}
