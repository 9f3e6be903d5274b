package main

import (
	"crypto/ed25519"
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

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
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
	maxPlies int
	asJSON   bool
	cheat    string
}

func newDemo(a *app) *cobra.Command {
	var d demonstration
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   a.t(words.DemoShort),
		Long:    a.t(words.DemoLong),
		Example: "  darkjunqi demo\n  darkjunqi demo --seed 7 --out demo.djq\n  darkjunqi demo --rules standard,mines=exploding --delay 1s\n  darkjunqi demo --cheat two-commanders",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.delay < 0 {
				return a.fail(words.ErrDelay)
			}
			d.seeded = cmd.Flags().Changed("seed")
			if !cmd.Flags().Changed("cheat") {
				return a.demo(cmd.Context(), d)
			}
			for _, other := range []string{"rules", "resolver", "bot", "seed", "delay", "max-plies"} {
				if cmd.Flags().Changed(other) { // a cheat brings its own
					return a.fail(words.ErrFlags, "cheat", other).hinting(a.t(words.HintHelp, cmd.CommandPath()+" --help"))
				}
			}
			return a.demoCheat(cmd.Context(), d)
		},
	}
	a.rulesFlag(cmd, &d.rules)
	f := cmd.Flags()
	f.StringVar(&d.resolver, "resolver", protocol.Resolvers()[0], a.t(words.FlagResolver, strings.Join(protocol.Resolvers(), ", ")))
	f.StringVar(&d.bot, "bot", bot.Names()[0], a.t(words.FlagDemoBot, strings.Join(bot.Names(), ", ")))
	f.Uint64Var(&d.seed, "seed", 0, a.t(words.FlagSeed))
	f.DurationVar(&d.delay, "delay", 0, a.t(words.FlagDelay))
	f.IntVar(&d.maxPlies, "max-plies", 0, a.t(words.FlagMaxPlies))
	f.StringVar(&d.out, "out", "", a.t(words.FlagOut))
	f.StringVar(&d.cheat, "cheat", "", a.t(words.FlagCheat))
	a.jsonFlag(cmd, &d.asJSON)
	return cmd
}

// peer is one of the two programs of a demonstration: its own host, its own folder, and nothing of the other's.
type peer struct {
	dir     *store.Dir
	host    *libp2pnet.Host
	session *p2p.Session
}

func newPeer(folder string) (*peer, error) {
	dir, err := store.OpenDir(folder)
	if err != nil {
		return nil, err
	}
	host, err := libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true})
	if err != nil {
		return nil, err
	}
	return &peer{dir: dir, host: host}, nil
}

func (p *peer) close() error {
	var err error
	if p.session != nil {
		err = p.session.Close()
	}
	return errors.Join(err, p.host.Close())
}

// newPeers makes both, red first.
func newPeers(folder string) (peers [2]*peer, err error) {
	for i, name := range []string{"red", "blue"} {
		if peers[i], err = newPeer(filepath.Join(folder, name)); err != nil {
			return peers, errors.Join(err, closePeers(peers))
		}
	}
	return peers, nil
}

func closePeers(peers [2]*peer) (err error) {
	for _, p := range peers {
		if p != nil {
			err = errors.Join(err, p.close())
		}
	}
	return err
}

// onStage gives f two peers in a folder of their own, which goes with them.
func onStage(parent context.Context, f func(ctx context.Context, peers [2]*peer) error) error {
	ctx, stop := untilInterrupted(parent)
	defer stop()
	folder, err := os.MkdirTemp("", "darkjunqi-demo-")
	if err != nil {
		return wrong(err)
	}
	defer os.RemoveAll(folder)
	peers, err := newPeers(folder)
	if err != nil {
		return wrong(err)
	}
	defer closePeers(peers)
	return f(ctx, peers)
}

// transcript is what this peer has of the match.
func (p *peer) transcript() ([]byte, error) { return os.ReadFile(p.dir.PublicFile(p.session.ID())) }

func (a *app) demo(parent context.Context, d demonstration) error {
	if d.maxPlies < 0 {
		return a.fail(words.ErrMaxPlies)
	}
	spec := d.rules
	if d.seeded && !strings.Contains(spec, ",first=") {
		spec += ",first=red"
	}
	rs, err := a.ruleset(spec)
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
	return onStage(parent, func(ctx context.Context, peers [2]*peer) error {
		return a.demoMatch(ctx, peers, rs, player, d)
	})
}

// demoMatch is the match itself, and what is told of it.
func (a *app) demoMatch(ctx context.Context, peers [2]*peer, rs *engine.Ruleset, player bot.Bot, d demonstration) error {
	if err := introduce(peers, rs, d.resolver, honestly); err != nil {
		return wrong(err)
	}
	if !d.asJSON {
		a.say(words.DemoStart, d.bot, rs.String(), d.resolver)
	}
	started := time.Now()
	if err := a.demoPlay(ctx, peers, rs, player, d); err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, errLeft) {
			return &problem{code: exitUnfinished, err: errors.New(a.t(words.ErrDemoLeft))}
		}
		return wrong(err)
	}
	return a.demoEnd(peers, rs, d, time.Since(started))
}

// honestly is how a session runs whose Player speaks for itself.
func honestly(*protocol.Player) (p2p.Config, error) { return p2p.Config{}, nil }

// introduce makes the match: red hosts it, blue joins by the invite, as two people would.
func introduce(peers [2]*peer, rs *engine.Ruleset, resolver string, config func(*protocol.Player) (p2p.Config, error)) error {
	host, guest := peers[0], peers[1]
	secret, err := p2p.NewTableSecret(rand.Reader)
	if err != nil {
		return err
	}
	red, err := protocol.Host(protocol.HostConfig{
		Rules: rs, Seat: engine.Red, Resolver: resolver, Invites: []ed25519.PublicKey{secret.Seat(engine.Blue).PublicKey()},
	}, rand.Reader)
	if err != nil {
		return err
	}
	cfg, err := config(red)
	if err != nil {
		return err
	}
	if host.session, err = p2p.Host(host.host, p2p.Files(host.dir), red, secret, cfg); err != nil {
		return err
	}
	inv, err := host.session.Invite(engine.Blue)
	if err != nil {
		return err
	}
	blue, err := protocol.Join(red.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
	if err != nil {
		return err
	}
	if cfg, err = config(blue); err != nil {
		return err
	}
	guest.session, err = p2p.Join(guest.host, p2p.Files(guest.dir), inv, blue, cfg)
	return err
}

// demoPlay plays both seats until each side holds all of the finished match.
func (a *app) demoPlay(ctx context.Context, peers [2]*peer, rs *engine.Ruleset, player bot.Bot, d demonstration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(peers))
	for i, p := range peers {
		own := *a // two chairs, two outputs: neither gathers what the other prints
		c := &chair{
			a: &own, session: p.session, rules: rs, seat: engine.Seat(i), bot: player,
			rng: demoRand(d, i), delay: d.delay, limit: d.maxPlies, teller: silent{},
		}
		if i == 0 && a.outTerminal && !d.asJSON {
			c.teller = progress{silent{}, &own}
		}
		go func() { ended <- c.play(ctx) }()
	}
	var err error
	for range peers {
		if e := <-ended; e != nil {
			cancel()
			if err == nil || errors.Is(err, errLeft) {
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
	return freshRand()
}

// progress tells each turn of a demonstration, with what has been checked and sent so far.
type progress struct {
	silent
	a *app
}

func (p progress) turn(c *chair, t *turn) {
	proofs := 0
	c.session.View(func(_ *protocol.Player, m *protocol.Match) { proofs = m.Proofs() })
	traffic := c.now.Traffic
	line := words.Pad(p.a.numbered(c.rules, t), 58)
	fmt.Fprintf(p.a.out, "%s %s\n", line, p.a.t(words.DemoProgress, p.a.n(words.Proofs, proofs), kilobytes(int(traffic.Sent+traffic.Received))))
}

// demoResult is what `demo --json` prints.
type demoResult struct {
	Out       string           `json:"out,omitempty"`
	Seconds   float64          `json:"seconds"`
	BytesRed  uint64           `json:"bytesSentByRed"`
	BytesBlue uint64           `json:"bytesSentByBlue"`
	Audit     *protocol.Report `json:"audit"`
}

// demoEnd keeps the transcript, audits it, and sums the match up.
func (a *app) demoEnd(peers [2]*peer, rs *engine.Ruleset, d demonstration, took time.Duration) error {
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
	a.code = report.Verdict.ExitCode()
	red, blue := peers[0].session.Snapshot(), peers[1].session.Snapshot()
	if d.asJSON {
		return a.printJSON(demoResult{d.out, took.Seconds(), red.Traffic.Sent, blue.Traffic.Sent, report})
	}
	if report.Result == nil || report.Verdict != protocol.Honest {
		a.printReport(a.demoName(d), report)
		return nil
	}
	layoutBytes := 0
	peers[0].session.View(func(_ *protocol.Player, m *protocol.Match) {
		layoutBytes = len(m.Record(firstLayoutRecord))
	})
	named, err := publiclyNamed(rs, red.First, red.Events)
	if err != nil {
		return wrong(err)
	}

	fmt.Fprintln(a.out)
	if d.maxPlies > 0 && red.Result.Reason == engine.ByResignation {
		a.say(words.DemoLimit, d.maxPlies, table.Seat(a.lang, red.Result.Winner.Other()))
	}
	a.say(words.DemoResult, capital(a.outcome(report.Result)), a.n(words.Turns, report.Plies), took.Seconds())
	fmt.Fprintln(a.out)
	a.say(words.DemoWhat)
	a.bullet(a.t(words.DemoLayouts, kilobytes(layoutBytes)))
	if rs.Open() {
		a.bullet(a.t(words.DemoOpen))
	} else {
		a.bullet(a.t(words.DemoClashes, a.n(words.Clashes, report.Clashes), named, engine.NumPieces))
	}
	a.bullet(a.t(words.DemoProofs, report.Proofs))
	if d.resolver != protocol.Resolvers()[0] && !rs.Open() {
		a.bullet(a.t(words.DemoAudited, d.resolver))
	}
	a.bullet(a.t(words.DemoBytes, kilobytes(int(red.Traffic.Sent)), kilobytes(int(blue.Traffic.Sent))))
	switch {
	case rs.Open():
		a.bullet(a.t(words.DemoAuditOpen))
	case rs.RevealAtEnd():
		a.bullet(a.t(words.DemoAudit, report.Clashes))
	default:
		a.bullet(a.t(words.DemoAuditSecret))
	}
	fmt.Fprintln(a.out)
	a.demoNext(d)
	return nil
}

// firstLayoutRecord is the place of red's Layout: after Terms, Join and two Commits.
const firstLayoutRecord = 4

// demoName is what the report calls the transcript.
func (a *app) demoName(d demonstration) string {
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
	for piece := range engine.Piece(engine.NumPieces) {
		if facts.Possible(piece).Len() == 1 {
			named++
		}
	}
	return named, nil
}

// demoNext names the commands to try after this one.
func (a *app) demoNext(d demonstration) {
	a.say(words.DemoNext)
	rows := [][2]string{}
	if d.out == "" {
		again := "darkjunqi demo --out demo.djq"
		if d.seeded {
			again = fmt.Sprintf("darkjunqi demo --seed %d --out demo.djq", d.seed)
		}
		rows = append(rows, [2]string{again, a.t(words.DemoNextOut)})
	} else {
		rows = append(rows,
			[2]string{"darkjunqi audit " + d.out, a.t(words.DemoNextAudit)},
			[2]string{"darkjunqi replay " + d.out + " --as public", a.t(words.DemoNextReplay)})
	}
	rows = append(rows, [2]string{"darkjunqi host", a.t(words.DemoNextHost)})
	a.columns(rows)
}
