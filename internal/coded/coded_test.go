package coded_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

func TestErrorHasCodeSentenceAndArguments(t *testing.T) {
	mine := coded.Name{English: "mine", Chinese: "地雷"}
	err := fmt.Errorf("record 3: %w", coded.Errorf("test.stuck", "the %s on %s stays: %w", mine, "a1", io.EOF))
	require.EqualError(t, err, "record 3: the mine on a1 stays: EOF")
	require.Equal(t, "test.stuck", coded.Code(err))
	require.ErrorIs(t, err, io.EOF)
	var public interface {
		error
		Code() string
		Args() []any
	}
	require.True(t, errors.As(err, &public))
	require.Equal(t, []any{mine, "a1", io.EOF}, public.Args())
	require.Empty(t, coded.Code(io.EOF))

	both := coded.Errorf("test.both", "%w and %w", io.EOF, io.ErrClosedPipe)
	require.ErrorIs(t, both, io.EOF)
	require.ErrorIs(t, both, io.ErrClosedPipe)
	require.NotErrorIs(t, coded.Errorf("test.none", "neither"), io.EOF)
}

func TestErrorIsOfItsCode(t *testing.T) {
	a := coded.Errorf("test.a", "a %d", 1)
	require.ErrorIs(t, fmt.Errorf("x: %w", a), coded.Errorf("test.a", "a %d", 2))
	require.NotErrorIs(t, a, coded.Errorf("test.b", "a %d", 1))
}
