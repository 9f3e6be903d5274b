package history

import (
	"cmp"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/glicko2"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Statistics are a player's own results, in the finished matches of the data folder whose audit found
// nothing wrong.
type Statistics struct {
	Tally
	Figures   []Figure    `json:"figures"`   // others, in the order in which they are shown
	Rules     []OfRules   `json:"rules"`     // most matches first
	Opponents []OfPlayers `json:"opponents"` // likewise
	// Ratings are those after each week with a match of two against somebody with a name, oldest first:
	// Glicko-2, in which all begin as strangers.
	Ratings []Rating      `json:"ratings"`
	Friends []RatedFriend `json:"friends"` // the others of those matches, the strongest first
	Left    []Entry       `json:"left"`    // matches that don't count, the newest first: not finished, not audited yet, or not honest
}

// Tally counts results.
type Tally struct {
	Won   int `json:"won"` // matches, as the next two
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

func (t *Tally) add(you string) {
	switch you {
	case "won":
		t.Won++
	case "lost":
		t.Lost++
	default:
		t.Drawn++
	}
}

func (t Tally) sum() int { return t.Won + t.Drawn + t.Lost }

// Figure is one number about a player's results, with a sentence figure.NAME.
type Figure struct {
	Name  string `json:"name"`  // "streak": most wins in a row
	Value int    `json:"value"` // as the name has it
}

// OfRules are the results by some rules.
type OfRules struct {
	Name messages.Names `json:"name"`
	Tally
}

// OfPlayers are the results against, and with, some players.
type OfPlayers struct {
	Names []string `json:"names"` // of a computer, U+0001 and its level, or U+0001 twice and the name of the player whose program plays it
	Tally
}

// Rating is Glicko's.
type Rating struct {
	When      seat.Millis `json:"when"`      // the end of its week; 0 for the present one
	Value     float64     `json:"value"`     // 1500 for a stranger
	Deviation float64     `json:"deviation"` // of the value, as Glicko estimates it
}

// RatedFriend is the rating of another player.
type RatedFriend struct {
	Name string `json:"name"`
	Rating
}

// StatisticsOf counts matches that were audited.
func StatisticsOf(matches []Entry) Statistics {
	s := Statistics{Rules: []OfRules{}, Opponents: []OfPlayers{}, Ratings: []Rating{}, Friends: []RatedFriend{}, Left: []Entry{}}
	counted := []Entry{}
	for _, p := range matches {
		if p.Verdict == review.Honest && p.You != "" && !p.Running {
			counted = append(counted, p)
		} else {
			s.Left = append(s.Left, p)
		}
	}
	slices.SortStableFunc(s.Left, func(a, b Entry) int { return cmp.Compare(b.When, a.When) })
	slices.SortStableFunc(counted, func(a, b Entry) int { return cmp.Compare(a.When, b.When) })
	run, streak := 0, 0
	for _, p := range counted {
		s.add(p.You)
		if run++; p.You != "won" {
			run = 0
		}
		streak = max(streak, run)
		i := slices.IndexFunc(s.Rules, func(of OfRules) bool { return of.Name["en"] == p.Rules["en"] })
		if i < 0 {
			i, s.Rules = len(s.Rules), append(s.Rules, OfRules{Name: p.Rules})
		}
		s.Rules[i].add(p.You)
		i = slices.IndexFunc(s.Opponents, func(of OfPlayers) bool { return slices.Equal(of.Names, p.Opponents) })
		if i < 0 {
			i, s.Opponents = len(s.Opponents), append(s.Opponents, OfPlayers{Names: p.Opponents})
		}
		s.Opponents[i].add(p.You)
	}
	s.Figures = []Figure{{"streak", streak}}
	slices.SortStableFunc(s.Rules, func(a, b OfRules) int { return cmp.Compare(b.sum(), a.sum()) })
	slices.SortStableFunc(s.Opponents, func(a, b OfPlayers) int { return cmp.Compare(b.sum(), a.sum()) })
	s.rate(counted)
	return s
}

// week is the period after which ratings are computed again: Glickman wants several games in one.
const week = 7 * 24 * 60 * 60 * 1000

// rate rates this player and the opponents in matches of two, week by week.
func (s *Statistics) rate(matches []Entry) {
	matches = slices.DeleteFunc(slices.Clone(matches), func(p Entry) bool {
		return len(p.Opponents) != 1 || p.Opponents[0] == "" || strings.HasPrefix(p.Opponents[0], botMark)
	})
	if len(matches) == 0 {
		return
	}
	own, others := glicko2.Start, map[string]glicko2.Rating{}
	rated := func(name string) glicko2.Rating {
		if r, ok := others[name]; ok {
			return r
		}
		return glicko2.Start
	}
	for at, i := matches[0].When/week, 0; ; at++ {
		var games []glicko2.Game
		theirs := map[string][]glicko2.Game{}
		for ; i < len(matches) && matches[i].When/week == at; i++ {
			name, score := matches[i].Opponents[0], map[string]float64{"won": 1, "lost": 0}
			result, decided := score[matches[i].You]
			if !decided {
				result = 0.5
			}
			games = append(games, glicko2.Game{Opponent: rated(name), Score: result})
			theirs[name] = append(theirs[name], glicko2.Game{Opponent: own, Score: 1 - result})
		}
		for name := range others {
			if theirs[name] == nil {
				others[name] = rated(name).After(nil)
			}
		}
		for name, list := range theirs {
			others[name] = rated(name).After(list)
		}
		own = own.After(games)
		if len(games) > 0 {
			s.Ratings = append(s.Ratings, Rating{(at + 1) * week, own.Value, own.Deviation})
		}
		if i == len(matches) {
			break
		}
	}
	for name, r := range others {
		s.Friends = append(s.Friends, RatedFriend{name, Rating{0, r.Value, r.Deviation}})
	}
	slices.SortFunc(s.Friends, func(a, b RatedFriend) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Name, b.Name))
	})
}
