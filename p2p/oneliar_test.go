package p2p

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// One program of three lies to another that has been started again, and does not keep it from playing.

// muteConn says nothing after the handshake of its link.
type muteConn struct {
	transport.Conn
	frames int // still to be sent
}

func (c *muteConn) Write(b []byte) (int, error) {
	if c.frames == 0 {
		return len(b), nil
	}
	c.frames--
	return c.Conn.Write(b)
}

// mute has a seat's program say nothing to another over links that are made from now on, and keeps
// those apart of whom apart says so.
func (m *three) mute(liar, victim int, apart func(a, b transport.Key) bool) {
	from, to := m.at[liar].Key(), m.at[victim].Key()
	var dialler, dialled transport.Key
	m.net.Wall(func(a, b transport.Key) bool {
		dialler, dialled = a, b
		return apart(a, b)
	})
	m.net.Bend(func(ours, theirs transport.Conn) (transport.Conn, transport.Conn) {
		switch {
		case dialler == from && dialled == to:
			ours = &muteConn{ours, 2}
		case dialler == to && dialled == from:
			theirs = &muteConn{theirs, 2}
		}
		return ours, theirs
	})
}

// A peer that links and says nothing is waited for no longer than one that does not link.
func TestMutePeerIsNotWaitedForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = "amber" })
		amber := func() Snapshot { return m.all[amberSeat].Snapshot() }
		m.leave(amberSeat)
		m.mute(blueSeat, amberSeat, func(_, _ transport.Key) bool { return false })
		m.comeBack(amberSeat)
		time.Sleep(isolationTime - time.Second)
		require.False(t, amber().Heard)
		time.Sleep(2 * time.Second)
		require.True(t, amber().Heard)
		for range 100 { // over whichever of its links
			require.Equal(t, protocol.ChooseMove, amber().Decision)
			time.Sleep(time.Second)
		}
		m.move(amberSeat)
		m.quit(0, amberSeat, blueSeat)
	})
}

// astray has amber's program come back with so many records of its match file, and meet blue alone, which
// is mute, until it is released.
func (m *three) astray(kept [][]byte) (toBlue *peerLink, release func()) {
	m.t.Helper()
	m.leave(amberSeat)
	require.NoError(m.t, os.WriteFile(m.dirs[amberSeat].PublicFile(m.all[amberSeat].ID()), transcript.MarshalFile(kept), 0o600))
	red, amber := m.at[0].Key(), m.at[amberSeat].Key()
	var released atomic.Bool
	m.mute(blueSeat, amberSeat, func(a, b transport.Key) bool {
		return !released.Load() && (a == red && b == amber || a == amber && b == red)
	})
	m.comeBack(amberSeat)
	for toBlue == nil {
		time.Sleep(time.Second)
		toBlue = m.linkOf(amberSeat, blueSeat)
	}
	return toBlue, func() { released.Store(true) }
}

// returned checks that amber's program has the chain of the others, and plays on.
func (m *three) returned() {
	m.t.Helper()
	time.Sleep(isolationTime + time.Minute)
	require.Equal(m.t, m.head(0), m.head(amberSeat))
	require.NoError(m.t, m.all[amberSeat].do(func() error { return nil }))
	m.quit(0, amberSeat, blueSeat)
}

// offers brings records that a peer says are the next.
func offers(l *peerLink, index int, raw []byte) error {
	if err := l.Handle(wire.State{Count: uint32(index + 1), Head: transcript.HashRecord(raw)}.Frame()); err != nil {
		return err
	}
	return l.Handle(wire.NewRecord(index, raw))
}

// A program whose match file is lost follows what it is sent. A liar sends another chain: with another record
// of its own for a place before the last that this seat has signed, or of the seat itself, as from another copy
// of its folder. The others' chain is taken all the same.
func TestLostFileIsNotLedAstray(t *testing.T) {
	for name, who := range map[string]int{"by its own record": blueSeat, "by this seat's": amberSeat} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = engine.Seat(who).String() })
				both, index := m.quietMoves(who), m.all[0].Snapshot().Records
				for played := false; !played; played = who == amberSeat || m.all[0].Snapshot().Records > index+3 {
					m.moveOf(0, blueSeat, amberSeat)
					time.Sleep(time.Second)
				}
				chain := records(m.all[0])
				other := both[0]
				if bytes.Equal(other, chain[index]) {
					other = both[1]
				}
				// One less, since amber's private file has its last record too.
				l, release := m.astray(chain[:index-1])
				require.NoError(t, offers(l, index-1, chain[index-1]))
				if err := offers(l, index, other); who == amberSeat {
					require.ErrorIs(t, err, ErrOwnRecords)
				} else {
					require.NoError(t, err)
				}
				release()
				m.returned()
			})
		})
	}
}

// countingLedger counts the records that are verified.
type countingLedger struct {
	ledger
	added int
}

func (l *countingLedger) add(raw []byte) error {
	l.added++
	return l.ledger.add(raw)
}

// What a peer has sent is not verified again when a new link of it brings it once more.
func TestLeadIsFollowedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		for range 3 {
			m.moveOf(0, blueSeat, amberSeat)
			time.Sleep(time.Second)
		}
		chain := records(m.all[0])
		const kept = 3 // the last are in the private file, too
		l, release := m.astray(chain[:kept])
		s, again := l.session, newPeerLink(l.session, l.Link)
		require.True(t, s.replica.behind())
		counting := &countingLedger{}
		under(s, func() {
			counting.ledger = s.replica.fork()
			l.of.lead, again.of, again.budget = counting, l.of, l.budget
			s.links[again] = true
		})
		for _, l := range []*peerLink{l, again} {
			for i := range 3 {
				require.NoError(t, offers(l, kept+i, chain[kept+i]))
			}
		}
		under(s, func() { delete(s.links, again) })
		require.Equal(t, 3, counting.added)
		release()
		m.returned()
	})
}

// Nor by the Terms of another match, where nothing is left of the file.
func TestLostFileTakesNoOtherTerms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.moveOf(blueSeat)
		time.Sleep(time.Second)
		l, release := m.astray(nil)
		other, err := protocol.Host(protocol.HostConfig{Rules: rules(t, testRules), Invites: []ed25519.PublicKey{m.key(0).Public().(ed25519.PublicKey)}}, rand.Reader)
		require.NoError(t, err)
		require.Error(t, offers(l, 0, other.Match().Record(0)))
		release()
		m.returned()
	})
}

// Nor does a program that watches.
func TestWatcherTakesNoOtherTerms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		inv, err := m.all[0].WatchInvite()
		require.NoError(t, err)
		watcher, err := Watch(m.net.Host(transport.Identity{200}), inv, m.cfg)
		require.NoError(t, err)
		other, err := protocol.Host(protocol.HostConfig{Rules: rules(t, testRules), Invites: []ed25519.PublicKey{m.key(0).Public().(ed25519.PublicKey)}}, rand.Reader)
		require.NoError(t, err)
		under(watcher, func() { require.Error(t, watcher.receiveLocked(other.Match().Record(0))) })
		require.NoError(t, watcher.Close())
		m.quit(0, blueSeat, amberSeat)
	})
}

// Nor by another Join of the liar's seat, in the chain or beside it, where no more than the Terms is left.
func TestLostFileTakesNoOtherJoin(t *testing.T) {
	extra := func(l *peerLink, _ int, raw []byte) error {
		return l.Handle(wire.Frame{Kind: wire.KindExtra, Payload: raw})
	}
	for name, give := range map[string]func(l *peerLink, index int, raw []byte) error{"in the chain": offers, "beside it": extra} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThree(t, Config{})
				m.moveOf(blueSeat)
				time.Sleep(time.Second)
				chain := records(m.all[0])
				inv, err := m.all[0].Invite(engine.Blue)
				require.NoError(t, err)
				other, err := protocol.Join(chain[0], engine.Blue, inv.Key(), rand.Reader)
				require.NoError(t, err)
				l, release := m.astray(chain[:1])
				require.NoError(t, l.Handle(wire.State{Count: 1, Head: transcript.HashRecord(chain[0])}.Frame()))
				require.NoError(t, give(l, 1, other.Match().Extras()[0]))
				release()
				m.returned()
			})
		})
	}
}

// What it has taken beside the chain meanwhile is not lost.
func TestLostFileKeepsExtras(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		for range 4 {
			m.moveOf(0, blueSeat, amberSeat)
			time.Sleep(time.Second)
		}
		chain := records(m.all[0])
		const kept = 3 // the last are in the private file, too
		l, release := m.astray(chain[:kept])
		at := m.all[0].replica.match().Place(kept)
		claim := transcript.Sign(m.key(blueSeat), at, transcript.Claim, engine.Blue, (&transcript.ClaimBody{At: at.Prev}).Marshal())
		raw := claim.Marshal()
		require.NoError(t, l.Handle(wire.State{Count: uint32(len(chain)), Head: transcript.HashRecord(chain[len(chain)-1])}.Frame()))
		for i := kept; i < len(chain); i++ {
			require.NoError(t, l.Handle(wire.NewRecord(i, chain[i])))
			if i == kept {
				require.NoError(t, l.Handle(wire.Frame{Kind: wire.KindExtra, Payload: raw}))
			}
		}
		release()
		m.returned()
		require.True(t, slices.ContainsFunc(records(m.all[amberSeat]), func(r []byte) bool { return string(r) == string(raw) }))
	})
}

// Nor does a Vote that it held: a program that has signed nothing since the setup is back in the setup
// first, where a Vote has no place.
func TestLostFileForgetsVotes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		chain, at := records(m.all[0]), m.all[0].replica.match().Place(m.all[0].Snapshot().Records)
		body := transcript.VoteBody{Base: at.Prev, Seat: engine.Blue, Cause: transcript.Absent}
		vote := transcript.Sign(m.key(amberSeat), at, transcript.Vote, engine.Amber, body.Marshal())
		require.NoError(t, m.linkOf(0, amberSeat).Handle(wire.Frame{Kind: wire.KindExtra, Payload: vote.Marshal()}))
		m.leave(0)
		require.NoError(t, os.WriteFile(m.dirs[0].PublicFile(m.all[0].ID()), transcript.MarshalFile(chain[:1]), 0o600))
		m.comeBack(0)
		m.returned()
	})
}

// Nor does it pass on a request to resign, which it can't judge: whoever can would turn it away for that.
func TestLostFilePassesOnNoRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		for range 4 {
			m.moveOf(0, blueSeat, amberSeat)
			time.Sleep(time.Second)
		}
		chain := records(m.all[0])
		l, release := m.astray(chain[:3]) // the last are in the private file, too
		bogus := transcript.ResignRequest{Seat: engine.Blue, Head: transcript.Hash{1}}
		require.NoError(t, l.Handle(wire.State{Count: uint32(len(chain)), Head: transcript.HashRecord(chain[len(chain)-1])}.Frame()))
		require.NoError(t, l.Handle(wire.Frame{Kind: wire.KindResign, Payload: bogus.Marshal()}))
		require.True(t, l.session.replica.behind())
		release()
		time.Sleep(time.Minute)
		require.NotNil(t, m.linkOf(0, amberSeat))
		require.Empty(t, m.at[0].Gate().(*linkAcceptor).strikes)
		m.returned()
	})
}

// A program whose match file is lost gets back what its seat has acknowledged since it last moved, too: by then the others have
// forgotten their Seen of some of that.
func TestLostFileOfSix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newPrograms(t, Config{}, 6)
		m.sit(ring(t, 6))
		for i, s := range m.all {
			require.NoError(t, s.Place(m.layout(i)))
		}
		for range 7 {
			time.Sleep(time.Second)
			m.move(m.decides())
		}
		time.Sleep(time.Minute)
		lost := m.decides()
		m.leave(lost)
		require.NoError(t, os.Remove(m.dirs[lost].PublicFile(m.all[lost].ID())))
		m.comeBack(lost)
		time.Sleep(time.Minute)
		require.Equal(t, m.head(0), m.head(lost))
		m.quit(0, 1, 2, 3, 4, 5)
	})
}

// A move that nobody else has yet is not lost with the record before it, which is another's: its seat never makes a second there.
func TestLostFileKeepsOwnMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.quit(0, amberSeat)
		m.move(blueSeat)
		m.leave(blueSeat)
		chain := records(m.all[blueSeat])
		last := len(chain) - 1
		require.NotEqual(t, engine.Blue, signer(chain[last]))
		require.NoError(t, os.WriteFile(m.dirs[blueSeat].PublicFile(m.all[blueSeat].ID()), transcript.MarshalFile(chain[:last]), 0o600))
		for i := range m.all {
			m.comeBack(i)
		}
		time.Sleep(time.Minute)
		for _, s := range m.all {
			require.Greater(t, s.Snapshot().Records, len(chain))
			require.Equal(t, engine.Blue, signer(records(s)[len(chain)]))
		}
		m.quit(0, blueSeat, amberSeat)
	})
}

// The last record of a lost match file was complete for its seat alone, to which a liar has shown its Seen: whoever holds it at the
// tip brings it back.
func TestLostFileFindsItsLastRecordAtTheTip(t *testing.T) {
	for _, how := range []string{"link", "letter", "second letter"} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThree(t, Config{})
				for n := 0; n < 3 || m.decides() != 0; n++ {
					m.move(m.decides())
					time.Sleep(time.Second)
				}
				m.quit(amberSeat)
				red := m.all[0]
				m.move(0)
				time.Sleep(time.Second)
				letter := m.all[blueSeat].Letter()
				m.leave(blueSeat)
				var n int
				var raw []byte
				var liars *mail.Letter
				under(red, func() {
					n, raw = red.log.length(), proposed(red.replica.protocolPlayer())
					at := red.replica.match().Place(n)
					body := transcript.SeenBody{Base: at.Prev, Record: transcript.HashRecord(raw)}
					seen := transcript.Sign(m.key(amberSeat), at, transcript.Seen, engine.Amber, body.Marshal())
					liars = &mail.Letter{Terms: red.meta.terms, Seat: engine.Amber, First: n - 1, Chain: red.log.chain[n-1 : n], Extras: [][]byte{seen.Marshal()}}
				})
				require.NoError(t, red.TakeLetter(m.signed(liars)))
				require.Equal(t, n+1, red.Snapshot().Records)
				m.leave(0)
				require.NoError(t, os.Remove(m.dirs[0].PublicFile(red.ID())))
				switch m.comeBack(0); how {
				case "link":
					under(m.all[0], func() {
						l := newPeerLink(m.all[0], &link.Link{})
						l.heard, l.theirs.Count = true, uint32(n-1)
						_, err := l.takeLocked(wire.Frame{Kind: wire.KindExtra, Payload: raw})
						require.NoError(t, err, "it may hold the record before at its tip, too")
					})
					m.comeBack(blueSeat)
					require.Equal(t, n, m.all[blueSeat].Snapshot().Records)
					time.Sleep(isolationTime + time.Minute)
					require.Equal(t, m.head(0), m.head(blueSeat))
					m.quit(blueSeat)
				case "second letter":
					require.NoError(t, m.all[0].TakeLetter(m.signed(&mail.Letter{Terms: letter.Terms, Seat: engine.Blue, Chain: letter.Chain})))
					require.True(t, m.all[0].Snapshot().Behind)
					fallthrough
				default:
					require.NoError(t, m.all[0].TakeLetter(letter))
				}
				require.False(t, m.all[0].Snapshot().Behind)
				require.Equal(t, n+1, m.all[0].Snapshot().Records)
				m.quit(0)
			})
		})
	}
}

// Blue's program is closed until all have joined. A request to resign, which it can't judge yet, is the first that it hears
// of that.
func TestRequestBeforeTheLastJoin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &three{newPrograms(t, Config{}, 3)}
		m.host(ring(t, 3))
		m.run(0)
		m.join(engine.Blue)
		m.run(blueSeat)
		time.Sleep(time.Second)
		m.leave(blueSeat)
		m.join(engine.Amber)
		m.run(amberSeat)
		time.Sleep(time.Second)
		request := transcript.SignResignRequest(m.key(amberSeat), m.all[0].replica.match().ID(), engine.Amber, transcript.Hash{1})
		require.NoError(t, m.linkOf(0, amberSeat).Handle(wire.Frame{Kind: wire.KindResign, Payload: request.Marshal()}))
		m.comeBack(blueSeat)
		time.Sleep(time.Minute)
		require.Equal(t, m.head(0), m.head(blueSeat))
		require.Equal(t, 3, m.all[blueSeat].Snapshot().Records)
		m.quit(0, blueSeat, amberSeat)
	})
}

// A crank answers the first frame of whoever dials with one of its own.
type crank struct{ says wire.Frame }

func (crank) Welcome(transport.Key) bool { return true }
func (crank) Expects(transport.Key) bool { return true }
func (k crank) Accept(c transport.Conn, _ transport.Key) {
	defer c.Abort()
	if _, err := wire.Read(c, nil); err == nil && wire.Write(c, k.says) == nil {
		_, _ = wire.Read(c, nil)
	}
}

// What one program of three says, instead of shaking hands, ends nobody else's.
func TestNoPeerEndsAnothersProgram(t *testing.T) {
	for name, says := range map[string]wire.Frame{
		"another version":   wire.Hello{Version: wire.Version + 1}.Frame(),
		"the seat is taken": wire.NewBye(wire.ByeTaken, ""),
	} {
		for liar := range 2 { // the host, and a guest
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					m := newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = "amber" })
					m.leave(liar)
					m.at[liar] = m.net.Host(m.ids[liar])
					m.at[liar].Serve(crank{says})
					time.Sleep(10 * time.Minute)
					for i, s := range m.all {
						if i != liar {
							under(s, func() { require.NoError(t, s.life.usable(), i) })
						}
					}
					m.move(amberSeat)
					m.quit(1-liar, amberSeat)
				})
			})
		}
	}
}

// A record of one byte costs its sender the link.
func TestRecordOfOneByte(t *testing.T) {
	for name, frame := range map[string]func(index int) wire.Frame{
		"record": func(index int) wire.Frame { return wire.NewRecord(index, []byte{byte(transcript.Move)}) },
		"extra":  func(int) wire.Frame { return wire.Frame{Kind: wire.KindExtra, Payload: []byte{byte(transcript.Move)}} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThree(t, Config{})
				l, last := m.linkOf(0, blueSeat), m.all[0].Snapshot().Records-1
				require.NotPanics(t, func() { require.Error(t, l.Handle(frame(last))) })
				m.quit(0, blueSeat, amberSeat)
			})
		})
	}
}

// A peer whose useful records would cost too much time to check is slowed, and not sent away.
func TestUsefulRecordsAreSlowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		l := m.linkOf(0, blueSeat)
		for used, slow := range map[int]bool{0: false, link.UsefulBurst: true} {
			var st wire.State
			under(l.session, func() {
				l.budget, st = new(link.Budget), l.theirs
				l.budget.Use(used, time.Now())
			})
			start := time.Now()
			require.NoError(t, l.Handle(st.Frame()))
			require.Equal(t, slow, time.Since(start) > 30*time.Millisecond)
		}
		m.quit(0, blueSeat, amberSeat)
	})
}

// A link that is slowed ends as soon as any other.
func TestSlowedLinkEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		l := m.linkOf(0, blueSeat)
		var st wire.State
		under(l.session, func() {
			l.budget, st = new(link.Budget), l.theirs
			l.budget.Use(link.UsefulBurst+60*link.BudgetRate, time.Now())
		})
		start, handled := time.Now(), make(chan error, 1)
		go func() { handled <- l.Handle(st.Frame()) }()
		synctest.Wait()
		l.Close(wire.ByeClosing, "")
		require.NoError(t, <-handled)
		require.Less(t, time.Since(start), time.Second)
		m.quit(0, blueSeat, amberSeat)
	})
}
