package compare

import (
	"crypto/ed25519"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A Party makes records: a Board with the secrets of one of its parties. Printing it shows no
// secret. It must be the only one with these secrets.
type Party struct {
	secret.Hidden
	*Board
	number int // of the party
	key    ed25519.PrivateKey
	nonces sigma.Nonces
	value  int
	secret *onehot.Secret
}

// NewParty returns the party whose key this is, with its number and random nonces. The error is
// ErrTerms if the terms are invalid or lack the key, or onehot.ErrValue.
func NewParty(t Terms, key ed25519.PrivateKey, value int, n sigma.Nonces) (*Party, error) {
	b, err := NewBoard(t)
	if err != nil {
		return nil, err
	}
	number, is := b.chain.Number(key)
	if !is {
		return nil, ErrTerms
	}
	if value < 0 || value >= t.Values {
		return nil, onehot.ErrValue
	}
	return &Party{Board: b, number: number, key: key, nonces: n, value: value}, nil
}

// Proceed makes the record that the party owes and appends it. It returns nil if none is due.
func (p *Party) Proceed() (raw []byte, err error) {
	k, party, done := p.due()
	if done || party != p.number {
		return nil, nil
	}
	at := p.place(k, p.number)
	var body []byte
	switch k {
	case Number:
		body, p.secret, err = onehot.Commit(at, p.x, p.value, p.nonces)
	case Question:
		body = onehot.Ask(at, p.rows[0], p.rows[1], result, p.secret, p.nonces)
	case Answer:
		var entry uint8
		var proof []byte
		entry, proof, err = p.question.Answer(func(uint8) sigma.Place { return at }, p.secret, p.nonces)
		body = append([]byte{entry}, proof...)
	}
	if err != nil {
		return nil, err
	}
	raw = p.chain.Sign(p.key, byte(k), p.number, body)
	if err := p.Append(raw); err != nil {
		return nil, err
	}
	return raw, nil
}
