package engine

import (
	"cmp"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// ReachRule names nodes, the goals, where a piece of some type wins the game for its seat.
type ReachRule struct {
	// Type is the type that wins there, once its owner shows it at its next turn; empty if any piece
	// wins there, as soon as it arrives.
	Type string `json:"type"`
	// To lists each seat's goals.
	To [][]string `json:"to"`
}

// CountRule says whether a seat wins or loses when all its pieces of a type have left. Every
// announcement by which one leaves shows its type.
type CountRule struct {
	Type string `json:"type"`
	Wins bool   `json:"wins"` // the seat wins; otherwise it loses
}

// reach is a ReachRule that was checked.
type reachRule struct {
	on  bool
	t   Type // NoType: any
	to  [MaxSeats]NodeSet
	all NodeSet
}

// counted is a CountRule that was checked.
type counted struct {
	t    Type
	wins bool
}

func (rs *Ruleset) compileGoals(e *EndRule, x *index) {
	if e.Reach != nil {
		rs.reach = reachRule{on: true, t: x.optionalType(e.Reach.Type)}
		for seat, names := range e.Reach.To {
			rs.reach.to[seat] = x.nodeSet(names)
			rs.reach.all = rs.reach.all.Union(rs.reach.to[seat])
		}
	}
	for _, c := range e.Counts {
		rs.tallies = append(rs.tallies, counted{x.types[c.Type], c.Wins})
		rs.tallied = rs.tallied.Add(x.types[c.Type])
	}
}

// Reaches returns the type that wins on a seat's goals, and those goals; NoType if any type does.
// ok is false if the rules have no goals.
func (rs *Ruleset) Reaches(seat Seat) (t Type, to NodeSet, ok bool) {
	if !rs.HasSeat(seat) || !rs.reach.on {
		return NoType, NodeSet{}, false
	}
	return rs.reach.t, rs.reach.to[seat], true
}

// goals checks what wins by where it is, and by what is left of a type.
func (c *ruleCheck) goals() error {
	e := &c.r.Ends
	if (e.Reach != nil || len(e.Counts) > 0) && len(c.r.Seats) > 2 {
		return coded.Errorf("engine.rules-goals-seats", "rules: ends: only a game of two seats can be won by reaching nodes or by counting pieces")
	}
	if err := cmp.Or(c.reach(), checkSize("ends.counts", len(e.Counts), 0, len(c.r.Types))); err != nil {
		return err
	}
	var types distinct
	for i, rule := range e.Counts {
		place := at("ends.counts", i) + ".type"
		if err := cmp.Or(c.knowsType(place, rule.Type), types.add(place, rule.Type)); err != nil {
			return err
		}
		if rule.Type == e.Flag {
			return coded.Errorf("engine.rules-count-flag", "rules: %s: the loss of a flag ends the game anyway", place)
		}
		if err := c.shown(place, c.x.types[rule.Type]); err != nil {
			return err
		}
	}
	return nil
}

func (c *ruleCheck) reach() error {
	r := c.r.Ends.Reach
	switch {
	case r == nil:
		return nil
	case c.r.Deck != nil:
		return coded.Errorf("engine.rules-reach-deck", "rules: ends.reach: not with a deck")
	case len(r.To) != len(c.r.Seats):
		return coded.Errorf("engine.rules-not-each-seat", "rules: %s: expected %d lists, one for each seat, not %d", "ends.reach.to", len(c.r.Seats), len(r.To))
	}
	if r.Type != "" {
		if err := c.knowsType("ends.reach.type", r.Type); err != nil {
			return err
		}
	}
	for seat, names := range r.To {
		place := at("ends.reach.to", seat)
		if err := cmp.Or(checkSize(place, len(names), 1, MaxNodes), c.nodeList(place, names)); err != nil {
			return err
		}
		goals := c.x.nodeSet(names)
		for _, row := range c.r.Start[seat] {
			for _, name := range row {
				if name != "" && goals.Has(c.x.nodes[name]) {
					return coded.Errorf("engine.rules-reach-start", "rules: %s: a piece of the seat starts on %s, so it would win there at once", place, name)
				}
			}
		}
	}
	return nil
}

// shown makes sure that whenever a piece of a type leaves, everybody sees that it was one.
func (c *ruleCheck) shown(place string, t Type) error {
	for a, row := range slices.Concat(c.r.Clash.tables()...) {
		a %= len(c.r.Types) // one table after the other
		for d, code := range row {
			said := c.announcement(code)
			if Type(a) == t && said.AttackerLeaves && said.AttackerSeen != t || Type(d) == t && said.DefenderLeaves && said.DefenderSeen != t {
				return coded.Errorf("engine.rules-count-unseen", "rules: %s: %s can leave without being shown: %s attacks %s",
					place, c.r.Types[t].ID, c.r.Types[a].ID, c.r.Types[d].ID)
			}
		}
	}
	return nil
}

// Arrived returns the set of nodes on which a seat has pieces that, if they are of the type that wins
// there, it may show now to win: those on its goals.
func (p *Position) Arrived(seat Seat) NodeSet {
	r := &p.rules.reach
	if !r.on || r.t == NoType || !p.rules.HasSeat(seat) || p.Phase() != PhaseMove || p.turn != seat || p.mustProve {
		return NodeSet{}
	}
	var arrived NodeSet
	for n := range r.to[seat].Intersect(p.occupied[seat]).All() {
		if p.Known(p.at[n]).Has(r.t) {
			arrived = arrived.Add(n)
		}
	}
	return arrived
}

// Arrival returns the node on which a seat with this layout can show a piece to win now; NoNode if it
// can't.
func (p *Position) Arrival(seat Seat, own Layout) Node {
	for n := range p.Arrived(seat).All() {
		if own.typeOf(p.at[n]) == p.rules.reach.t {
			return n
		}
	}
	return NoNode
}

func (p *Position) applyArrive(e Event) error {
	if !p.Arrived(e.Seat).Has(e.Node) {
		return coded.Errorf("engine.not-arrived", "no piece of %s that may win there is on a goal", e.Seat)
	}
	p.learn(p.at[e.Node], TypesOf(p.rules.reach.t))
	p.putOut(p.next(e.Seat), ByReach)
	return nil
}

// arrive ends the game if any piece wins on a goal, and one has come there.
func (p *Position) arrive() {
	if r := &p.rules.reach; r.on && r.t == NoType && p.phase != PhaseOver && !r.to[p.turn].Intersect(p.occupied[p.turn]).Empty() {
		p.putOut(p.next(p.turn), ByReach)
	}
}

// Lost returns how many pieces of a type a seat has lost, if the rules count that type.
func (p *Position) Lost(seat Seat, t Type) int {
	if !p.rules.HasSeat(seat) || !p.rules.tallied.Has(t) {
		return 0
	}
	lost := 0
	for number := range p.rules.armySize {
		if p.where[seat][number] == NoNode && p.known[seat][number] == TypesOf(t) {
			lost++
		}
	}
	return lost
}

// countOut ends the game if a seat has lost all its pieces of a type that is counted: in the order of
// the rules, the seat whose turn it is before the other.
func (p *Position) countOut() {
	for _, c := range p.rules.tallies {
		for _, seat := range []Seat{p.turn, p.next(p.turn)} {
			if p.phase == PhaseOver || p.Lost(seat, c.t) < p.rules.Count(c.t) {
				continue
			}
			loser := seat
			if c.wins {
				loser = p.next(seat)
			}
			p.putOut(loser, ByCount)
		}
	}
}
