// Package seat shows a running match as the player of one seat may see it, and takes that player's
// commands. A terminal, a page, a bot in another language are views of it; none of them applies a
// rule itself.
//
// [Of] makes a p2p session one that [New] can sit down at. Then, until the session's Run
// returns: take Changed, look at State and Events, Do what is to be done, wait for Changed.
// The example of Of is a whole program; package robot lets a bot play.
//
// Programs in other languages read and write the same values as JSON: docs/json.md.
package seat
