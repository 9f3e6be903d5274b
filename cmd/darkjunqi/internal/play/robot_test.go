package play

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/localpeers"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// spy is a bot that notes which other layouts it sees.
type spy struct {
	bot.Bot
	seen func(v bot.View)
}

func (s spy) Move(v bot.View, rng *rand.Rand) engine.Move {
	s.seen(v)
	return s.Bot.Move(v, rng)
}

// Bots, too, see the others' layouts in open mode, and only there.
func TestBotsSeeOpenLayouts(t *testing.T) {
	for spec, open := range map[string]bool{"standard,clock=off": false, "standard,mode=open,clock=off": true} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		plain, err := bot.New("random")
		require.NoError(t, err)
		looked := make(chan bot.View, 100)
		err = localpeers.Run(context.Background(), 2, func(ctx context.Context, peers []*localpeers.Peer) error {
			require.NoError(t, localpeers.Introduce(peers, protocol.HostConfig{Rules: rs}, plainConfig))
			env := cli.NewEnv("darkjunqi", nil, nil, nil, func(string) string { return "" })
			return demoPlay(env, ctx, peers, spy{plain, func(v bot.View) { looked <- v }}, demoFlags{maxTurns: 4})
		})
		require.NoError(t, err)
		close(looked)
		require.NotEmpty(t, looked)
		for v := range looked {
			require.Nil(t, v.Open[v.Seat], "its own is in Layout")
			require.Equal(t, open, v.Open[1-v.Seat] != nil, spec)
			if open {
				require.NoError(t, rs.CheckLayout(v.Open[1-v.Seat]))
			}
		}
	}
}
