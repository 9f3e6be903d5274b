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
// A seat permutes the cards and adds r_i (B, Y) to each. The proof is Groth's argument ("A
// Verifiable Secret Shuffle of Homomorphic Encryptions", Journal of Cryptology 23, 2010):
// docs/spec-deck.md, section 22.2, has its messages and equations in the letters of the code. A
// false shuffle of m cards passes with a chance below (3Q+1)(2m+1)/q, in a group of order q and with
// Q queries of the hash (docs/proofs.md, section 7), or if its maker knows a relation among the
// generators K_i and H of the commitments. The argument is
// perfect zero knowledge in the random oracle model; that nobody reads the cards is the
// decisional Diffie–Hellman assumption.
//
// # Opening
//
// All seats of the key except one give their shares D = k_s U, with a proof (Key.Share). The last
// one takes them from the card (Card.Without), finds the token and proves it (Key.Face). It sees
// the token first and may refuse: no protocol without an honest majority avoids that (Cleve,
// "Limits on the Security of Coin Flips", 1986). Give a share only of a card whose shuffles all
// verified, and only once the game asks for it. Key.Deal proves the shares of many cards at once:
// if all seats except one deal, only that seat can read its hand.
//
// All that depends on secrets takes constant time; checks take a time that depends on
// what they check. Each Check leaves sums to a sigma.Batch: discard what it returned if
// the batch does not verify.
package deck
