package page

import (
	"encoding/json"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// planned returns the text of rules with the plan of their board in a field of its own, so that the page draws what pictures
// draw.
func planned(rs *engine.Ruleset) (json.RawMessage, error) {
	plan, err := json.Marshal(boardplan.Of(rs))
	if err != nil {
		return nil, err
	}
	text := rs.Text()
	out := append(json.RawMessage{}, text[:len(text)-1]...)
	out = append(out, `,"plan":`...)
	return append(append(out, plan...), '}'), nil
}

// withPlan returns a table with planned rules, if its rules are known.
func withPlan(t seat.Table) (seat.Table, error) {
	if t.Digest == "" {
		return t, nil
	}
	rs, err := engine.ParseCanonical(t.Rules)
	if err != nil {
		return t, err
	}
	t.Rules, err = planned(rs)
	return t, err
}

// rulesOf returns the rules of a table, nil while they are not known.
func rulesOf(t seat.Table) *engine.Ruleset {
	rs, _ := engine.ParseCanonical(t.Rules)
	return rs
}
