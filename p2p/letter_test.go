package p2p

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// lastLetter returns what red's program sends now, which is closed then.
func lastLetter(t *testing.T, tb *fakeTable) *mail.Letter {
	s, err := tb.resume(0)
	require.NoError(t, err)
	l := s.Letter()
	require.Nil(t, s.Letter(), "it says the same only once")
	require.NoError(t, s.Close())
	return l
}

// signed has the seat of a fake match vouch for a letter.
func signed(l *mail.Letter) *mail.Letter {
	l.Signature = fakeSignature(l.Seat, transcript.Hash{}, 0, l.Signed())
	return l
}

// A letter of our own brings an old copy of the folder up to date: what was sent is not
// signed twice.
func TestOwnLetterCatchesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 24)
		old := tb.playWithBackup(t, 0, 6, 15)
		sent := lastLetter(t, tb)
		tb.reboot(0, old)
		s, err := tb.resume(0)
		require.NoError(t, err)
		require.Equal(t, 6, s.Snapshot().Records)
		require.NoError(t, s.TakeLetter(sent))
		require.Equal(t, 15, s.Snapshot().Records)
		require.False(t, s.Snapshot().Heard, "the other may know of more")

		gap := signed(&mail.Letter{Terms: sent.Terms, Seat: engine.Blue, First: 17, Chain: [][]byte{sent.Chain[5]}})
		require.Equal(t, mail.NewGapError(17, 15), s.TakeLetter(gap))
		var other *mail.OtherMatchError
		require.ErrorAs(t, s.TakeLetter(&mail.Letter{Terms: transcript.Hash{1}}), &other)
		require.Equal(t, "01000000", other.Table())
		blue := *sent
		blue.Seat = engine.Blue
		require.ErrorContains(t, s.TakeLetter(&blue), "blue has not signed it")
		require.False(t, s.Snapshot().Heard)
		require.NoError(t, s.TakeLetter(signed(&blue)))
		require.True(t, s.Snapshot().Heard)
		require.NoError(t, s.Close())
	})
}

// A letter with another record of ours than the one that we hold stops us.
func TestLetterOfAnotherCopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 24)
		halfway(t, tb, 18)
		forked := tb.resumeForked(t, 0, 6)
		theirs, err := tb.resume(1)
		require.NoError(t, err)
		require.ErrorIs(t, forked.TakeLetter(theirs.Letter()), ErrOwnRecords)
		require.ErrorIs(t, forked.do(func() error { return nil }), ErrOwnRecords)
		require.NoError(t, forked.Close())
		require.NoError(t, theirs.Close())
	})
}

// forkedLetters makes the letters to red, whose match file has 6 records while it has seen 9: of the chain, and of a fork
// that begins with the eighth.
func forkedLetters(t *testing.T) (tb *fakeTable, chain, fork [][]byte, letter func(first int, records [][]byte) *mail.Letter) {
	tb = newFakeTable(t, 12)
	old := tb.playWithBackup(t, 0, 6, 9)
	file, err := old.ReadFile(tb.path(0), 1<<20)
	require.NoError(t, err)
	tb.disks[0].Put(tb.path(0), file)
	chain, _, err = transcript.ParseFile(tb.file(1))
	require.NoError(t, err)
	liar := &fakeSeat{g: tb.game, own: engine.Blue, chain: slices.Clone(chain[:7])}
	require.NoError(t, liar.make(rand.Reader))
	return tb, chain, liar.chain, func(first int, records [][]byte) *mail.Letter {
		return signed(&mail.Letter{Terms: transcript.HashRecord(tb.terms), Seat: engine.Blue, First: first, Chain: records})
	}
}

// A program whose match file is behind gets it back by letters, whatever another letter says meanwhile.
func TestLettersBringAMatchFileBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb, chain, fork, letter := forkedLetters(t)
		s, err := tb.resume(0)
		require.NoError(t, err)
		require.Nil(t, s.Letter(), "it can't sign one")
		for range 2 {
			require.NoError(t, s.TakeLetter(letter(6, fork[6:])))
		}
		require.NoError(t, s.TakeLetter(letter(5, chain[5:8])))
		require.NoError(t, s.TakeLetter(letter(6, fork[6:])))
		require.True(t, s.Snapshot().Behind)
		require.NoError(t, s.TakeLetter(letter(7, chain[7:9])))
		require.False(t, s.Snapshot().Behind)
		require.Equal(t, 9, s.Snapshot().Records)
		require.NoError(t, s.Close())
	})
}

// So it does in whatever order they are read, if those that fit nothing yet are read again.
func TestLettersInAnyOrder(t *testing.T) {
	type part struct {
		fork        bool
		first, last int
	}
	liar := part{true, 6, 8}
	for _, order := range [][]part{
		{liar, {false, 5, 7}, {false, 6, 9}},
		{liar, {false, 5, 7}, {false, 7, 9}},
		{liar, {false, 8, 9}, {false, 5, 8}},
		{liar, {false, 5, 8}, liar, {false, 8, 9}},
	} {
		synctest.Test(t, func(t *testing.T) {
			tb, chain, fork, letter := forkedLetters(t)
			s, err := tb.resume(0)
			require.NoError(t, err)
			take := func(order []part) (later []part) {
				for _, p := range order {
					records := chain
					if p.fork {
						records = fork
					}
					err := s.TakeLetter(letter(p.first, records[p.first:p.last]))
					if _, gap := errors.AsType[*mail.GapError](err); gap {
						later = append(later, p)
						continue
					}
					require.NoError(t, err)
				}
				return later
			}
			require.Empty(t, take(take(order)))
			require.False(t, s.Snapshot().Behind, "%v", order)
			require.Equal(t, 9, s.Snapshot().Records)
			require.NoError(t, s.Close())
		})
	}
}

// A letter that contradicts the match file, or is false after it, is refused at once: nothing that may still come mends it.
func TestFalseLetterWaitsForNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb, chain, fork, letter := forkedLetters(t)
		s, err := tb.resume(0)
		require.NoError(t, err)
		require.NoError(t, s.TakeLetter(letter(6, fork[6:])))
		for what, lie := range map[string]*mail.Letter{
			"another record than the match file's": letter(5, chain[7:9]),
			"a record in another's place":          letter(6, chain[7:9]),
		} {
			err := s.TakeLetter(lie)
			require.Error(t, err, what)
			_, gap := errors.AsType[*mail.GapError](err)
			require.False(t, gap, "%s: %v", what, err)
		}
		require.NoError(t, s.TakeLetter(letter(6, chain[6:9])))
		require.False(t, s.Snapshot().Behind)
		require.NoError(t, s.Close())
	})
}

// A liar's letters, each with another record of its own, hide no chain that leads to the marker, even one that ends with the
// liar's own record.
func TestForksHideNoChosenChain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 12, 3)
		halfway(t, tb, 10)
		chain, _, err := transcript.ParseFile(tb.file(0))
		require.NoError(t, err)
		journal := store.Update{Known: len(chain), Head: transcript.HashRecord(chain[9])}
		for i := 3; i < len(chain); i++ {
			base, record := transcript.HashRecord(chain[i-1]), transcript.HashRecord(chain[i])
			journal.Bound = append(journal.Bound, slices.Concat([]byte{byte(transcript.Seen)}, base[:], record[:]))
		}
		st, err := mustDir(t, tb.disks[0]).Open(MatchID(transcript.HashRecord(tb.terms), engine.Red))
		require.NoError(t, err)
		require.NoError(t, st.Save(journal))
		require.NoError(t, st.Close())
		tb.disks[0].Put(tb.path(0), transcript.MarshalFile(chain[:6]))
		s, err := tb.resume(0)
		require.NoError(t, err)
		letter := func(first int, records [][]byte) *mail.Letter {
			return signed(&mail.Letter{Terms: transcript.HashRecord(tb.terms), Seat: engine.Blue, First: first, Chain: records})
		}
		require.NoError(t, s.TakeLetter(letter(5, chain[5:8])))
		for range 20 {
			liar := &fakeSeat{g: tb.game, own: engine.Blue, chain: slices.Clone(chain[:7])}
			require.NoError(t, liar.make(rand.Reader))
			require.NoError(t, s.TakeLetter(letter(5, liar.chain[5:])))
		}
		under(s, func() { require.Len(t, s.mailed, maxMailed) })
		require.True(t, s.Snapshot().Behind)
		require.NoError(t, s.TakeLetter(letter(8, chain[8:10])))
		require.False(t, s.Snapshot().Behind)
		require.NoError(t, s.Close())
	})
}

// Of two guests who use one invite by hand, the later reads that the seat is taken, in a letter
// that does not name who has it, too.
func TestLetterToTheLaterGuest(t *testing.T) {
	net := pipenet.New()
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	rs := rules(t, testRules)
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: secret.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	host, err := Host(net.Host(transport.Identity{1}), Files(tempDir(t)), red, secret, Config{})
	require.NoError(t, err)
	defer host.Close()
	inv, err := host.Invite(engine.Blue)
	require.NoError(t, err)
	join := func(id byte) *Session {
		blue, err := protocol.Join(red.Match().Record(0), engine.Blue, inv.Key(), rand.Reader)
		require.NoError(t, err)
		s, err := Join(net.Host(transport.Identity{id}), Files(tempDir(t)), inv, blue, Config{})
		require.NoError(t, err)
		t.Cleanup(func() { s.Close() })
		return s
	}
	first, later := join(2), join(3)
	require.NoError(t, host.TakeLetter(first.Letter()))
	require.NoError(t, host.Place(junqi.Layouts()["triangle"]))
	answer := host.Letter()
	require.Equal(t, 2, answer.First)
	require.NoError(t, first.TakeLetter(answer))
	forged := *answer
	forged.Signature[0] ^= 1
	require.NotErrorIs(t, later.TakeLetter(&forged), ErrTaken, "nobody has said so")
	require.ErrorIs(t, later.TakeLetter(answer), ErrTaken)
}

// byHand is a network of letters.
type byHand struct{ transport.Transport }

func (byHand) Terms(context.Context, [32]byte) ([]byte, error) { return nil, nil }
func (byHand) Carry(context.Context, mail.Session) error       { return nil }

// An old letter of the other makes nobody sign again what a later one of our own holds; and a program that finds
// that it has signed twice says no more.
func TestAllLettersComeFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 24)
		old := tb.playWithBackup(t, 0, 7, 15)
		own := lastLetter(t, tb)
		theirs := signed(&mail.Letter{Terms: own.Terms, Seat: engine.Blue, First: 6, Chain: own.Chain[6:8]}) // own record 8 follows by itself

		for _, hasty := range []bool{false, true} {
			tb.reboot(0, old.Copy())
			tb.moored = func(i int, _ []byte) transport.Transport { return byHand{tb.hosts[i]} }
			s, err := tb.resume(0)
			require.NoError(t, err)
			if hasty {
				s.Letter()
				require.NoError(t, s.TakeLetter(theirs))
				require.ErrorIs(t, s.TakeLetter(own), ErrOwnRecords)
				require.Nil(t, s.Letter())
				require.NoError(t, s.Close())
				continue
			}
			require.NoError(t, s.TakeLetter(theirs))
			require.Equal(t, 8, s.Snapshot().Records)
			require.NoError(t, s.TakeLetter(own))
			theirsToo := *own
			theirsToo.Seat = engine.Blue
			require.NoError(t, s.TakeLetter(signed(&theirsToo)))
			require.False(t, s.Snapshot().Heard, "a decision would wait")
			s.Letter()
			require.True(t, s.Snapshot().Heard)
			under(s, func() { require.Equal(t, own.Chain, s.log.chain[:15]) })
			require.NoError(t, s.Close())
		}
	})
}

// A decision that comes before the letters are read waits for that.
func TestDecisionsWaitForLetters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 6)
		tb.moored = func(i int, _ []byte) transport.Transport { return byHand{tb.hosts[i]} }
		s, err := tb.start(0)
		require.NoError(t, err)
		decided := make(chan error, 1)
		go func() { decided <- s.do(func() error { return nil }) }()
		synctest.Wait()
		require.Empty(t, decided)
		s.Letter()
		synctest.Wait()
		require.NoError(t, <-decided)
		require.NoError(t, s.Close())
	})
}

// Whom a program has read before its own letter brings its match file back is heard then, or its player could decide nothing; but
// not who says something else.
func TestLettersBeforeTheFileIsBack(t *testing.T) {
	for name, heard := range map[string]bool{"theirs": true, "of a fork": false, "none": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb, chain, fork, letter := forkedLetters(t)
				s, err := tb.resume(0)
				require.NoError(t, err)
				switch name {
				case "theirs":
					require.NoError(t, s.TakeLetter(letter(5, chain[5:8])))
				case "of a fork":
					require.NoError(t, s.TakeLetter(letter(6, fork[6:])))
				}
				own := &mail.Letter{Terms: s.meta.terms, Seat: engine.Red, First: 6, Chain: chain[6:9]}
				require.NoError(t, s.TakeLetter(signed(own)))
				require.False(t, s.Snapshot().Behind)
				s.Letter()
				require.Equal(t, heard, s.Snapshot().Heard)
				require.NoError(t, s.Close())
			})
		})
	}
}
