package p2p

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
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
