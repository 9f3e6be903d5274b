package conformance_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// Section 22.7, told again from the page: the game in which pieces are turned up.

// A deal is what lies face down, and what is being done to it.
type deal struct {
	down             map[int]bool
	unturned         map[int]int // how many lie face down, by token
	settled, swapped bool
	node, striker    int // what is being turned up, and by whose move; or nowhere
	shared           map[int]bool
	again            bool
	dealt            map[int]bool
}

func newDeal(r *ruleset) *deal {
	d := &deal{down: map[int]bool{}, unturned: map[int]int{}, settled: r.Deck.Claim == nil, node: nowhere, striker: nowhere}
	for _, n := range r.deckNodes {
		d.down[n] = true
	}
	for seat := range r.seats {
		for j, t := range r.Types {
			d.unturned[seat*len(r.Types)+j] = t.Count
		}
	}
	return d
}

func (d *deal) clone() *deal {
	if d == nil {
		return nil
	}
	c := *d
	c.down, c.unturned = maps.Clone(d.down), maps.Clone(d.unturned)
	c.shared, c.dealt = maps.Clone(d.shared), maps.Clone(d.dealt)
	return &c
}

func (g *game) faceDown(n int) bool { return g.deal != nil && g.deal.down[n] }

// owner is the seat that has a colour, and the other way round.
func (d *deal) owner(colour int) int {
	if d.swapped {
		return 1 - colour
	}
	return colour
}

// tokens that lie face down, ascending.
func (d *deal) tokens() (out []int) {
	for _, token := range slices.Sorted(maps.Keys(d.unturned)) {
		out = append(out, slices.Repeat([]int{token}, d.unturned[token])...)
	}
	return out
}

// sharers of the piece that is being turned up.
func (g *game) sharers() []int {
	friends, enemies := []int{g.turn}, []int(nil)
	for i := 1; i < g.rules.seats; i++ {
		switch s := (g.turn + i) % g.rules.seats; {
		case g.out[s] != "":
		case g.rules.partners(s, g.turn):
			friends = append(friends, s)
		default:
			enemies = append(enemies, s)
		}
	}
	return append(friends, enemies...)
}

// inDeal lists the seats that still owe a Shuffle or a share; nil in other phases.
func (g *game) inDeal() (list []int) {
	if g.deal == nil || g.phase == "Over" {
		return nil
	}
	switch {
	case g.deal.again:
		for i := range g.rules.seats {
			if s := (g.turn + i) % g.rules.seats; g.out[s] == "" && !g.deal.dealt[s] {
				list = append(list, s)
			}
		}
	case g.deal.node != nowhere:
		for _, s := range g.sharers() {
			if !g.deal.shared[s] {
				list = append(list, s)
			}
		}
	}
	return list
}

// applyDeal takes an event of this section; list is inDeal.
func (g *game) applyDeal(e event, list []int) bool {
	d := g.deal
	switch {
	case d == nil || e.seat >= g.rules.seats || g.phase == "Over" || g.out[e.seat] != "":
		return false
	case e.kind == "Resign" && list != nil: // which no record says
		if g.ply < g.rules.Ends.ResignFrom {
			return false
		}
		had := g.turn == e.seat
		g.putOut(e.seat, "resignation")
		if had && g.phase != "Over" {
			g.settleFlip()
			g.endTurn()
		}
		return true
	case e.kind == "Flip":
		if list != nil || g.phase != "Move" || e.seat != g.turn || !d.down[e.to] {
			return false
		}
		g.ply++
		g.bothLeft = false
		if e.offer {
			g.offers[e.seat] = true
		}
		g.turnUp(e.to, nowhere)
		return true
	case len(list) == 0 || e.seat != list[0]:
		return false
	case d.again:
		if e.kind != "Shuffle" {
			return false
		}
		d.dealt[e.seat] = true
		d.again = len(list) > 1
		return true
	case e.kind == "Share" && len(list) > 1:
		d.shared[e.seat] = true
		return true
	}
	return e.kind == "Face" && len(list) == 1 && g.face(e.token)
}

func (g *game) turnUp(node, striker int) {
	g.quiet = 0
	g.deal.node, g.deal.striker, g.deal.shared = node, striker, map[int]bool{g.turn: true}
}

func (g *game) face(token int) bool {
	d, types := g.deal, len(g.rules.Types)
	if d.unturned[token] == 0 {
		return false
	}
	colour, t := token/types, token%types
	if claim := g.rules.Deck.Claim; !d.settled && (*claim == "" || *claim == g.rules.Types[t].ID) {
		d.settled = true
		if d.swapped = colour != g.turn; d.swapped {
			at, known := map[int]piece{}, map[piece]map[int]bool{}
			for n, p := range g.at {
				at[n] = piece{1 - p.seat, p.number}
			}
			for p, k := range g.known {
				known[piece{1 - p.seat, p.number}] = k
			}
			g.at, g.known = at, known
		}
	}
	// Pieces are numbered by their types, and in the order in which they are turned up.
	number := g.rules.Types[t].Count - d.unturned[token]
	for _, lower := range g.rules.Types[:t] {
		number += lower.Count
	}
	d.unturned[token]--
	p, n, striker := piece{d.owner(colour), number}, d.node, d.striker
	delete(d.down, n)
	g.settleFlip()
	g.known[p] = map[int]bool{t: true}
	if g.out[p.seat] == "" {
		g.at[n] = p
		if striker != nowhere && !g.rules.partners(p.seat, g.turn) && g.assailable(g.at[striker], p) {
			g.phase, g.from, g.to = "Answer", striker, n
			return true
		}
	}
	g.endTurn()
	return true
}

func (g *game) settleFlip() {
	if g.deal != nil {
		g.deal.node, g.deal.striker, g.deal.shared = nowhere, nowhere, map[int]bool{}
	}
}

func (g *game) dealAgain() {
	if g.deal != nil && len(g.deal.down) > 0 {
		g.deal.again, g.deal.dealt, g.deal.shared = true, map[int]bool{}, map[int]bool{}
	}
}

// left reports whether a seat has a piece of a type left, face down or not.
func (g *game) left(seat int, id string) bool {
	t := g.rules.typ[id]
	if g.deal.unturned[g.deal.owner(seat)*len(g.rules.Types)+t] > 0 {
		return true
	}
	for _, p := range g.at {
		if p.seat == seat && g.known[p][t] {
			return true
		}
	}
	return false
}

// assailable reports whether a piece may attack another.
func (g *game) assailable(attacker, defender piece) bool {
	a, t := slices.Collect(maps.Keys(g.known[attacker]))[0], slices.Collect(maps.Keys(g.known[defender]))[0]
	if !g.rules.moves(a) || g.rules.Clash.Announcements[g.rules.code(a, t)].Repelled {
		return false
	}
	if t != g.rules.flag {
		return true
	}
	if slices.ContainsFunc(g.rules.Deck.Guards, func(id string) bool { return g.left(defender.seat, id) }) {
		return false
	}
	for _, id := range g.rules.Deck.Takers {
		if g.left(attacker.seat, id) {
			return g.rules.Types[a].ID == id
		}
	}
	return len(g.rules.Deck.Takers) == 0
}

// armies are what each seat's pieces are, by number.
func (g *game) armies() (out [][]int) {
	var army []int
	for j, t := range g.rules.Types {
		army = append(army, slices.Repeat([]int{j}, t.Count)...)
	}
	return slices.Repeat([][]int{army}, g.rules.seats)
}

// The engine agrees about random games, whatever the options.
func TestFlipGameAlone(t *testing.T) {
	for _, spec := range []string{"flip", "flip,strike=on", "flip,seats=4", "flip,seats=4,strike=on,absent=out", "flip,colours=fixed,mines=engineers"} {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			rules, err := junqi.Rules(spec)
			require.NoError(t, err)
			for seed := range uint64(1 + *matches) {
				compareFlipGame(t, rules, rand.New(rand.NewPCG(seed, 11)), 260)
			}
		})
	}
}

func compareFlipGame(t *testing.T, rules *engine.Ruleset, rng *rand.Rand, events int) {
	alone, err := readRules(rules.Text())
	require.NoError(t, err)
	first := rng.IntN(rules.NumSeats())
	p, g := engine.Start(rules, engine.Seat(first)), startGame(alone, first)
	for i := 0; i < events && g.phase != "Over"; i++ {
		e := randomFlipEvent(&p, rng)
		next := g.clone()
		took := next.apply(eventOf(e))
		if took {
			g = next
		}
		require.Equal(t, took, p.Apply(e) == nil, "%+v", e)
		if list := g.inDeal(); list != nil {
			require.Equal(t, list[0], int(p.ToAct()))
			var tokens []int
			for _, token := range p.DownTokens() {
				tokens = append(tokens, int(token))
			}
			require.Equal(t, tokens, g.deal.tokens())
			continue
		}
		requireSameGame(t, g, &p)
	}
	t.Log(p.Ply(), g.result, g.deal.settled, len(g.deal.down))
}

// randomFlipEvent draws an event, most often one that may be true.
func randomFlipEvent(p *engine.Position, rng *rand.Rand) engine.Event {
	seat, nodes := p.ToAct(), p.Rules().Board().NumNodes()
	node := engine.Node(rng.IntN(nodes + 1))
	pick := func(n int) bool { return rng.IntN(n) == 0 }
	switch {
	case pick(40):
		seat = engine.Seat(rng.IntN(p.Rules().NumSeats()))
		return []engine.Event{
			engine.FlipEvent(seat, node, false), engine.ShareEvent(seat), engine.FaceEvent(seat, uint8(rng.IntN(60))), engine.DealEvent(seat),
			engine.PassEvent(seat), engine.AbsentEvent(seat), engine.ResignEvent(seat), engine.NoMoveEvent(seat),
			engine.MoveEvent(seat, engine.Move{From: node, To: engine.Node(rng.IntN(nodes))}, false),
		}[rng.IntN(9)]
	case p.Phase() == engine.PhaseDeal:
		return engine.DealEvent(seat)
	case p.Phase() == engine.PhaseShare:
		if p.Shared().Len() < p.Living().Len()-1 {
			return engine.ShareEvent(seat)
		}
		tokens := p.DownTokens()
		return engine.FaceEvent(seat, tokens[rng.IntN(len(tokens))])
	}
	if e, ok := p.Next(nil); ok {
		return e
	}
	moves, flips := p.LegalMoves(seat, nil), p.Flips(seat).Nodes()
	if len(flips) > 0 && (len(moves) == 0 || pick(2)) {
		return engine.FlipEvent(seat, flips[rng.IntN(len(flips))], pick(9))
	}
	return engine.MoveEvent(seat, moves[rng.IntN(len(moves))], pick(9))
}

// vectorFlipGame plays 160 events, or to the end.
func vectorFlipGame(t testing.TB, rules *engine.Ruleset, alone *ruleset, rng *rand.Rand) []any {
	p, g := engine.Start(rules, 0), startGame(alone, 0)
	steps := []any{map[string]any{"state": g.state(true)}}
	for i := 1; i <= 160 && g.phase != "Over"; i++ {
		e := randomFlipEvent(&p, rng)
		next := g.clone()
		taken := next.apply(eventOf(e))
		require.Equal(t, taken, p.Apply(e) == nil)
		step := map[string]any{"event": g.inWords(eventOf(e)), "taken": taken}
		if taken {
			g = next
		}
		if taken && (i%20 == 0 || g.phase == "Over" || g.phase == "Answer") {
			step["state"] = g.state(i%40 == 0)
		}
		steps = append(steps, step)
	}
	return steps
}
