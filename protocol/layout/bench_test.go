package layout_test

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// bench times f and reports its bytes and its group operations.
func bench(b *testing.B, bytes int, f func() error) {
	run := func() {
		if err := f(); err != nil {
			b.Fatal(err)
		}
	}
	run()
	operations := opcount.Count(run)
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64(bytes), "bytes")
	for o, n := range operations {
		if n > 0 {
			b.ReportMetric(float64(n), opcount.Operation(o).String())
		}
	}
}

func benchSeat() (*engine.Ruleset, *sample.Seat) {
	rs := sample.Rules("standard")
	return rs, sample.NewSeat(rs, engine.Red, "bench", nil)
}

func BenchmarkProve(b *testing.B) {
	rs, s := benchSeat()
	bench(b, len(s.Body), func() error {
		_, err := layout.Prove(s.Context, rs, s.Secret)
		return err
	})
}

func BenchmarkVerify(b *testing.B) {
	rs, s := benchSeat()
	bench(b, len(s.Body), func() error {
		_, err := layout.Verify(s.Context, rs, s.Body)
		return err
	})
}

// BenchmarkVerifyLater is what is left of it when the sums are checked with others.
func BenchmarkVerifyLater(b *testing.B) {
	rs, s := benchSeat()
	bench(b, len(s.Body), func() error {
		var later sigma.Batch
		_, err := layout.VerifyLater(s.Context, rs, s.Body, &later)
		return err
	})
}

// BenchmarkOpen is the audit's decryption of a whole layout.
func BenchmarkOpen(b *testing.B) {
	_, s := benchSeat()
	bench(b, layout.KeySize, func() error {
		_, err := s.Commitment.Open(s.Secret.Key)
		return err
	})
}
