package garbled

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// TestBothTypesShown: rules under which each clash shows both pieces have a code for
// each pair of types. Seven outputs still take fewer than twice the gates of three.
func TestBothTypesShown(t *testing.T) {
	rules := junqi.Standard().Rules()
	rules.Clash = engine.NewClashRule(rules.Types, func(a, d int) engine.AnnouncementRule {
		attacker, defender := rules.Types[a].ID, rules.Types[d].ID
		return engine.AnnouncementRule{
			AttackerLeaves: a <= d && defender != rules.Ends.Flag, DefenderLeaves: a > d || defender == rules.Ends.Flag,
			FlagTaken: defender == rules.Ends.Flag, AttackerSeen: attacker, DefenderSeen: defender,
		}
	})
	rules.Ends.Shaken = false
	shown, err := engine.NewRuleset(rules)
	require.NoError(t, err)
	require.Len(t, shown.Codes(), 120)
	c := Compile(shown)
	require.Len(t, c.Outputs, 7)
	require.Len(t, c.Gates, 38)
	for _, a := range shown.Mobile().Types() {
		for _, d := range shown.Types().Types() {
			require.Equal(t, shown.Clash(a, d), c.Code(uint8(a), uint8(d)))
		}
	}
}
