package bot

import (
	"flag"
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// games are fewer than .ci/run plays.
var games = flag.Int("games", 1, "how many games are played under each of the rules by which two bots are compared")

// A case of a property test plays a game. .ci/run draws more of them.
func TestMain(m *testing.M) { rulestest.Main(m, "30") }
