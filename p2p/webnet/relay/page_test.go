package relay

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/relaywire"
)

// docs/wire.md names the bounds of a relay of pipes.
func TestPageNamesTheBounds(t *testing.T) {
	page, err := os.ReadFile("../../../docs/wire.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, fact := range []string{
		fmt.Sprintf("an empty message every %.0f s", relaywire.PingTime.Seconds()),
		fmt.Sprintf("after %.0f s without a message either", relaywire.DeadTime.Seconds()),
		fmt.Sprintf("answer a call, within %.0f s", relaywire.CallTime.Seconds()),
		fmt.Sprintf("as above, %.0f s each", helloTime.Seconds()),
		fmt.Sprintf("places: %d, %d from one source", places, placesOf),
		fmt.Sprintf("%d pairs, %d asked for by one source, %d to one program; %.0f hours and 16,777,216 bytes each way, %.0f min without",
			circuits, circuitsOf, circuitsTo, circuitTime.Hours(), idleTime.Minutes()),
		fmt.Sprintf("to one source %.0f at once and then %.0f a second, to all %.0f and then %.0f",
			stunOf.Burst, stunOf.PerSecond, stunAll.Burst, stunAll.PerSecond),
	} {
		require.Contains(t, text, fact)
	}
	require.Equal(t, 16_777_216, circuitBytes)
}
