package protocol

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The journal keeps an honest seat from double-dealing, whatever happens to its chain: it lists the
// bases on which the seat has signed something that binds it, and what. It only grows. Every such
// signature is checked against it first, under the lock of the Player, and leaves the program only
// after the journal is on disk. A seat that would have to sign twice on one base signs nothing
// there.

// ErrBound means that the seat has signed something else on this base, which is no longer in its
// chain. It signs nothing more there.
var ErrBound = coded.Errorf("protocol.bound", "this seat has already signed another record here, and never signs a second")

// errJournal is about bytes that are not a journal.
var errJournal = coded.Errorf("protocol.journal", "the journal in the private file is damaged")

// journal maps each base to what the seat has signed on it, or on what follows it.
type journal struct {
	choices map[transcript.Hash]transcript.Hash // records, by a signature of their own or a Seen
	states  map[transcript.Hash]transcript.Hash // hashes of the bodies of States
	fresh   [][]byte                            // entries since Host, Join or Restore, encoded, oldest first
}

// entrySize is the size of an entry in bytes: a kind, Seen or State, a base and a hash.
const entrySize = 1 + 2*len(transcript.Hash{})

// check returns ErrBound if the seat has signed something that conflicts with a word.
func (j *journal) check(w word) error {
	chosen, chose := j.choices[w.base]
	stated, states := j.states[w.base]
	if chose && chosen != w.record || states && (w.isState() && stated != w.body || !w.isState() && !chose) {
		return ErrBound
	}
	return nil
}

// note keeps a word of the seat.
func (j *journal) note(w word) {
	kind, value := transcript.Seen, w.record
	if w.isState() {
		kind, value = transcript.State, w.body
	}
	if j.keep(kind, w.base, value) {
		j.fresh = append(j.fresh, slices.Concat([]byte{byte(kind)}, w.base[:], value[:]))
	}
}

// tear notes that one base has a complete record in one round, and a sound SignOut in the other: two seats lie, and
// this one votes no more. It is a choice on no base.
func (j *journal) tear() { j.note(word{}) }

func (j *journal) torn() bool {
	_, torn := j.choices[transcript.Hash{}]
	return torn
}

// keep reports whether an entry is new.
func (j *journal) keep(kind transcript.Kind, base, value transcript.Hash) bool {
	if j.choices == nil {
		j.choices, j.states = map[transcript.Hash]transcript.Hash{}, map[transcript.Hash]transcript.Hash{}
	}
	list := j.choices
	if kind == transcript.State {
		list = j.states
	}
	if _, ok := list[base]; ok {
		return false
	}
	list[base] = value
	return true
}

// Journal returns the entries of the seat's journal made since Host, Join or Restore, oldest first.
// Before sending anything, store them after all older ones; after Restore, give all of them to
// Remember. The slice must not be changed.
func (p *Player) Journal() [][]byte { return p.journal.fresh }

// Remember gives a restored Player the entries of its journal, in any order. The error means that
// they are damaged.
func (p *Player) Remember(entries [][]byte) error {
	for _, e := range entries {
		// Earlier programs tore the journal with a SignOut.
		if len(e) != entrySize || !slices.Contains([]transcript.Kind{transcript.Seen, transcript.State, transcript.SignOut}, transcript.Kind(e[0])) {
			return errJournal
		}
		p.journal.keep(transcript.Kind(e[0]), transcript.Hash(e[1:33]), transcript.Hash(e[33:]))
	}
	return nil
}

// Chosen returns the records that a seat has chosen, by the entries of its journal.
func Chosen(entries [][]byte) map[transcript.Hash]bool {
	chosen := map[transcript.Hash]bool{}
	for _, e := range entries {
		if len(e) == entrySize && transcript.Kind(e[0]) == transcript.Seen {
			chosen[transcript.Hash(e[33:])] = true
		}
	}
	return chosen
}

// Chose reports whether the seat has ever signed or acknowledged this record, according to its
// journal. Such a record may have been dropped since.
func (p *Player) Chose(record transcript.Hash) bool {
	for _, chosen := range p.journal.choices {
		if chosen == record {
			return true
		}
	}
	return false
}

// rememberChain notes the seat's own records in its chain, which a journal of an older copy
// of the private file may lack.
func (p *Player) rememberChain() {
	for i, l := range p.match.chain {
		if l.seat == p.Seat() && i >= len(p.match.seats()) {
			p.journal.keep(transcript.Seen, l.base, l.hash)
		}
	}
}

// free reports whether the seat's journal lets it sign a record of a kind now.
func (p *Player) free(kind transcript.Kind) bool {
	base := p.match.Base()
	return p.match.extra(kind) || !p.hasChosen(base) && !p.frozen(base)
}

// bindTo makes a record of this seat on a base and has take judge it, if the journal lets it.
func (p *Player) bindTo(base transcript.Hash, kind transcript.Kind, body []byte, take func(raw []byte, w word) error) error {
	at := transcript.Link{Match: p.match.id, Prev: base}
	r := transcript.Sign(p.secret.SigningKey(), at, kind, p.Seat(), body)
	raw := r.Marshal()
	p.match.later.own = at
	defer func() { p.match.later.own = transcript.Link{} }()
	w, ok := p.match.wordOf(r, raw, base)
	if !p.match.Joined() || !ok || !w.binds() {
		return take(raw, w)
	}
	path, err := p.path(base)
	if err != nil || p.journal.check(w) != nil {
		return ErrBound
	}
	if err := take(raw, w); err != nil {
		return err // so it never leaves
	}
	for _, choice := range append(path, w) {
		p.journal.note(choice)
	}
	return nil
}

// path lists the choices of the records that lead to a base, up to one that the seat has made before: whoever
// signs on a record has chosen it, and all that it follows. The error is ErrBound if the seat has
// chosen another there.
func (p *Player) path(base transcript.Hash) (list []word, err error) {
	for on, _, ok := p.ground(base); ok; on, _, ok = p.ground(on.base) {
		choice := word{base: on.base, record: on.hash}
		if p.journal.check(choice) != nil {
			return nil, ErrBound
		}
		if p.hasChosen(on.base) {
			break
		}
		list = append(list, choice)
	}
	return list, nil
}
