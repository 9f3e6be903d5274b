package libp2pnet

import (
	"flag"
	"testing"
)

// TestMain has more tests run beside each other than there are processors, unless -parallel says how many: those that do wait most
// of their time for a clock.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "24"); err != nil {
		panic(err)
	}
	m.Run()
}
