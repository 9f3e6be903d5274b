package statistics

import (
	"crypto/ed25519"
	"encoding/binary"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// keyLabel names what a party's key is derived from.
const keyLabel = "darkjunqi/v1/statistics/key"

// A Party makes records: a Board with the secrets of one of its parties. Printing it shows no
// secret. It must be the only one with these secrets: two sums could be subtracted from each
// other.
type Party struct {
	secret.Hidden
	*Board
	number int
	key    ed25519.PrivateKey
	nonces sigma.Nonces
	secret *deck.Key
	random []*group.Scalar // of its ciphertexts
}

// NewParty returns the party whose key this is, with random nonces. The error is ErrTerms if
// the terms are invalid or lack the key.
func NewParty(t Terms, key ed25519.PrivateKey, n sigma.Nonces) (*Party, error) {
	b, err := NewBoard(t)
	if err != nil {
		return nil, err
	}
	number, is := b.chain.Number(key)
	if !is {
		return nil, ErrTerms
	}
	id := b.chain.ID()
	secret := deck.NewKey(chain.ID(keyLabel, id[:]), n)
	return &Party{Board: b, number: number, key: key, nonces: n, secret: secret}, nil
}

func (p *Party) append(k Kind, body []byte) ([]byte, error) {
	raw := p.chain.Sign(p.key, byte(k), p.number, body)
	if err := p.Append(raw); err != nil {
		return nil, err
	}
	return raw, nil
}

func (p *Party) place(k Kind) sigma.Place { return p.chain.Place(byte(k), p.number, 0) }

// Proceed makes the record that the party owes and appends it: its key, its word that it has
// seen the list, if it is on it, and its share. It returns nil if none is due.
func (p *Party) Proceed() ([]byte, error) {
	switch {
	case p.due(Key, p.number):
		return p.append(Key, p.secret.Prove(p.place(Key).Context, p.nonces))
	case p.list != 0 && p.due(Ready, p.number) && p.lists(p.number, p.list):
		return p.ready(p.list)
	case p.due(Share, p.number):
		return p.append(Share, p.secret.Deal(p.place(Share), p.sum(), p.nonces))
	}
	return nil, nil
}

// Give gives the party's vector, encrypted and proven to be in its bounds. The error is
// ErrNumbers, or says that it is not due.
func (p *Party) Give(numbers []int) ([]byte, error) {
	if !p.due(Input, p.number) {
		return nil, ErrDue
	}
	if len(numbers) != p.terms.Entries {
		return nil, ErrNumbers
	}
	var b []*group.Scalar
	for _, x := range numbers {
		if x < p.terms.Min || x > p.terms.Max {
			return nil, ErrNumbers
		}
		b = append(b, digits(x-p.terms.Min, p.terms.Max-p.terms.Min)...)
	}
	body, random := p.bounds().prove(p.place(Input), b, p.nonces)
	p.random = random
	return p.append(Input, body)
}

// Close ends the time for vectors, or leaves out listed parties that are gone: all parties that
// gave a vector count, except these. The error says that it is not due, for example because too few
// remain.
func (p *Party) Close(gone Set) ([]byte, error) {
	list := p.list
	if list == 0 {
		list = p.Given()
	}
	if list &^= gone; !p.due(Ready, p.number) || !p.lists(p.number, list) {
		return nil, ErrDue
	}
	return p.ready(list)
}

func (p *Party) ready(list Set) ([]byte, error) {
	body := binary.BigEndian.AppendUint16(nil, uint16(list))
	if !p.all(list) {
		body = append(body, release(p.place(Ready), p.missing(list), p.inputs[p.number], p.random, p.nonces)...)
	}
	return p.append(Ready, body)
}
