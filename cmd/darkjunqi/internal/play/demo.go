package play

import (
	"context"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/localpeers"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

type demoFlags struct {
	rules    string
	resolver string
	bot      string
	out      string
	seed     uint64
	seeded   bool
	delay    time.Duration
	maxTurns int
}

func NewDemo(env *cli.Env) *cobra.Command {
	var d demoFlags
	cmd := &cobra.Command{
		Use:     "demo",
		Example: "  darkjunqi demo\n  darkjunqi demo --seed 7 --out demo.djq\n  darkjunqi demo --rules standard,mines=exploding --delay 1s",
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.delay < 0 {
				return env.Fail(messages.ErrDelay)
			}
			d.seeded = cmd.Flags().Changed("seed")
			return demo(env, cmd.Context(), d)
		},
	}
	gameargs.RulesFlag(env, cmd, &d.rules)
	f := cmd.Flags()
	gameargs.ResolverFlag(env, cmd, &d.resolver)
	botFlag(env, cmd, &d.bot, bot.Names()[0], messages.FlagDemoBot)
	f.Uint64Var(&d.seed, "seed", 0, env.T(messages.FlagSeed))
	f.DurationVar(&d.delay, "delay", 0, "")
	f.IntVar(&d.maxTurns, "max-turns", 0, "")
	f.StringVar(&d.out, "out", "", env.T(messages.FlagOut))
	return env.JSONFlag(cmd)
}

func demo(env *cli.Env, parent context.Context, d demoFlags) error {
	if d.maxTurns < 0 {
		return env.Fail(messages.ErrMaxTurns)
	}
	rs, err := gameargs.Ruleset(env, d.rules)
	if err == nil && d.seeded {
		rs, err = gameargs.RedFirst(rs)
	}
	if err != nil {
		return err
	}
	if err := gameargs.CheckResolver(env, d.resolver); err != nil {
		return err
	}
	player, err := bot.New(d.bot)
	if err != nil {
		return cli.Wrap(err)
	}
	return localpeers.Run(parent, rs.NumSeats(), func(ctx context.Context, peers []*localpeers.Peer) error {
		return demoMatch(env, ctx, peers, rs, player, d)
	})
}

// demoMatch returns the match itself, and what is printed about it.
func demoMatch(env *cli.Env, ctx context.Context, peers []*localpeers.Peer, rs *engine.Ruleset, player bot.Bot, d demoFlags) error {
	if err := localpeers.Introduce(peers, protocol.HostConfig{Rules: rs, Seat: engine.Red, Resolver: d.resolver}, plainConfig); err != nil {
		return cli.Wrap(err)
	}
	if !env.JSON {
		env.Say(messages.DemoStart, env.N(messages.Peers, len(peers)), d.bot, rulestext.Name(env.Lang, rs), d.resolver)
	}
	started := time.Now()
	if err := demoPlay(env, ctx, peers, player, d); err != nil {
		if ctx.Err() != nil {
			return &cli.Problem{Code: cli.ExitUnfinished, Err: errors.New(env.T(messages.ErrDemoLeft))}
		}
		return cli.Wrap(err)
	}
	return demoEnd(env, peers, rs, d, time.Since(started))
}

// plainConfig returns the configuration of a session whose Player speaks for itself.
func plainConfig(*protocol.Player) (p2p.Config, error) { return p2p.Config{}, nil }

// demoPlay plays all seats until every side holds all of the finished match.
func demoPlay(env *cli.Env, ctx context.Context, peers []*localpeers.Peer, player bot.Bot, d demoFlags) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(peers))
	for i, p := range peers {
		r := &robot.Robot{Bot: player, Rand: demoRand(d, i), Delay: d.delay, Limit: d.maxTurns}
		play := func() error { return r.Run(ctx, p.Session) }
		if i == 0 && env.Terminal != nil && !env.JSON {
			play = func() error { return watchDemo(env, ctx, p.Session, r) }
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

func demoRand(d demoFlags, seat int) *mrand.Rand {
	if d.seeded {
		return gameargs.SeededRand(d.seed, uint64(seat))
	}
	return robot.FreshRand()
}

// watchDemo plays a seat and prints each turn.
func watchDemo(env *cli.Env, ctx context.Context, s *p2p.Session, r *robot.Robot) error {
	seated, err := seat.New(seat.Of(s, "libp2p"), seat.Options{})
	if err != nil {
		return err
	}
	defer seated.Close()
	ran := make(chan error, 1)
	go func() { ran <- r.Run(ctx, s) }()
	for told := 0; ; {
		changed := seated.Changed()
		now := &viewmodel.Scene{State: seated.State(), Table: seated.Table(), Rules: seated.Rules()}
		told = tellTurns(env, now, seated.Events(0), told)
		select {
		case <-changed:
		case err := <-ran:
			now.State = seated.State()
			tellTurns(env, now, seated.Events(0), told)
			return err
		}
	}
}

// tellTurns prints each turn after the one of that number, with what has been checked and sent so far,
// and returns the number of the last.
func tellTurns(env *cli.Env, now *viewmodel.Scene, events []seat.Event, told int) int {
	for i := range events {
		turn := events[i].Turn
		if turn == nil || !turn.Complete || turn.Number <= told {
			continue
		}
		told = turn.Number
		sofar := env.T(messages.DemoProgress, env.N(messages.Proofs, now.Proofs.Made+now.Proofs.Checked), cli.Kilobytes(int(now.Traffic.Sent+now.Traffic.Received)))
		fmt.Fprintf(env.Out, "%s %s\n", messages.Pad(now.Numbered(env.Lang, turn), 58), sofar)
	}
	return told
}

// demoResult is the output of `demo --json`.
type demoResult struct {
	Out     string            `json:"out,omitempty"` // the file of --out
	Seconds float64           `json:"seconds"`       // how long the match took
	Sent    map[string]uint64 `json:"sent"`          // bytes that each peer wrote to its links
	Audit   auditreport.JSON  `json:"audit"`         // as audit --json prints it
}

// demoEnd keeps the transcript, audits it, and sums the match up.
func demoEnd(env *cli.Env, peers []*localpeers.Peer, rs *engine.Ruleset, d demoFlags, took time.Duration) error {
	file, err := peers[0].Transcript()
	if err != nil {
		return cli.Wrap(err)
	}
	if d.out != "" {
		if err := env.WriteFile(d.out, file); err != nil {
			return err
		}
	}
	report := protocol.Audit(file)
	env.Code = auditreport.ExitCode(report.Verdict)
	sent := map[string]uint64{}
	for i, p := range peers {
		sent[engine.Seat(i).String()] = p.Session.Snapshot().Traffic.Sent
	}
	if env.JSON {
		return env.PrintJSON(demoResult{d.out, took.Seconds(), sent, auditreport.Of(report)})
	}
	if !report.Result.Over || report.Verdict != protocol.Honest {
		auditreport.Print(env, localpeers.FileName(d.out), report)
		return nil
	}
	end := peers[0].Session.Snapshot()
	setup := transcript.Layout
	if rs.Deck() != nil {
		setup = transcript.Shuffle
	}
	setupBytes := 0
	peers[0].Session.View(func(_ *protocol.Player, m *protocol.Match) {
		setupBytes = len(m.Record(firstOf(m, setup)))
	})
	fmt.Fprintln(env.Out)
	if d.maxTurns > 0 && end.Result.Reason == engine.ByResignation {
		env.Say(messages.DemoLimit, report.Plies)
	}
	env.Say(messages.DemoResult, messages.Capital(viewmodel.Outcome(env.Lang, rs, report.Result)), env.N(messages.Turns, report.Plies), took.Seconds())
	fmt.Fprintln(env.Out)
	env.Say(messages.DemoWhat)
	switch {
	case rs.Deck() != nil:
		env.Bullet(env.T(messages.DemoDeck, len(rs.Deck().Tokens()), cli.Kilobytes(setupBytes)))
		env.Bullet(env.T(messages.DemoFlips, len(rs.Deck().Tokens())-end.Position.Down().Len()))
	case rs.Open():
		env.Bullet(env.T(messages.DemoLayouts, env.N(messages.Pieces, rs.ArmySize()), cli.Kilobytes(setupBytes)))
		env.Bullet(env.T(messages.DemoOpen))
	default:
		named, err := publiclyNamed(rs, end.First, end.Events)
		if err != nil {
			return cli.Wrap(err)
		}
		env.Bullet(env.T(messages.DemoLayouts, env.N(messages.Pieces, rs.ArmySize()), cli.Kilobytes(setupBytes)))
		env.Bullet(env.T(messages.DemoClashes, env.N(messages.Clashes, report.Clashes), named, rs.NumSeats()*rs.ArmySize()))
	}
	env.Bullet(env.T(messages.DemoProofs, report.Proofs))
	if d.resolver != protocol.Resolvers()[0] && !rs.Open() && rs.Deck() == nil {
		env.Bullet(env.T(messages.DemoAudited, d.resolver))
	}
	env.Bullet(env.T(messages.DemoBytes, bytesSent(env.Lang, rs, sent)))
	switch {
	case rs.Deck() != nil:
		env.Bullet(env.T(messages.DemoAuditDeck))
	case rs.Open():
		env.Bullet(env.T(messages.DemoAuditOpen))
	case rs.RevealAtEnd():
		env.Bullet(env.T(messages.DemoAudit, report.Clashes))
	default:
		env.Bullet(env.T(messages.DemoAuditSecret))
	}
	fmt.Fprintln(env.Out)
	demoNext(env, d)
	return nil
}

// bytesSent says how much each peer sent.
func bytesSent(lang messages.Lang, rs *engine.Ruleset, sent map[string]uint64) string {
	var list []string
	for _, of := range rs.Seats() {
		list = append(list, messages.DemoBytesOf.In(lang, of, cli.Kilobytes(int(sent[of.String()]))))
	}
	return strings.Join(list, messages.ListSeparator.In(lang))
}

// firstOf returns the place of the first record of a kind in the chain.
func firstOf(m *protocol.Match, kind transcript.Kind) int {
	for i := range m.Len() {
		if r, err := transcript.Parse(m.Record(i)); err == nil && r.Kind == kind {
			return i
		}
	}
	return 0 // unreachable: the match has ended
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

// terms returns the flags that ask for the same terms again.
func (d demoFlags) terms() (flags string) {
	if d.rules != "standard" {
		flags += " --rules " + cli.TypedName(d.rules)
	}
	if d.resolver != protocol.Resolvers()[0] {
		flags += " --resolver " + d.resolver
	}
	return flags
}

// demoNext names the commands to try after this one.
func demoNext(env *cli.Env, d demoFlags) {
	env.Say(messages.DemoNext)
	rows := [][2]string{}
	if d.out == "" {
		again := "darkjunqi demo" + d.terms()
		if d.seeded {
			again += fmt.Sprintf(" --seed %d", d.seed)
		}
		rows = append(rows, [2]string{again + " --out demo.djq", env.T(messages.DemoNextOut)})
	} else {
		rows = append(rows,
			[2]string{"darkjunqi audit " + cli.TypedName(d.out), env.T(messages.DemoNextAudit)},
			[2]string{"darkjunqi replay " + cli.TypedName(d.out) + " --as public", env.T(messages.DemoNextReplay)})
	}
	rows = append(rows, [2]string{"darkjunqi host" + d.terms(), env.T(messages.DemoNextHost)})
	env.Columns(rows)
}
