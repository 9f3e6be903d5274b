package junqi

import "github.com/darkjunqi/darkjunqi/engine"

// deal lays the pieces of all seats face down on the places where they would start, the first
// seat's first.
func (s *settings) deal(r *engine.Rules) *engine.DeckRule {
	d := &engine.DeckRule{Strike: engine.StrikeNever, Guards: []string{}, Takers: []string{}}
	for _, rows := range r.Start {
		for _, row := range rows {
			for _, name := range row {
				if name != "" {
					d.Nodes = append(d.Nodes, name)
				}
			}
		}
	}
	switch s.get("colours") {
	case "first":
		d.Claim = new(string)
	case "engineer":
		d.Claim = &types[Engineer].id
	}
	if s.is("strike", "on") {
		d.Strike = engine.StrikeOpen
	}
	if !s.is("win", "pieces") {
		d.Guards = []string{types[Mine].id}
	}
	if s.is("win", "smallest") {
		for t := Engineer; t <= Commander; t++ {
			d.Takers = append(d.Takers, types[t].id)
		}
	}
	return d
}

// flipRules turns rules in which the seats lay out their pieces into the flip game's.
func (s *settings) flipRules(r *engine.Rules) {
	r.Deck = s.deal(r)
	r.Start = [][][]string{}
	for i := range r.Types {
		r.Types[i].Starts = []int{}
	}
	if s.is("win", "pieces") {
		r.Ends.Flag = ""
	}
	r.Views.Mode, r.Views.Reveal = engine.ModeFlip, engine.RevealNever
}
