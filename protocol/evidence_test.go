package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// shortMatch is a finished match with a little of everything: moves, clashes,
// a time-out, a resignation, both Reveals.
func shortMatch(t testing.TB) *table {
	tb := smallTable(t, 11)
	tb.place()
	for clashes := 0; clashes < 2; {
		tb.turn()
		events := tb.match().Events()
		if events[len(events)-1].Kind != engine.EventMove {
			clashes++
		}
	}
	require.NoError(t, tb.mover().Pass(tb.rng))
	tb.sync()
	_, err := tb.mover().Resign()
	require.NoError(t, err)
	tb.sync()
	require.Equal(t, Honest, Audit(tb.match().File()).Verdict)
	return tb
}

// Whoever flips a bit of a transcript ruins it, and convicts nobody.
func TestFlippedBitConvictsNobody(t *testing.T) {
	t.Parallel()
	m := shortMatch(t).match()
	records := append(chainOf(m), m.Extras()...)
	at := NewMatch()
	for i, raw := range records {
		step := 1
		if len(raw) > 1000 {
			step = 211 // a sample of a Layout's quarter of a million bits
		}
		for bit := 0; bit < 8*len(raw); bit += step {
			flipped := bytes.Clone(raw)
			flipped[bit/8] ^= 1 << (bit % 8)
			var refusal *Refusal
			err := at.Fork().append(flipped)
			require.ErrorAs(t, err, &refusal, "record %d bit %d", i, bit)
			require.False(t, refusal.Provable, "record %d bit %d: %v", i, bit, err)
		}
		require.NoError(t, at.Append(raw))
	}
}

// The file around the records: flipped and cut, it is unreadable or, cut
// between two records, unfinished.
func TestMangledFile(t *testing.T) {
	t.Parallel()
	m := shortMatch(t).match()
	file := m.File()
	offset := len(transcript.Magic)
	for bit := range 8 * offset {
		flipped := bytes.Clone(file)
		flipped[bit/8] ^= 1 << (bit % 8)
		require.Equal(t, Unreadable, Audit(flipped).Verdict)
	}
	for _, raw := range append(chainOf(m), m.Extras()...) {
		for bit := range 32 { // the frame's length
			flipped := bytes.Clone(file)
			flipped[offset+bit/8] ^= 1 << (bit % 8)
			require.Equal(t, Unreadable, Audit(flipped).Verdict)
		}
		require.Contains(t, []Verdict{Incomplete, Unreadable}, Audit(file[:offset]).Verdict)
		require.Equal(t, Unreadable, Audit(file[:offset+2]).Verdict)
		require.Equal(t, Unreadable, Audit(file[:offset+4+len(raw)/2]).Verdict)
		offset += 4 + len(raw)
	}
	require.Equal(t, len(file), offset)
	require.Equal(t, Unreadable, Audit(append(bytes.Clone(file), 0)).Verdict)
	require.Equal(t, Unreadable, Audit(nil).Verdict)
}

// Both Reveals are in the file, red first, whichever came first: one match
// has one file.
func TestExtrasAreCanonical(t *testing.T) {
	m := shortMatch(t).match()
	extras := m.Extras()
	require.Len(t, extras, 3) // the Seen of whoever has not signed the last record, two Reveals
	for i := range len(extras) - 1 {
		other := slices.Clone(extras)
		other[i], other[i+1] = other[i+1], other[i]
		file := transcript.MarshalFile(append(chainOf(m), other...))
		require.Equal(t, Unreadable, Audit(file).Verdict)
	}
	swapped := append(chainOf(m), extras[1:]...)
	swapped = append(swapped, extras[:1]...)
	require.Equal(t, Unreadable, Audit(transcript.MarshalFile(swapped)).Verdict)
	again := NewMatch()
	for _, raw := range swapped {
		require.NoError(t, again.Append(raw))
	}
	require.Equal(t, m.File(), again.File())
}

// The kinds of record that a seat may sign now, and no others: everything
// else convicts it, even where the other seat's turn is.
func TestOutOfTurnConvicts(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		for kind := transcript.Terms; kind <= transcript.Reveal; kind++ {
			if tb.match().Owed().allows(seat, kind) || kind == transcript.Seen {
				continue // a Seen that nobody asks for is refused, and convicts nobody
			}
			var refusal *Refusal
			err := tb.match().Append(tb.forge(seat, kind, make([]byte, 64)))
			require.ErrorAs(t, err, &refusal, "%s by %s", kind, seat)
			require.True(t, refusal.Provable, "%s by %s", kind, seat)
			require.Equal(t, seat, refusal.Culprit)
		}
	}
}

// A false record that its seat signed: the other seals the match with it, and
// the sealed file convicts the cheat in anyone's eyes.
func TestFalseRecordIsSealed(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	tb.play(3)
	cheat := tb.mover().Seat()
	honest := tb.players[(1 - cheat)]
	false1 := tb.forge(cheat, transcript.NoMove, make([]byte, 64))

	var refusal *Refusal
	require.ErrorAs(t, honest.Receive(false1), &refusal)
	require.True(t, refusal.Provable)
	tb.players[cheat] = honest // the cheat is not asked any more
	made, err := honest.Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, made)
	require.Equal(t, Sealed, honest.Match().Stage())
	require.Equal(t, cheat, honest.Match().Conviction().Culprit)
	report := Audit(honest.Match().File())
	require.Equal(t, Cheating, report.Verdict)
	require.Equal(t, cheat, report.Conviction.Culprit)
	require.Equal(t, "NoMove", report.Conviction.Kind.String())

	t.Run("nothing follows the seal", func(t *testing.T) {
		for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
			require.Error(t, honest.Match().Append(tb.forge(seat, transcript.Resign, nil)))
		}
		made, err := honest.Proceed(tb.rng)
		require.NoError(t, err)
		require.False(t, made)
	})
	t.Run("so does a file that merely ends in the false record", func(t *testing.T) {
		file := transcript.MarshalFile(append(chainOf(honest.Match()), false1))
		require.Equal(t, Cheating, Audit(file).Verdict)
	})
}

// A malformed SignOut of cause Divided binds the base of any record: a seat that accuses its signer is
// not convicted of a bogus Fault.
func TestMalformedSignOutConvictsItsSigner(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	half := append([]byte{byte(engine.Red), byte(transcript.Divided)}, make([]byte, 32)...)
	var refusal *Refusal
	red := tb.players[engine.Red]
	require.ErrorAs(t, red.Receive(tb.forge(engine.Blue, transcript.SignOut, half)), &refusal)
	require.True(t, refusal.Provable)
	_, err := red.Proceed(tb.rng)
	require.NoError(t, err)
	require.Equal(t, engine.Blue, red.Match().Conviction().Culprit)
}

// Two different records of one seat on one place: told to two audiences, they
// meet, and convict.
func TestDoubleDealing(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	tb.play(4)
	fork := tb.match().Head()
	cheat := tb.mover().Seat()
	tb.turn()
	other := tb.forgeOn(fork, cheat, transcript.Resign, nil)
	tb.play(1)
	honest := tb.players[(1 - cheat)]
	var refusal *Refusal
	require.ErrorAs(t, honest.Receive(other), &refusal)
	require.True(t, refusal.Provable)
	require.Equal(t, cheat, refusal.Culprit)
	made, err := honest.Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, made)
	report := Audit(honest.Match().File())
	require.Equal(t, Cheating, report.Verdict)
	require.Equal(t, cheat, report.Conviction.Culprit)
	require.ErrorContains(t, report.Reason, "two different records")
}

// An accuser whose evidence is sound records, or proves nothing, convicts
// itself and nobody else.
func TestBogusFault(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	tb.play(6)
	m := tb.match()
	last := m.Record(m.Len() - 1)
	before := m.Hash(m.Len() - 2)
	first, second := m.Record(6), m.Record(7)
	mangled := bytes.Clone(last)
	mangled[len(mangled)-1] ^= 1
	for name, body := range map[string]transcript.FaultBody{
		"a sound record":            {At: before, Records: [][]byte{last}},
		"the same record twice":     {At: before, Records: [][]byte{last, last}},
		"a mangled record":          {At: before, Records: [][]byte{mangled}},
		"a record and its mangling": {At: before, Records: [][]byte{last, mangled}},
		"records of two places":     {At: m.Hash(5), Records: [][]byte{first, second}},
		"a record of another place": {At: m.Head(), Records: [][]byte{last}},
	} {
		t.Run(name, func(t *testing.T) {
			accuser := engine.Red
			sealed := m.Fork()
			require.NoError(t, sealed.append(tb.forgeOn(body.At, accuser, transcript.Fault, body.Marshal())))
			require.Equal(t, accuser, sealed.Conviction().Culprit)
			report := Audit(sealed.File())
			require.Equal(t, Cheating, report.Verdict)
			require.Equal(t, accuser, report.Conviction.Culprit)
			require.ErrorContains(t, report.Reason, "bogus")
		})
	}
	t.Run("a signed record that is not due, which blames nobody", func(t *testing.T) {
		early := tb.forgeOn(m.Head(), engine.Blue, transcript.Seen, make([]byte, 32))
		body := transcript.FaultBody{At: m.Head(), Records: [][]byte{early}}
		sealed := m.Fork()
		require.NoError(t, sealed.append(tb.forgeOn(body.At, engine.Blue, transcript.Fault, body.Marshal())))
		require.Equal(t, engine.Blue, sealed.Conviction().Culprit)
		require.ErrorContains(t, sealed.Conviction().Reason, "bogus")
	})
	t.Run("a Fault that names a hash of a longer chain blames nobody", func(t *testing.T) {
		body := transcript.FaultBody{At: transcript.Hash{1}, Records: [][]byte{last}}
		var refusal *Refusal
		err := m.Fork().append(tb.forgeOn(body.At, engine.Red, transcript.Fault, body.Marshal()))
		require.ErrorAs(t, err, &refusal)
		require.False(t, refusal.Provable)
	})
}

// No dishonest sequence of honest records convicts an honest seat: whatever
// subset and order of true records the accuser presents, no record of an
// honest seat is ever provably false.
func TestHonestSeatIsNotFramed(t *testing.T) {
	tb := shortMatch(t)
	m := tb.match()
	records := append(chainOf(m), m.Extras()...)
	for n := 2; n <= m.Len(); n++ {
		at, err := m.prefix(n)
		require.NoError(t, err)
		for i, raw := range records {
			var refusal *Refusal
			if err := at.Fork().append(raw); errors.As(err, &refusal) {
				require.False(t, refusal.Provable, "record %d after %d: %v", i, n, err)
			}
		}
		if n > 8 {
			n += 3
		}
	}
}

// A claim of silence is a statement, not a proof: it changes nothing.
func TestClaimIsNoProof(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	waiting := tb.players[engine.Blue]
	require.ErrorContains(t, tb.players[engine.Red].ClaimSilence(), "no other seat owes anything")
	require.NoError(t, waiting.ClaimSilence())
	report := Audit(waiting.Match().File())
	require.Equal(t, Incomplete, report.Verdict)
	require.Equal(t, []engine.Seat{engine.Blue}, report.Claims)
	require.ErrorContains(t, report.Reason, "claimed")
	made, err := waiting.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made, "a claim releases no secret")
	tb.turn() // the other comes back after all
	require.Equal(t, Play, waiting.Match().Stage())
	report = Audit(waiting.Match().File())
	require.Equal(t, []engine.Seat{engine.Blue}, report.Claims)
	require.NotContains(t, report.Reason.Error(), "claimed", "it is the claimer who is to move now")
	tb.turn()
	require.NotContains(t, fmt.Sprint(Audit(waiting.Match().File()).Reason), "claimed", "the claim was about another silence")
}

// Where the rules give no grace, silence is never claimed.
func TestNoClaimWithoutGrace(t *testing.T) {
	for _, spec := range []string{"standard,first=red,clock=off", "standard,first=red,grace=off"} {
		tb := newTable(t, spec, 1)
		tb.place()
		waiting := tb.players[engine.Blue]
		require.ErrorIs(t, waiting.ClaimSilence(), errNoGrace)
		require.Empty(t, waiting.Match().Extras())
	}
}

// Keys leave a program only after the end.
func TestNoRevealBeforeTheEnd(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	tb.play(10)
	for _, p := range tb.players {
		p.GraceOver()
		made, err := p.Proceed(tb.rng)
		require.NoError(t, err)
		require.False(t, made)
		file := p.Match().File()
		require.NotContains(t, string(file), string(p.secret.Key.Bytes()))
		require.NotContains(t, string(file), string(p.secret.Tape[:]))
		require.NotContains(t, string(file), string(p.secret.NonceKey[:]))
		require.NotContains(t, string(file), string(p.secret.Signing[:]))
	}
}

// What only the reveal shows: a seat that had no legal move passed the turn.
func TestFalseRevealIsRefused(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	_, err := tb.players[engine.Red].Resign()
	require.NoError(t, err)
	blue := tb.players[engine.Blue].Match()
	require.NoError(t, blue.Append(tb.players[engine.Red].Match().Record(6)))
	reveal := transcript.RevealBody{Tape: tb.players[engine.Red].secret.Tape}
	copy(reveal.Key[:], tb.players[engine.Red].secret.Key.Bytes())

	for name, mangle := range map[string]func(*transcript.RevealBody){
		"another key":         func(b *transcript.RevealBody) { b.Key = [32]byte{1} },
		"another tape":        func(b *transcript.RevealBody) { b.Tape[0] ^= 1 },
		"a non-canonical key": func(b *transcript.RevealBody) { b.Key[31] |= 0xf0 },
	} {
		body := reveal
		mangle(&body)
		var refusal *Refusal
		err := blue.Fork().append(transcriptOn(tb, blue, engine.Red, transcript.Reveal, body.Marshal()))
		require.ErrorAs(t, err, &refusal, name)
		require.True(t, refusal.Provable, name)
	}
	require.NoError(t, blue.append(transcriptOn(tb, blue, engine.Red, transcript.Reveal, reveal.Marshal())))
}

// transcriptOn signs a record on the head of a match that only one seat has.
func transcriptOn(tb *table, m *Match, seat engine.Seat, kind transcript.Kind, body []byte) []byte {
	link := transcript.Link{Match: m.ID(), Prev: m.Base()}
	r := transcript.Sign(tb.players[seat].secret.SigningKey(), link, kind, seat, body)
	return r.Marshal()
}

// Evidence on the head of the chain is judged without folding the chain again:
// that must be the same Match, whatever stands outside the chain.
func TestPrefixAtTheHeadIsTheFold(t *testing.T) {
	open := newTable(t, "standard,first=red,mode=open", 11)
	open.place()
	open.play(2)
	ended := shortMatch(t)
	claimed := newTable(t, "standard,first=red", 1)
	claimed.place()
	require.NoError(t, claimed.players[engine.Blue].ClaimSilence())
	for name, m := range map[string]*Match{
		"open": open.match(), "ended": ended.match(), "claimed": claimed.players[engine.Blue].Match(),
	} {
		fold := NewMatch()
		for _, raw := range chainOf(m) {
			require.NoError(t, fold.Append(raw))
		}
		at, err := m.prefix(m.Len())
		require.NoError(t, err)
		require.Equal(t, fold.File(), at.File(), name)
		require.Equal(t, fold.Stage(), at.Stage(), name)
		require.Equal(t, fold.Owed(), at.Owed(), name)
		require.Equal(t, fold.Position(), at.Position(), name)
		require.Equal(t, [2]bool{fold.Revealed(0), fold.Revealed(1)}, [2]bool{at.Revealed(0), at.Revealed(1)}, name)
		for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
			_, want := fold.OpenedLayout(seat)
			_, got := at.OpenedLayout(seat)
			require.Equal(t, want, got, name)
		}
	}
}
