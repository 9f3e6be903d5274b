package protocol

// Proven returns how many zero-knowledge proofs the chain's i-th record carries, for an i
// from 0 to Len()-1.
func (m *Match) Proven(i int) int {
	before := 0
	if i > 0 {
		before = m.chain[i-1].proofs
	}
	return m.chain[i].proofs - before
}

// Source returns the index in the chain of the record from which the i-th of Events came, for
// an i from 0 to one less than there are.
func (m *Match) Source(i int) int { return m.sources[i] }
