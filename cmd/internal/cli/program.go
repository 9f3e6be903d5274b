package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Program is a program with commands.
type Program struct {
	Name        string
	Short, Long messages.Text
	Groups      []Group
	Version     string // of the release; "" for what Go knows
	Default     string // the command that runs where none is given; "" shows the help
}

// Group is commands that the help lists together.
type Group struct {
	Title    messages.Text
	Commands []func(*Env) *cobra.Command
}

// Run runs the program and returns its exit code.
func (p *Program) Run(args []string, in io.Reader, out, errw io.Writer, getenv func(string) string) int {
	env := NewEnv(p.Name, in, out, errw, getenv)
	env.Version = p.Version
	// The language is needed before the commands are, since their help is made of it.
	if value, ok := flagValue(args, "--lang"); ok {
		lang, err := messages.Parse(value)
		if err != nil {
			return env.Report(Wrap(err))
		}
		env.Lang, env.Chosen = lang, true
	}
	root := p.Root(env)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(env.stdout)
	root.SetErr(errw)
	err := root.Execute()
	if env.stdout.err != nil { // what could not be written, to a full disk for example, is lost
		return env.Report(env.Fail(messages.ErrOutput, env.stdout.err))
	}
	if err != nil {
		if !errors.As(err, new(*Problem)) { // cobra's own
			err = Wrap(err).WithHint(env.T(messages.HintHelp, p.Name+" help"))
		}
		return env.Report(err)
	}
	return env.Code
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

// Root returns the program as a command, with all others below it.
func (p *Program) Root(env *Env) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:           p.Name,
		Short:         env.T(p.Short),
		Long:          env.T(p.Long),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          env.subcommandOnly,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case version:
				env.printVersion()
				return nil
			case p.Default == "":
				env.help(cmd)
				return nil
			}
			standard, _, err := cmd.Find([]string{p.Default})
			if err != nil {
				return err
			}
			standard.SetContext(cmd.Context())
			return standard.RunE(standard, nil)
		},
	}
	root.Flags().BoolVar(&version, "version", false, env.T(messages.Commands.Of("version")))
	root.PersistentFlags().String("lang", "", env.T(messages.FlagLang, strings.Join(messages.Tags(), "|")))
	CompleteFlag(root, "lang", messages.Tags)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return env.flagProblem(err).WithHint(env.helpHint(cmd))
	})
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) { env.help(cmd) })
	root.SetUsageFunc(func(cmd *cobra.Command) error { env.help(cmd); return nil })
	last := ""
	for _, g := range p.Groups {
		last = g.Title.In(messages.English)
		root.AddGroup(&cobra.Group{ID: last, Title: env.T(g.Title)})
		for _, command := range g.Commands {
			cmd := command(env)
			cmd.GroupID = last
			env.describe(cmd, cmd.Name())
			root.AddCommand(cmd)
		}
	}
	info := newVersion(env)
	info.GroupID = last
	env.describe(info, info.Name())
	root.AddCommand(info)
	root.SetHelpCommandGroupID(last)
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Use, cmd.Short, cmd.Long = "help [COMMAND]", env.T(messages.HelpShort), ""
			cmd.DisableFlagsInUseLine = true
			cmd.Run, cmd.RunE = nil, env.helpFor
		}
	}
	return root
}

// UntilInterrupted returns a context that ends with Ctrl-C or a polite kill.
func UntilInterrupted(parent context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
}
