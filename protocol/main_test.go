package protocol

import (
	"flag"
	"os"
	"testing"
)

// TestMain lowers the number of cases that a property test draws: each of
// ours sets up a match with all its proofs. A larger number is given with
// -rapid.checks.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		flag.Set("rapid.checks", "20")
	}
	os.Exit(m.Run())
}
