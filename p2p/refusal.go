package p2p

import (
	"fmt"
)

// refusal ends a link, with the reason that the other side is told.
type refusal struct {
	reason reason
	err    error
	strike bool // it counts against the peer
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

func refuse(format string, args ...any) *refusal {
	return &refusal{byeRefused, fmt.Errorf(format, args...), true}
}
