package p2p

import (
	"context"
	"crypto/rand"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// facingTable is a match of two programs in which red, to move first, has three attacks.
type facingTable struct {
	t     *testing.T
	net   *pipenet.Net
	disks [2]*crashfs.Disk
	both  [2]*Session
	stop  context.CancelFunc
	ran   chan error
}

const facingLayout = "42239/2.1.6/74.58/1.3.1/MM35M/BF76B"

func newFacingTable(t *testing.T, cfg Config) *facingTable {
	t.Helper()
	rs := rules(t, testRules)
	tb := &facingTable{t: t, net: pipenet.New(), disks: [2]*crashfs.Disk{crashfs.New(), crashfs.New()}}
	table, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: table.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	tb.both[0], err = Host(tb.net.Host(transport.Identity{1}), Files(mustDir(t, tb.disks[0])), red, table, cfg)
	require.NoError(t, err)
	inv, err := tb.both[0].Invite(engine.Blue)
	require.NoError(t, err)
	blue, err := protocol.Join(red.Match().Record(0), engine.Blue, inv.Key(), rand.Reader)
	require.NoError(t, err)
	tb.both[1], err = Join(tb.net.Host(transport.Identity{2}), Files(mustDir(t, tb.disks[1])), inv, blue, cfg)
	require.NoError(t, err)
	tb.run()
	l, err := rs.ParseLayout(facingLayout)
	require.NoError(t, err)
	for _, s := range tb.both {
		synctest.Wait()
		require.NoError(t, s.Place(l))
	}
	tb.think()
	return tb
}

// think waits until nobody has anything to do, nor to make ready.
func (tb *facingTable) think() {
	time.Sleep(2 * prepareAfter)
	synctest.Wait()
}

func (tb *facingTable) run() {
	ctx, stop := context.WithCancel(tb.t.Context())
	tb.stop, tb.ran = stop, make(chan error, 2)
	for _, s := range tb.both {
		go func() { tb.ran <- s.Run(ctx) }()
	}
}

// close ends both programs.
func (tb *facingTable) close() {
	tb.stop()
	for range 2 {
		require.ErrorIs(tb.t, <-tb.ran, context.Canceled)
	}
	for _, s := range tb.both {
		require.NoError(tb.t, s.Close())
	}
}

// attack has red attack, and returns how often something was multiplied by a secret for it.
func (tb *facingTable) attack(text string) (n int) {
	tb.t.Helper()
	require.NoError(tb.t, tb.both[0].Do(func(p *protocol.Player) error {
		m, err := p.Match().Rules().Board().ParseMove(text)
		require.NoError(tb.t, err)
		operations := opcount.Count(func() { err = p.Play(m, false, rand.Reader) })
		n = operations[opcount.FixedBase] + operations[opcount.VariableBase]
		return err
	}))
	synctest.Wait()
	return n
}

// saved is the journal of a seat's private file.
func (tb *facingTable) saved(seat int) [][]byte {
	m, err := mustDir(tb.t, tb.disks[seat].Copy()).Open(tb.both[seat].ID())
	require.NoError(tb.t, err)
	defer m.Close()
	return m.Journal()
}

// What a player may attack with is ready when it has thought: its move only has to be
// signed, and the other takes and answers it.
func TestAttacksAreReadyWhenTheyArePlayed(t *testing.T) {
	for _, off := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			tb := newFacingTable(t, Config{NoPrepare: off})
			defer tb.close()
			n := tb.attack("a6-a7")
			if off {
				require.Positive(t, n)
			} else {
				require.Zero(t, n)
			}
			require.Equal(t, records(tb.both[0]), records(tb.both[1]))
			require.Equal(t, protocol.ChooseMove, tb.both[1].Snapshot().Decision, "it has answered")
		})
	}
}

// What was made ready binds nobody before it is played, and is in the journal when it is sent. A program
// that comes back from older files makes another record ready, from other fresh bytes: the one that was
// not sent is forgotten, the one that was is not made again.
func TestWhatWasMadeReadyIsForgottenWithTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFacingTable(t, Config{})
		before := tb.saved(0)
		old := tb.disks[0].Copy()
		resume := func(disk *crashfs.Disk) {
			tb.close()
			for i := range tb.both {
				if i == 0 {
					tb.disks[0] = disk
				}
				st, err := mustDir(t, tb.disks[i]).Open(tb.both[i].ID())
				require.NoError(t, err)
				tb.both[i], err = Resume(tb.net.Host(transport.Identity{byte(i + 1)}), st, Config{})
				require.NoError(t, err)
			}
			tb.run()
			tb.think()
		}
		var ready, again []byte
		place := len(records(tb.both[0]))
		sent := func() []byte { return records(tb.both[0])[place] }

		resume(tb.disks[0]) // made ready twice, by two programs
		require.Equal(t, before, tb.saved(0))
		require.Zero(t, tb.attack("a6-a7"))
		ready = sent()
		require.Greater(t, len(tb.saved(0)), len(before))

		resume(old) // the files from before the attack: the other side's copy is taken
		again = sent()
		require.Equal(t, ready, again)
		require.Equal(t, records(tb.both[0]), records(tb.both[1]))
		require.Equal(t, before, tb.saved(0), "nothing was signed")
		tb.close()
	})
}

// A decision that comes while attacks are made ready waits for one of them, and it ends
// the making.
func TestDecisionWaitsForOneStepOfPreparing(t *testing.T) {
	tb := newFakeTable(t, 99)
	s, err := tb.start(0)
	require.NoError(t, err)
	defer s.Close()
	fake := s.replica.ledger.(*fakeSeat)
	for fake.Decision() != protocol.ChooseMove {
		fake.chain = append(fake.chain, make([]byte, 70))
	}
	arrived, steps := make(chan struct{}), 0
	fake.readied = func() bool {
		steps++
		switch steps {
		case 3:
			close(arrived)
			for s.mu.gate.TryLock() { // until the decision waits
				s.mu.gate.Unlock()
			}
		case 5:
			return false // the decision was overtaken
		}
		return true
	}
	s.mu.Lock()
	s.peers[0].heard = true
	s.turn = turn{length: s.replica.length(), decision: protocol.ChooseMove}
	s.prepareLocked()
	s.prepareLocked()
	require.Len(t, s.turn.stop, 1)
	s.mu.Unlock()
	<-arrived
	s.mu.Lock()
	at := steps
	s.turn = turn{length: s.replica.length() + 1}
	s.mu.Unlock()
	s.running.Wait()
	require.Equal(t, 3, at)
	require.Equal(t, 3, steps, "nothing is made ready for a turn that is over")
}

// Everything that may be asked of a session may be asked while attacks are made ready.
func TestPreparingRacesWithNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFacingTable(t, Config{})
		defer tb.close()
		for _, text := range []string{"a6-a7", "c6-c7", "e6-e7"} {
			look := func(s *Session) {
				for range 20 {
					now := s.Snapshot()
					assert.LessOrEqual(t, len(now.Events), now.Records)
					s.Snapshot()
					s.View(func(p *protocol.Player, m *protocol.Match) { p.Decision() })
				}
			}
			for _, s := range tb.both {
				go look(s)
			}
			tb.attack(text)
			time.Sleep(prepareAfter)
			require.NoError(t, tb.both[1].Do(func(p *protocol.Player) error { // while blue's are being made
				if p.Decision() != protocol.ChooseMove {
					return nil
				}
				own, _ := p.Layout()
				position := p.Match().Position()
				return p.Play(position.LegalMoves(engine.Blue, own)[0], false, rand.Reader)
			}))
			synctest.Wait()
			if tb.both[0].Snapshot().Decision != protocol.ChooseMove {
				break
			}
		}
		require.Equal(t, records(tb.both[0]), records(tb.both[1]))
	})
}
