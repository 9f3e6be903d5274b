// Package play is the commands that play or watch matches: table, play, demo, host, join, resume,
// rematch and watch.
package play
