// Package auditwords says what an audit has found.
package auditwords

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Grounds says what a conviction means in the game, and what it can't mean: what the false record
// claims, in which turn and about which move if that is known, that the culprit's key signed it,
// whether the pieces stay hidden, and that a key names no person.
func Grounds(lang messages.Lang, r *protocol.Report) []string {
	lang = lang.Under(r.Rules)
	lines := []string{messages.AuditConvicts.In(lang)}
	if coded.Code(r.Conviction.Reason) == "protocol.false-proof" {
		lines = append(lines, messages.AuditStaysHidden.In(lang))
	}
	lines = append(lines, messages.AuditNotWho.In(lang))
	if r.Conviction.Index == protocol.NoIndex || coded.Code(r.Conviction.Reason) == "protocol.double" { // two conflicting records claim nothing false by themselves
		return lines
	}
	claimed := claim(lang, r)
	switch {
	case r.Turn > 0 && r.Move != (engine.Move{}):
		claimed = messages.AuditClaimedMove.In(lang, r.Turn, r.Rules.Board().FormatMove(r.Move), claimed)
	case r.Turn > 0:
		claimed = messages.AuditClaimedTurn.In(lang, r.Turn, claimed)
	default:
		claimed = messages.AuditClaimed.In(lang, claimed)
	}
	return append([]string{claimed}, lines...)
}

// claim says what the record that convicts says of the game.
func claim(lang messages.Lang, r *protocol.Report) string {
	e := r.Claim
	switch {
	case e != nil && e.Kind == engine.EventAnswer:
		if _, ok := r.Rules.Announcement(e.Code); ok {
			return messages.ClaimAnnounced.In(lang, e.Seat, viewmodel.Announcement(lang, r.Rules, r.Rules.AnnouncementRule(e.Code)))
		}
	case e != nil && e.Kind == engine.EventShow:
		return messages.ClaimFlag.In(lang, e.Seat, r.Rules.Board().Name(e.Flag))
	}
	return messages.ClaimChecked.In(lang, r.Conviction.Culprit, messages.Checked(r.Rules, r.Conviction.Kind).In(lang))
}

// Verdict says what an audit found, in a sentence or two.
func Verdict(lang messages.Lang, r *protocol.Report) string {
	lang = lang.Under(r.Rules)
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
