package conformance_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// The tests run in docs, so that a path in them is the one that a page uses. .ci/run draws more cases of their property
// tests.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../docs"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	rulestest.Main(m, "30")
}
