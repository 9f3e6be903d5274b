package transport

import (
	"context"
	"errors"
	"os"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// ErrLate means that the other end did not answer in time.
var ErrLate = coded.Errorf("transport.late", "no answer came in time")

// InWords returns ErrLate for one of Go's own deadline errors, and any other error unchanged.
func InWords(err error) error {
	if coded.Code(err) == "" && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded)) {
		return ErrLate
	}
	return err
}
