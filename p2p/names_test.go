package p2p

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"K2": true, "林间": true, "Nguyễn": true, "न्यू": true, "❤\ufe0f": true, "Ada Wong": true, strings.Repeat("军", wire.MaxName): true,
		"": false, " Ada": false, "Ada ": false, "Ada  Wong": false, "Ada\nWong": false, "Ada\x01": false, "a\u202eb": false,
		"\u3164": false, "\u2800": false, "a\u034fb": false, "\ufe0f": false, "a \u0301": false, "a" + strings.Repeat("\u0301", 4): true, "a" + strings.Repeat("\u0301", 5): false,
		"\xff": false, strings.Repeat("军", wire.MaxName+1): false,
	} {
		require.Equal(t, want, wire.IsName(name), "%q", name)
	}
}

// Each program learns what all players are called, who watches too; who reads an invite learns of those who are there.
func TestNamesAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 20, 3)
		all := tb.all(tb.start)
		want := [engine.MaxSeats]string{"Ann", "Bob", "陈"}
		for i, s := range all {
			s.names[i] = want[i]
		}
		watcher := tb.watch(t, 1)
		ran := make(chan error, 4)
		go func() { ran <- watcher.Run(t.Context()) }()
		synctest.Wait()
		inv, err := all[0].Invite(engine.Blue)
		require.NoError(t, err)
		for i, s := range all {
			go func() { ran <- playFake(t.Context(), s) }()
			if i == 0 {
				synctest.Wait()
				offer, err := FetchOffer(t.Context(), tb.net.Host(transport.Identity{98}), inv)
				require.NoError(t, err)
				require.Equal(t, [engine.MaxSeats]string{"Ann"}, offer.Names)
			}
		}
		for range 4 {
			require.NoError(t, <-ran)
		}
		for _, s := range append(all, watcher) {
			require.Equal(t, want, s.Snapshot().Names)
		}
	})
}

// A guest names itself, once over a link; what is not a name costs it the link.
func TestNamesOfOthers(t *testing.T) {
	for name, said := range map[string]wire.Frame{
		"of another seat": wire.NewName(engine.Red, "Ann"),
		"of no seat":      wire.NewName(engine.MaxSeats, "Ann"),
		"none":            {Kind: wire.KindName, Payload: []byte{1, '\n'}},
		"not UTF-8":       {Kind: wire.KindName, Payload: []byte{1, 0xff}},
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, transport.Identity{99})
				in.enter()
				in.send(wire.State{}.Frame(), said)
				require.Equal(t, wire.ByeRefused, in.bye())
			})
		})
	}
}

// A program that has only knocked is not called anything, and a second name counts for nothing, over a new link either: with
// it a player could tell a partner anything.
func TestNameBeforeTheJoin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 9)
		host, err := tb.start(0)
		require.NoError(t, err)
		ran := make(chan error, 2)
		go func() { ran <- playFake(t.Context(), host) }()
		in := tb.knock(t, transport.Identity{99})
		in.enter()
		in.send(wire.State{}.Frame(), wire.NewName(engine.Blue, "Eve"))
		synctest.Wait()
		require.Empty(t, host.Snapshot().Names[engine.Blue])
		in.c.Close()

		guest, err := tb.start(1)
		require.NoError(t, err)
		guest.names[engine.Blue] = "Bob"
		go func() { ran <- playFake(t.Context(), guest) }()
		for range 2 {
			require.NoError(t, <-ran)
		}
		require.Equal(t, "Bob", host.Snapshot().Names[engine.Blue])
		host.mu.Lock()
		defer host.mu.Unlock()
		l := &peerLink{
			Link: &link.Link{Role: wire.Guest, Seat: engine.Blue}, session: host, of: host.peers[0],
		}
		require.NoError(t, l.takeNameLocked(engine.Blue, "my flag is in A1"))
		require.Equal(t, "Bob", host.names[engine.Blue])
	})
}

// The match of every seat has a name that the store takes.
func TestEverySeatsMatchHasAName(t *testing.T) {
	for seat := range engine.Seat(engine.MaxSeats) {
		require.True(t, store.ValidID("0123abcd-"+seatName(seat)), seat)
	}
	require.True(t, store.ValidID("0123abcd-"+seatName(wire.NoSeat)))
}
