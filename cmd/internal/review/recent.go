package review

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
)

// maxRecent is the maximum number of matches seen from outside that are kept in memory.
const maxRecent = 16

// Recent are the matches that were looked at last, so that none is audited again for each of its boards.
type Recent struct {
	mu   sync.Mutex
	list []*Examined // the last first
}

// Find returns a match by its Summary's ID; nil if it was dropped from memory.
func (r *Recent) Find(id string) *Examined {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.list, func(e *Examined) bool { return e.summary.ID == id })
	if i < 0 {
		return nil
	}
	found := r.list[i]
	r.list = slices.Insert(slices.Delete(r.list, i, i+1), 0, found)
	return found
}

// Examine is [Examine], unless that was done before.
func (r *Recent) Examine(name string, data []byte) (*Examined, error) {
	sum := sha256.Sum256(slices.Concat([]byte(name), []byte{0}, data))
	id := "file" + hex.EncodeToString(sum[:16])
	if found := r.Find(id); found != nil {
		return found, nil
	}
	e, err := Examine(name, data)
	if err != nil {
		return nil, err
	}
	e.summary.ID = id
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = slices.Insert(r.list, 0, e)
	r.list = r.list[:min(len(r.list), maxRecent)]
	return e, nil
}
