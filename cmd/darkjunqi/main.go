// Darkjunqi plays dark Junqi (暗军棋) between the players' computers without a referee, and audits matches that were
// played so. See `darkjunqi help`.
package main

import (
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
