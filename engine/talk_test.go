package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// What may be said follows from the rules that all have agreed to.
func TestTalkFollowsFromTheRules(t *testing.T) {
	for spec, want := range map[string][2]engine.TalkLevel{ // to blue, to amber
		"standard": {engine.TalkFree, engine.TalkFree}, "siguo": {engine.TalkNothing, engine.TalkPhrases},
		"siguo,teams=all": {engine.TalkNothing, engine.TalkNothing}, "siguo,way=partners": {engine.TalkNothing, engine.TalkFree}, "siguo,way=open": {engine.TalkFree, engine.TalkFree},
	} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		require.Equal(t, want[0], rs.Talk(engine.Red, engine.Blue), spec)
		require.Equal(t, want[1], rs.Talk(engine.Red, engine.Amber), spec)
	}
}
