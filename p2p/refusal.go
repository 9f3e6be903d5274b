package p2p

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// refusal ends a link, with the reason that the other side is told.
type refusal struct {
	reason wire.Reason
	err    error
	strike bool // it counts against the peer
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// malformed refuses bytes that no honest program sends.
func malformed(err error) *refusal { return &refusal{wire.ByeRefused, err, true} }

func refuse(code, format string, args ...any) *refusal {
	return malformed(coded.Errorf(code, format, args...))
}
