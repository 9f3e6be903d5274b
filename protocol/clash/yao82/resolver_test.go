package yao82

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

// least are sizes for tests of many whole clashes, most of the time of which goes
// into p.
var least = sizes{modulus: 32, mask: 16}

func TestResolver(t *testing.T) {
	auditedtest.TestResolver(t, least, "standard", "app", "standard,scout=on,flag-takers=not-commander")
}
