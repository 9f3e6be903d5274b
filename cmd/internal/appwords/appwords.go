// Package appwords holds what the program says about rules and audits, for the command line and
// for pages, served or on their own.
package appwords

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// All is the words of an [app.App], in all languages.
func All() app.Words {
	words := Audits()
	words.Terms = func(rs *engine.Ruleset, resolver string) app.Terms {
		terms := app.Terms{}
		for _, l := range messages.Languages() {
			terms[l.String()] = rulestext.Pairs(l, rs, resolver)
		}
		return terms
	}
	return words
}

// Audits is the part of the words that an audit needs.
func Audits() app.Words {
	return app.Words{
		Verdict: func(r *protocol.Report) app.Names {
			return messages.Each(func(l messages.Lang) string { return Verdict(l, r) })
		},
		Grounds: func(r *protocol.Report) []app.Names {
			grounds := []app.Names{}
			for i := range Grounds(messages.English, r) {
				grounds = append(grounds, messages.Each(func(l messages.Lang) string { return messages.Capital(Grounds(l, r)[i]) }))
			}
			return grounds
		},
	}
}

// Grounds says what a conviction means in the game, and what it can't mean: what the record
// claims, in which turn and about which move if that is known, that the culprit's key signed it, and
// that a key names no person.
func Grounds(lang messages.Lang, r *protocol.Report) []string {
	lines := []string{messages.AuditConvicts.In(lang), messages.AuditNotWho.In(lang)}
	c := r.Conviction
	if c.Index == protocol.NoIndex || coded.Code(c.Reason) == "protocol.double" { // two conflicting records claim nothing false by themselves
		return lines
	}
	claim := messages.Checks.Of(strings.ToLower(c.Kind.String())).In(lang)
	claimed := messages.AuditClaimed.In(lang, claim)
	switch {
	case r.Turn > 0 && r.Move != (engine.Move{}):
		claimed = messages.AuditClaimedMove.In(lang, r.Turn, r.Rules.Board().FormatMove(r.Move), claim)
	case r.Turn > 0:
		claimed = messages.AuditClaimedTurn.In(lang, r.Turn, claim)
	}
	return append([]string{claimed}, lines...)
}

// Verdict says what an audit found, in a sentence or two.
func Verdict(lang messages.Lang, r *protocol.Report) string {
	switch {
	case r.Verdict == protocol.Cheating && r.Record == protocol.NoIndex: // two conflicting records
		return messages.Capital(messages.VerdictTwice.In(lang, r.Conviction.Culprit, r.Reason))
	case r.Verdict == protocol.Cheating:
		return messages.Capital(messages.VerdictCheating.In(lang, r.Conviction.Culprit, r.Record, r.Reason))
	case r.Verdict == protocol.Honest && r.Rules.RevealAtEnd():
		return messages.Capital(messages.AuditReplayed.In(lang, messages.Clashes.In(lang, r.Clashes)))
	case r.Verdict == protocol.Honest && r.Rules.Deck() != nil:
		return messages.Capital(messages.AuditNeverDealt.In(lang))
	case r.Verdict == protocol.Honest:
		return messages.Capital(messages.AuditNeverRevealed.In(lang, messages.Clashes.In(lang, r.Clashes)))
	case r.Reason != nil:
		return messages.Capital(lang.Error(r.Reason))
	}
	return "" // unreachable: whatever isn't honest has a reason
}
