package layout

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A Commitment is the public side of a layout, decoded and verified. It is
// immutable and safe for concurrent use.
type Commitment struct {
	*shape
	rules  *engine.Ruleset
	digest [32]byte
	y      []*group.Base   // by piece
	u      []*group.Base   // by type, nil for those that are not sent
	v      [][]*group.Base // by piece, the columns that are sent in the order of A(p)
	pieces []*group.Base
	nonce  [nonceSize]byte
	tape   [tapeSize]byte
}

// Rules returns the ruleset under which the layout is legal.
func (c *Commitment) Rules() *engine.Ruleset { return c.rules }

// Digest returns SHA-512/256 of the statement: all Y, U, V and P, the nonce and the
// tape commitment. Proofs about pieces of the layout bind it.
func (c *Commitment) Digest() [32]byte { return c.digest }

// Pieces returns the number of pieces.
func (c *Commitment) Pieces() int { return c.shape.pieces() }

// Y returns the encryption key of a piece. Pieces count from 0 in the order of the
// layout text.
func (c *Commitment) Y(piece int) *group.Base { return c.y[piece] }

// A Column is E[p,j] as it was sent.
type Column struct {
	Type engine.Type
	U, V *group.Base
}

// Columns returns the columns of a piece that were sent, in the order of A(p), and
// the type of the last, which is implied: (0, B) minus the sum of the others.
func (c *Commitment) Columns(piece int) (sent []Column, last engine.Type) {
	types := c.allowed[piece]
	for i, v := range c.v[piece] {
		sent = append(sent, Column{engine.Type(types[i]), c.u[types[i]], v})
	}
	return sent, engine.Type(c.last(piece))
}

// Column returns E[p,j]: sent, implied or trivial.
func (c *Commitment) Column(piece int, j engine.Type) group.Ciphertext {
	return c.Sum(piece, engine.SetOf(j))
}

// Sum returns the sum of E[p,j] over the types in set: an encryption of 1 if the
// piece is of one of them, of 0 if not.
func (c *Commitment) Sum(piece int, set engine.TypeSet) group.Ciphertext {
	sum := group.NewCiphertext()
	signs, constant := c.signs(piece, set)
	if constant {
		sum.V.Set(group.B().Element())
	}
	for i, sign := range signs {
		e := group.Ciphertext{U: c.u[c.allowed[piece][i]].Element(), V: c.v[piece][i].Element()}
		switch sign {
		case 1:
			sum.Add(sum, e)
		case -1:
			sum.Subtract(sum, e)
		}
	}
	return sum
}

// signs says how often each column that is sent is in the sum of those in set: 1 if
// it is, and once less if the implied one is, which brings (0, B) with it.
func (c *Commitment) signs(piece int, set engine.TypeSet) (signs []int, constant bool) {
	constant = set.Has(engine.Type(c.last(piece)))
	signs = make([]int, len(c.v[piece]))
	for i := range signs {
		if set.Has(engine.Type(c.allowed[piece][i])) {
			signs[i]++
		}
		if constant {
			signs[i]--
		}
	}
	return signs, constant
}

// Piece returns P[p].
func (c *Commitment) Piece(piece int) *group.Base { return c.pieces[piece] }

// Nonce returns the seat's share of the coin.
func (c *Commitment) Nonce() [32]byte { return c.nonce }

// TapeCommitment returns the hash of the seat's tape seed.
func (c *Commitment) TapeCommitment() [32]byte { return c.tape }

// ProveOpening proves that the piece is of one of the types in set (m = 1), or of
// none (m = 0), with the key of the layout.
func (c *Commitment) ProveOpening(at sigma.Place, piece int, set engine.TypeSet, m uint8, k *Key, n sigma.Nonces) []byte {
	return c.opening(piece, set, m).Prove(at, k.Scalar(piece), n)
}

// VerifyOpening verifies a proof of ProveOpening.
func (c *Commitment) VerifyOpening(at sigma.Place, piece int, set engine.TypeSet, m uint8, proof []byte, b *sigma.Batch) error {
	return c.opening(piece, set, m).VerifyLater(at, proof, b)
}

func (c *Commitment) opening(piece int, set engine.TypeSet, m uint8) sigma.Opening {
	e := c.Sum(piece, set)
	return sigma.Opening{Y: c.y[piece], U: group.NewBase(e.U), V: group.NewBase(e.V), M: m}
}

// Errors of Commitment.Open.
var (
	// ErrWrongKey says that a key is not the one of a commitment.
	ErrWrongKey = coded.Errorf("layout.wrong-key", "not the key of this layout")
	// ErrRow says that a row does not hold exactly one type. A verified
	// commitment can't give it unless discrete logarithms are broken.
	ErrRow = coded.Errorf("layout.row", "row does not hold exactly one type")
)

// Open decrypts every row with the key that its owner revealed, the audit's way to
// the layout. It checks k B = Y for each piece; that rows hold one 1 among 0s, and
// that the layout is legal, Verify did. So one multiplication a row is enough: that
// decrypts the sum of the columns, each times its place in A(p).
func (c *Commitment) Open(k *Key) (engine.Layout, error) {
	l := make(engine.Layout, c.Pieces())
	for p := range c.allowed {
		key := k.Scalar(p)
		if group.B().Mult(key).Equal(c.y[p].Element()) != 1 {
			return engine.Layout{}, ErrWrongKey
		}
		place, ok := c.place(p, key)
		if !ok {
			return engine.Layout{}, coded.Errorf("layout.bad-row", "piece %d: %w", p, ErrRow)
		}
		l[p] = engine.Type(c.allowed[p][place])
	}
	return l, nil
}

// place returns the place in A(p) of the type that piece p is of.
func (c *Commitment) place(p int, key *group.Scalar) (int, bool) {
	// The sum of i E[p,j], where the i-th is the column of j and the last is n, is
	// (0, n B) plus that of (i-n) E[p,j] over those sent: minus the sum of the sums of
	// the first ones.
	u, v := group.NewElement(), group.NewElement()
	runningU, runningV := group.NewElement(), group.NewElement()
	for i, column := range c.v[p] {
		runningU.Add(runningU, c.u[c.allowed[p][i]].Element())
		runningV.Add(runningV, column.Element())
		u.Add(u, runningU)
		v.Add(v, runningV)
	}
	m := group.VarTimeSum([]*group.Scalar{key}, []*group.Base{group.NewBase(u)})
	m.Subtract(m, v) // (i-n) B
	for i := len(c.v[p]); i >= 0; i-- {
		if group.IsIdentity(m) {
			return i, true
		}
		m.Add(m, group.B().Element())
	}
	return 0, false
}
