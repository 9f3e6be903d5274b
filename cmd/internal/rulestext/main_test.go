package rulestext

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

func TestMain(m *testing.M) { rulestest.Main(m, "30") }
