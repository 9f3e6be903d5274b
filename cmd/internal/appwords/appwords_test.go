package appwords

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Whatever kind of record is false or was checked, there are words for what it claims.
func TestEveryKindOfRecordHasWords(t *testing.T) {
	found := 0
	for k := range transcript.Kind(255) {
		if !k.Valid() {
			continue
		}
		found++
		for _, l := range []messages.Lang{messages.English, messages.Chinese} {
			require.NotEmpty(t, messages.Checks.Of(strings.ToLower(k.String())).In(l), "%s in %s", k, l)
		}
	}
	require.GreaterOrEqual(t, found, 26)
}
