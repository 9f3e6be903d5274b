package audited

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// A Refusal says what is wrong with a message of the other side.
type Refusal struct {
	Step   tape.Step // the message refused; Step.Role() made it
	Public bool      // everybody can see it; if not, only the seat that must go on, which then disputes it
	Reason error     // with a code
}

// Error names the message, its maker and the reason.
func (r *Refusal) Error() string {
	if r.Public {
		return fmt.Sprintf("the %s's %s is malformed: %s", r.Step.Role(), r.Step, r.Reason)
	}
	return fmt.Sprintf("the %s's %s is false: %s", r.Step.Role(), r.Step, r.Reason)
}

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Reason }

// Malformed makes a refusal that everybody can agree with. Code and format are as
// with coded.Errorf.
func Malformed(step tape.Step, code, format string, args ...any) error {
	return &Refusal{step, true, coded.Errorf(code, format, args...)}
}

// Disputed makes a refusal that only the audit can judge.
func Disputed(step tape.Step, code, format string, args ...any) error {
	return &Refusal{step, false, coded.Errorf(code, format, args...)}
}
