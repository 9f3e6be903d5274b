package seat

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Deal lists what lies face down in a game with a deck; everybody knows this.
type Deal struct {
	Down []string `json:"down"` // the nodes where pieces lie face down
	// Unturned counts the face-down pieces of each type, by seat, and until the colours are settled by
	// colour. The chance of a type at any of these nodes is its share of them all.
	Unturned map[string]map[string]int `json:"unturned"`
	Settled  bool                      `json:"settled"` // each seat has its colour; until then a piece's seat is the colour printed on it
	Flips    []string                  `json:"flips"`   // while Decision is "move": what you may turn up
	Turning  string                    `json:"turning"` // the node that is being turned up; "" if none is
	Shared   []string                  `json:"shared"`  // the seats that have opened their layer of it
	Again    bool                      `json:"again"`   // what lies face down is being dealt again, because a seat went out
}

// Face is a piece that was turned up: a piece's seat, or until the colours are settled its colour, and its type.
type Face struct {
	Seat string `json:"seat"`
	Type string `json:"type"`
}

// deal returns what lies face down; nil without a deck.
func (g *game) deal() *Deal {
	p := &g.position
	if g.rules.Deck() == nil {
		return nil
	}
	d := &Deal{
		Down: g.names(p.DownNodes()), Unturned: map[string]map[string]int{}, Settled: p.ColoursSettled(), Flips: []string{},
		Turning: g.node(p.Flipping()), Shared: seatNames(p.Shared()), Again: p.Phase() == engine.PhaseDeal,
	}
	for _, seat := range g.rules.Seats() {
		left := map[string]int{}
		for _, t := range g.rules.Types().Types() {
			if count := p.Unturned(seat, t); count > 0 {
				left[g.rules.TypeID(t)] = count
			}
		}
		d.Unturned[seat.String()] = left
	}
	return d
}

// turned returns what an event, which the game's position holds already, has turned up; nil if
// nothing.
func (g *game) turned(e engine.Event) *Face {
	colour, t, ok := g.rules.Face(e.Token)
	if e.Kind != engine.EventFace || !ok {
		return nil
	}
	return &Face{g.position.Colour(colour).String(), g.rules.TypeID(t)}
}

// army returns the types of the seat's pieces by number.
func (g *game) army() engine.Layout {
	if d := g.rules.Deck(); d != nil && g.seated {
		return d.Army()
	}
	return g.own()
}

// flip turns up the piece on the node of a command.
func (s *Seat) flip(c Command) error {
	g, err := s.begun()
	if err != nil {
		return err
	}
	n, ok := g.rules.Board().Node(c.Node)
	if !ok {
		return coded.Errorf("seat.no-such-node", "there is no node %q", c.Node)
	}
	return s.session.Flip(n, c.Offer)
}
