package yao82

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"filippo.io/bigmod"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

// This file mounts the attacks that the package comment tells of, in plain
// integers and on tiny keys: none of them depends on the size.

// public is what the defender knows of a key.
type public struct{ n, e *big.Int }

func publicOf(k *privateKey) public {
	return public{integer(k.n.Nat().Bytes(k.n)), big.NewInt(exponent)}
}

// encode writes a number as a message of the length of N.
func encode(v *big.Int, s sizes) []byte { return v.FillBytes(make([]byte, s.modulus)) }

// nat is a number below m.
func nat(x *big.Int, m *bigmod.Modulus) *bigmod.Nat {
	return number(x.FillBytes(make([]byte, m.Size())), m)
}

// answerAnyway makes the list for any v, as an attacker would that checks neither
// the request nor how the roots lie, and returns p and the entries as integers.
func answerAnyway(k *privateKey, v *big.Int, row []engine.Code) (p *big.Int, list []*big.Int) {
	mask := newPrime(testCoins(5), tiny.mask, 0x80, maskRounds, func([]byte) bool { return true })
	b := entries(residues(k.roots(shifts(nat(v, k.n), len(row), k.n)), modulus(mask)), row, modulus(mask))
	for entry := range slices.Chunk(b, tiny.mask) {
		list = append(list, integer(entry))
	}
	return integer(mask), list
}

// said is the round of a scene in which this was said.
func said(s *auditedtest.Scene, messages ...[]byte) *audited.Round {
	r := s.Begin()
	for _, message := range messages {
		r = r.With(message)
	}
	return r
}

// check is everyone's judgement of the last message.
func check(s *auditedtest.Scene, messages ...[]byte) error {
	return s.Resolver.Check(said(s, messages...))
}

func mod(x, m *big.Int) *big.Int { return new(big.Int).Mod(x, m) }
func sub(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }
func mul(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
func plus(x *big.Int, n int64) *big.Int {
	return new(big.Int).Add(x, big.NewInt(n))
}

// readByEncrypting tries every code for every entry and keeps those that
// encrypt to v+u.
func (k public) readByEncrypting(v *big.Int, entries []*big.Int, numCodes int) map[int]engine.Code {
	read := map[int]engine.Code{}
	for u := range entries {
		for code := range numCodes {
			candidate := mod(plus(entries[u], -int64(code)), k.n)
			if new(big.Int).Exp(candidate, k.e, k.n).Cmp(mod(plus(v, int64(u+1)), k.n)) == 0 {
				read[u] = engine.Code(code)
			}
		}
	}
	return read
}

// TestWithoutModP is the question that every reader asks. The list without "mod
// p" gives the attacker's whole row to whoever tries the few codes and encrypts; the
// list modulo p gives this trial nothing, not even the defender's own entry.
// Nobody could see it: it is computed from messages that are just as they should
// be.
func TestWithoutModP(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	k := newKey(testCoins(1), tiny.modulus)
	row, codes := s.Clash.Row(s.Attacker), s.Clash.NumCodes()
	_, request := tiny.blind(k.n, junqi.Standard().NumTypes(), s.Defender, testCoins(2))
	v := integer(request)

	whole := make([]*big.Int, len(row))
	for u, y := range k.roots(shifts(nat(v, k.n), len(row), k.n)) {
		whole[u] = plus(integer(y.Bytes(k.n)), int64(row[u]))
	}
	read := publicOf(k).readByEncrypting(v, whole, codes)
	require.Len(t, read, len(row))
	for u, code := range read {
		require.Equal(t, row[u], code)
	}

	_, masked := answerAnyway(k, v, row)
	require.Empty(t, publicOf(k).readByEncrypting(v, masked, codes))
}

// TestZeroRoot: with x = 0 the defender knows the roots of v+j-1, v+j and v+j+1
// without the key, and reads three entries. Such a request is refused. An attacker
// that did answer it would look for a p that sets 0, 1 and -1 apart until the end
// of days, if it did not give up.
func TestZeroRoot(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	k := newKey(testCoins(1), tiny.modulus)
	n := publicOf(k).n
	row := s.Clash.Row(s.Attacker)
	for j := 1; j <= len(row); j++ {
		v := mod(big.NewInt(int64(-j)), n)
		p, entries := answerAnyway(k, v, row)
		for u, root := range map[int]*big.Int{j - 1: sub(n, big.NewInt(1)), j: big.NewInt(0), j + 1: big.NewInt(1)} {
			if 1 <= u && u <= len(row) {
				require.Equal(t, int64(row[u-1]), mod(sub(entries[u-1], root), p).Int64(), "entry %d of the neighbours of %d", u, j)
			}
		}
		auditedtest.Refused(t, check(s, encode(n, tiny), encode(v, tiny)), tape.Request, true)
	}
	_, err := tiny.list(k.roots(shifts(nat(sub(n, big.NewInt(5)), k.n), len(row), k.n)), row, s.Clash.NumCodes(), testCoins(5))
	auditedtest.Refused(t, err, tape.Request, false)

	// The ends: only a neighbour of the zero is in the list.
	for _, v := range []int64{0, -13} {
		auditedtest.Refused(t, check(s, encode(n, tiny), encode(mod(big.NewInt(v), n), tiny)), tape.Request, true)
	}
	require.NoError(t, check(s, encode(n, tiny), encode(big.NewInt(1), tiny)), "2 … 13: nobody knows their roots")
}

// TestOppositeRoots: with v = -13/2 the numbers v+u and v+13-u are opposite, so
// their roots sum to N and the defender, who knows none of them, learns six sums
// of two codes. Such a request is refused, and so is every other pair.
func TestOppositeRoots(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	k := newKey(testCoins(1), tiny.modulus)
	n := publicOf(k).n
	row := s.Clash.Row(s.Attacker)
	half := new(big.Int).ModInverse(big.NewInt(2), n)

	v := mod(mul(big.NewInt(-13), half), n)
	p, entries := answerAnyway(k, v, row)
	for u := 1; u <= 6; u++ {
		w := 13 - u
		sum := new(big.Int).Add(entries[u-1], entries[w-1])
		require.Equal(t, int64(row[u-1])+int64(row[w-1]), mod(sub(sum, n), p).Int64())
	}

	for u := 1; u <= len(row); u++ {
		for w := 1; w < u; w++ {
			v := mod(mul(big.NewInt(int64(-u-w)), half), n)
			auditedtest.Refused(t, check(s, encode(n, tiny), encode(v, tiny)), tape.Request, true)
		}
	}
}

// TestRelatedRoots: RSA is multiplicative, so the defender can choose v with
// y_u = r y_w mod N for any r, and learn the codes of both entries at once: for r
// large, only the right pair of codes makes the wrap-around small. No check of the
// request can see it; the audit does.
func TestRelatedRoots(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	k := newKey(s.Coins(tape.Offer), tiny.modulus)
	key := publicOf(k)
	row, codes := s.Clash.Row(s.Attacker), s.Clash.NumCodes()
	const u, w = 2, 11 // mine and commander
	r := integer(testCoins(6).Bytes(24))

	// v + u = r^e (v + w)
	re := new(big.Int).Exp(r, key.e, key.n)
	v := sub(mul(re, big.NewInt(w)), big.NewInt(u))
	v = mod(mul(v, new(big.Int).ModInverse(sub(big.NewInt(1), re), key.n)), key.n)
	p, entries := answerAnyway(k, v, row)

	// y_u = r y_w - t N for some t < r.
	type pair [2]int
	var found []pair
	inverse := new(big.Int).ModInverse(key.n, p)
	for fu := range codes {
		for fw := range codes {
			t := sub(mul(r, plus(entries[w-1], -int64(fw))), plus(entries[u-1], -int64(fu)))
			if mod(mul(t, inverse), p).Cmp(r) < 0 {
				found = append(found, pair{fu, fw})
			}
		}
	}
	require.Equal(t, []pair{{int(row[u-1]), int(row[w-1])}}, found)

	require.NoError(t, check(s, encode(key.n, tiny), encode(v, tiny)), "nobody can see it")
	auditedtest.Convicted(t, s.Replay(said(s, encode(key.n, tiny), encode(v, tiny))), tape.Request)
}

// badPrime makes a prime p of the right shape with e | p-1.
func badPrime(coins *tape.Coins, size int) []byte {
	for {
		p := integer(coins.Bytes(size - 2))
		p = plus(mul(p, big.NewInt(exponent)), 1)
		if b := p.Bytes(); len(b) == size && b[0] >= 0xc0 && isPrime(b, keyRounds) {
			return b
		}
	}
}

// TestKeyThatIsNoPermutation: with e | P-1 only v+j is an e-th power modulo P, so
// the attacker reads the defender's type off v. Nobody can see it in N. But the
// attacker doesn't know which of e roots is x, so the list is garbage for the
// defender, who disputes it; and the audit convicts the offer.
func TestKeyThatIsNoPermutation(t *testing.T) {
	p := badPrime(testCoins(3), tiny.modulus/2)
	q := newPrime(testCoins(4), tiny.modulus/2, 0xc0, keyRounds, permutes)
	k := assemble(p, q)
	key := publicOf(k)
	power := new(big.Int).Div(sub(integer(p), big.NewInt(1)), key.e)
	for _, d := range junqi.Standard().Types().Types() {
		s := auditedtest.New(t, tiny, "standard", junqi.Regiment, d, uint32(d))
		r := said(s, encode(key.n, tiny))
		require.NoError(t, tiny.Check(r))
		request, err := s.Make(r)
		require.NoError(t, err)
		r = r.With(request)

		var seen []engine.Type
		for _, u := range junqi.Standard().Types().Types() {
			c := plus(integer(request), int64(u+1))
			if new(big.Int).Exp(c, power, integer(p)).IsInt64() {
				seen = append(seen, u)
			}
		}
		require.Equal(t, []engine.Type{d}, seen, "the attacker sees the defender's type")

		cheat := &seat{sizes: tiny, keys: map[tape.Place]*privateKey{r.Place(tape.Offer): k}}
		reply, err := cheat.Make(r, s.Attacker)
		require.NoError(t, err)
		r = r.With(reply)
		_, err = s.Make(r)
		auditedtest.Refused(t, err, tape.Reply, false)
		auditedtest.Convicted(t, s.Replay(r), tape.Offer)
	}
}

// TestHostileModulus: whatever N is, as long as it passes for one, the defender
// finds a v soon, and one that nobody refuses. At worst x is below N every other
// time, and one of those in three is no good: x^e is 0 modulo a power of 3, when x
// is a multiple of 3.
func TestHostileModulus(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	one := big.NewInt(1)
	fits := func(n *big.Int) bool { return n.BitLen() == 8*tiny.modulus && mod(n, big.NewInt(4)).Int64() == 1 }
	power := func(x, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(x), big.NewInt(n), nil) }
	// fill multiplies by powers of 3 and 5 until it fits.
	fill := func(n *big.Int) *big.Int {
		for five := int64(0); ; five++ {
			for three := int64(0); three < 400; three++ {
				if m := mul(n, mul(power(3, three), power(5, five))); fits(m) {
					return m
				}
			}
		}
	}
	noPermutation := one // of primes 1 modulo e, as many as there is room for
	for p := int64(exponent); noPermutation.BitLen() < 8*tiny.modulus-40; p += exponent {
		if big.NewInt(p + 1).ProbablyPrime(20) {
			noPermutation = mul(noPermutation, big.NewInt(p+1))
		}
	}
	prime := integer(newPrime(testCoins(7), tiny.modulus/2, 0xc0, keyRounds, permutes))
	for name, n := range map[string]*big.Int{
		"the least":                  plus(new(big.Int).Lsh(one, uint(8*tiny.modulus-1)), 1),
		"the largest":                sub(new(big.Int).Lsh(one, uint(8*tiny.modulus)), big.NewInt(3)),
		"powers of 3 and 5":          fill(one),
		"a power of e":               fill(power(exponent, 31)),
		"primes that are 1 modulo e": fill(noPermutation),
		"a square":                   mul(prime, prime),
	} {
		require.True(t, fits(n), name)
		for number := range uint32(60) {
			s.Clash.Number = number
			coins := s.Coins(tape.Request)
			_, request := tiny.blind(modulus(encode(n, tiny)), junqi.Standard().NumTypes(), s.Defender, coins)
			require.NoError(t, check(s, encode(n, tiny), request), name)
			// How many x were drawn is seen by where the coins are now.
			again, rest, draws := s.Coins(tape.Request), coins.Bytes(tiny.modulus), 0
			for !bytes.Equal(again.Bytes(tiny.modulus), rest) {
				draws++
				require.Less(t, draws, 60, name)
			}
		}
	}
}

// TestSmallMask: an honest attacker's z_u lie apart. For a p of ten bits that is
// so rare a property that a defender who takes the rows of other types off the
// entries can tell that they are not the right ones. For a p of full size every
// row leaves the z_u apart, and a small one is refused.
func TestSmallMask(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	codes := s.Clash.NumCodes()
	row := s.Clash.Row(s.Attacker)
	k := newKey(testCoins(1), tiny.modulus)
	// consistent counts the types that the entries do not rule out.
	consistent := func(entries []*big.Int, p *bigmod.Modulus) (n int) {
		for _, a := range junqi.Standard().Mobile().Types() {
			z := make([]*bigmod.Nat, len(row))
			for u, code := range s.Clash.Row(a) {
				z[u] = nat(mod(plus(entries[u], -int64(code)), integer(p.Nat().Bytes(p))), p)
			}
			if apart(z, codes-1, p) {
				n++
			}
		}
		return n
	}
	list := func(roots []*bigmod.Nat, p *bigmod.Modulus) (list []*big.Int, ok bool) {
		z := residues(roots, p)
		for u := range z {
			list = append(list, plus(integer(z[u].Bytes(p)), int64(row[u])))
		}
		return list, apart(z, codes-1, p)
	}

	large := modulus(newPrime(testCoins(5), standard.mask, 0x80, maskRounds, func([]byte) bool { return true }))
	lists, left := 0, 0
	for i := range uint32(20) {
		_, request := tiny.blind(k.n, junqi.Standard().NumTypes(), s.Defender, testCoins(100+i))
		roots := k.roots(shifts(nat(integer(request), k.n), len(row), k.n))
		for n := int64(1 << 8); n < 1<<10; n++ {
			if !big.NewInt(n).ProbablyPrime(10) {
				continue
			}
			p := modulus([]byte{byte(n >> 8), byte(n)})
			if entries, ok := list(roots, p); ok {
				lists++
				left += consistent(entries, p)
			}
		}
		entries, ok := list(roots, large)
		require.True(t, ok)
		require.Equal(t, junqi.Standard().Mobile().Len(), consistent(entries, large))
	}
	t.Logf("%d lists of a p below 2^10 leave %.1f of %d types on average", lists, float64(left)/float64(lists), junqi.Standard().Mobile().Len())
	require.Greater(t, lists, 20)
	require.Less(t, left, 9*lists)
}

// TestMaskMustBePrimeAndLarge takes other numbers for p.
func TestMaskMustBePrimeAndLarge(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	played := s.Play(t)
	with := func(p *big.Int) []byte {
		reply := make([]byte, len(played.Said[tape.Reply])) // entries are 0, below any p
		p.FillBytes(reply[:tiny.mask])
		return reply
	}
	p := integer(played.Said[tape.Reply][:tiny.mask])
	checkReply := func(reply []byte) error { return tiny.Check(auditedtest.Instead(played, tape.Reply, reply)) }
	check := func(p *big.Int) error { return checkReply(with(p)) }
	require.NoError(t, check(p))
	auditedtest.Refused(t, check(plus(p, 4)), tape.Reply, true)                                                // composite
	auditedtest.Refused(t, check(big.NewInt(0)), tape.Reply, true)                                             //
	auditedtest.Refused(t, check(big.NewInt(1)), tape.Reply, true)                                             //
	auditedtest.Refused(t, check(big.NewInt(1000003)), tape.Reply, true)                                       // small
	auditedtest.Refused(t, check(sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))), tape.Reply, true) // a prime of 255 bits
	auditedtest.Refused(t, check(sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(2))), tape.Reply, true)  // even

	// It gets all the rounds of a number that somebody may have built to pass.
	short := sizes{modulus: tiny.modulus, mask: 8}
	for _, n := range mostLiars(60) {
		reply := append(n, make([]byte, columns(played)*8)...)
		auditedtest.Refused(t, short.Check(auditedtest.Instead(played, tape.Reply, reply)), tape.Reply, true)
	}

	// And entries must be below it.
	reply := bytes.Clone(played.Said[tape.Reply])
	copy(reply[3*tiny.mask:], reply[:tiny.mask])
	auditedtest.Refused(t, checkReply(reply), tape.Reply, true)
}

// TestRangesOfNumbers takes other numbers for N and v.
func TestRangesOfNumbers(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	offer := s.Play(t).Said[tape.Offer]
	n := integer(offer)
	for _, offer := range []*big.Int{
		plus(n, 1), plus(n, 2), // even, 3 modulo 4
		new(big.Int).Rsh(n, 1), // not all bits
		big.NewInt(0), big.NewInt(1),
	} {
		auditedtest.Refused(t, check(s, encode(offer, tiny)), tape.Offer, true)
	}
	for _, v := range []*big.Int{n, plus(n, 20), sub(new(big.Int).Lsh(big.NewInt(1), uint(8*tiny.modulus)), big.NewInt(1))} {
		auditedtest.Refused(t, check(s, offer, encode(v, tiny)), tape.Request, true)
	}
	auditedtest.Refused(t, check(s, offer, encode(big.NewInt(1000), tiny)[1:]), tape.Request, true) // shorter than N
}

// TestOneKey: the key of the first clash serves those of the same seats after it, and
// no other may be offered in them.
func TestOneKey(t *testing.T) {
	first := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0)
	played := first.Play(t)
	s := first.After(played, junqi.Regiment, junqi.Company)
	require.Empty(t, s.Play(t).Said[tape.Offer])
	auditedtest.Refused(t, check(s, played.Said[tape.Offer]), tape.Offer, true)
	other := newKey(testCoins(9), tiny.modulus)
	auditedtest.Refused(t, check(s, other.n.Nat().Bytes(other.n)), tape.Offer, true)
}

// A cheat's message instead of an honest one, and what becomes of it.
func TestCheatsThatLookRight(t *testing.T) {
	s := auditedtest.New(t, tiny, "standard", junqi.Regiment, junqi.Company, 0) // the attacker is the higher
	played := s.Play(t)

	t.Run("the row of another type", func(t *testing.T) {
		cheat := *s
		cheat.Attacker = junqi.Engineer
		r := cheat.Continue(t, played.Before(tape.Reply)) // the defender can't see it, nor anyone else
		require.Equal(t, s.Clash.Rules.Clash(junqi.Engineer, s.Defender), auditedtest.Code(r))
		auditedtest.Convicted(t, s.Replay(r), tape.Reply)
	})

	t.Run("garbage in the entries of half the types", func(t *testing.T) {
		half := junqi.Standard().NumTypes() / 2
		for _, d := range junqi.Standard().Types().Types() {
			s := auditedtest.New(t, tiny, "standard", junqi.Regiment, d, 100+uint32(d))
			played := s.Play(t)
			reply := bytes.Clone(played.Said[tape.Reply])
			clear(reply[(1+half)*tiny.mask:])
			r := auditedtest.Instead(played, tape.Reply, reply)
			require.NoError(t, tiny.Check(r), "nobody else can see it")
			_, err := s.Make(r)
			if int(d) < half {
				require.NoError(t, err)
			} else {
				auditedtest.Refused(t, err, tape.Reply, false) // so the attacker learns which half
			}
			auditedtest.Convicted(t, s.Replay(r), tape.Reply)
		}
	})

	t.Run("a list that has the defender announce the impossible", func(t *testing.T) {
		// An honest defender that said so would be refused by everyone: it must dispute.
		key := newKey(s.Coins(tape.Offer), tiny.modulus)
		c, err := tiny.readRequest(key.n, columns(played), played.Said[tape.Request])
		require.NoError(t, err)
		row := s.Clash.Row(s.Attacker)
		dispute := func(code engine.Code) error {
			row[s.Defender] = code
			reply, err := tiny.list(key.roots(c), row, s.Clash.NumCodes(), s.Coins(tape.Reply))
			require.NoError(t, err)
			_, err = s.Make(auditedtest.Instead(played, tape.Reply, reply))
			auditedtest.Refused(t, err, tape.Reply, false)
			return err
		}
		require.ErrorContains(t, dispute(s.Clash.Rules.Clash(junqi.Regiment, junqi.Flag)), "contradicts the seat's own piece")
		require.ErrorContains(t, dispute(engine.Code(s.Clash.NumCodes())), "holds no code")
	})

	t.Run("the column of another type", func(t *testing.T) {
		cheat := *s
		cheat.Defender = junqi.Division
		r := cheat.Play(t) // nobody can see it, not even the attacker
		require.NotEqual(t, auditedtest.Code(played), auditedtest.Code(r))
		auditedtest.Convicted(t, s.Replay(r), tape.Request)
	})

	t.Run("a false code", func(t *testing.T) {
		accepted := 0
		for code := range engine.Code(s.Clash.NumCodes()) {
			r := auditedtest.Instead(played, tape.Answer, []byte{byte(code)})
			require.NoError(t, tiny.Check(r), "nobody can see it by the messages")
			possible := s.Clash.Possible(engine.TypesOf(s.Attacker), s.Clash.Defenders, code)
			if err := r.CheckHeard(tape.Answer, engine.TypesOf(s.Attacker), r.Defenders, code); possible {
				require.NoError(t, err)
				accepted++
			} else {
				auditedtest.Refused(t, err, tape.Answer, false)
			}
			if code != auditedtest.Code(played) {
				auditedtest.Convicted(t, s.Replay(r), tape.Answer)
			}
		}
		require.Equal(t, 4, accepted, "a regiment can win, lose, take the flag, or leave together with the other")
	})
}
