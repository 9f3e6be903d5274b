// Package seat is a seat at a running match: what the one who sits there may see of it,
// and what it may do. A terminal, a page, a bot in another language are views of it; none
// of them works out a rule.
//
// [Of] makes a p2p session one that [New] can sit down at. Then, until the session's Run
// returns: take Changed, look at State and Events, Do what is to be done, wait for Changed.
// The example of Of is a whole program; package robot lets a bot play.
//
// Programs in other languages read and write the same values as JSON: docs/json.md.
package seat
