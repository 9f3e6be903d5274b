package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// greeter is a program with one command, which needs nothing but an Env.
var greeter = Program{
	Name: "greeter", Short: messages.RootShort, Long: messages.RootLong, Default: "greet", Version: "v1.2.3",
	Groups: []Group{{Title: messages.GroupAbout, Commands: []func(*Env) *cobra.Command{func(env *Env) *cobra.Command {
		var code int
		cmd := &cobra.Command{Use: "greet [NAME]", RunE: func(cmd *cobra.Command, args []string) error {
			fmt.Fprintln(env.Out, "hello", cmd.Context() != nil, args)
			env.Code = code
			return nil
		}}
		cmd.Flags().IntVar(&code, "code", 0, "")
		CompleteFlag(cmd, "code", func() []string { return []string{"10", "11", "2"} })
		return cmd
	}}}},
}

func TestProgram(t *testing.T) {
	for _, c := range []struct {
		args      string
		code      int
		out, errs string
	}{
		{"", 0, "hello true []\n", ""},
		{"greet you", 0, "hello true [you]\n", ""},
		{"greet --code 3", 3, "hello true []\n", ""},
		{"--version", 0, "greeter v1.2.3, protocol ", ""},
		{"help greet", 0, "Usage:\n  greeter greet [NAME]", ""},
		{"greet you too", 2, "", "greeter: error: greeter greet does not take the argument \"too\"\ngreeter: hint: greeter greet --help shows how\n"},
		{"gret", 2, "", "greeter: hint: did you mean greeter greet?\n"},
		{"greet --code many", 2, "", "greeter: error: --code"},
		{"greet --lang zh --code", 2, "", "greeter：错误："},
		{"greet --lang xx", 2, "", "greeter: error: "},
		{"__complete greet --code 1", 0, "10\n11\n", ""},
	} {
		var out, errs bytes.Buffer
		code := greeter.Run(strings.Fields(c.args), strings.NewReader(""), &out, &errs, func(string) string { return "" })
		require.Equal(t, c.code, code, "%s: %s", c.args, errs.String())
		require.Contains(t, out.String(), c.out, c.args)
		require.Contains(t, errs.String(), c.errs, c.args)
	}
}

// The arguments of a command are those that its Use names.
func TestArgumentsFollowFromTheUse(t *testing.T) {
	env := NewEnv("greeter", nil, &bytes.Buffer{}, &bytes.Buffer{}, func(string) string { return "" })
	for use, takes := range map[string][]int{
		"demo": {0}, "show ID": {1}, "name WHO NAME": {2}, "resume [ID]": {0, 1}, "show NAME[,option=value…]|FILE": {1},
		"perft --depth N": {0},
	} {
		for n := range 4 {
			cmd := &cobra.Command{Use: use}
			env.describe(cmd, cmd.Name())
			require.Equal(t, slices.Contains(takes, n), cmd.Args(cmd, slices.Repeat([]string{"x"}, n)) == nil, "%s: %d", use, n)
		}
	}
}
