// Package garbled answers a clash by a garbled circuit and oblivious transfer: the
// construction of A. C. Yao ("How to generate and exchange secrets", FOCS 1986, in the talk), with
// later improvements.
//
//	offer    attacker  a point A                             32 bytes
//	request  defender  4 points R_i                          128 bytes
//	reply    attacker  4 sums, and the garbled circuit       512 bytes, standard rules
//	answer   defender  the code, and a label for each bit    49 bytes, standard rules
//
// # The circuit
//
// [Compile] makes it from the clash table: 22 gates for standard rules. Sums are
// free. Every gate is the product of a bit of the defender's type number, which the
// defender knows, and another wire; the attacker's type is on no wire, only in
// functions that the attacker adds to wires.
//
// # Garbling
//
// Each wire has a label W of 16 bytes for 0 and W + D for 1, with one random D for
// the circuit, so that labels of sums are sums of labels (free XOR: V.
// Kolesnikov, T. Schneider, "Improved garbled circuit: free XOR gates and
// applications", ICALP 2008). A function f(a) of the attacker's number has the label
// 0 for whatever it is, which makes f(a) D the label for 0.
//
// Gate i with the defender's bit b, of labels B and B + D, and the wire w, of labels
// W and W + D, is the evaluator's half of a half gate (S. Zahur, M. Rosulek, D.
// Evans, "Two halves make a whole", EUROCRYPT 2015), one ciphertext:
//
//	T_i = H(i, B) + H(i, B + D) + W          label of the product for 0: H(i, B)
//
// The defender, who has B + bD and W + wD, takes H(i, B) if b = 0, and
// H(i, B + D) + T_i + (W + wD) = H(i, B) + wD if b = 1. The other hash hides W.
//
// With the circuit go hashes of both labels of each output bit. So the defender can
// read the code, and everyone can check its answer, but nobody can make up a label.
//
// H hashes with a key that is made of the session of the clash and of the request, so
// that two circuits have no hash in common, even if both answer one attack.
//
// # Oblivious transfer
//
// It is that of T. Chou and C. Orlandi ("The simplest protocol for oblivious transfer",
// LATINCRYPT 2015) on ristretto255. The attacker has A = aB. For bit i of its number the
// defender sends R_i = r_i B if it is 0 and r_i B + A if it is 1, and derives a key from
// r_i A. The attacker derives both, from aR_i and from a(R_i - A). The key of a 0 is the
// label for 0, and one ciphertext, the sum of both keys and D, gives the label for 1 to the
// owner of the key of a 1.
//
// The fourteen multiplications could be made ahead for random choices (D. Beaver,
// "Precomputing oblivious transfer", CRYPTO 1995), but then a defender whose old files
// are put back would use a choice twice and show where two numbers differ. Here all that a
// request hides follows from the record that it answers. Few transfers extended to many (Y.
// Ishai, J. Kilian, K. Nissim, E. Petrank, "Extending oblivious transfers efficiently",
// CRYPTO 2003) would besides let a defender that sends something else learn bits of D.
//
// The caveats of this protocol are well known. A defender may send points without
// knowing what it chose and find out by its later hashes, so nobody can extract its
// choice when it sends (Z. A. Genç, V. Iovino, A. Rial, "The simplest protocol for
// oblivious transfer revisited", ePrint 2017/370); that matters for proofs in larger
// protocols, and here the audit compares the points with the defender's tape. In a
// group with small subgroups, or with keys that do not bind the points, bits leak or
// messages can be moved elsewhere: hence a group of prime order, canonical encodings,
// no identity, and keys that hash session, index, A, R_i and the shared point.
//
// # What it protects, and when
//
// During the game: both types, from an honest but curious player. The defender's points are
// uniform whatever its choices are; the attacker's type hides behind labels that the
// defender has not, as far as SHA-256 acts as a random function on labels, and discrete
// logarithms are hard. And from what the checks below refuse. Only afterwards, by the
// audit: from everything else that a cheat can do. What a cheat has learned it keeps; and
// without both Reveals nothing is found.
//
// Refused at once, by everyone:
//
//   - An answer with labels that are not those of its code: the defender has one
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
// Never to be seen by anyone, as it is local computation on messages that are just as they
// should be: going through the circuit with other bits than those asked for
// (TestOtherBits), or with the labels of another clash (TestLabelsOfAnotherClash). It gains
// nothing.
package garbled
