package branches

import (
	"iter"
	"math/bits"
)

// set is a set of messages by their numbers, up to 191.
type set [3]uint64

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s set) add(i int) set {
	s[i/64] |= 1 << (i % 64)
	return s
}

func (s set) union(other set) set {
	for i := range s {
		s[i] |= other[i]
	}
	return s
}

func (s set) minus(other set) set {
	for i := range s {
		s[i] &^= other[i]
	}
	return s
}

func (s set) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*w + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
