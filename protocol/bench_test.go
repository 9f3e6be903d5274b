package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
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

// BenchmarkAuditClashes audits a match in which pieces attack each other and are repelled, for
// ever. Its s/20MB is how long a file of 20 MB would take that holds nothing else.
func BenchmarkAuditClashes(b *testing.B) {
	value := newTable(b, "standard", 3).match().Rules().Rules()
	value.Clash = engine.NewClashRule(value.Types, func(_, defender int) engine.AnnouncementRule {
		if value.Types[defender].ID == value.Ends.Flag {
			return engine.AnnouncementRule{DefenderLeaves: true, FlagTaken: true}
		}
		return engine.AnnouncementRule{Repelled: true}
	})
	value.Ends.Quiet = 0
	rules, err := engine.NewRuleset(value)
	require.NoError(b, err)
	tb := seatTable(b, HostConfig{Rules: rules, Seat: engine.Red}, 3)
	tb.place()
	tb.play(100)
	for tb.match().Len() < 1000 && tb.mover() != nil {
		p := tb.mover()
		own, _ := p.Layout()
		position := p.Match().Position()
		moves := position.LegalMoves(p.Seat(), own)
		move := moves[0]
		for _, m := range moves {
			if at := position.At(m.To); at != engine.NoPiece && !tb.isFlag(at) {
				move = m
			}
		}
		require.NoError(b, p.Play(move, false, tb.rng))
		tb.sync()
	}
	file := tb.match().File()
	for b.Loop() {
		Audit(file)
	}
	report := Audit(file)
	b.ReportMetric(float64(report.Clashes), "clashes")
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*20e6/float64(len(file)), "s/20MB")
}

func (tb *table) isFlag(p engine.Piece) bool {
	own, _ := tb.players[p.Seat()].Layout()
	return own[p.Number()] == 0
}
