package p2p

import "sync"

// fairMutex is a lock that is passed one by one: whoever takes it again and again, as what
// makes attacks ready does, lets everybody through between two turns who came meanwhile.
// A sync.Mutex would give it to whoever is running, for up to a millisecond.
type fairMutex struct {
	gate sync.Mutex // held by who is next
	mu   sync.Mutex // held by whose turn it is
}

func (t *fairMutex) Lock() {
	t.gate.Lock()
	t.mu.Lock()
	t.gate.Unlock()
}

func (t *fairMutex) Unlock() { t.mu.Unlock() }
