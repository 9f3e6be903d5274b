package lab

import (
	"crypto/rand"
	"errors"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
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
