package auditedtest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
)

// anyRules: whatever the rules, up to the most types and codes, a clash of any two types
// yields what the table says.
func anyRules(t *testing.T, r audited.Resolver) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulestest.Ruleset(t, rulestest.Size{Seats: engine.MaxSeats, Army: 20, Types: engine.MaxTypes})
		s := New(t, r, "standard", 0, 0, 0)
		s.Clash.Rules, s.Clash.Attackers, s.Clash.Defenders = rules, rules.Mobile(), rules.Types()
		var said *audited.Round
		for range 3 {
			a := rapid.SampledFrom(rules.Mobile().Types()).Draw(t, "attacker")
			d := rapid.SampledFrom(rules.Types().Types()).Draw(t, "defender")
			if said != nil {
				s = s.After(said, a, d)
			}
			s.Attacker, s.Defender = a, d
			said = s.Play(t)
			require.Equal(t, rules.Clash(a, d), Code(said))
		}
		require.NoError(t, s.Replay(said))
	})
}
