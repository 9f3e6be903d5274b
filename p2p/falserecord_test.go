package p2p

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// impostor links to red in the place of blue, whose program has left, with all
// that blue's program knows.
func (m *timed) impostor() *intruder {
	tb := &fakeTable{t: m.t, net: m.net, secret: m.secret, ids: [engine.MaxSeats]transport.Identity{m.ids[0], m.ids[1]}, terms: m.all[0].replica.record(0)}
	clear(m.at[0].Gate().(*linkAcceptor).strikes)
	in := tb.knock(m.t, m.ids[1])
	in.enter()
	return in
}

// upToDate is the State of a side that has all of red's chain.
func (m *timed) upToDate() wire.State {
	red := m.all[0]
	red.mu.Lock()
	defer red.mu.Unlock()
	n := len(red.log.chain)
	return wire.State{Count: uint32(n), Head: transcript.HashRecord(red.log.chain[n-1])}
}

// clone is blue's Player once more.
func (m *timed) clone() *protocol.Player {
	m.t.Helper()
	p, err := protocol.Restore(m.all[1].replica.secret(), records(m.all[0]), nil)
	require.NoError(m.t, err)
	return p
}

// In a real match nothing but the next record is taken, and whoever sends
// anything else hears why. Nobody is convicted by what he has not signed, and
// the match goes on.
func TestFalseRecords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		red, layout := m.all[0], junqi.Layouts()["triangle"]
		require.NoError(t, red.Play(m.position(0).LegalMoves(engine.Red, layout)[0], false))
		synctest.Wait()
		m.leave(1)

		// Another match that these two have played just as far.
		other := newTimed(t, "standard,first=red,clock=off", Config{})
		require.NoError(t, other.all[0].Play(other.position(0).LegalMoves(engine.Red, layout)[0], false))
		synctest.Wait()
		require.NoError(t, other.all[1].Play(other.position(1).LegalMoves(engine.Blue, layout)[0], false))
		synctest.Wait()
		elsewhere := records(other.all[0])
		request, err := other.all[1].replica.protocolPlayer().Resign()
		require.NoError(t, err)
		require.NotEmpty(t, request)
		other.quit(0, 1)

		n := red.Snapshot().Records
		garbage := make([]byte, 1000)
		rand.Read(garbage)
		clone := m.clone()
		require.NoError(t, clone.Play(m.position(0).LegalMoves(engine.Blue, layout)[0], false, rand.Reader))
		mangled := append([]byte{}, clone.Match().Record(n)...)
		mangled[10] ^= 1
		for name, test := range map[string]struct {
			frames []wire.Frame
			text   string
		}{
			"garbage":                   {[]wire.Frame{wire.NewRecord(n, garbage)}, "malformed"},
			"cut short":                 {[]wire.Frame{wire.NewRecord(n, mangled[:40])}, "malformed"},
			"mangled":                   {[]wire.Frame{wire.NewRecord(n, mangled)}, "did not sign this for this place"},
			"of another match":          {[]wire.Frame{wire.NewRecord(n, elsewhere[n])}, "did not sign this for this place"},
			"other terms":               {[]wire.Frame{wire.NewRecord(0, elsewhere[0])}, "terms of another match"},
			"stale":                     {[]wire.Frame{wire.NewRecord(n, red.replica.record(n-2))}, "not in the chain, or belongs elsewhere"},
			"stale, by the other":       {[]wire.Frame{wire.NewRecord(n, red.replica.record(n-1))}, "not in the chain, or belongs elsewhere"},
			"too early":                 {[]wire.Frame{wire.NewRecord(n+1, clone.Match().Record(n))}, "came before record"},
			"a move as an extra":        {[]wire.Frame{{Kind: wire.KindExtra, Payload: elsewhere[n]}}, "is a record of the chain"},
			"an extra that is none":     {[]wire.Frame{{Kind: wire.KindExtra, Payload: garbage}}, "malformed"},
			"a resignation from others": {[]wire.Frame{{Kind: wire.KindResign, Payload: request}}, "does not come from another seat"},
			"a resignation of garbage":  {[]wire.Frame{{Kind: wire.KindResign, Payload: garbage[:100]}}, "malformed"},
		} {
			in := m.impostor()
			in.send(append([]wire.Frame{m.upToDate().Frame()}, test.frames...)...)
			bye, err := wire.ParseBye(in.read(wire.KindBye).Payload)
			require.NoError(t, err, name)
			require.Equal(t, wire.ByeRefused, bye.Reason, name)
			require.Contains(t, bye.Text, test.text, name)
			in.c.Close()
			synctest.Wait()
			require.Equal(t, n, red.Snapshot().Records, name)
			require.Nil(t, red.Snapshot().Conviction, name)
			require.False(t, red.Snapshot().Over, name)
		}

		clear(m.at[0].Gate().(*linkAcceptor).strikes)
		m.comeBack(1)
		time.Sleep(time.Minute)
		synctest.Wait()
		require.NoError(t, m.all[1].Resign())
		require.Equal(t, protocol.Honest, m.end().Verdict)
	})
}

// A program that signs two records on one place is convicted by them: the match is sealed,
// and the file proves it to anyone.
func TestTwoRecordsConvict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		red, layout := m.all[0], junqi.Layouts()["triangle"]
		require.NoError(t, red.Play(m.position(0).LegalMoves(engine.Red, layout)[0], false))
		synctest.Wait()
		clone, n := m.clone(), red.Snapshot().Records
		moves := m.position(1).LegalMoves(engine.Blue, layout)
		require.NoError(t, m.all[1].Play(moves[0], false))
		synctest.Wait()
		m.leave(1)
		require.NoError(t, clone.Play(moves[1], false, rand.Reader))

		in := m.impostor()
		in.send(m.upToDate().Frame(), wire.NewRecord(n, clone.Match().Record(n)))
		f := in.read(wire.KindExtra)
		require.Equal(t, transcript.Fault, transcript.Kind(f.Payload[0]))
		in.c.Close()
		require.NoError(t, <-m.ran[0])
		require.NoError(t, red.Close())
		report := m.audit(0)
		require.Equal(t, protocol.Cheating, report.Verdict)
		require.Equal(t, engine.Blue, report.Conviction.Culprit)
	})
}

// What all links that have not proven themselves can make this program hold is
// bounded, and nothing is held before its length was judged.
func TestNothingIsHeldForStrangers(t *testing.T) {
	for kind, size := range wire.Sizes {
		require.LessOrEqual(t, size.Min, size.Max)
		head := binary.BigEndian.AppendUint32([]byte{byte(kind)}, uint32(size.Max+1))
		allocs := testing.AllocsPerRun(10, func() { wire.Read(&repeat{head: head}, nil) })
		require.Less(t, allocs, 10.0)
		_, err := wire.Read(&repeat{head: head}, nil)
		require.ErrorIs(t, err, wire.ErrMalformed, "a byte more than a frame of kind %d can have", kind)
	}
	largest := max(wire.Sizes[wire.KindHello].Max, wire.Sizes[wire.KindProof].Max, wire.Sizes[wire.KindBye].Max)
	require.Less(t, maxPending*largest, 64<<10)
	for _, kind := range []wire.Kind{wire.KindRecord, wire.KindExtra} { // they may be large, later
		head := binary.BigEndian.AppendUint32([]byte{byte(kind)}, uint32(wire.Sizes[kind].Max))
		_, err := link.ReadHandshake(bytes.NewReader(head), wire.KindHello)
		var refused *link.Refusal
		require.ErrorAs(t, err, &refused, "it is not waited for")
	}
	require.Less(t, maxControl*(wire.HeadSize+wire.Sizes[wire.KindBye].Max), 64<<10)
}

// repeat reads a head, and then zeros without end.
type repeat struct{ head []byte }

func (r *repeat) Read(b []byte) (int, error) {
	if len(r.head) > 0 {
		n := copy(b, r.head)
		r.head = r.head[n:]
		return n, nil
	}
	clear(b)
	return len(b), nil
}

// A record that an old copy of our own seat has signed stops us, wherever the
// peer says that it stands. We don't seal the match against ourselves.
func TestOwnOtherRecordStopsUs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		red, layout, before := m.all[0], junqi.Layouts()["triangle"], records(m.all[0])
		moves := m.position(0).LegalMoves(engine.Red, layout)
		copied, err := protocol.Restore(red.replica.secret(), before, nil)
		require.NoError(t, err)
		require.NoError(t, copied.Play(moves[1], false, rand.Reader))
		require.NoError(t, red.Play(moves[0], false))
		synctest.Wait()
		m.leave(1)

		in := m.impostor()
		in.send(m.upToDate().Frame(), wire.NewRecord(len(records(red)), copied.Match().Record(len(before))))
		require.Equal(t, wire.ByeDiverged, in.bye())
		in.c.Close()
		require.ErrorIs(t, <-m.ran[0], ErrOwnRecords)
		require.Nil(t, red.Snapshot().Conviction)
		require.NoError(t, red.Close())
	})
}

// A false record on one that is not complete convicts nobody yet, and may cost much. It is verified once, however often it comes,
// even where room might be made for it.
func TestFalseRecordOnAnIncompleteOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		play := func(p *protocol.Player, attacks bool) error {
			own, _ := p.Layout()
			position := p.Match().Position()
			moves := position.LegalMoves(p.Seat(), own)
			i := slices.IndexFunc(moves, func(to engine.Move) bool { return attacks == (position.At(to.To) != engine.NoPiece) })
			return p.Play(moves[i], false, rand.Reader)
		}
		m.leave(amberSeat)
		require.NoError(t, m.all[blueSeat].Do(func(p *protocol.Player) error { return play(p, false) }))
		time.Sleep(time.Second)
		s, l, key, next := m.all[0], m.linkOf(0, blueSeat), m.key(amberSeat), proposed(m.all[blueSeat].replica.protocolPlayer())
		twin, err := protocol.Restore(m.all[amberSeat].replica.secret(), append(records(s), next), nil)
		require.NoError(t, err)
		require.NoError(t, play(twin, true))
		sound := proposed(twin)
		falsely := func(scalar byte) []byte { // the last of its proof
			r, err := transcript.Parse(bytes.Clone(sound))
			require.NoError(t, err)
			clear(r.Body[len(r.Body)-32:])
			r.Body[len(r.Body)-32] = scalar
			wrong := transcript.Sign(key, transcript.Link{Match: twin.Match().ID(), Prev: transcript.HashRecord(next)}, r.Kind, r.Seat, r.Body)
			return wrong.Marshal()
		}
		under(s, func() {
			index := s.replica.length() + 1
			var sums int
			proofs := func(raw []byte) int { // how many terms they have: a signature has two
				n := opcount.Count(func() {
					_, err := l.takeLocked(wire.NewRecord(index, raw))
					require.NoError(t, err)
				})
				sums = n[opcount.PublicSum]
				return n[opcount.PublicTerm] - 2*sums
			}
			once := proofs(falsely(1))
			require.Positive(t, once)
			require.Zero(t, proofs(falsely(1)))
			require.Zero(t, sums, "nor is it sought, as it is kept")
			require.Equal(t, once, proofs(sound))
			require.True(t, s.replica.isAccused(engine.Amber))
			require.True(t, s.replica.Holds(transcript.HashRecord(sound)), "of which room could be made")
			require.Equal(t, once, proofs(falsely(2)))
			require.Zero(t, proofs(falsely(2)))
		})
		m.quit(0, blueSeat)
	})
}
