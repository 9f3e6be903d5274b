package p2p

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// fakePeek is one that a seat has opened.
type fakePeek struct {
	from, by engine.Seat
	mark     byte
}

// peekOf stands for what a seat shows to the one opposite.
func peekOf(from engine.Seat, mark byte) []byte {
	p := transcript.Peek{From: from, To: from ^ 2, Box: bytes.Repeat([]byte{mark}, 40)}
	return p.Marshal()
}

func (s *fakeSeat) shows(from, to engine.Seat) bool {
	return s.g.pairs && len(s.chain) > 0 && from < 4 && to == from^2
}

func (s *fakeSeat) showing() bool { return s.g.pairs && len(s.chain) >= s.g.length/3 && !s.over() }

func (s *fakeSeat) Peeks() [][]byte {
	if s.watches || !s.showing() {
		return nil
	}
	return [][]byte{peekOf(s.own, byte(s.own))}
}

func (s *fakeSeat) ReceivePeek(raw []byte) error {
	p, err := transcript.ParsePeek(raw)
	switch {
	case err != nil:
		return err
	case !s.showing() || p.To != s.own:
		return protocol.ErrPeekEarly
	}
	s.g.ledger.mu.Lock()
	defer s.g.ledger.mu.Unlock()
	s.g.ledger.peeks = append(s.g.ledger.peeks, fakePeek{p.From, s.own, p.Box[0]})
	if p.Box[0] != byte(p.From) {
		return protocol.ErrPeekSealed
	}
	return nil
}

// opened are the Peeks that were opened so far, each once.
func (g *fakeGame) opened() map[fakePeek]bool {
	g.ledger.mu.Lock()
	defer g.ledger.mu.Unlock()
	all := map[fakePeek]bool{}
	for _, p := range g.ledger.peeks {
		all[p] = true
	}
	return all
}

var allPeeks = map[fakePeek]bool{{0, 2, 0}: true, {1, 3, 1}: true, {2, 0, 2}: true, {3, 1, 3}: true}

// Whatever links break, what each seat shows comes to the one opposite, and is opened by
// nobody else.
func TestPeeksReachTheirReaders(t *testing.T) {
	for seed := range uint64(5) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 7))
			tb := newFakeTableOf(t, 60, 4)
			tb.game.pairs = true
			tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
				return &cutConn{Conn: dialler, left: 400 + rng.IntN(1200)}, &cutConn{Conn: dialled, left: 400 + rng.IntN(1200)}
			})
			finish(t, tb.all(tb.start)...)
			tb.requireFinished()
			require.Equal(t, allPeeks, tb.game.opened())
		})
	}
}

// A program that has lost what it was shown is shown it again on the next link, even when the host
// has forgotten it.
func TestPeeksComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.game.pairs = true
		play := func(open func(int) (*Session, error), until int) {
			stop := playing(t, tb.all(open), until)
			time.Sleep(time.Minute)
			stop()
			require.Equal(t, allPeeks, tb.game.opened())
			tb.game.ledger.peeks = nil
		}
		play(tb.start, 30)
		play(tb.resume, 31)
		finish(t, tb.all(tb.resume)...)
		tb.requireFinished()
		require.Equal(t, allPeeks, tb.game.opened())
	})
}

// shelved is what a session keeps.
func shelved(s *Session) (raws [][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.pendingPeeks {
		raws = append(raws, p.raw)
	}
	return raws
}

// However much a seat sends, the host keeps no more than the last for each pair of seats
// from each neighbour; it takes nothing for seats that show each other nothing, nor back
// what is its own.
func TestShelfIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.game.pairs = true
		s, err := tb.start(0)
		require.NoError(t, err)
		take := func(raw []byte, via engine.Seat) (bool, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.pendingPeeks.queue(&s.replica, raw, via)
		}
		for via := engine.Seat(1); via < 4; via++ {
			for from := range engine.Seat(4) {
				for mark := range byte(9) {
					news, err := take(peekOf(from, 100+10*byte(via)+mark), via)
					require.NoError(t, err)
					require.Equal(t, mark == 0 && from != 0, news)
				}
			}
		}
		require.Len(t, shelved(s), 3*3)
		news, err := take(peekOf(1, 118), 2)
		require.NoError(t, err)
		require.False(t, news, "an echo")
		for what, p := range map[string]transcript.Peek{
			"enemies": {From: 0, To: 1, Box: make([]byte, 40)}, "nobody": {From: 3, To: 2, Box: make([]byte, 40)},
		} {
			_, err := take(p.Marshal(), 1)
			require.ErrorContains(t, err, "nobody show", what)
		}
		for _, raw := range [][]byte{nil, make([]byte, 41), peekOf(1, 1)[:41], append([]byte{engine.MaxSeats, 0}, make([]byte, 60)...), append([]byte{1, 1}, make([]byte, 60)...), make([]byte, transcript.MaxPeek+1)} {
			_, err := take(raw, 1)
			require.ErrorIs(t, err, transcript.ErrMalformed)
		}
		require.Len(t, shelved(s), 3*3)
		require.NoError(t, s.Close())
	})
}

// A program that sends one Peek after the other, which anybody can make, has few of them passed on,
// and fills no memory.
func TestPeeksArePaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.game.pairs = true
		all := tb.all(tb.start)
		stop := playing(t, all, 12)
		time.Sleep(time.Minute)
		host := all[0]
		under(host, func() {
			blue := host.peers.of(1).link
			changed := map[string]bool{}
			for i := range 1000 {
				p := transcript.Peek{From: 1, To: 3, Box: fmt.Append(make([]byte, 40), i)}
				_, err := blue.takePeekLocked(p.Marshal())
				require.NoError(t, err)
				for _, kept := range host.pendingPeeks {
					changed[string(kept.raw)] = true
				}
			}
			require.LessOrEqual(t, len(changed), int(link.WordPace.Burst))
			require.LessOrEqual(t, len(blue.peeks), len(host.pendingPeeks))
		})
		stop()
	})
}

// What a seat that is none of the two passes on in another's name is no use to it: the
// true one comes through all the same, and both are tried.
func TestForeignPeekHidesNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.game.pairs = true
		all := tb.all(tb.start)
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 4)
		for i, s := range all {
			go func() { ran <- playUntil(ctx, s, 25) }()
			if i == 1 { // blue speaks for amber, before amber does
				s.mu.Lock()
				s.pendingPeeks = append(s.pendingPeeks, &peek{from: 2, to: 0, via: 1, raw: peekOf(2, 99), hash: transcript.HashRecord(peekOf(2, 99))})
				s.mu.Unlock()
			}
		}
		time.Sleep(time.Minute)
		want := map[fakePeek]bool{{2, 0, 99}: true}
		for p := range allPeeks {
			want[p] = true
		}
		require.Equal(t, want, tb.game.opened())
		cancel()
		for range 4 {
			require.ErrorIs(t, <-ran, context.Canceled)
		}
	})
}

// A program that has lost its match file, and so the rules, keeps what it is shown until they are back, refuses none of it, and
// passes none on.
func TestPeekToALostFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.game.pairs = true
		stop := playing(t, tb.all(tb.start), 30)
		time.Sleep(time.Minute)
		stop()
		chain, _, err := transcript.ParseFile(tb.file(0))
		require.NoError(t, err)
		require.NoError(t, tb.disks[2].Remove(tb.path(2)))
		s, err := tb.resume(2)
		require.NoError(t, err)
		tb.game.ledger.peeks = nil
		enemies := transcript.Peek{From: 3, To: 2, Box: make([]byte, 40)}
		under(s, func() {
			l := &peerLink{session: s, of: s.peers.of(1), peeks: map[transcript.Hash]bool{}}
			for _, raw := range [][]byte{peekOf(0, 0), peekOf(1, 1), enemies.Marshal()} {
				_, err := l.takePeekLocked(raw)
				require.NoError(t, err)
			}
			other := &peerLink{session: s, of: s.peers.of(0), peeks: map[transcript.Hash]bool{}}
			require.Empty(t, other.peeksLocked(), "whoever knows the rules would refuse one")
		})
		require.True(t, s.Snapshot().Behind)
		require.NoError(t, s.TakeLetter(signed(&mail.Letter{Terms: transcript.HashRecord(tb.terms), Chain: chain})))
		require.False(t, s.Snapshot().Behind)
		require.Equal(t, map[fakePeek]bool{{0, 2, 0}: true}, tb.game.opened())
		require.NotContains(t, shelved(s), enemies.Marshal())
		require.Contains(t, shelved(s), peekOf(1, 1))
		require.NoError(t, s.Close())
	})
}
