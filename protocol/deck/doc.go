// Package deck shuffles and opens cards without a dealer. The seats encrypt a known list of
// tokens under a key that they hold jointly, and shuffle it one after the other, each
// with a proof in zero knowledge. If one of them is honest, the order is uniform and
// known to nobody, and no seat can bias it. A card opens only when every seat of the key
// gives its share. The package knows no game and no network; its Examples draw a joint
// coin, draw lots, deal hidden hands and pass a card.
//
// # Cards
//
// A token is a byte τ. A card is an ElGamal encryption (U, V) of (τ+1)B under the joint
// key Y, the sum of the seats' keys Y_s = k_s B. The first deck holds (0, (τ+1)B) for the
// tokens in ascending order; every seat makes it by itself. Each seat proves that it
// knows k_s (Key.Prove), so that none can choose a key that cancels the others'. If the keys
// must also be independent of one another, let all seats commit to theirs first.
//
// # Shuffle
//
// The seat draws a permutation π and scalars r_i, and makes
//
//	U'_i = U_π(i) + r_i B,  V'_i = V_π(i) + r_i Y
//
// The proof is Groth's argument ("A Verifiable Secret Shuffle of Homomorphic
// Encryptions", Journal of Cryptology 23, 2010) with Pedersen commitments
//
//	com(x; ρ) = sum of x_i K_i + ρ H
//
// In the order of a body, after the new deck (m cards of 64 bytes), it holds the elements
// A, N, Q_U, Q_V, F, X1 and X0, and then the scalars f_0 … f_(m-1), z, a_0 … a_(m-1), c,
// w_1 … w_(m-1) and y: 64m + 32(3m+9) bytes. The sponge of the place (shuffleKind) absorbs
// Y, the SHA-512/256 hash of the deck before, and the new deck with its length. Then:
//
//   - The prover commits to π in A = com(π(i)+1; α), and to blinders n_i in N = com(n; ν)
//     and (Q_U, Q_V), which are the sum of n_i (U'_i, V'_i) minus κ(B, Y). Challenges t_i.
//   - It sends f_i = t_π(i) + n_i and z = κ + sum of t_π(i) r_i. Challenges λ and ξ.
//   - With d_i = λ(π(i)+1) + t_π(i) - ξ it shows that the product of the d_i is that of
//     the λ(i+1) + t_i - ξ: F commits to blinders g_i of the d_i, X1 and X0 to the two
//     coefficients of each step of the running product. Challenge e.
//   - It sends a_i = g_i + e d_i, c, w_i and y, which open eD + F and eX1 + X0, where
//     D = λA - N + sum of (f_i - ξ) K_i.
//
// The verifier checks, with q_0 = a_0 and q_i = q_(i-1) a_i + e^(i-1) w_i,
//
//	(P) q_(m-1) = e^m times the product of the λ(i+1) + t_i - ξ
//	(F) F + e(λA - N + sum of (f_i - ξ) K_i) = sum of a_i K_i + cH
//	(X) X0 + e X1 = sum over i ≥ 1 of w_i K_i + yH
//	(U) sum of f_i U'_i - sum of t_i U_i - zB = Q_U
//	(V) sum of f_i V'_i - sum of t_i V_i - zY = Q_V
//
// (P) at once, the others in a sigma.Batch, in this order. A is sent before the t_i are
// drawn. So π is fixed by then, and products that agree at random λ and ξ force
// f_i - n_i = t_π(i) for that π; random t_i then force every single card. A false shuffle
// passes with a chance below (3Q+1)(2m+1)/q for Q queries of the hash (docs/proofs.md,
// section 7), or if its maker knows a relation among K_i and H. The argument is perfect zero knowledge in the random
// oracle model; that nobody reads the cards is the decisional Diffie–Hellman assumption.
//
// # Opening
//
// All seats of the key but one give their shares D = k_s U, with a proof (Key.Share). The
// last one takes them from the card (Card.Without), finds the token and proves it
// (Key.Face). It sees the token first and may refuse: no protocol without an honest
// majority avoids that (Cleve, "Limits on the Security of Coin Flips", 1986). Give a
// share only of a card whose shuffles all verified, and only once the game asks for it.
// Key.Deal proves the shares of many cards at once: if all seats but one deal, that seat
// alone can read its hand.
//
// All that depends on secrets takes constant time; checks take a time that depends on
// what they check. Each Check leaves sums to a sigma.Batch: discard what it returned if
// the batch does not verify.
package deck
