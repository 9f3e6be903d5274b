// Package tally counts ballots, or finds the highest sealed bid, that nobody ever sees. Each choice
// or price is a column of an onehot.Row under keys that the trustees hold jointly, and only sums
// that the rules ask for are opened.
//
// # What a trusted counter would do
//
//  1. It takes a value below n from each party, at most once, and announces who gave one.
//  2. When the first trustee says so, and at least Quorum parties gave one, it takes no more.
//  3. In a Vote it announces how many parties gave each value.
//  4. In an auction, where 0 is no bid, it announces the highest value and who gave it. With
//     SecondPrice it also announces, if only one party did, the next lower value and how many
//     gave that.
//  5. It announces something only when every trustee agrees, each having heard it before.
//
// The package does this, as long as one trustee is honest, under DDH in the random oracle
// model. Results are right whoever lies: ballots are proven to hold one value
// (docs/proofs.md, section 6), and so is every share.
//
// # What it leaks, and who can stop it
//
// No lower bid is ever opened, except that SecondPrice shows the winner's bid too, although
// it pays less: to hide it takes comparisons under encryption, which are not here. A vote of
// few parties shows what its counts imply.
//
// A missing trustee stops the count, and the first one can close as soon as Quorum ballots are
// there, or leave a ballot out; neither is proven to be intent. Abstainers stop nothing while
// Quorum ballots come. Of q ballots, t of them by liars, a sum hides each of the honest q - t among
// the rest: ask for that many more than could be liars. All trustees together can read every
// ballot. Voters can prove how they voted, by showing their nonces, and so sell it. Values are not
// fixed before others' ballots are seen, but those are hidden, and can't be copied: a ballot's
// proof names its party.
//
// An honest trustee signs on one board only (Party). Otherwise the sums of two boards could be
// subtracted. A party that signs twice on one head is convicted (Twice); one that signs what is
// false or not due, such as a second ballot, is convicted by that record.
//
// # Records
//
// A Board is a chain of signed records, which anyone can verify (Verify). The first Trustees of the
// parties give their keys, by number; then any party gives its ballot; the first trustee closes;
// then the trustees share what is to be opened, by number, in as many rounds as it takes. Opened
// has all that this shows about ballots. docs/spec-onehot.md, section 24, has the bytes of records
// and files.
package tally
