package lzma

import (
	"encoding/binary"
	"math/bits"
)

// match is a piece of earlier data that is equal to what comes next.
type match struct {
	length   int
	distance uint32 // less one
}

// finder finds matches: the last place of each two and three bytes, and for four bytes a binary tree of
// all earlier places, sorted by what follows them.
type finder struct {
	data  []byte
	two   []int32 // places, one more: 0 is none
	three []int32
	roots []int32
	sons  []int32 // of each place: the tree of smaller ones, the tree of greater ones
	found []match
}

const (
	threeBits = 16
	rootBits  = 21
	// searchDepth is the number of places of a tree that a search examines.
	searchDepth = 256
)

func newFinder(data []byte) *finder {
	return &finder{
		data: data, two: make([]int32, 1<<16), three: make([]int32, 1<<threeBits),
		roots: make([]int32, 1<<rootBits), sons: make([]int32, 2*len(data)),
	}
}

// matches gives the matches at a place, each longer and farther than the one before, and files the
// place. Places are taken in their order, each once.
func (f *finder) matches(at int) []match {
	f.found = f.found[:0]
	left := min(len(f.data)-at, maxLen)
	if left < 4 {
		return nil
	}
	next := f.data[at : at+left]
	best := 1
	hash := uint32(next[0]) | uint32(next[1])<<8 | uint32(next[2])<<16
	for _, last := range []*int32{&f.two[hash&0xFFFF], &f.three[hash*0x9E3779B1>>(32-threeBits)]} {
		if from := int(*last) - 1; from >= 0 {
			if n := equal(f.data[from:], next); n > best {
				best = n
				f.found = append(f.found, match{n, uint32(at - from - 1)})
			}
		}
		*last = int32(at + 1)
	}
	root := &f.roots[(hash|uint32(next[3])<<24)*0x9E3779B1>>(32-rootBits)]
	from := int(*root) - 1
	*root = int32(at + 1)
	smaller, greater := &f.sons[2*at], &f.sons[2*at+1]
	sameSmaller, sameGreater := 0, 0
	for range searchDepth {
		if from < 0 {
			break
		}
		n := min(sameSmaller, sameGreater)
		n += equal(f.data[from+n:], next[n:])
		if n > best {
			best = n
			f.found = append(f.found, match{n, uint32(at - from - 1)})
		}
		if n == left { // takes its place
			*smaller, *greater = f.sons[2*from], f.sons[2*from+1]
			return f.found
		}
		if f.data[from+n] < next[n] {
			*smaller = int32(from + 1)
			smaller = &f.sons[2*from+1]
			sameSmaller = n
			from = int(*smaller) - 1
		} else {
			*greater = int32(from + 1)
			greater = &f.sons[2*from]
			sameGreater = n
			from = int(*greater) - 1
		}
	}
	*smaller, *greater = 0, 0
	return f.found
}

// equal counts the bytes that b and next, which is the shorter one, begin with alike.
func equal(b, next []byte) int {
	n := 0
	for ; n+8 <= len(next); n += 8 {
		x := binary.LittleEndian.Uint64(b[n:]) ^ binary.LittleEndian.Uint64(next[n:])
		if x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
	}
	for n < len(next) && b[n] == next[n] {
		n++
	}
	return n
}
