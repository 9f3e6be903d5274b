package rulestest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package that draws so many cases in each property test, where one case takes long, unless
// -rapid.checks says how many.
func Main(m *testing.M, checks string) {
	CollectLate()
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		flag.Set("rapid.checks", checks)
	}
	os.Exit(m.Run())
}

// CollectLate makes garbage collections rare: they took an eighth of the time of tests that compute much, and more.
func CollectLate() { debug.SetGCPercent(400) }
