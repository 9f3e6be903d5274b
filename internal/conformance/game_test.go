package conformance_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Section 4, told again from the page with no care for speed, and compared with the
// engine over random games under random rules.

// A piece is a seat's, by its number.
type piece struct{ seat, number int }

type flagOf struct {
	taken   bool
	shown   int // or nowhere
	carrier *piece
	lies    int // or nowhere
}

type game struct {
	rules      *ruleset
	at         map[int]piece
	known      map[piece]map[int]bool
	phase      string // Move, Answer, Show, Over
	turn       int
	ply, quiet int
	offers     map[int]bool
	out        []string // why; "": lives
	timeouts   []int
	fallen     []int
	flags      []flagOf
	from, to   int // the clash to be answered
	bothLeft   bool
	mustProve  bool
	result     string
	deal       *deal // of a game with a deck (22.7)
}

// event is what happens, by the name of the record.
type event struct {
	kind       string // of the kinds of records; Resign: seat is who resigns
	seat       int
	from, to   int
	offer      bool
	code, flag int
	token      int // of a Face
}

func startGame(r *ruleset, first int) *game {
	g := &game{rules: r, at: map[int]piece{}, known: map[piece]map[int]bool{}, phase: "Move", turn: first, offers: map[int]bool{}}
	for seat := range r.seats {
		g.out, g.timeouts, g.fallen = append(g.out, ""), append(g.timeouts, 0), append(g.fallen, 0)
		g.flags = append(g.flags, flagOf{shown: nowhere, lies: nowhere})
		for p := range r.army {
			if r.Deck != nil {
				continue
			}
			g.at[r.start[seat][p]] = piece{seat, p}
			g.known[piece{seat, p}] = map[int]bool{}
			for _, j := range r.allowed(p) {
				g.known[piece{seat, p}][j] = true
			}
		}
	}
	if r.Deck != nil {
		g.deal = newDeal(r)
	}
	return g
}

func (g *game) clone() *game {
	c := *g
	c.at, c.known, c.offers = maps.Clone(g.at), maps.Clone(g.known), maps.Clone(g.offers) // sets of types are replaced, not changed
	c.out, c.timeouts, c.fallen, c.flags = slices.Clone(g.out), slices.Clone(g.timeouts), slices.Clone(g.fallen), slices.Clone(g.flags)
	c.deal = g.deal.clone()
	return &c
}

func (g *game) where(p piece) int {
	for n, q := range g.at {
		if p == q {
			return n
		}
	}
	return nowhere
}

// holds reports whether a piece of a seat, or of a partner of it, stands on a node.
func (g *game) holds(n, seat int, partnersToo bool) bool {
	p, ok := g.at[n]
	return ok && (p.seat == seat || partnersToo && g.rules.partners(p.seat, seat))
}

// pieces of a seat on the board, by number.
func (g *game) pieces(seat int) (out []piece) {
	for number := range g.rules.army {
		if p := (piece{seat, number}); g.where(p) != nowhere {
			out = append(out, p)
		}
	}
	return out
}

func (g *game) toAct() int {
	if list := g.inDeal(); list != nil {
		return list[0]
	}
	if g.phase == "Answer" {
		return g.at[g.to].seat
	}
	return g.turn
}

func (g *game) carries(p piece) bool {
	return slices.ContainsFunc(g.flags, func(f flagOf) bool { return f.carrier != nil && *f.carrier == p })
}

// destinations of a piece on from, if it were of type t (4.3).
func (g *game) destinations(from, t int) map[int]bool {
	r, p := g.rules, g.at[from]
	to := map[int]bool{}
	kind := r.Kinds[r.kind[from]]
	if kind.Locked && !g.carries(p) || g.deal != nil && !g.deal.settled {
		return to
	}
	closed := func(n int) bool { return r.Kinds[r.kind[n]].HomeOnly && r.home[n] != p.seat }
	blocked := func(n int) bool {
		_, stands := g.at[n]
		return stands || closed(n) || g.faceDown(n)
	}
	for _, way := range r.Types[t].Ways {
		most := way.Most
		if most == 0 {
			most = 1000
		}
		switch way.Along {
		case "edge":
			for _, n := range r.neighbours[from] {
				to[n] = true
			}
		case "line":
			for _, line := range r.lines {
				i := slices.Index(line, from)
				for _, step := range []int{-1, 1} {
					for k, n := 1, i+step; i >= 0 && k <= most && n >= 0 && n < len(line); k, n = k+1, n+step {
						to[line[n]] = true
						if blocked(line[n]) {
							break
						}
					}
				}
			}
		case "rail":
			reached, front := map[int]bool{from: true}, []int{from}
			for k := 0; k < most && len(front) > 0; k++ {
				var next []int
				for _, n := range front {
					for _, m := range r.rails[n] {
						if !reached[m] {
							reached[m], to[m] = true, true
							if !blocked(m) {
								next = append(next, m)
							}
						}
					}
				}
				front = next
			}
		case "walk":
			for _, n := range r.neighbours[from] {
				if _, stands := g.at[n]; !stands && !g.faceDown(n) {
					to[n] = true
				}
			}
		case "over":
			for _, line := range r.lines {
				i := slices.Index(line, from)
				for _, step := range []int{-1, 1} {
					met := 0
					for k, n := 1, i+step; i >= 0 && k <= most && n >= 0 && n < len(line) && !closed(line[n]); k, n = k+1, n+step {
						if _, stands := g.at[line[n]]; stands || g.faceDown(line[n]) {
							met++
							if met == 2 {
								to[line[n]] = to[line[n]] || !g.holds(line[n], p.seat, true)
								break
							}
						}
					}
				}
			}
		case "leap":
			for _, leap := range r.leaps {
				if last := len(leap) - 1; leap[0] == from && !slices.ContainsFunc(leap[1:last], blocked) {
					to[leap[last]] = true
				}
			}
		}
	}
	maps.DeleteFunc(to, func(_ int, reached bool) bool { return !reached })
	for n := range to {
		k := r.Kinds[r.kind[n]]
		_, stands := g.at[n]
		enemy := stands && !g.holds(n, p.seat, true)
		if g.faceDown(n) {
			enemy = g.rules.Deck.Strike == "open"
			stands = true
			if !enemy {
				delete(to, n)
			}
		} else if enemy && g.deal != nil && !g.assailable(p, g.at[n]) {
			delete(to, n)
		}
		if closed(n) || k.Enter != nil && !slices.Contains(k.Enter, r.Types[t].ID) || g.holds(n, p.seat, true) || enemy && (k.Safe || kind.Calm) {
			delete(to, n)
		}
	}
	return to
}

// movers by destination, as sets of types.
func (g *game) movers(from int) map[int]map[int]bool {
	out := map[int]map[int]bool{}
	if _, ok := g.at[from]; !ok {
		return out
	}
	for t := range g.rules.Types {
		for n := range g.destinations(from, t) {
			if out[n] == nil {
				out[n] = map[int]bool{}
			}
			out[n][t] = true
		}
	}
	return out
}

// mobile are the types of Known that would have a destination.
func (g *game) mobile(p piece) map[int]bool {
	out := map[int]bool{}
	for t := range g.known[p] {
		if len(g.destinations(g.where(p), t)) > 0 {
			out[t] = true
		}
	}
	return out
}

// mobility is what is public of whether a seat has a move: yes, no or hidden.
func (g *game) mobility(seat int) string {
	if g.deal != nil && len(g.deal.down) > 0 {
		return "yes" // it can turn one up
	}
	answer := "no"
	for _, p := range g.pieces(seat) {
		switch mobile := g.mobile(p); {
		case len(mobile) == len(g.known[p]):
			return "yes"
		case len(mobile) > 0:
			answer = "hidden"
		}
	}
	return answer
}

// apply takes an event, or says no; the game is then not to be used any more.
func (g *game) apply(e event) bool {
	phase := "Move"
	if e.kind == "Answer" || e.kind == "Show" {
		phase = e.kind
	}
	if e.kind == "Absent" {
		return g.absent(e.seat)
	}
	if list := g.inDeal(); list != nil || slices.Contains([]string{"Flip", "Share", "Face", "Shuffle"}, e.kind) {
		return g.applyDeal(e, list)
	}
	if e.seat >= g.rules.seats || g.phase != phase || g.out[e.seat] != "" || e.kind != "Resign" && e.seat != g.toAct() {
		return false
	}
	switch e.kind {
	case "Move":
		return g.move(e)
	case "Answer":
		return g.answer(e)
	case "Show":
		if !g.show(e.seat, e.flag, nil) {
			return false
		}
		g.phase = "Move"
		g.endTurn()
		return true
	case "Arrive":
		if !slices.Contains(g.arrived(e.seat), e.to) {
			return false
		}
		p := g.at[e.to]
		g.known[p] = only(g.known[p], g.rules.typ[g.rules.Ends.Reach.Type])
		g.putOut(1-e.seat, "reach")
		return true
	case "Pass":
		if g.rules.Times.Clock == 0 || g.mustProve || g.mobility(e.seat) == "no" {
			return false
		}
		g.ply++
		g.quiet++
		g.timeouts[e.seat]++
		g.bothLeft = false
		if g.timeouts[e.seat] >= g.rules.Ends.Timeouts {
			g.putOut(e.seat, "timeouts")
		}
		g.endTurn()
		return true
	case "NoMove":
		switch {
		case g.mobility(e.seat) == "yes":
			return false
		case g.mustProve:
			g.over(nil, "last-both")
		case g.rules.Ends.LastBoth == "draw" && g.bothLeft:
			g.turn, g.mustProve = g.next(), true
		default:
			g.putOut(e.seat, "no-move")
			g.endTurn()
		}
		return true
	case "Resign":
		if g.ply < g.rules.Ends.ResignFrom {
			return false
		}
		g.putOut(e.seat, "resignation")
		if g.out[g.turn] != "" && g.phase != "Over" {
			g.endTurn()
		}
		return true
	case "AcceptDraw":
		for s, out := range g.out {
			if s != e.seat && out == "" && !g.offers[s] {
				return false
			}
		}
		if g.mobility(e.seat) == "no" {
			return false
		}
		g.over(nil, "agreed")
		return true
	}
	return false
}

// absent puts out a seat that the others don't wait for.
func (g *game) absent(seat int) bool {
	if seat >= g.rules.seats || g.phase == "Over" || g.out[seat] != "" {
		return false
	}
	teams := map[int]bool{}
	for s, out := range g.out {
		if s != seat && out == "" && !g.rules.fallsWith(s, seat) {
			teams[g.rules.Seats[s].Team] = true
		}
	}
	if len(teams) < 2 {
		return false
	}
	attacked := g.phase == "Answer" && (g.toAct() == seat || g.rules.fallsWith(g.toAct(), seat))
	attacker, to := g.at[g.from], g.to
	g.putOut(seat, "absent")
	switch {
	case attacked:
		g.phase = "Move"
		g.goTo(attacker, to)
		g.endTurn()
	case g.out[g.turn] != "":
		g.phase = "Move"
		g.settleFlip()
		g.endTurn()
	}
	return true
}

// over ends the game, won by a team or drawn.
func (g *game) over(team *int, reason string) {
	g.phase, g.result = "Over", fmt.Sprintf("draw (%s)", reason)
	g.offers, g.mustProve = map[int]bool{}, false
	g.settleFlip()
	if g.deal != nil {
		g.deal.again = false
	}
	if team == nil {
		return
	}
	var winners []string
	for s, seat := range g.rules.Seats {
		if seat.Team == *team {
			winners = append(winners, seatNames[s])
		}
	}
	if len(winners) == 1 {
		g.result = fmt.Sprintf("%s wins (%s)", winners[0], reason)
		return
	}
	last := len(winners) - 1
	g.result = fmt.Sprintf("%s and %s win (%s)", strings.Join(winners[:last], ", "), winners[last], reason)
}

func (g *game) move(e event) bool {
	if !g.holds(e.from, e.seat, false) || e.to >= len(g.rules.Nodes) {
		return false
	}
	p, left := g.at[e.from], map[int]bool{}
	for t := range g.movers(e.from)[e.to] {
		if g.known[p][t] {
			left[t] = true
		}
	}
	if len(left) == 0 {
		return false
	}
	g.known[p] = left
	g.ply++
	g.bothLeft = false
	if e.offer {
		g.offers[e.seat] = true
	}
	_, enemy := g.at[e.to]
	switch {
	case g.faceDown(e.to) && !g.mustProve:
		g.turnUp(e.to, e.from)
	case g.mustProve:
		if !enemy {
			g.goTo(p, e.to)
		}
		g.putOut(g.next(), "no-move")
	case enemy:
		g.phase, g.from, g.to = "Answer", e.from, e.to
	default:
		g.goTo(p, e.to)
		g.quiet++
		g.endTurn()
	}
	return true
}

// goTo takes a piece to an empty node, where it picks up what lies there.
func (g *game) goTo(p piece, to int) {
	delete(g.at, g.where(p))
	g.at[to] = p
	for s := range g.flags {
		if g.flags[s].lies == to && !g.rules.partners(s, p.seat) {
			g.flags[s].lies, g.flags[s].carrier = nowhere, &p
		}
	}
}

// leave takes a piece off the board.
func (g *game) leave(p piece, place int) {
	delete(g.at, g.where(p))
	for s := range g.flags {
		if f := &g.flags[s]; f.carrier != nil && *f.carrier == p {
			f.carrier, f.lies = nil, place
		}
	}
}

// possible reports whether a piece may still be of a type, as far as its seat's flag and
// tellers are concerned.
func (g *game) possible(p piece, t int) bool {
	tellers := 0
	for j := range g.rules.tellers {
		tellers += g.rules.Types[j].Count
	}
	if g.rules.tellers[t] && g.fallen[p.seat] >= tellers {
		return false
	}
	f := g.flags[p.seat]
	return t != g.rules.flag || !f.taken && (f.shown == nowhere || f.shown == g.where(p))
}

func (g *game) answer(e event) bool {
	r := g.rules
	if e.code >= len(r.Clash.Announcements) {
		return false
	}
	a, d := g.at[g.from], g.at[g.to]
	can := false
	for i := range g.known[a] {
		for j := range g.known[d] {
			can = can || r.codeAt(i, j, d.seat, g.to) == e.code && g.possible(a, i) && g.possible(d, j)
		}
	}
	if !can {
		return false
	}
	said := r.Clash.Announcements[e.code]
	hidden := func(seat int) bool { return !g.flags[seat].taken && g.flags[seat].shown == nowhere }
	if said.DefenderShowsFlag && hidden(e.seat) {
		if !g.show(e.seat, e.flag, &d) {
			return false
		}
	} else if e.flag != nowhere {
		return false
	}
	place, owesShow := g.to, said.AttackerShowsFlag && hidden(g.turn)
	if said.Repelled {
		g.quiet++
	} else {
		g.quiet = 0
		if said.FlagTaken {
			g.flags[e.seat] = flagOf{taken: true, shown: nowhere, lies: nowhere, carrier: &a}
		}
		if said.DefenderLeaves {
			g.leave(d, place)
		}
		if said.AttackerLeaves {
			g.leave(a, place)
		} else {
			g.goTo(a, place)
		}
	}
	g.seen(a, said.AttackerSeen)
	g.seen(d, said.DefenderSeen)
	g.bothLeft = said.AttackerLeaves && said.DefenderLeaves
	if said.DefenderShowsFlag {
		g.fallen[e.seat]++
	}
	if said.AttackerShowsFlag {
		g.fallen[g.turn]++
	}
	g.phase = "Move"
	if said.FlagTaken && r.Ends.Carry == nil {
		g.winFlag(g.turn, e.seat)
	}
	g.countOut()
	switch {
	case g.phase == "Over":
	case owesShow:
		g.phase = "Show"
	default:
		g.endTurn()
	}
	return true
}

// lost is how many pieces of a counted type a seat has lost.
func (g *game) lost(seat, t int) (n int) {
	for number := range g.rules.army {
		if p := (piece{seat, number}); g.where(p) == nowhere && len(g.known[p]) == 1 && g.known[p][t] {
			n++
		}
	}
	return n
}

// countOut ends the game where all pieces of a counted type have left.
func (g *game) countOut() {
	for _, c := range g.rules.Ends.Counts {
		t := g.rules.typ[c.Type]
		for _, seat := range []int{g.turn, g.next()} {
			switch {
			case g.phase == "Over" || g.lost(seat, t) < g.rules.Types[t].Count:
			case c.Wins:
				g.putOut(1-seat, "count")
			default:
				g.putOut(seat, "count")
			}
		}
	}
}

// arrived are the nodes on which a seat may show now what wins there.
func (g *game) arrived(seat int) (nodes []int) {
	r := g.rules.Ends.Reach
	if r == nil || r.Type == "" || g.phase != "Move" || g.turn != seat || g.mustProve {
		return nil
	}
	for _, name := range r.To[seat] {
		if n := g.rules.node[name]; g.holds(n, seat, false) && g.known[g.at[n]][g.rules.typ[r.Type]] {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// arrival is one of them where the layout has it; nowhere if none.
func (g *game) arrival(seat int, layout []int) int {
	for _, n := range g.arrived(seat) {
		if layout[g.at[n].number] == g.rules.typ[g.rules.Ends.Reach.Type] {
			return n
		}
	}
	return nowhere
}

func (g *game) seen(p piece, id string) {
	counted := slices.ContainsFunc(g.rules.Ends.Counts, func(c countText) bool { return c.Type == id })
	if id != "" && (counted || g.where(p) != nowhere) {
		g.known[p] = only(g.known[p], g.rules.typ[id])
	}
}

// only is what is left of a set by one type.
func only(set map[int]bool, t int) map[int]bool {
	if !set[t] {
		return map[int]bool{}
	}
	return map[int]bool{t: true}
}

func (g *game) show(seat, flag int, except *piece) bool {
	p, ok := g.at[flag]
	if !ok || p.seat != seat || except != nil && p == *except || !g.known[p][g.rules.flag] {
		return false
	}
	g.flags[seat].shown = flag
	g.known[p] = only(g.known[p], g.rules.flag)
	return true
}

// next is the first seat after the turn that lives.
func (g *game) next() int {
	for i := 1; ; i++ {
		if s := (g.turn + i) % g.rules.seats; g.out[s] == "" || i > g.rules.seats {
			return s
		}
	}
}

func (g *game) endTurn() {
	if g.phase == "Over" {
		return
	}
	for i := range g.rules.seats {
		seat := (g.turn + i) % g.rules.seats
		for of := range g.flags {
			if c := g.flags[of].carrier; g.rules.Ends.Carry != nil && g.phase != "Over" && c != nil && c.seat == seat && g.brought(*c) {
				g.winFlag(seat, of)
			}
		}
	}
	if r := g.rules.Ends.Reach; r != nil && r.Type == "" && g.phase != "Over" {
		for _, name := range r.To[g.turn] {
			if g.phase != "Over" && g.holds(g.rules.node[name], g.turn, false) {
				g.putOut(1-g.turn, "reach")
			}
		}
	}
	if q := g.rules.Ends.Quiet; g.phase != "Over" && q > 0 && g.quiet >= q {
		g.over(nil, "quiet")
	}
	for g.phase != "Over" {
		g.turn, g.phase = g.next(), "Move"
		delete(g.offers, g.turn)
		if g.rules.seats == 2 || g.mobility(g.turn) != "no" {
			return
		}
		g.putOut(g.turn, "no-move")
	}
}

func (g *game) brought(c piece) bool {
	goal := slices.Clone(g.rules.carryTo[c.seat])
	filled := true
	for _, n := range goal {
		p, stands := g.at[n]
		filled = filled && stands && p != c
	}
	if filled && g.rules.Ends.Carry.Beside {
		for _, n := range slices.Clone(goal) {
			goal = append(goal, g.rules.neighbours[n]...)
		}
	}
	return slices.Contains(goal, g.where(c))
}

func (g *game) winFlag(seat, of int) {
	if g.rules.Ends.Shaken && g.fallen[seat] > 0 && g.fallen[of] == 0 {
		g.over(nil, "shaken")
		return
	}
	g.putOut(of, "flag")
}

func (g *game) putOut(seat int, reason string) {
	g.out[seat] = reason
	for s, out := range g.out {
		if out == "" && g.rules.fallsWith(s, seat) {
			g.out[s] = "chief"
			g.clear(s)
		}
	}
	g.clear(seat)
	teams := map[int]bool{}
	team := 0
	for s, out := range g.out {
		if out == "" {
			team = g.rules.Seats[s].Team
			teams[team] = true
		}
	}
	if len(teams) == 1 {
		g.over(&team, reason)
		return
	}
	g.dealAgain()
}

// clear takes a seat's pieces off the board, beyond two seats.
func (g *game) clear(seat int) {
	if g.rules.seats > 2 {
		for _, p := range g.pieces(seat) {
			g.leave(p, g.where(p))
		}
		g.flags[seat] = flagOf{taken: g.flags[seat].taken, shown: nowhere, lies: nowhere}
		delete(g.offers, seat)
		g.quiet = 0
	}
}

// hasMove and announce, given layouts.

func (g *game) hasMove(seat int, layout []int) bool {
	if g.deal != nil && len(g.deal.down) > 0 {
		return true
	}
	for _, p := range g.pieces(seat) {
		if len(g.destinations(g.where(p), layout[p.number])) > 0 {
			return true
		}
	}
	return false
}

func (g *game) announce(layouts [][]int) event {
	seat := g.toAct()
	e := event{kind: g.phase, seat: seat, flag: nowhere}
	flag := func() int { return g.where(piece{seat, slices.Index(layouts[seat], g.rules.flag)}) }
	if g.phase == "Show" {
		e.flag = flag()
		return e
	}
	a, d := g.at[g.from], g.at[g.to]
	e.code = g.rules.codeAt(layouts[a.seat][a.number], layouts[d.seat][d.number], d.seat, g.to)
	if g.rules.Clash.Announcements[e.code].DefenderShowsFlag && !g.flags[seat].taken && g.flags[seat].shown == nowhere {
		e.flag = flag()
	}
	return e
}

// Comparison with the engine.

var kindOfEvent = map[engine.EventKind]string{
	engine.EventMove: "Move", engine.EventAnswer: "Answer", engine.EventShow: "Show", engine.EventPass: "Pass",
	engine.EventNoMove: "NoMove", engine.EventResign: "Resign", engine.EventAcceptDraw: "AcceptDraw",
	engine.EventAbsent: "Absent", engine.EventFlip: "Flip", engine.EventShare: "Share", engine.EventFace: "Face",
	engine.EventDeal: "Shuffle", engine.EventArrive: "Arrive",
}

func eventOf(e engine.Event) event {
	to := e.Move.To
	if e.Kind == engine.EventFlip || e.Kind == engine.EventArrive {
		to = e.Node
	}
	return event{kindOfEvent[e.Kind], int(e.Seat), int(e.Move.From), int(to), e.Offer, int(e.Code), int(e.Flag), int(e.Token)}
}

// randomEvent draws an event, most often one that may be true.
func randomEvent(p *engine.Position, layouts []engine.Layout, rng *rand.Rand) engine.Event {
	seat, rules := p.ToAct(), p.Rules()
	nodes := rules.Board().NumNodes()
	node := func() engine.Node { return engine.Node(rng.IntN(nodes + 2)) }
	switch {
	case rng.IntN(100) == 0: // anything
		return engine.Event{
			Kind: engine.EventKind(rng.IntN(7)), Seat: engine.Seat(rng.IntN(rules.NumSeats() + 1)), Move: engine.Move{From: node(), To: node()},
			Offer: rng.IntN(2) == 0, Code: engine.Code(rng.IntN(20)), Flag: node(),
		}
	// A code that can be; after an earlier untruth there may be none.
	case p.Phase() == engine.PhaseAnswer && len(p.Answers()) > 0 && rng.IntN(8) == 0:
		codes := p.Answers()
		e := engine.AnswerEvent(seat, codes[rng.IntN(len(codes))], engine.NoNode)
		if p.AnswerShowsFlag(e.Code) {
			e.Flag = rules.Start(seat, rng.IntN(rules.ArmySize()))
		}
		return e
	case p.Phase() != engine.PhaseMove && rules.NumSeats() > 2 && rng.IntN(30) == 0:
		return engine.AbsentEvent(engine.Seat(rng.IntN(rules.NumSeats())))
	case p.Phase() != engine.PhaseMove:
		return p.Announce(layouts)
	case !p.Arrived(seat).Empty() && rng.IntN(2) == 0:
		return engine.ArriveEvent(seat, p.Arrived(seat).First())
	case rng.IntN(60) == 0:
		return engine.PassEvent(seat)
	case rules.NumSeats() > 2 && rng.IntN(100) == 0:
		return engine.AbsentEvent(engine.Seat(rng.IntN(rules.NumSeats())))
	case p.Offers() != 0 && rng.IntN(8) == 0:
		return engine.AcceptDrawEvent(seat)
	case rng.IntN(200) == 0:
		return engine.ResignEvent(engine.Seat(rng.IntN(rules.NumSeats())))
	}
	moves := p.LegalMoves(seat, layouts[seat])
	if len(moves) == 0 || rng.IntN(200) == 0 {
		return engine.NoMoveEvent(seat)
	}
	attacks := slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return p.At(m.To) == engine.NoPiece })
	if len(attacks) > 0 && rng.IntN(2) == 0 {
		moves = attacks
	}
	return engine.MoveEvent(seat, moves[rng.IntN(len(moves))], rng.IntN(6) == 0)
}

// compareGame plays a random game and demands that page and engine agree about every
// event, and about the state after it. It returns how the game ended.
func compareGame(t require.TestingT, rules *engine.Ruleset, rng *rand.Rand, events int) string {
	alone, err := readRules(rules.Text())
	require.NoError(t, err)
	first := engine.Seat(rng.IntN(rules.NumSeats()))
	var layouts []engine.Layout
	for range rules.NumSeats() {
		layouts = append(layouts, rules.RandomLayout(rng))
	}
	p, g := engine.Start(rules, first), startGame(alone, int(first))
	requireSameGame(t, g, &p)
	for i := 0; i < events && g.phase != "Over"; i++ {
		e := randomEvent(&p, layouts, rng)
		next := g.clone()
		took := next.apply(eventOf(e))
		if took {
			g = next
		}
		require.Equal(t, took, p.Apply(e) == nil, "%+v", e)
		requireSameGame(t, g, &p)
	}
	return p.Result().Reason.String()
}

func TestGameAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulestest.Ruleset(t, rulestest.Any)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		compareGame(t, rules, rng, 150)
	})
}

// gamesOfRecord are rulesets that people play, except for those with a deck.
func gamesOfRecord(t testing.TB) map[string]*engine.Ruleset {
	out := map[string]*engine.Ruleset{}
	for _, spec := range append(junqi.Names(), "standard,carry=home,show-flag=on", "standard,last-both=draw,quiet-draw=9", "standard,shaken=on", "standard,mode=open,first=red") {
		rules, err := junqi.Rules(spec)
		require.NoError(t, err, spec)
		if rules.Deck() != nil {
			continue // this second implementation plays games of layouts only
		}
		out[spec] = rules
	}
	files, err := os.ReadDir("../testdata/rulesets")
	require.NoError(t, err)
	for _, file := range files {
		rules, err := engine.ParseRules([]byte(read(t, "../testdata/rulesets/"+file.Name())))
		require.NoError(t, err, file.Name())
		out[file.Name()] = rules
	}
	return out
}

func TestGamesOfRecordAlone(t *testing.T) {
	for name, rules := range gamesOfRecord(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reasons := map[string]int{}
			for seed := range uint64(1 + *matches) {
				reasons[compareGame(t, rules, rand.New(rand.NewPCG(seed, 7)), 60)]++
			}
			t.Log(reasons)
		})
	}
}

func requireSameGame(t require.TestingT, g *game, p *engine.Position) {
	rules := p.Rules()
	require.Equal(t, g.phase == "Over", p.Phase() == engine.PhaseOver)
	for seat := range rules.NumSeats() {
		why := g.out[seat]
		if why == "" {
			why = "not over"
		}
		require.Equal(t, why, p.Out(engine.Seat(seat)).String())
	}
	require.Equal(t, g.ply, p.Ply())
	if g.phase == "Over" {
		require.Equal(t, g.result, p.Result().String())
		return
	}
	require.Equal(t, map[engine.Phase]string{engine.PhaseMove: "Move", engine.PhaseAnswer: "Answer", engine.PhaseShow: "Show"}[p.Phase()], g.phase)
	require.Equal(t, g.toAct(), int(p.ToAct()))
	require.Equal(t, g.quiet, p.Quiet())
	require.Equal(t, g.mustProve, p.MustProve())
	for n := range rules.Board().NumNodes() {
		node, want := engine.Node(n), engine.NoPiece
		if q, ok := g.at[n]; ok {
			want = engine.PieceOf(engine.Seat(q.seat), q.number)
			known := engine.NoTypes
			for j := range g.known[q] {
				known = known.Add(engine.Type(j))
			}
			require.Equal(t, known, p.Known(want))
		}
		require.Equal(t, want, p.At(node))
		movers := g.movers(n)
		for m := range rules.Board().NumNodes() {
			set := engine.NoTypes
			for j := range movers[m] {
				set = set.Add(engine.Type(j))
			}
			if set != p.Movers(node, engine.Node(m)) {
				require.Equal(t, set, p.Movers(node, engine.Node(m)), "movers from %d to %d", n, m)
			}
		}
	}
	for s := range rules.NumSeats() {
		seat, f := engine.Seat(s), g.flags[s]
		require.Equal(t, g.timeouts[s], p.Timeouts(seat))
		require.Equal(t, g.fallen[s], p.Fell(seat))
		require.Equal(t, g.offers[s], p.Offers().Has(seat))
		require.Equal(t, engine.Node(f.shown), p.FlagShown(seat))
		require.Equal(t, f.taken, p.FlagTaken(seat))
		require.Equal(t, engine.Node(f.lies), p.FlagLies(seat))
		carrier := engine.NoPiece
		if f.carrier != nil {
			carrier = engine.PieceOf(engine.Seat(f.carrier.seat), f.carrier.number)
		}
		require.Equal(t, carrier, p.Carrier(seat))
		if g.out[s] == "" {
			require.Equal(t, map[engine.Mobility]string{engine.MobilityHidden: "hidden", engine.MobilityCertain: "yes", engine.MobilityNone: "no"}[p.PublicMobility(seat)], g.mobility(s))
		}
	}
}
