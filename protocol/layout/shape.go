package layout

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// A shape is what a ruleset says about the columns of a layout. Pieces and types
// are numbers here, and it is all that this package asks of a ruleset.
type shape struct {
	allowed [][]int // A(p), ascending, for each piece; the last is implied
	count   []int   // for each type
	held    []int   // the types that some piece may be of, ascending
	sent    []int   // of held, those that are not the last of every row, ascending
}

func rulesShape(rs *engine.Ruleset) (*shape, error) {
	allowed := make([][]int, rs.ArmySize())
	for p := range allowed {
		for _, j := range rs.Allowed(p).Types() {
			allowed[p] = append(allowed[p], int(j))
		}
	}
	count := make([]int, rs.NumTypes())
	for j := range count {
		count[j] = rs.Count(engine.Type(j))
	}
	return newShape(allowed, count)
}

// newShape refuses what no layout fits: a piece that may be of no type, a type that
// no piece may be of and some must, and counts that do not sum to the pieces.
func newShape(allowed [][]int, count []int) (*shape, error) {
	s := &shape{allowed: allowed, count: count}
	if len(count) > group.MaxTypes {
		return nil, coded.Errorf("layout.too-many-types", "the ruleset has %d types, at most %d can be proven", len(count), group.MaxTypes)
	}
	held, sent := make([]bool, len(count)), make([]bool, len(count))
	for p, types := range allowed {
		if len(types) == 0 {
			return nil, coded.Errorf("layout.post-without-types", "the ruleset allows no type for piece %d", p)
		}
		for i, j := range types {
			held[j] = true
			sent[j] = sent[j] || i < len(types)-1
		}
	}
	total := 0
	for j, n := range count {
		if n < 0 || n > 0 && !held[j] {
			return nil, coded.Errorf("layout.type-without-posts", "the ruleset wants %d of a type that no piece may have", n)
		}
		total += n
		if held[j] {
			s.held = append(s.held, j)
		}
		if sent[j] {
			s.sent = append(s.sent, j)
		}
	}
	if total != len(allowed) || total == 0 {
		return nil, coded.Errorf("layout.pieces-and-posts", "the ruleset has %d pieces for %d posts", total, len(allowed))
	}
	return s, nil
}

// pieces returns N, the number of pieces.
func (s *shape) pieces() int { return len(s.allowed) }

// last returns the type whose column of piece p is implied.
func (s *shape) last(p int) int { return s.allowed[p][len(s.allowed[p])-1] }

// columns returns the number of columns that are sent.
func (s *shape) columns() int {
	n := 0
	for _, types := range s.allowed {
		n += len(types) - 1
	}
	return n
}

// alike returns the pieces by A(p): in each list those that may be of the same types.
func (s *shape) alike() [][]int {
	var lists [][]int
	for p, types := range s.allowed {
		at := slices.IndexFunc(lists, func(l []int) bool { return slices.Equal(s.allowed[l[0]], types) })
		if at < 0 {
			at, lists = len(lists), append(lists, nil)
		}
		lists[at] = append(lists[at], p)
	}
	return lists
}

const (
	nonceSize = 32
	tapeSize  = 32
)

// statementSize returns the number of bytes of a body before its proof: all Y, U, V and
// P, nonce and tape commitment.
func (s *shape) statementSize() int {
	return group.ElementSize*(2*s.pieces()+len(s.sent)+s.columns()) + nonceSize + tapeSize
}

// firsts returns the number of first messages: of each piece, of each type sent, and three.
func (s *shape) firsts() int { return s.pieces() + len(s.sent) + 3 }

// proofSize returns the number of bytes of the proof: the running product, the first
// messages, and the responses z and h of each piece, Z of each type held but the last, w
// of each type sent, zt and zk.
func (s *shape) proofSize() int {
	return group.ElementSize*(s.pieces()-1+s.firsts()) +
		group.ScalarSize*(2*s.pieces()+len(s.held)-1+len(s.sent)+2)
}

// size returns the number of bytes of a body.
func (s *shape) size() int { return s.statementSize() + s.proofSize() }

// BodySize returns the number of bytes of a layout body under these rules.
func BodySize(rs *engine.Ruleset) (int, error) {
	s, err := rulesShape(rs)
	if err != nil {
		return 0, err
	}
	return s.size(), nil
}
