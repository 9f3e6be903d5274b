package seat

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// move is the move between two nodes that are named. It does not ask whether that is
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
