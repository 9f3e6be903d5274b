package bot

import (
	"github.com/darkjunqi/darkjunqi/engine"
)

// worth is what a piece is worth, on a scale where a platoon is 10. These numbers and
// those below are our own judgement, tried out in games of the bot with itself.
var worth = [engine.NumTypes]float64{
	engine.Flag:      1000,
	engine.Mine:      14,
	engine.Engineer:  26,
	engine.Platoon:   10,
	engine.Company:   14,
	engine.Battalion: 20,
	engine.Regiment:  30,
	engine.Brigade:   45,
	engine.Division:  70,
	engine.Army:      100,
	engine.Commander: 140,
	engine.Bomb:      60,
}

// drive is how gladly a type goes forward.
var drive = [engine.NumTypes]float64{
	engine.Engineer:  1,
	engine.Platoon:   1.4,
	engine.Company:   1.8,
	engine.Battalion: 2,
	engine.Regiment:  2.2,
	engine.Brigade:   2.2,
	engine.Division:  2.2,
	engine.Army:      2,
	engine.Commander: 1.6,
	engine.Bomb:      1,
}

// What else counts, on the scale of worth.
const (
	flagShownPrice  = 40  // a commander's fall shows the flag
	repelledPrice   = 3   // a turn spent
	guardReward     = 30  // driving an enemy from our flag
	sapperReward    = 20  // a mine beside the enemy's flag
	campReward      = 3   // a safe place
	repeatPrice     = 8   // going back at once
	exposedFlag     = 250 // the enemy may take our flag at its next move
	threatShare     = 0.5 // how likely a threat is carried out
	carryHomeReward = 40  // a carried flag nearer its goal
)
