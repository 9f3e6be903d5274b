// Package yao82 is the list protocol of Yao's millionaires (A. C. Yao, "Protocols
// for secure computations", FOCS 1982, section 2), as it is usually presented, with
// the codes of the clash table instead of "+1".
//
// The attacker's secret is a row of the table F, the defender's a column j: type
// number plus one, 1 to 12 with twelve types. The attacker has an RSA key, N of exactly
// 2048 bits and e = 65537, made for the first clash in which it attacks this seat; in
// later ones it offers nothing. All numbers are sent big-endian, at full length.
//
//	offer    attacker  N, in the first clash                        256 bytes
//	request  defender  v = x^e - j mod N, x uniform in [0, N)       256 bytes
//	reply    attacker  p; entry_u = z_u + F(a, u) mod p, u = 1..12  416 bytes
//	answer   defender  the code: entry_j - x mod p                    no proof
//
// where y_u = (v+u)^d mod N, so that y_j is x, and z_u = y_u mod p for a random
// prime p of exactly 256 bits under which any two z_u lie further apart, around
// the circle of the residues, than the largest code.
//
// docs/yao.md explains it step by step, docs/spec-resolvers.md, section 19.3, has every byte.
//
// Modulo p each entry stands for 2^1792 candidates. Without "mod p" the defender could try each
// code f: if (entry_u - f)^e is v+u, then f is F(a, u). So it would read the attacker's whole row,
// without a trace (TestWithoutModP).
//
// # What it protects, and when
//
// docs/security.md, section 13, has the claims.
//
// Refused at once, by everyone:
//
//   - x = 0 makes v+j = 0 and its neighbours 1 and -1, whose roots everyone knows:
//     the defender reads three entries. So a request with some v+u in {0, 1, N-1}
//     is refused (TestZeroRoot).
//   - v = -(u+w)/2 makes v+u and v+w opposite numbers, and their roots too: the
//     defender knows entry_u + entry_w up to codes, and with u+w = 13 this holds for
//     six pairs at once. So a request in which two of v+1..v+12 sum to zero is
//     refused (TestOppositeRoots). (An honest request is never refused: the
//     defender draws x again.)
//   - A small p leaks by the separation rule itself: the defender takes each
//     type's row off the entries, and a type that leaves two z_u too close is ruled
//     out (TestSmallMask). So p must have 256 bits, and be prime
//     (TestMaskMustBePrimeAndLarge); at this size the rule rejects one p in 2^245,
//     and leaks as little. (Without the rule two entries could hold the same
//     residue, up to a code.)
//   - Numbers out of range (TestRangesOfNumbers).
//
// Disputed by the seat that sees it, and then judged by the audit:
//
//   - Garbage in some entries: whether the defender disputes tells the attacker
//     whether its type is among them. Once, since the audit convicts it
//     (TestCheatsThatLookRight, "garbage").
//   - A list by which the defender would announce what its piece can't be (same,
//     "impossible"); a code that contradicts the attacker's piece (same, "a false
//     code").
//
// Found by the audit only:
//
//   - A key with e | P-1: then only one number in e is an e-th power modulo P.
//     v+j is one, the others hardly ever, and the attacker knows j. Nobody sees
//     it in N; it would be seen if the offer proved that x -> x^e is a permutation
//     (S. Goldberg, L. Reyzin, O. Sagga, F. Baldimtsi, "Certifying RSA public keys
//     with an efficient NIZK", ePrint 2018/057), which the classical protocol does
//     not. The attacker can't make the right list any more: v+j has e roots, and it
//     does not know which is x. So most likely the defender disputes the list
//     (TestKeyThatIsNoPermutation).
//   - A request with related roots. RSA is multiplicative: for any small r, v can be
//     chosen so that y_u = r y_w mod N, and then entry_u - r entry_w tells both
//     codes, although the defender knows neither root. There are some 2^250 such v
//     for each pair; r = -1 above is only the most telling one. The list protocol
//     has no defence but the audit: the defender's tape does not yield this v
//     (TestRelatedRoots).
//   - The row of another type in the reply, the column of another type in the
//     request (TestCheatsThatLookRight, "row", "column").
//   - A false code in the answer that the attacker's piece could have yielded
//     (same, "a false code").
//
// # Determinism
//
// Every byte is a function of the types, the messages before, and the coins of
// the step (package tape), so that an audit can replay it; that is why primes are
// made here and not by crypto/rand, which promises no such thing. Secrets meet
// constant-time code only: filippo.io/bigmod for arithmetic, masks for choices.
package yao82
