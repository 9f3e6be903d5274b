// Package uiflags is the flags of commands that can show a match on the full screen.
package uiflags
