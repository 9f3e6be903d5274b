package rulesets

import (
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Choices are the options of one of our own rulesets, for a person to choose from.
type Choices struct {
	Ruleset Ruleset  `json:"ruleset"` // with the values chosen so far
	Options []Choice `json:"options"`
	// Resolvers are those that can be picked, the usual one first; null if these rules hide nothing that needs one.
	Resolvers []string `json:"resolvers"`
}

// Choice is one option and the values that it may have.
type Choice struct {
	Name   string         `json:"name"`  // as "mines"
	Head   messages.Names `json:"head"`  // as "Mines"
	About  messages.Names `json:"about"` // what it decides
	Value  string         `json:"value"` // chosen
	Usual  string         `json:"usual"` // in the usual ruleset of this game
	Values []Value        `json:"values"`
}

// Value is a value of an option. The words N and PAIRS stand for a number and for pairs of nodes,
// and so does % in what they mean.
type Value struct {
	Word  string         `json:"word"`
	Means messages.Names `json:"means"`
}

// Choose makes one of our own rulesets from its text, such as "standard,mines=exploding", with one
// option changed to a value if there is one, and lists its options.
func (c *Catalogue) Choose(spec, option, value string) (Choices, error) {
	if option != "" {
		spec = Changed(spec, option, value)
	}
	rs, err := junqi.Rules(spec)
	if err != nil {
		return Choices{}, err
	}
	options, err := junqi.Options(rs.Name().EN)
	if err != nil {
		return Choices{}, err
	}
	c.Know(rs)
	all := Choices{Ruleset: c.Describe(rs)}
	if !rs.Open() && rs.Deck() == nil {
		all.Resolvers = protocol.Resolvers()
	}
	for _, o := range options {
		head := messages.TermHeads.Of(o.Name)
		choice := Choice{
			Name: o.Name, About: inLanguages(o.About), Value: o.Value, Usual: o.Default,
			Head: messages.Each(func(l messages.Lang) string { return head.In(l) }),
		}
		for i, word := range o.Allowed {
			choice.Values = append(choice.Values, Value{word, inLanguages(o.Meanings[i])})
		}
		all.Options = append(all.Options, choice)
	}
	return all, nil
}

// Changed returns the text of a ruleset with one option changed to a value. Where this value rules out others,
// they yield to it, and no more of them than must.
func Changed(spec, option, value string) string {
	if simply := with(spec, option, value); possible(simply) {
		return simply
	}
	words := strings.Split(spec, ",")
	alone := with(words[0], option, value)
	kept := alone
	options, _ := junqi.Options(words[0])
	for _, o := range options {
		for _, other := range o.Allowed {
			if both := with(alone, o.Name, other); o.Name != option && !possible(kept) && possible(both) {
				kept = both // the preset itself has something that yields
			}
		}
	}
	for range words { // some are possible only beside others
		for _, word := range words[1:] {
			if more := kept + "," + word; possible(more) {
				kept = more
			}
		}
	}
	return kept
}

// with returns the text of a ruleset with one option changed to a value.
func with(spec, option, value string) string {
	words := slices.DeleteFunc(strings.Split(spec, ","), func(word string) bool {
		return strings.HasPrefix(word, option+"=")
	})
	return strings.Join(append(words, option+"="+value), ",")
}

// possible reports whether a text makes a ruleset.
func possible(spec string) bool {
	_, err := junqi.Options(spec)
	return err == nil
}

// WithoutClock returns a ruleset in which time does not matter.
func WithoutClock(rs *engine.Ruleset) (*engine.Ruleset, error) {
	if rs.Clock() == 0 {
		return rs, nil
	}
	if spec, ok := junqi.Known(rs); ok {
		return junqi.Rules(Changed(spec, "clock", "off"))
	}
	r := rs.Rules()
	r.Times.Clock, r.Times.Grace = 0, 0
	return engine.NewRuleset(r)
}
