package engine_test

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Each case of most property tests plays games. .ci/run draws more.
func TestMain(m *testing.M) { rulestest.Main(m, "15") }
