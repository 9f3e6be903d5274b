package p2p

import (
	"crypto/ed25519"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Two of three seats lie together against the third. Their programs are held still meanwhile,
// and what they sign comes to the third program over its links to them.

// key signs for a seat.
func (m *programs) key(i int) (key ed25519.PrivateKey) {
	m.all[i].View(func(p *protocol.Player, _ *protocol.Match) { key = ed25519.NewKeyFromSeed(p.Secret()[2:34]) })
	return key
}

// liars sign what they like, and show it to a victim.
type liars struct {
	*three
	victim int
	id     transcript.Hash
	keys   map[int]ed25519.PrivateKey
}

// conspire has all seats but one lie while f runs.
func (m *three) conspire(victim int, f func(l *liars)) {
	l := &liars{m, victim, transcript.Hash{}, map[int]ed25519.PrivateKey{}}
	m.all[victim].View(func(_ *protocol.Player, match *protocol.Match) { l.id = match.ID() })
	next := func() { f(l) }
	for i, s := range m.all {
		if i != victim {
			l.keys[i] = m.key(i)
			held := next
			next = func() { under(s, held) }
		}
	}
	next()
}

// on makes a record of a liar on a base.
func (l *liars) on(base transcript.Hash, liar int, kind transcript.Kind, body []byte) []byte {
	r := transcript.Sign(l.keys[liar], transcript.Link{Match: l.id, Prev: base}, kind, engine.Seat(liar), body)
	return r.Marshal()
}

func (l *liars) seen(base transcript.Hash, liar int, raw []byte) []byte {
	body := transcript.SeenBody{Base: base, Record: transcript.HashRecord(raw)}
	return l.on(base, liar, transcript.Seen, body.Marshal())
}

func (l *liars) state(base transcript.Hash, liar, about int, record transcript.Hash) []byte {
	body := transcript.StateBody{Base: base, Seat: engine.Seat(about), Record: record}
	return l.on(base, liar, transcript.State, body.Marshal())
}

func (l *liars) vote(base transcript.Hash, liar, about int, cause transcript.Cause) []byte {
	body := transcript.VoteBody{Base: base, Seat: engine.Seat(about), Cause: cause}
	return l.on(base, liar, transcript.Vote, body.Marshal())
}

// signOut is one of the victim, for which both liars vote.
func (l *liars) signOut(base transcript.Hash, writer, other int) []byte {
	vote, _ := transcript.Parse(l.vote(base, other, l.victim, transcript.Absent))
	body := transcript.SignOutBody{Seat: engine.Seat(l.victim), Cause: transcript.Absent, Votes: [][64]byte{vote.Signature}}
	return l.on(base, writer, transcript.SignOut, body.Marshal())
}

// show brings the victim what a liar sends.
func (l *liars) show(liar int, raws ...[]byte) {
	l.t.Helper()
	link := l.linkOf(l.victim, liar)
	for _, raw := range raws {
		require.NoError(l.t, link.Handle(wire.Frame{Kind: wire.KindExtra, Payload: raw}))
	}
}

// choices is what the victim has chosen on a base, by all that its program shows.
func (l *liars) choices(base transcript.Hash) int {
	s, chosen := l.all[l.victim], map[transcript.Hash]bool{}
	s.View(func(_ *protocol.Player, match *protocol.Match) {
		seat := engine.Seat(l.victim)
		for _, raw := range append(match.Records(), s.replica.notes()...) {
			r, err := transcript.Parse(raw)
			require.NoError(l.t, err)
			if r.Seat != seat || !r.Verify(match.Key(seat), transcript.Link{Match: l.id, Prev: base}) {
				continue
			}
			switch seen, err := transcript.ParseSeen(r.Body); {
			case r.Kind == transcript.Seen && err == nil:
				chosen[seen.Record] = true
			case !r.Kind.Extra():
				chosen[transcript.HashRecord(raw)] = true
			}
		}
	})
	return len(chosen)
}

// A liar signs two records on one base, and a second liar acknowledges both: the third seat, which
// has gone on along the first, signs neither the second nor, where it has made its own record,
// that the liar is put out; so nobody can convict it. However much else they send.
func TestTwoLiarsConvictNobodyElseOverLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		victim := m.all[amberSeat]
		both, base := m.quietMoves(blueSeat), m.head(amberSeat)
		first, second := both[0], both[1]
		on := transcript.HashRecord(first)
		m.conspire(amberSeat, func(l *liars) {
			l.show(blueSeat, first)
			l.show(0, l.seen(base, 0, first))
			require.Equal(t, on, m.head(amberSeat), "it is complete")
			m.move(amberSeat)
			require.Equal(t, 1, l.choices(on))
			l.show(0, l.vote(on, 0, blueSeat, transcript.Convicted), l.vote(on, 0, blueSeat, transcript.Absent))
			l.show(0, l.seen(base, 0, second), l.state(base, 0, blueSeat, transcript.HashRecord(second)), second)
			for i := range byte(8) {
				l.show(0, l.state(transcript.Hash{i}, 0, blueSeat, transcript.Hash{}), l.vote(transcript.Hash{i}, 0, blueSeat, transcript.Absent))
			}
			l.show(blueSeat, first)
			require.Equal(t, 1, l.choices(base))
			require.Equal(t, 1, l.choices(on))
			require.Equal(t, on, m.head(amberSeat))
		})
		time.Sleep(2 * time.Minute)
		under(victim, func() { require.NoError(t, victim.life.usable()) })
		for i := range m.all {
			m.all[i].View(func(_ *protocol.Player, match *protocol.Match) {
				require.NotEmpty(t, match.Convictions(), i)
				for _, c := range match.Convictions() {
					require.NotEqual(t, engine.Amber, c.Culprit, i)
				}
			})
		}
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
		for i := range m.ran {
			<-m.ran[i]
		}
	})
}

// A seat has won, and all others lie about old places: a second record for one, with a Seen of it,
// and a SignOut of the winner. The winner's program drops neither a record nor its win.
func TestFinishedGameIsNotUndoneOverLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		red, old := m.all[0], m.head(0)
		second := m.quietMoves(blueSeat)[0]
		require.NoError(t, m.all[blueSeat].Resign())
		time.Sleep(time.Second)
		for range 4 {
			m.moveOf(0, amberSeat)
			time.Sleep(time.Second)
		}
		last := m.head(0)
		var won [][]byte
		chain := func() (list [][]byte) {
			red.View(func(_ *protocol.Player, match *protocol.Match) { list = match.Records() })
			return list
		}
		m.conspire(0, func(l *liars) {
			l.show(amberSeat, l.on(last, amberSeat, transcript.Resign, nil))
			require.True(t, red.Snapshot().Result.Over)
			won = chain()
			l.show(blueSeat, l.signOut(old, blueSeat, amberSeat), second)
			l.show(amberSeat, l.vote(old, amberSeat, 0, transcript.Absent), l.seen(old, amberSeat, second),
				l.state(old, amberSeat, blueSeat, transcript.HashRecord(second)), l.on(last, amberSeat, transcript.Pass, nil))
			require.Equal(t, won, chain())
		})
		time.Sleep(2 * time.Minute)
		require.Equal(t, won, chain())
		require.True(t, red.Snapshot().Result.Over)
		red.View(func(_ *protocol.Player, match *protocol.Match) {
			require.NotEmpty(t, match.Convictions())
			for _, c := range match.Convictions() {
				require.NotEqual(t, engine.Red, c.Culprit)
			}
		})
		for i, s := range m.all {
			require.NoError(t, s.Close())
			<-m.ran[i]
		}
	})
}

// A decider's SignOut gives way to one of the second round. The liar, put out by that, sends the
// decider its own SignOut, as the record of that place. The decider's journal knows it: so this is
// no second copy of its folder, and its program goes on.
func TestOwnRecordThatFellAwayIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		const redSeat = 0
		var base, id transcript.Hash
		var index int
		m.all[redSeat].View(func(_ *protocol.Player, match *protocol.Match) {
			base, id, index = match.Base(), match.ID(), match.Len()
		})
		l := &liars{m, redSeat, id, map[int]ed25519.PrivateKey{blueSeat: m.key(blueSeat)}}
		toAmber := m.linkOf(amberSeat, blueSeat)
		var own []byte
		require.NoError(t, m.all[redSeat].Do(func(p *protocol.Player) error { return p.VoteAbsent() }))
		time.Sleep(10 * time.Second) // amber has that vote
		one, two := l.on(base, blueSeat, transcript.Resign, nil), l.on(base, blueSeat, transcript.Pass, nil)
		under(m.all[redSeat], func() { // what amber signs is on its way to red
			require.NoError(t, m.all[amberSeat].Do(func(p *protocol.Player) error {
				err := p.VoteAbsent()
				for made := true; made && err == nil; {
					made, err = p.Proceed(m.all[amberSeat].cfg.Rand)
				}
				own = proposed(p)
				return err
			}))
			require.NotNil(t, own)
			p := m.all[redSeat].replica.player
			t.Log(p.Receive(one), p.Receive(two)) // blue's come first
			require.NoError(t, m.all[redSeat].settleLocked())
		})
		time.Sleep(30 * time.Second)
		out := m.signedOut(amberSeat, engine.Blue)
		require.NotNil(t, out)
		require.Equal(t, transcript.Divided, out.Cause)
		require.Equal(t, index, out.Record)
		require.NoError(t, m.all[amberSeat].do(func() error { return nil }))
		t.Log(toAmber.Handle(wire.NewRecord(index, own)))
		require.NoError(t, m.all[amberSeat].TakeLetter(m.signed(&mail.Letter{Terms: m.all[amberSeat].meta.terms, Seat: engine.Blue, First: index, Chain: [][]byte{own}})))
		err := m.all[amberSeat].do(func() error { return nil })
		m.quit(0, amberSeat, blueSeat)
		require.NoError(t, err, "amber's program lives on")
	})
}
