// Package cli provides what every command of this project's programs needs. It knows no command.
//
// A command is a function in a file of its own that takes an [Env] and returns a
// *cobra.Command:
//
//	func New(env *cli.Env) *cobra.Command {
//		return env.JSONFlag(&cobra.Command{
//			Use: "show ID",
//			RunE: func(cmd *cobra.Command, args []string) error {
//				return show(env, args[0])
//			},
//		})
//	}
//
// It is registered by one line in the [Program] of its main package, takes the arguments that its
// Use names, and is explained by the sentences command.NAME and command.NAME.long, its flags by
// flag.NAME. Functions below a
// command take an Env if they print or fail, a [messages.Lang] if they only choose
// words, and neither if they only compute. They print people's text to Env.Out and JSON with
// [Env.PrintJSON], return what went wrong as a [Problem] made by [Env.Fail] or [Wrap], and
// set Env.Code where a command succeeds with another exit code than 0.
package cli
