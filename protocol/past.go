package protocol

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// pastStep is the number of records of the game between two copies that a match keeps of itself. A
// copy takes 3 kB; the longest file needs 8,192.
const pastStep = 8

// keepCopy keeps a copy of the match as its chain alone makes it: after each record of the
// setup, and after every eighth of the game.
func (m *Match) keepCopy() {
	n := len(m.chain)
	inGame := n - len(m.setup)
	due := m.Joined() && (inGame <= 0 || inGame%pastStep == 0)
	if last := len(m.past) - 1; !due || last >= 0 && len(m.past[last].chain) == n {
		return
	}
	now := *m
	now.past, now.later = nil, later{}
	now.dropExtras()
	m.past = append(m.past, &now)
}

// dropExtras leaves only the chain.
func (m *Match) dropExtras() {
	m.claims, m.seen = [engine.MaxSeats]*claim{}, [engine.MaxSeats][]byte{}
	m.faults = [engine.MaxSeats]*fault{}
	if !m.rules.Open() { // where Reveals are part of the chain
		m.reveals, m.opened = [engine.MaxSeats]*reveal{}, [engine.MaxSeats]engine.Layout{}
	}
}

// prefix returns the fold of the first n records of the chain alone, for an n that is at least the
// number of seats. It continues from the last copy before that place, and checks no proofs or
// signatures again.
func (m *Match) prefix(n int) (*Match, error) {
	from, copies := m, len(m.past)
	for ; len(from.chain) > n; copies-- {
		from = m.past[copies-1]
	}
	if from != m {
		copies++
	}
	at := from.Fork()
	at.dropExtras()
	at.past = m.past[:copies:copies]
	unchecked := new(sigma.Batch)
	at.later = later{proofs: unchecked, signatures: unchecked}
	for _, l := range m.chain[len(at.chain):n] {
		if err := at.append(l.raw); err != nil {
			return nil, err
		}
	}
	at.later = later{}
	return at, nil
}
