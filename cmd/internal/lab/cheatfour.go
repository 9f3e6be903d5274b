package lab

import (
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/localpeers"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
)

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
	file := table.Match().File()
	if d.out != "" {
		if err := env.WriteFile(d.out, file); err != nil {
			return err
		}
	}
	return tableCheatEnd(env, table, kind, d, file)
}

// tableCheatEnd says how the others stopped the cheat, and what they can prove.
func tableCheatEnd(env *cli.Env, table *adversary.Table, kind adversary.TableKind, d cheatFlags, file []byte) error {
	missed := kind.Check(table)
	if missed != nil {
		env.Code = cli.ExitCheating
	}
	report := protocol.Audit(file)
	certificate, err := protocol.Certify(file)
	if err != nil && !errors.Is(err, protocol.ErrNoCheating) {
		return cli.Wrap(err)
	}
	if d.asJSON {
		return env.PrintJSON(cheatResult{
			kind.Name, kind.Description, string(kind.Stopped), missed == nil, d.out, len(certificate), auditreport.Of(report),
		})
	}
	liar := env.Lang.Seat(table.Cheat)
	env.Say(messages.CheatTable, messages.Capital(liar), env.Lang.Cheat(kind.Name, kind.Description))
	m := table.Match()
	if c := m.Conviction(); c != nil {
		env.Bullet(env.T(messages.CheatAmongFour, c.Index, c.Kind, c.Reason))
	}
	if out := m.SignedOut(table.Cheat); out != nil {
		env.Bullet(env.T(messages.CheatPutOut, messages.Capital(liar), out.Record, m.Len()-out.Record-1))
	}
	if table.Told != nil {
		env.Bullet(env.T(messages.CheatTold, table.Told))
	}
	if len(certificate) > 0 {
		env.Bullet(env.T(messages.CheatProof, cli.Kilobytes(len(certificate)), liar))
	}
	fmt.Fprintln(env.Out)
	auditreport.Print(env, localpeers.FileName(d.out), report)
	fmt.Fprintln(env.Out)
	if missed != nil {
		env.Say(messages.CheatMissed, missed)
		return nil
	}
	env.Say(messages.CheatCaught, env.T(messages.CheatStops[string(kind.Stopped)]))
	return nil
}
