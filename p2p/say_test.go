package p2p

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// heard is what a session has heard, in words.
func heard(s *Session) (said []Saying) {
	synctest.Wait()
	return s.Snapshot().Said
}

// Two talk freely, at a bounded pace; who is muted is not heard, and nothing of it is in the transcript.
func TestTwoTalk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		red, blue := m.all[0], m.all[1]
		before := records(red)
		require.NoError(t, red.Say(3, ""))
		synctest.Wait()
		require.NoError(t, blue.Say(0, "等一下"))
		want := []Saying{{1, engine.Red, 3, ""}, {2, engine.Blue, 0, "等一下"}}
		require.Equal(t, want, heard(red))
		require.Equal(t, want, heard(blue))
		for text, phrase := range map[string]int{"": 0, "two\nlines": 0, "a\u202eb": 0, strings.Repeat("军", MaxSay+1): 0, "x": 1} {
			require.Error(t, red.Say(phrase, text), "%q", text)
		}
		require.Error(t, red.Say(Phrases+1, ""))

		blue.Mute(engine.Red, true)
		require.NoError(t, red.Say(1, ""))
		require.Equal(t, want, heard(blue))
		require.True(t, blue.Snapshot().Muted.Has(engine.Red))
		blue.Mute(engine.Red, false)
		for range 14 {
			require.NoError(t, red.Say(1, ""))
		}
		require.ErrorIs(t, red.Say(1, ""), ErrSayFast)
		time.Sleep(5 * time.Second)
		require.NoError(t, red.Say(1, ""))
		require.Equal(t, before, records(red))

		m.leave(1)
		require.ErrorIs(t, red.Say(1, ""), ErrSayUnheard)
		m.quit(0)
		require.ErrorIs(t, red.Say(1, ""), ErrSayUnheard, "nor once the session has ended")
	})
}

// linkOf is blue's link to a seat.
func (m *four) linkOf(seat int) *peerLink {
	s := m.all[1]
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peers.of(engine.Seat(seat)).link
}

// Of four who see their own pieces only, partners have set phrases, and opponents nothing: a program that says more
// loses its link.
func TestPartnersSayOnlyWhatIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newFour(t)
		m.myTurn(0)
		time.Sleep(10 * time.Second) // the guests meet
		require.NoError(t, m.all[1].Say(2, ""))
		require.ErrorIs(t, m.all[1].Say(0, "marshal on a1"), ErrNoTalk)
		time.Sleep(time.Second)
		want := []Saying{{1, engine.Blue, 2, ""}}
		require.Equal(t, want, heard(m.all[3]))
		require.Empty(t, heard(m.all[0]))
		require.Empty(t, heard(m.all[2]))
		for from, phrase := range map[int]int{3: 0, 2: 2} { // free text to a partner; anything to an opponent
			text := map[int]string{3: "marshal on a1"}[from]
			f, err := wire.NewSay(phrase, text)
			require.NoError(t, err)
			s, before := m.all[from], m.linkOf(from)
			s.mu.Lock()
			s.peers.of(engine.Blue).link.pushLocked(f)
			s.mu.Unlock()
			time.Sleep(time.Second)
			require.Equal(t, want, heard(m.all[1]))
			require.NotSame(t, before, m.linkOf(from))
		}
		m.quit(0, 1, 2, 3)
	})
}

// Once the match is over the players talk on, by a link of their own, as in the match: who says too much is not heard, and
// the link ends with either's ctx. Nobody else takes part, and a word that the rules forbid ends it.
func TestTalkGoesOnAfterTheMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		red, blue := m.all[0], m.all[1]
		require.NoError(t, red.Resign())
		m.end()
		before := records(red)
		require.ErrorIs(t, red.Say(17, ""), ErrSayUnheard)

		stay, leave := context.WithCancel(t.Context())
		var talks sync.WaitGroup
		for i, s := range m.all[:2] {
			m.at[i].Serve(&RematchAcceptor{
				Peers: []transport.Key{m.at[1-i].Key()}, Terms: s.meta.terms,
				Talk: func(c transport.Conn, peer transport.Key) { s.TakeTalk(stay, c, peer) },
			})
			talks.Go(func() { s.KeepTalking(stay, []engine.Seat{engine.Seat(1 - i)}) })
		}
		talk := func() bool { return red.Snapshot().Peers[0].Talks && blue.Snapshot().Peers[0].Talks }
		wait := func(until bool) {
			t.Helper()
			for range 60 {
				if synctest.Wait(); talk() == until {
					return
				}
				time.Sleep(time.Second)
			}
			require.Equal(t, until, talk())
		}
		wait(true)
		require.NoError(t, red.Say(17, ""))
		synctest.Wait()
		require.NoError(t, blue.Say(0, "再来一局？"))
		want := []Saying{{1, engine.Red, 17, ""}, {2, engine.Blue, 0, "再来一局？"}}
		require.Equal(t, want, heard(red))
		require.Equal(t, want, heard(blue))
		time.Sleep(10 * time.Minute)
		require.True(t, talk(), "silence ends nothing")

		dial := func(from *pipenet.Host) transport.Conn {
			c, err := from.Dial(t.Context(), m.at[0].Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			_ = wire.Write(c, wire.Frame{Kind: wire.KindTalk, Payload: red.meta.terms[:]}) // which a stranger can't
			return c
		}
		stranger := dial(m.net.Host(transport.Identity{77}))
		_, err := wire.Read(stranger, nil)
		require.Error(t, err)
		require.True(t, talk())

		flood := dial(m.at[1]) // instead of the link that is there
		f, err := wire.Read(flood, nil)
		require.NoError(t, err)
		require.Equal(t, wire.KindPing, f.Kind)
		f, err = wire.NewSay(1, "")
		require.NoError(t, err)
		for range 40 {
			require.NoError(t, wire.Write(flood, f))
		}
		require.Len(t, heard(red), 2+int(link.WordPace.Burst))
		for _, bad := range []wire.Frame{{Kind: wire.KindSay, Payload: []byte{Phrases + 1}}, {Kind: wire.KindAsk, Payload: []byte("\x00abc")}, {Kind: wire.KindPing}} {
			times := 2
			if bad.Kind == wire.KindPing {
				times = 2 * link.BudgetBurst / link.FrameCost
			}
			for range times {
				if err = wire.Write(flood, bad); err != nil {
					break
				}
			}
			require.Error(t, err, "it ends by %d", bad.Kind)
			flood = dial(m.at[1])
			_, err = wire.Read(flood, nil)
			require.NoError(t, err)
		}
		flood.Abort()
		wait(true)

		require.Equal(t, before, records(red))
		leave()
		wait(false)
		require.ErrorIs(t, red.Say(17, ""), ErrSayUnheard)
		talks.Wait()
	})
}

// A program that answers and hangs up, again and again, is dialled ever more rarely.
func TestTalkWithOneThatHangsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		require.NoError(t, m.all[0].Resign())
		m.end()
		var dials atomic.Int32
		m.at[0].Serve(&RematchAcceptor{
			Peers: []transport.Key{m.at[1].Key()}, Terms: m.all[0].meta.terms,
			Talk: func(c transport.Conn, _ transport.Key) {
				dials.Add(1)
				_ = wire.Write(c, wire.Frame{Kind: wire.KindPing})
			},
		})
		stay, leave := context.WithTimeout(t.Context(), 10*time.Minute)
		defer leave()
		m.all[1].KeepTalking(stay, []engine.Seat{engine.Red})
		require.Greater(t, dials.Load(), int32(10))
		require.Less(t, dials.Load(), int32(40))
	})
}

// What a link to talk had still to say when a newer one took its place doesn't bring it back.
func TestNewerTalkLinkStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		red := m.all[0]
		require.NoError(t, red.Resign())
		m.end()
		m.at[0].Serve(&RematchAcceptor{
			Peers: []transport.Key{m.at[1].Key()}, Terms: red.meta.terms,
			Talk: func(c transport.Conn, peer transport.Key) { red.TakeTalk(t.Context(), c, peer) },
		})
		dial := func() transport.Conn {
			c, err := m.at[1].Dial(t.Context(), m.at[0].Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			return c
		}
		old, newer := dial(), &talkLink{conn: dial()}
		require.NoError(t, wire.Write(old, wire.Frame{Kind: wire.KindTalk, Payload: red.meta.terms[:]}))
		_, err := wire.Read(old, nil)
		require.NoError(t, err)
		synctest.Wait()
		under(red, func() {
			require.NotNil(t, red.peers[0].talk)
			require.NoError(t, wire.Write(old, wire.Frame{Kind: wire.KindPing}))
			red.peers[0].talk = newer
		})
		synctest.Wait()
		under(red, func() { require.Same(t, newer, red.peers[0].talk) })
		old.Abort()
		newer.conn.Abort()
	})
}
