package protocol_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// endless is a match of three of so many records, in which each seat moves a piece to and fro
// for ever. Nobody has verified its records yet.
func endless(b testing.TB, size int) (*table, [][]byte) {
	tb := lampsWith(b, 1, func(r *engine.Rules) { r.Ends.Quiet = 0 }).sit(b)
	var last [3]engine.Move
	for range last {
		position := tb.match().Position()
		seat := tb.mover().Seat()
		for _, m := range tb.moves() {
			if position.At(m.To) == engine.NoPiece {
				last[seat] = m
			}
		}
		require.NoError(b, tb.mover().Play(last[seat], false, tb.rng))
		tb.sync()
	}
	records := tb.match().Records()
	for seat := tb.mover().Seat(); len(records) < size; seat = (seat + 1) % 3 {
		last[seat] = engine.Move{From: last[seat].To, To: last[seat].From}
		body := transcript.MoveBody{Move: last[seat]}
		base := transcript.HashRecord(records[len(records)-1])
		records = append(records, tb.signOn(base, seat, transcript.Move, body.Marshal()))
	}
	return tb, records
}

// faults are as many as a file can hold: a Fault of each seat against itself, behind the
// record of this index.
func (tb *table) faults(at []byte) (list [][]byte) {
	base := transcript.HashRecord(at)
	for seat := range engine.Seat(3) {
		list = append(list, tb.fault(seat, base, tb.signOn(base, seat, transcript.Show, []byte{1})))
	}
	return list
}

// BenchmarkLongestFile audits a file with as many records as there can be, and Faults that
// name one of the last of them: the file is sound up to its last Fault, which is one too many.
func BenchmarkLongestFile(b *testing.B) {
	tb, records := endless(b, transcript.MaxChain)
	for _, c := range []struct {
		name   string
		extras [][]byte
	}{
		{"sound", nil},
		{"faults", tb.faults(records[len(records)-9])},
		{"refused", append(tb.faults(records[len(records)-9]), tb.faults(records[len(records)-17])...)},
	} {
		b.Run(c.name, func(b *testing.B) {
			file := transcript.MarshalFile(append(records[:len(records):len(records)], c.extras...))
			var report *protocol.Report
			for b.Loop() {
				report = protocol.Audit(file)
			}
			require.GreaterOrEqual(b, report.Records, len(records))
			b.ReportMetric(float64(len(file)), "bytes")
		})
	}
}

// BenchmarkUselessRecords receives records of a liar that tell nothing new, again and again. Its
// s/min is how many seconds of processor a minute of them costs, at the 16 KiB a second that a
// link lets pass, with 512 bytes added for each frame (p2p/internal/link).
func BenchmarkUselessRecords(b *testing.B) {
	tb := lamps(b, 1).sit(b)
	tb.random(1, func() bool { return false })
	mover := tb.mover()
	liar, p := tb.others(mover.Seat())[0], tb.players[tb.others(mover.Seat())[1]]
	base := tb.base(tb.match().Len() - 1)
	divided := transcript.SignOutBody{Seat: mover.Seat(), Cause: transcript.Divided, Stated: make([]transcript.Hash, 2)}
	state := signature(tb.state(base, liar, mover.Seat(), transcript.Hash{}))
	divided.Votes = [][64]byte{state, state}
	onSecond := tb.signOn(transcript.SecondBase(base), liar, transcript.SignOut, divided.Marshal())
	require.NoError(b, mover.Play(tb.moves()[0], false, tb.rng))
	node := tip(mover)
	require.NoError(b, p.Receive(node))
	falsely := tb.signOn(transcript.HashRecord(node), liar, transcript.Move, make([]byte, 700))
	again := tb.fault(liar, base, slices.Repeat([][]byte{tb.signOn(transcript.Hash{1}, liar, transcript.Pass, nil)}, transcript.MaxEvidence)...)
	for name, raw := range map[string][]byte{"divided": onSecond, "on a node": falsely, "a Fault again": again} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_ = p.Receive(raw)
			}
			each := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(each*60*float64(16<<10)/float64(512+len(raw)), "s/min")
		})
	}
}

// What a Fault holds is heard once, not with each echo: it may be much.
func TestEchoOfAFaultIsNotHeard(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover := tb.mover()
	liar, p := tb.others(mover.Seat())[0], tb.players[tb.others(mover.Seat())[1]]
	base := tb.base(tb.match().Len())
	require.NoError(t, mover.Play(tb.moves()[0], false, tb.rng))
	seen := tb.seen(transcript.HashRecord(tip(mover)), liar, []byte("another"))
	bogus := tb.fault(liar, base, seen, seen)
	require.NoError(t, p.Receive(bogus))
	require.NoError(t, p.Receive(tip(mover)))
	require.NoError(t, p.Receive(bogus))
	require.NotContains(t, p.Notes(), seen, "it was for no base that was known")
	require.NoError(t, p.Receive(seen))
	require.Contains(t, p.Notes(), seen)
}

// A second record for an old place convicts its signer where the place is named. Without that, it is
// sought in the last places alone; and of a seat that is convicted nothing more is tried.
func TestOldRecordsAreFoundByTheirPlace(t *testing.T) {
	tb, records := endless(t, 120)
	p, err := protocol.Restore(tb.players[0].Secret(), records, nil)
	require.NoError(t, err)
	const liar, at = engine.Blue, 40
	index := at
	for records[index][1] != byte(liar) {
		index++
	}
	second := tb.signOn(transcript.HashRecord(records[index-1]), liar, transcript.Pass, nil)
	var refusal *protocol.Refusal
	require.ErrorAs(t, p.Receive(second), &refusal)
	require.False(t, refusal.Provable)
	require.ErrorAs(t, p.ReceiveOther(index-1, second), &refusal)
	require.False(t, refusal.Provable)
	require.ErrorAs(t, p.ReceiveOther(index, second), &refusal)
	require.True(t, refusal.Provable)
	_, err = p.Proceed(tb.rng)
	require.NoError(t, err)
	require.Equal(t, []engine.Seat{liar}, culprits(p.Match()))
	require.ErrorAs(t, p.ReceiveOther(index, second), &refusal)
	require.False(t, refusal.Provable)
}

// BenchmarkUselessLate does the same at the end of the longest chain, with what is signed on old
// places or on none.
func BenchmarkUselessLate(b *testing.B) {
	tb, records := endless(b, transcript.MaxChain)
	p, err := protocol.Restore(tb.players[0].Secret(), records, nil)
	require.NoError(b, err)
	const liar = engine.Blue
	old, none := transcript.HashRecord(records[100]), transcript.Hash{1}
	raw := map[string][]byte{
		"a Seen on nothing":   tb.seen(none, liar, nil),
		"a Seen on an old":    tb.seen(old, liar, []byte("another")),
		"a State on nothing":  tb.state(none, liar, engine.Amber, none),
		"a record on nothing": tb.signOn(none, liar, transcript.Move, make([]byte, 4)),
		"a record on an old":  tb.signOn(old, liar, transcript.Pass, nil),
		"a bogus Fault":       tb.fault(liar, old, records[101]),
	}
	for name, raw := range raw {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_ = p.Receive(raw)
			}
			cost := 512 + len(raw) // as p2p/internal/link counts it
			switch kind := transcript.Kind(raw[0]); {
			case kind == transcript.Fault:
				cost += 64 << 10
			case !kind.Extra():
				cost += 16 << 10
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*60*float64(16<<10)/float64(cost), "s/min")
		})
	}
}
