package docs_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Section 4.3 and 4.5, told again from the page with no care for speed, and
// compared with the engine over random games under random rules.

const nowhere = 255

type game struct {
	rules     *ruleset
	at        map[int]int // node -> piece: 25 seat + number
	known     [50]map[int]bool
	phase     string // Move, Answer, Show, Over
	mover     int
	quiet     int
	timeouts  [2]int
	fell      [2]bool
	shown     [2]int
	taken     [2]bool
	carrier   [2]int // of the flag of that seat, by the other; -1: none
	lies      [2]int
	from, to  int // the clash to be answered
	offered   bool
	bothLeft  bool
	mustProve bool
	result    string
}

func startGame(r *ruleset, first int) *game {
	g := &game{rules: r, at: map[int]int{}, phase: "Move", mover: first, shown: [2]int{nowhere, nowhere}, lies: [2]int{nowhere, nowhere}, carrier: [2]int{-1, -1}}
	for seat := range 2 {
		for p, at := range places() {
			g.at[half(seat, at[0], at[1])] = 25*seat + p
			g.known[25*seat+p] = map[int]bool{}
			for _, j := range r.allowed(p) {
				g.known[25*seat+p][j] = true
			}
		}
	}
	return g
}

func (g *game) clone() *game {
	c := *g
	c.at = maps.Clone(g.at)
	for p := range c.known {
		c.known[p] = maps.Clone(g.known[p])
	}
	return &c
}

func (g *game) where(piece int) int {
	for n, p := range g.at {
		if p == piece {
			return n
		}
	}
	return nowhere
}

func (g *game) holds(n, seat int) bool {
	p, ok := g.at[n]
	return ok && p/25 == seat
}

func (g *game) toAct() int {
	if g.phase == "Answer" {
		return 1 - g.mover
	}
	return g.mover
}

// neighbours of a node along some edges.
func neighbours(edges [][2]int, n int) (out []int) {
	for _, e := range edges {
		if e[0] == n {
			out = append(out, e[1])
		}
		if e[1] == n {
			out = append(out, e[0])
		}
	}
	return out
}

// destinations of a piece on from, if it were of type t (4.3).
func (g *game) destinations(from, t int) map[int]bool {
	r, s := g.rules, g.at[from]/25
	to := map[int]bool{}
	if !moves(t) || r.option["hq"] == "locked" && r.kind[from] == "headquarters" && g.carrier[1-s] != g.at[from] {
		return to
	}
	closed := func(n int) bool {
		return r.option["camps"] == "own" && r.kind[n] == "camp" && inHalf(1-s, n)
	}
	blocked := func(n int) bool {
		_, stands := g.at[n]
		return stands || closed(n)
	}
	for _, n := range append(neighbours(r.roads, from), neighbours(r.rails, from)...) {
		to[n] = true
	}
	free, limit := false, 1000
	switch rail := r.option["rail"]; {
	case t == engineer || t == bomb && r.option["bombs-fly"] == "on" || rail == "corners":
		free = true
	case rail == "three":
		limit = 3
	case rail == "three-corners":
		free, limit = true, 3
	}
	if free {
		reached := map[int]bool{from: true}
		front := []int{from}
		for step := 0; step < limit && len(front) > 0; step++ {
			var next []int
			for _, n := range front {
				for _, m := range neighbours(r.rails, n) {
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
	} else {
		for _, line := range r.lines {
			at := slices.Index(line, from)
			for _, step := range []int{-1, 1} {
				for i, k := at+step, 0; at >= 0 && i >= 0 && i < len(line) && k < limit; i, k = i+step, k+1 {
					to[line[i]] = true
					if blocked(line[i]) {
						break
					}
				}
			}
		}
	}
	for n := range to {
		enemy := g.holds(n, 1-s)
		if g.holds(n, s) || closed(n) || r.option["mountains"] == "engineers" && t != engineer && r.kind[n] == "mountain" ||
			enemy && (r.kind[n] == "camp" || r.kind[n] == "mountain" || r.kind[from] == "mountain") {
			delete(to, n)
		}
	}
	return to
}

// movers by destination.
func (g *game) movers(from int) map[int]engine.TypeSet {
	out := map[int]engine.TypeSet{}
	if _, ok := g.at[from]; ok {
		for t := range types {
			for n := range g.destinations(from, t) {
				out[n] = out[n].Add(engine.Type(t))
			}
		}
	}
	return out
}

// apply takes an event, or says no; the game is then not to be used any more.
func (g *game) apply(e engine.Event) bool {
	seat := int(e.Seat)
	phase := map[engine.EventKind]string{engine.EventAnswer: "Answer", engine.EventShow: "Show"}[e.Kind]
	if phase == "" {
		phase = "Move"
	}
	if g.phase != phase || e.Kind != engine.EventResign && seat != g.toAct() {
		return false
	}
	switch e.Kind {
	case engine.EventMove:
		return g.move(seat, int(e.Move.From), int(e.Move.To), e.Offer)
	case engine.EventAnswer:
		return g.answer(seat, int(e.Code), int(e.Flag))
	case engine.EventShow:
		if !g.show(seat, int(e.Flag), -1) {
			return false
		}
		g.endTurn()
		return true
	case engine.EventPass:
		if g.rules.option["clock"] == "off" || g.mustProve {
			return false
		}
		g.quiet++
		g.timeouts[seat]++
		g.offered, g.bothLeft = false, false
		if g.timeouts[seat] >= number(g.rules.option["timeouts"]) {
			g.over(1-seat, "timeouts")
		} else {
			g.endTurn()
		}
		return true
	case engine.EventNoMove:
		for n, p := range g.at {
			certain := p/25 == seat
			for t := range g.known[p] {
				certain = certain && len(g.destinations(n, t)) > 0
			}
			if certain {
				return false
			}
		}
		switch {
		case g.mustProve:
			g.over(-1, "last-both")
		case g.rules.option["last-both"] == "draw" && g.bothLeft:
			g.mover, g.mustProve = 1-seat, true
		default:
			g.over(1-seat, "no-move")
		}
		return true
	case engine.EventResign:
		g.over(1-seat, "resignation")
		return true
	case engine.EventAcceptDraw:
		if !g.offered || g.mustProve {
			return false
		}
		g.over(-1, "agreed")
		return true
	}
	return false
}

func number(text string) (n int) {
	fmt.Sscan(text, &n)
	return n
}

func (g *game) over(winner int, reason string) {
	g.phase = "Over"
	g.result = fmt.Sprintf("draw (%s)", reason)
	if winner >= 0 {
		g.result = fmt.Sprintf("%s wins (%s)", engine.Seat(winner), reason)
	}
}

func (g *game) move(seat, from, to int, offer bool) bool {
	movers := g.movers(from)[to]
	if !g.holds(from, seat) || g.shown[seat] == from {
		return false
	}
	piece, left := g.at[from], map[int]bool{}
	for t := range g.known[piece] {
		if movers.Has(engine.Type(t)) {
			left[t] = true
		}
	}
	if len(left) == 0 {
		return false
	}
	g.known[piece] = left
	g.offered, g.bothLeft = offer, false
	_, enemy := g.at[to]
	switch {
	case g.mustProve:
		g.over(seat, "no-move")
	case enemy:
		g.phase, g.from, g.to = "Answer", from, to
	default:
		g.walk(from, to)
		g.quiet++
		g.endTurn()
	}
	return true
}

// walk takes a piece to an empty node, where it picks up what lies there.
func (g *game) walk(from, to int) {
	piece := g.at[from]
	delete(g.at, from)
	g.at[to] = piece
	if other := 1 - piece/25; g.lies[other] == to {
		g.lies[other], g.carrier[other] = nowhere, piece
	}
}

func (g *game) answer(seat, code, flag int) bool {
	r := g.rules
	if code >= len(r.codes) {
		return false
	}
	a, d := g.at[g.from], g.at[g.to]
	possible := false
	for i := range g.known[a] {
		for j := range g.known[d] {
			possible = possible || r.table[i][j] == code && g.mayBe(a, i) && g.mayBe(d, j)
		}
	}
	if !possible {
		return false
	}
	said := r.codes[code]
	if said[defendersCommander] == 1 && !g.taken[seat] {
		if !g.show(seat, flag, d) {
			return false
		}
	} else if flag != nowhere {
		return false
	}
	show := said[attackersCommander] == 1 && !g.taken[g.mover]
	if said[repelled] == 1 {
		g.quiet++
	} else {
		g.quiet = 0
		if said[flagTaken] == 1 {
			g.taken[seat], g.shown[seat], g.carrier[seat] = true, nowhere, a
		}
		drop := func(piece int) {
			delete(g.at, g.where(piece))
			if other := 1 - piece/25; g.carrier[other] == piece {
				g.carrier[other], g.lies[other] = -1, g.to
			}
		}
		if said[defenderLeaves] == 1 {
			drop(d)
		}
		if said[attackerLeaves] == 1 {
			drop(a)
		} else if said[defenderLeaves] == 1 {
			g.walk(g.from, g.to)
		}
	}
	g.bothLeft = said[attackerLeaves] == 1 && said[defenderLeaves] == 1
	g.fell[g.mover] = g.fell[g.mover] || said[attackersCommander] == 1
	g.fell[seat] = g.fell[seat] || said[defendersCommander] == 1
	g.phase = "Move"
	switch {
	case said[flagTaken] == 1 && r.option["carry"] == "off":
		g.winFlag(g.mover)
	case show:
		g.phase = "Show"
	default:
		g.endTurn()
	}
	return true
}

// mayBe says whether a piece may still be of a type, as far as its seat's flag and
// commander are concerned.
func (g *game) mayBe(piece, t int) bool {
	seat := piece / 25
	if t == commander && g.fell[seat] || t == typeFlag && g.taken[seat] {
		return false
	}
	if g.shown[seat] == nowhere {
		return true
	}
	return (t == typeFlag) == (g.where(piece) == g.shown[seat])
}

func (g *game) show(seat, flag, except int) bool {
	p, ok := g.at[flag]
	if !ok || g.rules.kind[flag] != "headquarters" || !inHalf(seat, flag) || p/25 != seat || p == except || !g.known[p][typeFlag] {
		return false
	}
	g.shown[seat] = flag
	return true
}

func (g *game) endTurn() {
	g.phase = "Move"
	for _, seat := range []int{g.mover, 1 - g.mover} {
		if c := g.carrier[1-seat]; g.rules.option["carry"] != "off" && c >= 0 && g.brought(seat, c) {
			g.winFlag(seat)
			return
		}
	}
	if q := g.rules.option["quiet-draw"]; q != "off" && g.quiet >= number(q) {
		g.over(-1, "quiet")
		return
	}
	g.mover = 1 - g.mover
}

func (g *game) brought(seat, carrier int) bool {
	at := g.where(carrier)
	if g.rules.option["carry"] == "front" {
		return inHalf(seat, at)
	}
	free, goal := false, []int{}
	for n, kind := range g.rules.kind {
		if kind == "headquarters" && inHalf(seat, n) {
			p, stands := g.at[n]
			free = free || !stands || p == carrier
			goal = append(goal, n)
		}
	}
	if !free {
		for _, n := range slices.Clone(goal) {
			goal = append(append(goal, neighbours(g.rules.roads, n)...), neighbours(g.rules.rails, n)...)
		}
	}
	return slices.Contains(goal, at)
}

func (g *game) winFlag(seat int) {
	if g.rules.option["shaken"] == "on" && g.fell[seat] && !g.fell[1-seat] {
		g.over(-1, "shaken")
		return
	}
	g.over(seat, "flag")
}

// randomRules draws a ruleset from all options.
func randomRules(t testing.TB, rng *rand.Rand) *engine.Ruleset {
	t.Helper()
	for range 1000 {
		var words []string
		for _, o := range engine.Standard().Options() {
			if rng.IntN(3) > 0 {
				continue
			}
			value := o.Allowed[rng.IntN(len(o.Allowed))]
			switch value {
			case "N":
				value = fmt.Sprint(1 + rng.IntN(60))
			case "PAIRS":
				value = []string{"b6-c5", "c5-d6+b6-c5", "b4-c4+c4-d4", "c5-c8"}[rng.IntN(4)]
			}
			words = append(words, o.Name+"="+value)
		}
		if rules, err := engine.Rules(strings.Join(append([]string{"standard"}, words...), ",")); err == nil {
			return rules
		}
	}
	t.Fatal("no ruleset came out")
	return nil
}

// randomEvent draws an event, most often one that may be true.
func randomEvent(p *engine.Position, layouts [2]engine.Layout, rng *rand.Rand) engine.Event {
	seat := p.ToAct()
	node := func() engine.Node { return engine.Node(rng.IntN(64)) }
	switch {
	case rng.IntN(150) == 0: // anything
		return engine.Event{
			Kind: engine.EventKind(rng.IntN(7)), Seat: engine.Seat(rng.IntN(2)), Move: engine.Move{From: node(), To: node()},
			Offer: rng.IntN(2) == 0, Code: engine.Code(rng.IntN(20)), Flag: node(),
		}
	case p.Phase() == engine.PhaseAnswer && rng.IntN(8) == 0: // a code that can be
		codes := p.Answers()
		e := engine.AnswerEvent(seat, codes[rng.IntN(len(codes))], engine.NoNode)
		if p.AnswerShowsFlag(e.Code) {
			e.Flag = p.Rules().Board().Headquarters(seat).Nodes()[rng.IntN(2)]
		}
		return e
	case p.Phase() != engine.PhaseMove:
		return p.Announce(layouts)
	case rng.IntN(100) == 0:
		return engine.PassEvent(seat)
	case rng.IntN(100) == 0:
		return engine.AcceptDrawEvent(seat)
	case rng.IntN(400) == 0:
		return engine.ResignEvent(engine.Seat(rng.IntN(2)))
	}
	moves := p.LegalMoves(seat, layouts[seat])
	if len(moves) == 0 {
		return engine.NoMoveEvent(seat)
	}
	attacks := slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return p.At(m.To) == engine.NoPiece })
	if len(attacks) > 0 && rng.IntN(2) == 0 {
		moves = attacks
	}
	return engine.MoveEvent(seat, moves[rng.IntN(len(moves))], rng.IntN(20) == 0)
}

func TestGameAlone(t *testing.T) {
	games := 16
	if testing.Short() {
		games = 5
	}
	reasons := map[string]int{}
	for seed := range games {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		rules := randomRules(t, rng)
		first := engine.Seat(rng.IntN(2))
		layouts := [2]engine.Layout{engine.RandomLayout(rules, rng), engine.RandomLayout(rules, rng)}
		p, g := engine.Start(rules, first), startGame(newRuleset(rules.Canonical()), int(first))
		for ply := 0; ply < 400 && g.phase != "Over"; ply++ {
			e := randomEvent(&p, layouts, rng)
			next := g.clone()
			if ok := next.apply(e); ok {
				g = next
				require.NoError(t, p.Apply(e), "%s: %+v", rules, e)
			} else {
				require.Error(t, p.Apply(e), "%s: %+v", rules, e)
			}
			requireSameGame(t, g, &p)
		}
		reasons[p.Result().Reason.String()]++
	}
	t.Log(reasons)
}

func requireSameGame(t *testing.T, g *game, p *engine.Position) {
	t.Helper()
	rules := p.Rules()
	require.Equal(t, g.phase == "Over", p.Phase() == engine.PhaseOver, "%s", rules)
	if g.phase == "Over" {
		require.Equal(t, g.result, p.Result().String(), "%s", rules)
		return
	}
	require.Equal(t, map[engine.Phase]string{engine.PhaseMove: "Move", engine.PhaseAnswer: "Answer", engine.PhaseShow: "Show"}[p.Phase()], g.phase)
	require.Equal(t, g.toAct(), int(p.ToAct()))
	require.Equal(t, g.quiet, p.Quiet())
	for n := engine.Node(0); n < engine.MaxNodes; n++ {
		piece, ok := g.at[int(n)]
		if !ok {
			piece = int(engine.NoPiece)
		}
		require.Equal(t, engine.Piece(piece), p.At(n), "%s: %s", rules, n)
		movers := g.movers(int(n))
		for m := engine.Node(0); m < engine.MaxNodes; m++ {
			if movers[int(m)] != p.Movers(n, m) {
				t.Fatalf("%s: movers from %s to %s: %s by the page, %s by the engine", rules, n, m, movers[int(m)], p.Movers(n, m))
			}
		}
	}
	for piece := range g.known {
		for j := range types {
			if p.Where(engine.Piece(piece)) != engine.NoNode && g.known[piece][j] != p.Known(engine.Piece(piece)).Has(engine.Type(j)) {
				t.Fatalf("%s: known of piece %d", rules, piece)
			}
		}
	}
	for seat := engine.Red; seat.Valid(); seat++ {
		require.Equal(t, g.timeouts[seat], p.Timeouts(seat))
		require.Equal(t, g.fell[seat], p.CommanderFell(seat))
		require.Equal(t, engine.Node(g.shown[seat]), p.FlagShown(seat))
		require.Equal(t, g.taken[seat], p.FlagTaken(seat))
		require.Equal(t, engine.Node(g.lies[seat]), p.FlagLies(seat))
		require.Equal(t, engine.Piece(uint8(g.carrier[seat])), p.Carrier(seat))
	}
}
