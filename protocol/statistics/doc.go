// Package statistics adds up vectors of bounded numbers without showing any of them, and survives
// parties that go away.
//
// # What a trusted person would do
//
//  1. It takes a vector from each of 2 to 16 parties, at most once, and refuses numbers that
//     are not from Min to Max.
//  2. When any party that gave one says so, it takes no more.
//  3. It leaves out parties that the others say are gone, if at least Quorum remain.
//  4. It announces whose vectors count and their sum, when each of those parties agrees.
//
// So means are known too, and with weights in the vector weighted ones, as in federated
// averaging (McMahan and others, "Communication-Efficient Learning of Deep Networks from
// Decentralized Data", 2017): see the Example.
//
// The adversary may split the honest parties and have each part add up its own vectors, with
// the vectors of its own parties, if Quorum allows: a Quorum of more than half of all parties and
// all liars prevents it. It never gets two sums that both hold the vector of one honest party.
// All of this is under DDH, and the bounds under discrete logarithms, in the random oracle
// model, as long as two parties that count are honest; with one, the sum shows its vector.
//
// # How
//
// Each party has a key, and numbers are encrypted under the sum of all keys, with a proof of
// their bounds: commitments to bits, as Bootle and others do it ("Short Accountable Ring
// Signatures Based on DDH", 2015), with weights that reach every bound exactly (Lipmaa, Asokan,
// Niemi, "Secure Vickrey Auctions without Threshold Trust", 2002). Then each party that counts
// signs the list of those who do (Ready). If some are not on it, each gives, for its own
// ciphertexts, what the missing keys would have taken away: it knows the randomness, so it
// can. When all have signed the same list, they share the decryption of the sum.
//
// # What it leaks, and who can stop it
//
// Whose vectors count, and the sum. A party that goes away before it has signed the last list
// stops nothing. After that it does, as it must: the others can't know whether the sum
// with it has been opened somewhere, and the sum without it would give away the difference,
// its vector. Bonawitz and others ("Practical Secure Aggregation for Privacy-Preserving
// Machine Learning", 2017) survive it by assuming that fewer than a third lie; here all others
// may. A party that is lost before it gave a key makes new terms without it necessary.
//
// False numbers within the bounds are not noticed. A sum over few parties shows a lot: add
// noise to the vector if that matters (differential privacy); nothing here proves it.
//
// # Records
//
// A Board is a chain of signed records, which anyone can verify: keys, inputs, the list, shares.
// docs/spec-onehot.md, section 26, has the bytes.
package statistics
