package rulestext

import (
	"flag"
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

var changes = flag.Int("changes", 1, "how many changes of each value TestEveryFieldIsToldOrDoesNotMatter tries")

// .ci/run tries and draws more.
func TestMain(m *testing.M) { rulestest.Main(m, "30") }
