package junqi

import "github.com/darkjunqi/darkjunqi/engine"

// Banqi (暗棋) as it is played in Taiwan: the pieces of xiangqi face down on the squares of half its
// board. The soldier takes the general and the general no soldier; cannons take over a piece.

// banqiArmy is the pieces from the highest rank to the lowest.
var banqiArmy = []struct {
	id, signs, letter string // red's sign, then black's
	count             int
}{
	{"general", "帅将", "K", 1},
	{"advisor", "仕士", "A", 2},
	{"elephant", "相象", "E", 2},
	{"chariot", "俥车", "R", 2},
	{"horse", "傌马", "H", 2},
	{"cannon", "炮砲", "C", 2},
	{"soldier", "兵卒", "P", 5},
}

// The size of its board, and the pieces that are out of the order of ranks.
const (
	banqiFiles   = 8
	banqiHeight  = 4
	banqiGeneral = 0
	banqiCannon  = 5
	banqiSoldier = 6
)

// newBanqiBoard returns a grid of roads, with a line along each rank and file.
func newBanqiBoard() *board {
	b := newBoard(banqiHeight)
	for x := range banqiFiles {
		for y := range banqiHeight {
			b.add(cell{x, y}, square, "")
		}
	}
	for x := range banqiFiles {
		for y := range banqiHeight {
			if x > 0 {
				b.roads[edgeOf(cell{x - 1, y}, cell{x, y})] = true
			}
			if y > 0 {
				b.roads[edgeOf(cell{x, y - 1}, cell{x, y})] = true
			}
		}
	}
	for x := range banqiFiles {
		b.lines = append(b.lines, straight(cell{x, banqiHeight - 1}, cell{x, 0}))
	}
	for y := range banqiHeight {
		b.lines = append(b.lines, straight(cell{0, y}, cell{banqiFiles - 1, y}))
	}
	return b
}

// banqiRules turns rules into banqi's: its board, army and deck, and no flag.
func (s *settings) banqiRules(r *engine.Rules) {
	newBanqiBoard().write(r)
	r.Kinds = []engine.KindRule{{ID: square, EN: square, ZH: "格"}}
	r.Seats = []engine.SeatRule{{Name: engine.Red.String(), Team: 0}, {Name: engine.Blue.String(), Team: 1, Colour: engine.Black}}
	r.Start = [][][]string{}
	r.Types = nil
	for i, t := range banqiArmy {
		ways := []engine.WayRule{{Along: engine.AlongEdge, Most: 1}}
		if i == banqiCannon {
			ways = []engine.WayRule{{Along: engine.AlongWalk, Most: 1}, {Along: engine.AlongOver}}
		}
		r.Types = append(r.Types, engine.TypeRule{
			ID: t.id, EN: t.id, ZH: t.signs, Sign: t.signs, Letter: t.letter, Count: t.count, Starts: []int{}, Ways: ways,
		})
	}
	r.Clash = engine.NewClashRule(r.Types, func(a, d int) engine.AnnouncementRule {
		takes := a <= d || a == banqiCannon
		switch {
		case a == banqiGeneral && d == banqiSoldier:
			takes = false
		case a == banqiSoldier && d == banqiGeneral:
			takes = true
		}
		return engine.AnnouncementRule{DefenderLeaves: takes, Repelled: !takes}
	})
	r.Ends.Flag, r.Ends.Carry, r.Ends.Shaken = "", nil, false
	d := &engine.DeckRule{Claim: new(string), Strike: engine.StrikeNever, Guards: []string{}, Takers: []string{}}
	if s.is("strike", "on") {
		d.Strike = engine.StrikeOpen
	}
	for _, n := range r.Nodes {
		d.Nodes = append(d.Nodes, n.Name)
	}
	r.Deck = d
	r.Views.Mode, r.Views.Reveal = engine.ModeFlip, engine.RevealNever
}
