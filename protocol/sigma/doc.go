// Package sigma holds the sigma protocols that the records of a match carry, made
// non-interactive by a duplex sponge (the Fiat–Shamir transform): proofs about linear
// maps (Linear), that at least one of two such statements holds (Either), openings of
// ElGamal ciphertexts (Opening), the context that every challenge binds (Context,
// Place), and the derivation of nonces (Nonces).
//
// A proof of a Linear or an Opening holds the first messages and the responses. The
// verifier derives the challenge again, and accepts if some sums of elements are 0. A
// Batch checks the sums of many proofs as one. A proof of an Either holds the two parts
// of the challenge and the responses; its verifier recomputes the first messages.
//
// A challenge binds everything: the kind of proof, the ruleset, the match, the prover's
// seat and key, the record before, the rest of the record, the index of the proof in
// it, the statement with all its bases, and the first messages. Place.Sponge absorbs
// all but the last two; Prove and Verify absorb those.
//
// The group is ristretto255 (RFC 9496), with scalars modulo its order; the sponge is
// that of draft-irtf-cfrg-fiat-shamir over SHAKE128. docs/spec.md, sections 6, 7 and 9,
// has every byte.
package sigma
