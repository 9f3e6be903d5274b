package engine

import (
	"cmp"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// DeckRule says that the pieces of all seats start face down, shuffled, and where. Nobody knows any
// before it is turned up.
type DeckRule struct {
	// Nodes lists where the pieces lie, as many as all seats have together.
	Nodes []string `json:"nodes"`
	// Claim is the type whose first piece gives its colour to the seat that turns it up; empty if
	// the first piece of all does; nil (null) if each seat has its own colour from the start.
	Claim *string `json:"claim"`
	// Strike says whether a piece may move onto one that lies face down, which turns it up.
	Strike string `json:"strike"`
	// Guards are the types of an army that must all have left before its flag can be taken.
	Guards []string `json:"guards"`
	// Takers are the types that take a flag, in order: a seat does so only with the first of them
	// that it still has, turned up or not. If there are none, all types do.
	Takers []string `json:"takers"`
}

// The values of DeckRule.Strike.
const (
	StrikeNever = "never"
	StrikeOpen  = "open"
)

// deck checks what is dealt face down.
func (c *ruleCheck) deck() error {
	d := c.r.Deck
	if flip := c.r.Views.Mode == ModeFlip; flip != (d != nil) {
		return coded.Errorf("engine.rules-deck-mode", "rules: views.mode: %q needs a deck, and a deck needs it", ModeFlip)
	}
	if d == nil {
		return nil
	}
	if c.r.Views.Reveal != RevealNever {
		return coded.Errorf("engine.rules-deck-reveal", "rules: views.reveal: with a deck everything turned up is proven at once: write %q", RevealNever)
	}
	pieces := len(c.r.Seats) * c.armySize()
	if err := cmp.Or(
		checkSize("deck.nodes", len(d.Nodes), pieces, pieces),
		c.nodeList("deck.nodes", d.Nodes),
		checkChoice("deck.strike", d.Strike, StrikeNever, StrikeOpen),
		c.typeList("deck.guards", d.Guards),
		c.typeList("deck.takers", d.Takers),
	); err != nil {
		return err
	}
	if d.Claim != nil {
		if len(c.r.Seats) != 2 {
			return coded.Errorf("engine.rules-claim-seats", "rules: deck.claim: only two seats can claim their colours: write null")
		}
		if *d.Claim != "" {
			if err := c.knowsType("deck.claim", *d.Claim); err != nil {
				return err
			}
		}
	}
	if c.r.Ends.Flag == "" && len(d.Guards)+len(d.Takers) > 0 {
		return coded.Errorf("engine.rules-deck-flag", "rules: deck: there is no flag to guard or to take")
	}
	for i, id := range d.Guards {
		if id == c.r.Ends.Flag {
			return coded.Errorf("engine.rules-deck-guard", "rules: %s: a flag can't guard itself", at("deck.guards", i))
		}
	}
	for i, id := range d.Takers {
		row := c.r.Clash.Table[c.x.types[id]]
		if len(row) == 0 || !c.r.Clash.Announcements[row[c.x.types[c.r.Ends.Flag]]].FlagTaken {
			return coded.Errorf("engine.rules-deck-taker", "rules: %s: under the table of clashes %s takes no flag", at("deck.takers", i), id)
		}
	}
	for i, a := range c.r.Clash.Announcements {
		if a.AttackerSeen != "" || a.DefenderSeen != "" || a.AttackerShowsFlag || a.DefenderShowsFlag {
			return coded.Errorf("engine.rules-deck-seen", "rules: %s: with a deck all pieces that meet have been turned up, so no announcement may show anything", at("clash.announcements", i))
		}
	}
	return nil
}

func (c *ruleCheck) typeList(place string, ids []string) error {
	var types distinct
	for i, id := range ids {
		if err := cmp.Or(c.knowsType(at(place, i), id), types.add(at(place, i), id)); err != nil {
			return err
		}
	}
	return nil
}
