package p2p

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// harbour is a relay: those behind routers are found there who have a reservation, and nowhere else.
type harbour struct {
	mu     sync.Mutex
	moored map[transport.Key]bool
}

func reservationOf(key transport.Key) transport.Addr {
	return transport.Addr("a reservation of " + string(key[:]))
}

func (h *harbour) keepReservation(key transport.Key) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.moored[key] = true
}

func (h *harbour) has(key transport.Key) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.moored[key]
}

// ship is a program behind a router. The owner's has the right to lend reservations.
type ship struct {
	*pipenet.Host
	harbour *harbour
	owner   bool

	mu          sync.Mutex
	reservation transport.Addr
}

func (h *harbour) ship(host *pipenet.Host, owner bool, kept []byte) *ship {
	s := &ship{Host: host, harbour: h, owner: owner}
	if owner {
		h.keepReservation(host.Key())
	} else if len(kept) > len(host.Keep()) {
		s.UseReservation(transport.Addr(kept[len(host.Keep()):]))
	}
	return s
}

func (s *ship) AddrsOf(transport.Key) []transport.Addr { return nil }

func (s *ship) Addrs() []transport.Addr {
	if s.harbour.has(s.Key()) {
		return []transport.Addr{reservationOf(s.Key())}
	}
	return nil
}

func (s *ship) LentReservation(peer transport.Key) transport.Addr {
	if !s.owner {
		return ""
	}
	return reservationOf(peer)
}

func (s *ship) UseReservation(reservation transport.Addr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.owner || s.reservation == reservation {
		return false
	}
	s.reservation = reservation
	if reservation == reservationOf(s.Key()) {
		s.harbour.keepReservation(s.Key())
	}
	return true
}

func (s *ship) Keep() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append(slices.Clone(s.Host.Keep()), s.reservation...)
}

func (s *ship) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	invited := s.harbour.has(peer) && slices.Contains(addrs, "there")
	if !invited && (!s.harbour.has(peer) || !slices.Contains(addrs, reservationOf(peer))) {
		return nil, pipenet.ErrNobody
	}
	return s.Host.Dial(ctx, peer, addrs)
}

// behindRouters has everybody at a table found at one relay, which is the host's.
func (tb *fakeTable) behindRouters() {
	h := &harbour{moored: map[transport.Key]bool{}}
	tb.moored = func(side int, kept []byte) transport.Transport { return h.ship(tb.hosts[side], side == 0, kept) }
}

// Four behind routers link to each other at the relay of the host, which lends each guest a
// reservation there. So the others play on when the host's program has gone, even if theirs are
// ended and started again meanwhile; and when it has come back all of them end well.
func TestGuestsMeetAtTheRelayOfTheirHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.behindRouters()
		all := tb.all(tb.start)
		host, guests := all[0], all[1:]
		stop, away := playing(t, guests, 21), playing(t, []*Session{host}, 21)
		time.Sleep(time.Minute)
		require.Equal(t, whole, linked(t, all))
		away()
		tb.hosts[0].Down()
		time.Sleep(time.Minute)
		require.Equal(t, whole.without(0), linked(t, guests))
		stop()
		for i := range guests {
			s, err := tb.resume(i + 1)
			require.NoError(t, err)
			guests[i] = s
		}
		stop = playing(t, guests, 60)
		time.Sleep(isolationTime + time.Minute)
		require.Equal(t, whole.without(0), linked(t, guests), "they know from before where they are found")
		for _, s := range guests {
			require.Equal(t, 24, s.Snapshot().Records, "the next is the host's")
		}
		stop()
		tb.reboot(0, tb.disks[0])
		finish(t, tb.all(tb.resume)...)
		tb.requireFinished()
	})
}

// In a match of two nobody lends anything: the guest finds the host.
func TestNoReservationBetweenTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 12, 2)
		tb.behindRouters()
		all := tb.all(tb.start)
		finish(t, all...)
		for _, s := range all {
			require.Empty(t, s.net.(*ship).reservation)
		}
	})
}

// Only who hosts lends reservations, to a guest, and a guest takes no more than so many of them.
func TestOnlyTheHostLendsReservations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.behindRouters()
		all := tb.all(tb.start)
		stop := playing(t, all, 12)
		time.Sleep(time.Minute)
		take := func(at, from int, reservation string) (bool, error) {
			s := all[at]
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.peers.of(all[from].meta.seat).link.takeLocked(wire.Frame{Kind: wire.KindReservation, Payload: []byte(reservation)})
		}
		_, err := take(1, 2, "a guest's")
		require.ErrorContains(t, err, "from a program that is not the host")
		_, err = take(0, 1, "a guest's")
		require.ErrorContains(t, err, "from a program that is not the host")
		taken := 0
		for i := range 1000 {
			news, err := take(1, 0, string([]byte{'a', byte(i), byte(i >> 8)}))
			require.NoError(t, err)
			if news {
				taken++
			}
		}
		require.LessOrEqual(t, taken, int(link.WordPace.Burst), "each is kept on disk, and may be called")
		require.Positive(t, taken)
		time.Sleep(time.Minute)
		news, err := take(1, 0, "again")
		require.NoError(t, err)
		require.True(t, news)
		stop()
	})
}
