// Package lzma packs a program for a page, which unpacks it by itself (web/lzma.js): a quarter
// smaller than gzip, the best that browsers unpack. Files begin with a header of 13 bytes, as those
// of "xz --format=lzma" do. The format is defined by the LZMA specification (Igor Pavlov, 2015).
//
// The well-kept encoder for Go (github.com/ulikunitz/xz 0.5.17) chooses matches greedily: with its
// hash table the program of audit.html takes 92 % of gzip's bytes.
package lzma

import (
	"encoding/binary"
	"math/bits"
)

// Which earlier bits and bytes a bit is predicted from: the format's lc, lp and pb.
const (
	literalBits  = 3 // of the byte before a literal
	positionBits = 2 // of the position
	positions    = 1 << positionBits
)

// Pack packs data, shorter than 1 GiB. The same data give the same bytes everywhere.
func Pack(data []byte) []byte {
	header := []byte{positionBits*5*9 + literalBits}
	header = binary.LittleEndian.AppendUint32(header, 1<<max(12, bits.Len(uint(len(data))))) // the dictionary
	header = binary.LittleEndian.AppendUint64(header, uint64(len(data)))
	e := newEncoder(data)
	for e.at < len(data) {
		e.encodeBlock()
	}
	return append(header, e.finish()...)
}

// Where in model.odds the kinds of bits begin.
const (
	isMatch    = 0
	isRep      = isMatch + states<<4
	isRepOther = isRep + states      // not the last distance
	isRepOld   = isRepOther + states // nor the one before
	isRepOlder = isRepOld + states
	isRepLong  = isRepOlder + states // of the last distance: more than one byte
	slots      = isRepLong + states<<4
	specials   = slots + 4<<6 // of distances of slots 4 to 13
	aligned    = specials + 128
	matchLen   = aligned + 16
	repLen     = matchLen + lenOdds
	literals   = repLen + lenOdds
	allOdds    = literals + 0x300<<literalBits
)

// Within the odds of lengths.
const (
	lenLong   = 0
	lenLonger = 1
	lenShort  = 2
	lenMiddle = lenShort + 16<<3
	lenHigh   = lenMiddle + 16<<3
	lenOdds   = lenHigh + 256
)

const (
	states = 12
	minLen = 2
	maxLen = 273
)

// state summarises the last symbols: below 7, a literal came last.
type state uint8

func (s state) afterLiteral() state {
	switch {
	case s < 4:
		return 0
	case s < 10:
		return s - 3
	}
	return s - 6
}

// after gives the state after a match whose state is one of these, by what came before it.
func (s state) after(afterLiteral, afterMatch state) state {
	if s < 7 {
		return afterLiteral
	}
	return afterMatch
}

func (s state) afterMatch() state    { return s.after(7, 10) }
func (s state) afterRep() state      { return s.after(8, 11) }
func (s state) afterShortRep() state { return s.after(9, 11) }

// slotOf gives the slot of a distance, less one, and how many bits say the rest.
func slotOf(distance uint32) (slot, restBits uint32) {
	if distance < 4 {
		return distance, 0
	}
	rest := uint32(bits.Len32(distance)) - 2
	return 2*rest + distance>>rest, rest
}

func lenState(length int) uint32 { return uint32(min(length-minLen, 3)) }
