// Package group holds what the proofs need of ristretto255 (RFC 9496), the group
// of prime order
//
//	q = 2^252 + 27742317777372353535851937790883648493
//
// on top of filippo.io/edwards25519 and its field: strict decoding and encoding,
// the generators of this protocol, ElGamal ciphertexts, and sums of multiples.
//
// In the letters of docs/spec.md: B is the canonical base, G_j the generator of
// type j, H the blinding generator; nobody knows a discrete logarithm of one
// with respect to another. Capitals are elements, small letters scalars.
//
// Multiples by a secret of B, and of elements without tables, are the library's.
// The arithmetic of this package's own (curve.go) serves sums of public multiples,
// and the tables of the generators, through which secrets go in the same time
// whatever they are.
//
// Functions named VarTime take a time that depends on their inputs and must see
// public values only. All others take the same time for all scalars.
package group
