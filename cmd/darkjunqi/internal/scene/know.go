package scene

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Word is a type in a sentence.
func (s *Scene) Word(l words.Lang, typeID string) string {
	return table.Word(l, s.Rules, s.Type(typeID))
}

// Words lists types in a sentence.
func (s *Scene) Words(l words.Lang, ids []string) string {
	return table.Words(l, s.Rules, s.Types(ids))
}

// Fact says what was seen of a piece, and what that leaves it to be.
func (s *Scene) Fact(l words.Lang, f *seat.Fact) string {
	source := words.FactSources[f.Source].In(l)
	if f.Met != nil && f.Announcement != nil {
		source = words.FactMet.In(l, SeatOf(f.Met.Seat), s.announced(l, f.Announcement))
		if met := s.Piece(f.Met); met != nil && met.Seat == s.Table.Seat {
			source = words.FactMetYours.In(l, s.Word(l, met.Type), s.announced(l, f.Announcement))
		}
	}
	if f.Ply == 0 {
		return words.KnowBefore.In(l, source, s.Words(l, f.Types))
	}
	return words.KnowFact.In(l, f.Ply, source, s.Words(l, f.Types))
}

// announced is an announcement in words, without the seats.
func (s *Scene) announced(l words.Lang, ann *seat.Announcement) string {
	rule := engine.AnnouncementRule{
		AttackerLeaves: ann.AttackerLeaves, DefenderLeaves: ann.DefenderLeaves, FlagTaken: ann.FlagTaken,
		AttackerShowsFlag: ann.AttackerShowsFlag, DefenderShowsFlag: ann.DefenderShowsFlag, Repelled: ann.Repelled,
	}
	if ann.AttackerSeen != "" {
		rule.AttackerSeen = s.Word(l, ann.AttackerSeen)
	}
	if ann.DefenderSeen != "" {
		rule.DefenderSeen = s.Word(l, ann.DefenderSeen)
	}
	return Announcement(l, rule)
}

// Announcement says an announcement in words, without the seats; types are named in it as
// they stand there.
func Announcement(l words.Lang, ann engine.AnnouncementRule) string {
	var parts []string
	add := func(text words.Text, args ...any) { parts = append(parts, text.In(l, args...)) }
	switch {
	case ann.Repelled:
		add(words.AnnRepelled)
	case ann.AttackerLeaves && ann.DefenderLeaves:
		add(words.AnnBothLeave)
	case ann.AttackerLeaves:
		add(words.AnnAttackerLeaves)
	default:
		add(words.AnnDefenderLeaves)
	}
	if ann.FlagTaken {
		add(words.AnnFlagTaken)
	}
	if ann.AttackerShowsFlag {
		add(words.AnnAttackerFlag)
	}
	if ann.DefenderShowsFlag {
		add(words.AnnDefenderFlag)
	}
	if ann.AttackerSeen != "" {
		add(words.AnnAttackerSeen, ann.AttackerSeen)
	}
	if ann.DefenderSeen != "" {
		add(words.AnnDefenderSeen, ann.DefenderSeen)
	}
	return strings.Join(parts, words.AnnSeparator.In(l))
}
