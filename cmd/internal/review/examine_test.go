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
