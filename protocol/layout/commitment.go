package layout

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
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

// ForSums returns c with tables of 8 kB for each type, with which an attack on any of its pieces is
// checked in less time. They take as long to make as they save in four attacks. It also makes the
// generators' tables that an attack needs, so that the first attack does not wait for them.
func (c *Commitment) ForSums() *Commitment {
	tabled := *c
	tabled.u = make([]*group.Base, len(c.u))
	for j, u := range c.u {
		if u != nil {
			tabled.u[j] = u.ForSums()
		}
		group.G(j).ForSums()
	}
	return &tabled
}

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
	return c.Sum(piece, engine.TypesOf(j))
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

// Open decrypts every row with the key that its owner revealed. The audit uses it. It
// checks k B = Y for each piece; Verify has shown that rows hold one 1 among 0s and that
// the layout is legal. So one multiplication for each row is enough: it decrypts the sum of
// the columns, each times its place in A(p).
func (c *Commitment) Open(k *Key) (engine.Layout, error) {
	var b sigma.Batch
	scalars := c.claimKey(k, &b)
	if b.Verify() != nil {
		return engine.Layout{}, ErrWrongKey
	}
	return c.read(scalars)
}

// OpenLater does what Open does, but leaves it to the batch whether the key is the
// layout's. What it returns must be thrown away if the batch does not verify; with
// another key the error may be ErrRow.
func (c *Commitment) OpenLater(k *Key, b *sigma.Batch) (engine.Layout, error) {
	return c.read(c.claimKey(k, b))
}

// openKind names what the weights of a revealed key's equations follow from.
const openKind = "darkjunqi/v1/batch/key"

// claimKey adds k B - Y for each piece to the batch, and returns each k.
func (c *Commitment) claimKey(key *Key, b *sigma.Batch) []*group.Scalar {
	sponge := sigma.NewSponge(sigma.DeriveSessionID(openKind))
	sponge.Absorb(c.digest[:])
	claim := b.Claim(bound.ByCaller(), sponge, key.Bytes())
	scalars := make([]*group.Scalar, c.Pieces())
	for p := range scalars {
		scalars[p] = key.Scalar(p)
		sum := claim.Sum()
		sum.Add(scalars[p], group.B())
		sum.Subtract(c.y[p])
	}
	return scalars
}

// read decrypts the rows, with each piece's k. Rows with the same A(p) have the same
// sum of U, of which all multiples are made together.
func (c *Commitment) read(keys []*group.Scalar) (engine.Layout, error) {
	l := make(engine.Layout, c.Pieces())
	for _, pieces := range c.alike() {
		types := c.allowed[pieces[0]]
		var u []*group.Base
		for _, j := range types[:len(types)-1] {
			u = append(u, c.u[j])
		}
		scalars := make([]*group.Scalar, len(pieces))
		for i, p := range pieces {
			scalars[i] = keys[p]
		}
		for i, m := range group.VarTimeMultiples(scalars, group.NewBase(byPlace(u))) {
			p := pieces[i]
			place, ok := placeOf(m.Subtract(m, byPlace(c.v[p])), len(u))
			if !ok {
				return engine.Layout{}, coded.Errorf("layout.bad-row", "piece %d: %w", p, ErrRow)
			}
			l[p] = engine.Type(types[place])
		}
	}
	return l, nil
}

// byPlace returns the sum of (n-i) columns[i], where n is their number: the sum of the
// sums of the first ones. The sum of i E[p,j], where the i-th column is j's and
// the implied one is the n-th, is (0, n B) minus this.
func byPlace(columns []*group.Base) *group.Element {
	sum, running := group.NewElement(), group.NewElement()
	for _, e := range columns {
		running.Add(running, e.Element())
		sum.Add(sum, running)
	}
	return sum
}

// placeOf returns the place i, at most n, of which m = (i-n) B.
func placeOf(m *group.Element, n int) (place int, ok bool) {
	for i := n; i >= 0; i-- {
		if group.IsIdentity(m) {
			return i, true
		}
		m.Add(m, group.B().Element())
	}
	return 0, false
}
