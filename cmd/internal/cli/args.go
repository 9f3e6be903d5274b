package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Group returns a command that only contains others.
func (env *Env) Group(use string, cmds ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:  use,
		Args: env.subcommandOnly,
		RunE: func(cmd *cobra.Command, args []string) error {
			return env.Fail(messages.ErrNeedsSubcommand, cmd.CommandPath()).WithHint(env.helpHint(cmd))
		},
	}
	cmd.AddCommand(cmds...)
	return cmd
}

// describe adds to a command, and to those below it, what follows from names: its sentences, its
// flags' sentences and, from its Use, how many arguments it takes, unless it says any of that.
func (env *Env) describe(cmd *cobra.Command, name string) {
	say := func(said *string, of messages.Family, name string) {
		if *said == "" && of.Has(name) {
			*said = env.T(of.Of(name))
		}
	}
	say(&cmd.Short, messages.Commands, name)
	say(&cmd.Long, messages.Commands, name+".long")
	cmd.Flags().VisitAll(func(f *pflag.Flag) { say(&f.Usage, messages.Flags, f.Name) })
	if cmd.Args == nil {
		cmd.Args = env.asUsed(strings.Fields(cmd.Use)[1:])
	}
	for _, below := range cmd.Commands() {
		env.describe(below, name+"."+below.Name())
	}
}

// asUsed requires the arguments that the Use of a command names before its flags, such as
// "FILE|ID"; those in brackets may be missing.
func (env *Env) asUsed(names []string) cobra.PositionalArgs {
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, "--") }); i >= 0 {
		names = names[:i]
	}
	least := 0
	for i, name := range names {
		if !strings.HasPrefix(name, "[") {
			least++
		}
		names[i] = strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("[|]", r) })[0]
	}
	return env.between(least, names...)
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

// Pasted requires one argument that people paste, perhaps with spaces in it and no quotes.
func (env *Env) Pasted(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return env.between(1, name)(cmd, args[:min(len(args), 1)])
	}
}

func (env *Env) between(least int, names ...string) cobra.PositionalArgs {
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

// Usage returns a Problem of how a command was called, with a hint at its help.
func (env *Env) Usage(cmd *cobra.Command, text messages.Text, args ...any) *Problem {
	return env.Fail(text, args...).WithHint(env.helpHint(cmd))
}

func (env *Env) helpHint(cmd *cobra.Command) string {
	return env.T(messages.HintHelp, cmd.CommandPath()+" --help")
}

// JSONFlag gives a command the flag of all that can speak to programs, and returns it.
func (env *Env) JSONFlag(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&env.JSON, "json", false, env.T(messages.FlagJSON))
	return cmd
}

// StreamFlag is JSONFlag for commands that print many objects and read commands.
func (env *Env) StreamFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&env.JSON, "json", false, env.T(messages.FlagStream))
}

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

// Complete completes a word from a list, or as a file name if nothing in the list fits.
func Complete(list func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		var fit []string
		for _, word := range list() {
			if strings.HasPrefix(word, begun) {
				fit = append(fit, word)
			}
		}
		return fit, cobra.ShellCompDirectiveDefault
	}
}

// CompleteFlag completes the value of a flag that the command has.
func CompleteFlag(cmd *cobra.Command, flag string, list func() []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, Complete(list)); err != nil {
		panic(err) // there is no such flag
	}
}
