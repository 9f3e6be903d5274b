// Package audited holds what the audited resolvers yao82 and garbled share: their interface
// and their audit.
//
// A resolver answers one clash: an attacking piece of type a meets a defending
// piece of type d, and both sides learn the code F(a, d) of the announcement and
// nothing else. The audited ones do it with the classical two-party protocols, in
// four messages:
//
//	step     by        rides in   coins
//	offer    attacker  Move       yes
//	request  defender  Step       yes
//	reply    attacker  Step       yes
//	answer   defender  Answer     no
//
// What two seats settle once, a key or a stock of transfers, is part of the messages of the
// clash that first needs it. So there are no records besides these, and a match without a
// clash pays for none.
//
// They are secure against honest but curious players. Against cheats they are secure in a
// weaker sense, which differs for three kinds of deviation:
//
//   - refused at once: the message is malformed, and everyone who checks it sees
//     so (Check). The record is false and convicts its signer.
//   - disputed: the message passes every public check, but the seat that it was
//     made for sees that it is wrong, by what only this seat knows. It disputes
//     it (a [Refusal] that is not Public), the match ends, and the audit decides.
//   - found by the audit: everything looked right. After both seats have revealed
//     their types and tape seeds, [Replay] makes all messages again and names the
//     first byte that differs. What the cheat has learned, it keeps.
//
// What a player computes on its own machine from messages that both sides made
// honestly is not a deviation, and nobody can ever see it. There a resolver is as
// good as its cryptography.
//
// Nothing here touches a network, a file, a clock or a random number generator: a message goes in,
// a message comes out, and all coins come from the seat's tape.
package audited
