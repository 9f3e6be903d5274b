package protocol

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A liar shows two records to a seat that is out, and a third to all others, who go on along it. The
// seat that is out follows them all the same.
func TestSeatThatIsOutFollowsAThirdRecord(t *testing.T) {
	players := seatRunners(t, four, "s0-m0", "resign")
	liar, out := players[2], players[1]
	require.False(t, out.lives())
	require.Equal(t, liar.Seat(), liar.match.writer())
	var records [][]byte
	for _, act := range []string{"0", "pass", "resign"} {
		p := liar.clone()
		require.NoError(t, p.act(act, testRand(9)))
		records = append(records, p.tip.nodes[0].raw)
	}
	for _, raw := range records[:2] {
		require.NoError(t, out.Receive(raw))
	}
	honest := []*Player{players[0], players[3]}
	require.NoError(t, liar.Receive(records[2]))
	spread := func(from, to *Player) {
		for i := to.match.Len(); i < from.match.Len(); i++ { // as a session takes records of a chain
			if _ = to.Receive(from.match.Record(i)); to.match.Len() <= i && !to.Holds(from.match.Hash(i)) {
				to.MakeRoom(from.match.Record(i))
				_ = to.Receive(from.match.Record(i))
			}
		}
		for _, raw := range slices.Concat(from.Notes(), from.match.Extras()) {
			_ = to.Receive(raw)
		}
		for made := true; made; {
			var err error
			made, err = to.Proceed(testRand(8))
			require.NoError(t, err)
		}
	}
	for _, p := range honest {
		require.NoError(t, p.Receive(records[2]))
	}
	for range 6 {
		for _, from := range honest {
			for _, to := range append(honest, out) {
				spread(from, to)
			}
		}
		for _, to := range honest {
			spread(out, to)
		}
	}
	require.Equal(t, honest[0].match.Head(), honest[1].match.Head())
	require.NotEqual(t, engine.NotOver, honest[0].match.position.Out(liar.Seat()))
	require.Equal(t, honest[0].match.Head(), out.match.Head())
}

// Room is made of what nobody else has chosen.
func TestRoomIsMadeOfWhatNobodyElseHasChosen(t *testing.T) {
	players := seatRunners(t, four, "s0-m0", "resign")
	liar, out, red := players[2], players[1], players[0]
	var hashes []transcript.Hash
	var raws [][]byte
	third := liar.clone()
	require.NoError(t, third.act("resign", testRand(9)))
	sound := third.tip.nodes[0].raw
	for _, act := range []string{"0", "pass"} {
		p := liar.clone()
		require.NoError(t, p.act(act, testRand(9)))
		n := p.tip.nodes[0]
		hashes, raws = append(hashes, n.hash), append(raws, n.raw)
		require.NoError(t, red.Receive(n.raw))
		_, err := red.Proceed(testRand(8))
		require.NoError(t, err)
		require.NoError(t, out.Receive(n.raw))
		require.Equal(t, len(hashes) == 2, out.MakeRoom(sound), "then the liar is convicted, and of its second record")
		require.True(t, out.Holds(hashes[0]), "nobody is convicted, or red has chosen it")
		for _, raw := range red.Notes() {
			require.NoError(t, out.Receive(raw))
		}
	}
	require.Contains(t, red.Notes(), raws[0])
	require.NoError(t, out.Receive(raws[1]))
	wrong := transcript.Sign(liar.secret.SigningKey(), transcript.Link{Match: out.match.id, Prev: out.match.Base()}, transcript.Show, liar.Seat(), nil)
	require.False(t, out.MakeRoom(wrong.Marshal()))
	require.True(t, out.Holds(hashes[1]), "nothing can follow the chain there")
	require.True(t, out.MakeRoom(sound))
	require.False(t, out.Holds(hashes[1]))
}

// Room is made of what a liar has signed on its own records, too: who answers an attack may be the next to move.
func TestRoomIsMadeOfRecordsOnRecords(t *testing.T) {
	rules := runnersRules(t, four).Rules()
	for i := range four {
		node := fmt.Sprint("t", i)
		rules.Nodes = append(rules.Nodes, engine.NodeRule{Name: node, Kind: "field", X: i, Y: 3, Home: engine.Seat(i).String()})
		rules.Start[i][0] = slices.Insert(rules.Start[i][0], 1, node)
		rules.Roads = append(rules.Roads, [2]string{node, "m0"}, [2]string{node, "m1"})
	}
	rules.Types[0].Starts, rules.Types[1].Starts, rules.Types[1].Count = []int{2}, []int{0, 1}, 2
	rs, err := engine.NewRuleset(rules)
	require.NoError(t, err)
	players := seatRules(t, rs, four, "resign", "s1-m1", "s2-m0")
	out, attacker, liar := players[0], players[1], players[2]
	require.NoError(t, players[3].act("pass", testRand(1)))
	for range 3 {
		for _, from := range players {
			for _, to := range players {
				for _, raw := range from.Notes() {
					require.NoError(t, to.Receive(raw))
				}
				for made := true; made; {
					made, err = to.Proceed(testRand(1))
					require.NoError(t, err)
				}
			}
		}
	}
	require.NoError(t, attacker.act("m1-m0", testRand(1)))
	attack := attacker.tip.nodes[0]
	require.NoError(t, out.Receive(attack.raw))
	answer := func(seed uint64) *node {
		p := &Player{match: attack.after.Fork(), secret: liar.secret}
		require.NoError(t, p.answer(testRand(seed)))
		return p.tip.nodes[0]
	}
	next := func(n *node, act string) *node {
		p := &Player{match: n.after.Fork(), secret: liar.secret}
		require.NoError(t, p.act(act, testRand(1)))
		return p.tip.nodes[0]
	}
	one, two := answer(0), answer(1)
	for _, n := range []*node{one, two, next(one, "0"), next(two, "0"), next(two, "1")} {
		require.NoError(t, out.Receive(n.raw))
		require.True(t, out.Holds(n.hash))
	}
	third := next(two, "resign")
	require.True(t, out.MakeRoom(third.raw))
	require.NoError(t, out.Receive(third.raw))
	require.True(t, out.Holds(third.hash), "what it stands on was kept")
	for _, n := range []*node{one, next(one, "0"), answer(2)} {
		require.NoError(t, out.Receive(n.raw))
		if !out.Holds(n.hash) {
			require.True(t, out.MakeRoom(n.raw))
			require.NoError(t, out.Receive(n.raw))
		}
		require.True(t, out.Holds(n.hash))
	}
}

// A convicted seat has room made again and again, for one attack proven differently each time, and signs much on each record, and about each.
func TestRoomIsMadeOfWordsToo(t *testing.T) {
	players := seatRunners(t, four, "s0-m0", "resign")
	liar, out := players[2], players[1]
	give := func(base transcript.Hash, kind transcript.Kind, body []byte) {
		r := transcript.Sign(liar.secret.SigningKey(), transcript.Link{Match: out.match.id, Prev: base}, kind, liar.Seat(), body)
		require.NoError(t, out.Receive(r.Marshal()))
	}
	for i := range 20 {
		p := liar.clone()
		require.NoError(t, p.act("0", testRand(uint64(i))))
		n := p.tip.nodes[0]
		if require.NoError(t, out.Receive(n.raw)); !out.Holds(n.hash) {
			out.MakeRoom(n.raw)
			require.NoError(t, out.Receive(n.raw))
		}
		require.True(t, out.Holds(n.hash))
		vote := transcript.VoteBody{Base: n.hash, Seat: players[3].Seat(), Cause: transcript.Absent}
		give(n.hash, transcript.Vote, vote.Marshal())
		for about := range 32 {
			state := transcript.StateBody{Base: n.base, Seat: engine.Seat(about), Record: n.hash}
			give(n.base, transcript.State, state.Marshal())
		}
	}
	require.Less(t, len(out.Notes()), 8*maxWords, "however often")
	require.LessOrEqual(t, len(out.head().tried), maxTrials)
}

// A seat that was put out while it was away follows the chain alone, before any Seen comes, even
// if another was convicted right after it, and the seat that wrote both SignOuts moved first.
func TestSeatThatWasAwayFollowsTheChain(t *testing.T) {
	players := seatRunners(t, four)
	red, blue, amber, away := players[0], players[1], players[2], players[3]
	settle := func(here ...*Player) {
		for range 4 {
			for _, p := range here {
				for made := true; made; {
					var err error
					made, err = p.Proceed(testRand(8))
					require.NoError(t, err)
				}
				for _, to := range here {
					for _, raw := range slices.Concat(p.match.Records()[min(to.match.Len(), p.match.Len()):], p.Notes()) {
						require.NoError(t, to.Receive(raw))
					}
				}
			}
		}
	}
	require.NoError(t, red.act("s0-m0", testRand(1)))
	settle(red, blue, amber)
	for _, p := range []*Player{red, blue, amber} {
		require.NoError(t, p.VoteAbsent())
	}
	settle(red, blue, amber)
	lie := transcript.Sign(amber.secret.SigningKey(), transcript.Link{Match: red.match.id, Prev: red.match.Base()}, transcript.Show, amber.Seat(), []byte{0})
	require.Error(t, blue.Receive(lie.Marshal()))
	require.Error(t, red.Receive(lie.Marshal()))
	settle(red, blue)
	require.NoError(t, blue.act("pass", testRand(2)))
	settle(red, blue)
	require.NoError(t, red.act("pass", testRand(3)))
	settle(red, blue)
	require.Equal(t, engine.SeatsOf(engine.Amber, engine.Teal), red.match.putOut())
	require.Equal(t, away.match.Len()+5, red.match.Len())
	for i := away.match.Len(); i < red.match.Len(); i++ {
		require.NoError(t, away.Receive(red.match.Record(i)), i)
	}
	require.Equal(t, red.match.Len()-1, away.match.Len(), "the last waits for its Seen")
}

// Five liars of six seats give the sixth all that it keeps: it fits into one entry of a private file.
func TestNotesAreBounded(t *testing.T) {
	t.Parallel()
	players := seatRunners(t, []int{0, 1, 2, 3, 4, 5})
	victim := players[5]
	sign := func(seat engine.Seat, base transcript.Hash, kind transcript.Kind, body []byte) []byte {
		r := transcript.Sign(players[seat].secret.SigningKey(), transcript.Link{Match: victim.match.id, Prev: base}, kind, seat, body)
		return r.Marshal()
	}
	bases := []transcript.Hash{victim.match.Base()}
	for i := 0; i < len(bases); i++ {
		n := victim.nodeAt(bases[i])
		if n == nil || n.after.course() != Play || n.after.writer() == victim.Seat() {
			continue
		}
		m := n.after
		for _, act := range []string{"pass", "resign"} {
			p := players[m.writer()].clone()
			p.match, p.tip = m.Fork(), tip{}
			require.NoError(t, p.act(act, testRand(9)))
			require.NoError(t, victim.Receive(p.tip.nodes[0].raw))
			bases = append(bases, p.tip.nodes[0].hash)
		}
	}
	for _, base := range bases {
		for seat := range engine.Seat(5) {
			for i := range byte(4) {
				about := (seat + 1 + engine.Seat(i)) % 6
				for _, cause := range []transcript.Cause{transcript.Absent, transcript.Convicted} {
					body := transcript.VoteBody{Base: base, Seat: about, Cause: cause}
					require.NoError(t, victim.Receive(sign(seat, base, transcript.Vote, body.Marshal())))
				}
				state := transcript.StateBody{Base: base, Seat: about, Record: transcript.Hash{i}}
				require.NoError(t, victim.Receive(sign(seat, base, transcript.State, state.Marshal())))
				if base != bases[0] && i < 3 { // of a seat two records are kept
					_ = victim.Receive(sign(seat, base, transcript.Show, bytes.Repeat([]byte{i}, maxUnjudged-100)))
				}
			}
		}
	}
	size := 0
	for _, raw := range victim.Notes() {
		size += 4 + len(raw)
	}
	require.Less(t, size, 1<<20)
	require.Greater(t, size, maxAhead, "much is kept")
	listed := victim.Notes()
	useless := transcript.SeenBody{Base: bases[0], Record: transcript.Hash{9}}
	require.NoError(t, victim.Receive(sign(0, bases[0], transcript.Seen, useless.Marshal())))
	require.Len(t, victim.Notes(), len(listed))
}

// Notes are listed again after each change.
func TestNotesFollowEachChange(t *testing.T) {
	players := seatRunners(t, four, "s0-m0", "resign")
	liar, out := players[2], players[1]
	sign := func(kind transcript.Kind, body []byte) []byte {
		r := transcript.Sign(liar.secret.SigningKey(), transcript.Link{Match: out.match.id, Prev: out.match.Base()}, kind, liar.Seat(), body)
		return r.Marshal()
	}
	vote := transcript.VoteBody{Base: out.match.Base(), Seat: players[3].Seat(), Cause: transcript.Absent}
	for _, act := range []string{"0", "pass"} {
		p := liar.clone()
		require.NoError(t, p.act(act, testRand(9)))
		record := p.tip.nodes[0]
		seen := transcript.SeenBody{Base: record.base, Record: record.hash}
		for _, raw := range [][]byte{sign(transcript.Seen, seen.Marshal()), record.raw} {
			require.NotContains(t, out.Notes(), raw)
			require.NoError(t, out.Receive(raw))
			require.Contains(t, out.Notes(), raw)
		}
	}
	raw := sign(transcript.Vote, vote.Marshal())
	require.NoError(t, out.Receive(raw))
	require.Contains(t, out.Notes(), raw)
}
