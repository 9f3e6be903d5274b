package protocol

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Each case of a property test sets up a match with all its proofs. .ci/run draws more.
func TestMain(m *testing.M) { rulestest.Main(m, "4") }
