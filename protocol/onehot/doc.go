// Package onehot commits to one of n values, with a proof of constant size that it is one
// of them. Two parties compare committed values by any table, and ballots under a joint key
// add up.
//
// # Commitment
//
// Bases X_1 … X_(n-1) are public. Column j says whether the value is j; value 0 has no
// column. With a fresh secret s
//
//	Y = sB,  V_j = y_j B + s X_j
//
// So (X_j, V_j) is an ElGamal ciphertext of y_j under Y, and (Y, V_j) one under X_j. With
// X_j = G_j (Generators) nobody but the committer can read it. With X_j = k_j B, where
// several parties hold k_j jointly, it is a ballot: the sum of all (Y, V_j) is a ciphertext
// of the number of votes for j. Y fixes s, and V_j then y_j, whatever the committer can
// compute. Under DDH the V_j hide y, as long as s serves for one commitment.
//
// # Proof
//
// Challenges x_j come after Y and V. Let
//
//	A = sum of x_j V_j,   P = sum of x_j X_j
//	D = sum of x_j² V_j,  Q = sum of x_j² X_j
//
// A proof of a linear map shows that the prover knows s, v and u with
//
//	Y = sB,  A = vB + sP,  vY = uB,  D = vA + sQ - uP
//
// Then u = vs and v = sum of x_j y_j, so the last equation says v² = sum of x_j² y_j. As
// polynomials in the x_j both sides agree only if each y_j² = y_j and each y_i y_j = 0: at
// most one column holds 1, the others 0. The y_j are fixed before the x_j, so for other y_j
// the sides agree with a chance of at most 2/q (Schwartz, Zippel).
//
// A body has 32n + 224 bytes: Y, V_1 … V_(n-1), four first messages and three responses;
// 736 for 16 values. docs/proofs.md has the argument step by step.
//
// All that depends on secrets takes constant time; checks take a time that depends on what
// they check. Each Check leaves sums to a sigma.Batch: discard what it returned if the
// batch does not verify.
package onehot
