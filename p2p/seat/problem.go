package seat

import (
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Coded is an error with a code that a program can switch on. errors.As finds one in every error of
// [Seat.Do]; the error that wraps it, such as an *engine.LayoutError, may hold more.
type Coded interface {
	error
	Code() string
	Args() []any
}

// ProblemOf returns an error as JSON: the code of the first error in its chain that has one.
func ProblemOf(err error) Problem {
	p := Problem{Args: []any{}, Text: err.Error()}
	var c Coded
	if !errors.As(err, &c) {
		return p
	}
	p.Code = c.Code()
	for _, arg := range c.Args() {
		p.Args = append(p.Args, plain(arg))
	}
	return p
}

// plain returns an argument of an error as JSON can hold it.
func plain(arg any) any {
	switch arg := arg.(type) {
	case nil, bool, string, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
		return arg
	case error:
		return ProblemOf(arg)
	}
	return fmt.Sprint(arg)
}

// withCode gives an error a code that has none.
func withCode(err error) error {
	var c Coded
	if err == nil || errors.As(err, &c) {
		return err
	}
	return coded.Errorf("seat.failed", "%w", err)
}
