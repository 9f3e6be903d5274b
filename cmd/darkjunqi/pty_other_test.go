//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// startOnTerminal is for Linux only; scripts that need it stop elsewhere.
func (p *program) startOnTerminal(ts *testscript.TestScript) {
	ts.Fatalf("no pseudo-terminals here: guard the script with [!linux] stop")
}
