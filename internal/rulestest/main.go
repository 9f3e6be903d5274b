package rulestest

import (
	"flag"
	"os"
	"testing"
)

// Main runs the tests of a package that draws so many cases in each property test, where one case takes long, unless
// -rapid.checks says how many.
func Main(m *testing.M, checks string) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		flag.Set("rapid.checks", checks)
	}
	os.Exit(m.Run())
}
