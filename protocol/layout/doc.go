// Package layout holds the encrypted layout of one seat, the proof in zero knowledge
// that it is legal, and proofs about its pieces: openings, none or some of several
// pieces of given types, and the opening to one reader (Peek).
//
// In the letters of docs/spec.md, section 8: the ruleset gives for each piece p the
// types A(p) that its post allows, and for each type j the number count_j of such
// pieces. A record holds a key Y[p] and a commitment P[p] for each piece, one U[j] for
// each type, and V[p,j] for each type of A(p) except the last. The prover knows k, s, y
// and t such that
//
//	Y[p] = k[p] B, not 0                        for every piece
//	U[j] = s[j] B                               for every type that is sent
//	V[p,j] = y[p,j] B + s[j] Y[p]               for every column that is sent
//	P[p] = sum over A(p) of y[p,j] G_j + t[p] H for every piece
//	one y[p,j] is 1, the others are 0           for every piece
//	sum over p of y[p,j] = count_j              for every type
//
// E[p,j] = (U[j], V[p,j]) is an ElGamal ciphertext of y[p,j] under Y[p]. Types share their
// randomness s[j] among the pieces, which is safe because each piece has its own key. The last
// column of A(p) is implied: each row sums to 1 by construction.
//
// # The proof
//
// With challenges x_j and ξ, and v_p the sum of the x_j y[p,j], one equation shows that rows are
// one-hot and that the counts hold, except for a chance over the challenges:
//
//	product over p of (ξ - v_p) = product over j of (ξ - x_j)^count_j
//
// The prover commits to the running product of the left side; γ, δ and η batch the equations that
// tie the columns, the commitments P and the running product to the same y; a proof of knowledge
// for linear equations is left (docs/spec.md, section 8).
//
// Each order matters, and the tests forge a proof for each that is broken: x, ξ, δ and η
// come after the statement, γ after the running product, c after all first messages.
//
// The tie between E and P is computational: E determines y, and P determines its row
// only up to a relation among the generators. docs/proofs.md argues soundness and zero
// knowledge step by step.
package layout
