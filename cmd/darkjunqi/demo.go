package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// demonstration holds the flags of `demo`.
type demonstration struct {
	rules    string
	resolver string
	bot      string
	out      string
	seed     uint64
	seeded   bool
	delay    time.Duration
	maxTurns int
	asJSON   bool
	cheat    string
}

func newDemo(a *env) *cobra.Command {
	var d demonstration
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   a.t(messages.DemoShort),
		Long:    a.t(messages.DemoLong),
		Example: "  darkjunqi demo\n  darkjunqi demo --seed 7 --out demo.djq\n  darkjunqi demo --rules standard,mines=exploding --delay 1s\n  darkjunqi demo --cheat two-commanders",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.delay < 0 {
				return a.fail(messages.ErrDelay)
			}
			d.seeded = cmd.Flags().Changed("seed")
			if !cmd.Flags().Changed("cheat") {
				return a.demo(cmd.Context(), d)
			}
			if !cmd.Flags().Changed("rules") {
				d.rules = ""
			}
			for _, other := range []string{"resolver", "bot", "delay", "max-turns"} {
				if cmd.Flags().Changed(other) { // a cheat brings its own
					return a.fail(messages.ErrFlags, "cheat", other).hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
				}
			}
			return a.demoCheat(cmd.Context(), d)
		},
	}
	a.rulesFlag(cmd, &d.rules)
	f := cmd.Flags()
	a.resolverFlag(cmd, &d.resolver)
	f.StringVar(&d.bot, "bot", bot.Names()[0], a.t(messages.FlagDemoBot, strings.Join(bot.Names(), ", ")))
	f.Uint64Var(&d.seed, "seed", 0, a.t(messages.FlagSeed))
	f.DurationVar(&d.delay, "delay", 0, a.t(messages.FlagDelay))
	f.IntVar(&d.maxTurns, "max-turns", 0, a.t(messages.FlagMaxTurns))
	f.StringVar(&d.out, "out", "", a.t(messages.FlagOut))
	f.StringVar(&d.cheat, "cheat", "", a.t(messages.FlagCheat))
	a.jsonFlag(cmd, &d.asJSON)
	return cmd
}

// peer is one of the programs of a demonstration: its own host, its own folder, and nothing of the others'.
type peer struct {
	dir     *store.Dir
	net     transport.Transport
	close   func() error // of net
	session *p2p.Session
}

// network makes the transport of a new peer.
type network func() (net transport.Transport, close func() error, err error)

// loopback is the computer's own loopback interface.
func loopback() (transport.Transport, func() error, error) {
	host, err := libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true})
	if err != nil {
		return nil, nil, err
	}
	return host, host.Close, nil
}

func newPeer(dir *store.Dir, made network) (*peer, error) {
	net, end, err := made()
	if err != nil {
		return nil, err
	}
	return &peer{dir: dir, net: net, close: end}, nil
}

func (p *peer) leave() error {
	var err error
	if p.session != nil {
		err = p.session.Close()
	}
	return errors.Join(err, p.close())
}

// newPeers makes so many peers, each with a folder of its own.
func newPeers(folder string, n int) (peers []*peer, err error) {
	for i := range n {
		dir, err := store.OpenDir(filepath.Join(folder, engine.Seat(i).String()))
		if err != nil {
			return nil, errors.Join(err, closePeers(peers))
		}
		p, err := newPeer(dir, loopback)
		if err != nil {
			return nil, errors.Join(err, closePeers(peers))
		}
		peers = append(peers, p)
	}
	return peers, nil
}

func closePeers(peers []*peer) (err error) {
	for _, p := range peers {
		err = errors.Join(err, p.leave())
	}
	return err
}

// onStage gives f so many peers in a folder of their own, which goes with them.
func onStage(parent context.Context, n int, f func(ctx context.Context, peers []*peer) error) error {
	ctx, stop := untilInterrupted(parent)
	defer stop()
	folder, err := os.MkdirTemp("", "darkjunqi-demo-")
	if err != nil {
		return wrong(err)
	}
	defer os.RemoveAll(folder)
	peers, err := newPeers(folder, n)
	if err != nil {
		return wrong(err)
	}
	defer closePeers(peers)
	return f(ctx, peers)
}

// transcript is what this peer has of the match.
func (p *peer) transcript() ([]byte, error) { return os.ReadFile(p.dir.PublicFile(p.session.ID())) }

func (a *env) demo(parent context.Context, d demonstration) error {
	if d.maxTurns < 0 {
		return a.fail(messages.ErrMaxTurns)
	}
	rs, err := a.ruleset(d.rules)
	if err == nil && d.seeded {
		rs, err = redFirst(rs)
	}
	if err != nil {
		return err
	}
	if err := a.checkResolver(d.resolver); err != nil {
		return err
	}
	player, err := bot.New(d.bot)
	if err != nil {
		return wrong(err)
	}
	return onStage(parent, rs.NumSeats(), func(ctx context.Context, peers []*peer) error {
		return a.demoMatch(ctx, peers, rs, player, d)
	})
}

// redFirst are the same rules, but where a coin decides who begins red does.
func redFirst(rs *engine.Ruleset) (*engine.Ruleset, error) {
	if _, settled := rs.First(); settled {
		return rs, nil
	}
	if spec, ours := junqi.Known(rs); ours {
		return junqi.Rules(spec + ",first=red")
	}
	rules := rs.Rules()
	rules.Views.First = engine.Red.String()
	return engine.NewRuleset(rules)
}

// demoMatch is the match itself, and what is told of it.
func (a *env) demoMatch(ctx context.Context, peers []*peer, rs *engine.Ruleset, player bot.Bot, d demonstration) error {
	if err := introduce(peers, protocol.HostConfig{Rules: rs, Seat: engine.Red, Resolver: d.resolver}, honestly); err != nil {
		return wrong(err)
	}
	if !d.asJSON {
		a.say(messages.DemoStart, a.n(messages.Peers, len(peers)), d.bot, a.rulesName(rs), d.resolver)
	}
	started := time.Now()
	if err := a.demoPlay(ctx, peers, player, d); err != nil {
		if ctx.Err() != nil {
			return &problem{code: exitUnfinished, err: errors.New(a.t(messages.ErrDemoLeft))}
		}
		return wrong(err)
	}
	return a.demoEnd(peers, rs, d, time.Since(started))
}

// honestly is how a session runs whose Player speaks for itself.
func honestly(*protocol.Player) (p2p.Config, error) { return p2p.Config{}, nil }

// introduce makes the match: one of the peers, who stand by their seats, hosts it, the others join by its invites, as people
// would.
func introduce(peers []*peer, cfg protocol.HostConfig, config func(*protocol.Player) (p2p.Config, error)) error {
	table, err := p2p.NewTableSecret(rand.Reader)
	if err != nil {
		return err
	}
	cfg.Invites = table.Invites(cfg.Rules, cfg.Seat)
	player, err := protocol.Host(cfg, rand.Reader)
	if err != nil {
		return err
	}
	runs, err := config(player)
	if err != nil {
		return err
	}
	host := peers[cfg.Seat]
	if host.session, err = p2p.Host(host.net, p2p.Files(host.dir), player, table, runs); err != nil {
		return err
	}
	for seat, p := range peers {
		if p == host {
			continue
		}
		inv, err := host.session.Invite(engine.Seat(seat))
		if err != nil {
			return err
		}
		guest, err := protocol.Join(player.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
		if err != nil {
			return err
		}
		if runs, err = config(guest); err != nil {
			return err
		}
		if p.session, err = p2p.Join(p.net, p2p.Files(p.dir), inv, guest, runs); err != nil {
			return err
		}
	}
	return nil
}

// demoPlay plays all seats until every side holds all of the finished match.
func (a *env) demoPlay(ctx context.Context, peers []*peer, player bot.Bot, d demonstration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(peers))
	for i, p := range peers {
		r := &robot.Robot{Bot: player, Rand: demoRand(d, i), Delay: d.delay, Limit: d.maxTurns}
		play := func() error { return r.Run(ctx, p.session) }
		if i == 0 && a.outTerminal && !d.asJSON {
			play = func() error { return a.watched(ctx, p.session, r) }
		}
		go func() { ended <- play() }()
	}
	var err error
	for range peers {
		if e := <-ended; e != nil {
			cancel()
			if err == nil {
				err = e
			}
		}
	}
	return err
}

func demoRand(d demonstration, seat int) *mrand.Rand {
	if d.seeded {
		return seededRand(d.seed, uint64(seat))
	}
	return robot.FreshRand()
}

// watched plays a seat and tells each turn.
func (a *env) watched(ctx context.Context, s *p2p.Session, r *robot.Robot) error {
	seated, err := seat.New(seat.Of(s, "libp2p"), seat.Options{})
	if err != nil {
		return err
	}
	defer seated.Close()
	return (&chair{session: s, seat: seated, robot: r, view: &ticker{a: a}}).sit(ctx)
}

// ticker tells each turn of a demonstration, with what has been checked and sent so far.
type ticker struct {
	a    *env
	turn int
}

// tell implements [view].
func (t *ticker) tell(now *viewmodel.Scene, news []seat.Event) error {
	for i := range news {
		turn := news[i].Turn
		if turn == nil || !turn.Complete || turn.Number <= t.turn {
			continue
		}
		t.turn = turn.Number
		sofar := t.a.t(messages.DemoProgress, t.a.n(messages.Proofs, now.Proofs.Made+now.Proofs.Checked), kilobytes(int(now.Traffic.Sent+now.Traffic.Received)))
		fmt.Fprintf(t.a.out, "%s %s\n", messages.Pad(now.Numbered(t.a.lang, turn), 58), sofar)
	}
	return nil
}

func (t *ticker) due() (string, bool) { return "", false }
func (t *ticker) take(string) error   { return nil }
func (t *ticker) prompt() string      { return "" }
func (t *ticker) alarm() time.Time    { return time.Time{} }
func (t *ticker) finished() error     { return nil }

// demoResult is what `demo --json` prints.
type demoResult struct {
	Out     string            `json:"out,omitempty"`
	Seconds float64           `json:"seconds"`
	Sent    map[string]uint64 `json:"sent"` // bytes that each peer wrote to its links
	Audit   reportJSON        `json:"audit"`
}

// demoEnd keeps the transcript, audits it, and sums the match up.
func (a *env) demoEnd(peers []*peer, rs *engine.Ruleset, d demonstration, took time.Duration) error {
	file, err := peers[0].transcript()
	if err != nil {
		return wrong(err)
	}
	if d.out != "" {
		if err := a.writeFile(d.out, file); err != nil {
			return err
		}
	}
	report := protocol.Audit(file)
	a.code = exitOf(report.Verdict)
	sent := map[string]uint64{}
	for i, p := range peers {
		sent[engine.Seat(i).String()] = p.session.Snapshot().Traffic.Sent
	}
	if d.asJSON {
		return a.printJSON(demoResult{d.out, took.Seconds(), sent, reportOf(report)})
	}
	if !report.Result.Over || report.Verdict != protocol.Honest {
		a.printReport(a.demoName(d), report)
		return nil
	}
	end := peers[0].session.Snapshot()
	layoutBytes := 0
	peers[0].session.View(func(_ *protocol.Player, m *protocol.Match) {
		layoutBytes = len(m.Record(firstLayout(m)))
	})
	named, err := publiclyNamed(rs, end.First, end.Events)
	if err != nil {
		return wrong(err)
	}

	fmt.Fprintln(a.out)
	if d.maxTurns > 0 && end.Result.Reason == engine.ByResignation {
		a.say(messages.DemoLimit, report.Plies)
	}
	a.say(messages.DemoResult, messages.Capital(viewmodel.Outcome(a.lang, rs, report.Result)), a.n(messages.Turns, report.Plies), took.Seconds())
	fmt.Fprintln(a.out)
	a.say(messages.DemoWhat)
	a.bullet(a.t(messages.DemoLayouts, a.n(messages.Pieces, rs.ArmySize()), kilobytes(layoutBytes)))
	if rs.Open() {
		a.bullet(a.t(messages.DemoOpen))
	} else {
		a.bullet(a.t(messages.DemoClashes, a.n(messages.Clashes, report.Clashes), named, rs.NumSeats()*rs.ArmySize()))
	}
	a.bullet(a.t(messages.DemoProofs, report.Proofs))
	if d.resolver != protocol.Resolvers()[0] && !rs.Open() {
		a.bullet(a.t(messages.DemoAudited, d.resolver))
	}
	a.bullet(a.t(messages.DemoBytes, a.bytesSent(rs, sent)))
	switch {
	case rs.Open():
		a.bullet(a.t(messages.DemoAuditOpen))
	case rs.RevealAtEnd():
		a.bullet(a.t(messages.DemoAudit, report.Clashes))
	default:
		a.bullet(a.t(messages.DemoAuditSecret))
	}
	fmt.Fprintln(a.out)
	a.demoNext(d)
	return nil
}

// bytesSent says how much each peer sent.
func (a *env) bytesSent(rs *engine.Ruleset, sent map[string]uint64) string {
	var list []string
	for _, of := range rs.Seats() {
		list = append(list, a.t(messages.DemoBytesOf, of, kilobytes(int(sent[of.String()]))))
	}
	return strings.Join(list, a.t(messages.ListSeparator))
}

// firstLayout is the place of the first Layout in the chain.
func firstLayout(m *protocol.Match) int {
	for i := range m.Len() {
		if r, err := transcript.Parse(m.Record(i)); err == nil && r.Kind == transcript.Layout {
			return i
		}
	}
	return 0 // unreachable: the match has ended
}

// demoName is what the report calls the transcript.
func (a *env) demoName(d demonstration) string {
	if d.out != "" {
		return d.out
	}
	return "demo"
}

// publiclyNamed counts the pieces whose type everybody could work out from what was announced.
func publiclyNamed(rs *engine.Ruleset, first engine.Seat, events []engine.Event) (int, error) {
	facts, err := engine.Deduce(rs, first, events)
	if err != nil {
		return 0, err
	}
	named := 0
	for _, of := range rs.Seats() {
		for number := range rs.ArmySize() {
			if facts.Possible(engine.PieceOf(of, number)).Len() == 1 {
				named++
			}
		}
	}
	return named, nil
}

// terms are the flags that ask for the same terms again.
func (d demonstration) terms() (flags string) {
	if d.rules != "standard" {
		flags += " --rules " + typedName(d.rules)
	}
	if d.resolver != protocol.Resolvers()[0] {
		flags += " --resolver " + d.resolver
	}
	return flags
}

// demoNext names the commands to try after this one.
func (a *env) demoNext(d demonstration) {
	a.say(messages.DemoNext)
	rows := [][2]string{}
	if d.out == "" {
		again := "darkjunqi demo" + d.terms()
		if d.seeded {
			again += fmt.Sprintf(" --seed %d", d.seed)
		}
		rows = append(rows, [2]string{again + " --out demo.djq", a.t(messages.DemoNextOut)})
	} else {
		rows = append(rows,
			[2]string{"darkjunqi audit " + typedName(d.out), a.t(messages.DemoNextAudit)},
			[2]string{"darkjunqi replay " + typedName(d.out) + " --as public", a.t(messages.DemoNextReplay)})
	}
	rows = append(rows, [2]string{"darkjunqi host" + d.terms(), a.t(messages.DemoNextHost)})
	a.columns(rows)
}
