package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// protocolVersion is the version that Terms carry; peers of different versions part.
const protocolVersion = transcript.Version

func newVersion(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: a.t(messages.VersionShort),
		Args:  a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON {
				version, goVersion := builtAs()
				return a.printJSON(struct {
					Version  string `json:"version"`
					Protocol int    `json:"protocol"`
					Go       string `json:"go"`
				}{version, protocolVersion, goVersion})
			}
			a.version()
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// version says which program this is.
func (a *env) version() {
	version, goVersion := builtAs()
	a.say(messages.VersionLine, version, protocolVersion, goVersion)
}

// released is the version of a program that internal/release has built; empty in others.
var released string

// builtAs is the version of the program, and of Go.
func builtAs() (version, goVersion string) {
	version = "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
		if info.Main.Version != "" {
			version = info.Main.Version
		}
	}
	if released != "" {
		version = released
	}
	return version, goVersion
}
