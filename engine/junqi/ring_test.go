package junqi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// The boards of three and six look the same to every seat, in either direction of play.
func TestRingsAreFair(t *testing.T) {
	for _, c := range []struct {
		spec         string
		seats, nodes int
	}{
		{"sanguo", 3, 97}, {"sanguo,turn=clockwise", 3, 97}, {"liuguo", 6, 192}, {"liuguo,turn=clockwise", 6, 192}, {"liuguo,teams=pairs", 6, 192}, {"liuguo,teams=all", 6, 192},
	} {
		rs, err := junqi.Rules(c.spec)
		require.NoError(t, err, c.spec)
		require.Equal(t, c.seats, rs.NumSeats())
		require.Equal(t, c.nodes, rs.Board().NumNodes())
		require.True(t, rs.Symmetric(), c.spec)
	}
}
