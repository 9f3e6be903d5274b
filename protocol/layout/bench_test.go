package layout_test

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/layout"
)

func BenchmarkProve(b *testing.B) {
	rs, s := seat(b)
	for b.Loop() {
		if _, err := layout.Prove(s.Context, rs, s.Secret); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(s.Body)), "bytes")
}

func BenchmarkVerify(b *testing.B) {
	rs, s := seat(b)
	for b.Loop() {
		if _, err := layout.Verify(s.Context, rs, s.Body); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(s.Body)), "bytes")
}

// BenchmarkOpen is the audit's decryption of a whole layout.
func BenchmarkOpen(b *testing.B) {
	_, s := seat(b)
	for b.Loop() {
		if _, err := s.Commitment.Open(s.Secret.Key); err != nil {
			b.Fatal(err)
		}
	}
}
