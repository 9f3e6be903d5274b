// Package engine is the game of two-player dark Junqi (暗棋) as a referee
// knows it: the board, the army, the rules and their options, and the public
// course of a game.
//
// The rules are data. [Rules] turns a text such as "standard" or
// "standard,mines=exploding" into a [Ruleset], an immutable value that holds the
// board, the placement rules, the way each type moves, and the table of clashes.
//
// A [Position] is the public game. It knows pieces only by number, never by
// type, and it advances by [Event] values: a move, and where two pieces met, the
// announcement. The same Position therefore serves a player, the opponent, a
// spectator and an auditor. A player who knows its own [Layout] asks it for
// legal moves.
//
// A [Referee] is the human referee in code: it knows both layouts and announces.
//
// [Facts] draws the conclusions that everybody may draw from what was announced.
//
// Everything here is deterministic and pure: no files, no network, no clock, no
// global randomness.
package engine
