package bot

import (
	"cmp"
	"math"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// traits rates the types of a game, worked out from how they move and from
// what comes of clashes.
type traits struct {
	worth [engine.MaxTypes]float64    // what a piece is worth, on a scale where the least that moves is 10
	drive [engine.MaxTypes]float64    // how gladly a type goes forward
	usual [engine.MaxTypes][6]float64 // how gladly players put it into the front, …, the back of their half

	flag      engine.Type
	obstacles engine.TypeSet // what never moves and is no flag, as mines
	sappers   engine.TypeSet // what clears obstacles and stays

	outcomes [engine.MaxTypes][engine.MaxTypes]outcome
	rows     []float64 // where each piece by number starts, from 0 in front to 1 at the back
}

// outcome is the result of a clash.
type outcome struct{ attackerLeaves, defenderLeaves, flagTaken bool }

// What ranks are like, from the lowest to the highest. These numbers and those below are
// our own judgement, tried out in games of the bot with itself.
var (
	rankDrive = []float64{1.4, 1.8, 2, 2.2, 2.2, 2.2, 2, 1.6}
	rankRows  = [][6]float64{
		{1.2, 0.8, 0.8, 0.8, 1, 1.5},
		{1.3, 0.8, 0.8, 0.8, 1, 1.3},
		{1.3, 1, 1, 1, 0.8, 0.7},
		{1.2, 1.1, 1, 1, 0.8, 0.5},
		{1, 1.3, 1.2, 1.1, 0.7, 0.4},
		{0.8, 1.4, 1.3, 1.2, 0.7, 0.3},
		{0.5, 1.5, 1.5, 1.2, 0.6, 0.2},
		{0.3, 1.4, 1.6, 1.3, 0.6, 0.2},
	}
	sapperRows = [6]float64{0.3, 0.8, 1, 1, 1.3, 0.8}
	bomberRows = [6]float64{0.8, 1.2, 1.4, 1.3, 0.8, 0.4}
	anyRows    = [6]float64{1, 1, 1, 1, 1, 1}
)

// What types are worth beside what they win and risk.
const (
	flagWorth     = 1000
	obstacleWorth = 14
	leastWorth    = 10
	handyWorth    = 16   // on top, for what opens the way to a flag, or takes a big piece along
	flattening    = 0.95 // power to which the ratio of winnings to risks is raised
)

// newTraits works the traits of a game's types out.
func newTraits(rs *engine.Ruleset) *traits {
	tr := &traits{flag: rs.Flag(), rows: rowsOf(rs)}
	types := rs.Types().Types()
	for _, a := range types {
		for _, d := range types {
			if said, ok := rs.Announcement(rs.Clash(a, d)); ok {
				tr.outcomes[a][d] = outcome{said.AttackerLeaves, said.DefenderLeaves, said.FlagTaken}
			}
		}
	}
	tr.obstacles = (rs.Types() &^ rs.Mobile()).Remove(tr.flag)
	for _, t := range rs.Mobile().Types() {
		clears := tr.obstacles != 0
		for _, o := range tr.obstacles.Types() {
			clears = clears && tr.outcomes[t][o] == outcome{defenderLeaves: true}
		}
		if clears {
			tr.sappers = tr.sappers.Add(t)
		}
	}
	if tr.sappers == rs.Mobile() { // then it is nothing special
		tr.sappers = engine.NoTypes
	}
	tr.weigh(rs)
	tr.rank(rs)
	return tr
}

// rowsOf returns how far back each piece starts.
func rowsOf(rs *engine.Ruleset) []float64 {
	list := make([]float64, rs.ArmySize())
	rows := rs.Rows()
	for row, cells := range rows {
		for _, number := range cells {
			if number >= 0 && len(rows) > 1 {
				list[number] = float64(row) / float64(len(rows)-1)
			}
		}
	}
	return list
}

// weigh works out what types are worth: what a piece may win before it is lost, which in
// turn is what others are worth.
func (tr *traits) weigh(rs *engine.Ruleset) {
	mobile := rs.Mobile().Types()
	ratio := tr.worth
	for _, t := range mobile {
		ratio[t] = 1
	}
	for _, t := range tr.obstacles.Types() {
		ratio[t] = 1
	}
	const rounds = 30
	for range rounds {
		next := ratio
		least := math.Inf(1)
		for _, t := range mobile {
			wins, risk := 0.0, 1.0
			for _, e := range rs.Types().Remove(tr.flag).Types() {
				wins += float64(rs.Count(e)) * ratio[e] * tr.removes(rs, t, e)
				risk += float64(rs.Count(e)) * tr.removes(rs, e, t)
			}
			next[t] = math.Pow(wins/risk, flattening)
			least = min(least, next[t])
		}
		for _, t := range mobile {
			ratio[t] = max(1, next[t]/max(least, 1e-9))
		}
	}
	for _, t := range mobile {
		tr.worth[t] = leastWorth * ratio[t]
		if tr.sappers.Has(t) || tr.bombs(rs, t) {
			tr.worth[t] += handyWorth
		}
	}
	for _, t := range tr.obstacles.Types() {
		tr.worth[t] = obstacleWorth
	}
	if tr.flag != engine.NoType {
		tr.worth[tr.flag] = flagWorth
	}
	for _, c := range rs.Counts() {
		if t, ok := rs.Type(c.Type); ok && c.Wins {
			tr.worth[t] = 0
		} else if ok {
			tr.worth[t] += flagWorth / float64(rs.Count(t)*rs.Count(t))
		}
	}
}

// removes returns how often a removes b when they meet, by whichever attacks.
func (tr *traits) removes(rs *engine.Ruleset, a, b engine.Type) float64 {
	times, of := 0.0, 0.0
	if rs.Mobile().Has(a) {
		of++
		if tr.outcomes[a][b].defenderLeaves {
			times++
		}
	}
	if rs.Mobile().Has(b) {
		of++
		if tr.outcomes[b][a].attackerLeaves {
			times++
		}
	}
	if of == 0 {
		return 0
	}
	return times / of
}

// rank sorts the types that move by worth, except for sappers and for those that leave with
// whatever they meet, and says where they like to be.
func (tr *traits) rank(rs *engine.Ruleset) {
	var ranks []engine.Type
	for _, t := range rs.Types().Types() {
		tr.usual[t] = anyRows
		switch {
		case !rs.Mobile().Has(t):
		case tr.sappers.Has(t):
			tr.usual[t], tr.drive[t] = sapperRows, 1
		case tr.bombs(rs, t):
			tr.usual[t], tr.drive[t] = bomberRows, 1
		default:
			ranks = append(ranks, t)
		}
	}
	slices.SortStableFunc(ranks, func(a, b engine.Type) int { return cmp.Compare(tr.worth[a], tr.worth[b]) })
	for i, t := range ranks {
		place := 1.0
		if len(ranks) > 1 {
			place = float64(i) / float64(len(ranks)-1)
		}
		tr.drive[t] = between(rankDrive, place)
		for row := range tr.usual[t] {
			column := make([]float64, len(rankRows))
			for r := range rankRows {
				column[r] = rankRows[r][row]
			}
			tr.usual[t][row] = between(column, place)
		}
	}
}

// bombs reports whether a type leaves with whatever it attacks.
func (tr *traits) bombs(rs *engine.Ruleset, t engine.Type) bool {
	for _, d := range rs.Types().Remove(tr.flag).Types() {
		if o := tr.outcomes[t][d]; !o.attackerLeaves || !o.defenderLeaves {
			return false
		}
	}
	return true
}

// between returns the value at a place from 0 to 1 of a curve given by evenly spaced points.
func between(points []float64, place float64) float64 {
	at := place * float64(len(points)-1)
	i := min(int(at), len(points)-2)
	return points[i] + (at-float64(i))*(points[i+1]-points[i])
}

// usually returns how gladly players start with a type as the piece of that number.
func (tr *traits) usually(t engine.Type, number int) float64 {
	return between(tr.usual[t][:], tr.rows[number])
}

func (tr *traits) takesFlag(t engine.Type) bool {
	return tr.flag != engine.NoType && tr.outcomes[t][tr.flag].flagTaken
}

// What else counts, on the scale of worth.
const (
	flagShownPrice  = 40  // a fall shows the flag
	repelledPrice   = 3   // a turn spent
	guardReward     = 30  // driving an enemy from our flag
	sapperReward    = 20  // an obstacle beside an enemy's flag
	campReward      = 3   // a safe place
	repeatPrice     = 8   // going back at once
	exposedFlag     = 250 // the enemy may take our flag at its next move
	threatShare     = 0.5 // how likely a threat is carried out
	carryHomeReward = 40  // a carried flag nearer its goal
)
