// Package compare finds out which of two parties has the larger number, and shows nothing else
// about them: Yao's millionaires ("Protocols for Secure Computations", 1982).
//
// # What a trusted person would do
//
//  1. It takes a number below Values from party 0, then one from party 1.
//  2. It tells party 1 which is larger, or that they are equal.
//  3. It tells everybody, when party 1 says so.
//
// The package does this, under DDH in the random oracle model, whoever lies: each record is
// proven (docs/proofs.md, section 6).
//
// # What it leaks, and who can stop it
//
// The result, which can imply a lot about a small range: a party that has 0, and not less, has met
// a 0. Party 1 learns it first, and can keep it to itself by going away (Cleve, 1986). Either can
// stop earlier. False numbers are not noticed: nothing shows what a party owns.
//
// # Records
//
// A Board is a chain of signed records, which anyone can verify: both numbers, each an onehot.Row;
// the question of party 0, an onehot.Question; its answer. docs/spec-onehot.md, section 27, has
// the bytes.
package compare
