package p2p

import (
	"os"
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

func TestMain(m *testing.M) {
	rulestest.CollectLate()
	os.Exit(m.Run())
}
