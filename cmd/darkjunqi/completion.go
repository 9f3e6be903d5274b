package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
)

// completions are what a shell offers for flags, by their names.
var completions = map[string]func() []string{
	"lang":     func() []string { return []string{"en", "zh"} },
	"rules":    completeRules,
	"resolver": protocol.Resolvers,
	"bot":      bot.Names,
	"layout":   completeLayouts,
	"seat":     completeSeats,
	"near":     completeSeats,
	"as":       func() []string { return append(completeSeats(), "public", "all") },
	"board":    func() []string { return []string{"every", "last", "none"} },
	"theme":    func() []string { return []string{"auto", "light", "dark"} },
	"to":       func() []string { return []string{"line", "rows", "chinese", "jql"} },
	"cheat":    completeCheats,
	"ui":       func() []string { return []string{"terminal", "lines"} },
}

// completeArgs are what a shell offers for the argument of a command beside files.
var completeArgs = map[string]func() []string{
	"darkjunqi resume":         completeMatches,
	"darkjunqi audit":          completeMatches,
	"darkjunqi replay":         completeMatches,
	"darkjunqi matches show":   completeMatches,
	"darkjunqi matches delete": completeMatches,
	"darkjunqi rules show":     completeRules,
	"darkjunqi layout show":    completeLayouts,
	"darkjunqi layout check":   completeLayouts,
	"darkjunqi layout convert": completeLayouts,
}

// offerCompletions lets a shell complete the values of flags and arguments of a command and of those below it.
func offerCompletions(cmd *cobra.Command) {
	for name, list := range completions {
		if cmd.LocalFlags().Lookup(name) != nil {
			_ = cmd.RegisterFlagCompletionFunc(name, offer(list)) // it fails for a flag that isn't there
		}
	}
	for seat := range engine.Seat(engine.MaxSeats) {
		if name := "layout-" + seat.String(); cmd.LocalFlags().Lookup(name) != nil {
			_ = cmd.RegisterFlagCompletionFunc(name, offer(completeLayouts))
		}
	}
	if list, ok := completeArgs[cmd.CommandPath()]; ok {
		cmd.ValidArgsFunction = offer(list)
	}
	for _, below := range cmd.Commands() {
		offerCompletions(below)
	}
}

// offer completes a word by a list, or as the name of a file where it is none of them.
func offer(list func() []string) cobra.CompletionFunc {
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

// completeRules are the names of our rulesets, each with every option that its game has.
func completeRules() []string {
	var list []string
	for _, name := range junqi.Names() {
		list = append(list, name)
		options, err := junqi.Options(name)
		if err != nil {
			continue
		}
		for _, o := range options {
			for _, value := range o.Allowed {
				if value != o.Value && value == strings.ToLower(value) { // capitals stand for any value
					list = append(list, name+","+o.Name+"="+value)
				}
			}
		}
	}
	return list
}

func completeLayouts() []string { return slices.Sorted(maps.Keys(junqi.Layouts())) }

func completeSeats() []string {
	var list []string
	for seat := range engine.Seat(engine.MaxSeats) {
		list = append(list, seat.String())
	}
	return list
}

func completeCheats() []string {
	list := []string{"list"}
	for _, kind := range adversary.Kinds() {
		list = append(list, kind.Name)
	}
	return list
}

func completeMatches() []string {
	path, err := store.DefaultPath()
	if err != nil {
		return nil
	}
	dir, err := store.OpenDir(path)
	if err != nil {
		return nil
	}
	matches, err := dir.List()
	if err != nil {
		return nil
	}
	var list []string
	for _, in := range matches {
		list = append(list, in.ID)
	}
	return list
}
