package sigma

import "github.com/darkjunqi/darkjunqi/protocol/group"

// A Programmed is a random oracle that answers as its owner wishes at the points
// that it names, and as the sponge does everywhere else.
type Programmed struct {
	points map[[32]byte]*group.Scalar // by what was absorbed
}

// Program puts a Programmed oracle in the sponge's place, until undo.
func Program() (p *Programmed, undo func()) {
	p = &Programmed{map[[32]byte]*group.Scalar{}}
	oracle = func(s *Sponge) *group.Scalar {
		if c := p.points[s.State()]; c != nil {
			return new(group.Scalar).Set(c)
		}
		var b [64]byte
		s.Squeeze(b[:])
		return group.UniformScalar(b)
	}
	return p, func() { oracle = nil }
}

// Set makes the answer, after all that s has absorbed, be c. It reports false if
// that point is taken.
func (p *Programmed) Set(s *Sponge, c *group.Scalar) bool {
	state := s.State()
	if p.points[state] != nil {
		return false
	}
	p.points[state] = c
	return true
}

// Len is the number of points.
func (p *Programmed) Len() int { return len(p.points) }
