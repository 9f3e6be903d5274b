package p2p

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Store keeps one match, for one program at a time. *store.Match is one on disk. A
// session uses it under its lock.
type Store interface {
	// ID names the match among others.
	ID() string
	// Records returns the chain and the extras, as far as they are sound.
	Records() [][]byte
	// Slot returns the newest entry of a slot of the private part, or nil.
	Slot(store.Slot) []byte
	// Journal returns all entries of the journal, the oldest first.
	Journal() [][]byte
	// Save makes an update durable in the order of store.Match.Save. When it returns
	// nil the records may be sent.
	Save(store.Update) error
	// DropFrom forgets the records from the n-th on, which turned out to be damaged.
	DropFrom(n int) error
	// Marker returns how long the chain was when this seat last signed or acknowledged
	// anything, and the hash of the last record then.
	Marker() (count int, hash transcript.Hash)
	// Behind reports whether Records falls short of the marker.
	Behind() bool
	// Done reports whether a Save has set Update.Done.
	Done() bool
	Close() error
}

// Folder makes the stores of new matches.
type Folder interface {
	// Create makes the store of a new match. The error is one of store.Dir.Create.
	Create(id string, first store.Update) (Store, error)
}

// Files returns a data folder on disk.
func Files(dir *store.Dir) Folder { return files{dir} }

type files struct{ dir *store.Dir }

func (f files) Create(id string, first store.Update) (Store, error) {
	m, err := f.dir.Create(id, first)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// memory is the store of whoever watches: nothing of a match depends on them.
type memory struct {
	id      string
	records [][]byte
	chain   int
}

func (m *memory) ID() string                     { return m.id }
func (m *memory) Records() [][]byte              { return slices.Clone(m.records) }
func (m *memory) Slot(store.Slot) []byte         { return nil }
func (m *memory) Journal() [][]byte              { return nil }
func (m *memory) DropFrom(n int) error           { m.records = m.records[:n]; return nil }
func (m *memory) Marker() (int, transcript.Hash) { return 0, transcript.Hash{} }
func (m *memory) Behind() bool                   { return false }
func (m *memory) Done() bool                     { return false }
func (m *memory) Close() error                   { return nil }

func (m *memory) Save(u store.Update) error {
	if u.Known > m.chain || u.Known > 0 && u.Head != transcript.HashRecord(m.records[u.Known-1]) || u.Known+len(u.Chain) < m.chain {
		return coded.Errorf("p2p.store-diverged", "save match %s: %w", m.id, store.ErrDiverged)
	}
	m.records = append(append(m.records[:u.Known], u.Chain...), u.Extras...)
	m.chain = u.Known + len(u.Chain)
	return nil
}

// Format keeps records out of logs.
func (m *memory) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "match %s", m.id) }
