package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Where pieces may leave a headquarters, everybody still sees that a flag that was shown
// does not.
func TestShownFlagStays(t *testing.T) {
	s := set(t, "standard,hq=free", Red, "rB@a5 b9@a7 bF@d12 b4@b12 r5@a3 rF@b1").play("a5xa7=!d12")
	before := s.position
	err := s.position.Apply(MoveEvent(Blue, Move{node(t, "d12"), node(t, "c12")}, false))
	require.ErrorContains(t, err, "blue's flag was shown on d12, and a flag never moves")
	require.Equal(t, before, s.position)
	s.play("b12-c12")
}
