package protocol

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// altered is a chain whose record of that index has another body, signed again from
// there on, so that only proofs tell. A Layout gets the Commit that goes with it.
func (tb *table) altered(chain [][]byte, index int, body []byte) (out [][]byte) {
	match := tb.match()
	out = append(out, chain[:2]...)
	prev := match.ID() // which the first Commit binds
	for i, raw := range chain[2:] {
		r, err := transcript.Parse(raw)
		require.NoError(tb.t, err)
		target, err := transcript.Parse(chain[index])
		require.NoError(tb.t, err)
		switch {
		case i+2 == index:
			r.Body = body
		case r.Kind == transcript.Commit && target.Kind == transcript.Layout && r.Seat == target.Seat:
			h := transcript.Commitment(match.id, r.Seat, match.keys[r.Seat], body)
			r.Body = h[:]
		}
		signed := transcript.Sign(tb.players[r.Seat].secret.SigningKey(), transcript.Link{Match: match.id, Prev: prev}, r.Kind, r.Seat, r.Body)
		out = append(out, signed.Marshal())
		prev = transcript.HashRecord(signed.Marshal())
	}
	return out
}

func foldOneByOne(records [][]byte) (m *Match, sound int, err error) {
	m = NewMatch()
	for sound, raw := range records {
		if err := m.Append(raw); err != nil {
			return m, sound, err
		}
	}
	return m, len(records), nil
}

// requireSameFold folds records in both ways.
func requireSameFold(t require.TestingT, records [][]byte) (sound int, err error) {
	one, sound, err := foldOneByOne(records)
	all, soundAll, errAll := foldAtOnce(records, nil)
	require.Equal(t, sound, soundAll)
	require.Equal(t, err, errAll)
	require.Zero(t, all.later)
	require.Equal(t, one.proofs, all.proofs)
	require.Equal(t, one.Head(), all.Head())
	require.Equal(t, one.events, all.events)
	require.Equal(t, one.File(), all.File())
	stored, soundStored, errStored := Fold(records)
	require.Equal(t, sound, soundStored)
	require.Equal(t, err, errStored)
	require.Zero(t, stored.later)
	require.Equal(t, one.File(), stored.File())
	few, soundFew, errFew := foldInBatches(records, 3, nil)
	require.Equal(t, sound, soundFew)
	require.Equal(t, err, errFew)
	require.Zero(t, few.later)
	require.Equal(t, one.File(), few.File())
	return sound, err
}

// However long a match is, no more proofs than a batch has wait at a time.
func TestProofsWaitInBatches(t *testing.T) {
	tb := newTable(t, "standard,first=red", 5)
	tb.place()
	tb.moves("c6-c7")
	tb.play(12)
	chain := chainOf(tb.match())
	sums := func(size int) int {
		return opcount.Count(func() {
			_, _, err := foldInBatches(chain, size, nil)
			require.NoError(t, err)
		})[opcount.PublicSum]
	}
	require.Greater(t, sums(2), sums(4))
	require.Greater(t, sums(4), sums(atOnce))
}

// Checked in one sum or one by one, a match is found to be what it is, and the same
// record is the first that is false: whatever is wrong with it, and whatever follows.
func TestFoldingAtOnceIsFolding(t *testing.T) {
	t.Parallel()
	tb := newTable(t, "standard,first=red", 5)
	tb.place()
	tb.moves("c6-c7")
	tb.play(12)
	chain := chainOf(tb.match())
	sound, err := requireSameFold(t, chain)
	require.NoError(t, err)
	require.Equal(t, len(chain), sound)

	var proven []int // the records that have proofs
	for index, data := range chain[2:] {
		r, err := transcript.Parse(data)
		require.NoError(t, err)
		if len(r.Body) >= sigma.OpeningSize {
			proven = append(proven, index+2)
		}
	}
	require.NotEmpty(t, proven)
	rapid.Check(t, func(rt *rapid.T) {
		index := rapid.SampledFrom(proven).Draw(rt, "record")
		r, err := transcript.Parse(chain[index])
		require.NoError(rt, err)
		body := bytes.Clone(r.Body)
		// The last bytes of a body are responses: what is wrong with them only sums tell.
		at := len(body) - 1 - rapid.IntRange(0, min(len(body), 128)-1).Draw(rt, "from the end")
		body[at] ^= 1 << rapid.IntRange(0, 3).Draw(rt, "bit")
		sound, err := requireSameFold(rt, tb.altered(chain, index, body))
		require.Error(rt, err)
		require.Equal(rt, index, sound)
	})
}

// Two records that are false, and a file that ends in one that no sum is needed for:
// the first is named.
func TestTheFirstFalseRecordIsNamed(t *testing.T) {
	tb := newTable(t, "standard,first=red", 5)
	tb.place()
	tb.moves("c6-c7")
	chain := chainOf(tb.match())
	layoutRecord, err := transcript.Parse(chain[4])
	require.NoError(t, err)
	spoilt := bytes.Clone(layoutRecord.Body)
	spoilt[len(spoilt)-32] ^= 1 // a response: c no longer comes out
	sound, err := requireSameFold(t, tb.altered(chain, 4, spoilt))
	require.Equal(t, 4, sound)
	require.ErrorContains(t, err, "no valid proof that the hidden layout is legal")

	attack, err := transcript.Parse(chain[6])
	require.NoError(t, err)
	spoilt = bytes.Clone(attack.Body)
	spoilt[len(spoilt)-32] ^= 1
	records := tb.altered(chain, 6, spoilt)
	for _, after := range [][]byte{nil, {0}, chain[3]} {
		sound, err = requireSameFold(t, append(records[:7:7], after))
		require.Equal(t, 6, sound)
		require.ErrorContains(t, err, "no valid proof that the attack was made with this piece")
	}
}

// A Fault is judged where it stands, even while the sums of the chain still wait: the
// record that it calls false is sound except for its sums.
func TestEvidenceIsJudgedAtOnce(t *testing.T) {
	tb := newTable(t, "standard,first=red", 5)
	tb.place()
	tb.moves("c6-c7")
	chain := chainOf(tb.match())
	attack, err := transcript.Parse(chain[6])
	require.NoError(t, err)
	spoilt := bytes.Clone(attack.Body)
	spoilt[len(spoilt)-32] ^= 1
	false6 := tb.altered(chain, 6, spoilt)[6]
	at, err := tb.match().prefix(6)
	require.NoError(t, err)
	body := transcript.FaultBody{At: at.Base(), Records: [][]byte{false6}}
	fault := tb.forgeOn(body.At, engine.Blue, transcript.Fault, body.Marshal())
	records := append(chain[:6:6], fault)
	_, err = requireSameFold(t, records)
	require.NoError(t, err)
	m, _, err := foldAtOnce(records, nil)
	require.NoError(t, err)
	require.Equal(t, engine.Red, m.Conviction().Culprit)
}

// A copy checks at once: sums that the original leaves for later are not the copy's.
func TestForkLeavesNothingForLater(t *testing.T) {
	m := NewMatch()
	m.later = later{proofs: new(sigma.Batch), signatures: new(sigma.Batch), answered: true}
	require.Equal(t, later{}, m.Fork().later)
	require.Equal(t, later{}, m.draft().later)
}

// A record that the seat has just signed is taken unchecked by its own match, for the place that it was
// signed for and no other. All others check it, and so does an own match afterwards.
func TestOnlyWhatWasJustSignedIsTakenUnchecked(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	red := tb.players[engine.Red]
	m := red.match.Fork()
	require.NoError(t, red.Play(attacksOf(red)[0], false, tb.rng))
	require.Zero(t, red.match.later)
	raw := bytes.Clone(red.match.Record(m.Len()))
	raw[len(raw)-1] ^= 1
	refused := func(m *Match) {
		t.Helper()
		var refusal *Refusal
		require.ErrorAs(t, m.Append(raw), &refusal)
		require.False(t, refusal.Provable)
		require.Equal(t, errNotSigned(engine.Red), refusal.Err)
	}
	refused(m)
	refused(tb.players[engine.Blue].match.Fork())
	for _, elsewhere := range []transcript.Link{{Match: m.id}, {Prev: m.Base()}} {
		m.later.own = elsewhere
		refused(m)
	}
	m.later.own = transcript.Link{Match: m.id, Prev: m.Base()}
	require.NoError(t, m.Fork().Append(red.match.Record(m.Len())))
	refused(m.Fork())
	refused(m.draft())
	require.NoError(t, m.Append(raw))
	_, _, err := Fold(m.Records())
	require.Error(t, err, "nobody else takes it")
}
