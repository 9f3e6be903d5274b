package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkAudit audits one whole match: both layout proofs, every move and
// clash, the reveals, and the replay with open pieces.
func BenchmarkAudit(b *testing.B) {
	tb := newTable(b, "standard", 3)
	tb.place()
	tb.play(-1)
	file := tb.match().File()
	report := Audit(file)
	require.Equal(b, Honest, report.Verdict)
	b.ReportAllocs()
	for b.Loop() {
		Audit(file)
	}
	b.ReportMetric(float64(len(file)), "bytes")
	b.ReportMetric(float64(report.Records), "records")
	b.ReportMetric(float64(report.Clashes), "clashes")
}

// BenchmarkSetup plays the set-up of a match of two, both seats after each other: from the
// Commits to both Layouts, proven and checked on both sides.
func BenchmarkSetup(b *testing.B) {
	for b.Loop() {
		tb := newTable(b, "standard", 3)
		tb.place()
	}
}
