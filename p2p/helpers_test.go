package p2p

import (
	"context"
	"crypto/rand"
	"fmt"
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

// ring are the rules of a small game, whose layouts are proven quickly: each seat, for itself, has a flag and two guards in front of it,
// on a ring, with a free node beside them. Guards that meet are repelled.
func ring(t testing.TB, seats int) *engine.Ruleset {
	t.Helper()
	r := engine.Rules{
		Language: engine.RulesLanguage, Name: engine.Names{EN: "Ring", ZH: "环"},
		Kinds: []engine.KindRule{{ID: "plain", EN: "plain", ZH: "平地"}},
		Rails: [][2]string{}, Lines: [][]string{},
		Types: []engine.TypeRule{
			{ID: "flag", EN: "flag", ZH: "旗", Sign: "旗", Letter: "F", Count: 1, Starts: []int{0}, Ways: []engine.WayRule{}},
			{ID: "guard", EN: "guard", ZH: "卫", Sign: "卫", Letter: "G", Count: 2, Starts: []int{1, 2}, Ways: []engine.WayRule{{Along: engine.AlongEdge, Most: 1}}},
		},
		Ends:  engine.EndRule{Flag: "flag", LastBoth: engine.LastBothAttacker, Timeouts: 9},
		Times: engine.TimeRule{Grace: 600},
		Views: engine.ViewRule{Mode: engine.ModeDark, Reveal: engine.RevealEnd, First: "red", Absent: engine.AbsentOut},
	}
	name := func(seat, i int) string { return fmt.Sprintf("%c%d", 'a'+seat%seats, i) }
	for i := range 4 { // the free ones, to which moves go first, come first
		for seat := range seats {
			r.Nodes = append(r.Nodes, engine.NodeRule{Name: name(seat, i), Kind: "plain", X: 2*seat + i%2, Y: i / 2})
		}
	}
	for seat := range seats {
		free, left, right, home, next := name(seat, 0), name(seat, 1), name(seat, 2), name(seat, 3), name(seat+1, 1)
		r.Seats = append(r.Seats, engine.SeatRule{Name: engine.Seat(seat).String(), Team: seat})
		r.Roads = append(r.Roads, [][2]string{{home, left}, {left, right}, {left, free}, {right, free}, {right, next}}...)
		r.Start = append(r.Start, [][]string{{home, left, right}})
	}
	r.Clash = engine.NewClashRule(r.Types, func(_, defender int) engine.AnnouncementRule {
		return engine.AnnouncementRule{Repelled: defender == 1, DefenderLeaves: defender == 0, FlagTaken: defender == 0}
	})
	rs, err := engine.NewRuleset(r)
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
