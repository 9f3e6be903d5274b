package screen

import (
	"flag"
	"os"
	"testing"
)

// A check here draws a whole screen at each of its steps, so there are fewer than rapid
// makes unless asked for more with -rapid.checks.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		flag.Set("rapid.checks", "30")
	}
	os.Exit(m.Run())
}
