package protocol_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// attempts are records that somebody might send in the place of one of a file: altered
// and signed again by its seat, of another kind, and those of other places.
func (tb *table) attempts(at *protocol.Match, all [][]byte, i int) (out [][]byte) {
	raw := all[i]
	r, err := transcript.Parse(raw)
	require.NoError(tb.t, err)
	spoilt := slices.Clone(raw)
	spoilt[len(spoilt)-1] ^= 1
	out = append(out, spoilt, all[max(i-1, 0)], all[min(i+1, len(all)-1)])
	if !at.Joined() {
		return out
	}
	again := func(kind transcript.Kind, body []byte) {
		out = append(out, tb.signOn(at.Base(), r.Seat, kind, body))
	}
	for _, kind := range []transcript.Kind{transcript.Move, transcript.Answer, transcript.NoMove, transcript.Reveal, transcript.Fault} {
		if kind != r.Kind {
			again(kind, r.Body)
		}
	}
	again(r.Kind, append(slices.Clone(r.Body), 0))
	for _, place := range []int{0, 1, len(r.Body) - 33, len(r.Body) - 1} {
		if place >= 0 && place < len(r.Body) {
			body := slices.Clone(r.Body)
			body[place] ^= 1
			again(r.Kind, body)
			again(r.Kind, r.Body[:place])
		}
	}
	return out
}

// Whatever a Match refuses, it is afterwards, to the last value that it leads to, what one is
// that never saw it.
func TestRefusedRecordsLeaveTheWholeMatchAsItWas(t *testing.T) {
	t.Parallel()
	tables := map[string]*table{
		"elgamal": facing(t).play("a2xa3").resign(blue),
		"garbled": setting{resolver: "garbled"}.sit(t, wolfLeft, wolfRight).play("a2xa3").resign(blue),
		"yao82":   setting{resolver: "yao82"}.sit(t, wolfLeft, wolfRight).play("a2xa3").resign(blue),
		"open":    setting{change: openRules}.sit(t, wolfLeft, wolfRight).play("a2xa3", "b3-b4").resign(red),
		"three":   lamps(t, 3).sit(t).outByResignation(),
		"flip":    flipDuel(t).resign(blue),
	}
	for name, tb := range tables {
		t.Run(name, func(t *testing.T) {
			all, refused := tb.all(), map[bool]int{}
			m, twin := protocol.NewMatch(), protocol.NewMatch()
			for i, raw := range all {
				for _, attempt := range tb.attempts(m, all, i) {
					err := m.Append(attempt)
					if err == nil { // another sound record
						var folded int
						m, folded, err = protocol.Fold(all[:i])
						require.Equal(t, i, folded)
						require.NoError(t, err)
						continue
					}
					var refusal *protocol.Refusal
					require.ErrorAs(t, err, &refusal)
					refused[refusal.Provable]++
					require.Equal(t, twin, m, "record %d", i)
				}
				require.NoError(t, m.Append(raw))
				require.NoError(t, twin.Append(raw))
			}
			require.Greater(t, refused[true], 20)
			require.Greater(t, refused[false], 10)
		})
	}
}
