package p2p

import (
	"crypto/ed25519"
	"crypto/rand"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Letters between three seats, of whom others can put one out.

// signed has a letter's seat vouch for it.
func (m *three) signed(l *mail.Letter) *mail.Letter {
	what := append([]byte("darkjunqi/v1/vouch"), l.Terms[:]...)
	what = append(append(what, byte(l.Seat)), l.Signed()...)
	l.Signature = [64]byte(ed25519.Sign(m.key(int(l.Seat)), what))
	return l
}

// A match file that letters bring back takes from them no record that is not complete, whatever it is called.
func TestLettersBringNoIncompleteRecord(t *testing.T) {
	for name, give := range map[string]func(l *mail.Letter, notes [][]byte){
		"beside the chain": func(l *mail.Letter, notes [][]byte) { l.Extras = notes },
		"in the chain": func(l *mail.Letter, notes [][]byte) {
			i := slices.IndexFunc(notes, func(raw []byte) bool { return !kindOf(raw).Extra() })
			l.Chain = append(l.Chain, notes[i])
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, l, notes := newLost(t)
				n := l.First + len(l.Chain)
				give(l, notes)
				require.NoError(t, m.all[amberSeat].TakeLetter(m.signed(l)))
				require.False(t, m.all[amberSeat].Snapshot().Behind)
				require.Equal(t, n, m.all[amberSeat].Snapshot().Records)
				require.Equal(t, 1, m.all[amberSeat].replica.held())
				m.quit(amberSeat)
			})
		})
	}
}

// newLost returns three of whom amber's program alone runs: its match file lacks two records, which a letter brings, and there is
// one after them that is not complete.
func newLost(t *testing.T) (m *three, l *mail.Letter, notes [][]byte) {
	m = newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = "amber" })
	m.moveOf(amberSeat)
	time.Sleep(time.Second)
	m.leave(amberSeat)
	mover := slices.IndexFunc(m.all[:amberSeat], func(s *Session) bool { return s.Snapshot().Decision == protocol.ChooseMove })
	m.move(mover)
	time.Sleep(time.Second)
	s := m.all[mover]
	require.Equal(t, 1, s.replica.held())
	chain := records(s)[:s.replica.length()]
	kept := len(chain) - 2
	require.NoError(t, os.WriteFile(m.dirs[amberSeat].PublicFile(m.all[amberSeat].ID()), transcript.MarshalFile(chain[:kept]), 0o600))
	m.quit(0, blueSeat)
	m.comeBack(amberSeat)
	require.True(t, m.all[amberSeat].Snapshot().Behind)
	return m, &mail.Letter{Terms: s.meta.terms, Seat: engine.Seat(mover), First: kept, Chain: slices.Clip(chain[kept:])}, s.replica.notes()
}

// A letter costs little, however long it is: what brings nothing new counts as over a link.
func TestLongLetterCostsLittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, l, notes := newLost(t)
		lost := m.all[amberSeat]
		at, key := lost.replica.match().Place(l.First), m.key(blueSeat)
		sign := func(kind transcript.Kind, base transcript.Hash, body []byte) []byte {
			r := transcript.Sign(key, transcript.Link{Match: at.Match, Prev: base}, kind, engine.Blue, body)
			return r.Marshal()
		}
		junk := func() (h transcript.Hash) {
			_, _ = rand.Read(h[:])
			return h
		}
		with := func(n int, useless func() []byte) *mail.Letter {
			long := *l
			for range n {
				long.Extras = append(long.Extras, useless())
			}
			return &long
		}
		seen := with(4000, func() []byte {
			return sign(transcript.Seen, at.Prev, (&transcript.SeenBody{Base: at.Prev, Record: junk()}).Marshal())
		})
		require.ErrorContains(t, lost.TakeLetter(seen), "without news", "while the file is behind")
		require.NoError(t, lost.TakeLetter(m.signed(l)))
		require.NoError(t, lost.TakeLetter(m.signed(&mail.Letter{Terms: l.Terms, Seat: l.Seat, First: l.First, Chain: l.Chain, Extras: notes})))
		require.False(t, lost.Snapshot().Behind)
		for name, long := range map[string]*mail.Letter{
			"records that have no place": with(200, func() []byte { return sign(transcript.Pass, junk(), nil) }),
			"the same record":            with(4000, func() []byte { return notes[0] }),
			"Seen":                       seen,
			"Faults": with(40, func() []byte {
				body := transcript.FaultBody{At: at.Prev, Records: [][]byte{sign(transcript.Pass, junk(), nil), sign(transcript.Pass, junk(), nil)}}
				body.Records[1][1] = byte(engine.Amber)
				return sign(transcript.Fault, at.Prev, body.Marshal())
			}),
		} {
			require.ErrorContains(t, lost.TakeLetter(long), "without news", name)
		}
		m.quit(amberSeat)
	})
}

// moveUntil has each make its moves, all of which arrive, until it is a program's turn.
func (m *three) moveUntil(turn int) {
	m.t.Helper()
	for m.decides() != turn {
		m.move(m.decides())
		m.post(0, blueSeat, amberSeat)
	}
}

// newThreeByLetter returns three that have placed their pieces by letter.
func newThreeByLetter(t *testing.T) *three {
	text, err := os.ReadFile("../testdata/rulesets/three-lamps.json")
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	m := &three{newPrograms(t, Config{}, 3)}
	m.host(rs)
	for _, seat := range rs.Seats()[1:] {
		m.join(seat)
	}
	m.post(0, blueSeat, amberSeat)
	for i, s := range m.all {
		require.NoError(t, s.Place(m.layout(i)))
	}
	m.post(0, blueSeat, amberSeat)
	return m
}

// post has all others of some read whatever these write, until none writes any more.
func (m *three) post(seats ...int) {
	m.t.Helper()
	for quiet := false; !quiet; {
		quiet = true
		for _, from := range seats {
			l := m.all[from].Letter()
			for _, to := range seats {
				if l != nil && to != from {
					quiet = false
					require.NoError(m.t, m.all[to].TakeLetter(l))
				}
			}
		}
	}
}

// returnByHand resumes one side's match, which goes on by letter.
func (m *three) returnByHand(i int) *Session {
	m.t.Helper()
	st, err := m.dirs[i].Open(m.all[i].ID())
	require.NoError(m.t, err)
	s, err := resume(byHand{m.net.Host(m.ids[i])}, protocolGame{}, st, m.cfg)
	require.NoError(m.t, err)
	m.all[i] = s
	m.run(i)
	synctest.Wait()
	return s
}

// Three play by letters, and each turn begins when all of these are read: each move is sent, however much was in the letters before.
func TestEachMoveIsInALetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		for turn := range 20 {
			who := m.decides()
			require.GreaterOrEqual(t, who, 0)
			s := m.all[who]
			n := s.Snapshot().Records
			for _, p := range s.peers {
				long := mail.Letter{Terms: s.meta.terms, Seat: p.seat, First: n - 1, Chain: s.log.chain[n-1:], Extras: slices.Repeat(s.replica.notes(), 2)}
				require.NoError(t, s.TakeLetter(m.signed(&long)))
			}
			m.move(who)
			m.post(0, blueSeat, amberSeat)
			for _, one := range m.all {
				require.Greater(t, one.Snapshot().Records, n, turn)
			}
		}
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
	})
}

// A letter that its seat has not signed says nothing: neither that its writer was there or has something, nor what the reader
// itself has sent.
func TestForgedLetterSaysNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		for range 2 { // until the match is over
			require.NoError(t, m.all[m.decides()].Resign())
			m.post(0, blueSeat, amberSeat)
		}
		genuine := m.all[0].log
		require.Positive(t, len(genuine.extras))
		for _, s := range m.all {
			require.True(t, s.Snapshot().Done)
		}
		forged := func(seat engine.Seat) *mail.Letter {
			l := &mail.Letter{Terms: m.all[0].meta.terms, Seat: seat, First: genuine.length() - 1, Chain: genuine.chain[genuine.length()-1:]}
			for _, e := range genuine.extras {
				l.Extras = append(l.Extras, e.raw)
			}
			return l
		}
		s := m.all[amberSeat]
		under(s, func() {
			s.posted = letterMark{}
			for _, p := range s.peers {
				p.met, p.heard, p.has, p.letter, p.mailed = false, false, false, wire.State{}, passed{}
			}
		})
		mark := s.posted
		for seat := range engine.Seat(3) {
			l := forged(seat)
			m.signed(l)
			l.Signature[40] ^= 1
			require.ErrorContains(t, s.TakeLetter(l), seat.String()+" has not signed it")
			other := forged((seat + 1) % 3)
			l.Signature = m.signed(other).Signature
			require.ErrorContains(t, s.TakeLetter(l), seat.String()+" has not signed it")
		}
		require.Equal(t, mark, s.posted)
		for _, p := range s.peers {
			require.False(t, p.met || p.heard || p.has || p.letter.Count > 0 || len(p.mailed) > 0, p.seat)
		}
		for seat := range engine.Seat(3) {
			require.NoError(t, s.TakeLetter(m.signed(forged(seat))))
		}
		require.NotEqual(t, mark, s.posted)
		for _, p := range s.peers {
			require.True(t, p.met && p.heard && p.has, p.seat)
		}
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
	})
}

// What is refused in a letter keeps nothing else of it back, and what was taken is on disk.
func TestRefusedPieceKeepsNothingBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, l, notes := newLost(t)
		lost := m.all[amberSeat]
		require.NoError(t, lost.TakeLetter(m.signed(l)))
		n := lost.replica.length()
		l.Extras = append([][]byte{{1}}, notes...)
		require.Error(t, lost.TakeLetter(l))
		require.Equal(t, 1, lost.replica.held())
		under(lost, func() {
			for _, raw := range notes {
				require.True(t, slices.ContainsFunc(lost.log.extras, func(e extra) bool { return string(e.raw) == string(raw) }))
			}
		})
		require.Equal(t, n, lost.log.length())
		m.quit(amberSeat)
	})
}

// A letter with a Reveal may come before its reader has taken the end; read again, it brings it.
func TestLetterWithARevealBeforeTheEnd(t *testing.T) {
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
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		twin, err := protocol.Restore(secret, m.all[loser].replica.match().Records(), nil)
		require.NoError(t, err)
		twin.ReleaseKey()
		for made := true; made; {
			made, err = twin.Proceed(rand.Reader)
			require.NoError(t, err)
		}
		under(m.all[loser], func() {
			require.NoError(t, m.all[loser].receiveLocked(twin.Match().Extras()[1]))
			require.NoError(t, m.all[loser].settleLocked())
		})
		letter := m.all[loser].Letter()
		m.leave(loser)
		m.comeBack(first)
		s := m.all[first]
		require.Error(t, s.TakeLetter(letter))
		require.False(t, s.Snapshot().Result.Over)
		under(s, func() { require.NoError(t, s.replica.VoteAbsent()) })
		require.NoError(t, s.TakeLetter(letter))
		require.True(t, s.replica.match().Revealed(engine.Seat(winner)))
		m.quit(first)
	})
}

// A reader that was started again hears the writer of a letter although a piece of it comes too early: otherwise it would never sign the
// Seen for which the others wait, and the piece with them.
func TestRefusedLetterIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		first := m.decides()
		require.NoError(t, m.all[first].Resign())
		time.Sleep(time.Second)
		loser := m.decides()
		winner := 3 - first - loser
		m.leave(winner)
		require.NoError(t, m.all[loser].Resign())
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		require.NoError(t, m.all[loser].Do(func(p *protocol.Player) error {
			p.ReleaseKey() // nobody else need be patient
			return nil
		}))
		require.True(t, m.all[loser].replica.match().Revealed(engine.Seat(loser)))
		letter := m.all[loser].Letter()
		m.quit(loser, first)
		s := m.returnByHand(winner)
		require.Error(t, s.TakeLetter(letter))
		s.Letter()
		time.Sleep(isolationTime + time.Second)
		require.True(t, s.Snapshot().Heard)
		require.True(t, s.Snapshot().Result.Over)
		require.NoError(t, s.TakeLetter(letter))
		require.True(t, s.replica.match().Revealed(engine.Seat(loser)))
		m.quit(winner)
	})
}

// Those who have put the host out finish by letter without it.
func TestGuestsFinishByLetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		m.moveUntil(0)
		guests := m.all[blueSeat:]
		for _, s := range guests {
			under(s, func() {
				require.NoError(t, s.replica.VoteAbsent())
				require.NoError(t, s.settleLocked())
			})
		}
		m.post(blueSeat, amberSeat)
		require.NotNil(t, m.signedOut(amberSeat, engine.Red))
		for _, s := range guests {
			if s.Snapshot().Decision == protocol.ChooseMove {
				require.NoError(t, s.Resign())
			}
		}
		m.post(blueSeat, amberSeat)
		for _, s := range guests {
			require.True(t, s.Snapshot().Done)
		}
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
	})
}

// A program whose match file is gone knows the keys of those whose letters bring it back, and whom it has heard.
func TestLetterToALostFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, l, _ := newLost(t)
		chain := m.all[l.Seat].replica.match().Records()
		m.leave(amberSeat)
		require.NoError(t, os.Remove(m.dirs[amberSeat].PublicFile(m.all[amberSeat].ID())))
		m.comeBack(amberSeat)
		lost := m.all[amberSeat]
		require.NoError(t, lost.TakeLetter(m.signed(&mail.Letter{Terms: l.Terms, Seat: l.Seat, Chain: chain[:l.First]})))
		require.True(t, lost.Snapshot().Behind)
		require.NoError(t, lost.TakeLetter(m.signed(&mail.Letter{Terms: l.Terms, Seat: engine.Blue - l.Seat, First: l.First, Chain: l.Chain})))
		require.False(t, lost.Snapshot().Behind)
		require.True(t, lost.peers.of(l.Seat).heard)
		m.quit(amberSeat)
	})
}

// So do those of whom each has convicted a seat by its own Fault; but nobody has all whose letter holds none.
func TestEachConvictsByLetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		for m.decides() == amberSeat {
			m.move(amberSeat)
			m.post(0, blueSeat, amberSeat)
		}
		at := m.all[0].replica.match().Place(m.all[0].replica.length())
		two := &mail.Letter{Terms: m.all[0].meta.terms, Seat: engine.Amber}
		for i := range 2 {
			body := transcript.SeenBody{Base: at.Prev, Record: transcript.Hash{byte(i)}}
			r := transcript.Sign(m.key(amberSeat), at, transcript.Seen, engine.Amber, body.Marshal())
			two.Extras = append(two.Extras, r.Marshal())
		}
		others := m.all[:amberSeat]
		for _, s := range others {
			require.NoError(t, s.TakeLetter(m.signed(two)))
			require.True(t, s.replica.isAccused(engine.Amber))
		}
		m.post(0, blueSeat)
		require.NotNil(t, m.signedOut(0, engine.Amber))
		for _, s := range others {
			if s.Snapshot().Decision == protocol.ChooseMove {
				require.NoError(t, s.Resign())
			}
		}
		m.post(0, blueSeat)
		for _, s := range others {
			require.True(t, s.Snapshot().Done)
		}
		s, n := m.all[blueSeat], m.all[blueSeat].log.length()
		no := &mail.Letter{Terms: s.meta.terms, Seat: engine.Red, First: n - 1, Chain: s.log.chain[n-1:]}
		for _, e := range s.log.extras {
			if kindOf(e.raw) != transcript.Fault {
				no.Extras = append(no.Extras, e.raw)
			}
		}
		red := s.peers.of(engine.Red)
		red.has = false
		require.NoError(t, s.TakeLetter(m.signed(no)))
		require.False(t, red.has)
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
	})
}

// A letter convicts of a second record for a place of the chain, however old it is.
func TestOldSecondRecordByLetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		red := m.all[0]
		m.moveUntil(amberSeat)
		old := &mail.Letter{Terms: red.meta.terms, Seat: engine.Amber, First: red.log.length(), Chain: [][]byte{m.double(amberSeat)}}
		for red.log.length() < old.First+70 {
			m.move(m.decides())
			m.post(0, blueSeat, amberSeat)
		}
		_ = red.TakeLetter(m.signed(old))
		require.True(t, red.replica.isAccused(engine.Amber))
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
	})
}

// A liar's letters bring two records to a program whose seat is out, and the others go on along a third: their letters find room for it.
func TestThirdRecordFindsRoomByLetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		m.moveUntil(blueSeat)
		require.NoError(t, m.all[blueSeat].Resign())
		m.post(0, blueSeat, amberSeat)
		m.moveUntil(amberSeat)
		both, blue := m.quietMoves(amberSeat), m.all[blueSeat]
		n := blue.log.length()
		two := &mail.Letter{Terms: blue.meta.terms, Seat: engine.Amber, First: n - 1, Chain: blue.log.chain[n-1:], Extras: both[:]}
		require.NoError(t, blue.TakeLetter(m.signed(two)))
		require.True(t, blue.replica.isAccused(engine.Amber))
		require.NoError(t, m.all[amberSeat].Resign())
		m.post(0, amberSeat)
		m.post(0, blueSeat, amberSeat)
		for _, s := range m.all {
			require.True(t, s.Snapshot().Done, "%s has %d records", s.replica.own, s.Snapshot().Records)
			require.NoError(t, s.Close())
		}
	})
}

// A liar signs one attack differently again and again: its letter makes room for few of these records.
func TestRoomByLetterCosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		m.moveUntil(amberSeat)
		blue := m.all[blueSeat]
		n, key := blue.log.length(), m.key(amberSeat)
		var attacks [][]byte
		m.all[amberSeat].View(func(p *protocol.Player, match *protocol.Match) {
			own, _ := p.Layout()
			position := match.Position()
			moves := position.LegalMoves(p.Seat(), own)
			i := slices.IndexFunc(moves, func(to engine.Move) bool { return position.At(to.To) != engine.NoPiece })
			twin, err := protocol.Restore(p.Secret(), blue.log.chain, nil)
			require.NoError(t, err)
			require.NoError(t, twin.Play(moves[i], false, rand.Reader))
			for range 2 * (2 + maxUseless/link.LentCost) { // every second displaces two
				attacks = append(attacks, otherSignature(t, key, match.Place(n), proposed(twin)))
			}
		})
		l := &mail.Letter{Terms: blue.meta.terms, Seat: engine.Amber, First: n - 1, Chain: append(blue.log.chain[n-1:n:n], attacks...)}
		require.ErrorContains(t, blue.TakeLetter(m.signed(l)), "too many frames without news")
		for _, s := range m.all {
			require.NoError(t, s.Close())
		}
	})
}

// A guest that was started again waits for all who have written to it, even a letter that can't be read yet; but not for ever.
func TestGuestWaitsForAllWhoHaveWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeByLetter(t)
		gap := m.signed(&mail.Letter{Terms: m.all[0].meta.terms, Seat: engine.Blue, First: 1000})
		require.Error(t, m.all[amberSeat].TakeLetter(gap))
		m.move(m.decides())
		m.post(0, blueSeat, amberSeat)
		of := m.all[0].log
		require.NoError(t, m.all[amberSeat].Close())
		s := m.returnByHand(amberSeat)
		require.NoError(t, s.TakeLetter(m.signed(&mail.Letter{Terms: gap.Terms, Seat: engine.Red, First: of.length() - 1, Chain: of.chain[of.length()-1:]})))
		require.Error(t, s.TakeLetter(gap))
		s.Letter()
		require.False(t, s.Snapshot().Heard)
		time.Sleep(isolationTime + time.Second)
		require.True(t, s.Snapshot().Heard)
		m.quit(amberSeat)
		for _, s := range m.all[:amberSeat] {
			require.NoError(t, s.Close())
		}
	})
}

// Nor does an old request to resign that comes late take the place of a newer one.
func TestOldRequestByLetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThreeOf(t, Config{}, func(value *engine.Rules) { value.Views.First = "blue" })
		for _, i := range []int{blueSeat, amberSeat} { // now it is red's turn
			m.moveOf(i)
			time.Sleep(time.Second)
		}
		synctest.Wait()
		id, amber := m.all[0].replica.match().ID(), m.key(amberSeat)
		chain := m.all[0].replica.match().Records()
		require.Equal(t, 0, m.decides())
		m.quit(0, blueSeat, amberSeat)
		s := m.returnByHand(0)
		letter := func(from engine.Seat, n int) *mail.Letter {
			q := transcript.SignResignRequest(amber, id, engine.Amber, transcript.HashRecord(chain[n-1]))
			return m.signed(&mail.Letter{Terms: s.meta.terms, Seat: from, First: n - 1, Chain: chain[n-1 : n], Request: q.Marshal()})
		}
		for _, l := range []*mail.Letter{letter(engine.Blue, len(chain)), letter(engine.Amber, len(chain)), letter(engine.Amber, len(chain)-1)} {
			require.NoError(t, s.TakeLetter(l))
		}
		s.Letter() // all are read: now it may sign
		kinds := func() (list []transcript.Kind) {
			for _, raw := range s.replica.notes() {
				list = append(list, kindOf(raw))
			}
			return list
		}
		require.Contains(t, kinds(), transcript.Resigned)
		m.quit(0)
	})
}
