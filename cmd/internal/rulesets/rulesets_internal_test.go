package rulesets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// A page asks for the lobby every few seconds: what rules come to is worked out once, and keeps nobody waiting meanwhile.
func TestRulesAreDescribedOnce(t *testing.T) {
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	c := New(dir)
	described := map[string]int{}
	c.terms = func(rs *engine.Ruleset, resolver string) Terms {
		_, err := c.Ruleset(rulestext.Digest(rs)) // as another request would
		require.NoError(t, err)
		described[rs.Name().EN]++
		return TermsOf(rs, resolver)
	}
	for range 3 {
		require.Len(t, c.Offered(), len(junqi.Names()))
		for _, rs := range c.Offered() {
			c.Describe(rs)
		}
	}
	for _, name := range junqi.Names() {
		require.Equal(t, 1, described[name], name)
	}
}

// What the page shows of rules has the apostrophes of the page's own words.
func TestApostrophesOfTerms(t *testing.T) {
	strange, err := engine.NewRuleset(func() engine.Rules { r := junqi.Standard().Rules(); r.Name.EN = "Ann's"; return r }())
	require.NoError(t, err)
	all := []*engine.Ruleset{strange}
	for _, spec := range junqi.Names() {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		all = append(all, rs)
	}
	for _, rs := range all {
		for _, term := range TermsOf(rs, protocol.Resolvers()[0])["en"] {
			require.NotContains(t, term.Head+term.Words, "'", rs.Name().EN)
		}
		require.NotContains(t, NameOf(rs)["en"], "'")
	}
}
