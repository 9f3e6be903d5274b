package matches

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// matchSummary summarises the records of a match, unverified.
type matchSummary struct {
	rules   *engine.Ruleset // nil if the terms can't be read
	joined  int             // seats that are taken
	layouts int             // committed and proven
	result  engine.Result
}

func summarize(records [][]byte) (g matchSummary) {
	var events []engine.Event
	for _, raw := range records {
		r, err := transcript.Parse(raw)
		if err != nil {
			return g
		}
		switch r.Kind {
		case transcript.Terms:
			body, err := transcript.ParseTerms(r.Body)
			if err != nil {
				return g
			}
			if g.rules, err = engine.ParseCanonical([]byte(body.Rules)); err != nil {
				return g
			}
			g.joined++
		case transcript.Join:
			g.joined++
		case transcript.Layout:
			g.layouts++
		case transcript.Shuffle:
			if len(events) > 0 { // else it is of the first deal, before the game
				events = append(events, engine.DealEvent(r.Seat))
			}
		default:
			if e, ok := r.Event(); ok {
				events = append(events, e)
			}
		}
	}
	if g.rules != nil && len(events) > 0 {
		g.result = outcomeOf(g.rules, events)
	}
	return g
}

// outcomeOf returns how a game ended: not at all if it continues, or if its events don't follow from
// each other. Whoever took the first turn began.
func outcomeOf(rs *engine.Ruleset, events []engine.Event) engine.Result {
	for _, first := range rs.Seats() {
		p := engine.Start(rs, first)
		sound := true
		for i := 0; i < len(events) && sound; i++ {
			sound = p.Apply(events[i]) == nil
		}
		if sound {
			return p.Result()
		}
	}
	return engine.Result{}
}
