package deck

import (
	"crypto/subtle"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Kinds of the proofs that open cards.
const (
	shareKind = "darkjunqi/v1/proof/share"
	faceKind  = "darkjunqi/v1/proof/card"
	dealKind  = "darkjunqi/v1/proof/deal"
)

// Sizes in bytes of what Share and Face return.
const (
	ShareSize = group.ElementSize + equalitySize
	FaceSize  = 1 + equalitySize
)

// equalitySize is the number of bytes of a proof that two logarithms are equal.
const equalitySize = 2*group.ElementSize + group.ScalarSize

// ErrToken says that a card holds, or is said to hold, a token that the deck does not have.
var ErrToken = coded.Errorf("deck.token", "the deck has no such token")

// multiple states that D = kU, for the k of Y = kB.
func multiple(y, u, d *group.Base) *sigma.Linear {
	return known(y, sigma.Equation{
		{Base: u, Form: sigma.Times(1, 0)}, {Base: d, Form: sigma.Times(-1, sigma.One)},
	})
}

func shareSponge(at sigma.Place, y *group.Base, c Card, d *group.Base) *sigma.Sponge {
	s := at.Sponge(shareKind)
	absorb(s, y, c.U, c.V, d)
	return s
}

// share returns kU.
func (k *Key) share(c Card) *group.Base { return group.NewBase(c.U.Mult(k.k)) }

// Share returns the seat's share of a card with its proof, ShareSize bytes.
func (k *Key) Share(at sigma.Place, c Card, n sigma.Nonces) []byte {
	d := k.share(c)
	proof := k.prove(multiple(k.y, c.U, d), shareSponge(at, k.y, c, d), shareKind, n)
	return append(encode(d), proof...)
}

// CheckShare reads a share of the seat whose key is y. The error is group.ErrElement,
// group.ErrScalar or group.ErrLength.
func CheckShare(
	at sigma.Place, y *group.Base, c Card, body []byte, b *sigma.Batch,
) (*group.Base, error) {
	if len(body) != ShareSize {
		return nil, wrongLength("share", len(body), ShareSize)
	}
	d, err := group.DecodeBase(body[:group.ElementSize])
	if err != nil {
		return nil, coded.Errorf("deck.share", "share: %w", err)
	}
	s := shareSponge(at, y, c, d)
	return d, multiple(y, c.U, d).VerifyLater(s, body[group.ElementSize:], b)
}

// holds states that what is left of a card, under the key y alone, holds the token.
func holds(y *group.Base, rest Card, token uint8) *sigma.Linear {
	return known(y, sigma.Equation{
		{Base: rest.U, Form: sigma.Times(1, 0)}, {Base: rest.V, Form: sigma.Times(-1, sigma.One)},
		{Base: group.B(), Form: sigma.Times(int(token)+1, sigma.One)},
	})
}

// faceSponge absorbs V twice, so that faces and shares absorb as many elements.
func faceSponge(at sigma.Place, y *group.Base, rest Card, token uint8) *sigma.Sponge {
	s := at.Sponge(faceKind)
	absorb(s, y, rest.U, rest.V, rest.V)
	s.Absorb([]byte{token})
	return s
}

// Token decrypts what is left of a card when all others have shared, in the same time for
// all tokens of the list. The error is ErrToken, which can't be if all shuffles and
// shares verified.
func (k *Key) Token(rest Card, tokens []uint8) (uint8, error) {
	m := k.share(rest).Element()
	m.Subtract(rest.V.Element(), m)
	token, found := 0, 0
	for _, t := range tokens {
		is := m.Equal(element(t))
		token = subtle.ConstantTimeSelect(is, int(t), token)
		found |= is
	}
	if found == 0 {
		return 0, ErrToken
	}
	return uint8(token), nil
}

// Face opens what is left of a card when all others have shared: it returns the token
// with its proof, FaceSize bytes. The error is one of Token. The place may depend on the
// token, where a record's head holds it.
func (k *Key) Face(
	at func(token uint8) sigma.Place, rest Card, tokens []uint8, n sigma.Nonces,
) ([]byte, error) {
	token, err := k.Token(rest, tokens)
	if err != nil {
		return nil, err
	}
	s := faceSponge(at(token), k.y, rest, token)
	return append([]byte{token}, k.prove(holds(k.y, rest, token), s, faceKind, n)...), nil
}

// CheckFace returns the token of a face that the seat with the key y made. The error is
// ErrToken, group.ErrElement, group.ErrScalar or group.ErrLength.
func CheckFace(
	at sigma.Place, y *group.Base, rest Card, tokens []uint8, body []byte, b *sigma.Batch,
) (uint8, error) {
	if len(body) != FaceSize {
		return 0, wrongLength("face", len(body), FaceSize)
	}
	token := body[0]
	if !slices.Contains(tokens, token) {
		return 0, ErrToken
	}
	s := faceSponge(at, y, rest, token)
	return token, holds(y, rest, token).VerifyLater(s, body[1:], b)
}

// dealt states that all of D_i = kU_i, in one equation: weights w_i drawn after the
// shares make the sum of the w_i (kU_i - D_i) 0 only if all are, except for a chance of
// 1/q. It returns the sponge as well.
func dealt(
	at sigma.Place, y *group.Base, cards []Card, shares []*group.Base,
) (*sigma.Linear, *sigma.Sponge) {
	s := at.Sponge(dealKind)
	absorb(s, y)
	s.AbsorbUint32(uint32(len(cards)))
	var u []*group.Base
	for i, c := range cards {
		absorb(s, c.U, c.V, shares[i])
		u = append(u, c.U)
	}
	w := make([]*group.Scalar, len(cards))
	for i := range w {
		w[i] = s.SqueezeScalar()
	}
	sumU, sumD := group.VarTimeSum(w, u), group.VarTimeSum(w, shares)
	return multiple(y, group.NewBase(sumU), group.NewBase(sumD)), s
}

// DealSize returns the number of bytes of the shares of this many cards.
func DealSize(cards int) int { return group.ElementSize*cards + equalitySize }

// Deal returns the seat's shares of several cards with one proof, DealSize bytes.
func (k *Key) Deal(at sigma.Place, cards []Card, n sigma.Nonces) []byte {
	out := make([]byte, 0, DealSize(len(cards)))
	shares := make([]*group.Base, len(cards))
	for i, c := range cards {
		shares[i] = k.share(c)
		d := shares[i].Bytes()
		out = append(out, d[:]...)
	}
	l, s := dealt(at, k.y, cards, shares)
	return append(out, k.prove(l, s, dealKind, n)...)
}

// CheckDeal reads the shares of cards of the seat whose key is y. The error is one of
// CheckShare.
func CheckDeal(
	at sigma.Place, y *group.Base, cards []Card, body []byte, b *sigma.Batch,
) ([]*group.Base, error) {
	if len(body) != DealSize(len(cards)) {
		return nil, wrongLength("deal", len(body), DealSize(len(cards)))
	}
	shares := make([]*group.Base, len(cards))
	for i := range shares {
		var err error
		shares[i], err = group.DecodeBase(body[group.ElementSize*i:][:group.ElementSize])
		if err != nil {
			return nil, coded.Errorf("deck.dealt", "share of card %d: %w", i, err)
		}
	}
	l, s := dealt(at, y, cards, shares)
	return shares, l.VerifyLater(s, body[group.ElementSize*len(cards):], b)
}
