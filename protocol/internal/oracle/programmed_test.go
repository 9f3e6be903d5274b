package oracle_test

import (
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/oracle"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A programmed is a random oracle that answers as its owner wishes at the points
// that it names, and as the sponge does everywhere else.
type programmed struct {
	points map[[32]byte]*group.Scalar // by what was absorbed
}

// program puts a programmed oracle in the sponge's place, until undo.
func program() (p *programmed, undo func()) {
	p = &programmed{map[[32]byte]*group.Scalar{}}
	oracle.Answer = func(state [32]byte) *group.Scalar {
		if c := p.points[state]; c != nil {
			return new(group.Scalar).Set(c)
		}
		return nil
	}
	return p, func() { oracle.Answer = nil }
}

// set makes the answer, after all that s has absorbed, be c. It reports false if
// that point is taken.
func (p *programmed) set(s *sigma.Sponge, c *group.Scalar) bool {
	state := s.State()
	if p.points[state] != nil {
		return false
	}
	p.points[state] = c
	return true
}
