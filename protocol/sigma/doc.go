// Package sigma holds the sigma protocols that the records of a match carry, made
// non-interactive by a duplex sponge: proofs of linear maps, openings of ElGamal
// ciphertexts, the sponge, the context that every challenge binds, and the
// derivation of nonces.
//
// All proofs are compact: a challenge and responses. The verifier recomputes the
// first messages and accepts if they hash to the challenge again.
//
// A challenge binds everything: the kind of proof, the ruleset, the match, the
// prover's seat and key, the record before, the rest of the record, the proof's
// place in it, the statement with all its bases, and the first messages.
package sigma
