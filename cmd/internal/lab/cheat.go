package lab

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/localpeers"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/liar"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// cheatTime is far longer than any cheat takes.
const cheatTime = 2 * time.Minute

// cheatRun is a match between two peers in which one cheats.
type cheatRun struct {
	kind    adversary.Kind
	liar    *adversary.Player // used under its session's lock only
	cheat   *p2p.Session
	honest  *p2p.Session
	refusal *protocol.Refusal // of bytes that prove nothing
}

type cheatFlags struct {
	rules string // "" for those that the cheat brings
	out   string
}

func newCheat(env *cli.Env) *cobra.Command {
	var f cheatFlags
	cmd := &cobra.Command{
		Use:     "cheat KIND|list",
		Example: "  darkjunqi-lab cheat list\n  darkjunqi-lab cheat two-commanders\n  darkjunqi-lab cheat two-records --rules siguo --out four.djq",
		RunE:    func(cmd *cobra.Command, args []string) error { return cheat(cmd.Context(), env, args[0], f) },
	}
	cmd.Flags().StringVar(&f.rules, "rules", "", env.T(messages.FlagCheatRules))
	cli.CompleteFlag(cmd, "rules", gameargs.RulesetNames)
	cmd.Flags().StringVar(&f.out, "out", "", env.T(messages.FlagOut))
	env.JSONFlag(cmd)
	cmd.ValidArgsFunction = cli.Complete(completeCheats)
	return cmd
}

func completeCheats() []string {
	list := []string{"list"}
	for _, line := range cheatLines() {
		list = append(list, line.Name)
	}
	return list
}

// cheat shows how a cheat is stopped. The exit code is 0 if it is stopped where it should be.
func cheat(parent context.Context, env *cli.Env, name string, f cheatFlags) error {
	if name == "list" {
		return listCheats(env)
	}
	if kind, ok := adversary.FindTable(name); ok {
		return tableCheat(env, f, kind)
	}
	kind, err := adversary.Find(name)
	switch {
	case err != nil:
		return env.Fail(messages.ErrCheat, name).WithHint(env.T(messages.HintCheatList))
	case f.rules != "":
		return env.Fail(messages.ErrCheatRules, name).WithHint(env.T(messages.HintCheatList))
	}
	return localpeers.Run(parent, 2, func(ctx context.Context, peers []*localpeers.Peer) error {
		return cheatOfTwo(ctx, env, peers, f, kind)
	})
}

func cheatOfTwo(ctx context.Context, env *cli.Env, peers []*localpeers.Peer, d cheatFlags, kind adversary.Kind) error {
	x, err := deceive(peers, kind)
	if err != nil {
		return cli.Wrap(err)
	}
	if !env.JSON {
		env.Say(messages.CheatStart, messages.Capital(env.Lang.Seat(kind.Scene.Liar)), env.Lang.Cheat(kind.Name, kind.Description))
	}
	switch err := x.play(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		return &cli.Problem{Code: cli.ExitCheating, Err: errors.New(env.T(messages.ErrCheatSlow, kind.Name, cheatTime))}
	case errors.Is(err, context.Canceled):
		return &cli.Problem{Code: cli.ExitUnfinished, Err: errors.New(env.T(messages.ErrDemoLeft))}
	case err != nil:
		return cli.Wrap(err)
	}
	file, err := peers[honestSeat(kind.Scene)].Transcript()
	if err != nil {
		return cli.Wrap(err)
	}
	report := protocol.Audit(file)
	end := cheatEnd{cheatLine{kind.Name, kind.Description, string(kind.Stopped), 2}, kind.Scene.Liar, kind.Check(report)}
	return end.tell(env, d, file, report, func(bullet func(messages.Text, ...any)) { x.told(env, report, bullet) })
}

// cheatLine is a cheat as `cheat list` prints it.
type cheatLine struct {
	Name        string `json:"cheat"`       // the kind
	Description string `json:"description"` // what it does
	Stopped     string `json:"stopped"`     // where it should be stopped, such as convicted at once
	Seats       int    `json:"seats"`       // of the match that it needs
}

func cheatLines() (list []cheatLine) {
	for _, kind := range adversary.Kinds() {
		list = append(list, cheatLine{kind.Name, kind.Description, string(kind.Stopped), 2})
	}
	for _, kind := range adversary.TableKinds() {
		list = append(list, cheatLine{kind.Name, kind.Description, string(kind.Stopped), 4})
	}
	return list
}

func listCheats(env *cli.Env) error {
	list, wide := cheatLines(), 0
	if env.JSON {
		return env.PrintJSON(map[string]any{"cheats": list})
	}
	for _, line := range list {
		wide = max(wide, len(line.Name))
	}
	for _, line := range list {
		needs := ""
		if line.Seats == 4 {
			needs = env.T(messages.CheatOfFour)
		}
		fmt.Fprintf(env.Out, "%-*s  %s%s\n", wide, line.Name, env.Lang.Cheat(line.Name, line.Description), needs)
	}
	return nil
}

func honestSeat(s adversary.Scene) engine.Seat { return 1 - s.Liar }

// deceive makes the match; the cheat's peer sends what the adversary makes.
func deceive(peers []*localpeers.Peer, kind adversary.Kind) (*cheatRun, error) {
	rs, err := kind.Scene.Ruleset()
	if err != nil {
		return nil, err
	}
	x := &cheatRun{kind: kind}
	config := protocol.HostConfig{Rules: rs, Seat: engine.Red, Resolver: cmp.Or(kind.Scene.Resolver, protocol.ElGamal)}
	err = localpeers.Introduce(peers, config, func(p *protocol.Player) (cfg p2p.Config, err error) {
		if p.Seat() == kind.Scene.Liar {
			x.liar, err = adversary.New(kind, p, rand.Reader)
			liar.Speak(&cfg, x.liar)
		}
		return cfg, err
	})
	x.cheat, x.honest = peers[kind.Scene.Liar].Session, peers[honestSeat(kind.Scene)].Session
	return x, err
}

// play runs both sessions until the cheat has been stopped.
func (x *cheatRun) play(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, cheatTime)
	defer cancel()
	sessions := []*p2p.Session{x.cheat, x.honest}
	ran := make(chan error, len(sessions))
	for _, s := range sessions {
		go func() { ran <- s.Run(ctx) }()
	}
	left := len(sessions)
	defer func() {
		cancel()
		for range left {
			<-ran
		}
	}()
	for {
		lied, heard := x.cheat.Changed(), x.honest.Changed()
		if stopped, err := x.step(); stopped || err != nil {
			return err
		}
		select {
		case <-lied:
		case <-heard:
		case err := <-ran:
			left--
			if stopped, stepErr := x.step(); stopped || stepErr != nil {
				return stepErr
			}
			if err != nil || left == 0 {
				return errors.Join(err, ctx.Err())
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// step lets both seats decide as the kind of cheat needs, and reports whether it was stopped.
func (x *cheatRun) step() (stopped bool, err error) {
	// The liar's session may end as it likes; only its lies must arrive.
	_ = x.cheat.Do(func(*protocol.Player) error {
		err = x.liar.Decide()
		return nil
	})
	if err != nil {
		return false, err
	}
	silent, sent := false, 0
	x.cheat.View(func(*protocol.Player, *protocol.Match) {
		silent, sent = x.kind.Stopped == adversary.Claimed && x.liar.Told(), x.liar.Len()
	})
	now := x.honest.Snapshot()
	switch {
	case now.Conviction != nil, now.Done:
		return true, nil
	case x.kind.Stopped == adversary.Unattributed && errors.As(now.Trouble, &x.refusal):
		return true, nil
	case silent && now.Records == sent && x.withholds():
		// In a real match the program waits for the grace of the rules before it offers to claim.
		return true, x.honest.Do(func(p *protocol.Player) error { return p.ClaimSilence() })
	}
	err = x.honest.Do(func(p *protocol.Player) error { return x.kind.Scene.Decide(p, rand.Reader) })
	if errors.Is(err, p2p.ErrUnheard) {
		err = nil
	}
	return false, err
}

// withholds reports whether the liar owes what its cheat holds back: before that it may have
// told another lie, and not be silent.
func (x *cheatRun) withholds() (owes bool) {
	x.honest.View(func(_ *protocol.Player, m *protocol.Match) {
		owes = slices.Contains(m.Owed().Of(x.kind.Scene.Liar).Kinds, x.kind.Record)
	})
	return owes
}

// cheatResult is the output of `cheat --json`.
type cheatResult struct {
	Cheat       string           `json:"cheat"`                      // the kind
	Description string           `json:"description"`                // what it does
	Stopped     string           `json:"stopped"`                    // where it should be stopped, such as convicted at once
	AsItShould  bool             `json:"asItShould"`                 // it was stopped there: exit codes 0, 1
	Out         string           `json:"out,omitempty"`              // the file of --out
	Certificate int              `json:"certificateBytes,omitempty"` // 0 if nobody is convicted
	Audit       auditreport.JSON `json:"audit"`                      // of the honest side's transcript
}

func (x *cheatRun) told(env *cli.Env, report *protocol.Report, bullet func(messages.Text, ...any)) {
	liar := messages.Capital(env.Lang.Seat(x.kind.Scene.Liar))
	honest := env.Lang.Seat(honestSeat(x.kind.Scene))
	conviction := x.honest.Snapshot().Conviction
	switch {
	case x.refusal != nil:
		bullet(messages.CheatDropped, messages.Capital(honest), x.refusal.Err)
	case conviction != nil && conviction.Kind == transcript.Fault:
		bullet(messages.CheatAccused, liar, honest, conviction.Reason)
	case conviction != nil:
		bullet(messages.CheatRefused, messages.Capital(honest), conviction.Index, conviction.Kind, conviction.Reason)
		bullet(messages.CheatLost)
	case report.Verdict == protocol.Cheating:
		bullet(messages.CheatAudited, messages.Capital(honest), report.Reason)
	case x.kind.Stopped == adversary.Claimed:
		bullet(messages.CheatSilent, liar, x.kind.Record, messages.Capital(honest))
	}
}

type cheatEnd struct {
	cheatLine
	liar   engine.Seat
	missed error // why it was not stopped where it should be; nil if it was
}

// tell keeps the transcript, and reports how the cheat was stopped and what the honest seats can prove.
func (e cheatEnd) tell(env *cli.Env, d cheatFlags, file []byte, report *protocol.Report, how func(bullet func(messages.Text, ...any))) error {
	if d.out != "" {
		if err := env.WriteFile(d.out, file); err != nil {
			return err
		}
	}
	certificate, err := protocol.Certify(file)
	if err == nil {
		_, err = protocol.VerifyCertificate(certificate)
	}
	if err != nil && !errors.Is(err, protocol.ErrNoCheating) {
		e.missed = errors.Join(e.missed, err)
	}
	if e.missed != nil {
		env.Code = cli.ExitCheating
	}
	if env.JSON {
		return env.PrintJSON(cheatResult{
			e.Name, e.Description, e.Stopped, e.missed == nil, d.out, len(certificate), auditreport.Of(report),
		})
	}
	bullet := func(text messages.Text, args ...any) { env.Bullet(env.T(text, args...)) }
	how(bullet)
	if len(certificate) > 0 {
		bullet(messages.CheatProof, cli.Kilobytes(len(certificate)), env.Lang.Seat(e.liar))
	}
	fmt.Fprintln(env.Out)
	auditreport.Print(env, localpeers.FileName(d.out), report)
	fmt.Fprintln(env.Out)
	if e.missed != nil {
		env.Say(messages.CheatMissed, e.missed)
		return nil
	}
	env.Say(messages.CheatCaught, env.T(messages.CheatStops.Of(e.Stopped)))
	return nil
}

// tableCheat shows how a cheat among four is stopped. The match is in memory, and each program
// passes everything on to the others.
func tableCheat(env *cli.Env, d cheatFlags, kind adversary.TableKind) error {
	rules, err := kind.Ruleset()
	if d.rules != "" {
		rules, err = gameargs.Ruleset(env, d.rules)
	}
	if err != nil {
		return err
	}
	table, err := adversary.PlayTable(kind, rules, rand.Reader)
	switch {
	case errors.Is(err, adversary.ErrNoTable), err == nil && kind.Stopped == adversary.Shown && !rules.PartnersOpen():
		return env.Fail(messages.ErrCheatTable, kind.Name).WithHint(env.T(messages.HintCheatTable))
	case err != nil:
		return cli.Wrap(err)
	}
	return tableCheatEnd(env, table, kind, d, table.Match().File())
}

// tableCheatEnd says how the others stopped the cheat, and what they can prove.
func tableCheatEnd(env *cli.Env, table *adversary.Table, kind adversary.TableKind, d cheatFlags, file []byte) error {
	end := cheatEnd{cheatLine{kind.Name, kind.Description, string(kind.Stopped), 4}, table.Cheat, kind.Check(table)}
	return end.tell(env, d, file, protocol.Audit(file), func(bullet func(messages.Text, ...any)) {
		liar := messages.Capital(env.Lang.Seat(table.Cheat))
		env.Say(messages.CheatTable, liar, env.Lang.Cheat(kind.Name, kind.Description))
		m := table.Match()
		if c := m.Conviction(); c != nil {
			bullet(messages.CheatAmongFour, c.Index, c.Kind, c.Reason)
		}
		if out := m.SignedOut(table.Cheat); out != nil {
			bullet(messages.CheatPutOut, liar, out.Record, m.Len()-out.Record-1)
		}
		if table.Told != nil {
			bullet(messages.CheatTold, table.Told)
		}
	})
}
