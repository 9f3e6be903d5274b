package yao82

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
)

func TestResolver(t *testing.T) {
	auditedtest.TestResolver(t, tiny, "standard", "standard,scout=on,flag-takers=not-commander")
}

func BenchmarkResolver(b *testing.B) { auditedtest.Benchmark(b, New()) }
