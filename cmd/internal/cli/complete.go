package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

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
