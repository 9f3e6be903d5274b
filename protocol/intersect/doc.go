// Package intersect finds what two sets have in common, or only how much, and shows nothing else
// about them.
//
// # What a trusted person would do
//
//  1. It takes a set of at most as many items as the terms say from each of two parties.
//  2. It gives one of them, or both, as the terms say, the items that both sets hold (Items),
//     or only how many there are (Size).
//
// Item x becomes the element H(x) (RFC 9380), and party p's list holds k_p H(x) for a secret
// k_p (Meadows, "A More Efficient Cryptographic Matchmaking Protocol", 1986). The other
// party multiplies the list by its own secret, and common items are equal elements:
// k_1 k_0 H(x) = k_0 k_1 H(x). Under DDH, in the random oracle model, lists of parties that
// follow the rules look like random elements, except for what is common.
//
// # What is proven, and what is not
//
// These hold whoever lies:
//
//   - With Items, the multiples of a list are in its order and all by the one k_p of Y_p, which is
//     proven first. One proof with random weights serves 4,096 elements.
//   - An item that a party shows (Show) is in its list.
//   - A list has no element twice.
//
// These can't be had at this price, or at all:
//
//   - That an element is k_p times the hash of an item. A liar can list t k_p H(x) with its own t
//     for some items, and divide what comes back by t: it learns that x is common, and the other
//     doesn't. So a list binds only parties that follow the rules, and only among them is it claimed
//     who learns what. De Cristofaro, Kim and Tsudik ("Linear-Complexity Private Set Intersection Protocols
//     Secure in Malicious Model", 2010) show what the proofs that are missing here would take.
//   - That items are true or complete. A party can leave out its friends, or list all the names of
//     a directory, up to the size that the terms allow: choose it small, and count sessions.
//   - With Size, that multiples are right. They come in another order, which hides whose they are,
//     and proving that takes a shuffle of thousands. A liar makes the size false, and with its own
//     t for each item may learn which items are common.
//
// # What it leaks, and who can stop it
//
// The sizes are in the terms: short sets are filled with random elements. If both parties learn,
// the records show everybody how much is common, and at which places of the lists; if only one
// does, nothing. Party 0 learns first, and a party that knows the result can go away.
//
// # Records
//
// A Board is a chain of signed records, which anyone can verify: two keys, two lists, the
// multiples that are due, and what is shown. docs/spec-onehot.md, section 25, has the bytes.
package intersect
