// Package boardprint prints boards on the command line: with the state of the game beside them, or
// as SVG.
package boardprint
