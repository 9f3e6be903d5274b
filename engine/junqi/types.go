package junqi

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// The twelve types, in every ruleset that this package makes. Engineer to Commander are in order of
// rank.
const (
	Flag engine.Type = iota
	Mine
	Engineer
	Platoon
	Company
	Battalion
	Regiment
	Brigade
	Division
	Army
	Commander
	Bomb

	numTypes = 12
)

// types is the army: what the pieces are called and how many there are.
var types = [numTypes]struct {
	id, zh, sign, letter string
	count                int
}{
	Flag:      {"flag", "军旗", "旗", "F", 1},
	Mine:      {"mine", "地雷", "雷", "M", 3},
	Engineer:  {"engineer", "工兵", "工", "1", 3},
	Platoon:   {"platoon", "排长", "排", "2", 3},
	Company:   {"company", "连长", "连", "3", 3},
	Battalion: {"battalion", "营长", "营", "4", 2},
	Regiment:  {"regiment", "团长", "团", "5", 2},
	Brigade:   {"brigade", "旅长", "旅", "6", 2},
	Division:  {"division", "师长", "师", "7", 2},
	Army:      {"army", "军长", "军", "8", 1},
	Commander: {"commander", "司令", "司", "9", 1},
	Bomb:      {"bomb", "炸弹", "炸", "B", 2},
}

func mobile(t engine.Type) bool { return t != Flag && t != Mine }

func (s *settings) typeRules() []engine.TypeRule {
	list := make([]engine.TypeRule, numTypes)
	for i, t := range types {
		list[i] = engine.TypeRule{
			ID: t.id, EN: t.id, ZH: t.zh, Sign: t.sign, Letter: t.letter, Count: t.count,
			Starts: s.starts(engine.Type(i)),
			Ways:   s.ways(engine.Type(i)),
		}
	}
	return list
}

// starts lists the numbers of the pieces that may be of a type: flags in a headquarters,
// mines in rows 5 and 6, bombs not in row 1, unless bombs-front=on.
func (s *settings) starts(t engine.Type) []int {
	list := []int{}
	for number, at := range startPlaces {
		fine := true
		switch {
		case s.is("mode", "drawn"), s.is("way", "drawn"):
			list = append(list, number) // any piece may be of any type
			continue
		}
		switch t {
		case Flag:
			fine = slices.Contains(headquartersPlaces, at)
		case Mine:
			fine = at.row >= 5
		case Bomb:
			fine = at.row > 1 || s.is("bombs-front", "on")
		}
		if fine {
			list = append(list, number)
		}
	}
	return list
}

// ways says how a type moves: everybody one step along a road or a rail, and along the
// rails as the options have it.
func (s *settings) ways(t engine.Type) []engine.WayRule {
	if !mobile(t) {
		return []engine.WayRule{}
	}
	ride := engine.WayRule{Along: engine.AlongLine}
	switch {
	case t == Engineer || t == Bomb && s.is("bombs-fly", "on"):
		ride.Along = engine.AlongRail
	case s.is("rail", "corners"):
		ride.Along = engine.AlongRail
	case s.is("rail", "three"):
		ride.Most = 3
	case s.is("rail", "three-corners"):
		ride = engine.WayRule{Along: engine.AlongRail, Most: 3}
	}
	return []engine.WayRule{{Along: engine.AlongEdge, Most: 1}, ride}
}
