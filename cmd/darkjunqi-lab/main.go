// Darkjunqi-lab is the laboratory of darkjunqi: it measures, floods and cheats, on this computer only. See
// `darkjunqi-lab help`.
package main

import (
	"os"

	"github.com/darkjunqi/darkjunqi/cmd/internal/lab"
)

func main() {
	os.Exit(lab.Program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
