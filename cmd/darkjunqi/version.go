package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
)

// protocolVersion is the version that Terms carry; peers of different versions part.
const protocolVersion = 1

func newVersion(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: a.t(words.VersionShort),
		Args:  a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			version, goVersion := builtAs()
			if asJSON {
				return a.printJSON(struct {
					Version  string `json:"version"`
					Protocol int    `json:"protocol"`
					Go       string `json:"go"`
				}{version, protocolVersion, goVersion})
			}
			a.say(words.VersionLine, version, protocolVersion, goVersion)
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// builtAs is the version of the program, and of Go.
func builtAs() (version, goVersion string) {
	version = "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
		if info.Main.Version != "" {
			version = info.Main.Version
		}
	}
	return version, goVersion
}
