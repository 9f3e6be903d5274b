package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// watched is a game in which everything that must always hold is checked after every
// event.
type watched struct {
	*engine.Referee
	t        require.TestingT
	rules    *engine.Ruleset
	position *engine.Position
	layouts  []engine.Layout
	first    engine.Seat
	facts    *engine.Facts
	events   []engine.Event
}

func watch(t require.TestingT, rs *engine.Ruleset, rng *rand.Rand) *watched {
	first, settled := rs.First()
	if !settled {
		first = engine.Seat(rng.IntN(rs.NumSeats()))
	}
	layouts := randomLayouts(rs, rng)
	r, err := engine.NewReferee(rs, layouts, first)
	require.NoError(t, err)
	return &watched{Referee: r, t: t, rules: rs, position: r.Game(), layouts: layouts, first: first, facts: engine.NewFacts(rs)}
}

// pieces are all pieces of a game.
func pieces(rs *engine.Ruleset) (list []engine.Piece) {
	for _, seat := range rs.Seats() {
		for number := range rs.ArmySize() {
			list = append(list, engine.PieceOf(seat, number))
		}
	}
	return list
}

// event is what a seat does next: mostly a move; now and then a pass, an offer, or that
// somebody leaves.
func (w *watched) event(rng *rand.Rand) engine.Event {
	p := w.position
	seat := p.ToAct()
	living := p.Living().Seats()
	moves := w.LegalMoves()
	switch {
	case len(moves) == 0:
		return engine.NoMoveEvent(seat)
	case rng.IntN(50) == 0 && w.rules.Clock() > 0 && !p.MustProve():
		return engine.PassEvent(seat)
	case p.OfferOpen() && rng.IntN(5) == 0:
		return engine.AcceptDrawEvent(seat)
	case rng.IntN(300) == 0 && p.Ply() >= w.rules.ResignFrom():
		return engine.ResignEvent(living[rng.IntN(len(living))])
	}
	m := moves[rng.IntN(len(moves))]
	for range 2 { // rather attack, or games get long
		if !attacks(p, m) {
			m = moves[rng.IntN(len(moves))]
		}
	}
	return engine.MoveEvent(seat, m, rng.IntN(10) == 0)
}

// turn plays one turn.
func (w *watched) turn(rng *rand.Rand) {
	before := *w.position
	played, err := w.Play(w.event(rng))
	require.NoError(w.t, err)
	w.follow(before, played)
}

// leave puts a seat out as absent in the middle of a turn, if that may be.
func (w *watched) leave(rng *rand.Rand) {
	before := *w.position
	played, err := w.Play(engine.AbsentEvent(engine.Seat(rng.IntN(w.rules.NumSeats()))))
	if err == nil {
		w.follow(before, played)
	}
}

// follow checks the events that were played from a position.
func (w *watched) follow(before engine.Position, played []engine.Event) {
	w.events = append(w.events, played...)
	for _, e := range played { // the announcement in the middle of the turn, too, is what everybody could expect
		w.checkEvent(&before, e)
	}
	require.Equal(w.t, before, *w.position, "the events are all there is to a position")
}

// checkEvent applies an event to a position of which it is true.
func (w *watched) checkEvent(p *engine.Position, e engine.Event) {
	seat := p.ToAct()
	if p.Phase() == engine.PhaseAnswer && e.Kind == engine.EventAnswer {
		require.Contains(w.t, p.Answers(), e.Code)
		require.Equal(w.t, p.AnswerShowsFlag(e.Code), e.Flag != engine.NoNode)
		attacker, defender, movers, _ := p.Clash()
		require.Equal(w.t, seat, defender.Seat())
		require.Equal(w.t, p.Turn(), attacker.Seat())
		require.False(w.t, w.rules.Partners(attacker.Seat(), defender.Seat()), "nobody attacks a partner")
		require.True(w.t, movers.Has(w.Type(attacker)))
		require.Equal(w.t, p.Known(attacker), movers)
	}
	require.True(w.t, e.Kind == engine.EventResign || e.Kind == engine.EventAbsent || e.Seat == seat)
	w.facts.Note(p, e)
	was := *p
	require.NoError(w.t, p.Apply(e))
	checkPosition(w.t, p)
	switch e.Kind {
	case engine.EventMove:
		require.Equal(w.t, was.Ply()+1, p.Ply())
	case engine.EventAnswer:
		said, _ := w.rules.Announcement(e.Code)
		attacker, defender, _, _ := was.Clash()
		w.checkSeen(&was, p, attacker, said.AttackerSeen)
		w.checkSeen(&was, p, defender, said.DefenderSeen)
	}
	require.Zero(w.t, p.Living()&^was.Living(), "who is out stays out")
	for _, piece := range pieces(w.rules) {
		must(w.t, p.Known(piece).Has(w.Type(piece)), "%s: %s is not of %s", piece, w.Type(piece), p.Known(piece))
		must(w.t, p.Known(piece).Within(was.Known(piece)), "what is known stays known")
		must(w.t, was.Where(piece) != engine.NoNode || p.Where(piece) == engine.NoNode, "who has left stays away")
	}
	for _, seat := range w.rules.Seats() {
		stuck := !p.HasMove(seat, w.layouts[seat])
		switch p.PublicMobility(seat) {
		case engine.MobilityCertain:
			must(w.t, !stuck || p.Result().Over)
		case engine.MobilityNone:
			must(w.t, stuck)
			require.False(w.t, w.rules.NumSeats() > 2 && p.Ply() > 0 && p.Phase() == engine.PhaseMove && p.ToAct() == seat && e.Kind != engine.EventResign && e.Kind != engine.EventAbsent)
		}
	}
}

// checkSeen checks what everybody knows of a piece after a clash in which seen was shown
// of it.
func (w *watched) checkSeen(was, p *engine.Position, piece engine.Piece, seen engine.Type) {
	counted := slices.ContainsFunc(w.rules.Counts(), func(c engine.CountRule) bool { t, _ := w.rules.Type(c.Type); return t == seen })
	switch {
	case p.Out(piece.Seat()) != engine.NotOver: // its pieces left, whether or not this one was said to
	case seen != engine.NoType && (p.Where(piece) != engine.NoNode || counted):
		require.Equal(w.t, engine.TypesOf(seen), p.Known(piece))
	default:
		require.Equal(w.t, was.Known(piece), p.Known(piece), "a clash opens nothing else")
	}
}

// must and same are require.True and require.Equal where they are asked a million times: those look up the stack before
// they compare, which took a quarter of all these tests.
func must(t require.TestingT, holds bool, message ...any) {
	if !holds {
		require.True(t, holds, message...)
	}
}

func same[T comparable](t require.TestingT, want, have T, message ...any) {
	if want != have {
		require.Equal(t, want, have, message...)
	}
}

// checkPosition checks what holds in every position.
func checkPosition(t require.TestingT, p *engine.Position) {
	rs := p.Rules()
	var stand engine.NodeSet
	for _, piece := range pieces(rs) {
		must(t, p.Known(piece) != engine.NoTypes)
		must(t, p.Known(piece).Within(rs.Allowed(piece.Number())))
		must(t, p.MobileTypes(piece).Within(p.Known(piece)&rs.Mobile()))
		n := p.Where(piece)
		if n == engine.NoNode {
			must(t, p.MobileTypes(piece) == engine.NoTypes)
			continue
		}
		must(t, rs.Board().Has(n))
		same(t, piece, p.At(n))
		must(t, p.Occupied(piece.Seat()).Has(n))
		must(t, !stand.Has(n))
		stand = stand.Add(n)
		if p.Moved(piece) {
			must(t, p.Known(piece).Within(rs.Mobile()))
		} else {
			same(t, rs.Start(piece.Seat(), piece.Number()), n)
		}
	}
	var occupied engine.NodeSet
	for _, seat := range rs.Seats() {
		occupied = occupied.Union(p.Occupied(seat))
	}
	same(t, stand, occupied)
	for n := range engine.Node(engine.MaxNodes) {
		same(t, stand.Has(n), p.At(n) != engine.NoPiece)
	}
	over := p.Result().Over
	for _, seat := range rs.Seats() {
		shown, lies, carrier := p.FlagShown(seat), p.FlagLies(seat), p.Carrier(seat)
		must(t, shown == engine.NoNode || p.At(shown).Seat() == seat && p.Known(p.At(shown)) == engine.TypesOf(rs.Flag()))
		must(t, shown == engine.NoNode || p.Fell(seat) > 0)
		must(t, shown == engine.NoNode || !p.FlagTaken(seat))
		must(t, carrier == engine.NoPiece || p.FlagTaken(seat) && !rs.Partners(carrier.Seat(), seat) && p.Where(carrier) != engine.NoNode)
		must(t, lies == engine.NoNode || p.FlagTaken(seat) && carrier == engine.NoPiece)
		must(t, lies == engine.NoNode || p.At(lies) == engine.NoPiece || rs.Partners(p.At(lies).Seat(), seat) || thirdTeam(rs, seat, p.At(lies).Seat()),
			"an enemy that comes to a flag picks it up: it stands on one only where the carrier, of a third team, attacked it and fell")
		out := p.Out(seat) != engine.NotOver
		must(t, !p.FlagTaken(seat) || out || over || carrier != engine.NoPiece || lies != engine.NoNode)
		must(t, p.Timeouts(seat) <= rs.Timeouts())
		same(t, !out, p.Living().Has(seat))
		if out {
			must(t, !p.Offers().Has(seat))
			must(t, rs.NumSeats() == 2 || p.Occupied(seat).Empty())
			must(t, over || p.ToAct() != seat)
		}
	}
	checkResult(t, p)
	if limit := rs.QuietDraw(); limit > 0 {
		must(t, p.Quiet() <= limit)
		must(t, p.Quiet() < limit || over)
	}
}

// checkResult checks who is out, and whether that decides the game.
func checkResult(t require.TestingT, p *engine.Position) {
	rs, r, living := p.Rules(), p.Result(), p.Living()
	require.Equal(t, r.Over, p.Phase() == engine.PhaseOver)
	require.Equal(t, r.Over, r.Reason != engine.NotOver)
	require.NotEqual(t, engine.ByAbsence, r.Reason)
	teams := map[uint8]bool{}
	for _, seat := range living.Seats() {
		teams[rs.Team(seat)] = true
	}
	require.NotEmpty(t, teams)
	switch {
	case !r.Over:
		require.Greater(t, len(teams), 1)
		require.Equal(t, engine.Result{}, r)
	case r.Draw:
		require.Zero(t, r.Winners)
		require.Greater(t, len(teams), 1, "who are left do not draw alone")
	default:
		require.Len(t, teams, 1)
		require.Equal(t, rs.Allies(living.First()), r.Winners)
	}
}

func TestGamesUnderAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		rng := seeded(t)
		w := watch(t, rs, rng)
		checkPosition(t, w.position)
		for range 150 {
			if w.position.Phase() == engine.PhaseOver {
				break
			}
			if rng.IntN(5) == 0 {
				w.checkMoves()
				w.checkHostile(rng)
			}
			if rng.IntN(100) == 0 {
				w.leave(rng)
				continue
			}
			w.turn(rng)
		}
		for _, piece := range pieces(rs) {
			require.True(t, w.facts.Possible(piece).Has(w.Type(piece)), "a conclusion is wrong")
			require.True(t, w.facts.Possible(piece).Within(w.position.Known(piece)))
		}
		again, err := engine.Deduce(rs, w.first, w.events)
		require.NoError(t, err)
		for _, piece := range pieces(rs) {
			require.Equal(t, w.facts.Possible(piece), again.Possible(piece))
		}
	})
}

// The rulesets of Junqi whose games are watched.
var watchedRules = []string{
	"standard", "app", "standard,carry=home,scout=on,mountains=any,hq=free,shaken=on", "standard,mode=open,camps=own,rail=three",
	"siguo", "siguo,teams=all", "siguo,seats=3",
}

func TestGamesOfJunqi(t *testing.T) {
	for _, spec := range watchedRules {
		t.Run(spec, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, uint64(len(spec))))
			for range 3 {
				w := watch(t, rules(t, spec), rng)
				for ply := 0; ply < 500 && w.position.Phase() != engine.PhaseOver; ply++ {
					w.turn(rng)
				}
			}
		})
	}
}

// checkMoves checks that the lists of moves are all and only what a look at each pair
// of nodes finds.
func (w *watched) checkMoves() {
	p := w.position
	seat := p.ToAct()
	own := w.layouts[seat]
	var found []engine.Move
	for from := range w.rules.Board().Nodes().All() {
		for to := range w.rules.Board().Nodes().All() {
			movers := p.Movers(from, to)
			if movers == 0 {
				continue
			}
			must(w.t, movers.Within(w.rules.Mobile()))
			for _, kind := range w.rules.Types().Types() {
				same(w.t, movers.Has(kind), p.Destinations(from, kind).Has(to))
			}
			if p.CheckMove(seat, own, engine.Move{From: from, To: to}) == nil {
				found = append(found, engine.Move{From: from, To: to})
			}
		}
	}
	moves := p.LegalMoves(seat, own)
	require.ElementsMatch(w.t, found, moves)
	require.Equal(w.t, len(moves) > 0, p.HasMove(seat, own))
	w.checkReach()
}

// checkReach checks that who imagines this very board finds the same destinations.
func (w *watched) checkReach() {
	p := w.position
	for _, piece := range pieces(w.rules) {
		var own, enemy engine.NodeSet
		for _, seat := range w.rules.Seats() {
			if w.rules.Partners(seat, piece.Seat()) {
				own = own.Union(p.Occupied(seat))
			} else {
				enemy = enemy.Union(p.Occupied(seat))
			}
		}
		if n := p.Where(piece); n != engine.NoNode && !w.rules.Board().KindRule(n).Locked {
			t := w.Type(piece)
			require.Equal(w.t, p.Destinations(n, t), w.rules.Reach(piece.Seat(), t, n, own, enemy))
		}
	}
}

// checkHostile checks that events made of anything are refused without a trace, or
// taken.
func (w *watched) checkHostile(rng *rand.Rand) {
	for range 5 {
		e := hostileEvent(rng.Uint64())
		p := *w.position
		if err := p.Apply(e); err != nil {
			var refusal *engine.RuleError
			require.ErrorAs(w.t, err, &refusal)
			require.NotEmpty(w.t, err.Error())
			require.Equal(w.t, *w.position, p)
		} else {
			checkPosition(w.t, &p)
		}
		before := *w.position
		if _, err := w.Play(e); err != nil {
			require.Equal(w.t, before, *w.position)
		} else {
			*w.position = before
		}
	}
}

// hostileEvent makes an event of 64 bits, mostly with fields that are in range or
// nearly so.
func hostileEvent(bits uint64) engine.Event {
	take := func(n uint64) uint64 { v := bits % n; bits /= n; return v }
	nodes := func() engine.Node {
		if take(16) == 0 {
			return engine.Node(take(256))
		}
		return engine.Node(take(70))
	}
	return engine.Event{
		Kind: engine.EventKind(take(10)), Seat: engine.Seat(take(5)),
		Move:  engine.Move{From: nodes(), To: nodes()},
		Offer: take(2) == 0, Code: engine.Code(take(24)),
		Flag: slices.Concat([]engine.Node{engine.NoNode, 12, 36, 23, 47}, []engine.Node{nodes()})[take(6)],
	}
}

// FuzzApply feeds a position events that are made of anything.
func FuzzApply(f *testing.F) {
	for spec := range watchedRules {
		f.Add(uint8(spec), []byte("01234567abcdefgh"))
	}
	f.Fuzz(func(t *testing.T, spec uint8, data []byte) {
		p := engine.Start(rules(t, watchedRules[int(spec)%len(watchedRules)]), engine.Red)
		for ; len(data) >= 8; data = data[8:] {
			bits := uint64(0)
			for _, b := range data[:8] {
				bits = bits<<8 | uint64(b)
			}
			before := p
			if err := p.Apply(hostileEvent(bits)); err != nil {
				require.Equal(t, before, p)
			}
			checkPosition(t, &p)
		}
	})
}

// A position never depends on types: if other layouts are announced alike, everybody
// sees the same game, and the conclusions drawn from it leave both layouts possible.
func TestPositionKnowsNoTypes(t *testing.T) {
	others := 0
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		rng := seeded(t)
		w := watch(t, rs, rng)
		for range 60 {
			if w.position.Phase() == engine.PhaseOver {
				break
			}
			w.turn(rng)
		}
		for range 50 {
			layouts := slices.Clone(w.layouts)
			seat := rng.IntN(len(layouts))
			l := layouts[seat].Clone()
			i, j := rng.IntN(len(l)), rng.IntN(len(l))
			l[i], l[j] = l[j], l[i]
			layouts[seat] = l
			other, err := engine.NewReferee(rs, layouts, w.first)
			if l.Equal(w.layouts[seat]) || err != nil || !announcesAlike(other, w.events) {
				continue
			}
			others++
			require.Equal(t, *w.position, other.Position())
			for _, piece := range pieces(rs) {
				require.True(t, w.facts.Possible(piece).Has(other.Type(piece)))
			}
		}
	})
	if !testing.Short() { // with which rapid plays too few games
		require.Greater(t, others, 5)
	}
}

// announcesAlike reports whether the referee of a game announces what was announced.
func announcesAlike(r *engine.Referee, events []engine.Event) bool {
	for len(events) > 0 {
		played, err := r.Play(events[0])
		if err != nil || len(played) > len(events) || !slices.Equal(played, events[:len(played)]) {
			return false
		}
		events = events[len(played):]
	}
	return true
}

// thirdTeam reports whether there is a seat that is a partner of neither.
func thirdTeam(rs *engine.Ruleset, one, other engine.Seat) bool {
	return slices.ContainsFunc(rs.Seats(), func(seat engine.Seat) bool { return !rs.Partners(seat, one) && !rs.Partners(seat, other) })
}
