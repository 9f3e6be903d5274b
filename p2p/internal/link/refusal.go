package link

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// Refusal ends a link, with the reason for the other side.
type Refusal struct {
	Reason wire.Reason
	Err    error
	Strike bool // it counts against the peer
}

func (r *Refusal) Error() string { return r.Err.Error() }
func (r *Refusal) Unwrap() error { return r.Err }

// Malformed refuses bytes that no honest program sends.
func Malformed(err error) *Refusal { return &Refusal{wire.ByeRefused, err, true} }

// Refuse is Malformed with a coded error.
func Refuse(code, format string, args ...any) *Refusal {
	return Malformed(coded.Errorf(code, format, args...))
}

// ErrInvite ends a link that begins with an invite to another match, which is not read: this program still runs the last.
var ErrInvite = errors.New("an invite to another match")

// ErrTalk is the error of a link that begins as one between players who go on talking after a match.
var ErrTalk = errors.New("a link to talk after a match")

// Errors of a link that ends by itself.
var (
	ErrSilent   = coded.Errorf("p2p.silent", "the other side's program has stopped answering")
	ErrWithheld = coded.Errorf("p2p.withheld", "the other side claims to have records, but does not send them")
)
