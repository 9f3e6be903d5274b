package p2p

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// intruder is a peer that does as it likes, knocking at the host's door.
type intruder struct {
	t    testing.TB
	tb   *fakeTable
	id   transport.Identity
	role wire.Role
	seat engine.Seat
	c    transport.Conn
	said []wire.Frame // what the host has sent so far
}

// knock dials the host under an identity of its own.
func (tb *fakeTable) knock(t testing.TB, id transport.Identity) *intruder {
	t.Helper()
	from := tb.net.Visitor(id)
	c, err := from.Dial(context.Background(), tb.ids[0].Key(), []transport.Addr{"there"})
	require.NoError(t, err)
	return &intruder{t: t, tb: tb, id: id, role: wire.Guest, seat: engine.Blue, c: c}
}

func (in *intruder) hello() wire.Hello {
	return wire.Hello{Version: wire.Version, Role: in.role, Seat: in.seat, Terms: transcript.HashRecord(in.tb.terms), Nonce: [32]byte{7}}
}

func (in *intruder) send(frames ...wire.Frame) {
	in.t.Helper()
	require.NoError(in.t, in.trySend(frames...))
}

func (in *intruder) trySend(frames ...wire.Frame) error {
	for _, f := range frames {
		if err := wire.Write(in.c, f); err != nil {
			return err
		}
	}
	return nil
}

// read reads frames until one of a kind.
func (in *intruder) read(kind wire.Kind) wire.Frame {
	in.t.Helper()
	for {
		f, err := wire.Read(in.c, nil)
		require.NoError(in.t, err)
		in.said = append(in.said, f)
		if f.Kind == kind {
			return f
		}
	}
}

// bye reads until the host parts, and returns its reason.
func (in *intruder) bye() wire.Reason {
	in.t.Helper()
	bye, err := wire.ParseBye(in.read(wire.KindBye).Payload)
	require.NoError(in.t, err)
	in.c.Close()
	return bye.Reason
}

// overhear reads along without a word, and tells with which reason the host
// parts.
func (in *intruder) overhear() chan wire.Reason {
	said := make(chan wire.Reason, 1)
	go func() {
		for {
			f, err := wire.Read(in.c, nil)
			if err != nil {
				return
			}
			if f.Kind == wire.KindBye {
				said <- wire.Reason(f.Payload[0])
			}
		}
	}()
	return said
}

// closed checks that the host hangs up without a word.
func (in *intruder) closed() {
	in.t.Helper()
	_, err := io.Copy(io.Discard, in.c)
	require.True(in.t, err == nil || errors.Is(err, io.ErrClosedPipe), "%v", err)
}

// shake shakes hands with a secret, as the guest.
func (in *intruder) shake(secret invite.Secret) error { return in.shakeWith(secret.LinkKey()) }

func (in *intruder) shakeWith(linkKey []byte) error {
	ours := in.hello()
	if err := in.trySend(ours.Frame()); err != nil {
		return err
	}
	theirs, err := link.ReadHello(in.c)
	if err != nil {
		return err
	}
	h, err := link.NewHandshake(in.c, ours, theirs, linkKey, in.id.Key(), in.tb.ids[0].Key())
	if err != nil {
		return err
	}
	return h.Prove(nil)
}

// enter shakes hands as the true guest would.
func (in *intruder) enter() {
	in.t.Helper()
	require.NoError(in.t, in.shake(in.tb.secret.Seat(engine.Blue)))
}

// atTheDoor runs a host to whom the guest has not come yet, and lets f at its
// door. In the end the true guest comes, and the match is played all the same.
func atTheDoor(t *testing.T, f func(t *testing.T, tb *fakeTable)) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 9)
		host, err := tb.start(0)
		require.NoError(t, err)
		ran := make(chan error, 1)
		go func() { ran <- playFake(t.Context(), host) }()
		f(t, tb)
		guest, err := tb.start(1)
		require.NoError(t, err)
		require.NoError(t, playFake(t.Context(), guest))
		require.NoError(t, <-ran)
		tb.requireFinished()
	})
}

func TestStrangersAreTurnedAway(t *testing.T) {
	stranger := transport.Identity{99}
	for name, test := range map[string]struct {
		say  func(in *intruder)
		want wire.Reason
	}{
		"wrong secret":  {func(in *intruder) { in.shakeRaw(invite.Secret{2}) }, wire.ByeStranger},
		"another match": {func(in *intruder) { h := in.hello(); h.Terms[0] ^= 1; in.send(h.Frame()) }, wire.ByeUnknown},
		"two hosts":     {func(in *intruder) { h := in.hello(); h.Role = wire.Host; in.send(h.Frame()) }, wire.ByeRefused},
		"a proof with a number": {func(in *intruder) {
			in.send(in.hello().Frame())
			theirs, err := wire.ParseHello(in.read(wire.KindHello).Payload)
			require.NoError(in.t, err)
			p := link.Parties{Terms: theirs.Terms, Host: in.tb.ids[0].Key(), Guest: stranger.Key(), HostNonce: theirs.Nonce, GuestNonce: [32]byte{7}, LinkNumber: 9}
			in.send(wire.Proof{Number: 9, MAC: p.MAC(in.tb.secret.Seat(engine.Blue).LinkKey(), wire.Guest, engine.Blue)}.Frame())
		}, wire.ByeStranger},
		"the proof of another's name": {func(in *intruder) {
			in.send(in.hello().Frame())
			theirs, err := wire.ParseHello(in.read(wire.KindHello).Payload)
			require.NoError(in.t, err)
			p := link.Parties{Terms: theirs.Terms, Host: in.tb.ids[0].Key(), Guest: in.tb.ids[1].Key(), HostNonce: theirs.Nonce, GuestNonce: [32]byte{7}}
			in.send(wire.Proof{Number: 0, MAC: p.MAC(in.tb.secret.Seat(engine.Blue).LinkKey(), wire.Guest, engine.Blue)}.Frame())
		}, wire.ByeStranger},
		"the proof of the other role": {func(in *intruder) {
			in.send(in.hello().Frame())
			theirs, err := wire.ParseHello(in.read(wire.KindHello).Payload)
			require.NoError(in.t, err)
			p := link.Parties{Terms: theirs.Terms, Host: in.tb.ids[0].Key(), Guest: stranger.Key(), HostNonce: theirs.Nonce, GuestNonce: [32]byte{7}}
			in.send(wire.Proof{Number: 0, MAC: p.MAC(in.tb.secret.Seat(engine.Blue).LinkKey(), wire.Host, engine.Blue)}.Frame())
		}, wire.ByeStranger},
		"an old proof": {func(in *intruder) {
			in.send(in.hello().Frame())
			in.read(wire.KindHello)
			p := link.Parties{Terms: in.hello().Terms, Host: in.tb.ids[0].Key(), Guest: stranger.Key(), HostNonce: [32]byte{3}, GuestNonce: [32]byte{7}}
			in.send(wire.Proof{Number: 0, MAC: p.MAC(in.tb.secret.Seat(engine.Blue).LinkKey(), wire.Guest, engine.Blue)}.Frame())
		}, wire.ByeStranger},
		"no hello": {func(in *intruder) { go in.trySend(wire.State{}.Frame()) }, wire.ByeRefused},
		"no proof": {func(in *intruder) {
			in.send(in.hello().Frame())
			in.read(wire.KindHello)
			go in.trySend(wire.State{}.Frame())
		}, wire.ByeRefused},
		"unknown kind":      {func(in *intruder) { go in.c.Write([]byte{77, 0, 0, 0, 0}) }, wire.ByeRefused},
		"a hello too long":  {func(in *intruder) { go in.c.Write([]byte{1, 0, 0, 1, 0}) }, wire.ByeRefused},
		"4 GiB":             {func(in *intruder) { go in.c.Write([]byte{byte(wire.KindExtra), 255, 255, 255, 255}) }, wire.ByeRefused},
		"an HTTP request":   {func(in *intruder) { go in.c.Write([]byte("GET / HTTP/1.1\r\n\r\n")) }, wire.ByeRefused},
		"a hello with more": {func(in *intruder) { f := in.hello().Frame(); f.Payload = append(f.Payload, 0); in.send(f) }, wire.ByeRefused},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, stranger)
				test.say(in)
				require.Equal(t, test.want, in.bye())
				for _, f := range in.said {
					require.Contains(t, []wire.Kind{wire.KindHello, wire.KindBye}, f.Kind, "a stranger learns nothing of the match")
				}
			})
		})
	}
}

// shakeRaw sends a whole handshake under a secret without waiting for the
// host's proof.
func (in *intruder) shakeRaw(secret invite.Secret) {
	in.t.Helper()
	in.shakeRawWith(secret.LinkKey())
}

func (in *intruder) shakeRawWith(linkKey []byte) {
	in.t.Helper()
	in.send(in.hello().Frame())
	theirs, err := wire.ParseHello(in.read(wire.KindHello).Payload)
	require.NoError(in.t, err)
	p := link.Parties{Terms: theirs.Terms, Host: in.tb.ids[0].Key(), Guest: in.id.Key(), HostNonce: theirs.Nonce, GuestNonce: [32]byte{7}}
	in.send(wire.Proof{Number: 0, MAC: p.MAC(linkKey, in.role, in.seat)}.Frame())
}

// Peers of another version hear which one is spoken here, whatever else their
// Hello may hold.
func TestAnotherVersion(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		for range maxStrikes + 1 { // it is not an offence
			in := tb.knock(t, transport.Identity{99})
			in.send(wire.Frame{Kind: wire.KindHello, Payload: append([]byte{0, wire.Version + 1}, make([]byte, 200)...)})
			theirs := in.read(wire.KindHello)
			require.Equal(t, uint16(wire.Version), binary.BigEndian.Uint16(theirs.Payload))
			require.Equal(t, make([]byte, 66), theirs.Payload[2:])
			require.Equal(t, wire.ByeVersion, in.bye())
		}
		var version *wire.VersionError
		s := tb.hosts[0].Gate().(*linkAcceptor).session
		require.ErrorAs(t, s.Snapshot().Foreign, &version, "the host's player is told")
		require.Equal(t, wire.NewVersionError(wire.Version, wire.Version+1), version)
	})
}

// The guest's side of the same: the match is given up with a clear message.
func TestHostOfAnotherVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 9)
		guest, err := tb.start(1)
		require.NoError(t, err)
		tb.hosts[0].Serve(newLinkAcceptor(nil))
		tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
			go func() {
				wire.Read(dialled, nil)
				wire.Write(dialled, wire.Frame{Kind: wire.KindHello, Payload: []byte{0, wire.Version + 1}})
				wire.Write(dialled, wire.NewBye(wire.ByeVersion, ""))
				io.Copy(io.Discard, dialled)
			}()
			quiet, _ := net.Pipe()
			return dialler, stiffConn{quiet}
		})
		err = playFake(t.Context(), guest)
		var version *wire.VersionError
		require.ErrorAs(t, err, &version)
		require.Equal(t, wire.NewVersionError(wire.Version, wire.Version+1), version)
	})
}

func TestSilentStrangersTimeOut(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		start := time.Now()
		in := tb.knock(t, transport.Identity{99})
		in.closed()
		require.Equal(t, link.HandshakeTime, time.Since(start))

		// One byte every second doesn't hold the door open either.
		start = time.Now()
		in = tb.knock(t, transport.Identity{98})
		for _, b := range in.hello().Frame().Append(nil) {
			if _, err := in.c.Write([]byte{b}); err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		require.LessOrEqual(t, time.Since(start), link.HandshakeTime+time.Second)
		in.c.Close()
	})
}

// A crowd of strangers who say nothing doesn't keep the guest out: the oldest
// is shown the door.
func TestCrowdAtTheDoor(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		var crowd []*intruder
		for i := range 3 * maxPending {
			crowd = append(crowd, tb.knock(t, transport.Identity{100, byte(i), byte(i >> 8)}))
			synctest.Wait()
		}
		require.Equal(t, maxPending, pendingAt(tb))
		for _, in := range crowd[:2*maxPending] {
			in.closed()
		}
		guest := tb.hosts[1]
		in := &intruder{t: t, tb: tb, id: tb.ids[1], role: wire.Guest, seat: engine.Blue}
		var err error
		in.c, err = guest.Dial(t.Context(), tb.ids[0].Key(), []transport.Addr{"there"})
		require.NoError(t, err)
		in.enter()
		in.c.Close()
		for _, in := range crowd {
			in.c.Close()
		}
	})
}

func pendingAt(tb *fakeTable) int {
	gate := tb.hosts[0].Gate().(*linkAcceptor)
	gate.mu.Lock()
	defer gate.mu.Unlock()
	return gate.pending.Len()
}

// Somebody who takes his time, as over a slow line, stays however many come from elsewhere:
// they make room for each other.
func TestCrowdFromOnePlace(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		slow := tb.knock(t, transport.Identity{100})
		synctest.Wait()
		var crowd []*intruder
		for range 3 * maxPending {
			crowd = append(crowd, tb.knock(t, transport.Identity{101}))
			synctest.Wait()
		}
		require.Equal(t, maxPending, pendingAt(tb))
		slow.enter()
		slow.c.Close()
		for _, in := range crowd {
			in.c.Close()
		}
	})
}

// Room is kept for those who have a seat, and for nobody else.
func TestSeatsAreExpected(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		gate := tb.hosts[0].Gate()
		require.False(t, gate.Expects(tb.ids[1].Key()), "it has not joined")
		require.False(t, gate.Expects(transport.Identity{99}.Key()))
		s := gate.(*linkAcceptor).session
		s.mu.Lock()
		s.peers[0].key = tb.ids[1].Key()
		s.mu.Unlock()
		require.True(t, gate.Expects(tb.ids[1].Key()))
		require.False(t, gate.Expects(transport.Identity{99}.Key()))
		s.mu.Lock()
		s.peers[0].key = transport.Key{}
		s.mu.Unlock()
	})
}

// A program that asks for the terms while the line breaks, or the host has no room, asks again; not
// where the host has said no, nor without end.
func TestTermsAreAskedForAgain(t *testing.T) {
	for name, test := range map[string]struct {
		breaks int // links
		with   []wire.Frame
		tries  int
		ok     bool
	}{
		"a break":         {1, nil, 2, true},
		"many breaks":     {fetchTries - 1, nil, fetchTries, true},
		"too many breaks": {fetchTries, nil, fetchTries, false},
		"no room":         {2, []wire.Frame{wire.NewBye(wire.ByeFull, "")}, 3, true},
		"no":              {1, []wire.Frame{wire.NewBye(wire.ByeStranger, "")}, 1, false},
		"nonsense":        {1, []wire.Frame{{Kind: 77}}, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				tries := 0
				tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
					if tries++; tries > test.breaks {
						return dialler, dialled
					}
					go func() {
						wire.Read(dialled, nil)
						for _, f := range test.with {
							wire.Write(dialled, f)
						}
						dialled.Close()
					}()
					nobody, _ := net.Pipe()
					nobody.Close()
					return dialler, stiffConn{nobody}
				})
				inv, err := tb.hosts[0].Gate().(*linkAcceptor).session.Invite(engine.Blue)
				require.NoError(t, err)
				offer, err := fetchOffer(t.Context(), tb.net.Host(transport.Identity{98}), inv, Config{}.withDefaults())
				require.Equal(t, test.tries, tries)
				if test.ok {
					require.NoError(t, err)
					require.Equal(t, tb.terms, offer.Terms)
				} else {
					require.Error(t, err)
				}
				tb.net.Bend(nil)
			})
		})
	}
}

// silentGate hears links and never says anything.
type silentGate struct{}

func (silentGate) Welcome(transport.Key) bool { return true }
func (silentGate) Expects(transport.Key) bool { return false }

func (silentGate) Accept(c transport.Conn, _ transport.Key) {
	io.Copy(io.Discard, c)
	c.Abort()
}

// A host that says nothing is waited for for a bounded time, and the error says what can be done.
func TestTermsComeInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := pipenet.New()
		host, guest := net.Host(transport.Identity{1}), net.Host(transport.Identity{2})
		host.Serve(silentGate{})
		inv := invite.New(transcript.Hash{2}, host.Key(), []transport.Addr{"there"}, engine.Blue, invite.Secret{1})
		began := time.Now()
		_, err := FetchOffer(t.Context(), guest, inv)
		require.ErrorContains(t, err, "the host has not answered in time: ask the host")
		require.NotContains(t, err.Error(), "context")
		require.Equal(t, dialTime, time.Since(began))
		require.ErrorIs(t, lost(os.ErrDeadlineExceeded), transport.ErrLate)
		ctx, cancel := context.WithCancel(t.Context())
		defer time.AfterFunc(time.Second, cancel).Stop()
		_, err = FetchOffer(ctx, guest, inv)
		require.ErrorIs(t, err, context.Canceled)
	})
}

// Whoever is refused three times is not heard any more for a while.
func TestStruckOut(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		stranger := transport.Identity{99}
		for range maxStrikes {
			in := tb.knock(t, stranger)
			in.shakeRaw(invite.Secret{2})
			require.Equal(t, wire.ByeStranger, in.bye())
			synctest.Wait()
		}
		tb.knock(t, stranger).closed()
		require.False(t, tb.hosts[0].Gate().Welcome(stranger.Key()))
		other := tb.knock(t, transport.Identity{98})
		other.shakeRaw(invite.Secret{2})
		require.Equal(t, wire.ByeStranger, other.bye(), "others are")
		time.Sleep(strikeTime + time.Second)
		in := tb.knock(t, stranger)
		in.shakeRaw(invite.Secret{2})
		require.Equal(t, wire.ByeStranger, in.bye())
	})
}

// A player may mean another match that was played under this name; a stranger can't.
func TestUnknownMatchStrikesStrangersAlone(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		ask := func(id transport.Identity) {
			in := tb.knock(t, id)
			h := in.hello()
			h.Terms[0] ^= 1
			in.send(h.Frame())
			require.Equal(t, wire.ByeUnknown, in.bye())
			synctest.Wait()
		}
		gate, stranger := tb.hosts[0].Gate().(*linkAcceptor), transport.Identity{99}
		known := func(key transport.Key) {
			gate.session.mu.Lock()
			defer gate.session.mu.Unlock()
			gate.session.peers[0].key = key
		}
		known(tb.ids[1].Key())
		defer known(transport.Key{})
		for range maxStrikes {
			ask(tb.ids[1])
			ask(stranger)
		}
		require.True(t, gate.Welcome(tb.ids[1].Key()))
		require.False(t, gate.Welcome(stranger.Key()))
	})
}

// Names are free, so the memory of strikes is bounded.
func TestStrikesAreBounded(t *testing.T) {
	d := newLinkAcceptor(nil)
	for i := range 3 * maxStruck {
		d.strike(transport.Key{byte(i), byte(i >> 8), byte(i >> 16)}, link.Malformed(wire.ErrMalformed))
	}
	require.Len(t, d.strikes, maxStruck)
}

// An invite is good for one guest. Whoever comes second with it is told so,
// and whoever has the seat plays on.
func TestSeatIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 30)
		both := pair(t, tb.start)
		ran := make(chan error, 2)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		// The match waits for a decision of the host.
		go func() { ran <- both[0].Run(ctx) }()
		go func() { ran <- playFake(ctx, both[1]) }()
		synctest.Wait()
		require.True(t, both[0].Snapshot().Joined)

		second := tb.knock(t, transport.Identity{99})
		require.ErrorIs(t, second.shake(tb.secret.Seat(engine.Blue)), ErrTaken)
		second.c.Close()
		inv, err := both[0].Invite(engine.Blue)
		require.NoError(t, err)
		_, err = fetchOffer(ctx, tb.net.Host(transport.Identity{98}), inv, Config{}.withDefaults())
		require.ErrorIs(t, err, ErrTaken)
		require.EqualError(t, err, ErrTaken.Error()) // in one sentence

		// The same from a program that has joined without asking.
		tb.hosts[1] = tb.net.Host(transport.Identity{97})
		tb.ids[1] = transport.Identity{97}
		late, err := tb.startAs(1, "/late")
		require.NoError(t, err)
		require.ErrorIs(t, playFake(ctx, late), ErrTaken)
		require.True(t, both[0].Snapshot().Online)
		require.True(t, both[1].Snapshot().Online)

		// When its real link breaks it comes back.
		both[0].mu.Lock()
		both[0].peers[0].link.Conn.Abort()
		both[0].mu.Unlock()
		time.Sleep(time.Second)
		require.True(t, both[0].Snapshot().Online)
		cancel()
		<-ran
		<-ran
		require.NoError(t, both[0].Close())
	})
}

// behave lets an intruder that knows the invite, and so may link, misbehave.
// The host parts with it for a reason; a guest who behaves plays on.
func TestMisbehavingGuest(t *testing.T) {
	foreign := func(body string) []byte {
		r := transcript.Record{Kind: transcript.Join, Seat: engine.Blue, Body: []byte(body)}
		return r.Marshal()
	}
	for name, test := range map[string]struct {
		say  func(in *intruder)
		want wire.Reason
	}{
		"record before state":       {func(in *intruder) { in.send(wire.NewRecord(1, foreign("x"))) }, wire.ByeRefused},
		"hello again":               {func(in *intruder) { in.send(wire.State{}.Frame(), in.hello().Frame()) }, wire.ByeRefused},
		"proof again":               {func(in *intruder) { in.send(wire.State{}.Frame(), wire.Proof{}.Frame()) }, wire.ByeRefused},
		"record that nobody signed": {func(in *intruder) { in.send(wire.State{}.Frame(), wire.NewRecord(1, foreign("x"))) }, wire.ByeRefused},
		"no record at all":          {func(in *intruder) { in.send(wire.State{}.Frame(), wire.NewRecord(1, []byte("junk"))) }, wire.ByeRefused},
		"other terms":               {func(in *intruder) { in.send(wire.State{}.Frame(), wire.NewRecord(0, foreign("x"))) }, wire.ByeRefused},
		"record out of order":       {func(in *intruder) { in.send(wire.State{}.Frame(), wire.NewRecord(2, foreign("x"))) }, wire.ByeRefused},
		"a reveal too early": {func(in *intruder) {
			in.send(wire.State{}.Frame(), wire.Frame{Kind: wire.KindExtra, Payload: foreign("x")})
		}, wire.ByeRefused},
		"ask beyond the chain":      {func(in *intruder) { in.send(wire.State{}.Frame(), wire.NewAsk(1)) }, wire.ByeRefused},
		"have without ask":          {func(in *intruder) { in.send(wire.State{}.Frame(), wire.NewHave(0, transcript.Hash{})) }, wire.ByeRefused},
		"confirms what nobody sent": {func(in *intruder) { in.send(wire.State{Extras: 1}.Frame()) }, wire.ByeRefused},
		"more than any match":       {func(in *intruder) { in.send(wire.State{Count: 1 << 30, Head: transcript.Hash{1}}.Frame()) }, wire.ByeRefused},
		"a head of nothing":         {func(in *intruder) { in.send(wire.State{Count: 1}.Frame()) }, wire.ByeRefused},
		"forgets records": {func(in *intruder) {
			in.send(wire.State{Count: 1, Head: transcript.HashRecord(in.tb.terms)}.Frame(), wire.State{}.Frame())
		}, wire.ByeRefused},
		"record of 4 GiB": {func(in *intruder) {
			in.send(wire.State{}.Frame())
			in.c.Write([]byte{byte(wire.KindRecord), 255, 255, 255, 255})
		}, wire.ByeRefused},
		"record a byte too long": {func(in *intruder) {
			in.send(wire.State{}.Frame())
			in.c.Write(binary.BigEndian.AppendUint32([]byte{byte(wire.KindRecord)}, 4+transcript.MaxRecord+1))
		}, wire.ByeRefused},
		"other records than it said": {func(in *intruder) {
			in.send(wire.State{Count: 9, Head: transcript.Hash{1}}.Frame())
			in.send(wire.State{Count: 9, Head: transcript.Hash{2}}.Frame())
		}, wire.ByeRefused},
		"a flood of pings": {func(in *intruder) {
			in.send(wire.State{}.Frame())
			go in.flood(wire.Frame{Kind: wire.KindPing})
		}, wire.ByeFlood},
		"a flood of records that are known": {func(in *intruder) {
			in.send(wire.State{}.Frame())
			go in.flood(wire.NewRecord(0, in.tb.terms))
		}, wire.ByeFlood},
		"a flood of questions": {func(in *intruder) {
			in.send(wire.State{}.Frame())
			go in.flood(wire.NewAsk(0))
		}, wire.ByeFlood},
		"a flood of states": {func(in *intruder) { go in.flood(wire.State{}.Frame()) }, wire.ByeFlood},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, tb.ids[1])
				in.enter()
				got := make(chan wire.Reason, 1)
				go func() { got <- in.bye() }()
				test.say(in)
				require.Equal(t, test.want, <-got)
				synctest.Wait()
			})
		})
	}
}

// Faults that convict nobody new cost more than their size: to find that out may take some
// milliseconds for each.
func TestFloodOfFaults(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		tb.game.tried = new(atomic.Int32)
		in := tb.knock(t, tb.ids[1])
		in.enter()
		got := make(chan wire.Reason, 1)
		go func() { got <- in.bye() }()
		in.send(wire.State{}.Frame())
		for i := range 1000 {
			r := transcript.Record{Kind: transcript.Fault, Seat: engine.Blue, Body: []byte{byte(i), byte(i >> 8)}}
			if in.trySend(wire.Frame{Kind: wire.KindExtra, Payload: r.Marshal()}) != nil {
				break
			}
		}
		require.Equal(t, wire.ByeFlood, <-got)
		synctest.Wait()
		require.LessOrEqual(t, int(tb.game.tried.Load()), link.BudgetBurst/link.FaultCost)
		tb.game.tried = nil
	})
}

// flood says one thing again and again, far oftener than a link bears; and where it is
// heard out to the end, something that is refused.
func (in *intruder) flood(f wire.Frame) {
	for range 4 * link.BudgetBurst / link.FrameCost {
		if in.trySend(f) != nil {
			return
		}
	}
	in.trySend(wire.NewRecord(1, []byte("junk")))
}

// A peer that goes quiet in the middle of a frame, or altogether, or doesn't
// read, loses the link, and is told why if it reads.
func TestDeadLinks(t *testing.T) {
	for name, test := range map[string]struct {
		say func(in *intruder) (said chan wire.Reason)
		max time.Duration
	}{
		"says nothing": {func(in *intruder) chan wire.Reason { return in.overhear() }, link.IdleTime + link.LingerTime},
		"half a frame": {func(in *intruder) chan wire.Reason {
			said := in.overhear()
			in.c.Write([]byte{byte(wire.KindRecord), 0, 0})
			return said
		}, link.FrameTime + link.LingerTime},
		"does not read":      {func(in *intruder) chan wire.Reason { return nil }, link.IdleTime + 2*link.LingerTime},
		"drips pings slowly": {nil, 10 * link.IdleTime},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, tb.ids[1])
				in.enter()
				host := tb.hosts[0].Gate().(*linkAcceptor).session
				linked := func() bool {
					host.mu.Lock()
					defer host.mu.Unlock()
					return len(host.links) > 0
				}
				require.Eventually(t, linked, time.Second, time.Millisecond)
				start := time.Now()
				if test.say == nil {
					// It keeps the link, and nothing else happens.
					go io.Copy(io.Discard, in.c)
					in.send(wire.State{}.Frame())
					for time.Since(start) < test.max {
						in.send(wire.Frame{Kind: wire.KindPing})
						time.Sleep(10 * time.Second)
					}
					require.True(t, linked())
					in.c.Close()
					return
				}
				said := test.say(in)
				for changed := host.Changed(); linked(); changed = host.Changed() {
					<-changed
				}
				require.LessOrEqual(t, time.Since(start), test.max)
				in.c.Close()
				if said == nil {
					return
				}
				require.Equal(t, wire.ByeSilent, <-said)
				require.ErrorIs(t, host.Snapshot().Trouble, ErrSilent)
			})
		})
	}
}

// The words of a Bye are the peer's. They are cut to size, and what could play
// tricks on a terminal is left out.
func TestByeText(t *testing.T) {
	for said, want := range map[string]string{
		"see you":                  "see you",
		"red \x1b[31m alert\a\r\n": "red [31m alert",
		"再见":                       "再见",
		"\u202egnp.exe\u2066":      "gnp.exe",
		"\xff\xfe":                 "",
	} {
		f := wire.Frame{Kind: wire.KindBye, Payload: append([]byte{byte(wire.ByeClosing), byte(len(said))}, said...)}
		bye, err := wire.ParseBye(f.Payload)
		require.NoError(t, err)
		require.Equal(t, want, bye.Text)
	}
	long := wire.NewBye(wire.ByeRefused, string(make([]byte, 1000)))
	require.LessOrEqual(t, len(long.Payload), 2+wire.MaxByeText)
	_, err := wire.ParseBye(long.Payload)
	require.NoError(t, err)
	cut := wire.NewBye(wire.ByeRefused, "界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界")
	bye, err := wire.ParseBye(cut.Payload)
	require.NoError(t, err)
	require.NotContains(t, bye.Text, "\ufffd")
}
