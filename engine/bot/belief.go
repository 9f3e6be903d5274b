package bot

import "github.com/darkjunqi/darkjunqi/engine"

// belief describes how likely each piece is each type, in a player's eyes. What may not be
// by the rules or by what was announced has no weight; the rest is weighed by where
// such pieces usually start and how they behave, and balanced so that the numbers of
// the army come out.
type belief [engine.NumPieces]odds

// odds describes how likely a piece is each type.
type odds [engine.MaxTypes]float64

// weigh works out what the view's player believes of all pieces; of those whose layout it
// sees it knows.
func weigh(v View, tr *traits, known knowledge) *belief {
	var b belief
	for _, seat := range v.Rules.Seats() {
		seen := v.seen(seat)
		for number := range v.Rules.ArmySize() {
			p := engine.PieceOf(seat, number)
			if seen != nil {
				b[p][seen[number]] = 1
			} else {
				b[p] = priors(v, tr, known, p)
			}
		}
		if seen == nil {
			b.balance(v.Rules, seat)
		}
	}
	return &b
}

// priors returns how likely a hidden piece is each type by itself, up to a factor: 0 for what
// it can't be.
func priors(v View, tr *traits, known knowledge, p engine.Piece) (weight odds) {
	for _, t := range known.Possible(p).Types() {
		weight[t] = tr.usually(t, p.Number())
		if tr.obstacles.Has(t) && !v.Position.Moved(p) {
			weight[t] *= 1 + float64(v.Position.Ply())/100 // what stays put may well be a mine
		}
	}
	return weight
}

// balance scales rows and columns in turn until each piece is one piece and each type
// is as many as an army has (Sinkhorn's way).
func (b *belief) balance(rs *engine.Ruleset, seat engine.Seat) {
	pieces := b[engine.PieceOf(seat, 0):][:rs.ArmySize()]
	for range 12 {
		for t := range rs.NumTypes() {
			sum := 0.0
			for i := range pieces {
				sum += pieces[i][t]
			}
			if sum > 0 {
				scale := float64(rs.Count(engine.Type(t))) / sum
				for i := range pieces {
					pieces[i][t] *= scale
				}
			}
		}
		for i := range pieces {
			sum := 0.0
			for _, w := range pieces[i] {
				sum += w
			}
			if sum > 0 {
				for t := range pieces[i] {
					pieces[i][t] /= sum
				}
			}
		}
	}
}

// knowledge reports which types a piece may be.
type knowledge interface {
	Possible(engine.Piece) engine.TypeSet
}

// conclude returns what the view's player may conclude from the game and the layouts that it
// sees.
func conclude(v View) knowledge {
	for _, first := range v.Rules.Seats() {
		known := engine.NewKnowledge(v.Rules, v.Seat, v.Layout)
		hidden := false
		for _, seat := range v.Rules.Seats() {
			if l := v.seen(seat); l != nil {
				known.See(seat, l)
			} else {
				hidden = true
			}
		}
		// The history fits only if the right seat begins.
		if !hidden || known.Replay(first, v.History) == nil {
			return known
		}
	}
	facts := engine.NewFacts(v.Rules) // not this position's history: make do with what is opened
	for _, seat := range v.Rules.Seats() {
		for number := range v.Rules.ArmySize() {
			p := engine.PieceOf(seat, number)
			facts.Assume(p, v.Position.Known(p))
		}
		facts.AssumeLayout(seat, v.seen(seat))
	}
	return facts
}
