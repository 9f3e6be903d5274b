package engine

import (
	"cmp"
	"crypto/sha512"
	"reflect"
	"slices"
	"time"
)

// Ruleset is checked rules, ready for play: board, army, placement, movement, table of
// clashes, endings. It never changes once made; share it by pointer.
type Ruleset struct {
	rules  Rules // as ParseCanonical would read text
	text   []byte
	digest [32]byte

	numSeats int
	teams    [MaxSeats]uint8
	allies   [MaxSeats]SeatSet
	falls    [MaxSeats]SeatSet // who goes out when a seat does

	armySize int
	numTypes int
	counts   [MaxTypes]uint8
	mobile   TypeSet
	flag     Type // NoType if no type is a flag
	allowed  [MaxArmy]TypeSet
	start    [MaxSeats][MaxArmy]Node
	form     layoutForm
	layouts  *layoutCount
	deck     *Deck // nil if the seats lay out their pieces themselves

	board          *Board
	gaits          []gait
	byLine, byRail []rider // them, those first that ride least so
	clash          *clashTable
	places         []*Ruleset // by kind: with the table of clashes there, nil where it is the usual one

	carry      bool // a flag is taken along, and wins when it arrives
	carryTo    [MaxSeats]NodeSet
	beside     bool // while others fill carryTo, the nodes next to them do too
	reach      reachRule
	tallies    []counted
	tallied    TypeSet // the types of tallies
	shaken     bool
	lastDraw   bool // lastBoth is "draw"
	quietDraw  int  // 0: never
	timeouts   int
	resignFrom int

	clock, grace, seen time.Duration

	open           bool
	drawn          bool // every layout is drawn by lot
	partnersOpen   bool
	reveal         bool
	outSeesPartner bool
	absentStop     bool
	first          Seat
	firstKnown     bool
}

// index finds what names stand for in rules whose names are in order.
type index struct {
	seats map[string]Seat
	kinds map[string]int
	nodes map[string]Node
	types map[string]Type
}

func newIndex(r *Rules) *index {
	x := &index{
		seats: make(map[string]Seat, len(r.Seats)),
		kinds: make(map[string]int, len(r.Kinds)),
		nodes: make(map[string]Node, len(r.Nodes)),
		types: make(map[string]Type, len(r.Types)),
	}
	for i, s := range r.Seats {
		x.seats[s.Name] = Seat(i)
	}
	for i, k := range r.Kinds {
		x.kinds[k.ID] = i
	}
	for i, n := range r.Nodes {
		x.nodes[n.Name] = Node(i)
	}
	for i, t := range r.Types {
		x.types[t.ID] = Type(i)
	}
	return x
}

func (x *index) nodeSet(names []string) NodeSet {
	var set NodeSet
	for _, name := range names {
		set = set.Add(x.nodes[name])
	}
	return set
}

// optionalType returns the type of an id, NoType for an empty one.
func (x *index) optionalType(id string) Type {
	if id == "" {
		return NoType
	}
	return x.types[id]
}

// NewRuleset checks rules and makes them playable. They are copied. An error says what
// is wrong and where, such as "nodes[3].kind".
func NewRuleset(r Rules) (*Ruleset, error) {
	ownLists(reflect.ValueOf(&r).Elem())
	return newRuleset(&r, formatRules(&r))
}

// newRuleset makes a ruleset of rules that were read from a text; text is its canonical form.
func newRuleset(r *Rules, text []byte) (*Ruleset, error) {
	if len(text) > MaxRulesText {
		return nil, errRulesTooLong(len(text), MaxRulesText)
	}
	if err := checkRules(r); err != nil {
		return nil, err
	}
	x := newIndex(r)
	rs := &Ruleset{rules: *r, text: text}
	rs.digest = sha512.Sum512_256(slices.Concat([]byte("darkjunqi/v1/ruleset\x00"), text))
	rs.compileSeats(r)
	rs.compileArmy(r, x)
	rs.board = newBoard(r, x)
	rs.gaits = newGaits(r, rs.board)
	rs.byLine = inOrder(rs.gaits, func(g *gait) reach { return g.line })
	rs.byRail = inOrder(rs.gaits, func(g *gait) reach { return g.rail })
	rs.clash = newClashTable(r, x)
	rs.compileEnds(r, x)
	rs.compileViews(r, x)
	rs.compileDeck(r, x)
	if rs.deck != nil {
		return rs, nil
	}
	var err error
	rs.layouts, err = newLayoutCount(rs)
	if err != nil {
		return nil, err
	}
	rs.compilePlaces(r, x)
	return rs, nil
}

func (rs *Ruleset) compileSeats(r *Rules) {
	rs.numSeats = len(r.Seats)
	for a, seat := range r.Seats {
		rs.teams[a] = uint8(seat.Team)
		for b, other := range r.Seats {
			if seat.Team == other.Team {
				rs.allies[a] = rs.allies[a].Add(Seat(b))
			}
		}
		rs.falls[a] = SeatsOf(Seat(a))
		if seat.Chief {
			rs.falls[a] = rs.allies[a]
		}
	}
}

func (rs *Ruleset) compileArmy(r *Rules, x *index) {
	rs.numTypes = len(r.Types)
	rs.flag = x.optionalType(r.Ends.Flag)
	for t, rule := range r.Types {
		rs.counts[t] = uint8(rule.Count)
		if len(rule.Ways) > 0 {
			rs.mobile = rs.mobile.Add(Type(t))
		}
		for _, number := range rule.Starts {
			rs.allowed[number] = rs.allowed[number].Add(Type(t))
		}
	}
	for seat := range rs.start {
		for number := range rs.start[seat] {
			rs.start[seat][number] = NoNode
		}
	}
	for seat, rows := range r.Start {
		number := 0
		for _, name := range slices.Concat(rows...) {
			if name != "" {
				rs.start[seat][number] = x.nodes[name]
				number++
			}
		}
		rs.armySize = number
	}
	if r.Deck == nil {
		rs.form = newLayoutForm(r, x)
	}
}

func (rs *Ruleset) compileEnds(r *Rules, x *index) {
	e := &r.Ends
	if e.Carry != nil {
		rs.carry, rs.beside = true, e.Carry.Beside
		for seat, names := range e.Carry.To {
			rs.carryTo[seat] = x.nodeSet(names)
		}
	}
	rs.compileGoals(e, x)
	rs.shaken = e.Shaken
	rs.lastDraw = e.LastBoth == LastBothDraw
	rs.quietDraw, rs.timeouts, rs.resignFrom = e.Quiet, e.Timeouts, e.ResignFrom
	rs.clock = time.Duration(r.Times.Clock) * time.Second
	rs.grace = time.Duration(r.Times.Grace) * time.Second
	rs.seen = min(rs.grace, cmp.Or(time.Duration(r.Times.Seen)*time.Second, DefaultSeen))
}

func (rs *Ruleset) compileViews(r *Rules, x *index) {
	v := &r.Views
	rs.open, rs.drawn = v.Mode == ModeOpen, v.Mode == ModeDrawn
	rs.partnersOpen = v.Mode == ModePartners
	rs.reveal = v.Reveal == RevealEnd
	rs.outSeesPartner = v.OutSeesPartner
	rs.absentStop = v.Absent == AbsentStop
	rs.first, rs.firstKnown = x.seats[v.First]
}

// Rules returns the rules themselves, a copy.
func (rs *Ruleset) Rules() Rules {
	r := rs.rules
	ownLists(reflect.ValueOf(&r).Elem())
	return r
}

// Text returns the canonical text of the rules: compact JSON.
func (rs *Ruleset) Text() []byte { return slices.Clone(rs.text) }

// Digest identifies the rules: SHA-512/256 of "darkjunqi/v1/ruleset", a zero byte, and
// the canonical text.
func (rs *Ruleset) Digest() [32]byte { return rs.digest }

// Name returns what the game is called.
func (rs *Ruleset) Name() Names { return rs.rules.Name }

// NumSeats returns the number of seats, 2 to 6.
func (rs *Ruleset) NumSeats() int { return rs.numSeats }

// Seats lists the seats in turn order.
func (rs *Ruleset) Seats() []Seat {
	list := make([]Seat, rs.numSeats)
	for i := range list {
		list[i] = Seat(i)
	}
	return list
}

// HasSeat reports whether the game has this seat.
func (rs *Ruleset) HasSeat(seat Seat) bool { return int(seat) < rs.numSeats }

// Has reports whether the game has this piece.
func (rs *Ruleset) Has(piece Piece) bool {
	return rs.HasSeat(piece.Seat()) && piece.Number() < rs.armySize
}

// Team returns the number of a seat's team; 0xff if there is no such seat.
func (rs *Ruleset) Team(seat Seat) uint8 {
	if !rs.HasSeat(seat) {
		return 0xff
	}
	return rs.teams[seat]
}

// Allies returns the seats of a seat's team, including itself.
func (rs *Ruleset) Allies(seat Seat) SeatSet {
	if !rs.HasSeat(seat) {
		return 0
	}
	return rs.allies[seat]
}

// Chief reports whether a seat is its team's commander-in-chief, so that its team is out when it is.
func (rs *Ruleset) Chief(seat Seat) bool { return rs.HasSeat(seat) && rs.falls[seat].Len() > 1 }

// Black reports whether a seat is called and drawn black.
func (rs *Ruleset) Black(seat Seat) bool {
	return rs.HasSeat(seat) && rs.rules.Seats[seat].Colour == Black
}

// Partners reports whether two seats are on one team, or the same seat.
func (rs *Ruleset) Partners(a, b Seat) bool { return rs.Allies(a).Has(b) }

// ArmySize returns the number of pieces of one seat, at most MaxArmy.
func (rs *Ruleset) ArmySize() int { return rs.armySize }

// NumTypes returns the number of types, at most MaxTypes.
func (rs *Ruleset) NumTypes() int { return rs.numTypes }

// Types returns the set of all types.
func (rs *Ruleset) Types() TypeSet { return 1<<rs.numTypes - 1 }

// Mobile returns the set of the types that have a way of moving.
func (rs *Ruleset) Mobile() TypeSet { return rs.mobile }

// Flag returns the type whose capture loses; NoType if there is none.
func (rs *Ruleset) Flag() Type { return rs.flag }

// Count returns how many pieces of a type each seat has.
func (rs *Ruleset) Count(t Type) int {
	if int(t) >= rs.numTypes {
		return 0
	}
	return int(rs.counts[t])
}

// Counts returns [EndRule].Counts.
func (rs *Ruleset) Counts() []CountRule { return slices.Clone(rs.rules.Ends.Counts) }

// Allowed returns the set of types that the piece of that number may be; empty if the number
// is out of range.
func (rs *Ruleset) Allowed(number int) TypeSet {
	if number < 0 || number >= rs.armySize {
		return NoTypes
	}
	return rs.allowed[number]
}

// Board returns the board of the game.
func (rs *Ruleset) Board() *Board { return rs.board }

// Start returns the node where the piece of that seat and number starts; NoNode if either is out of
// range, or if the pieces belong to a deck.
func (rs *Ruleset) Start(seat Seat, number int) Node {
	if !rs.HasSeat(seat) || number < 0 || number >= rs.armySize {
		return NoNode
	}
	return rs.start[seat][number]
}

// Starter returns the number of the seat's piece that starts on a node, and whether there is
// one.
func (rs *Ruleset) Starter(seat Seat, n Node) (number int, ok bool) {
	if !rs.HasSeat(seat) || n == NoNode {
		return 0, false
	}
	number = slices.Index(rs.start[seat][:rs.armySize], n)
	return max(number, 0), number >= 0
}

// Codes lists all announcements; a [Code] is an index into it.
func (rs *Ruleset) Codes() []Announcement { return slices.Clone(rs.clash.codes) }

// Announcement returns the announcement of a code, and whether there is such a code.
func (rs *Ruleset) Announcement(c Code) (Announcement, bool) {
	if int(c) >= len(rs.clash.codes) {
		return Announcement{AttackerSeen: NoType, DefenderSeen: NoType}, false
	}
	return rs.clash.codes[c], true
}

// AnnouncementRule returns the announcement of a code as rules have it, with the names of types.
// There is no such code as NoCode.
func (rs *Ruleset) AnnouncementRule(c Code) AnnouncementRule { return rs.rules.Clash.Announcements[c] }

// Code returns the code of an announcement; NoCode if no clash yields it.
func (rs *Ruleset) Code(a Announcement) Code {
	if i := slices.Index(rs.clash.codes, a); i >= 0 {
		return Code(i)
	}
	return NoCode
}

// Clash returns the announcement, as a code, when a piece of type attacker moves onto one
// of type defender; NoCode if the attacker never moves, or either is not a type.
func (rs *Ruleset) Clash(attacker, defender Type) Code {
	if int(attacker) >= rs.numTypes || int(defender) >= rs.numTypes {
		return NoCode
	}
	return rs.clash.code[attacker][defender]
}

// Open reports whether all layouts are open from the start (明棋).
func (rs *Ruleset) Open() bool { return rs.open }

// Drawn reports whether every seat's layout is drawn by lot.
func (rs *Ruleset) Drawn() bool { return rs.drawn }

// PartnersOpen reports whether partners see each other's pieces (双明).
func (rs *Ruleset) PartnersOpen() bool { return rs.partnersOpen }

// RevealAtEnd reports whether the layouts are to be shown after the end.
func (rs *Ruleset) RevealAtEnd() bool { return rs.reveal }

// OutSeesPartner reports whether a seat that is out is shown its partner's pieces.
func (rs *Ruleset) OutSeesPartner() bool { return rs.outSeesPartner }

// AbsentStop reports whether a silent seat stops the game; if not, the others may remove it.
func (rs *Ruleset) AbsentStop() bool { return rs.absentStop }

// First returns who moves first, and whether that is settled by the rules; if not, the
// match draws it.
func (rs *Ruleset) First() (seat Seat, settled bool) { return rs.first, rs.firstKnown }

// Clock returns the time for a move; 0 if there is no clock.
func (rs *Ruleset) Clock() time.Duration { return rs.clock }

// Grace returns how long a peer may owe a record before its silence can be claimed; 0 if it never
// can.
func (rs *Ruleset) Grace() time.Duration { return rs.grace }

// DefaultSeen is how long a peer may owe its Seen if the rules don't say.
const DefaultSeen = 2 * time.Minute

// Seen returns how long a peer may owe its Seen of a record, which its program gives without asking
// its player, before the others may vote it absent; at most Grace.
func (rs *Ruleset) Seen() time.Duration { return rs.seen }

// Timeouts returns after how many time-outs a player loses.
func (rs *Ruleset) Timeouts() int { return rs.timeouts }

// QuietDraw returns the number of plies in a row without a clash that are a draw; 0 if
// they never are.
func (rs *Ruleset) QuietDraw() int { return rs.quietDraw }

// ResignFrom returns the ply from which a seat may resign.
func (rs *Ruleset) ResignFrom() int { return rs.resignFrom }
