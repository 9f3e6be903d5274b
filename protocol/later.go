package protocol

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// proven runs the check of a proof of what is named, and counts it. What the check
// leaves to a batch is settled at once, or later with that of all other records.
func (m *Match) proven(what string, check func(*sigma.Batch) error) error {
	batch := m.later
	if batch == nil {
		batch = new(sigma.Batch)
	}
	if err := check(batch); err != nil {
		return err
	}
	if m.later == nil {
		if err := batch.Verify(); err != nil {
			return coded.Errorf("protocol.false-proof", "%s: %w", what, err)
		}
	}
	m.proofs++
	return nil
}

// atOnce bounds how many proofs are checked in one sum. Of more the sum gains little,
// and the longest of files would take hundreds of megabytes.
const atOnce = 1 << 11

// foldAtOnce is Fold, with the sums of many proofs checked in one. Where such a sum is
// wrong, or anything else is, the records are folded one by one, to say which: so
// what it returns is what Fold returns.
func foldAtOnce(records [][]byte, watch watcher) (m *Match, sound int, err error) {
	return foldInBatches(records, atOnce, watch)
}

// foldInBatches is foldAtOnce with a sum for so many proofs.
func foldInBatches(records [][]byte, size int, watch watcher) (m *Match, sound int, err error) {
	m = NewMatch()
	m.later = new(sigma.Batch)
	for i, raw := range records {
		watch.tell(AuditStep{Done: i, Of: len(records)})
		if err := m.Append(raw); err != nil {
			return fold(records, watch)
		}
		if m.later.Len() < size && i+1 < len(records) {
			continue
		}
		if err := m.later.Verify(); err != nil {
			return fold(records, watch)
		}
		m.later = new(sigma.Batch)
	}
	m.later = nil
	return m, len(records), nil
}
