package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/liar"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// cheatTime is far more than any scene takes.
const cheatTime = 2 * time.Minute

// deception is the scene of a cheat between two peers.
type deception struct {
	kind    adversary.Kind
	liar    *adversary.Player // used under its session's lock only
	cheat   *p2p.Session
	honest  *p2p.Session
	refusal *protocol.Refusal // of bytes that convict nobody
}

// demoCheat shows how a cheat is stopped. The exit code is 0 if that is where it should be.
func (a *env) demoCheat(parent context.Context, d demonstration) error {
	if d.cheat == "list" {
		return a.listCheats(d.asJSON)
	}
	if kind, ok := adversary.FindTable(d.cheat); ok {
		return a.tableCheat(d, kind)
	}
	kind, err := adversary.Find(d.cheat)
	switch {
	case err != nil:
		return a.fail(messages.ErrCheat, d.cheat).hinting(a.t(messages.HintCheatList))
	case d.rules != "":
		return a.fail(messages.ErrCheatRules, d.cheat).hinting(a.t(messages.HintCheatList))
	}
	return onStage(parent, 2, func(ctx context.Context, peers []*peer) error { return a.cheat(ctx, peers, d, kind) })
}

func (a *env) cheat(ctx context.Context, peers []*peer, d demonstration, kind adversary.Kind) error {
	x, err := deceive(peers, kind)
	if err != nil {
		return wrong(err)
	}
	if !d.asJSON {
		a.say(messages.CheatStart, messages.Capital(a.lang.Seat(kind.Scene.Liar)), a.describeCheat(kind.Name, kind.Description))
	}
	switch err := x.play(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		return &problem{code: exitCheating, err: errors.New(a.t(messages.ErrCheatSlow, kind.Name, cheatTime))}
	case errors.Is(err, context.Canceled):
		return &problem{code: exitUnfinished, err: errors.New(a.t(messages.ErrDemoLeft))}
	case err != nil:
		return wrong(err)
	}
	file, err := peers[honestSeat(kind.Scene)].transcript()
	if err != nil {
		return wrong(err)
	}
	if d.out != "" {
		if err := a.writeFile(d.out, file); err != nil {
			return err
		}
	}
	return a.cheatEnd(x, d, file)
}

// cheatLine is what `demo --cheat list` says of a cheat.
type cheatLine struct {
	Name        string `json:"cheat"`
	Description string `json:"description"`
	Stopped     string `json:"stopped"`
	Seats       int    `json:"seats"` // of the match that it needs
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

// listCheats prints a line for each kind.
func (a *env) listCheats(asJSON bool) error {
	list, wide := cheatLines(), 0
	if asJSON {
		return a.printJSON(map[string]any{"cheats": list})
	}
	for _, line := range list {
		wide = max(wide, len(line.Name))
	}
	for _, line := range list {
		needs := ""
		if line.Seats == 4 {
			needs = a.t(messages.CheatOfFour)
		}
		fmt.Fprintf(a.out, "%-*s  %s%s\n", wide, line.Name, a.describeCheat(line.Name, line.Description), needs)
	}
	return nil
}

// describeCheat says what a cheat does.
func (a *env) describeCheat(name, description string) string {
	return a.lang.Cheat(name, description)
}

// honestSeat is who is cheated.
func honestSeat(s adversary.Scene) engine.Seat { return 1 - s.Liar }

// deceive makes the match of a scene; the liar's peer sends what the liar says.
func deceive(peers []*peer, kind adversary.Kind) (*deception, error) {
	rs, err := kind.Scene.Ruleset()
	if err != nil {
		return nil, err
	}
	x := &deception{kind: kind}
	resolver := kind.Scene.Resolver
	if resolver == "" {
		resolver = protocol.Resolvers()[0]
	}
	err = introduce(peers, protocol.HostConfig{Rules: rs, Seat: engine.Red, Resolver: resolver}, func(p *protocol.Player) (cfg p2p.Config, err error) {
		if p.Seat() == kind.Scene.Liar {
			x.liar, err = adversary.New(kind, p, rand.Reader)
			liar.Speak(&cfg, x.liar)
		}
		return cfg, err
	})
	x.cheat, x.honest = peers[kind.Scene.Liar].session, peers[honestSeat(kind.Scene)].session
	return x, err
}

// play runs both sessions until the cheat has been stopped.
func (x *deception) play(ctx context.Context) error {
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

// step lets both seats take the decisions of the scene, and reports whether the cheat has been stopped.
func (x *deception) step() (stopped bool, err error) {
	// What becomes of the liar's session is no matter; only its lies must come off.
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
	case silent && now.Records == sent:
		// In a real match the program waits for the grace of the rules before it offers to claim.
		return true, x.honest.Do(func(p *protocol.Player) error { return p.ClaimSilence() })
	}
	err = x.honest.Do(func(p *protocol.Player) error { return x.kind.Scene.Decide(p, rand.Reader) })
	if errors.Is(err, p2p.ErrUnheard) {
		err = nil
	}
	return false, err
}

// cheatResult is what `demo --cheat --json` prints.
type cheatResult struct {
	Cheat       string     `json:"cheat"`
	Description string     `json:"description"`
	Stopped     string     `json:"stopped"`
	AsItShould  bool       `json:"asItShould"`
	Out         string     `json:"out,omitempty"`
	Certificate int        `json:"certificateBytes,omitempty"`
	Audit       reportJSON `json:"audit"`
}

// cheatEnd says where the cheat was stopped, and what the honest seat can prove.
func (a *env) cheatEnd(x *deception, d demonstration, file []byte) error {
	report := protocol.Audit(file)
	missed := x.kind.Check(report)
	certificate, err := protocol.Certify(file)
	if err == nil {
		_, err = protocol.VerifyCertificate(certificate)
	}
	if err != nil && !errors.Is(err, protocol.ErrNoCheating) {
		missed = errors.Join(missed, err)
	}
	if missed != nil {
		a.code = exitCheating
	}
	if d.asJSON {
		return a.printJSON(cheatResult{
			x.kind.Name, x.kind.Description, string(x.kind.Stopped), missed == nil, d.out, len(certificate), reportOf(report),
		})
	}
	liar, honest := a.lang.Seat(x.kind.Scene.Liar), a.lang.Seat(honestSeat(x.kind.Scene))
	bullet := func(text messages.Text, args ...any) { a.bullet(a.t(text, args...)) }
	conviction := x.honest.Snapshot().Conviction
	switch {
	case x.refusal != nil:
		bullet(messages.CheatDropped, messages.Capital(honest), x.refusal.Err)
	case conviction != nil && conviction.Kind == transcript.Fault:
		bullet(messages.CheatAccused, messages.Capital(liar), honest, conviction.Reason)
	case conviction != nil:
		bullet(messages.CheatRefused, messages.Capital(honest), conviction.Index, conviction.Kind, conviction.Reason)
		bullet(messages.CheatLost)
	case report.Verdict == protocol.Cheating:
		bullet(messages.CheatAudited, messages.Capital(honest), report.Reason)
	case x.kind.Stopped == adversary.Claimed:
		bullet(messages.CheatSilent, messages.Capital(liar), x.kind.Record, messages.Capital(honest))
	}
	if len(certificate) > 0 {
		bullet(messages.CheatProof, kilobytes(len(certificate)), liar)
	}
	fmt.Fprintln(a.out)
	a.printReport(a.demoName(d), report)
	fmt.Fprintln(a.out)
	if missed != nil {
		a.say(messages.CheatMissed, missed)
		return nil
	}
	a.say(messages.CheatCaught, a.t(messages.CheatStops[string(x.kind.Stopped)]))
	return nil
}
