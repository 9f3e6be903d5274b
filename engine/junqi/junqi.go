// Package junqi provides the rules of Chinese army chess (军棋, Luzhanqi) for package engine:
// the two-player game with its options, and the four-player game (四国军棋) on its own board.
//
// [Rules] reads a text such as "standard", "standard,mines=exploding" or
// "siguo,way=partners". What it makes is a ruleset like any other: nothing in it refers to
// this package, which a program that plays or audits by it needs only for the short name
// ([Known]).
package junqi

import (
	"sync"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Rules makes the ruleset that a text names: a preset's name (see [Names]), then any
// options that differ from it, such as "standard,mines=exploding". The error for an unknown
// name or value lists what is allowed; the error for a combination that makes no sense says
// why.
//
// The English name of the ruleset is the shortest such text.
func Rules(spec string) (*engine.Ruleset, error) {
	if preset, ok := named[spec]; ok {
		return preset()
	}
	return rules(spec)
}

// named makes the rulesets that have a name, each once: a lobby asks for all of them again and again.
var named = func() map[string]func() (*engine.Ruleset, error) {
	all := map[string]func() (*engine.Ruleset, error){}
	for _, name := range Names() {
		all[name] = sync.OnceValues(func() (*engine.Ruleset, error) { return rules(name) })
	}
	return all
}()

func rules(spec string) (*engine.Ruleset, error) {
	s, err := readSpec(spec)
	if err != nil {
		return nil, coded.Errorf("junqi.rules", "rules: %w", err)
	}
	rs, err := engine.NewRuleset(s.rules())
	if err != nil {
		return nil, coded.Errorf("junqi.rules", "rules: %w", err)
	}
	return rs, nil
}

// Standard returns the ruleset "standard": two players, all options at their defaults.
func Standard() *engine.Ruleset {
	rs, err := Rules("standard")
	if err != nil {
		panic(err) // the table of options would be wrong
	}
	return rs
}

// Known returns the shortest text from which [Rules] makes this very ruleset, and whether
// there is one. A ruleset that only has the name of one from this package is not known.
func Known(rs *engine.Ruleset) (spec string, ok bool) {
	name := rs.Name().EN
	ours, err := Rules(name)
	if err != nil || ours.Digest() != rs.Digest() {
		return "", false
	}
	return name, true
}
