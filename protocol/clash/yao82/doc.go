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
// # Why each side learns no more
//
// The attacker sees v, which is uniform in [0, N) whatever j is, because raising
// to the power e permutes [0, N): the defender's column is hidden perfectly, if N
// is what it should be. The defender can take e-th roots of no v+u but its own,
// and of the other y_u sees 256 of 2048 bits, blurred by a code: hidden as far as
// textbook RSA is hard.
//
// # Why "mod p"
//
// Every reader asks it. Without it the entries are y_u + F(a, u) in full, and the
// defender, who knows the public key, tries each code f: if (entry_u - f)^e is
// v+u, then f is F(a, u). So it reads the attacker's whole row, without a trace:
// it is local computation. Modulo p there is nothing to raise to a power: each
// residue stands for 2^1792 candidates. TestWithoutModP reads a row and fails to
// read the same row modulo p.
//
// # What it protects, and when
//
// During the game: both types, from an honest but curious player; and from what the checks
// below refuse. Only afterwards, by the audit: from everything else that a cheat can do.
// What a cheat has learned it keeps; and without both Reveals nothing is found.
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
// Never to be seen by anyone, as it is local computation on messages that are just
// as they should be: trying codes on the entries (TestWithoutModP), factoring N. It
// gains nothing as long as RSA is hard.
//
// # Determinism
//
// Every byte is a function of the types, the messages before, and the coins of
// the step (package tape), so that an audit can replay it; that is why primes are
// made here and not by crypto/rand, which promises no such thing. Secrets meet
// constant-time code only: filippo.io/bigmod for arithmetic, masks for choices.
package yao82
