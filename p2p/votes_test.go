package p2p

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha512"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"filippo.io/edwards25519"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// three is a match of three seats for themselves, each with its own program; red hosts and
// blue begins.
type three struct{ programs }

func newThree(t *testing.T, cfg Config) *three {
	return newThreeOf(t, cfg, func(value *engine.Rules) { value.Views.First = "blue" })
}

// newThreeOf is newThree under changed rules.
func newThreeOf(t *testing.T, cfg Config, change func(*engine.Rules)) *three {
	t.Helper()
	m := joinThree(t, cfg, change)
	for i, s := range m.all {
		require.NoError(t, s.Place(m.layout(i)))
	}
	time.Sleep(time.Minute / 4)
	synctest.Wait() // for what falls on this moment, too
	require.Equal(t, protocol.Play, m.all[0].Snapshot().Stage)
	return m
}

// joinThree lets three sit down.
func joinThree(t *testing.T, cfg Config, change func(*engine.Rules)) *three {
	text, err := os.ReadFile("../testdata/rulesets/three-lamps.json")
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	value := rs.Rules()
	change(&value)
	rs, err = engine.NewRuleset(value)
	require.NoError(t, err)
	m := &three{newPrograms(t, cfg, 3)}
	m.sit(rs)
	return m
}

// layout is one for a seat.
func (m *programs) layout(i int) (l engine.Layout) {
	m.all[0].View(func(p *protocol.Player, match *protocol.Match) {
		l = match.Rules().RandomLayout(mathrand.New(mathrand.NewPCG(uint64(i), 1)))
	})
	return l
}

// move has a seat make a legal move.
func (m *programs) move(i int) {
	m.t.Helper()
	require.NoError(m.t, m.all[i].Do(func(p *protocol.Player) error {
		own, _ := p.Layout()
		position := p.Match().Position()
		return p.Play(position.LegalMoves(p.Seat(), own)[0], false, rand.Reader)
	}))
}

// decides is the seat whose turn it is.
func (m *programs) decides() int {
	return slices.IndexFunc(m.all, func(s *Session) bool { return s.Snapshot().Decision == protocol.ChooseMove })
}

// moveOf has that of some seats make a legal move whose turn it is.
func (m *programs) moveOf(seats ...int) {
	m.t.Helper()
	i := slices.IndexFunc(seats, func(i int) bool { return m.all[i].Snapshot().Decision == protocol.ChooseMove })
	require.GreaterOrEqual(m.t, i, 0)
	m.move(seats[i])
}

// signedOut is how a seat was put out, by what another's program holds.
func (m *three) signedOut(by int, seat engine.Seat) (out *protocol.SignedOut) {
	m.all[by].View(func(_ *protocol.Player, match *protocol.Match) { out = match.SignedOut(seat) })
	return out
}

// head is the last record of a program's chain.
func (m *programs) head(i int) (hash transcript.Hash) {
	m.all[i].View(func(_ *protocol.Player, match *protocol.Match) { hash = match.Head() })
	return hash
}

const blueSeat, amberSeat = 1, 2

// A seat that is gone is put out after the grace and a warning; the others end their game,
// which nothing proves to be sound; the seat comes back and sees why it is out.
func TestSilentSeatIsPutOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{AutoVote: true})
		m.leave(blueSeat)
		time.Sleep(10*time.Minute + voteWarning/2)
		require.True(t, m.all[0].Snapshot().Overdue)
		require.False(t, m.all[0].Snapshot().VoteAt.IsZero(), "the player is warned")
		require.Nil(t, m.signedOut(0, engine.Blue))
		time.Sleep(voteWarning)
		for _, i := range []int{0, amberSeat} {
			require.Equal(t, transcript.Absent, m.signedOut(i, engine.Blue).Cause)
		}
		require.Equal(t, protocol.ChooseMove, m.all[amberSeat].Snapshot().Decision)
		m.comeBack(blueSeat)
		time.Sleep(time.Minute / 2)
		require.NotNil(t, m.signedOut(blueSeat, engine.Blue))
		require.NoError(t, m.all[amberSeat].Resign())
		time.Sleep(time.Minute / 2)
		for i := range m.ran {
			require.NoError(t, <-m.ran[i])
			require.NoError(t, m.all[i].Close())
		}
		report := m.audit(0)
		require.Equal(t, protocol.Incomplete, report.Verdict)
		require.Len(t, report.SignedOut, 1)
	})
}

// An end whose last Seen does not come is taken by all others after the grace, and each learns
// the result; the keys follow when the silent seat is back.
func TestEndNeedsNoSilentSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		first := slices.IndexFunc(m.all, func(s *Session) bool { return s.Snapshot().Decision == protocol.ChooseMove })
		require.NoError(t, m.all[first].Resign())
		time.Sleep(time.Second)
		loser := slices.IndexFunc(m.all, func(s *Session) bool { return s.Snapshot().Decision == protocol.ChooseMove })
		winner := 3 - first - loser
		m.leave(winner)
		require.NoError(t, m.all[loser].Resign())
		time.Sleep(10*time.Minute - 10*time.Second)
		require.False(t, m.all[loser].Snapshot().Result.Over)
		require.True(t, m.all[loser].Snapshot().VoteAt.IsZero(), "nobody is voted out")
		time.Sleep(20 * time.Second)
		for _, i := range []int{first, loser} {
			require.True(t, m.all[i].Snapshot().Result.Over)
			m.all[i].View(func(_ *protocol.Player, match *protocol.Match) {
				require.False(t, match.Revealed(engine.Seat(i)), "its key waits")
				require.Nil(t, match.SignedOut(engine.Seat(winner)))
			})
		}
		m.comeBack(winner)
		time.Sleep(time.Minute)
		for _, one := range m.all {
			require.True(t, one.Snapshot().Done)
		}
		for i := range m.ran {
			require.NoError(t, <-m.ran[i])
			require.NoError(t, m.all[i].Close())
		}
		require.Equal(t, protocol.Honest, m.audit(0).Verdict)
	})
}

// The winner gives no Seen of the end, but its key. A program that has taken the end passes that on to others when they have: before,
// they would refuse it.
func TestRevealBeforeTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		first := m.decides()
		require.NoError(t, m.all[first].Resign())
		time.Sleep(time.Second)
		loser := m.decides()
		winner := 3 - first - loser
		secret := m.all[winner].replica.secret()
		m.leave(winner)
		require.NoError(t, m.all[loser].Resign())
		time.Sleep(time.Second)
		m.leave(first)
		time.Sleep(5 * time.Minute)
		m.comeBack(first)
		time.Sleep(5*time.Minute + 10*time.Second)
		require.True(t, m.all[loser].Snapshot().Result.Over)
		require.False(t, m.all[first].Snapshot().Result.Over)
		twin, err := protocol.Restore(secret, m.all[loser].replica.match().Records(), nil)
		require.NoError(t, err)
		twin.ReleaseKey()
		for made := true; made; {
			made, err = twin.Proceed(rand.Reader)
			require.NoError(t, err)
		}
		reveal := twin.Match().Extras()[1]
		require.Equal(t, transcript.Reveal, transcript.Kind(reveal[0]))
		l := m.linkOf(first, loser)
		require.NotNil(t, l)
		under(m.all[loser], func() {
			require.NoError(t, m.all[loser].receiveLocked(reveal))
			require.NoError(t, m.all[loser].settleLocked())
		})
		time.Sleep(10 * time.Second)
		require.True(t, l == m.linkOf(first, loser))
		time.Sleep(6 * time.Minute)
		require.True(t, m.all[first].Snapshot().Result.Over)
		require.True(t, m.all[first].replica.match().Revealed(engine.Seat(winner)))
		m.quit(first, loser)
	})
}

// A program that sends a Record has it, though this one holds it as incomplete yet; no State says so again. Without that, nobody
// would be given the Reveals of the end.
func TestHeldRecordIsItsSenders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		first := m.decides()
		require.NoError(t, m.all[first].Resign())
		time.Sleep(time.Second)
		synctest.Wait()
		loser := m.decides()
		winner := 3 - first - loser
		keys := []transport.Key{m.at[loser].Key(), m.at[winner].Key()}
		m.mute(winner, first, func(a, b transport.Key) bool { return slices.Contains(keys, a) && slices.Contains(keys, b) })
		m.linkOf(first, winner).Conn.Abort()
		m.linkOf(loser, winner).Conn.Abort()
		time.Sleep(time.Second)
		synctest.Wait()
		s, index, l := m.all[first], m.all[first].replica.length(), m.linkOf(first, winner)
		require.NotNil(t, l)
		require.NoError(t, l.Handle(s.log.state().Frame()))
		require.NoError(t, m.all[loser].Resign())
		time.Sleep(time.Second)
		synctest.Wait()
		require.Equal(t, index, s.replica.length())
		require.Equal(t, 1, s.replica.held())
		end := m.all[winner].replica
		require.Equal(t, index+1, end.length(), "the winner has the end")
		require.NoError(t, l.Handle(wire.NewRecord(index, end.record(index))))
		require.NoError(t, l.Handle(wire.Frame{Kind: wire.KindExtra, Payload: end.extras()[0]}))
		time.Sleep(time.Second)
		synctest.Wait()
		require.Equal(t, index+1, s.replica.length())
		require.True(t, m.all[winner].replica.match().Revealed(engine.Seat(first)))
		m.quit(first, loser, winner)
	})
}

// watch follows the match from outside.
func (m *programs) watch() (s *Session, ran chan error) {
	m.t.Helper()
	inv, err := m.all[0].WatchInvite()
	require.NoError(m.t, err)
	s, err = Watch(m.net.Host(transport.Identity{200}), inv, m.cfg)
	require.NoError(m.t, err)
	ran = make(chan error, 1)
	go func() { ran <- s.Run(m.t.Context()) }()
	return s, ran
}

// ends waits until programs have ended well, and soon.
func (m *three) ends(ran ...chan error) {
	m.t.Helper()
	began := time.Now()
	for _, r := range ran {
		require.NoError(m.t, <-r)
	}
	require.Less(m.t, time.Since(began), time.Minute)
}

// What is said of when silence may be claimed, and when the programs vote, holds: a link that is
// lost after the mover's clock was overdrawn changes neither; one that is lost before gives it
// the grace.
func TestAnnouncedTimesHold(t *testing.T) {
	for _, one := range []struct{ linked, claim time.Duration }{{35 * time.Second, 30 * time.Second}, {10 * time.Second, time.Minute}} {
		synctest.Test(t, func(t *testing.T) {
			m := newThreeOf(t, Config{AutoVote: true}, func(value *engine.Rules) {
				value.Views.First, value.Times.Clock, value.Times.Grace = "red", 20, 60
			})
			now := func() Snapshot { return m.all[blueSeat].Snapshot() }
			since := now().Waiting
			announced := func(at time.Duration) {
				t.Helper()
				require.WithinDuration(t, since.Add(at), now().ClaimAt, time.Second)
				require.WithinDuration(t, since.Add(at+voteWarning), now().VoteAt, time.Second)
			}
			announced(30 * time.Second)
			time.Sleep(one.linked - time.Since(since))
			announced(30 * time.Second)
			m.leave(0)
			synctest.Wait()
			announced(one.claim)
			time.Sleep(one.claim - time.Since(since) - time.Second)
			require.Equal(t, one.linked > one.claim, now().Overdue)
			time.Sleep(2 * time.Second)
			require.True(t, now().Overdue)
			time.Sleep(one.claim + voteWarning - time.Since(since) - time.Second)
			require.Nil(t, m.signedOut(blueSeat, engine.Red))
			time.Sleep(2 * time.Second)
			require.NotNil(t, m.signedOut(blueSeat, engine.Red))
			m.quit(blueSeat, amberSeat)
		})
	}
}

// The rules may give a missing Seen a time of its own, behind which no decision of a player stands.
func TestSeenHasATimeOfItsOwn(t *testing.T) {
	for seen, want := range map[int]time.Duration{0: 2 * time.Minute, 30: time.Minute / 2} {
		synctest.Test(t, func(t *testing.T) {
			m := newThreeOf(t, Config{AutoVote: true}, func(value *engine.Rules) {
				value.Views.First, value.Times.Seen = "blue", seen
			})
			m.leave(amberSeat)
			synctest.Wait()
			m.moveOf(blueSeat)
			synctest.Wait()
			s := m.all[0].Snapshot()
			require.WithinDuration(t, time.Now().Add(want), s.ClaimAt, time.Second)
			m.quit(0, blueSeat)
		})
	}
}

// awaitWhole waits until a program has all of the finished match.
func (m *three) awaitWhole(i int) {
	s := m.all[i]
	for whole := false; !whole; {
		changed := s.Changed()
		under(s, func() { whole = s.replica.status().complete })
		if !whole {
			<-changed
		}
	}
}

// A host that was put out comes back over slow lines, and the game ends: the others stay until it has
// all, and neither it nor who watches waits for anybody then.
func TestPutOutHostEndsWithItsWatchers(t *testing.T) {
	for name, vanish := range map[string]bool{"the others say goodbye": false, "the others are cut off": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThreeOf(t, Config{AutoVote: true}, func(value *engine.Rules) {
					value.Views.First, value.Times.Grace = "red", 60
				})
				watcher, watched := m.watch()
				synctest.Wait()
				m.leave(0)
				time.Sleep(4 * time.Minute)
				require.NotNil(t, m.signedOut(blueSeat, engine.Red))
				m.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
					return newSlowLine(dialler), newSlowLine(dialled)
				})
				m.comeBack(0)
				time.Sleep(time.Minute)
				require.NotNil(t, m.signedOut(0, engine.Red))
				require.True(t, watcher.Snapshot().Online)
				require.NoError(t, m.all[amberSeat].Resign())
				if vanish {
					m.awaitWhole(0)
					m.at[blueSeat].Down()
					m.at[amberSeat].Down()
				}
				m.ends(m.ran[0], watched)
				for _, i := range []int{blueSeat, amberSeat} { // who is cut off may wait for the other
					m.stop[i]()
					<-m.ran[i]
				}
				require.True(t, watcher.Snapshot().Done)
				require.Equal(t, records(m.all[0]), records(watcher))
				require.NoError(t, watcher.Close())
				for _, s := range m.all {
					require.NoError(t, s.Close())
				}
				time.Sleep(2 * oneWay) // until all that was sent has come
			})
		})
	}
}

// A program that reaches nobody may be the one that is away: it votes against no one and
// promises no vote. When another is back it has a minute to hear what it has missed.
func TestWhoReachesNobodyDoesNotVote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{AutoVote: true})
		m.leave(blueSeat)
		m.leave(0)
		time.Sleep(time.Hour)
		now := m.all[amberSeat].Snapshot()
		require.True(t, now.Overdue)
		require.Zero(t, now.Reached)
		require.Zero(t, now.VoteAt, "no vote is promised")
		require.Zero(t, now.Votes, "and none is made")
		m.comeBack(0)
		time.Sleep(voteWarning / 2) // the link comes within the first seconds of it
		now = m.all[amberSeat].Snapshot()
		require.Greater(t, time.Until(now.VoteAt), 10*time.Second)
		require.Zero(t, now.Votes)
		m.comeBack(blueSeat)
		time.Sleep(voteWarning / 4)
		require.Equal(t, protocol.ChooseMove, m.all[blueSeat].Snapshot().Decision)
		m.move(blueSeat)
		time.Sleep(2 * voteWarning)
		for _, s := range m.all {
			require.Zero(t, s.Snapshot().Votes)
			require.Nil(t, s.replica.match().SignedOut(engine.Blue))
		}
		m.quit(0, blueSeat, amberSeat)
	})
}

// What counts as company for a vote: whoever is here, also the program of whoever is voted against;
// none is needed where all others are out of the game, so that the vote is everybody's.
func TestCompanyOfAVote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{AutoVote: true})
		amber := m.all[amberSeat]
		company := func() (company bool) {
			under(amber, func() { company, _ = amber.peers.connectedForVote(&amber.replica, engine.Blue) })
			return company
		}
		require.True(t, company(), "red is here")
		m.leave(0)
		time.Sleep(time.Minute)
		require.True(t, company(), "blue's program is here")
		m.leave(blueSeat)
		time.Sleep(time.Minute)
		require.False(t, company(), "nobody is")
		m.comeBack(blueSeat)
		m.comeBack(0)
		time.Sleep(time.Minute)
		require.NoError(t, m.all[0].Resign())
		time.Sleep(time.Second) // what blue's program owes to that comes before a move
		m.move(blueSeat)
		time.Sleep(time.Minute / 4)
		m.move(amberSeat)
		time.Sleep(time.Minute / 4)
		position := amber.Snapshot().Position
		require.NotEqual(t, engine.NotOver, position.Out(engine.Red))
		m.leave(0)
		m.leave(blueSeat)
		time.Sleep(time.Minute)
		require.True(t, company(), "nobody else has a vote")
		m.quit(amberSeat)
	})
}

// A player who says wait keeps its program from voting; asked to, it votes.
func TestWaitHoldsTheVote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{AutoVote: true})
		require.ErrorIs(t, m.all[0].Claim(), ErrNotOverdue)
		m.leave(blueSeat)
		time.Sleep(10*time.Minute + voteWarning/2)
		m.all[0].Wait()
		require.True(t, m.all[0].Snapshot().VoteAt.IsZero())
		time.Sleep(time.Hour)
		require.Nil(t, m.signedOut(0, engine.Blue))
		require.Equal(t, engine.SeatSet(0).Add(engine.Amber), m.all[0].Snapshot().Votes)
		require.NoError(t, m.all[0].Claim())
		time.Sleep(time.Second)
		require.NotNil(t, m.signedOut(amberSeat, engine.Blue))
		m.quit(0, amberSeat)
	})
}

// What a seat signed while it was cut off from the others, and they put it out, it gives up
// when it hears of that; nobody is to blame, and its folder stays sound.
func TestLateRecordIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{AutoVote: true})
		before := m.all[blueSeat].Snapshot().Records
		m.at[blueSeat].Down()
		m.move(blueSeat)
		m.leave(blueSeat)
		time.Sleep(12 * time.Minute)
		require.NotNil(t, m.signedOut(0, engine.Blue))
		st, err := m.dirs[blueSeat].Open(m.all[blueSeat].ID())
		require.NoError(t, err)
		require.Len(t, st.Records(), before, "nobody has acknowledged it")
		require.NoError(t, st.Close())
		for range 2 { // it has what it needs on disk after the first
			m.comeBack(blueSeat)
			time.Sleep(2 * time.Minute)
			require.NotNil(t, m.signedOut(blueSeat, engine.Blue))
			require.Equal(t, records(m.all[0]), records(m.all[blueSeat]))
			m.leave(blueSeat)
		}
		require.Empty(t, m.audit(0).Convictions)
		m.quit(0, amberSeat)
	})
}

// proposed is the record that a player has made and that is not complete yet.
func proposed(p *protocol.Player) (raw []byte) {
	for _, note := range p.Notes() {
		if !transcript.Kind(note[0]).Extra() && engine.Seat(note[1]) == p.Seat() {
			raw = note
		}
	}
	return raw
}

// double is a second record of a seat on the head, as a second program with its secrets
// would make it.
func (m *three) double(i int) (raw []byte) {
	m.t.Helper()
	require.NoError(m.t, m.all[i].Do(func(p *protocol.Player) error {
		var chain [][]byte
		for n := range p.Match().Len() {
			chain = append(chain, p.Match().Record(n))
		}
		other, err := protocol.Restore(p.Secret(), chain, nil)
		require.NoError(m.t, err)
		_, err = other.Resign()
		raw = proposed(other)
		return err
	}))
	return raw
}

// place is the index of the place in the host's chain for which a record is signed.
func (m *three) place(raw []byte) (index int) {
	m.all[0].View(func(_ *protocol.Player, match *protocol.Match) {
		r, err := transcript.Parse(raw)
		require.NoError(m.t, err)
		for index < match.Len() && !r.Verify(match.Key(r.Seat), match.Place(index)) {
			index++
		}
	})
	return index
}

// show brings a seat's second record for a place of the chain to the host, too.
func (m *three) show(i int, second []byte) {
	m.t.Helper()
	host, index := m.all[0], m.place(second)
	host.mu.Lock()
	l := host.peers.of(engine.Seat(i)).link
	host.mu.Unlock()
	require.NoError(m.t, l.Handle(wire.NewRecord(index, second)))
}

// A program that commits to two layouts ends the match for all: there is no game yet that the others could
// play on. Each of them is told who it was.
func TestDoubleInTheSetupEndsTheMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := joinThree(t, Config{}, func(*engine.Rules) {})
		time.Sleep(time.Minute)
		require.NoError(t, m.all[0].Place(m.layout(0)))
		time.Sleep(time.Second)
		blue := m.all[blueSeat]
		chain, other := records(blue), m.layout(7)
		var second []byte
		blue.View(func(p *protocol.Player, _ *protocol.Match) {
			twin, err := protocol.Restore(p.Secret(), chain, nil)
			require.NoError(t, err)
			require.NoError(t, twin.Place(other))
			_, err = twin.Proceed(rand.Reader)
			require.NoError(t, err)
			second = twin.Match().Record(len(chain))
		})
		require.NoError(t, blue.Place(m.layout(blueSeat)))
		time.Sleep(time.Second)
		require.Equal(t, len(chain)+1, m.all[0].Snapshot().Records)
		m.show(blueSeat, second)
		for i := range m.all {
			require.NoError(t, <-m.ran[i])
			require.Equal(t, protocol.Sealed, m.all[i].Snapshot().Stage)
			require.Equal(t, engine.Blue, m.all[i].Snapshot().Conviction.Culprit)
			require.Equal(t, protocol.Cheating, m.audit(i).Verdict)
		}
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
	})
}

// A cheat is put out, and the others play on; a program that is restarted finds it so.
func TestCheatIsPutOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{AutoVote: true})
		second := m.double(blueSeat)
		m.move(blueSeat)
		time.Sleep(time.Second)
		m.show(blueSeat, second)
		time.Sleep(time.Second)
		for _, i := range []int{0, amberSeat} {
			require.Equal(t, transcript.Convicted, m.signedOut(i, engine.Blue).Cause)
			require.Equal(t, engine.Blue, m.all[i].Snapshot().Conviction.Culprit)
			require.Equal(t, protocol.Play, m.all[i].Snapshot().Stage)
		}
		m.leave(0)
		m.comeBack(0)
		time.Sleep(time.Minute)
		require.NoError(t, m.all[amberSeat].Resign())
		time.Sleep(time.Minute)
		for i := range m.all {
			require.NoError(t, <-m.ran[i])
			require.NoError(t, m.all[i].Close())
		}
		report := m.audit(0)
		require.Equal(t, protocol.Cheating, report.Verdict)
		require.True(t, report.Result.Over)
		require.True(t, report.SignedOut[0].Proven)
	})
}

// quietMoves are two records that a seat can sign on the head, each with a move of its own to
// an empty node, as two programs with its secrets would.
func (m *three) quietMoves(i int) (records [2][]byte) {
	m.t.Helper()
	m.all[i].View(func(p *protocol.Player, match *protocol.Match) {
		var chain [][]byte
		for n := range match.Len() {
			chain = append(chain, match.Record(n))
		}
		own, _ := p.Layout()
		position := match.Position()
		moves := slices.DeleteFunc(position.LegalMoves(p.Seat(), own), func(to engine.Move) bool { return position.At(to.To) != engine.NoPiece })
		for n := range records {
			twin, err := protocol.Restore(p.Secret(), chain, nil)
			require.NoError(m.t, err)
			require.NoError(m.t, twin.Play(moves[n], false, rand.Reader))
			records[n] = proposed(twin)
		}
	})
	return records
}

// A seat shows one record to one of the others and another to the other, at the same time: no
// record is complete, it is put out in a second round, and the two play on, even after they
// were started again. A program that watches sees one chain.
func TestTwoRecordsAreSettledOverLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = "amber" })
		watcher, watched := m.watch()
		time.Sleep(time.Second)
		both := m.quietMoves(amberSeat)
		before := m.all[0].Snapshot().Records
		under(m.all[0], func() {
			under(m.all[blueSeat], func() { // so that neither hears of the other's first
				for i, raw := range map[int][]byte{0: both[0], blueSeat: both[1]} {
					_, err := m.all[i].peers.of(engine.Amber).link.takeLocked(wire.Frame{Kind: wire.KindExtra, Payload: raw})
					require.NoError(t, err)
				}
			})
		})
		time.Sleep(2 * time.Minute)
		for _, i := range []int{0, blueSeat} {
			out := m.signedOut(i, engine.Amber)
			require.NotNil(t, out, "%d", i)
			require.Equal(t, transcript.Divided, out.Cause)
			require.Equal(t, before, out.Record)
		}
		require.Equal(t, m.head(0), m.head(blueSeat))
		require.Equal(t, m.all[0].Snapshot().Records, watcher.Snapshot().Records, "who watches has seen it too")
		for _, i := range []int{0, blueSeat} {
			m.leave(i)
			m.comeBack(i)
		}
		time.Sleep(time.Minute)
		m.moveOf(0, blueSeat)
		time.Sleep(time.Minute)
		require.Equal(t, m.head(0), m.head(blueSeat))
		require.Equal(t, protocol.Cheating, m.audit(0).Verdict)
		require.NoError(t, watcher.Close())
		<-watched
		m.quit(0, blueSeat)
	})
}

// Where one team would be left a conviction seals the match, as with two seats.
func TestLastTeamSeals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		require.NoError(t, m.all[blueSeat].Resign())
		time.Sleep(time.Second)
		second := m.double(amberSeat)
		m.move(amberSeat)
		time.Sleep(time.Second)
		m.show(amberSeat, second)
		time.Sleep(time.Minute)
		for i := range m.ran {
			require.NoError(t, <-m.ran[i])
			require.Equal(t, protocol.Sealed, m.all[i].Snapshot().Stage)
			require.NoError(t, m.all[i].Close())
		}
	})
}

// linkOf is one seat's link to another.
func (m *programs) linkOf(by, seat int) *peerLink {
	s := m.all[by]
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peers.of(engine.Seat(seat)).link
}

// under runs f under a session's lock.
func under(s *Session, f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

// A request to resign goes round: it is kept as that of its seat, whoever has brought it, and
// its own seat takes no offence when it comes back, nor anybody at one that is void.
func TestRequestsGoRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.leave(blueSeat) // who would grant it at once
		amber := m.all[amberSeat]
		require.NoError(t, amber.Resign())
		time.Sleep(time.Second)
		host := m.all[0]
		under(host, func() { require.Equal(t, amber.request, host.peers.of(engine.Amber).request) })
		require.NoError(t, m.linkOf(amberSeat, 0).Handle(wire.Frame{Kind: wire.KindResign, Payload: amber.request}))
		require.Nil(t, amber.Snapshot().Trouble)
		m.comeBack(blueSeat)
		time.Sleep(3 * time.Minute)
		position := host.Snapshot().Position
		require.Equal(t, engine.ByResignation, position.Out(engine.Amber))
		asked := func(raw []byte) (kept []byte) {
			require.NoError(t, m.linkOf(0, blueSeat).Handle(wire.Frame{Kind: wire.KindResign, Payload: raw}))
			under(host, func() { kept = host.peers.of(engine.Amber).request })
			return kept
		}
		under(host, func() { host.peers.of(engine.Amber).request = nil })
		require.Nil(t, asked(amber.request), "it is void")
		different := map[string]bool{}
		var key ed25519.PrivateKey
		var id transcript.Hash
		amber.View(func(p *protocol.Player, match *protocol.Match) {
			key, id = ed25519.NewKeyFromSeed(p.Secret()[2:34]), match.ID()
		})
		for i := range byte(100) {
			q := transcript.SignResignRequest(key, id, engine.Amber, transcript.Hash{i})
			different[string(asked(q.Marshal()))] = true
		}
		require.LessOrEqual(t, len(different), int(link.WordPace.Burst), "it goes on to all others")
		m.quit(0, blueSeat, amberSeat)
	})
}

// Records of the chain that a peer lends without end, and that have no place, are a flood.
func TestLentRecordsAreBounded(t *testing.T) {
	junk := transcript.Record{Kind: transcript.Move, Seat: engine.Amber}
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.floods(func(l *peerLink) error {
			_, err := l.takeExtraLocked(junk.Marshal())
			return err
		})
		m.quit(0, blueSeat, amberSeat)
	})
}

// A record that somebody shows in the place of another is sought, too: also of a seat that is
// convicted already.
func TestContradictionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		second := m.double(blueSeat)
		m.move(blueSeat)
		time.Sleep(time.Second)
		m.show(blueSeat, second)
		time.Sleep(time.Second)
		index := m.place(second)
		m.floods(func(l *peerLink) error {
			_, err := l.takeRecordLocked(index, second)
			return err
		})
		m.quit(0, blueSeat, amberSeat)
	})
}

// floods has blue's link to the host take something until that is too much.
func (m *three) floods(take func(l *peerLink) error) {
	host, l := m.all[0], m.linkOf(0, blueSeat)
	under(host, func() {
		var err error
		for times := 0; err == nil; times++ {
			require.Less(m.t, times, 50)
			err = take(l)
		}
		var refused *link.Refusal
		require.ErrorAs(m.t, err, &refused)
		require.Equal(m.t, wire.ByeFlood, refused.Reason)
		again := newPeerLink(host, l.Link)
		require.NoError(m.t, again.assignPeerLocked())
		require.ErrorAs(m.t, take(again), &refused, "a new link brings no new budget")
	})
}

// A seat that was away, and is brought up to date, lends records that others have had for long.
func TestOldRecordsAreLentAtNoCost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		for range 3 {
			m.moveOf(0, blueSeat, amberSeat)
			time.Sleep(time.Second)
		}
		host, old := m.all[0], m.linkOf(0, blueSeat)
		under(host, func() {
			l := newPeerLink(host, old.Link)
			require.NoError(t, l.assignPeerLocked())
			l.heard = true
			for i := 10; i < host.replica.length(); i++ {
				news, err := l.takeExtraLocked(host.replica.record(i))
				require.NoError(t, err)
				require.True(t, news, "%d", i)
				news, err = l.takeExtraLocked(host.replica.record(i))
				require.NoError(t, err)
				require.False(t, news, "%d", i)
			}
		})
		m.quit(0, blueSeat, amberSeat)
	})
}

// In a match of several seats each word arrives over every link. Each peer brings it as news
// once, or programs that play fast would send each other away as floods; and what a peer has
// brought doesn't go back to it.
func TestEchoedWordsAreNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		host, l := m.all[0], m.linkOf(0, blueSeat)
		m.move(blueSeat)
		time.Sleep(time.Minute / 4)
		under(host, func() {
			again := newPeerLink(host, l.Link)
			require.NoError(t, again.assignPeerLocked())
			again.heard = true
			require.NotEmpty(t, host.replica.notes())
			word := host.replica.notes()[0]
			news, err := again.takeExtraLocked(word)
			require.NoError(t, err)
			require.True(t, news)
			news, err = again.takeExtraLocked(word)
			require.NoError(t, err)
			require.False(t, news)

			host.mu.Unlock()
			frames, _ := again.Outgoing()
			host.mu.Lock()
			sent := 0
			for _, f := range frames {
				if f.Kind == wire.KindExtra {
					require.NotEqual(t, word, f.Payload)
					sent++
				}
			}
			require.Equal(t, len(host.log.extras)-1, sent)
		})
		m.quit(0, blueSeat, amberSeat)
	})
}

// A program that was put out comes back when the others have finished and gone. It knows nothing of that,
// but its player is told after a while that somebody has to come back; and who does stays for
// long enough to bring it the rest, whether alone or with others who have all.
func TestWhoHasMissedTheEnd(t *testing.T) {
	for name, back := range map[string][]int{"one comes back": {amberSeat}, "all come back": {0, amberSeat}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThree(t, Config{AutoVote: true})
				m.leave(blueSeat)
				time.Sleep(10*time.Minute + 2*voteWarning)
				require.NotNil(t, m.signedOut(amberSeat, engine.Blue))
				require.False(t, m.all[0].Snapshot().Deserted)
				require.NoError(t, m.all[amberSeat].Resign())
				for _, i := range []int{0, amberSeat} {
					require.NoError(t, <-m.ran[i])
					require.NoError(t, m.all[i].Close())
					m.at[i].Down()
				}
				m.comeBack(blueSeat)
				blue := m.all[blueSeat]
				time.Sleep(desertedTime - time.Second)
				require.False(t, blue.Snapshot().Deserted, "they may be about to come")
				changed := blue.Changed()
				time.Sleep(2 * time.Second)
				<-changed
				require.True(t, blue.Snapshot().Deserted)
				key := m.ids[blueSeat].Key()
				m.net.Wall(func(dialler, dialled transport.Key) bool { return dialler == key || dialled == key })
				time.Sleep(5 * time.Minute) // so that it dials rarely
				for _, i := range back {
					m.comeBack(i)
				}
				time.Sleep(recallTime / 2)
				m.net.Wall(func(_, dialled transport.Key) bool { return dialled == key })
				time.Sleep(recallTime)
				require.True(t, blue.Snapshot().Done)
				require.NoError(t, <-m.ran[blueSeat])
				for _, i := range append(back, blueSeat) {
					if i != blueSeat {
						require.NoError(t, <-m.ran[i])
						require.Equal(t, records(m.all[i]), records(blue))
					}
					require.NoError(t, m.all[i].Close())
				}
			})
		})
	}
}

// A program that meets the others in one program alone still votes when the player of that one is silent:
// its program runs, and passes the votes on.
func TestSilentPlayerInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{AutoVote: true})
		m.net.Wall(func(a, b transport.Key) bool {
			return a != m.at[blueSeat].Key() && b != m.at[blueSeat].Key()
		})
		m.leave(amberSeat)
		m.comeBack(amberSeat)
		time.Sleep(time.Minute / 4)
		amber := m.all[amberSeat]
		under(amber, func() { require.Equal(t, engine.SeatsOf(engine.Blue), amber.peers.here()) })
		time.Sleep(15 * time.Minute)
		for _, i := range []int{0, amberSeat} {
			require.NotNil(t, m.all[i].replica.match().SignedOut(engine.Blue), i)
		}
		m.quit(0, blueSeat, amberSeat)
	})
}

// An end that lacks only the Seen of a seat that is convicted meanwhile: the others take the end, and their
// programs end with the same transcript, whether that seat comes back or not. The Fault has sealed the match,
// and no key leaves.
func TestEndWithoutSeenOfConvicted(t *testing.T) {
	for name, back := range map[string]bool{"gone": false, "back": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThree(t, Config{AutoVote: true}) // whose grace is ten minutes
				second := m.double(blueSeat)
				m.offer(blueSeat)
				m.offer(amberSeat)
				m.leave(blueSeat)
				require.NoError(t, m.all[0].AcceptDraw())
				time.Sleep(time.Second)
				require.False(t, m.all[0].Snapshot().Result.Over, "blue has not seen it")
				index := m.place(second)
				under(m.all[0], func() {
					require.Error(t, m.all[0].replica.player.ReceiveOther(index, second))
					require.NoError(t, m.all[0].settleLocked())
				})
				if back {
					m.comeBack(blueSeat)
				}
				began := time.Now()
				for _, i := range []int{0, amberSeat} {
					require.NoError(t, <-m.ran[i])
					require.True(t, m.all[i].Snapshot().Result.Draw, i)
					for _, seat := range []engine.Seat{engine.Red, engine.Amber} {
						require.False(t, m.all[i].replica.match().Revealed(seat), "%d: %v", i, seat)
					}
					require.NoError(t, m.all[i].Close())
					report := m.audit(i)
					require.Equal(t, protocol.Cheating, report.Verdict)
					require.True(t, report.Result.Draw)
				}
				require.Less(t, time.Since(began), 11*time.Minute)
				require.Equal(t, records(m.all[0]), records(m.all[amberSeat]))
			})
		})
	}
}

// offer has a seat move and offer a draw.
func (m *three) offer(i int) {
	m.t.Helper()
	require.NoError(m.t, m.all[i].Do(func(p *protocol.Player) error {
		own, _ := p.Layout()
		position := p.Match().Position()
		return p.Play(position.LegalMoves(p.Seat(), own)[0], true, rand.Reader)
	}))
	time.Sleep(time.Second)
}

// A peer that claims ever more records, or over each new link again those that it has, is a flood.
func TestStatesAreBounded(t *testing.T) {
	for name, state := range map[string]func(l *peerLink, i int) wire.State{
		"ahead": func(l *peerLink, i int) wire.State {
			return wire.State{Count: uint32(l.session.replica.length() + 1 + i), Head: transcript.Hash{1}}
		},
		"again": func(l *peerLink, i int) wire.State {
			n := 1 + i%(l.session.replica.length()-1)
			l.heard = l.heard && n > 1 // as over a new link
			return wire.State{Count: uint32(n), Head: l.session.log.hashes[n-1]}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThree(t, Config{})
				host := m.all[0]
				var refused *link.Refusal
				under(host, func() { // all the time: what blue itself says would not fit
					l := host.peers.of(blueSeat).link
					l.theirs, l.heard = wire.State{}, false
					for times, err := 0, error(nil); ; times++ {
						require.Less(t, times, 2*link.BudgetBurst/link.FrameCost)
						if _, err = l.handleLocked(state(l, times).Frame()); err != nil {
							require.ErrorAs(t, err, &refused)
							break
						}
					}
				})
				require.Equal(t, wire.ByeFlood, refused.Reason, "%v", refused)
				m.quit(0, blueSeat, amberSeat)
			})
		})
	}
}

// A later Claim takes the place of a seat's last, and the whole match file is written for it. They are taken at a
// pace of the seat's own, which nobody else's Claims in its name use up, and cost whoever passes them on nothing.
func TestClaimsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		const claims = 20 // more than are kept at once
		for range claims {
			m.moveOf(0, blueSeat, amberSeat)
			time.Sleep(time.Second)
		}
		host, l, key := m.all[0], m.linkOf(0, amberSeat), m.key(blueSeat)
		under(host, func() {
			match := host.replica.match()
			claim := func(i int) (raw []byte, err error) {
				body := transcript.ClaimBody{At: match.Hash(i)}
				r := transcript.Sign(key, transcript.Link{Match: match.ID(), Prev: body.At}, transcript.Claim, engine.Blue, body.Marshal())
				raw = r.Marshal()
				_, err = l.takeExtraLocked(raw)
				return raw, err
			}
			kept := 0
			before := *l.budget
			for i := match.Len() - claims; i < match.Len(); i++ {
				raw, err := claim(i)
				require.NoError(t, err)
				if host.replica.keeps(raw) {
					kept++
				}
				_, err = claim(match.Len() - claims) // an earlier one, which is void
				require.NoError(t, err)
			}
			require.EqualValues(t, link.WordPace.Burst, kept)
			require.Equal(t, before, *l.budget)
		})
		m.quit(0, blueSeat, amberSeat)
	})
}

// left is how much of its budget a link has left, in bytes.
func left(l *peerLink) (bytes int) {
	budget := *l.budget
	for budget.Spend(16, time.Now()) {
		bytes += 16
	}
	return bytes
}

// otherSignature signs a Vote or a record of the chain with a nonce drawn at random: both signatures are valid.
func otherSignature(t *testing.T, key ed25519.PrivateKey, on transcript.Link, raw []byte) []byte {
	random := func() *edwards25519.Scalar {
		wide := make([]byte, 64)
		_, _ = rand.Read(wide)
		s, err := new(edwards25519.Scalar).SetUniformBytes(wide)
		require.NoError(t, err)
		return s
	}
	seed := sha512.Sum512(key.Seed())
	secret, err := new(edwards25519.Scalar).SetBytesWithClamping(seed[:32])
	require.NoError(t, err)
	nonce, unsigned := random(), raw[:len(raw)-64]
	commitment := new(edwards25519.Point).ScalarBaseMult(nonce).Bytes()
	domain := "darkjunqi/v1/record"
	if transcript.Kind(raw[0]) == transcript.Vote {
		domain = "darkjunqi/v1/vote"
	}
	signed := slices.Concat([]byte{byte(len(domain))}, []byte(domain), on.Match[:], on.Prev[:], unsigned)
	sum := sha512.Sum512(slices.Concat(commitment, key.Public().(ed25519.PublicKey), signed))
	challenge, err := new(edwards25519.Scalar).SetUniformBytes(sum[:])
	require.NoError(t, err)
	return slices.Concat(unsigned, commitment, new(edwards25519.Scalar).MultiplyAdd(challenge, secret, nonce).Bytes())
}

// votesOf is what a liar can sign about the head of the chain: against each other seat, for both causes.
func (m *programs) votesOf(liar engine.Seat) (on transcript.Link, votes [][]byte) {
	key := m.key(int(liar))
	m.all[0].View(func(_ *protocol.Player, match *protocol.Match) {
		on = transcript.Link{Match: match.ID(), Prev: match.Head()}
		for _, seat := range match.Rules().Seats() {
			for _, cause := range []transcript.Cause{transcript.Absent, transcript.Convicted} {
				body := transcript.VoteBody{Base: on.Prev, Seat: seat, Cause: cause}
				r := transcript.Sign(key, on, transcript.Vote, liar, body.Marshal())
				if seat != liar {
					votes = append(votes, r.Marshal())
				}
			}
		}
	})
	return on, votes
}

// A liar votes against everybody on every record, and signs each Vote twice: one of them for the host, the other for
// all others, who pass it on. Whoever passes it on does not pay for it, nor if it arrives when the host has gone on.
func TestVotesOfALiarCostOthersNothing(t *testing.T) {
	for _, n := range []int{3, 6} {
		t.Run(fmt.Sprintf("%d seats", n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newPrograms(t, Config{}, n)
				m.sit(ring(t, n))
				seats := make([]int, n)
				for i, s := range m.all {
					seats[i] = i
					require.NoError(t, s.Place(m.layout(i)))
				}
				time.Sleep(time.Minute)
				const liar = engine.Blue
				host, key := m.all[0], m.key(int(liar))
				for range 3 {
					on, votes := m.votesOf(liar)
					before := make([]int, n)
					for by := 2; by < n; by++ {
						before[by] = left(m.linkOf(0, by))
					}
					honest := slices.Delete(slices.Clone(m.all), int(liar), int(liar)+1)
					for _, s := range honest {
						under(s, func() {
							for _, vote := range votes {
								if s == host {
									vote = otherSignature(t, key, on, vote)
								}
								require.NoError(t, s.receiveLocked(vote))
							}
						})
					}
					for _, s := range honest {
						under(s, func() { require.NoError(t, s.settleLocked()) })
					}
					synctest.Wait()
					for by := 2; by < n; by++ {
						require.Equal(t, before[by], left(m.linkOf(0, by)))
					}
					m.moveOf(seats...)
					synctest.Wait()
				}
				_, votes := m.votesOf(liar)
				m.moveOf(seats...)
				synctest.Wait()
				l := m.linkOf(0, n-1)
				under(host, func() {
					late := func(i int) error {
						_, err := l.handleLocked(wire.Frame{Kind: wire.KindExtra, Payload: votes[i%len(votes)]})
						return err
					}
					before := left(l)
					for i := range votes {
						require.NoError(t, late(i))
					}
					require.Equal(t, before, left(l))
					most := notesFor(n)*host.replica.length() + link.BudgetBurst/link.FrameCost
					var refused *link.Refusal
					for i, err := 0, error(nil); refused == nil; i++ {
						require.Less(t, i, most, "without end they are a flood")
						if err = late(i); err != nil {
							require.ErrorAs(t, err, &refused)
						}
					}
					require.Equal(t, wire.ByeFlood, refused.Reason)
				})
				m.quit(seats...)
			})
		})
	}
}

// A false record on one that is not complete is kept, and whoever lends it does not pay.
func TestFalseRecordAheadIsLentAtNoCost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		first := m.quietMoves(blueSeat)[0]
		m.conspire(amberSeat, func(l *liars) {
			l.show(blueSeat, first)
			before := left(l.linkOf(amberSeat, 0))
			l.show(0, l.on(transcript.HashRecord(first), 0, transcript.Move, nil))
			require.Equal(t, before, left(l.linkOf(amberSeat, 0)))
		})
		m.quit(0, blueSeat, amberSeat)
	})
}

// A liar that is out signs false records on each record that is not complete yet, some for one seat and others for the other. Once
// it is convicted neither passes them on, and so pays for them.
func TestFalseRecordsAheadCostOthersNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		require.NoError(t, m.all[blueSeat].Resign())
		time.Sleep(time.Second)
		key := m.key(blueSeat)
		budgets := func() (both [2]int) {
			for i, l := range []*peerLink{m.linkOf(0, amberSeat), m.linkOf(amberSeat, 0)} {
				under(l.session, func() { both[i] = left(l) })
			}
			return both
		}
		for round := range 4 {
			mover, other := m.all[0], m.all[amberSeat]
			if mover.Snapshot().Decision != protocol.ChooseMove {
				mover, other = other, mover
			}
			before := budgets()
			under(other, func() { // so that the record is not complete before both have heard what is false
				m.move(int(mover.meta.seat))
				under(mover, func() {
					record := proposed(mover.replica.protocolPlayer())
					require.NotNil(t, record)
					on := transcript.Link{Match: mover.replica.match().ID(), Prev: transcript.HashRecord(record)}
					require.NoError(t, other.receiveLocked(record))
					for i := range 4 {
						for _, s := range []*Session{mover, other} {
							pass := transcript.Sign(key, on, transcript.Pass, engine.Blue, []byte{byte(i), byte(s.meta.seat)})
							require.NoError(t, s.receiveLocked(pass.Marshal()))
						}
					}
					require.NoError(t, mover.settleLocked())
				})
				require.NoError(t, other.settleLocked())
			})
			synctest.Wait()
			for i, after := range budgets() {
				if round > 0 { // before that each accuses blue
					require.Less(t, before[i]-after, link.LentCost)
				}
			}
			time.Sleep(time.Second)
		}
		m.quit(0, blueSeat, amberSeat)
	})
}
