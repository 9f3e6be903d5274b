package p2p

import (
	"context"
	"crypto/rand"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// testRules keep real layouts and proofs, and end quickly.
const testRules = "standard,first=red,clock=off"

func tempDir(t testing.TB) *store.Dir {
	t.Helper()
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	return dir
}

func rules(t testing.TB, spec string) *engine.Ruleset {
	t.Helper()
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

// records returns the chain and extras of a session.
func records(s *Session) (out [][]byte) {
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		for i := range m.Len() {
			out = append(out, m.Record(i))
		}
		out = append(out, m.Extras()...)
	})
	return out
}

// programs are the programs of a match in memory, by seats, in which time is that of the test's bubble.
type programs struct {
	t    testing.TB
	cfg  Config
	net  *pipenet.Net
	ids  []transport.Identity
	at   []*pipenet.Host
	dirs []*store.Dir
	all  []*Session
	stop []context.CancelFunc
	ran  []chan error
}

// newPrograms are so many that no session runs in yet.
func newPrograms(t testing.TB, cfg Config, n int) programs {
	t.Helper()
	m := programs{t: t, cfg: cfg, net: pipenet.New(), all: make([]*Session, n), stop: make([]context.CancelFunc, n), ran: make([]chan error, n)}
	for i := range n {
		m.ids = append(m.ids, transport.Identity{byte(i + 1)})
		m.at = append(m.at, m.net.Host(m.ids[i]))
		m.dirs = append(m.dirs, tempDir(t))
	}
	return m
}

// sit lets each take its seat; red hosts.
func (m *programs) sit(rs *engine.Ruleset) {
	m.host(rs)
	for _, seat := range rs.Seats()[1:] {
		m.join(seat)
	}
	for i := range m.all {
		m.run(i)
	}
}

// host opens a match, as red.
func (m *programs) host(rs *engine.Ruleset) {
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(m.t, err)
	host, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: secret.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(m.t, err)
	m.all[0], err = Host(m.at[0], Files(m.dirs[0]), host, secret, m.cfg)
	require.NoError(m.t, err)
}

// join takes a seat of it.
func (m *programs) join(seat engine.Seat) {
	inv, err := m.all[0].Invite(seat)
	require.NoError(m.t, err)
	guest, err := protocol.Join(m.all[0].replica.record(0), seat, inv.Key(), rand.Reader)
	require.NoError(m.t, err)
	m.all[seat], err = Join(m.at[seat], Files(m.dirs[seat]), inv, guest, m.cfg)
	require.NoError(m.t, err)
}

func (m *programs) run(i int) {
	ctx, stop := context.WithCancel(m.t.Context())
	m.stop[i], m.ran[i] = stop, make(chan error, 1)
	s, ran := m.all[i], m.ran[i]
	go func() { ran <- s.Run(ctx) }()
}

// leave closes one side's program.
func (m *programs) leave(i int) {
	m.t.Helper()
	m.stop[i]()
	require.ErrorIs(m.t, <-m.ran[i], context.Canceled)
	require.NoError(m.t, m.all[i].Close())
	m.at[i].Down()
}

// comeBack resumes one side's match.
func (m *programs) comeBack(i int) {
	m.t.Helper()
	m.at[i] = m.net.Host(m.ids[i])
	st, err := m.dirs[i].Open(m.all[i].ID())
	require.NoError(m.t, err)
	m.all[i], err = resume(m.at[i], protocolGame{}, st, m.cfg)
	require.NoError(m.t, err)
	m.run(i)
}

// quit ends programs whose match isn't over.
func (m *programs) quit(seats ...int) {
	for _, i := range seats {
		m.leave(i)
	}
}

// audit is what one side's file comes to.
func (m *programs) audit(i int) *protocol.Report {
	m.t.Helper()
	file, err := os.ReadFile(m.dirs[i].PublicFile(m.all[i].ID()))
	require.NoError(m.t, err)
	return protocol.Audit(file)
}
