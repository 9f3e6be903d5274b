package tally

import (
	"crypto/ed25519"
	"crypto/sha512"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A Party makes records: a Board with the secrets of one of its parties. Printing it shows no
// secret. It must be the only one with these secrets: two boards with the same trustee could
// be subtracted from each other.
type Party struct {
	secret.Hidden
	*Board
	number int
	key    ed25519.PrivateKey
	nonces sigma.Nonces
	keys   []*deck.Key // of a trustee, by column
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
	p := &Party{Board: b, number: number, key: key, nonces: n}
	for column := range b.columns() {
		id := b.chain.ID()
		of := append([]byte(columnLabel), id[:]...)
		p.keys = append(p.keys, deck.NewKey(sha512.Sum512_256(append(of, byte(column+1))), n))
	}
	return p, nil
}

func (p *Party) append(k Kind, body []byte) ([]byte, error) {
	raw := p.chain.Sign(p.key, byte(k), p.number, body)
	if err := p.Append(raw); err != nil {
		return nil, err
	}
	return raw, nil
}

// Proceed makes the record that a trustee owes, its keys or its shares, and appends it. It
// returns nil if none is due.
func (p *Party) Proceed() ([]byte, error) {
	var body []byte
	switch {
	case p.due(Keys, p.number):
		for _, key := range p.keys {
			body = append(body, key.Prove(p.place(Keys, p.number, 0).Context, p.nonces)...)
		}
		return p.append(Keys, body)
	case p.due(Shares, p.number):
		cards, counts := p.asked()
		for i, card := range cards {
			at := p.place(Shares, p.number, i)
			body = append(body, p.keys[counts[i].Value-1].Share(at, card, p.nonces)...)
		}
		return p.append(Shares, body)
	}
	return nil, nil
}

// Cast gives the party's value, encrypted and proven to be valid. It is an error to cast twice, or
// an invalid value.
func (p *Party) Cast(value int) ([]byte, error) {
	if !p.due(Ballot, p.number) {
		return nil, ErrDue
	}
	body, _, err := onehot.Commit(p.place(Ballot, p.number, 0), p.joint, value, p.nonces)
	if err != nil {
		return nil, err
	}
	return p.append(Ballot, body)
}

// Close ends the time for ballots. Only the first trustee may, when there are
// as many as the terms ask for.
func (p *Party) Close() ([]byte, error) {
	if !p.due(Close, p.number) {
		return nil, ErrDue
	}
	return p.append(Close, nil)
}
