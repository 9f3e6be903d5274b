package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// run is the whole program: it returns the exit code.
func run(args []string, in io.Reader, out, errw io.Writer, getenv func(string) string) int {
	a := newEnv(in, out, errw, getenv)
	// The language is needed before the commands are, since their help is made of it.
	if value, ok := flagValue(args, "--lang"); ok {
		lang, err := messages.Parse(value)
		if err != nil {
			return a.report(wrong(err))
		}
		a.lang, a.asked = lang, true
	}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(a.stdout)
	root.SetErr(errw)
	err := root.Execute()
	if a.stdout.err != nil { // a full disk, say: what could not be written is lost
		return a.report(a.fail(messages.ErrOutput, a.stdout.err))
	}
	if err != nil {
		return a.report(a.usage(root, err))
	}
	return a.code
}

// flagValue finds a flag before cobra has read the command line.
func flagValue(args []string, name string) (string, bool) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, name+"="); ok {
			return value, true
		}
		if arg == name && i+1 < len(args) {
			return args[i+1], true
		}
	}
	return "", false
}

// usage gives errors of cobra's own (an unknown flag, say) the hint where to look.
func (a *env) usage(root *cobra.Command, err error) error {
	var p *problem
	if errors.As(err, &p) {
		return err
	}
	return wrong(err).hinting(a.t(messages.HintHelp, root.Name()+" help"))
}

func newRoot(a *env) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:           "darkjunqi",
		Short:         a.t(messages.RootShort),
		Long:          a.t(messages.RootLong),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          a.subcommandOnly,
		RunE: func(cmd *cobra.Command, args []string) error {
			if version {
				a.version()
				return nil
			}
			return a.table(cmd, tableFlags{})
		},
	}
	root.Flags().BoolVar(&version, "version", false, a.t(messages.VersionShort))
	root.PersistentFlags().String("lang", "", a.t(messages.FlagLang))
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return a.flagProblem(err).hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
	})
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) { a.help(cmd) })
	root.SetUsageFunc(func(cmd *cobra.Command) error { a.help(cmd); return nil })

	groups := []struct {
		id    string
		title messages.Text
		cmds  []*cobra.Command
	}{
		{"play", messages.GroupPlay, []*cobra.Command{newTable(a), newPlay(a), newDemo(a), newHost(a), newJoin(a), newResume(a), newRematch(a), newWatch(a), newRelay(a), newMatches(a), newFriends(a)}},
		{"check", messages.GroupCheck, []*cobra.Command{newAudit(a), newVerifyCertificate(a), newReplay(a), newPosition(a)}},
		{"rules", messages.GroupRules, []*cobra.Command{newLayout(a), newRules(a), newPerft(a)}},
		{"about", messages.GroupAbout, []*cobra.Command{newDoctor(a), newBench(a), newVersion(a)}},
	}
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: a.t(g.title)})
		for _, cmd := range g.cmds {
			cmd.GroupID = g.id
			root.AddCommand(cmd)
		}
	}
	root.SetHelpCommandGroupID("about")
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Short, cmd.Long = a.t(messages.HelpShort), ""
			cmd.Run, cmd.RunE = nil, a.helpFor
		}
	}
	offerCompletions(root)
	return root
}

// helpFor is the command help; a command that there isn't is a mistake as anywhere else.
func (a *env) helpFor(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return a.subcommandOnly(found, rest)
	}
	a.help(found)
	return nil
}

// group makes a command that only holds others.
func (a *env) group(use string, short, long messages.Text, cmds ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: a.t(short),
		Long:  a.t(long),
		Args:  a.subcommandOnly,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.fail(messages.ErrNeedsSubcommand, cmd.CommandPath()).hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
		},
	}
	cmd.AddCommand(cmds...)
	return cmd
}

// subcommandOnly refuses a word that is no command, with the one that was probably meant.
func (a *env) subcommandOnly(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	p := a.fail(messages.ErrUnknownCommand, args[0], cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = 2
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		return p.hinting(a.t(messages.HintDidYouMean, cmd.CommandPath()+" "+like[0]))
	}
	return p.hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
}

// exactly asks for one argument for each name.
func (a *env) exactly(names ...string) cobra.PositionalArgs { return a.between(len(names), names...) }

// pasted asks for one argument that people paste, perhaps with spaces in it that no quotes keep together.
func (a *env) pasted(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error { return a.exactly(name)(cmd, args[:min(len(args), 1)]) }
}

// between asks for at least `least` of the named arguments.
func (a *env) between(least int, names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		hint := a.t(messages.HintHelp, cmd.CommandPath()+" --help")
		switch {
		case len(args) < least:
			return a.fail(messages.ErrMissingArgument, cmd.CommandPath(), names[len(args)]).hinting(hint)
		case len(args) > len(names):
			return a.fail(messages.ErrExtraArgument, cmd.CommandPath(), args[len(names)]).hinting(hint)
		}
		return nil
	}
}

// help prints the help of a command: what it does, how it's called, examples, commands and flags.
func (a *env) help(cmd *cobra.Command) {
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	a.paragraphs(text)
	fmt.Fprintf(a.out, "\n%s\n", a.t(messages.HelpUsage))
	switch {
	case cmd.HasAvailableSubCommands():
		fmt.Fprintf(a.out, "  %s COMMAND\n", cmd.CommandPath())
	default:
		fmt.Fprintf(a.out, "  %s\n", cmd.UseLine())
	}
	if cmd.Example != "" {
		fmt.Fprintf(a.out, "\n%s\n%s\n", a.t(messages.HelpExamples), cmd.Example)
	}
	for _, g := range cmd.Groups() {
		a.helpCommands(cmd, g.ID, g.Title)
	}
	if cmd.HasAvailableSubCommands() && len(cmd.Groups()) == 0 {
		a.helpCommands(cmd, "", a.t(messages.HelpCommands))
	}
	a.helpFlags(cmd.NonInheritedFlags(), a.t(messages.HelpFlags))
	a.helpFlags(cmd.InheritedFlags(), a.t(messages.HelpGlobalFlags))
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(a.out, "\n%s\n", a.t(messages.HelpMore, cmd.CommandPath()))
	}
}

func (a *env) helpCommands(cmd *cobra.Command, group, title string) {
	var rows [][2]string
	for _, c := range cmd.Commands() {
		if c.GroupID == group && (c.IsAvailableCommand() || c.Name() == "help") {
			rows = append(rows, [2]string{c.Name(), c.Short})
		}
	}
	if len(rows) > 0 {
		fmt.Fprintf(a.out, "\n%s\n", title)
		a.columns(rows)
	}
}

func (a *env) helpFlags(flags *pflag.FlagSet, title string) {
	var rows [][2]string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if f.Name == "help" {
			f.Usage = a.t(messages.FlagHelp)
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
			usage += a.t(messages.FlagDefault, f.DefValue)
		}
		rows = append(rows, [2]string{name, usage})
	})
	if len(rows) > 0 {
		fmt.Fprintf(a.out, "\n%s\n", title)
		a.columns(rows)
	}
}

// columns prints names and what they mean, the latter aligned and wrapped.
func (a *env) columns(rows [][2]string) {
	left := 0
	for _, row := range rows {
		left = max(left, messages.Width(row[0]))
	}
	room := max(min(a.width(), 100)-left-5, 30)
	for _, row := range rows {
		name := row[0]
		for _, line := range messages.Wrap(row[1], room) {
			fmt.Fprintf(a.out, "  %s  %s\n", messages.Pad(name, left), line)
			name = ""
		}
	}
}

// paragraphs prints text wrapped to the width of the terminal; lines that start with a space stay as they are.
func (a *env) paragraphs(text string) {
	room := min(a.width(), 100) - 1
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(line, " ") {
			fmt.Fprintln(a.out, line)
			continue
		}
		for _, l := range messages.Wrap(line, room) {
			fmt.Fprintln(a.out, l)
		}
	}
}
