package p2p

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// impostor links to red in the place of blue, whose program has left, with all
// that blue's program knows.
func (m *timed) impostor() *intruder {
	tb := &fakeTable{t: m.t, net: m.net, secret: m.secret, ids: [maxSeats]transport.Identity{m.ids[0], m.ids[1]}, terms: m.all[0].seat.record(0)}
	clear(m.at[0].Gate().(*door).strikes)
	in := tb.knock(m.t, m.ids[1])
	in.enter()
	return in
}

// upToDate is the State of a side that has all of red's chain.
func (m *timed) upToDate() state {
	red := m.all[0]
	red.mu.Lock()
	defer red.mu.Unlock()
	n := len(red.log.chain)
	return state{count: uint32(n), head: transcript.HashRecord(red.log.chain[n-1])}
}

// clone is blue's Player once more.
func (m *timed) clone() *protocol.Player {
	m.t.Helper()
	p, err := protocol.Restore(m.all[1].seat.secret(), records(m.all[0]), nil)
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
		request, err := other.all[1].playerLocked().Resign()
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
			frames []frame
			text   string
		}{
			"garbage":                   {[]frame{recordFrame(n, garbage)}, "malformed"},
			"cut short":                 {[]frame{recordFrame(n, mangled[:40])}, "malformed"},
			"mangled":                   {[]frame{recordFrame(n, mangled)}, "did not sign this for this place"},
			"of another match":          {[]frame{recordFrame(n, elsewhere[n])}, "did not sign this for this place"},
			"other terms":               {[]frame{recordFrame(0, elsewhere[0])}, "terms of another match"},
			"stale":                     {[]frame{recordFrame(n, red.seat.record(n-2))}, "no record of the chain, or one from elsewhere"},
			"stale, by the other":       {[]frame{recordFrame(n, red.seat.record(n-1))}, "no record of the chain, or one from elsewhere"},
			"too early":                 {[]frame{recordFrame(n+1, clone.Match().Record(n))}, "came before record"},
			"a move as an extra":        {[]frame{{frameExtra, elsewhere[n]}}, "is a record of the chain"},
			"an extra that is none":     {[]frame{{frameExtra, garbage}}, "malformed"},
			"a resignation from others": {[]frame{{frameResign, request}}, "not that of another seat"},
			"a resignation of garbage":  {[]frame{{frameResign, garbage[:100]}}, "malformed"},
		} {
			in := m.impostor()
			in.send(append([]frame{m.upToDate().frame()}, test.frames...)...)
			bye, err := parseBye(in.read(frameBye).payload)
			require.NoError(t, err, name)
			require.Equal(t, byeRefused, bye.reason, name)
			require.Contains(t, bye.Text, test.text, name)
			in.c.Close()
			synctest.Wait()
			require.Equal(t, n, red.Snapshot().Records, name)
			require.Nil(t, red.Snapshot().Conviction, name)
			require.False(t, red.Snapshot().Over, name)
		}

		clear(m.at[0].Gate().(*door).strikes)
		m.comeBack(1)
		time.Sleep(time.Minute)
		synctest.Wait()
		require.NoError(t, m.all[1].Resign())
		require.Equal(t, protocol.Honest, m.end().Verdict)
	})
}

// Who signs two records on one place is convicted by them: the match is sealed,
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
		in.send(m.upToDate().frame(), recordFrame(n, clone.Match().Record(n)))
		f := in.read(frameExtra)
		require.Equal(t, transcript.Fault, transcript.Kind(f.payload[0]))
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
	for kind, size := range frameSizes {
		require.LessOrEqual(t, size.min, size.max)
		head := binary.BigEndian.AppendUint32([]byte{byte(kind)}, uint32(size.max+1))
		allocs := testing.AllocsPerRun(10, func() { readFrame(&repeat{head: head}, nil) })
		require.Less(t, allocs, 10.0)
		_, err := readFrame(&repeat{head: head}, nil)
		require.ErrorIs(t, err, errFrame, "a byte more than a frame of kind %d can have", kind)
	}
	largest := max(frameSizes[frameHello].max, frameSizes[frameProof].max, frameSizes[frameBye].max)
	require.Less(t, maxPending*largest, 64<<10)
	for _, kind := range []frameKind{frameRecord, frameExtra} { // they may be large, later
		head := binary.BigEndian.AppendUint32([]byte{byte(kind)}, uint32(frameSizes[kind].max))
		_, err := readHandshake(bytes.NewReader(head), frameHello)
		var refused *refusal
		require.ErrorAs(t, err, &refused, "it is not waited for")
	}
	require.Less(t, maxControl*(frameHead+frameSizes[frameBye].max), 64<<10)
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
		copied, err := protocol.Restore(red.seat.secret(), before, nil)
		require.NoError(t, err)
		require.NoError(t, copied.Play(moves[1], false, rand.Reader))
		require.NoError(t, red.Play(moves[0], false))
		synctest.Wait()
		m.leave(1)

		in := m.impostor()
		in.send(m.upToDate().frame(), recordFrame(len(records(red)), copied.Match().Record(len(before))))
		require.Equal(t, byeDiverged, in.bye())
		in.c.Close()
		require.ErrorIs(t, <-m.ran[0], ErrOwnRecords)
		require.Nil(t, red.Snapshot().Conviction)
		require.NoError(t, red.Close())
	})
}
