package sigma

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// .ci/run draws more cases.
func TestMain(m *testing.M) { rulestest.Main(m, "25") }
