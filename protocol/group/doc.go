// Package group implements what the proofs need of ristretto255 (RFC 9496), the group
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
// The library computes secret multiples of B and of elements without tables. This package's
// own arithmetic (curve.go) computes sums of public multiples, and secret multiples of the
// generators from tables, in constant time. On a processor with AVX-512 IFMA it is in assembly,
// unless the program is built with the tag purego.
//
// Functions named VarTime take a time that depends on their inputs and must see
// public values only. All others take the same time for all scalars.
package group
