package engine

import "slices"

// NoToken means that there is no token: no deck has this number.
const NoToken = 0xff

// Deck is the pieces that lie face down at the start of a game. A token is a number that says what
// is on a piece's face: for T types, seat·T + type, where the seat is the colour that is printed on it.
type Deck struct {
	nodes  []Node
	all    NodeSet
	tokens []uint8
	claims bool
	claim  Type
	strike bool
	guards TypeSet
	takers []Type
	first  [MaxTypes]int // the lowest number of the pieces of a type
	army   Layout
	armies []Layout
}

// compileDeck takes in the deck of checked rules, if there is one.
func (rs *Ruleset) compileDeck(r *Rules, x *index) {
	if r.Deck == nil {
		return
	}
	d := &Deck{strike: r.Deck.Strike == StrikeOpen, claim: NoType, armies: make([]Layout, rs.numSeats)}
	for _, name := range r.Deck.Nodes {
		d.nodes = append(d.nodes, x.nodes[name])
	}
	d.all = x.nodeSet(r.Deck.Nodes)
	if r.Deck.Claim != nil {
		d.claims, d.claim = true, x.optionalType(*r.Deck.Claim)
	}
	for _, id := range r.Deck.Guards {
		d.guards = d.guards.Add(x.types[id])
	}
	for _, id := range r.Deck.Takers {
		d.takers = append(d.takers, x.types[id])
	}
	for t, count := range rs.counts[:rs.numTypes] {
		d.first[t] = len(d.army)
		d.army = append(d.army, slices.Repeat([]Type{Type(t)}, int(count))...)
	}
	for seat := range d.armies {
		d.armies[seat] = d.army
		for _, t := range d.army {
			d.tokens = append(d.tokens, rs.Token(Seat(seat), t))
		}
	}
	for number, t := range d.army {
		rs.allowed[number] = TypesOf(t)
	}
	rs.armySize = len(d.army)
	rs.deck = d
}

// Deck returns what lies face down at the start; nil if the seats lay out their pieces themselves.
//
// With a deck there are no layouts: wherever one is asked for, nil will do. The numbers of the
// pieces are their types, as in [Deck.Army]; a piece has no place, and no [Piece] is on its node,
// until it is turned up.
func (rs *Ruleset) Deck() *Deck { return rs.deck }

// Nodes lists where the cards of the deck lie, in order.
func (d *Deck) Nodes() []Node { return slices.Clone(d.nodes) }

// Tokens lists the tokens of the deck in ascending order.
func (d *Deck) Tokens() []uint8 { return slices.Clone(d.tokens) }

// Strike reports whether a piece may move onto one that lies face down.
func (d *Deck) Strike() bool { return d.strike }

// Claim reports whether the seats get their colours by what they turn up, and the type that gives
// its colour; NoType if any does.
func (d *Deck) Claim() (t Type, claims bool) { return d.claim, d.claims }

// Guards returns the set of types that must all have left an army before its flag can be taken.
func (d *Deck) Guards() TypeSet { return d.guards }

// Takers lists the types that take a flag, as [DeckRule] says; none if all do.
func (d *Deck) Takers() []Type { return slices.Clone(d.takers) }

// Army returns the type of each piece of a seat by number.
func (d *Deck) Army() Layout { return slices.Clone(d.army) }

// Token returns the token of a piece of a type with a seat's colour on it.
func (rs *Ruleset) Token(colour Seat, t Type) uint8 {
	return uint8(colour)*uint8(rs.numTypes) + uint8(t)
}

// Face returns what a token says: the colour and the type. It is not ok if the game has no such
// token.
func (rs *Ruleset) Face(token uint8) (colour Seat, t Type, ok bool) {
	if rs.deck == nil || int(token) >= rs.numSeats*rs.numTypes {
		return 0, NoType, false
	}
	return Seat(int(token) / rs.numTypes), Type(int(token) % rs.numTypes), true
}
