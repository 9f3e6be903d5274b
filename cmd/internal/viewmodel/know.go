package viewmodel

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Word returns a type in a sentence.
func (s *Scene) Word(l messages.Lang, typeID string) string {
	return l.Type(s.Rules, s.Type(typeID))
}

// Words lists types in a sentence.
func (s *Scene) Words(l messages.Lang, ids []string) string {
	return l.Types(s.Rules, s.Types(ids))
}

// PieceIs says what a piece is, or may be, for the viewer.
func (s *Scene) PieceIs(l messages.Lang, p *seat.Piece) string {
	switch {
	case p.By == "own":
		return messages.LookIs.In(l, l.Piece(s.Rules, s.Type(p.Type), SeatOf(p.Seat)))
	case p.Type != "":
		return messages.KnowIs.In(l, SeatOf(p.Seat), l.Piece(s.Rules, s.Type(p.Type), SeatOf(p.Seat)))
	}
	return messages.LookMaybe.In(l, s.Words(l, p.May))
}

// Fact says what was seen of a piece, and what that leaves it to be.
func (s *Scene) Fact(l messages.Lang, f *seat.Fact) string {
	source := messages.FactSources.Of(f.Source).In(l)
	if f.Met != nil && f.Announcement != nil {
		source = messages.FactMet.In(l, SeatOf(f.Met.Seat), Announcement(l, s.Rules, *f.Announcement))
		if met := s.piece(f.Met); met != nil && met.Seat == s.Table.Seat {
			source = messages.FactMetYours.In(l, s.Word(l, met.Type), Announcement(l, s.Rules, *f.Announcement))
		}
	}
	if f.Ply == 0 {
		return messages.KnowBefore.In(l, source, s.Words(l, f.Types))
	}
	return messages.KnowFact.In(l, f.Ply, source, s.Words(l, f.Types))
}

// Announcement says an announcement of rules in words, without the seats.
func Announcement(l messages.Lang, rs *engine.Ruleset, ann engine.AnnouncementRule) string {
	var parts []string
	add := func(text messages.Text, args ...any) { parts = append(parts, text.In(l, args...)) }
	switch {
	case ann.Repelled:
		add(messages.AnnRepelled)
	case ann.AttackerLeaves && ann.DefenderLeaves:
		add(messages.AnnBothLeave)
	case ann.AttackerLeaves:
		add(messages.AnnAttackerLeaves)
	default:
		add(messages.AnnDefenderLeaves)
	}
	if ann.FlagTaken {
		add(messages.AnnFlagTaken)
	}
	if ann.AttackerShowsFlag {
		add(messages.AnnAttackerFlag)
	}
	if ann.DefenderShowsFlag {
		add(messages.AnnDefenderFlag)
	}
	if t, ok := rs.Type(ann.AttackerSeen); ok {
		add(messages.AnnAttackerSeen, l.Type(rs, t))
	}
	if t, ok := rs.Type(ann.DefenderSeen); ok {
		add(messages.AnnDefenderSeen, l.Type(rs, t))
	}
	return strings.Join(parts, messages.AnnSeparator.In(l))
}
