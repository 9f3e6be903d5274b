package bot

import "github.com/darkjunqi/darkjunqi/engine"

// belief is how likely each piece is each type, in a player's eyes. What may not be
// by the rules or by what was announced has no weight; the rest is weighed by where
// such pieces usually start and how they behave, and balanced so that the numbers of
// the army come out.
type belief [engine.NumPieces][engine.NumTypes]float64

// usualRows says how gladly players put a type into each row, front row first.
// The numbers are our own judgement.
var usualRows = [engine.NumTypes][6]float64{
	engine.Flag:      {1, 1, 1, 1, 1, 1},
	engine.Mine:      {1, 1, 1, 1, 1, 1},
	engine.Engineer:  {0.3, 0.8, 1, 1, 1.3, 0.8},
	engine.Platoon:   {1.2, 0.8, 0.8, 0.8, 1, 1.5},
	engine.Company:   {1.3, 0.8, 0.8, 0.8, 1, 1.3},
	engine.Battalion: {1.3, 1, 1, 1, 0.8, 0.7},
	engine.Regiment:  {1.2, 1.1, 1, 1, 0.8, 0.5},
	engine.Brigade:   {1, 1.3, 1.2, 1.1, 0.7, 0.4},
	engine.Division:  {0.8, 1.4, 1.3, 1.2, 0.7, 0.3},
	engine.Army:      {0.5, 1.5, 1.5, 1.2, 0.6, 0.2},
	engine.Commander: {0.3, 1.4, 1.6, 1.3, 0.6, 0.2},
	engine.Bomb:      {0.8, 1.2, 1.4, 1.3, 0.8, 0.4},
}

// weigh works out what the view's player believes of all pieces; of its own it knows.
func weigh(v View, known knowledge) *belief {
	var b belief
	for p := range engine.Piece(engine.NumPieces) {
		if p.Seat() == v.Seat {
			b[p][v.Layout[p.Number()]] = 1
			continue
		}
		b[p] = priors(v, known, p)
	}
	b.balance(v.Rules, v.Seat.Other())
	return &b
}

// priors is how likely an enemy piece is each type by itself, up to a factor: 0 for what
// it can't be.
func priors(v View, known knowledge, p engine.Piece) (weight [engine.NumTypes]float64) {
	row := rowOf(v.Rules, p)
	for _, t := range known.Possible(p).Types() {
		weight[t] = usualRows[t][row]
		if t == engine.Mine && !v.Position.Moved(p) {
			weight[t] *= 1 + float64(v.Position.Ply())/100 // what stays put may well be a mine
		}
	}
	return weight
}

// rowOf is the row, from 0 in front to 5, on which a piece started.
func rowOf(rs *engine.Ruleset, p engine.Piece) int {
	_, row := rs.Board().Start(p.Seat(), p.Number()).Place()
	if p.Seat() == engine.Red {
		return 5 - int(row)
	}
	return int(row) - 6
}

// balance scales rows and columns in turn until each piece is one piece and each type
// is as many as an army has (Sinkhorn's way).
func (b *belief) balance(rs *engine.Ruleset, seat engine.Seat) {
	pieces := b[int(seat)*engine.ArmySize:][:engine.ArmySize]
	for range 12 {
		for t := range engine.NumTypes {
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

// knowledge tells what a piece may be.
type knowledge interface {
	Possible(engine.Piece) engine.TypeSet
}

// conclude is what the view's player may conclude from the game and its own layout.
func conclude(v View) knowledge {
	if v.Enemy != nil { // nothing is left to conclude
		facts := engine.NewFacts(v.Rules)
		facts.AssumeLayout(v.Seat, v.Layout)
		facts.AssumeLayout(v.Seat.Other(), *v.Enemy)
		return facts
	}
	first := v.Position.ToAct()
	if len(v.History) > 0 {
		first = v.History[0].Seat
	}
	if known, err := engine.Know(v.Rules, v.Seat, v.Layout, first, v.History); err == nil {
		return known
	}
	facts := engine.NewFacts(v.Rules) // not this position's history: make do with what is opened
	for p := range engine.Piece(engine.NumPieces) {
		facts.Assume(p, v.Position.Known(p))
	}
	facts.AssumeLayout(v.Seat, v.Layout)
	return facts
}
