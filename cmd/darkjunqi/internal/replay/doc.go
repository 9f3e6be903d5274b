// Package replay is the command replay: transcripts, games as text and recordings of QQ Game, turn
// by turn.
package replay
