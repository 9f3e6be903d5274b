// Package layout holds the encrypted layout of one seat and the proof, in zero
// knowledge, that it is a legal one.
//
// The statement, in the letters of docs/spec.md. Public: the ruleset, which gives
// for each piece p the types A(p) that may stand on its post, and for each type j
// the number count_j of such pieces; and from the record Y, the sent E[p,j] = (U, V)
// and all P[p]. The prover knows k, y[p,j], s[p,j], t[p] with
//
//	Y = kB, Y not 0
//	E[p,j] = (s B, y B + s Y)              for every sent column
//	P[p] = sum over A(p) of y G_j + t H    for every piece
//	y is 0 or 1                            for every p and j in A(p)
//	sum over A(p) of y[p,j] = 1            for every piece
//	sum over p of y[p,j] = count_j         for every type
//
// The last column of A(p) is not sent but implied, (0, B) minus the sum of the
// others, so that rows sum to one by construction. Columns outside A(p) are the
// trivial (0, 0).
//
// The proof is one sigma protocol with two challenges. The second, c, serves all
// equations; the first, gamma, batches the checks that y(y-1) = 0. It comes after
// E, P and all first messages: a prover who knew gamma earlier could let the terms
// of false entries cancel. The check runs over implied columns too: left out, they
// would let a row say 2 and -1.
package layout
