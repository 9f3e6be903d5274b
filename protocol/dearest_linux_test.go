package protocol

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// dearestRules are those of a game, of six seats or fewer, whose records cost an auditor the most for their bytes:
// 31 pieces each, of 16 types, fill the board; a turn can be passed 999 times, which takes a proof
// about all pieces and 14 types; and one of the types alone attacks, which makes its proof short.
// Everybody who meets anybody is repelled, for ever.
func dearestRules(t testing.TB, seats int) *engine.Ruleset {
	const width, height, army = 24, 8, 31
	r := engine.Rules{
		Language: engine.RulesLanguage,
		Name:     engine.Names{EN: "Dear", ZH: "贵"},
		Kinds:    []engine.KindRule{{ID: "field", EN: "field", ZH: "田"}},
		Rails:    [][2]string{}, Lines: [][]string{},
		Clash: engine.ClashRule{Announcements: []engine.AnnouncementRule{}, Table: [][]int{}},
		Ends:  engine.EndRule{LastBoth: engine.LastBothAttacker, Timeouts: engine.MaxTimeouts},
		Times: engine.TimeRule{Clock: 60, Grace: 600},
		Views: engine.ViewRule{Mode: engine.ModeDark, Reveal: engine.RevealEnd, First: "red", Absent: engine.AbsentStop},
	}
	name := func(x, y int) string { return fmt.Sprintf("%c%d", "abcdefghijklmnopqrstuvwyz"[x], y+1) }
	starts := make([][]string, seats)
	for y := range height {
		for x := range width {
			r.Nodes = append(r.Nodes, engine.NodeRule{Name: name(x, y), Kind: "field", X: 2 * x, Y: 2 * y})
			if seat := (x + 2*y) % seats; len(starts[seat]) < army {
				starts[seat] = append(starts[seat], name(x, y))
			}
			if x > 0 {
				r.Roads = append(r.Roads, [2]string{name(x-1, y), name(x, y)})
			}
			if y > 0 {
				r.Rails = append(r.Rails, [2]string{name(x, y-1), name(x, y)})
			}
		}
	}
	for seat, nodes := range starts {
		r.Seats = append(r.Seats, engine.SeatRule{Name: engine.Seat(seat).String(), Team: seat})
		r.Start = append(r.Start, [][]string{nodes[:16], nodes[16:]})
	}
	var anywhere []int
	for i := range army {
		anywhere = append(anywhere, i)
	}
	for i := range engine.MaxTypes {
		kind := engine.TypeRule{ID: fmt.Sprintf("t%d", i), EN: fmt.Sprintf("t%d", i), ZH: string(rune('一' + i)), Sign: string(rune('一' + i)), Letter: string(rune('A' + i)), Count: 1, Starts: anywhere, Ways: []engine.WayRule{{Along: engine.AlongRail, Most: 1}}}
		row := []int{}
		switch i {
		case 0:
			kind.Count, kind.Ways = 10, []engine.WayRule{{Along: engine.AlongEdge, Most: 1}}
		case 14:
			kind.Count, kind.Ways = 1, []engine.WayRule{}
		case 15:
			kind.Count, kind.Ways = 7, []engine.WayRule{}
		}
		r.Clash.Announcements = append(r.Clash.Announcements, engine.AnnouncementRule{Repelled: true, DefenderSeen: kind.ID})
		if len(kind.Ways) > 0 {
			for j := range engine.MaxTypes {
				row = append(row, j)
			}
		}
		r.Types, r.Clash.Table = append(r.Types, kind), append(r.Clash.Table, row)
	}
	rules, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return rules
}

// spread carries what one player has just made to all others, and has the attacked one answer.
func spread(t testing.TB, players []*Player) {
	for again := true; again; {
		again = false
		for _, p := range players {
			made, err := p.Proceed(testRand(uint64(p.match.Len())))
			require.NoError(t, err)
			again = again || made
			for _, other := range players {
				for other.match.Len() < p.match.Len() {
					require.NoError(t, other.Receive(p.match.Record(other.match.Len())))
					again = true
				}
			}
		}
	}
}

// processor is how many seconds the processors have spent on this program.
func processor() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return (time.Duration(u.Utime.Nano()) + time.Duration(u.Stime.Nano())).Seconds()
}

// BenchmarkDearest measures what the costliest records cost an auditor, and somebody who follows the
// match, who checks them one by one: passes, of which six seats have 5,994, and then clashes. Its
// s/20MB is the processor time for a file that holds nothing else.
func BenchmarkDearest(b *testing.B) {
	players := seatRules(b, dearestRules(b, 6), []int{0, 1, 2, 3, 4, 5})
	rng := testRand(9)
	next := func() *Player { return players[players[0].match.position.ToAct()] }
	measure := func(name string, from int) {
		records := players[0].match.Records()
		file, short := transcript.MarshalFile(records), transcript.MarshalFile(records[:from])
		b.Run(name, func(b *testing.B) {
			var audits, following float64
			for b.Loop() {
				began := processor()
				Audit(short)
				short := processor() - began
				require.Equal(b, Incomplete, Audit(file).Verdict)
				audits += processor() - began - 2*short
				m, _, err := Fold(records[:from])
				require.NoError(b, err)
				began = processor()
				for _, raw := range records[from:] {
					require.NoError(b, m.Append(raw))
				}
				following += processor() - began
			}
			share := 20e6 / float64(len(file)-len(short)) / float64(b.N)
			b.ReportMetric(audits*share, "audit-s/20MB")
			b.ReportMetric(following*share, "follow-s/20MB")
			b.ReportMetric(float64(len(file)-len(short))/float64(len(records)-from), "bytes/record")
		})
	}
	setup := players[0].match.Len()
	for range 300 {
		require.NoError(b, next().Pass(rng))
		spread(b, players)
	}
	passes := players[0].match.Len()
	measure("passes", setup)
	for k := range 300 {
		p := next()
		own, _ := p.Layout()
		position := p.match.position
		var attacks []engine.Move
		for _, m := range position.LegalMoves(p.Seat(), own) {
			if position.At(m.To) != engine.NoPiece && position.Movers(m.From, m.To).Len() == 1 {
				attacks = append(attacks, m)
			}
		}
		require.NoError(b, p.Play(attacks[k/6*7%len(attacks)], false, rng))
		spread(b, players)
	}
	measure("clashes", passes)
}

// A seat draws one RSA key in a match, and offers it to each seat that it attacks: with a key for each, a
// cheat that looks for coins with which that takes long could keep an audit busy for thirty of them, not six.
func TestOneKeyWhomeverASeatAttacks(t *testing.T) {
	players := seatWith(t, dearestRules(t, 3), "yao82", []int{0, 1, 2})
	m := players[0].match
	for _, target := range []engine.Seat{engine.Blue, engine.Amber} {
		own, _ := players[0].Layout()
		moves := slices.DeleteFunc(m.position.LegalMoves(engine.Red, own), func(move engine.Move) bool {
			piece := m.position.At(move.To)
			return piece == engine.NoPiece || piece.Seat() != target
		})
		require.NoError(t, players[0].Play(moves[0], false, testRand(9)))
		spread(t, players)
		for _, p := range players[1:] {
			require.NoError(t, p.Pass(testRand(9)))
			spread(t, players)
		}
	}
	clashes := m.resolver.(auditing).clashes()
	require.Len(t, clashes, 2)
	require.Len(t, clashes[0].Said[tape.Offer], yao82.KeySize)
	require.Equal(t, clashes[0].Said[tape.Offer], clashes[1].Said[tape.Offer])
}

// BenchmarkDearestAudited measures an audit of as many clashes as an audited resolver allows, with all Reveals.
func BenchmarkDearestAudited(b *testing.B) {
	for _, resolver := range Resolvers()[1:] {
		for _, seats := range []int{4, 6} {
			b.Run(fmt.Sprint(resolver, "/", seats), func(b *testing.B) {
				file := auditedFile(b, resolver, seats)
				began := processor()
				for b.Loop() {
					report := Audit(file)
					require.Equal(b, Honest, report.Verdict, report.Reason)
					require.Equal(b, audited.MaxClashes, report.Clashes)
				}
				b.ReportMetric((processor()-began)/float64(b.N), "audit-s")
			})
		}
	}
}

// auditedFile plays a match of as many clashes as there can be to its end.
func auditedFile(b *testing.B, resolver string, seats int) []byte {
	players := seatWith(b, dearestRules(b, seats), resolver, []int{0, 1, 2, 3, 4, 5}[:seats])
	rng := testRand(9)
	m := players[0].match
	next := func() *Player { return players[m.position.ToAct()] }
	for k := range audited.MaxClashes {
		p := next()
		own, _ := p.Layout()
		attacks := slices.DeleteFunc(m.position.LegalMoves(p.Seat(), own), func(move engine.Move) bool { return m.position.At(move.To) == engine.NoPiece })
		require.NoError(b, p.Play(attacks[k*7%len(attacks)], false, rng))
		spread(b, players)
	}
	for m.course() == Play {
		_, err := next().Resign()
		require.NoError(b, err)
		spread(b, players)
	}
	for len(m.Unrevealed()) > 0 {
		for _, p := range players {
			_, err := p.Proceed(rng)
			require.NoError(b, err)
			for _, other := range players {
				for _, raw := range p.match.Extras() {
					require.NoError(b, other.Receive(raw))
				}
			}
		}
	}
	return m.File()
}
