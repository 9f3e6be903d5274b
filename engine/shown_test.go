package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Where pieces may leave a headquarters, everybody still sees that a flag that was shown
// does not.
func TestShownFlagStays(t *testing.T) {
	s := set(t, "standard,hq=free", engine.Red, "rB@a5 b9@a7 bF@d12 b4@b12 r5@a3 rF@b1").play("a5xa7=!d12")
	before := *s.position
	err := s.position.Apply(engine.MoveEvent(engine.Blue, engine.Move{s.node("d12"), s.node("c12")}, false))
	require.ErrorContains(t, err, "only 123456789B could move this way, and this piece is one of F")
	require.Equal(t, before, *s.position)
	s.play("b12-c12")
}
