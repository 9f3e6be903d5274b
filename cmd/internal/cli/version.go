package cli

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newVersion(env *Env) *cobra.Command {
	return env.JSONFlag(&cobra.Command{
		Use: "version",
		RunE: func(cmd *cobra.Command, args []string) error {
			if env.JSON {
				version, goVersion := env.BuiltAs()
				return env.PrintJSON(struct {
					Version  string `json:"version"`  // such as v1.2.3
					Protocol int    `json:"protocol"` // programs of different ones can't play
					Go       string `json:"go"`       // the version of Go
				}{version, transcript.Version, goVersion})
			}
			env.printVersion()
			return nil
		},
	})
}

func (env *Env) printVersion() {
	version, goVersion := env.BuiltAs()
	env.Say(messages.VersionLine, env.Program, version, transcript.Version, goVersion)
}

// BuiltAs returns the version of the program, the release's if there is one, and
// the version of Go.
func (env *Env) BuiltAs() (version, goVersion string) {
	version = "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
		if info.Main.Version != "" {
			version = info.Main.Version
		}
	}
	if env.Version != "" {
		version = env.Version
	}
	return version, goVersion
}
