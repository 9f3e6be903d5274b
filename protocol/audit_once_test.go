package protocol_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// requireSameAudit: a transcript is found to be the same whether its proofs are checked in
// one sum or one by one.
func requireSameAudit(t require.TestingT, file []byte) *protocol.Report {
	var added [][]byte
	one, m := protocol.AuditEach(file, func(m *protocol.Match, record []byte) error {
		added = append(added, record)
		return m.Append(record)
	})
	at := protocol.Audit(file)
	require.Equal(t, one, at)
	if records, _, err := transcript.ParseFile(file); err == nil {
		require.LessOrEqual(t, len(added), len(records))
		for i, record := range added {
			require.Equal(t, records[i], record, "each is added once, in order")
		}
		require.Equal(t, one.Records, m.Len()+len(m.Extras()))
	}
	return at
}

// playedFile is a match of a resolver that was played by chance for so many plies, and to
// its end by resignation.
func playedFile(t testing.TB, rs *engine.Ruleset, resolver string, plies int) []byte {
	var key [32]byte
	key[0] = byte(plies)
	rng := rand.NewChaCha8(key)
	players := matchtest.Pair(t, protocol.HostConfig{Rules: rs, Seat: engine.Red, Resolver: resolver}, rng)
	for _, p := range players {
		require.NoError(t, p.Place(rs.RandomLayout(rand.New(rng))))
	}
	matchtest.Sync(t, players[:], rng)
	for range plies {
		for _, p := range players {
			if p.Decision() == protocol.ChooseMove {
				position := p.Match().Position()
				own, _ := p.Layout()
				moves := position.LegalMoves(p.Seat(), own)
				require.NoError(t, p.Play(moves[rng.Uint64()%uint64(len(moves))], false, rng))
				break
			}
		}
		matchtest.Sync(t, players[:], rng)
	}
	for _, p := range players {
		if p.Decision() == protocol.ChooseMove {
			_, err := p.Resign()
			require.NoError(t, err)
			break
		}
	}
	matchtest.Sync(t, players[:], rng)
	return players[0].Match().File()
}

// Honest matches, and whatever a wrong bit, a lost or a moved record makes of them.
func TestAuditAtOnceIsAuditOneByOne(t *testing.T) {
	t.Parallel()
	open, err := junqi.Rules("standard,mode=open,first=red")
	require.NoError(t, err)
	small := protocol.SmallRules(t, nil)
	files := [][]byte{
		playedFile(t, junqi.Standard(), protocol.ElGamal, 24), playedFile(t, open, protocol.ElGamal, 24),
		playedFile(t, small, "garbled", 6), playedFile(t, small, "yao82", 6),
	}
	for _, file := range files {
		report := requireSameAudit(t, file)
		require.Equal(t, protocol.Honest, report.Verdict)
		require.Positive(t, report.Clashes)
		list, _, err := transcript.ParseFile(file)
		require.NoError(t, err)
		require.Equal(t, protocol.Unreadable, requireSameAudit(t, file[:len(file)-1]).Verdict)
		require.Equal(t, protocol.Incomplete, requireSameAudit(t, transcript.MarshalFile(list[:len(list)/2])).Verdict)
	}
	rapid.Check(t, func(t *rapid.T) {
		file := rapid.SampledFrom(files).Draw(t, "file")
		list, _, err := transcript.ParseFile(file)
		require.NoError(t, err)
		at := rapid.IntRange(0, len(list)-1).Draw(t, "record")
		switch rapid.IntRange(0, 5).Draw(t, "change") {
		case 0, 1: // one bit of a record
			list[at] = bytes.Clone(list[at])
			list[at][rapid.IntRange(0, len(list[at])-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		case 2: // the rest is missing
			list = list[:at]
		case 3: // it is missing
			list = append(list[:at:at], list[at+1:]...)
		case 4: // it stands there twice
			list = append(list[:at+1:at+1], list[at:]...)
		case 5: // the file is torn
			file = file[:rapid.IntRange(0, len(file)-1).Draw(t, "size")]
			requireSameAudit(t, file)
			return
		}
		requireSameAudit(t, transcript.MarshalFile(list))
	})
}

// Audited together, each of some transcripts is found to be what it is alone, whatever the others are.
func TestAuditsTogetherAreAudits(t *testing.T) {
	t.Parallel()
	small := protocol.SmallRules(t, nil)
	file := playedFile(t, small, protocol.ElGamal, 9)
	list, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	files := [][]byte{
		file, playedFile(t, small, "garbled", 7),
		nil, []byte(transcript.Magic), file[:len(file)-1], transcript.MarshalFile(list[:len(list)-3]),
	}
	for _, at := range []int{4, 7, len(list) - 1} { // only a sum finds that these signatures are false
		altered := slices.Clone(list)
		altered[at] = bytes.Clone(list[at])
		altered[at][len(list[at])-20] ^= 1
		files = append(files, transcript.MarshalFile(altered))
	}
	alone := make([]*protocol.Report, len(files))
	for i, file := range files {
		alone[i] = requireSameAudit(t, file)
	}
	for _, report := range alone[len(alone)-3:] {
		require.Equal(t, protocol.Unreadable, report.Verdict)
	}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.SliceOfN(rapid.IntRange(0, len(files)-1), 0, 12).Draw(t, "files")
		var some [][]byte
		for _, i := range order {
			some = append(some, files[i])
		}
		steps := make([]protocol.AuditStep, len(order))
		size := rapid.SampledFrom([]int{3, 100, 1 << 11}).Draw(t, "size")
		reports := protocol.AuditTogetherInBatches(some, size, func(file int, step protocol.AuditStep) { steps[file] = step })
		require.Len(t, reports, len(order))
		for n, i := range order {
			require.Equal(t, alone[i], reports[n])
			require.Equal(t, alone[i].Records > 0, steps[n].Of > 0)
		}
	})
	require.Equal(t, alone, protocol.AuditTogether(files, nil))
}
