package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// watched is a game in which everything that must always hold is checked after every
// event.
type watched struct {
	*Referee
	t      require.TestingT
	first  Seat
	facts  *Facts
	events []Event
}

func watch(t *rapid.T, rs *Ruleset, rng *rand.Rand) *watched {
	first, settled := rs.First()
	if !settled {
		first = Seat(rng.IntN(2))
	}
	r, err := NewReferee(rs, [2]Layout{RandomLayout(rs, rng), RandomLayout(rs, rng)}, first)
	require.NoError(t, err)
	return &watched{Referee: r, t: t, first: first, facts: NewFacts(rs)}
}

// turn plays one turn: mostly a move; now and then a pass, an offer, or a word too
// many, which must be refused.
func (w *watched) turn(rng *rand.Rand) {
	p := &w.position
	e := NoMoveEvent(p.ToAct())
	if moves := w.LegalMoves(); len(moves) > 0 {
		e = MoveEvent(p.ToAct(), moves[rng.IntN(len(moves))], rng.IntN(20) == 0)
		for range 2 { // rather attack, or games get long
			if p.At(e.Move.To) == NoPiece {
				e.Move = moves[rng.IntN(len(moves))]
			}
		}
		switch {
		case rng.IntN(50) == 0 && p.Rules().Clock() > 0 && !p.MustProve():
			e = PassEvent(p.ToAct())
		case p.OfferOpen() && rng.IntN(5) == 0:
			e = AcceptDrawEvent(p.ToAct())
		case rng.IntN(500) == 0:
			e = ResignEvent(Seat(rng.IntN(2)))
		}
	}
	before := w.position
	played, err := w.Play(e)
	require.NoError(w.t, err)
	w.events = append(w.events, played...)

	// The announcement in the middle of the turn, too, is what everybody could expect.
	for _, e := range played {
		w.checkEvent(&before, e)
	}
	require.Equal(w.t, before, w.position, "the events are all there is to a position")
}

// checkEvent applies an event to a position of which it is true.
func (w *watched) checkEvent(p *Position, e Event) {
	seat := p.ToAct()
	switch p.Phase() {
	case PhaseMove:
		require.False(w.t, p.offered && p.mustProve && p.OfferOpen())
	case PhaseAnswer:
		require.Contains(w.t, p.Answers(), e.Code)
		require.Equal(w.t, p.AnswerShowsFlag(e.Code), e.Flag != NoNode)
		attacker, defender, movers, _ := p.Clash()
		require.Equal(w.t, seat, defender.Seat())
		require.Equal(w.t, seat.Other(), attacker.Seat())
		require.True(w.t, movers.Has(w.Type(attacker)))
		require.Equal(w.t, p.Known(attacker), movers)
	}
	require.True(w.t, e.Kind == EventResign || e.Seat == seat)
	w.facts.Note(p, e)
	was := *p
	require.NoError(w.t, p.Apply(e))
	checkPosition(w.t, p)
	if e.Kind == EventMove {
		require.Equal(w.t, was.Ply()+1, p.Ply())
	}
	for piece := range Piece(NumPieces) {
		require.True(w.t, p.Known(piece).Has(w.Type(piece)), "%s: %s is not of %s", piece, w.Type(piece), p.Known(piece))
		require.True(w.t, p.Known(piece).Within(was.Known(piece)), "what is known stays known")
		require.False(w.t, was.Where(piece) == NoNode && p.Where(piece) != NoNode, "who has left stays away")
	}
}

// checkPosition checks what holds in every position.
func checkPosition(t require.TestingT, p *Position) {
	var stand NodeSet
	for piece := range Piece(NumPieces) {
		require.NotZero(t, p.Known(piece))
		require.True(t, p.Known(piece).Within(p.rules.Allowed(piece.Number())))
		require.True(t, p.MobileTypes(piece).Within(p.Known(piece)))
		n := p.Where(piece)
		if n == NoNode {
			continue
		}
		require.True(t, p.rules.Board().Has(n))
		require.Equal(t, piece, p.At(n))
		require.True(t, p.Occupied(piece.Seat()).Has(n))
		stand = stand.Add(n)
		if p.Moved(piece) {
			require.True(t, p.Known(piece).Within(Mobile))
		} else {
			require.Equal(t, p.rules.Board().Start(piece.Seat(), piece.Number()), n)
		}
	}
	require.Equal(t, stand, p.Occupied(Red)|p.Occupied(Blue))
	require.Zero(t, p.Occupied(Red)&p.Occupied(Blue))
	for n := range Node(MaxNodes) {
		require.Equal(t, stand.Has(n), p.At(n) != NoPiece)
	}
	for seat := Red; seat.Valid(); seat++ {
		shown, lies, carrier := p.FlagShown(seat), p.FlagLies(seat), p.Carrier(seat)
		require.True(t, shown == NoNode || p.rules.Board().Headquarters(seat).Has(shown) && p.At(shown).Seat() == seat)
		require.True(t, shown == NoNode || p.CommanderFell(seat))
		require.True(t, shown == NoNode || !p.FlagTaken(seat))
		require.True(t, carrier == NoPiece || p.FlagTaken(seat) && carrier.Seat() != seat && p.Where(carrier) != NoNode)
		require.True(t, lies == NoNode || p.FlagTaken(seat) && carrier == NoPiece)
		require.True(t, lies == NoNode || p.At(lies) == NoPiece || p.At(lies).Seat() == seat, "who stands on a lying flag can't pick it up")
		require.True(t, !p.FlagTaken(seat) || p.Phase() == PhaseOver || carrier != NoPiece || lies != NoNode)
		require.LessOrEqual(t, p.Timeouts(seat), p.rules.Timeouts())
	}
	require.Equal(t, p.Result().Over, p.Phase() == PhaseOver)
	require.Equal(t, p.Result().Over, p.Result().Reason != NotOver)
	require.Less(t, p.Result().Reason, numReasons)
	if limit := p.rules.QuietDraw(); limit > 0 {
		require.LessOrEqual(t, p.Quiet(), limit)
		require.True(t, p.Quiet() < limit || p.Phase() == PhaseOver)
	}
}

func TestGamesUnderAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		w := watch(t, rs, rng)
		checkPosition(t, &w.position)
		for range 300 {
			if w.position.Phase() == PhaseOver {
				break
			}
			w.checkMoves()
			w.checkHostile(rng)
			w.turn(rng)
		}
		for piece := range Piece(NumPieces) {
			require.True(t, w.facts.Possible(piece).Has(w.Type(piece)), "a conclusion is wrong")
			require.True(t, w.facts.Possible(piece).Within(w.position.Known(piece)))
		}
		again, err := Deduce(rs, w.first, w.events)
		require.NoError(t, err)
		require.Equal(t, w.facts.possible, again.conclusions())
	})
}

// conclusions is all that is concluded.
func (f *Facts) conclusions() [NumPieces]TypeSet {
	f.settle()
	return f.possible
}

// checkMoves checks that the lists of moves are all and only what a look at each pair
// of nodes finds.
func (w *watched) checkMoves() {
	p := &w.position
	seat := p.ToAct()
	own := w.layouts[seat]
	var found []Move
	for from := range p.rules.Board().Nodes().All() {
		for to := range p.rules.Board().Nodes().All() {
			movers := p.Movers(from, to)
			if movers == 0 {
				continue
			}
			require.True(w.t, movers.Within(Mobile))
			for _, kind := range movers.Types() {
				require.True(w.t, p.Destinations(from, kind).Has(to))
			}
			if p.CheckMove(seat, own, Move{from, to}) == nil {
				found = append(found, Move{from, to})
			}
		}
	}
	moves := p.LegalMoves(seat, own)
	require.ElementsMatch(w.t, found, moves)
	require.Equal(w.t, len(moves) > 0, p.HasMove(seat, own))
	require.True(w.t, len(moves) > 0 || p.certainMover(seat) == NoPiece)
}

// checkHostile checks that events made of anything are refused without a trace, or
// taken.
func (w *watched) checkHostile(rng *rand.Rand) {
	for range 5 {
		e := hostileEvent(rng.Uint64())
		p := w.position
		if err := p.Apply(e); err != nil {
			var refusal *RuleError
			require.ErrorAs(w.t, err, &refusal)
			require.NotEmpty(w.t, err.Error())
			require.Equal(w.t, w.position, p)
		} else {
			checkPosition(w.t, &p)
		}
		before := w.position
		if _, err := w.Play(e); err != nil {
			require.Equal(w.t, before, w.position)
		} else {
			w.position = before
		}
	}
}

// hostileEvent makes an event of 64 bits, mostly with fields that are in range or
// nearly so.
func hostileEvent(bits uint64) Event {
	take := func(n uint64) uint64 { v := bits % n; bits /= n; return v }
	nodes := func() Node {
		if take(16) == 0 {
			return Node(take(256))
		}
		return Node(take(MaxNodes))
	}
	return Event{
		Kind: EventKind(take(9)), Seat: Seat(take(3)),
		Move:  Move{nodes(), nodes()},
		Offer: take(2) == 0, Code: Code(take(24)), Flag: slices.Concat([]Node{NoNode, 12, 36, 23, 47}, []Node{nodes()})[take(6)],
	}
}

// FuzzApply feeds a position events that are made of anything.
func FuzzApply(f *testing.F) {
	f.Add("standard", []byte("01234567abcdefgh"))
	f.Add("standard,carry=home,scout=on,mountains=any,hq=free", []byte("01234567abcdefgh"))
	f.Fuzz(func(t *testing.T, spec string, data []byte) {
		rs, err := Rules(spec)
		if err != nil {
			rs = Standard()
		}
		p := Start(rs, Red)
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
		rs := drawRules(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		w := watch(t, rs, rng)
		for range 60 {
			if w.position.Phase() == PhaseOver {
				break
			}
			w.turn(rng)
		}
		for range 200 {
			layouts := w.layouts
			l := &layouts[rng.IntN(2)]
			i, j := rng.IntN(ArmySize), rng.IntN(ArmySize)
			l[i], l[j] = l[j], l[i]
			other, err := NewReferee(rs, layouts, w.first)
			if layouts == w.layouts || err != nil || !announcesAlike(other, w.events) {
				continue
			}
			others++
			require.Equal(t, w.position, other.position)
			for piece := range Piece(NumPieces) {
				require.True(t, w.facts.Possible(piece).Has(other.Type(piece)))
			}
		}
	})
	require.Greater(t, others, 100)
}

// announcesAlike reports whether the referee of a game announces what was announced.
func announcesAlike(r *Referee, events []Event) bool {
	for len(events) > 0 {
		played, err := r.Play(events[0])
		if err != nil || len(played) > len(events) || !slices.Equal(played, events[:len(played)]) {
			return false
		}
		events = events[len(played):]
	}
	return true
}

// The referee announces what the table says, for all pairs of types.
func TestRefereeAgreesWithTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		for _, a := range Mobile.Types() {
			for _, d := range AllTypes.Types() {
				r := meeting(rs, a, d)
				played, err := r.Play(MoveEvent(Red, Move{grid(0, 12), grid(1, 12)}, false))
				require.NoError(t, err)
				require.Equal(t, EventAnswer, played[1].Kind)
				require.Equal(t, rs.Clash(a, d), played[1].Code, "%s meets %s", a, d)
				said, _ := rs.Announcement(played[1].Code)
				require.Equal(t, said.AttackerCommanderFell, len(played) > 2 && played[2].Kind == EventShow)
			}
		}
	})
}

// meeting is a game in which a red piece on a12 may attack a blue one in the
// headquarters b12.
func meeting(rs *Ruleset, a, d Type) *Referee {
	p := Start(rs, Red)
	number, _ := rs.Board().Starter(Blue, grid(1, 12))
	blueFlag, _ := rs.Board().Starter(Blue, grid(3, 12))
	var layouts [2]Layout
	for piece := range Piece(NumPieces) {
		layouts[piece.Seat()][piece.Number()] = Platoon
	}
	attacker := PieceOf(Red, 12) // started in row 3, where bombs may
	layouts[Red][12], layouts[Blue][number] = a, d
	if d != Flag {
		layouts[Blue][blueFlag] = Flag
	}
	redFlag, _ := rs.Board().Starter(Red, grid(1, 1))
	layouts[Red][redFlag] = Flag
	p.remove(p.At(grid(0, 12)), NoNode)
	p.relocate(attacker, grid(0, 12))
	p.known[attacker] = Mobile
	return &Referee{position: p, layouts: layouts}
}
