// Package engine is a language in which games of hidden pieces are described, and the
// public course of such games: any board, any army, two to six seats, alone or in
// teams. It knows no game by name; Junqi's (军棋) are in package junqi.
//
// [Rules] describes a whole game as data: nodes, roads and rails; the types of pieces, where they
// start and how they move; what is announced when two meet, and which of them leaves; how the game
// ends. [NewRuleset] checks it, [ParseRules] reads its text; both return a [Ruleset], an immutable
// value ready for play, with one canonical text and its digest. The text alone is enough to play,
// replay or audit a game.
//
// A [Position] is the public game. It knows pieces only by number, never by type, and it
// advances by [Event] values: a move, and where two pieces met, the announcement. The same
// Position therefore serves a player, its opponents, a spectator and an auditor. A player,
// who knows its own [Layout], asks it for legal moves.
//
// A [Referee] does in code what the human referee does: it knows all layouts and announces
// the results.
//
// [Facts] draws the conclusions that anyone can draw from the announcements, [Knowledge] those that
// a seat can draw, knowing its own layout.
//
// Everything here is deterministic and pure: no files, no network, no clock, no
// global randomness.
package engine
