package yao82

import (
	"crypto/subtle"
	"slices"

	"filippo.io/bigmod"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// sizes are the lengths in bytes of N and of p. Only tests know others than
// standard. A sizes is the resolver.
type sizes struct{ modulus, mask int }

var standard = sizes{modulus: KeySize, mask: 256 / 8}

// readOffer decodes N. It must have all its bits and be the product of two numbers
// that are 3 modulo 4; more can't be seen from outside.
func (s sizes) readOffer(offer []byte) (*bigmod.Modulus, error) {
	switch {
	case len(offer) != s.modulus:
		return nil, audited.Malformed(tape.Offer, "yao82.offer-length", "%d bytes, not the %d of N", len(offer), s.modulus)
	case offer[0]>>7 == 0:
		return nil, audited.Malformed(tape.Offer, "yao82.key-size", "N has not exactly %d bits", 8*s.modulus)
	case offer[len(offer)-1]&3 != 1:
		return nil, audited.Malformed(tape.Offer, "yao82.key-residue", "N is not 1 modulo 4")
	}
	return modulus(offer), nil
}

// blind draws x for the column of the defender and returns it with v = x^e - j.
// It draws again while v is one that the attacker would refuse, which never
// happens, unless N is made for it; but then at most two draws in three are in vain,
// whatever N is, and its maker does not know the coins.
func (s sizes) blind(n *bigmod.Modulus, columns int, defender engine.Type, coins *tape.Coins) (x *bigmod.Nat, request []byte) {
	j := small(uint(defender)+1, n)
	for {
		x, err := bigmod.NewNat().SetBytes(coins.Bytes(s.modulus), n)
		if err != nil {
			continue // not below N
		}
		v := bigmod.NewNat().ExpShortVarTime(x, exponent, n).Sub(j, n)
		if checkShifts(shifts(v, columns, n), n) == nil {
			return x, v.Bytes(n)
		}
	}
}

// readRequest decodes v and returns v+1, v+2 and so on, one for each column.
func (s sizes) readRequest(n *bigmod.Modulus, columns int, request []byte) ([]*bigmod.Nat, error) {
	if len(request) != s.modulus {
		return nil, audited.Malformed(tape.Request, "yao82.request-length", "%d bytes, not the %d of v", len(request), s.modulus)
	}
	v, err := bigmod.NewNat().SetBytes(request, n)
	if err != nil {
		return nil, audited.Malformed(tape.Request, "yao82.request-range", "v is not below N")
	}
	c := shifts(v, columns, n)
	return c, checkShifts(c, n)
}

// shifts returns v+1, v+2 and so on modulo N. Entry u-1 belongs to column u.
func shifts(v *bigmod.Nat, columns int, n *bigmod.Modulus) []*bigmod.Nat {
	one, last := small(1, n), v
	c := make([]*bigmod.Nat, columns)
	for u := range c {
		c[u] = sum(one, last, n)
		last = c[u]
	}
	return c
}

// checkShifts refuses a request that is not to be answered: if the root of one of
// these is known to everyone, or if the roots of two are opposite numbers.
func checkShifts(c []*bigmod.Nat, n *bigmod.Modulus) error {
	for u := range c {
		if c[u].IsZero()|c[u].IsOne()|c[u].IsMinusOne(n) == 1 {
			return audited.Malformed(tape.Request, "yao82.known-root", "some v+u is 0, 1 or N-1, the root of which everyone knows")
		}
		for w := range u {
			if sum(c[u], c[w], n).IsZero() == 1 {
				return audited.Malformed(tape.Request, "yao82.opposite-roots", "some v+u and v+w are opposite numbers, and so are their roots")
			}
		}
	}
	return nil
}

// maskTries is the number of p an attacker draws before it gives up. Honest requests
// need a second one once in 2^245 times; only roots that lie together as integers
// reject every p.
const maskTries = 8

// roots returns the e-th roots of the candidates.
func (k *privateKey) roots(c []*bigmod.Nat) []*bigmod.Nat {
	y := make([]*bigmod.Nat, len(c))
	for u := range y {
		y[u] = k.root(c[u])
	}
	return y
}

// list makes the reply, p and the entries, from the roots.
func (s sizes) list(y []*bigmod.Nat, row []engine.Code, numCodes int, coins *tape.Coins) ([]byte, error) {
	for range maskTries {
		mask := newPrime(coins, s.mask, 0x80, maskRounds, func([]byte) bool { return true })
		p := modulus(mask)
		if z := residues(y, p); apart(z, numCodes-1, p) {
			return append(mask, entries(z, row, p)...), nil
		}
	}
	return nil, audited.Disputed(tape.Request, "yao82.close-roots", "two of the roots lie closer together than codes")
}

// residues returns the roots modulo p.
func residues(y []*bigmod.Nat, p *bigmod.Modulus) []*bigmod.Nat {
	z := make([]*bigmod.Nat, len(y))
	for u := range z {
		z[u] = bigmod.NewNat().Mod(y[u], p)
	}
	return z
}

// entries returns each residue plus its code, modulo p.
func entries(z []*bigmod.Nat, row []engine.Code, p *bigmod.Modulus) (b []byte) {
	for u := range z {
		b = append(b, sum(z[u], small(uint(row[u]), p), p).Bytes(p)...)
	}
	return b
}

// apart reports whether any two residues differ by more than gap, either way
// round.
func apart(z []*bigmod.Nat, gap int, p *bigmod.Modulus) bool {
	for u := range z {
		for w := range z {
			if u == w {
				continue
			}
			distance := sum(z[u], small(0, p), p).Sub(z[w], p)
			if value, ok := smallValue(distance, p); ok && value <= gap {
				return false
			}
		}
	}
	return true
}

func (s sizes) readReply(columns int, reply []byte) (p *bigmod.Modulus, entries [][]byte, err error) {
	if want := s.mask * (1 + columns); len(reply) != want {
		return nil, nil, audited.Malformed(tape.Reply, "yao82.reply-length", "%d bytes, not the %d of p and %d entries", len(reply), want, columns)
	}
	if mask := reply[:s.mask]; !isPrime(mask, maskRounds) {
		return nil, nil, audited.Malformed(tape.Reply, "yao82.mask", "p is not a prime of exactly %d bits that is 3 modulo 4", 8*s.mask)
	}
	p, entries = s.splitReply(reply)
	for u := range entries {
		if _, err := bigmod.NewNat().SetBytes(entries[u], p); err != nil {
			return nil, nil, audited.Malformed(tape.Reply, "yao82.entry-range", "entry %d is not below p", u+1)
		}
	}
	return p, entries, nil
}

// splitReply cuts a reply that has been checked.
func (s sizes) splitReply(reply []byte) (p *bigmod.Modulus, entries [][]byte) {
	return modulus(reply[:s.mask]), slices.Collect(slices.Chunk(reply[s.mask:], s.mask))
}

// read returns the defender's entry minus x modulo p, if that is small enough for
// a code. The time does not depend on the column.
func (s sizes) read(p *bigmod.Modulus, entries [][]byte, defender engine.Type, x *bigmod.Nat) (int, bool) {
	own := make([]byte, s.mask)
	for u, entry := range entries {
		subtle.ConstantTimeCopy(subtle.ConstantTimeByteEq(byte(u), byte(defender)), own, entry)
	}
	return smallValue(number(own, p).Sub(bigmod.NewNat().Mod(x, p), p), p)
}

// smallValue returns x if it is less than 256.
func smallValue(x *bigmod.Nat, m *bigmod.Modulus) (int, bool) {
	b := x.Bytes(m)
	last := len(b) - 1
	return int(b[last]), subtle.ConstantTimeCompare(b[:last], make([]byte, last)) == 1
}
