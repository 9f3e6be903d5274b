package cli

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Group is a command that only contains others.
func (env *Env) Group(use string, short, long messages.Text, cmds ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: env.T(short),
		Long:  env.T(long),
		Args:  env.subcommandOnly,
		RunE: func(cmd *cobra.Command, args []string) error {
			return env.Fail(messages.ErrNeedsSubcommand, cmd.CommandPath()).WithHint(env.helpHint(cmd))
		},
	}
	cmd.AddCommand(cmds...)
	return cmd
}

// subcommandOnly refuses an unknown command, and suggests the one that was probably meant.
func (env *Env) subcommandOnly(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	p := env.Fail(messages.ErrUnknownCommand, args[0], cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = 2
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		return p.WithHint(env.T(messages.HintDidYouMean, cmd.CommandPath()+" "+like[0]))
	}
	return p.WithHint(env.helpHint(cmd))
}

// Exactly requires one argument for each name.
func (env *Env) Exactly(names ...string) cobra.PositionalArgs {
	return env.Between(len(names), names...)
}

// Pasted requires one argument that people paste, perhaps with spaces in it and no quotes.
func (env *Env) Pasted(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return env.Exactly(name)(cmd, args[:min(len(args), 1)])
	}
}

// Between requires at least `least` of the named arguments.
func (env *Env) Between(least int, names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return env.Usage(cmd, messages.ErrMissingArgument, cmd.CommandPath(), names[len(args)])
		case len(args) > len(names):
			return env.Usage(cmd, messages.ErrExtraArgument, cmd.CommandPath(), args[len(names)])
		}
		return nil
	}
}

// Usage is a Problem of how a command was called, with a hint at its help.
func (env *Env) Usage(cmd *cobra.Command, text messages.Text, args ...any) *Problem {
	return env.Fail(text, args...).WithHint(env.helpHint(cmd))
}

func (env *Env) helpHint(cmd *cobra.Command) string {
	return env.T(messages.HintHelp, cmd.CommandPath()+" --help")
}

// JSONFlag is the flag of all commands that can speak to programs.
func (env *Env) JSONFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, env.T(messages.FlagJSON))
}

// flagProblem says what is wrong with a flag, and which values it takes.
func (env *Env) flagProblem(err error) *Problem {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return env.Fail(messages.ErrUnknownFlag, dashes+unknown.GetSpecifiedName())
	case errors.As(err, &bare):
		return env.Fail(messages.ErrBareFlag, "--"+bare.GetFlag().Name)
	case errors.As(err, &invalid):
		takes := map[string]messages.Text{
			"bool": messages.FlagTakesBool, "int": messages.FlagTakesInt,
			"uint64": messages.FlagTakesUint, "duration": messages.FlagTakesDuration,
		}
		f := invalid.GetFlag()
		if text, ok := takes[f.Value.Type()]; ok {
			return env.Fail(messages.ErrFlagValue, "--"+f.Name, env.T(text), invalid.GetValue())
		}
	}
	return Wrap(err)
}
