package p2p

import "sync"

// fairMutex is a mutex that a relocking goroutine, such as the one that prepares attacks,
// can't monopolise: the next waiter always gets it. A sync.Mutex favours the running goroutine
// for up to a millisecond.
type fairMutex struct {
	gate sync.Mutex // held by the next in line
	mu   sync.Mutex // the lock itself
}

func (t *fairMutex) Lock() {
	t.gate.Lock()
	t.mu.Lock()
	t.gate.Unlock()
}

func (t *fairMutex) Unlock() { t.mu.Unlock() }
