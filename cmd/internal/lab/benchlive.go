package lab

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// benchLive measures what passes between two programs, each a process of its own: the set-up from
// the first layout placed to the first decision, or a clash from the decision to the answer
// that is here, checked and stored.
type benchLive struct {
	Link     string `json:"link"`     // loopback, or pipe: one of the operating system
	Resolver string `json:"resolver"` // its name
	What     string `json:"what"`     // setup, first, later, cold or prepared

	Runs        int      `json:"runs"`
	MinNs       int64    `json:"minNs"`
	QuartilesNs [3]int64 `json:"quartilesNs"` // the lower, the median, the upper
	ProcessorNs int64    `json:"processorNs"` // of both programs, median; 0 where the system does not report it
	Bytes       int      `json:"bytes"`       // of frames, both ways, median
	Flights     int      `json:"flights"`     // messages one way that wait for the last one, median

	samples []liveSample
}

type liveSample struct{ wall, processor, bytes, flights int64 }

// liveLinks are the ways between two programs.
var liveLinks = []string{"loopback", "pipe"}

// measureLive plays so many matches for each row.
func measureLive(ctx context.Context, rs *engine.Ruleset, matches int, tell func(*benchLive)) error {
	rs, err := gameargs.RedFirst(rs)
	if err != nil {
		return err
	}
	for _, link := range liveLinks {
		for _, resolver := range protocol.Resolvers() {
			if resolver != protocol.ElGamal && !rs.RevealAtEnd() {
				continue
			}
			whats := []string{"setup", "first", "later"}
			if resolver == protocol.ElGamal {
				whats = []string{"setup", "cold", "prepared"}
			}
			rows := make([]*benchLive, len(whats))
			for i, what := range whats {
				rows[i] = &benchLive{Link: link, Resolver: resolver, What: what}
			}
			for range matches {
				samples, err := liveMatch(ctx, rs, link, resolver)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", link, resolver, err)
				}
				for i, s := range samples {
					rows[i].samples = append(rows[i].samples, s)
				}
			}
			for _, row := range rows {
				row.sum()
				tell(row)
			}
		}
	}
	return nil
}

func (l *benchLive) sum() {
	quartile := func(of func(liveSample) int64, q int) int64 {
		var list []int64
		for _, s := range l.samples {
			list = append(list, of(s))
		}
		slices.Sort(list)
		return list[(len(list)-1)*q/4]
	}
	wall := func(s liveSample) int64 { return s.wall }
	l.Runs, l.MinNs = len(l.samples), quartile(wall, 0)
	for q := range l.QuartilesNs {
		l.QuartilesNs[q] = quartile(wall, q+1)
	}
	l.ProcessorNs = quartile(func(s liveSample) int64 { return s.processor }, 2)
	l.Bytes = int(quartile(func(s liveSample) int64 { return s.bytes }, 2))
	l.Flights = int(quartile(func(s liveSample) int64 { return s.flights }, 2))
}

// liveMatch plays the set-up and two clashes of a match against a process of its own.
func liveMatch(ctx context.Context, rs *engine.Ruleset, link, resolver string) (samples [3]liveSample, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	layouts, moves, _, err := benchClash(rs)
	if err != nil {
		return samples, err
	}
	dir, err := os.MkdirTemp(memoryFolder(), "darkjunqi-bench-")
	if err != nil {
		return samples, err
	}
	defer os.RemoveAll(dir)
	secret, err := invite.NewHostSecret(rand.Reader)
	if err != nil {
		return samples, err
	}
	red, err := protocol.Host(protocol.HostConfig{
		Rules: rs, Seat: engine.Red, Resolver: resolver, Invites: secret.Invites(rs, engine.Red),
	}, rand.Reader)
	if err != nil {
		return samples, err
	}
	self, err := os.Executable()
	if err != nil {
		return samples, err
	}
	peer := exec.CommandContext(ctx, self, "bench-peer", dir, link)
	net, err := liveNet(link, peer)
	if err != nil {
		return samples, err
	}
	defer net.Close()
	counted := &countingNet{Transport: net}
	host, err := p2p.Host(counted, liveFolder(dir, "red"), red, secret, p2p.Config{NoPrepare: true})
	if err != nil {
		return samples, err
	}
	inv, err := host.Invite(engine.Blue)
	if err != nil {
		return samples, err
	}
	for name, text := range map[string][]byte{"invite": []byte(inv.String()), "terms": red.Match().Record(0)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return samples, err
		}
	}
	ran := make(chan error, 1)
	running, stop := context.WithCancel(ctx)
	go func() { ran <- host.Run(running) }()
	defer func() { stop(); <-ran; host.Close() }()
	if err := peer.Start(); err != nil {
		return samples, err
	}
	defer func() { peer.Process.Kill(); peer.Wait() }()

	pids := []int{os.Getpid(), peer.Process.Pid}
	measure := func(begin func() error, done func(p2p.Snapshot) bool) (s liveSample, err error) {
		counted.writing.Store(false)
		busy, bytes, flights := processorTime(pids), counted.bytes.Load(), counted.flights.Load()
		began := time.Now()
		if err := begin(); err != nil {
			return s, err
		}
		if err := until(ctx, host, done); err != nil {
			return s, err
		}
		s.wall = time.Since(began).Nanoseconds()
		s.processor = processorTime(pids) - busy
		s.bytes, s.flights = counted.bytes.Load()-bytes, counted.flights.Load()-flights
		return s, nil
	}
	decides := func(now p2p.Snapshot) bool { return now.Decision == protocol.ChooseMove }
	chooses := func(now p2p.Snapshot) bool { return now.Decision == protocol.ChooseLayout && now.Heard && now.Joined }
	if err := until(ctx, host, chooses); err != nil {
		return samples, err
	}
	if samples[0], err = measure(func() error { return host.Place(layouts[engine.Red]) }, decides); err != nil {
		return samples, err
	}
	for i := range samples[1:] {
		if err := until(ctx, host, decides); err != nil {
			return samples, err
		}
		move := moves[0]
		if i > 0 { // another, after a quiet move of blue
			err := host.Do(func(p *protocol.Player) (err error) {
				move, err = anyMove(p, true)
				for more := true; more && err == nil; {
					more, err = p.Prepare(rand.Reader)
				}
				return err
			})
			if err != nil {
				return samples, err
			}
		}
		begun := len(host.Snapshot().Events)
		answered := func(now p2p.Snapshot) bool { return len(now.Events) >= begun+2 }
		if samples[1+i], err = measure(func() error { return host.Play(move, false) }, answered); err != nil {
			return samples, err
		}
	}
	return samples, nil
}

// newBenchPeer returns the hidden command that plays against `bench`, until it is killed.
func newBenchPeer(*cli.Env) *cobra.Command {
	return &cobra.Command{
		Use: "bench-peer DIR LINK", Hidden: true, Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.Wrap(benchPeer(cmd.Context(), args[0], args[1]))
		},
	}
}

func benchPeer(ctx context.Context, dir, link string) error {
	text, err := os.ReadFile(filepath.Join(dir, "invite"))
	if err != nil {
		return err
	}
	inv, err := invite.Parse(string(text))
	if err != nil {
		return err
	}
	terms, err := os.ReadFile(filepath.Join(dir, "terms"))
	if err != nil {
		return err
	}
	blue, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	if err != nil {
		return err
	}
	layouts, _, _, err := benchClash(blue.Match().Rules())
	if err != nil {
		return err
	}
	var net transport.Transport = peerNet(inv.Host())
	if link == "loopback" {
		if net, err = libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true}); err != nil {
			return err
		}
	}
	guest, err := p2p.Join(net, liveFolder(dir, "blue"), inv, blue, p2p.Config{NoPrepare: true})
	if err != nil {
		return err
	}
	ran := make(chan error, 1)
	go func() { ran <- guest.Run(ctx) }()
	if err := guest.Place(layouts[inv.Seat()]); err != nil {
		return err
	}
	for {
		if err := until(ctx, guest, func(now p2p.Snapshot) bool { return now.Decision == protocol.ChooseMove }); err != nil {
			return err
		}
		time.Sleep(peerThinks)
		err := guest.Do(func(p *protocol.Player) error {
			m, err := anyMove(p, false)
			if err != nil {
				return err
			}
			return p.Play(m, false, rand.Reader)
		})
		if err != nil {
			return err
		}
	}
}

// peerThinks is how long the peer thinks, so that its next move does not hold up the answer before it.
const peerThinks = 10 * time.Millisecond

// anyMove returns a legal move of a Player: the last attack that there is, or the first of the others.
func anyMove(p *protocol.Player, attack bool) (engine.Move, error) {
	position := p.Match().Position()
	own, _ := p.Layout()
	moves := slices.DeleteFunc(position.LegalMoves(p.Seat(), own), func(m engine.Move) bool {
		return attack != (position.At(m.To) != engine.NoPiece)
	})
	switch {
	case len(moves) == 0:
		return engine.Move{}, coded.Errorf("cmd.no-turn", "it is nobody's turn")
	case attack:
		return moves[len(moves)-1], nil
	}
	return moves[0], nil
}

func until(ctx context.Context, s *p2p.Session, so func(p2p.Snapshot) bool) error {
	for {
		changed := s.Changed()
		if so(s.Snapshot()) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// memoryFolder returns a folder in memory, so that no disk is measured; "" where there is none.
func memoryFolder() string {
	const linux = "/dev/shm"
	if info, err := os.Stat(linux); err == nil && info.IsDir() {
		return linux
	}
	return ""
}

func liveFolder(dir, side string) p2p.Folder {
	folder, err := store.OpenDir(filepath.Join(dir, side))
	if err != nil {
		panic(err) // the folder was made a moment ago
	}
	return p2p.Files(folder)
}

// countingNet counts what passes over its links.
type countingNet struct {
	transport.Transport
	bytes, flights atomic.Int64
	writing        atomic.Bool // who spoke last
}

func (n *countingNet) Serve(a transport.Acceptor) { n.Transport.Serve(countingAcceptor{a, n}) }

type countingAcceptor struct {
	transport.Acceptor
	net *countingNet
}

func (a countingAcceptor) Accept(c transport.Conn, peer transport.Key) {
	a.Acceptor.Accept(countingConn{c, a.net}, peer)
}

type countingConn struct {
	transport.Conn
	net *countingNet
}

func (c countingConn) count(n int, writing bool) {
	c.net.bytes.Add(int64(n))
	if n > 0 && c.net.writing.Swap(writing) != writing {
		c.net.flights.Add(1)
	}
}

func (c countingConn) Read(b []byte) (n int, err error) {
	n, err = c.Conn.Read(b)
	c.count(n, false)
	return n, err
}

func (c countingConn) Write(b []byte) (n int, err error) {
	c.count(len(b), true)
	return c.Conn.Write(b)
}

func liveRow(env *cli.Env, l *benchLive) []string {
	processor := ""
	if l.ProcessorNs > 0 {
		processor = duration(l.ProcessorNs)
	}
	return []string{
		env.T(messages.BenchLink.Of(l.Link)), env.T(messages.BenchParts.Of(l.Resolver)), env.T(messages.BenchLink.Of(l.What)),
		duration(l.MinNs), duration(l.QuartilesNs[0]), duration(l.QuartilesNs[1]), duration(l.QuartilesNs[2]),
		processor, fmt.Sprint(l.Bytes), fmt.Sprint(l.Flights),
	}
}
