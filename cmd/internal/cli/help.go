package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

func (env *Env) helpFor(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return env.subcommandOnly(found, rest)
	}
	env.help(found)
	return nil
}

// help prints the help of a command: what it does, how it's called, examples, commands and flags.
func (env *Env) help(cmd *cobra.Command) {
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	env.Paragraphs(text)
	fmt.Fprintf(env.Out, "\n%s\n", env.T(messages.HelpUsage))
	switch {
	case cmd.HasAvailableSubCommands():
		fmt.Fprintf(env.Out, "  %s COMMAND\n", cmd.CommandPath())
	default:
		fmt.Fprintf(env.Out, "  %s\n", cmd.UseLine())
	}
	if cmd.Example != "" {
		fmt.Fprintf(env.Out, "\n%s\n%s\n", env.T(messages.HelpExamples), cmd.Example)
	}
	for _, g := range cmd.Groups() {
		env.helpCommands(cmd, g.ID, g.Title)
	}
	if cmd.HasAvailableSubCommands() && len(cmd.Groups()) == 0 {
		env.helpCommands(cmd, "", env.T(messages.HelpCommands))
	}
	env.helpFlags(cmd.NonInheritedFlags(), env.T(messages.HelpFlags))
	env.helpFlags(cmd.InheritedFlags(), env.T(messages.HelpGlobalFlags))
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(env.Out, "\n%s\n", env.T(messages.HelpMore, cmd.CommandPath()))
	}
}

func (env *Env) helpCommands(cmd *cobra.Command, group, title string) {
	var rows [][2]string
	for _, c := range cmd.Commands() {
		if c.GroupID == group && (c.IsAvailableCommand() || c.Name() == "help") {
			rows = append(rows, [2]string{c.Name(), c.Short})
		}
	}
	if len(rows) > 0 {
		fmt.Fprintf(env.Out, "\n%s\n", title)
		env.Columns(rows)
	}
}

func (env *Env) helpFlags(flags *pflag.FlagSet, title string) {
	var rows [][2]string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value != "" {
			name += " " + value
		}
		switch f.DefValue {
		case "", "false", "0", "0s", "[]":
		default:
			usage += env.T(messages.FlagDefault, f.DefValue)
		}
		rows = append(rows, [2]string{name, usage})
	})
	if len(rows) > 0 {
		fmt.Fprintf(env.Out, "\n%s\n", title)
		env.Columns(rows)
	}
}
