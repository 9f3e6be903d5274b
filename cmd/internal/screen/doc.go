// Package screen shows a match on the full screen of a terminal as its seat may see it, a layout
// that is being chosen, and a replay.
//
// [Match] is a view of a seat at a running match: it draws the state, and sends no command
// that the state does not allow. [Replay] steps through one that is recorded. Neither works
// out a rule. Both are models of bubbletea, and [Show] runs them. [Print] draws the same board as
// text, for those who play and replay by lines.
//
// A picture is put together again for each change: a title, a board with a panel beside it,
// what happened last, what to do now, and a bar of actions; a renderer gives everything its
// place, by which the mouse finds it again. The board takes the largest scale that fits, and
// scrolls where none does. Background colours show land and armies, signs beside each piece
// say the same without colours, and no character is drawn of which terminals disagree how
// many columns it takes.
package screen
