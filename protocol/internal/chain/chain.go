// Package chain is what the packages that replace other referees have in common: records that
// parties sign, each over the hash of the one before, and the files that hold them.
package chain

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// maxParties is the number of parties a chain may have: a byte numbers them.
const maxParties = 255

// HeadSize is the size of a record's kind and party.
const HeadSize = 2

// Errors of this package.
var (
	// errParties says that there are too many parties, the same twice, or one whose key
	// transcript.NewPublicKey refuses.
	errParties = coded.Errorf("chain.parties", "not a valid list of parties")
	// ErrRecord says that a record is not from a party, or has a wrong signature: it blames
	// nobody.
	ErrRecord = coded.Errorf("chain.record", "not a signed record of a party")
	// ErrFalse says that a record which its party signed in its place is false, or is not
	// due, as a second ballot.
	ErrFalse = coded.Errorf("chain.false", "the record is false")
	// ErrDue says that a record is not due.
	ErrDue = coded.Errorf("chain.not-due", "it is not due")
	// ErrForeign says that a file doesn't begin with its magic line.
	ErrForeign = coded.Errorf("chain.foreign", "this is another kind of file")
)

// A Chain is where the next record goes. A copy of it is another place.
type Chain struct {
	label   string // of what is signed
	id      [32]byte
	head    [32]byte
	parties []ed25519.PublicKey
	keys    []transcript.PublicKey
}

// ID returns the SHA-512/256 hash of a label and encoded terms.
func ID(label string, terms []byte) [32]byte {
	return sha512.Sum512_256(append([]byte(label), terms...))
}

// New returns the empty chain of some terms. The error is errParties.
func New(label string, id [32]byte, parties []ed25519.PublicKey) (Chain, error) {
	c := Chain{label: label, id: id, head: id, parties: parties}
	if len(parties) > maxParties {
		return c, errParties
	}
	for i, key := range parties {
		checked, err := transcript.NewPublicKey(key)
		twice := slices.ContainsFunc(parties[:i], func(other ed25519.PublicKey) bool { return other.Equal(key) })
		if err != nil || twice {
			return c, errParties
		}
		c.keys = append(c.keys, checked)
	}
	return c, nil
}

// ID returns the id of the terms.
func (c *Chain) ID() [32]byte { return c.id }

// Head returns the hash of the last record, or the id.
func (c *Chain) Head() [32]byte { return c.head }

// Number returns which party has a key.
func (c *Chain) Number(key ed25519.PrivateKey) (party int, is bool) {
	for i, public := range c.parties {
		if public.Equal(key.Public()) {
			return i, true
		}
	}
	return 0, false
}

// Place returns the place of a proof in the next record.
func (c *Chain) Place(kind byte, party, index int) sigma.Place {
	return sigma.Place{
		Context: sigma.Context{
			Rules: c.id, Match: c.id, Seat: engine.Seat(party), Key: [32]byte(c.parties[party]),
		},
		Prev: c.head, Body: []byte{kind, byte(party)}, Index: uint8(index),
	}
}

func (c *Chain) signed(record []byte) []byte {
	return slices.Concat([]byte(c.label), c.id[:], c.head[:], record)
}

// Sign returns the next record, as that party would.
func (c *Chain) Sign(key ed25519.PrivateKey, kind byte, party int, body []byte) []byte {
	record := append([]byte{kind, byte(party)}, body...)
	return append(record, ed25519.Sign(key, c.signed(record))...)
}

// split takes the next record apart and verifies its signature. The error is ErrRecord.
func (c *Chain) split(raw []byte) (kind byte, party int, body []byte, err error) {
	n := len(raw) - ed25519.SignatureSize
	if n < HeadSize || int(raw[1]) >= len(c.keys) || !c.keys[raw[1]].Verify(c.signed(raw[:n]), raw[n:]) {
		return 0, 0, nil, ErrRecord
	}
	return raw[0], int(raw[1]), raw[HeadSize:n:n], nil
}

// Append verifies the next record of a board whose chain is c, and appends it: take verifies what it
// says, and changes a copy of the board. If it is refused nothing changes. The error is ErrRecord, or
// ErrFalse with the party and why.
func Append[B any](b *B, c *Chain, raw []byte, take func(next *B, kind byte, party int, body []byte) error) error {
	kind, party, body, err := c.split(raw)
	if err != nil {
		return ErrRecord
	}
	next := *b
	if err := take(&next, kind, party, body); err != nil {
		return coded.Errorf("chain.false-record", "record of party %d: %w: %w", party, ErrFalse, err)
	}
	*b = next
	c.head = sha512.Sum512_256(raw)
	return nil
}

// Verify appends records to a new board, or passes on the error of opening it. It names the first
// record that is refused.
func Verify[B interface{ Append(record []byte) error }](b B, err error, records [][]byte) (B, error) {
	for i := 0; err == nil && i < len(records); i++ {
		if refused := b.Append(records[i]); refused != nil {
			err = coded.Errorf("chain.record-number", "record %d: %w", i, refused)
		}
	}
	if err != nil {
		return *new(B), err
	}
	return b, nil
}

// Twice returns the party that signed two different records on one head.
func (c Chain) Twice(head [32]byte, one, two []byte) (party int, convicted bool) {
	c.head = head
	_, first, _, err := c.split(one)
	if err != nil {
		return 0, false
	}
	_, second, _, err := c.split(two)
	if err != nil || first != second || bytes.Equal(one, two) {
		return 0, false
	}
	return first, true
}

// MarshalFile returns a file: its magic line, then the terms and each record in frames.
func MarshalFile(magic string, terms []byte, records [][]byte) []byte {
	out := transcript.AppendFrame([]byte(magic), terms)
	for _, raw := range records {
		out = transcript.AppendFrame(out, raw)
	}
	return out
}

// ParseFile takes a file apart: terms is nil if there are none. The error is ErrForeign,
// transcript.ErrTorn or transcript.ErrOversized.
func ParseFile(magic string, file []byte) (terms []byte, records [][]byte, err error) {
	frames, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return nil, nil, ErrForeign
	}
	list, _, err := transcript.ParseFrames(frames, func([]byte) error { return nil })
	if err != nil || len(list) == 0 {
		return nil, nil, err
	}
	return list[0], list[1:], nil
}

// Keys splits the last part of encoded terms into public keys.
func Keys(b []byte) (keys []ed25519.PublicKey, ok bool) {
	if len(b)%ed25519.PublicKeySize != 0 {
		return nil, false
	}
	for key := range slices.Chunk(b, ed25519.PublicKeySize) {
		keys = append(keys, key)
	}
	return keys, true
}
