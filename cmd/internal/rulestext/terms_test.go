package rulestext

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Whoever joins reads in words, in both languages, every option that differs from the usual rules.
func TestTermsAreToldInWords(t *testing.T) {
	for _, game := range []string{"standard", "siguo"} {
		usual, err := junqi.Options(game)
		require.NoError(t, err)
		for _, o := range usual {
			for _, value := range o.Allowed {
				switch value {
				case "N":
					value = "77"
				case "PAIRS":
					value = "b6-c5"
				}
				spec := game + "," + o.Name + "=" + value
				rs, err := junqi.Rules(spec)
				if err != nil {
					continue // it makes no sense by itself
				}
				options, err := junqi.Options(spec)
				require.NoError(t, err)
				i := slices.IndexFunc(options, func(p junqi.Option) bool { return p.Name == o.Name })
				if options[i].Value == o.Default {
					continue
				}
				for _, lang := range clitest.Languages {
					env, _ := clitest.Env(lang)
					means := env.Lang.Named(options[i].Means)
					require.NotEmpty(t, means)
					if o.Name == "timeouts" && rs.Clock() == 0 {
						continue
					}
					require.Contains(t, Terms(env.Lang, rs), means, spec)
				}
			}
		}
	}
}

// Rules that aren't ours are told from their value, and that they aren't ours is said first.
func TestTermsOfOtherRules(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "rulesets", "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		rs, err := engine.ParseRules(text)
		require.NoError(t, err)
		en, _ := clitest.Env(messages.English)
		zh, _ := clitest.Env(messages.Chinese)
		require.Contains(t, Terms(en.Lang, rs)[0], "not well-known")
		require.Contains(t, Terms(en.Lang, rs)[0], rs.Name().EN)
		require.Contains(t, Terms(zh.Lang, rs)[0], rs.Name().ZH)
		require.Len(t, Terms(zh.Lang, rs), len(Terms(en.Lang, rs)))
		for _, line := range append(Terms(en.Lang, rs), Terms(zh.Lang, rs)...) {
			require.NotContains(t, line, "%!")
		}
	}
}

// The page shows of other rules first what matters in play, not how many layouts there are.
func TestBriefTermsOfOtherRules(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "rulesets", "stratego.json"))
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	var brief []string
	for _, term := range Headed(messages.English, rs, "elgamal") {
		if term.Key == "" {
			brief = append(brief, term.Words)
		}
	}
	require.Equal(t, messages.SumModes.Of(rs.Rules().Views.Mode).In(messages.English), brief[0])
	require.Contains(t, brief, messages.SumShowsBoth.In(messages.English))
	require.Contains(t, brief, messages.SumQuiet.In(messages.English, 200))
	require.NotContains(t, strings.Join(brief, " "), rs.Summary().Layouts)
	require.Less(t, len(brief), 9)
}

// Each resolver is explained in one sentence, and those that prove nothing while the game goes on say so.
func TestResolversAreToldInWords(t *testing.T) {
	for i, name := range protocol.Resolvers() {
		en, zh := &cli.Env{Lang: messages.English}, &cli.Env{Lang: messages.Chinese}
		require.Contains(t, Resolver(en.Lang, name), name)
		require.NotEqual(t, Resolver(en.Lang, name), Resolver(zh.Lang, name))
		terms := Headed(en.Lang, junqi.Standard(), name)
		require.Equal(t, "resolver", terms[len(terms)-1].Key)
		require.NotContains(t, terms[len(terms)-1].Words, "resolver", "a player need not know the word")
		require.Equal(t, i > 0, strings.Contains(Resolver(en.Lang, name), "only the audit"), name)
		require.Equal(t, i > 0, strings.Contains(Resolver(zh.Lang, name), "审核"), name)
	}
}

// Whoever joins a match by mail reads how long silence may last, whatever that is.
func TestTermsAlwaysTellTheGrace(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	for _, spec := range []string{"standard", "standard,clock=off", "standard,clock=off,grace=10", "siguo"} {
		options, err := junqi.Options(spec)
		require.NoError(t, err)
		i := slices.IndexFunc(options, func(o junqi.Option) bool { return o.Name == "grace" })
		require.Contains(t, Terms(env.Lang, clitest.Ruleset(t, spec)), options[i].Means.EN, spec)
	}
}

// Whoever reads how many time-outs lose also reads that each of them skips a turn, unless the first one loses.
func TestTermsSayWhatOneTimeoutDoes(t *testing.T) {
	for _, lang := range []messages.Lang{messages.English, messages.Chinese} {
		late := messages.SumLate.In(lang)
		for spec, want := range map[string]bool{"standard": true, "siguo": true, "standard,timeouts=1": false, "standard,clock=off": false} {
			rs := clitest.Ruleset(t, spec)
			require.Equal(t, want, slices.Contains(Terms(lang, rs), late), spec)
			require.Equal(t, want, slices.ContainsFunc(Headed(lang, rs, "elgamal"), func(t Term) bool { return t.Key == "timeouts" }), "%s: the page says so", spec)
			require.Equal(t, want, slices.ContainsFunc(Game(lang, rs), func(c Chapter) bool { return slices.Contains(c.Lines, late) }), spec)
		}
	}
}
