// Package compare finds out which of two parties has the larger number, and shows nothing else
// of them: the millionaires of Yao ("Protocols for Secure Computations", 1982).
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
// The result, which of few numbers can imply a lot: whoever has 0 and not less has met a 0. Party
// 1 learns it first, and can keep it for itself by going away (Cleve, 1986). Either can stop before.
// False numbers are not noticed: nothing says what a party owns.
//
// # Records
//
// A Board is a chain of signed records, which anyone can verify: both numbers, each an onehot.Row;
// the question of party 0, an onehot.Question; its answer. docs/spec-onehot.md, section 27, has
// the bytes.
package compare
