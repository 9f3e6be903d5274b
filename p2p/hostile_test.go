package p2p

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// intruder is a peer that does as it likes, knocking at the host's door.
type intruder struct {
	t    *testing.T
	tb   *fakeTable
	id   transport.Identity
	role role
	seat engine.Seat
	c    transport.Conn
	said []frame // what the host has sent so far
}

// knock dials the host under an identity of its own.
func (tb *fakeTable) knock(t *testing.T, id transport.Identity) *intruder {
	t.Helper()
	from := tb.net.Visitor(id)
	c, err := from.Dial(context.Background(), tb.ids[0].Key(), []transport.Addr{"there"})
	require.NoError(t, err)
	return &intruder{t: t, tb: tb, id: id, role: guestRole, seat: engine.Blue, c: c}
}

func (in *intruder) hello() hello {
	return hello{version: LinkVersion, role: in.role, seat: in.seat, terms: transcript.HashRecord(in.tb.terms), nonce: [32]byte{7}}
}

func (in *intruder) send(frames ...frame) {
	in.t.Helper()
	require.NoError(in.t, in.trySend(frames...))
}

func (in *intruder) trySend(frames ...frame) error {
	for _, f := range frames {
		if err := writeFrame(in.c, f); err != nil {
			return err
		}
	}
	return nil
}

// read reads frames until one of a kind.
func (in *intruder) read(kind frameKind) frame {
	in.t.Helper()
	for {
		f, err := readFrame(in.c, nil)
		require.NoError(in.t, err)
		in.said = append(in.said, f)
		if f.kind == kind {
			return f
		}
	}
}

// bye reads until the host parts, and returns its reason.
func (in *intruder) bye() reason {
	in.t.Helper()
	bye, err := parseBye(in.read(frameBye).payload)
	require.NoError(in.t, err)
	in.c.Close()
	return bye.reason
}

// overhear reads along without a word, and tells with which reason the host
// parts.
func (in *intruder) overhear() chan reason {
	said := make(chan reason, 1)
	go func() {
		for {
			f, err := readFrame(in.c, nil)
			if err != nil {
				return
			}
			if f.kind == frameBye {
				said <- reason(f.payload[0])
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
	if err := in.trySend(ours.frame()); err != nil {
		return err
	}
	theirs, err := readHello(in.c)
	if err != nil {
		return err
	}
	h, err := newHandshake(in.c, ours, theirs, linkKey, in.id.Key(), in.tb.ids[0].Key())
	if err != nil {
		return err
	}
	return h.prove()
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
		want reason
	}{
		"wrong secret":  {func(in *intruder) { in.shakeRaw(invite.Secret{2}) }, byeStranger},
		"another match": {func(in *intruder) { h := in.hello(); h.terms[0] ^= 1; in.send(h.frame()) }, byeUnknown},
		"two hosts":     {func(in *intruder) { h := in.hello(); h.role = hostRole; in.send(h.frame()) }, byeRefused},
		"a proof with a number": {func(in *intruder) {
			in.send(in.hello().frame())
			theirs, err := parseHello(in.read(frameHello).payload)
			require.NoError(in.t, err)
			p := parties{terms: theirs.terms, host: in.tb.ids[0].Key(), guest: stranger.Key(), hostNonce: theirs.nonce, guestNonce: [32]byte{7}, linkNumber: 9}
			in.send(proof{9, p.mac(in.tb.secret.Seat(engine.Blue).LinkKey(), guestRole, engine.Blue)}.frame())
		}, byeStranger},
		"the proof of another's name": {func(in *intruder) {
			in.send(in.hello().frame())
			theirs, err := parseHello(in.read(frameHello).payload)
			require.NoError(in.t, err)
			p := parties{terms: theirs.terms, host: in.tb.ids[0].Key(), guest: in.tb.ids[1].Key(), hostNonce: theirs.nonce, guestNonce: [32]byte{7}}
			in.send(proof{0, p.mac(in.tb.secret.Seat(engine.Blue).LinkKey(), guestRole, engine.Blue)}.frame())
		}, byeStranger},
		"the proof of the other role": {func(in *intruder) {
			in.send(in.hello().frame())
			theirs, err := parseHello(in.read(frameHello).payload)
			require.NoError(in.t, err)
			p := parties{terms: theirs.terms, host: in.tb.ids[0].Key(), guest: stranger.Key(), hostNonce: theirs.nonce, guestNonce: [32]byte{7}}
			in.send(proof{0, p.mac(in.tb.secret.Seat(engine.Blue).LinkKey(), hostRole, engine.Blue)}.frame())
		}, byeStranger},
		"an old proof": {func(in *intruder) {
			in.send(in.hello().frame())
			in.read(frameHello)
			p := parties{terms: in.hello().terms, host: in.tb.ids[0].Key(), guest: stranger.Key(), hostNonce: [32]byte{3}, guestNonce: [32]byte{7}}
			in.send(proof{0, p.mac(in.tb.secret.Seat(engine.Blue).LinkKey(), guestRole, engine.Blue)}.frame())
		}, byeStranger},
		"no hello":          {func(in *intruder) { go in.trySend(state{}.frame()) }, byeRefused},
		"no proof":          {func(in *intruder) { in.send(in.hello().frame()); in.read(frameHello); go in.trySend(state{}.frame()) }, byeRefused},
		"unknown kind":      {func(in *intruder) { go in.c.Write([]byte{77, 0, 0, 0, 0}) }, byeRefused},
		"a hello too long":  {func(in *intruder) { go in.c.Write([]byte{1, 0, 0, 1, 0}) }, byeRefused},
		"4 GiB":             {func(in *intruder) { go in.c.Write([]byte{byte(frameExtra), 255, 255, 255, 255}) }, byeRefused},
		"an HTTP request":   {func(in *intruder) { go in.c.Write([]byte("GET / HTTP/1.1\r\n\r\n")) }, byeRefused},
		"a hello with more": {func(in *intruder) { f := in.hello().frame(); f.payload = append(f.payload, 0); in.send(f) }, byeRefused},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, stranger)
				test.say(in)
				require.Equal(t, test.want, in.bye())
				for _, f := range in.said {
					require.Contains(t, []frameKind{frameHello, frameBye}, f.kind, "a stranger learns nothing of the match")
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
	in.send(in.hello().frame())
	theirs, err := parseHello(in.read(frameHello).payload)
	require.NoError(in.t, err)
	p := parties{terms: theirs.terms, host: in.tb.ids[0].Key(), guest: in.id.Key(), hostNonce: theirs.nonce, guestNonce: [32]byte{7}}
	in.send(proof{0, p.mac(linkKey, in.role, in.seat)}.frame())
}

// Peers of another version hear which one is spoken here, whatever else their
// Hello may hold.
func TestAnotherVersion(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		for range maxStrikes + 1 { // it is no offence
			in := tb.knock(t, transport.Identity{99})
			in.send(frame{frameHello, append([]byte{0, LinkVersion + 1}, make([]byte, 200)...)})
			theirs := in.read(frameHello)
			require.Equal(t, uint16(LinkVersion), binary.BigEndian.Uint16(theirs.payload))
			require.Equal(t, make([]byte, 66), theirs.payload[2:])
			require.Equal(t, byeVersion, in.bye())
		}
		var version *VersionError
		s := tb.hosts[0].Gate().(*door).session
		require.ErrorAs(t, s.Snapshot().Foreign, &version, "the host's player is told")
		require.Equal(t, VersionError{Ours: LinkVersion, Theirs: LinkVersion + 1}, *version)
	})
}

// The guest's side of the same: the match is given up with a clear message.
func TestHostOfAnotherVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 9)
		guest, err := tb.start(1)
		require.NoError(t, err)
		tb.hosts[0].Serve(newDoor(nil))
		tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
			go func() {
				readFrame(dialled, nil)
				writeFrame(dialled, frame{frameHello, []byte{0, LinkVersion + 1}})
				writeFrame(dialled, byeFrame(byeVersion, ""))
				io.Copy(io.Discard, dialled)
			}()
			quiet, _ := net.Pipe()
			return dialler, stiffConn{quiet}
		})
		err = playFake(t.Context(), guest)
		var version *VersionError
		require.ErrorAs(t, err, &version)
		require.Equal(t, VersionError{Ours: LinkVersion, Theirs: LinkVersion + 1}, *version)
	})
}

func TestSilentStrangersTimeOut(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		start := time.Now()
		in := tb.knock(t, transport.Identity{99})
		in.closed()
		require.Equal(t, handshakeTime, time.Since(start))

		// One byte every second doesn't hold the door open either.
		start = time.Now()
		in = tb.knock(t, transport.Identity{98})
		for _, b := range in.hello().frame().append(nil) {
			if _, err := in.c.Write([]byte{b}); err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		require.LessOrEqual(t, time.Since(start), handshakeTime+time.Second)
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
		in := &intruder{t: t, tb: tb, id: tb.ids[1], role: guestRole, seat: engine.Blue}
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
	gate := tb.hosts[0].Gate().(*door)
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
		s := gate.(*door).session
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

// Who asks for the terms while the line breaks, or the host has no room, asks again; not
// where the host has said no, nor without end.
func TestTermsAreAskedForAgain(t *testing.T) {
	for name, test := range map[string]struct {
		breaks int // links
		with   []frame
		tries  int
		ok     bool
	}{
		"a break":         {1, nil, 2, true},
		"many breaks":     {fetchTries - 1, nil, fetchTries, true},
		"too many breaks": {fetchTries, nil, fetchTries, false},
		"no room":         {2, []frame{byeFrame(byeFull, "")}, 3, true},
		"no":              {1, []frame{byeFrame(byeStranger, "")}, 1, false},
		"nonsense":        {1, []frame{{kind: 77}}, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				tries := 0
				tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
					if tries++; tries > test.breaks {
						return dialler, dialled
					}
					go func() {
						readFrame(dialled, nil)
						for _, f := range test.with {
							writeFrame(dialled, f)
						}
						dialled.Close()
					}()
					nobody, _ := net.Pipe()
					nobody.Close()
					return dialler, stiffConn{nobody}
				})
				inv, err := tb.hosts[0].Gate().(*door).session.Invite(engine.Blue)
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

// Whoever is refused three times is not heard any more for a while.
func TestStruckOut(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		stranger := transport.Identity{99}
		for range maxStrikes {
			in := tb.knock(t, stranger)
			in.shakeRaw(invite.Secret{2})
			require.Equal(t, byeStranger, in.bye())
			synctest.Wait()
		}
		tb.knock(t, stranger).closed()
		require.False(t, tb.hosts[0].Gate().Welcome(stranger.Key()))
		other := tb.knock(t, transport.Identity{98})
		other.shakeRaw(invite.Secret{2})
		require.Equal(t, byeStranger, other.bye(), "others are")
		time.Sleep(strikeTime + time.Second)
		in := tb.knock(t, stranger)
		in.shakeRaw(invite.Secret{2})
		require.Equal(t, byeStranger, in.bye())
	})
}

// Names are free, so the memory of strikes is bounded.
func TestStrikesAreBounded(t *testing.T) {
	d := newDoor(nil)
	for i := range 3 * maxStruck {
		d.strike(transport.Key{byte(i), byte(i >> 8), byte(i >> 16)})
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
		both[0].peers[0].link.c.Abort()
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
		want reason
	}{
		"record before state":       {func(in *intruder) { in.send(recordFrame(1, foreign("x"))) }, byeRefused},
		"hello again":               {func(in *intruder) { in.send(state{}.frame(), in.hello().frame()) }, byeRefused},
		"proof again":               {func(in *intruder) { in.send(state{}.frame(), proof{}.frame()) }, byeRefused},
		"record that nobody signed": {func(in *intruder) { in.send(state{}.frame(), recordFrame(1, foreign("x"))) }, byeRefused},
		"no record at all":          {func(in *intruder) { in.send(state{}.frame(), recordFrame(1, []byte("junk"))) }, byeRefused},
		"other terms":               {func(in *intruder) { in.send(state{}.frame(), recordFrame(0, foreign("x"))) }, byeRefused},
		"record out of order":       {func(in *intruder) { in.send(state{}.frame(), recordFrame(2, foreign("x"))) }, byeRefused},
		"a reveal too early":        {func(in *intruder) { in.send(state{}.frame(), frame{frameExtra, foreign("x")}) }, byeRefused},
		"ask beyond the chain":      {func(in *intruder) { in.send(state{}.frame(), askFrame(1)) }, byeRefused},
		"have without ask":          {func(in *intruder) { in.send(state{}.frame(), haveFrame(0, transcript.Hash{})) }, byeRefused},
		"confirms what nobody sent": {func(in *intruder) { in.send(state{extras: 1}.frame()) }, byeRefused},
		"more than any match":       {func(in *intruder) { in.send(state{count: 1 << 30, head: transcript.Hash{1}}.frame()) }, byeRefused},
		"a head of nothing":         {func(in *intruder) { in.send(state{count: 1}.frame()) }, byeRefused},
		"forgets records": {func(in *intruder) {
			in.send(state{count: 1, head: transcript.HashRecord(in.tb.terms)}.frame(), state{}.frame())
		}, byeRefused},
		"record of 4 GiB": {func(in *intruder) {
			in.send(state{}.frame())
			in.c.Write([]byte{byte(frameRecord), 255, 255, 255, 255})
		}, byeRefused},
		"record a byte too long": {func(in *intruder) {
			in.send(state{}.frame())
			in.c.Write(binary.BigEndian.AppendUint32([]byte{byte(frameRecord)}, 4+transcript.MaxRecord+1))
		}, byeRefused},
		"other records than it said": {func(in *intruder) {
			in.send(state{count: 9, head: transcript.Hash{1}}.frame())
			in.send(state{count: 9, head: transcript.Hash{2}}.frame())
		}, byeRefused},
		"a flood of pings": {func(in *intruder) {
			in.send(state{}.frame())
			go in.flood(frame{kind: framePing})
		}, byeFlood},
		"a flood of records that are known": {func(in *intruder) {
			in.send(state{}.frame())
			go in.flood(recordFrame(0, in.tb.terms))
		}, byeFlood},
		"a flood of questions": {func(in *intruder) {
			in.send(state{}.frame())
			go in.flood(askFrame(0))
		}, byeFlood},
		"a flood of states": {func(in *intruder) { go in.flood(state{}.frame()) }, byeFlood},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, tb.ids[1])
				in.enter()
				got := make(chan reason, 1)
				go func() { got <- in.bye() }()
				test.say(in)
				require.Equal(t, test.want, <-got)
				synctest.Wait()
			})
		})
	}
}

// flood says one thing again and again, far oftener than a link bears; and where it is
// heard out to the end, something that is refused.
func (in *intruder) flood(f frame) {
	for range 4 * budgetBurst / frameCost {
		if in.trySend(f) != nil {
			return
		}
	}
	in.trySend(recordFrame(1, []byte("junk")))
}

// A peer that goes quiet in the middle of a frame, or altogether, or doesn't
// read, loses the link, and is told why if it reads.
func TestDeadLinks(t *testing.T) {
	for name, test := range map[string]struct {
		say func(in *intruder) (said chan reason)
		max time.Duration
	}{
		"says nothing": {func(in *intruder) chan reason { return in.overhear() }, idleTime + lingerTime},
		"half a frame": {func(in *intruder) chan reason {
			said := in.overhear()
			in.c.Write([]byte{byte(frameRecord), 0, 0})
			return said
		}, frameTime + lingerTime},
		"does not read":      {func(in *intruder) chan reason { return nil }, idleTime + 2*lingerTime},
		"drips pings slowly": {nil, 10 * idleTime},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, tb.ids[1])
				in.enter()
				host := tb.hosts[0].Gate().(*door).session
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
					in.send(state{}.frame())
					for time.Since(start) < test.max {
						in.send(frame{kind: framePing})
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
				require.Equal(t, byeSilent, <-said)
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
		f := frame{frameBye, append([]byte{byte(byeClosing), byte(len(said))}, said...)}
		bye, err := parseBye(f.payload)
		require.NoError(t, err)
		require.Equal(t, want, bye.Text)
	}
	long := byeFrame(byeRefused, string(make([]byte, 1000)))
	require.LessOrEqual(t, len(long.payload), 2+maxByeText)
	_, err := parseBye(long.payload)
	require.NoError(t, err)
	cut := byeFrame(byeRefused, "界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界")
	bye, err := parseBye(cut.payload)
	require.NoError(t, err)
	require.NotContains(t, bye.Text, "\ufffd")
}
