package webnet

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
	"github.com/stretchr/testify/require"
)

// docs/wire.md names the bytes and bounds of pipes.
func TestPageNamesThePipes(t *testing.T) {
	page, err := os.ReadFile("../../docs/wire.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, fact := range []string{
		`"` + string(forLink) + `"`, `"` + string(forQuestion) + `"`, `"` + staticLabel + `"`,
		"Noise_XXpsk0_" + string(suite.Name()),
		fmt.Sprintf("payload %d bytes", handshakeSizes[0]),
		fmt.Sprintf("dialled %d bytes", handshakeSizes[1]),
		fmt.Sprintf("dialler %d bytes", handshakeSizes[2]),
		fmt.Sprintf("so does %.0f s without", callers.StrangerTime.Seconds()),
		fmt.Sprintf("serves %d unproven pipes at a time, %d more", callers.Strangers, callers.Expected),
		fmt.Sprintf("%.0f at once and then %.0f a second that prove", callers.Arrivals.Burst, callers.Arrivals.PerSecond),
		fmt.Sprintf("tries a relay of pipes %.0f s after", relayStart.Seconds()),
		"at most 16,400 bytes", "of 1 to 8,192 bytes each", "1 to 16,384 bytes",
	} {
		require.Contains(t, text, fact)
	}
	require.Equal(t, 16_400, MaxMessage)
	require.Equal(t, 16_384, maxChunk)
	require.Equal(t, 8_192, MaxQuestion)
}
