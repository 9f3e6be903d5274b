package main

import (
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
)

// tableCheat shows how a cheat among four is stopped: in memory, where each program passes on
// to the others what it has.
func (a *env) tableCheat(d demonstration, kind adversary.TableKind) error {
	rules, err := kind.Ruleset()
	if d.rules != "" {
		rules, err = a.ruleset(d.rules)
	}
	if err != nil {
		return err
	}
	table, err := adversary.PlayTable(kind, rules, rand.Reader)
	switch {
	case errors.Is(err, adversary.ErrNoTable), err == nil && kind.Stopped == adversary.Shown && !rules.PartnersOpen():
		return a.fail(messages.ErrCheatTable, kind.Name).hinting(a.t(messages.HintCheatTable))
	case err != nil:
		return wrong(err)
	}
	file := table.Match().File()
	if d.out != "" {
		if err := a.writeFile(d.out, file); err != nil {
			return err
		}
	}
	return a.tableCheatEnd(table, kind, d, file)
}

// tableCheatEnd says how the others stopped the cheat, and what they can prove.
func (a *env) tableCheatEnd(table *adversary.Table, kind adversary.TableKind, d demonstration, file []byte) error {
	missed := kind.Check(table)
	if missed != nil {
		a.code = exitCheating
	}
	report := protocol.Audit(file)
	certificate, err := protocol.Certify(file)
	if err != nil && !errors.Is(err, protocol.ErrNoCheating) {
		return wrong(err)
	}
	if d.asJSON {
		return a.printJSON(cheatResult{
			kind.Name, kind.Description, string(kind.Stopped), missed == nil, d.out, len(certificate), reportOf(report),
		})
	}
	liar := a.lang.Seat(table.Cheat)
	a.say(messages.CheatTable, messages.Capital(liar), a.describeCheat(kind.Name, kind.Description))
	m := table.Match()
	if c := m.Conviction(); c != nil {
		a.bullet(a.t(messages.CheatAmongFour, c.Index, c.Kind, c.Reason))
	}
	if out := m.SignedOut(table.Cheat); out != nil {
		a.bullet(a.t(messages.CheatPutOut, messages.Capital(liar), out.Record, m.Len()-out.Record-1))
	}
	if table.Told != nil {
		a.bullet(a.t(messages.CheatTold, table.Told))
	}
	if len(certificate) > 0 {
		a.bullet(a.t(messages.CheatProof, kilobytes(len(certificate)), liar))
	}
	fmt.Fprintln(a.out)
	a.printReport(a.demoName(d), report)
	fmt.Fprintln(a.out)
	if missed != nil {
		a.say(messages.CheatMissed, missed)
		return nil
	}
	a.say(messages.CheatCaught, a.t(messages.CheatStops[string(kind.Stopped)]))
	return nil
}
