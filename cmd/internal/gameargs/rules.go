// Package gameargs reads rulesets, layouts and seats as people name them on the command line.
package gameargs

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// ParseSeat returns the seat of the rules with a name.
func ParseSeat(env *cli.Env, rs *engine.Ruleset, name string) (engine.Seat, error) {
	env.Under(rs)
	if name == engine.Black && rs.Black(engine.Blue) {
		return engine.Blue, nil
	}
	own, err := engine.ParseSeat(name)
	if err != nil {
		return own, cli.Wrap(err)
	}
	if !rs.HasSeat(own) {
		return own, env.Fail(messages.ErrNoSuchSeat, own, rs.Seats())
	}
	return own, nil
}

// RulesFlag adds --rules, with its default.
func RulesFlag(env *cli.Env, cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "rules", "standard", env.T(messages.FlagRules))
	cli.CompleteFlag(cmd, "rules", RulesetNames)
}

// SeatFlag adds --seat, with its default.
func SeatFlag(env *cli.Env, cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "seat", "red", "")
	cli.CompleteFlag(cmd, "seat", SeatNames)
}

// Ruleset reads the value of --rules: the name of one of our rulesets with options, or a file
// that contains another ruleset.
func Ruleset(env *cli.Env, spec string) (*engine.Ruleset, error) {
	if RulesInFile(spec) {
		rs, err := parseFile(env, spec, engine.ParseRules)
		env.Under(rs)
		return rs, err
	}
	rs, err := junqi.Rules(spec)
	if err != nil {
		return nil, cli.Wrap(err).WithHint(env.T(messages.HintRules))
	}
	env.Under(rs)
	return rs, nil
}

// RulesInFile reports whether the value of --rules is the name of a file.
func RulesInFile(spec string) bool {
	return strings.HasSuffix(spec, ".json") || strings.ContainsAny(spec, `/\`) || spec == "-"
}

// UnsortedRules reads a file of rules whose lists are in any order.
func UnsortedRules(env *cli.Env, name string) (*engine.Ruleset, error) {
	return parseFile(env, name, engine.ParseUnsorted)
}

func parseFile(env *cli.Env, name string, parse func([]byte) (*engine.Ruleset, error)) (*engine.Ruleset, error) {
	var r io.Reader = env.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, env.FileError(name, cli.Pathless(err))
		}
		defer f.Close()
		r = f
	}
	// With white space a file may be longer than the canonical text.
	text, err := io.ReadAll(io.LimitReader(r, engine.MaxSpacedText+1))
	if err != nil {
		return nil, env.FileError(name, cli.Pathless(err))
	}
	rs, err := parse(text)
	if err != nil {
		return nil, env.FileError(name, err).WithHint(env.T(messages.HintRulesFile))
	}
	return rs, nil
}

// ResolverFlag adds --resolver, with its default.
func ResolverFlag(env *cli.Env, cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "resolver", protocol.Resolvers()[0], env.T(messages.FlagResolver, strings.Join(protocol.Resolvers(), ", ")))
	cli.CompleteFlag(cmd, "resolver", protocol.Resolvers)
}

// CheckResolver refuses an unknown resolver.
func CheckResolver(env *cli.Env, name string) error {
	if !slices.Contains(protocol.Resolvers(), name) {
		return env.Fail(messages.ErrResolver, name, strings.Join(protocol.Resolvers(), ", "))
	}
	return nil
}

// RedFirst returns the same rules, but where a coin decides who begins, red does.
func RedFirst(rs *engine.Ruleset) (*engine.Ruleset, error) {
	if _, settled := rs.First(); settled {
		return rs, nil
	}
	if spec, ours := junqi.Known(rs); ours {
		return junqi.Rules(spec + ",first=red")
	}
	rules := rs.Rules()
	rules.Views.First = engine.Red.String()
	return engine.NewRuleset(rules)
}

// SeededRand returns the same numbers for the same seed; each stream is for one purpose.
func SeededRand(seed, stream uint64) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], stream)
	return rand.New(rand.NewChaCha8(key))
}

// RulesetNames returns the names of our rulesets, each with every option that its game has.
func RulesetNames() []string {
	var list []string
	for _, name := range junqi.Names() {
		list = append(list, name)
		options, err := junqi.Options(name)
		if err != nil {
			continue
		}
		for _, o := range options {
			for _, value := range o.Allowed {
				if value != o.Value && value == strings.ToLower(value) { // capitals are placeholders
					list = append(list, name+","+o.Name+"="+value)
				}
			}
		}
	}
	return list
}

// SeatNames returns the names of all seats.
func SeatNames() []string {
	var list []string
	for seat := range engine.Seat(engine.MaxSeats) {
		list = append(list, seat.String())
	}
	return list
}
