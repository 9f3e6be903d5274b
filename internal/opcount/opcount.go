// Package opcount counts the costly operations on elements of the group, for benchmarks
// and for tests that nothing is computed twice.
package opcount

import "sync/atomic"

// An Operation is one that a benchmark counts.
type Operation int

// The operations, in the order of their names.
const (
	Decode       Operation = iota // decoding an element
	BatchDecode                   // decoding one of several in a row
	Encode                        // encoding one
	BatchEncode                   // encoding one among many
	FixedBase                     // a multiple of B, H or a G_j, in constant time
	VariableBase                  // a multiple of another element, in constant time; also in a sum
	PublicTerm                    // a term of a sum of public multiples
	PublicSum                     // such a sum

	NumOperations
)

// String names the operation as benchmarks report it.
func (o Operation) String() string {
	return [NumOperations]string{
		"decodings", "batch-decodings", "encodings", "batch-encodings", "fixed-mults", "mults", "sum-terms", "sums",
	}[o]
}

// Counts holds a number for each operation.
type Counts [NumOperations]int

// counters is nil except while Count runs.
var counters atomic.Pointer[[NumOperations]atomic.Int64]

// Add counts n operations.
func Add(o Operation, n int) {
	if c := counters.Load(); c != nil {
		c[o].Add(int64(n))
	}
}

// Count runs f and returns how many operations the process did meanwhile. A second Count
// at the same time takes the counting over.
func Count(f func()) (n Counts) {
	c := new([NumOperations]atomic.Int64)
	counters.Store(c)
	defer counters.CompareAndSwap(c, nil)
	f()
	for i := range n {
		n[i] = int(c[i].Load())
	}
	return n
}
