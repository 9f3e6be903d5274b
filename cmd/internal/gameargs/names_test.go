package gameargs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Whatever a person can choose by name has its sentences in all languages: the computer's levels on the
// page, presets and resolvers.
func TestEveryNameHasItsSentences(t *testing.T) {
	for _, l := range messages.Languages() {
		page := messages.Page(l)
		for _, name := range bot.Names() {
			require.NotEmpty(t, page["level."+name], "level.%s in %s", name, l)
		}
		for _, name := range junqi.Names() {
			require.NotEmpty(t, messages.Presets.Of(name).In(l), "preset.%s in %s", name, l)
		}
		for _, name := range protocol.Resolvers() {
			require.NotEmpty(t, messages.Resolvers.Of(name).In(l), "resolver.%s in %s", name, l)
		}
	}
}
