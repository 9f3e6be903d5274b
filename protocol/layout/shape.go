package layout

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// A shape is what a ruleset says about the columns of a layout.
type shape struct {
	allowed [engine.ArmySize][]engine.Type // A(p), ascending; the last is implied
	holders [engine.NumTypes][]int         // the pieces that may be of type j
	count   [engine.NumTypes]int
	columns int // all (p, j) with j in A(p)
}

func shapeOf(rs *engine.Ruleset) (*shape, error) {
	var s shape
	for p := range s.allowed {
		s.allowed[p] = rs.Allowed(p).Types()
		if len(s.allowed[p]) == 0 {
			return nil, fmt.Errorf("the ruleset allows no type for piece %d", p)
		}
		for _, j := range s.allowed[p] {
			s.holders[j] = append(s.holders[j], p)
			s.columns++
		}
	}
	for j := range s.count {
		s.count[j] = rs.Count(engine.Type(j))
		if s.count[j] < 0 || s.count[j] > engine.ArmySize {
			return nil, fmt.Errorf("the ruleset wants %d of one type", s.count[j])
		}
	}
	return &s, nil
}

// sent is the number of columns that are sent.
func (s *shape) sent() int { return s.columns - engine.ArmySize }

// statementSize is the number of bytes of a body before its proof.
func (s *shape) statementSize() int {
	return group.ElementSize + s.sent()*group.CiphertextSize + engine.ArmySize*group.ElementSize +
		nonceSize + tapeSize + zerosSize
}

// proofSize is the number of bytes of the proof: c, K1, two responses for each
// sent column, one for each piece, zk and zq.
func (s *shape) proofSize() int {
	return group.ElementSize + group.ScalarSize*(1+2*s.sent()+engine.ArmySize+2)
}

const (
	nonceSize = 32
	tapeSize  = 32
	zerosSize = 2 // the length of a setup, were there a resolver that needs one
)

// size is the number of bytes of a body.
func (s *shape) size() int { return s.statementSize() + s.proofSize() }

// BodySize returns the number of bytes of a layout body under these rules.
func BodySize(rs *engine.Ruleset) (int, error) {
	s, err := shapeOf(rs)
	if err != nil {
		return 0, err
	}
	return s.size(), nil
}
