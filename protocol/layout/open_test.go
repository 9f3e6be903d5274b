package layout

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
)

// A row that holds its one 1, and something else that is no bit beside it, is
// named too, wherever that stands.
func TestOpenNamesANumberThatIsNoBit(t *testing.T) {
	rs, shape := standard(t)
	l := legalLayout(t)
	r := newReference(t, rowsOf(shape, l))
	key, err := newKey(r.k)
	require.NoError(t, err)
	two := new(group.Element).Add(group.B().Element(), group.B().Element())
	for _, p := range []int{0, engine.ArmySize - 1} {
		for _, j := range shape.allowed[p] {
			if j == l[p] {
				continue
			}
			c, _, _, err := r.parseStatement(rs, r.prove())
			require.NoError(t, err)
			c.columns[p][j].V.Add(c.columns[p][j].V, two)
			_, err = c.Open(key)
			require.ErrorIs(t, err, ErrRow, "piece %d, %s", p, j)
			break
		}
	}
}
