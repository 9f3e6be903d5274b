package gameargs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Whatever a person can choose by name has its sentences in all languages: the computer's levels on the
// page, presets, resolvers and set phrases.
func TestEveryNameHasItsSentences(t *testing.T) {
	for _, l := range messages.Languages() {
		page := messages.Page(l, false)
		for _, name := range bot.Names() {
			require.NotEmpty(t, page["level."+name], "level.%s in %s", name, l)
		}
		for _, name := range junqi.Names() {
			require.NotEmpty(t, messages.Presets.Of(name).In(l), "preset.%s in %s", name, l)
		}
		for _, name := range protocol.Resolvers() {
			require.NotEmpty(t, messages.Resolvers.Of(name).In(l), "resolver.%s in %s", name, l)
		}
		for n := range p2p.Phrases {
			require.NotEmpty(t, l.Say(n+1, ""), "say.%d in %s", n+1, l)
		}
		require.Empty(t, l.Say(p2p.Phrases+1, ""), "more phrases in %s than p2p/internal/wire/say.go counts", l)
	}
}
