package p2p

import (
	"crypto/rand"
	mathrand "math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// newFlip is a match with a deck among all seats of its rules; red hosts. The deck is dealt.
func newFlip(t *testing.T, rs *engine.Ruleset) *programs {
	t.Helper()
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	m := newPrograms(t, Config{}, rs.NumSeats())
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: secret.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	m.all[0], err = Host(m.at[0], Files(m.dirs[0]), red, secret, m.cfg)
	require.NoError(t, err)
	for _, seat := range rs.Seats()[1:] {
		inv, err := m.all[0].Invite(seat)
		require.NoError(t, err)
		guest, err := protocol.Join(red.Match().Record(0), seat, inv.Key(), rand.Reader)
		require.NoError(t, err)
		m.all[seat], err = Join(m.at[seat], Files(m.dirs[seat]), inv, guest, m.cfg)
		require.NoError(t, err)
	}
	for i := range m.all {
		m.run(i)
	}
	time.Sleep(time.Minute / 4)
	require.Equal(t, protocol.Play, m.all[0].Snapshot().Stage)
	return &m
}

// decider is the seat that waits for its player.
func (m *programs) decider() int {
	return slices.IndexFunc(m.all, func(s *Session) bool { return s.Snapshot().Decision == protocol.ChooseMove })
}

// flipTurn has the seat to move move or turn up a piece, by chance.
func (m *programs) flipTurn(rng *mathrand.Rand) {
	m.t.Helper()
	i := m.decider()
	require.GreaterOrEqual(m.t, i, 0)
	var position engine.Position
	m.all[i].View(func(_ *protocol.Player, match *protocol.Match) { position = match.Position() })
	flips, moves := position.Flips(engine.Seat(i)).Nodes(), position.LegalMoves(engine.Seat(i), nil)
	if k := rng.IntN(len(flips) + len(moves)); k < len(flips) {
		require.NoError(m.t, m.all[i].Flip(flips[k], false))
	} else {
		require.NoError(m.t, m.all[i].Play(moves[k-len(flips)], false))
	}
}

// The records of a deck travel, are stored and resumed like all others: programs that are closed
// whatever is owed make what they owe when they are back, and each ends with the same honest file,
// as one that only watches does.
func TestFlipMatchOverLinks(t *testing.T) {
	for name, rs := range map[string]*engine.Ruleset{
		"two": rules(t, "flip,clock=off"), "four": rulestest.SmallDeck(t, "flip,seats=4,clock=off"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, rng := newFlip(t, rs), mathrand.New(mathrand.NewPCG(1, 2))
				watcher, watched := m.watch()
				for turn := range 24 {
					owes := (m.decider() + 1) % len(m.all) // the answer to a flip, or another move
					if turn%6 == 3 {
						m.leave(owes)
						m.flipTurn(rng)
						time.Sleep(time.Minute)
						m.comeBack(owes)
					} else {
						m.flipTurn(rng)
					}
					time.Sleep(time.Minute)
				}
				for range len(m.all) - 1 {
					if i := m.decider(); i >= 0 {
						require.NoError(t, m.all[i].Resign())
						time.Sleep(time.Minute)
					}
				}
				require.NoError(t, <-watched)
				require.Equal(t, records(m.all[0]), records(watcher))
				for i := range m.ran {
					require.NoError(t, <-m.ran[i])
					require.NoError(t, m.all[i].Close())
					report := m.audit(i)
					require.Equal(t, protocol.Honest, report.Verdict, "%v", report.Reason)
					require.Equal(t, records(m.all[0]), records(m.all[i]))
				}
				counts := map[transcript.Kind]int{}
				for _, raw := range records(m.all[0]) {
					counts[transcript.Kind(raw[0])]++
				}
				require.Equal(t, counts[transcript.Flip], counts[transcript.Face])
				require.Greater(t, counts[transcript.Face], 5)
			})
		})
	}
}
