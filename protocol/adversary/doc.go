// Package adversary plays a seat that cheats. It is how the project shows, and
// tests, that a cheat is stopped where docs/spec.md says that it is.
//
// [Kinds] names the ways to cheat, with a line about each and where it is stopped.
// A [Player] cheats in one of them; until then it does what an honest
// protocol.Player does. A [Scene] is a short game in which the occasion comes up,
// played in memory by the tests and over a link by `darkjunqi-lab cheat`.
//
// A cheat knows all that its seat knows, its keys included, and sends whatever
// bytes it likes. It doesn't break the cryptography: something false is proven by
// running the honest prover on a witness that doesn't satisfy the statement.
//
// Nothing here is used by an honest program.
package adversary
