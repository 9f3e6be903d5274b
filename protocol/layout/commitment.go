package layout

import (
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A Commitment is the public side of a layout, decoded and verified. It is
// immutable and safe for concurrent use.
type Commitment struct {
	rules   *engine.Ruleset
	y       *group.Base
	columns [engine.ArmySize][engine.NumTypes]group.Ciphertext
	pieces  [engine.ArmySize]*group.Base
	nonce   [nonceSize]byte
	tape    [tapeSize]byte
}

// Rules returns the ruleset under which the layout is legal.
func (c *Commitment) Rules() *engine.Ruleset { return c.rules }

// Y returns the seat's encryption key.
func (c *Commitment) Y() *group.Base { return c.y }

// Column returns E[p,j]: sent, implied or trivial. Pieces count from 0 to 24 in
// the order of the layout text.
func (c *Commitment) Column(piece int, j engine.Type) group.Ciphertext {
	return c.columns[piece][j].Clone()
}

// Sum returns the sum of E[p,j] over the types in set: an encryption of 1 if the
// piece is of one of them, of 0 if not.
func (c *Commitment) Sum(piece int, set engine.TypeSet) group.Ciphertext {
	sum := group.NewCiphertext()
	for _, j := range set.Types() {
		sum.Add(sum, c.columns[piece][j])
	}
	return sum
}

// Piece returns P[p].
func (c *Commitment) Piece(piece int) *group.Base { return c.pieces[piece] }

// Nonce returns the seat's share of the coin.
func (c *Commitment) Nonce() [32]byte { return c.nonce }

// TapeCommitment returns the hash of the seat's tape seed.
func (c *Commitment) TapeCommitment() [32]byte { return c.tape }

// VerifyOpening verifies a proof of Key.Open that e, under this seat's Y, holds m.
func (c *Commitment) VerifyOpening(at sigma.Place, e group.Ciphertext, m uint8, proof []byte) error {
	return sigma.Opening{Y: c.y, E: e, M: m}.Verify(at, proof)
}

// Errors of Commitment.Open.
var (
	// ErrWrongKey says that a key is not the one of a commitment.
	ErrWrongKey = errors.New("not the key of this layout")
	// ErrRow says that a row does not hold exactly one type. A verified
	// commitment can't give it unless discrete logarithms are broken.
	ErrRow = errors.New("row does not hold exactly one type")
)

// Open decrypts every row with the key that its owner revealed, the audit's way
// to the layout. It checks kB = Y and that each row holds one 1 among 0s; it does
// not check the layout's legality, which Verify did.
func (c *Commitment) Open(k *Key) (engine.Layout, error) {
	if k.y.Bytes() != c.y.Bytes() {
		return engine.Layout{}, ErrWrongKey
	}
	var l engine.Layout
	one := group.B().Element()
	for p := range l {
		found := 0
		for _, j := range c.rules.Allowed(p).Types() {
			switch m := k.Decrypt(c.columns[p][j]); {
			case m.Equal(one) == 1:
				l[p] = j
				found++
			case !group.IsIdentity(m):
				return engine.Layout{}, fmt.Errorf("piece %d, %s: %w", p, j, ErrRow)
			}
		}
		if found != 1 {
			return engine.Layout{}, fmt.Errorf("piece %d: %w", p, ErrRow)
		}
	}
	return l, nil
}
