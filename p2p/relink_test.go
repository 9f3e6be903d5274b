package p2p

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A guest that links again and again, under a new name each time, costs the host none of the other guests' patience.
func TestRelinksAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.all[amberSeat].mu.Lock()
		meta := m.all[amberSeat].meta
		m.all[amberSeat].mu.Unlock()
		m.leave(amberSeat)
		time.Sleep(time.Second)
		before := m.linkOf(blueSeat, 0)
		require.NotNil(t, before)
		from := m.net.Visitor(m.ids[amberSeat])
		for i := range 600 {
			func() {
				c, err := from.Dial(context.Background(), m.ids[0].Key(), []transport.Addr{"there"})
				require.NoError(t, err)
				defer c.Close()
				ours := wire.Hello{Version: wire.Version, Role: wire.Guest, Seat: engine.Amber, Terms: meta.terms, Nonce: [32]byte{byte(i)}}
				if err := link.Introduce(c, ours, invite.Secret(meta.secret).LinkKey(), m.ids[amberSeat].Key(), m.ids[0].Key()); err != nil {
					return // refused
				}
				_ = wire.Write(c, wire.NewName(engine.Amber, fmt.Sprint("n", i)))
			}()
			synctest.Wait()
		}
		require.Same(t, before, m.linkOf(blueSeat, 0))
		m.quit(0, blueSeat)
	})
}

// Blue, a liar, has amber choose another record than the others, while amber reaches nobody. They put amber out and play on. When
// amber is back it can't follow them, since it has chosen; but nobody ends a link for that.
func TestWhoCannotFollowKeepsItsLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &three{newPrograms(t, Config{AutoVote: true}, 4)}
		rs := rules(t, "siguo,first=blue,clock=off,grace=10")
		m.sit(rs)
		for i := range m.all {
			require.NoError(t, m.all[i].Place(m.layout(i)))
		}
		time.Sleep(time.Minute)
		const teal = 3
		second, amber, others := m.quietMoves(blueSeat)[1], m.all[amberSeat], []int{0, blueSeat, teal}
		m.net.Wall(func(a, b transport.Key) bool { return a == m.at[amberSeat].Key() || b == m.at[amberSeat].Key() })
		for _, i := range others {
			m.linkOf(amberSeat, i).Conn.Abort()
		}
		synctest.Wait()
		under(amber, func() {
			require.NoError(t, amber.receiveLocked(second))
			require.NoError(t, amber.settleLocked())
		})
		m.move(blueSeat)
		time.Sleep(6 * time.Minute)
		require.NotNil(t, m.signedOut(0, engine.Amber))
		for range 12 {
			m.moveOf(others...)
			time.Sleep(time.Second)
		}
		m.net.Wall(nil)
		time.Sleep(time.Minute)
		l := m.linkOf(amberSeat, teal)
		require.NotNil(t, l)
		m.moveOf(0, teal)
		time.Sleep(time.Second)
		m.all[teal].mu.Lock()
		again := m.all[teal].log.state() // when it has taken an extra, it says no more than the Record that amber ignored
		m.all[teal].mu.Unlock()
		under(amber, func() { again.Extras = l.theirs.Extras })
		require.NoError(t, l.Handle(again.Frame()))
		time.Sleep(5 * time.Minute)
		require.True(t, l == m.linkOf(amberSeat, teal))
		require.Less(t, amber.Snapshot().Records, m.all[teal].Snapshot().Records-10)
		require.NotNil(t, m.signedOut(teal, engine.Blue), "it has shown what convicts blue")
		for i := range m.all { // blue's program knows of no second record, and has ended
			require.NoError(t, m.all[i].Close())
			<-m.ran[i]
		}
	})
}

// Two seats that have each found the same cheat bring each other their own Faults over every new link. Each is tried once.
func TestOwnFaultsCostNewLinksNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = "amber" })
		both := m.quietMoves(amberSeat)
		under(m.all[0], func() {
			under(m.all[blueSeat], func() { // so that neither hears of the other's first
				for i, raw := range map[int][]byte{0: both[0], blueSeat: both[1]} {
					_, err := m.all[i].peers.of(engine.Amber).link.takeLocked(wire.Frame{Kind: wire.KindExtra, Payload: raw})
					require.NoError(t, err)
				}
			})
		})
		time.Sleep(2 * time.Minute)
		fault := func(i int) (raw []byte) {
			under(m.all[i], func() { raw = m.all[i].replica.extras()[0] })
			return raw
		}
		remains := func(l *peerLink) (budget int) {
			under(l.session, func() { budget = left(l) })
			return budget
		}
		require.NotEqual(t, fault(0), fault(blueSeat))
		for range 3 {
			l := m.linkOf(0, blueSeat)
			before := remains(l)
			l.Conn.Abort()
			time.Sleep(time.Second)
			require.NotNil(t, m.linkOf(0, blueSeat))
			require.Less(t, before-remains(m.linkOf(0, blueSeat)), link.FaultCost/2)
		}
		m.quit(0, blueSeat, amberSeat)
	})
}

// But one about a record that is not here yet is tried when it is.
func TestFaultThatCameTooEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = "amber" })
		host, next := m.all[0], m.quietMoves(amberSeat)[0]
		on := transcript.Link{Match: host.replica.match().ID(), Prev: transcript.HashRecord(next)}
		lie := transcript.Sign(m.key(blueSeat), on, transcript.Show, engine.Blue, nil)
		body := transcript.FaultBody{At: on.Prev, Records: [][]byte{lie.Marshal()}}
		fault := transcript.Sign(m.key(amberSeat), on, transcript.Fault, engine.Amber, body.Marshal())
		bring := func() {
			old := m.linkOf(0, amberSeat)
			under(host, func() {
				l := newPeerLink(host, old.Link)
				require.NoError(t, l.assignPeerLocked())
				_, err := l.takeExtraLocked(fault.Marshal())
				require.NoError(t, err)
			})
		}
		bring()
		require.Nil(t, host.Snapshot().Conviction)
		for _, s := range m.all {
			under(s, func() {
				require.NoError(t, s.receiveLocked(next))
				require.NoError(t, s.settleLocked())
			})
		}
		time.Sleep(time.Second)
		require.Equal(t, on.Prev, m.head(0))
		bring()
		require.NotNil(t, host.Snapshot().Conviction)
		m.quit(0, blueSeat, amberSeat)
	})
}

// A seat that was cut off after its own Seen of a record, before those of the others came, and was put out for its silence, learns
// all when it is back, however far the others have gone.
func TestPutOutSeatThatMissedSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeOf(t, Config{AutoVote: true}, func(value *engine.Rules) { value.Views.First = "blue" })
		amber, others := m.all[amberSeat], []int{0, blueSeat}
		m.net.Wall(func(a, b transport.Key) bool { return a == m.at[amberSeat].Key() || b == m.at[amberSeat].Key() })
		for _, i := range others {
			m.linkOf(amberSeat, i).Conn.Abort()
		}
		synctest.Wait()
		m.move(blueSeat)
		var notes [][]byte
		under(m.all[blueSeat], func() { notes = m.all[blueSeat].replica.notes() })
		move := slices.IndexFunc(notes, func(raw []byte) bool { return !kindOf(raw).Extra() })
		under(amber, func() {
			require.NoError(t, amber.receiveLocked(notes[move]))
			require.NoError(t, amber.settleLocked())
			notes = amber.replica.notes()
		})
		seen := slices.IndexFunc(notes, func(raw []byte) bool { return kindOf(raw) == transcript.Seen && signer(raw) == engine.Amber })
		for _, i := range others {
			under(m.all[i], func() {
				require.NoError(t, m.all[i].receiveLocked(notes[seen]))
				require.NoError(t, m.all[i].settleLocked())
			})
		}
		time.Sleep(time.Second)
		under(m.all[0], func() { require.Equal(t, 1, m.all[0].replica.held(), "red has answered") })
		time.Sleep(20 * time.Minute)
		require.NotNil(t, m.signedOut(0, engine.Amber))
		for range 4 {
			m.moveOf(others...)
			time.Sleep(time.Second)
		}
		m.net.Wall(nil)
		time.Sleep(5 * time.Minute)
		require.Equal(t, m.head(0), m.head(amberSeat))
		m.quit(0, blueSeat, amberSeat)
	})
}
