package adversary

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// A Scene is a short game that gives a cheat its occasion. Red hosts.
type Scene struct {
	Rules    string // for junqi.Rules; "" is standard, but red begins, without a clock
	Change   func(*engine.Rules)
	Resolver string // "" is the default
	Liar     engine.Seat
	Layouts  [2]string // for Ruleset.ParseLayout, red's first; "" is one with its commander at the left of the front row
	// Turns has one word for each turn, in order: a move as "a6-a7", "offer:a6-a7" with a draw
	// offered, "flip:a6" for a piece that is turned up, or "resign", which is also what follows them. At the turn that begins
	// with "!" the liar lies.
	Turns []string
}

// defaultLayout has its commander at the left end of the front row, platoon leaders
// in the middle and at the right, and mines behind the camp on the left.
const defaultLayout = "94232/2.1.6/74.58/1.3.1/MM35M/BF76B"

// mirroredLayout has the commander at the right: two seats' commanders face each
// other if one of them is mirrored.
const mirroredLayout = "23249/6.1.2/85.47/1.3.1/M53MM/B67FB"

// Ruleset returns the rules of the scene.
func (s Scene) Ruleset() (*engine.Ruleset, error) {
	rules, err := junqi.Rules(cmp.Or(s.Rules, "standard,first=red,clock=off,grace=10"))
	if err != nil || s.Change == nil {
		return rules, err
	}
	changed := rules.Rules()
	s.Change(&changed)
	return engine.NewRuleset(changed)
}

// Decide takes the decision that an honest seat of the scene waits for, if any.
func (s Scene) Decide(p *protocol.Player, rng io.Reader) error {
	switch p.Decision() {
	case protocol.ChooseLayout:
		l, err := p.Match().Rules().ParseLayout(cmp.Or(s.Layouts[p.Seat()], defaultLayout))
		if err != nil {
			return err
		}
		return p.Place(l)
	case protocol.ChooseMove:
		turn, _ := s.turn(p.Match())
		if turn == "resign" {
			_, err := p.Resign()
			return err
		}
		if name, flips := strings.CutPrefix(turn, flipPrefix); flips {
			n, err := nodeNamed(p.Match(), name)
			if err != nil {
				return err
			}
			return p.Flip(n, false)
		}
		m, offer, err := parseTurn(p.Match(), turn)
		if err != nil {
			return err
		}
		return p.Play(m, offer, rng)
	}
	return nil
}

// turn returns what the scene has for the present turn, and whether the liar lies.
func (s Scene) turn(m *protocol.Match) (turn string, lie bool) {
	position := m.Position()
	if position.Ply() >= len(s.Turns) {
		return "resign", false
	}
	return strings.CutPrefix(s.Turns[position.Ply()], "!")
}

// flipPrefix begins a turn that turns up a piece.
const flipPrefix = "flip:"

func nodeNamed(m *protocol.Match, name string) (engine.Node, error) {
	n, ok := m.Rules().Board().Node(name)
	if !ok {
		return n, fmt.Errorf("flip of the scene: no node %q", name)
	}
	return n, nil
}

func parseTurn(m *protocol.Match, turn string) (move engine.Move, offer bool, err error) {
	turn, offer = strings.CutPrefix(turn, "offer:")
	move, err = m.Rules().Board().ParseMove(turn)
	if err != nil {
		err = fmt.Errorf("turn %q of the scene: %w", turn, err)
	}
	return move, offer, err
}
