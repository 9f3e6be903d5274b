package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// revealing is the table's file with other Reveals, signed again, and with all that follows
// them signed again too.
func (tb *table) revealing(bodies map[engine.Seat]transcript.RevealBody) []byte {
	head, last := tb.match().ID(), transcript.Hash{}
	var out [][]byte
	for i, raw := range tb.all() {
		r, err := transcript.Parse(raw)
		require.NoError(tb.t, err)
		if i >= tb.rules.NumSeats() {
			if body, other := bodies[r.Seat]; other && r.Kind == transcript.Reveal {
				r.Body = body.Marshal()
			}
			base := head
			if r.Kind == transcript.Seen {
				body := transcript.SeenBody{Base: last, Record: head}
				base, r.Body = last, body.Marshal()
			}
			raw = tb.signOn(base, r.Seat, r.Kind, r.Body)
		}
		if i >= tb.rules.NumSeats() && i < tb.match().Len() {
			head, last = transcript.HashRecord(raw), head
		}
		out = append(out, raw)
	}
	return transcript.MarshalFile(out)
}

// revealed are the bodies of the table's Reveals, by seat.
func (tb *table) revealed() map[engine.Seat]transcript.RevealBody {
	bodies := map[engine.Seat]transcript.RevealBody{}
	for _, raw := range tb.all() {
		if transcript.Kind(raw[0]) == transcript.Reveal {
			body, err := transcript.ParseReveal(bodyOf(raw))
			require.NoError(tb.t, err)
			bodies[engine.Seat(raw[1])] = body
		}
	}
	return bodies
}

// requireSameAuditInBatches: however many proofs and signatures a sum has.
func requireSameAuditInBatches(t require.TestingT, file []byte) *protocol.Report {
	report := requireSameAudit(t, file)
	require.Equal(t, report, protocol.AuditInBatches(file, 3))
	return report
}

// An audit opens layouts before it knows that the keys are theirs: whatever was revealed in
// their place, it finds what one finds who looks at each key first, and blames the first seat
// that lied.
func TestAuditsFindOtherKeysOneByOneToo(t *testing.T) {
	t.Parallel()
	tables := map[string]*table{
		"elgamal": facing(t).play("a2xa3").resign(blue),
		"garbled": setting{resolver: "garbled"}.sit(t, wolfLeft, wolfRight).play("a2xa3").resign(blue),
		"yao82":   setting{resolver: "yao82"}.sit(t, wolfLeft, wolfRight).play("a2xa3").resign(blue),
		"open":    setting{change: openRules}.sit(t, wolfLeft, wolfRight).play("a2xa3", "b3-b4").resign(red),
		"three":   lamps(t, 3).sit(t).outByResignation(),
	}
	changes := map[string]struct {
		code   string // of what is found; "" if nothing is
		change func(own *transcript.RevealBody, next transcript.RevealBody)
	}{
		"nothing":            {"", func(*transcript.RevealBody, transcript.RevealBody) {}},
		"one bit":            {"protocol.other-key", func(own *transcript.RevealBody, _ transcript.RevealBody) { own.Key[5] ^= 4 }},
		"zeros":              {"protocol.other-key", func(own *transcript.RevealBody, _ transcript.RevealBody) { own.Key = [32]byte{} }},
		"another seat's key": {"protocol.other-key", func(own *transcript.RevealBody, next transcript.RevealBody) { own.Key = next.Key }},
		"another seat's":     {"protocol.other-key", func(own *transcript.RevealBody, next transcript.RevealBody) { *own = next }},
		"a tape":             {"protocol.other-tape", func(own *transcript.RevealBody, _ transcript.RevealBody) { own.Tape[0] ^= 1 }},
	}
	rapid.Check(t, func(t *rapid.T) {
		tb := tables[rapid.SampledFrom(sortedKeys(tables)).Draw(t, "table")]
		own, others, want := tb.revealed(), map[engine.Seat]transcript.RevealBody{}, ""
		var liar engine.Seat
		for _, seat := range tb.rules.Seats() {
			body, revealed := own[seat]
			if !revealed {
				continue
			}
			change := changes[rapid.SampledFrom(sortedKeys(changes)).Draw(t, seat.String())]
			change.change(&body, own[engine.Seat((int(seat)+1)%tb.rules.NumSeats())])
			others[seat] = body
			if want == "" && change.code != "" {
				want, liar = change.code, seat
			}
		}
		report := requireSameAuditInBatches(t, tb.revealing(others))
		if want == "" {
			require.Equal(t, protocol.Audit(tb.match().File()), report)
			return
		}
		require.Equal(t, protocol.Cheating, report.Verdict)
		require.Equal(t, want, coded.Code(report.Reason))
		require.Equal(t, liar, report.Conviction.Culprit)
	})
}
