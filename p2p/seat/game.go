package seat

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// eyes are whose view of a game it is.
type eyes struct {
	seat   engine.Seat
	seated bool // else nobody's, and seat means nothing
}

// game is a fold over the public events of a game, each taken once, into what one view
// may see of it.
type game struct {
	rules *engine.Ruleset
	first engine.Seat
	eyes
	layouts  []engine.Layout // by seat, nil where these eyes don't see it
	position engine.Position
	mind     mind
	public   *engine.Facts  // what anybody may conclude
	open     engine.SeatSet // whose layouts everybody sees

	turns   int
	last    *Turn                // the last turn
	written engine.Turn          // and as it is written down
	left    map[engine.Piece]int // by piece that has left, the turn in which
	applied int                  // events taken

	pieces []Piece // as last drawn up; nil if that is out of date
}

// mind holds what a view concludes about pieces.
type mind interface {
	Note(before *engine.Position, e engine.Event)
	Possible(piece engine.Piece) engine.TypeSet
	Facts(piece engine.Piece) []engine.Fact
	See(seat engine.Seat, l engine.Layout)
}

// outsider is the mind of one who has no layout: it concludes what anybody may, and doesn't
// keep the reasons.
type outsider struct{ facts *engine.Facts }

func (o outsider) Note(before *engine.Position, e engine.Event) { o.facts.Note(before, e) }
func (o outsider) Possible(piece engine.Piece) engine.TypeSet   { return o.facts.Possible(piece) }
func (o outsider) Facts(engine.Piece) []engine.Fact             { return nil }
func (o outsider) See(seat engine.Seat, l engine.Layout)        { o.facts.AssumeLayout(seat, l) }

// newGame returns a game before its first move. A watcher has no own layout, so that it
// is nil; otherwise it may be unknown here, and nil too.
func newGame(rs *engine.Ruleset, e eyes, own engine.Layout, first engine.Seat) *game {
	g := &game{
		rules: rs, first: first, eyes: e, layouts: make([]engine.Layout, rs.NumSeats()),
		position: engine.Start(rs, first),
		public:   engine.NewFacts(rs),
		left:     map[engine.Piece]int{},
	}
	if own == nil {
		g.mind = outsider{engine.NewFacts(rs)}
		return g
	}
	g.layouts[e.seat] = own
	g.mind = engine.NewKnowledge(rs, e.seat, own)
	return g
}

// own returns the layout of the seat whose view it is, nil if there is none.
func (g *game) own() engine.Layout {
	if !g.seated {
		return nil
	}
	return g.layouts[g.seat]
}

// eventKinds is our event for each event of the game.
var eventKinds = map[engine.EventKind]EventKind{
	engine.EventMove:       EventMove,
	engine.EventAnswer:     EventClash,
	engine.EventShow:       EventShown,
	engine.EventPass:       EventPass,
	engine.EventNoMove:     EventNoMove,
	engine.EventResign:     EventResign,
	engine.EventAcceptDraw: EventDraw,
	engine.EventAbsent:     EventAbsent,
	engine.EventFlip:       EventFlip,
	engine.EventShare:      EventShare,
	engine.EventFace:       EventFace,
	engine.EventDeal:       EventDeal,
	engine.EventArrive:     EventArrive,
}

// apply takes the next event of the game, and returns what happened by it.
func (g *game) apply(e engine.Event) ([]Event, error) {
	before := g.position
	if err := g.position.Apply(e); err != nil {
		return nil, err
	}
	g.applied++
	g.mind.Note(&before, e)
	g.public.Note(&before, e)
	g.stale()

	if next := engine.TurnOf(&before, e); g.turns == 0 || !g.written.Join(next) {
		g.written = next
		g.turns++
		g.last = &Turn{Number: g.turns, Seat: e.Seat.String(), Kind: e.Kind.String(), Path: []string{}, Left: []Ref{}, Shown: []Shown{}, Flags: []Carried{}, Out: []string{}}
	}
	g.last = g.extended(&before, e)

	happened := []Event{{Kind: eventKinds[e.Kind], Seat: e.Seat.String(), Turn: g.last}}
	for _, seat := range g.rules.Seats() {
		if g.goesOut(&before, seat) && !g.position.Result().Over {
			happened = append(happened, Event{Kind: EventOut, Seat: seat.String()})
		}
	}
	if r := g.result(); r != nil {
		happened = append(happened, Event{Kind: EventOver, Result: r})
	}
	return happened, nil
}

// extended returns the last turn with one more event in it. Turns that were returned stay as they
// were.
func (g *game) extended(before *engine.Position, e engine.Event) *Turn {
	t := *g.last
	t.Left, t.Shown, t.Flags, t.Out = slices.Clone(t.Left), slices.Clone(t.Shown), slices.Clone(t.Flags), slices.Clone(t.Out)
	switch e.Kind {
	case engine.EventMove:
		t.move(g, before, e.Move)
		t.Path, t.Offer = g.names(before.Way(e.Move)), e.Offer
	case engine.EventFlip:
		t.To, t.Offer = g.node(e.Node), e.Offer
	case engine.EventArrive:
		t.To = g.node(e.Node)
	case engine.EventFace:
		t.To, t.Face = g.node(before.Flipping()), g.turned(e)
	case engine.EventAnswer:
		t.move(g, before, before.ClashMove())
		t.Announcement = new(g.rules.AnnouncementRule(e.Code))
	}
	if e.Flag != engine.NoNode {
		t.Shown = append(t.Shown, Shown{e.Seat.String(), g.rules.Board().Name(e.Flag)})
	}
	for _, piece := range g.allPieces() {
		if before.Where(piece) != engine.NoNode && g.position.Where(piece) == engine.NoNode {
			g.left[piece] = t.Number
			t.Left = append(t.Left, *refTo(piece))
		}
	}
	for _, seat := range g.rules.Seats() {
		if g.goesOut(before, seat) {
			t.Out = append(t.Out, seat.String())
		}
		if now, moved := g.carried(before, seat); moved {
			same := func(f Carried) bool { return f.Seat == now.Seat }
			t.Flags = append(slices.DeleteFunc(t.Flags, same), now) // what comes last counts
		}
	}
	phase := g.position.Phase()
	clashing := phase == engine.PhaseAnswer || phase == engine.PhaseShow || g.position.Flipping() != engine.NoNode
	t.Complete = !clashing || e.Kind == engine.EventResign || e.Kind == engine.EventAbsent // of a third
	if t.Complete {
		t.Text = g.rules.FormatTurn(g.written)
	}
	return &t
}

// move says which piece goes where, and whom it meets.
func (t *Turn) move(g *game, before *engine.Position, m engine.Move) {
	t.From, t.To = g.node(m.From), g.node(m.To)
	t.Piece, t.Met = refTo(before.At(m.From)), refTo(before.At(m.To))
}

// carried returns what the last event did to a captured flag that must be carried home, and whether
// it did anything.
func (g *game) carried(before *engine.Position, of engine.Seat) (Carried, bool) {
	p := &g.position
	carrier, lies := p.Carrier(of), p.FlagLies(of)
	f := Carried{Seat: of.String(), Node: g.node(lies), Carrier: refTo(carrier)}
	if carrier != engine.NoPiece {
		f.Node = g.node(p.Where(carrier))
	}
	result := p.Result()
	switch {
	case g.goesOut(before, of) && p.Out(of) == engine.ByFlag, result.Over && result.Reason == engine.ByShaken && p.FlagGoal(of).Has(p.Where(carrier)):
		f.How = FlagHome
	case lies != before.FlagLies(of) && lies != engine.NoNode:
		f.How = FlagDropped
	case carrier == engine.NoPiece || carrier == before.Carrier(of):
		return f, false
	case before.FlagTaken(of):
		f.How = FlagPicked
	default:
		f.How = FlagTaken
	}
	return f, g.rules.Rules().Ends.Carry != nil
}

// goesOut reports whether the last event put a seat out of the game.
func (g *game) goesOut(before *engine.Position, seat engine.Seat) bool {
	return before.Out(seat) == engine.NotOver && g.position.Out(seat) != engine.NotOver
}

// see takes notice of a layout that lies open to this view, perhaps to everybody. A nil layout
// shows nothing.
func (g *game) see(seat engine.Seat, l engine.Layout, everybody bool) {
	if l != nil && g.layouts[seat] == nil {
		g.layouts[seat] = l
		g.mind.See(seat, l)
		g.stale()
	}
	if everybody && !g.open.Has(seat) {
		g.open = g.open.Add(seat)
		g.public.AssumeLayout(seat, l)
		g.stale()
	}
}

// stale says that something about the pieces has changed.
func (g *game) stale() { g.pieces = nil }

func (g *game) allPieces() []engine.Piece {
	pieces := make([]engine.Piece, 0, g.rules.NumSeats()*g.rules.ArmySize())
	for _, seat := range g.rules.Seats() {
		for number := range g.rules.ArmySize() {
			pieces = append(pieces, engine.PieceOf(seat, number))
		}
	}
	return pieces
}

// draw draws up all pieces, with a person's notes on them.
func (g *game) draw(marks map[engine.Piece]string) []Piece {
	if g.pieces == nil {
		g.pieces = []Piece{}
		for _, piece := range g.allPieces() {
			if !g.position.TurnedUp(piece) {
				continue
			}
			p := g.piece(piece)
			p.Mark = marks[piece]
			g.pieces = append(g.pieces, p)
		}
	}
	return g.pieces
}

func (g *game) piece(piece engine.Piece) Piece {
	p := Piece{
		Ref: *refTo(piece), Node: g.node(g.position.Where(piece)),
		May: []string{}, Public: []string{}, Facts: []Fact{},
		Moved: g.position.Moved(piece), Left: g.left[piece],
	}
	if l := g.layouts[piece.Seat()]; l != nil {
		p.Type, p.By, p.Public = g.rules.TypeID(l[piece.Number()]), "opened", g.typeIDs(g.public.Possible(piece))
		if g.seated && piece.Seat() == g.seat {
			p.By = "own"
		}
		return p
	}
	possible := g.mind.Possible(piece)
	p.Facts = g.facts(piece)
	if possible.Len() != 1 {
		p.May = g.typeIDs(possible)
		return p
	}
	p.Type, p.By = g.rules.TypeID(possible.First()), "concluded"
	if g.shown(piece) {
		p.By = "shown"
	}
	return p
}

// shown reports whether a piece was shown for what it is.
func (g *game) shown(piece engine.Piece) bool {
	return g.position.Known(piece).Len() == 1 || g.position.Where(piece) != engine.NoNode && g.position.Where(piece) == g.position.FlagShown(piece.Seat())
}

// facts returns what shows what a piece may be, apart from its starting place.
func (g *game) facts(piece engine.Piece) []Fact {
	list := []Fact{}
	for _, f := range g.mind.Facts(piece) {
		if f.Source == engine.FromPlace {
			continue
		}
		told := Fact{Source: f.Source.String(), Ply: f.Ply, Types: g.typeIDs(f.Types), Met: refTo(f.Met)}
		if f.Source == engine.FromClash {
			told.Announcement = new(g.rules.AnnouncementRule(f.Code))
		}
		list = append(list, told)
	}
	return list
}

// moves lists where this seat's pieces can go.
func (g *game) moves() map[string][]string {
	moves := map[string][]string{}
	for number, t := range g.army() {
		from := g.position.Where(engine.PieceOf(g.seat, number))
		if from == engine.NoNode {
			continue
		}
		if to := g.position.Destinations(from, t); !to.Empty() {
			moves[g.node(from)] = g.rules.Board().Names(to)
		}
	}
	return moves
}

// result returns how the game ended; nil if it did not.
func (g *game) result() *Result {
	if !g.seated {
		return ResultOf(g.position.Result(), "")
	}
	return ResultOf(g.position.Result(), g.seat.String())
}

// ResultOf returns how a game ended for a seat, or for a watcher, ""; nil if it did not end.
func ResultOf(r engine.Result, own string) *Result {
	if !r.Over {
		return nil
	}
	out := &Result{Draw: r.Draw, Winners: seatNames(r.Winners), Reason: r.Reason.String()}
	switch {
	case own == "":
	case r.Draw:
		out.You = "drew"
	case slices.Contains(out.Winners, own):
		out.You = "won"
	default:
		out.You = "lost"
	}
	return out
}

// fill adds what is seen of a seat's army.
func (g *game) fill(s *Seating, seat engine.Seat, pieces []Piece) {
	p := &g.position
	if out := p.Out(seat); out != engine.NotOver {
		s.Out = out.String()
	}
	for _, piece := range pieces {
		switch {
		case piece.Seat != s.Seat:
		case piece.Node != "":
			s.Left++
		default:
			s.Lost++
			if piece.Type != "" {
				s.LostTypes[piece.Type]++
			}
		}
	}
	for _, t := range g.rules.Types().Types() {
		s.Left += p.Unturned(seat, t) // until the colours are settled, of the colour of that name, as with pieces
	}
	s.Flag = g.node(p.FlagShown(seat))
	if lies := p.FlagLies(seat); lies != engine.NoNode {
		s.Flag = g.node(lies)
	}
	s.Taken, s.Carrier = p.FlagTaken(seat), refTo(p.Carrier(seat))
}

// The names of things.

func (g *game) node(n engine.Node) string {
	if n == engine.NoNode {
		return ""
	}
	return g.rules.Board().Name(n)
}

func (g *game) names(nodes []engine.Node) []string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = g.node(n)
	}
	return names
}

func (g *game) typeIDs(set engine.TypeSet) []string {
	ids := make([]string, 0, set.Len())
	for _, t := range set.Types() {
		ids = append(ids, g.rules.TypeID(t))
	}
	return ids
}

// refTo names a piece; nil if there is none.
func refTo(piece engine.Piece) *Ref {
	if !piece.Valid() {
		return nil
	}
	return &Ref{piece.Seat().String(), piece.Number()}
}

// pieceOf returns the piece of this game that is named.
func (g *game) pieceOf(r *Ref) (engine.Piece, error) {
	if r == nil {
		return engine.NoPiece, coded.Errorf("seat.which-piece", "say which piece")
	}
	seat, err := engine.ParseSeat(r.Seat)
	if err != nil {
		return engine.NoPiece, err
	}
	if int(seat) >= g.rules.NumSeats() || r.Number < 0 || r.Number >= g.rules.ArmySize() {
		return engine.NoPiece, coded.Errorf("seat.no-such-piece", "there is no piece %d of %s", r.Number, r.Seat)
	}
	return engine.PieceOf(seat, r.Number), nil
}

func seatNames(set engine.SeatSet) []string {
	names := []string{}
	for _, seat := range set.Seats() {
		names = append(names, seat.String())
	}
	return names
}

// move returns the move between two nodes that are named. It does not ask whether that is
// legal.
func (g *game) move(from, to string) (engine.Move, error) {
	m := engine.Move{From: engine.NoNode, To: engine.NoNode}
	for _, end := range []struct {
		name string
		node *engine.Node
	}{{from, &m.From}, {to, &m.To}} {
		n, ok := g.rules.Board().Node(end.name)
		if !ok {
			return m, coded.Errorf("seat.no-such-node", "there is no node %q", end.name)
		}
		*end.node = n
	}
	return m, nil
}
