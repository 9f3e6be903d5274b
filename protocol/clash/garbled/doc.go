// Package garbled answers a clash by a garbled circuit and oblivious transfer: the
// construction of A. C. Yao ("How to generate and exchange secrets", FOCS 1986, in the talk), with
// later improvements.
//
//	offer    attacker  a point A                             32 bytes
//	request  defender  4 points R_i                          128 bytes
//	reply    attacker  4 sums, and the garbled circuit       512 bytes, standard rules
//	answer   defender  the code, and a label for each bit    49 bytes, standard rules
//
// docs/yao.md explains it step by step, docs/spec-resolvers.md, section 19.4, has every byte.
//
// Sums of wires are free: all labels for 1 differ from those for 0 by one random D (V.
// Kolesnikov, T. Schneider, "Improved garbled circuit: free XOR gates and applications", ICALP
// 2008). Each gate of the circuit ([Compile]) multiplies a bit that the defender knows by a wire,
// which takes one ciphertext: the evaluator's half of a half gate (S. Zahur, M. Rosulek, D. Evans,
// "Two halves make a whole", EUROCRYPT 2015). The attacker's type is on no wire, only in labels.
// With the gates go hashes of both labels of each output bit, which give the code and check an
// answer. Hashes have a key of the session and the request, so that two circuits have no hash in
// common, even if both answer one attack.
//
// # Oblivious transfer
//
// It follows T. Chou and C. Orlandi ("The simplest protocol for oblivious transfer",
// LATINCRYPT 2015) on ristretto255. A defender may send points without knowing what it chose and
// find out by its later hashes, so nobody can extract its choice when it sends (Z. A. Genç, V.
// Iovino, A. Rial, "The simplest protocol for oblivious transfer revisited", ePrint 2017/370);
// here the audit compares the points with the defender's tape. In a group with small subgroups,
// or with keys that do not bind the points, bits leak or messages can be moved elsewhere: hence a
// group of prime order, canonical encodings, no identity, and keys that hash session, index, A,
// R_i and the shared point.
//
// The fourteen multiplications could be made ahead for random choices (D. Beaver,
// "Precomputing oblivious transfer", CRYPTO 1995), but then a defender whose old files are put
// back would use a choice twice and show where two numbers differ. Few transfers extended to many
// (Y. Ishai, J. Kilian, K. Nissim, E. Petrank, "Extending oblivious transfers efficiently",
// CRYPTO 2003) would also let a defender that sends something else learn bits of D.
//
// # What it protects, and when
//
// docs/security.md, section 13, has the claims.
//
// Refused at once, by everyone:
//
//   - An answer whose labels do not belong to its code: the defender has one
//     label of each output bit and can't make up another (TestInventedLabels).
//   - Points that are not canonical or the identity (TestPoints); hashes that are
//     the same for both values of a bit (TestEqualHashes); wrong lengths (TestVectors).
//
// Disputed by the seat that sees it, and then judged by the audit:
//
//   - A circuit that yields a label without a value, or a code that
//     contradicts the defender's piece (TestSpoiledCircuit,
//     TestImpossibleAnnouncement). With an inconsistent transfer for one bit the
//     attacker makes this depend on that bit, and so learns it: once, since the audit
//     convicts it (TestInconsistentTransfer).
//   - A code that contradicts the attacker's piece, with its labels.
//
// Found by the audit only:
//
//   - A defender that asks for the labels of another type. It learns what that type
//     would have, and announces it; its points are not what its tape yields
//     (TestAnotherInput). A number that is not a type is as good as another type
//     (TestNumbersThatAreNoTypes).
//   - An attacker that garbles another table, or the row of another type, with labels
//     that fit (TestAnotherRow).
//
// Seen by nobody, and of no use: going through the circuit with other bits than those asked for
// (TestOtherBits), or with the labels of another clash (TestLabelsOfAnotherClash).
package garbled
