package deck

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// keyKind names the proof of a key in its session tag.
const keyKind = "darkjunqi/v1/proof/deck-key"

// KeySize is the number of bytes that Prove returns: Y, a first message and a response.
const KeySize = 2*group.ElementSize + group.ScalarSize

// keyLabel names the derivation of a key.
const keyLabel = "darkjunqi/v1/secret/deck"

// ErrZeroKey says that a key is the identity, under which nothing is secret.
var ErrZeroKey = coded.Errorf("deck.zero-key", "the key is zero")

// hidden keeps a struct that embeds it from being printed.
type hidden = secret.Hidden

// A Key is one seat's part of the joint key: k, and Y = kB. Printing it shows no secret.
type Key struct {
	hidden
	k *group.Scalar
	y *group.Base
}

// NewKey derives the key of a match.
func NewKey(match [32]byte, n sigma.Nonces) *Key { return keyOf(n.Scalar(keyLabel, 0, match)) }

func keyOf(k *group.Scalar) *Key { return &Key{k: k, y: group.NewBase(group.B().Mult(k))} }

// Scalar returns k. It is secret.
func (k *Key) Scalar() *group.Scalar { return k.k }

// Public returns Y.
func (k *Key) Public() *group.Base { return k.y }

// Joint returns the sum of keys. Keep it for as long as the deck: sums put terms of one
// Base together.
func Joint(keys ...*group.Base) *group.Base {
	sum := group.NewElement()
	for _, y := range keys {
		sum.Add(sum, y.Element())
	}
	return group.NewBase(sum)
}

// known states that the prover knows k with Y = kB, and the further equations.
func known(y *group.Base, more ...sigma.Equation) *sigma.Linear {
	return &sigma.Linear{Witnesses: 1, Bound: bound.ByCaller(), Equations: append([]sigma.Equation{
		{{Base: group.B(), Form: sigma.Times(1, 0)}, {Base: y, Form: sigma.Times(-1, sigma.One)}},
	}, more...)}
}

// prove proves such a statement.
func (k *Key) prove(l *sigma.Linear, s *sigma.Sponge, kind string, n sigma.Nonces) []byte {
	return l.Prove(s, kind, []*group.Scalar{k.k}, n)
}

// Prove returns Y and the proof that its seat knows k: KeySize bytes.
func (k *Key) Prove(ctx sigma.Context, n sigma.Nonces) []byte {
	s := ctx.Sponge(keyKind)
	absorb(s, k.y)
	y := k.y.Bytes()
	return append(y[:], k.prove(known(k.y), s, keyKind, n)...)
}

// CheckKey reads what Prove wrote and returns Y. The error is ErrZeroKey,
// group.ErrElement, group.ErrScalar or group.ErrLength.
func CheckKey(ctx sigma.Context, body []byte, b *sigma.Batch) (*group.Base, error) {
	if len(body) != KeySize {
		return nil, wrongLength("key", len(body), KeySize)
	}
	y, err := group.DecodeBase(body[:group.ElementSize])
	if err != nil {
		return nil, coded.Errorf("deck.key", "key: %w", err)
	}
	if group.IsIdentity(y.Element()) {
		return nil, ErrZeroKey
	}
	s := ctx.Sponge(keyKind)
	absorb(s, y)
	return y, known(y).VerifyLater(s, body[group.ElementSize:], b)
}

func wrongLength(what string, got, want int) error {
	return coded.Errorf("deck.length", "%s of %d bytes, want %d: %w", what, got, want, group.ErrLength)
}
