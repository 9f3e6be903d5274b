package screen

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// A case of a property test draws a whole screen at each of its steps.
func TestMain(m *testing.M) { rulestest.Main(m, "30") }
