package review_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// A certificate says where in the game its record is false, even if that is a layout; two conflicting records claim nothing false by
// themselves.
func TestCertificateSaysWhere(t *testing.T) {
	for name, want := range map[string]*review.FalseTurn{"cheating-layout": {}, "cheating-bogus": nil, "cheating-double": nil} {
		file, err := os.ReadFile("../../../testdata/archive/" + name + ".djq")
		require.NoError(t, err)
		certificate, err := protocol.Certify(file)
		require.NoError(t, err, name)
		r, err := review.Examine(name, certificate)
		require.NoError(t, err, name)
		require.Equal(t, want, r.Summary().False, name)
		require.True(t, r.Summary().Evidence)
	}
}

// A match of the data folder is seen from its player's seat; a file that somebody sent, from nobody's.
func TestOwnMatchIsSeenFromItsSeat(t *testing.T) {
	file, err := os.ReadFile("../../../docs/example.djq")
	require.NoError(t, err)
	r, err := review.Examine("example", file)
	require.NoError(t, err)
	yours := func(r *review.Examined) (seats []string) {
		for _, p := range r.Summary().Table.Players {
			if p.You {
				seats = append(seats, p.Seat)
			}
		}
		return seats
	}
	require.Equal(t, []string{"blue"}, yours(r.Called("id", "blue", []string{"Ada", ""})))
	require.Empty(t, yours(r.Called("id", "", []string{"Ada", ""})))
	require.Empty(t, yours(r))
}
