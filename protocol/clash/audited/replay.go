package audited

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Messages are those of one clash that were sent. A match that ended in between
// leaves the later ones nil.
type Messages struct {
	Offer, Request, Reply []byte
	Answer                *AnswerMessage
}

// An Opening is what the reveals show about one clash: both types, and both
// tapes, by the step that asks for coins. Coins of messages that were never sent
// are not needed.
type Opening struct {
	Attacker, Defender engine.Type
	Coins              [3]*tape.Coins // of steps Offer, Request, Reply; each as new
}

// A Deviation is the first byte that an honest program would not have sent.
type Deviation struct {
	Step   tape.Step // the message; Step.Role() made it
	Offset int       // of the first different byte; for an answer, the code is byte 0 and the proof follows
}

// Error names the message, its maker, and the place.
func (d *Deviation) Error() string {
	return fmt.Sprintf("%s of the %s: byte %d is not what its layout and its tape yield", d.Step, d.Step.Role(), d.Offset)
}

// Replay makes all messages of a clash again and compares. It returns nil if both
// sides did what they should, as far as they came, and a *[Deviation] if one did
// not: every message is made from what was really sent before it, so the first
// that differs convicts its maker alone. A dispute or a refusal of a message that
// replays well was false, and convicts the disputer.
//
// Any other error says that the opening does not fit the clash, as when a
// revealed type is none that the piece may be of.
func Replay(r Resolver, c Clash, o Opening, said Messages) error {
	if err := errors.Join(c.CheckAttacker(o.Attacker), c.CheckDefender(o.Defender)); err != nil {
		return err
	}
	if said.Offer == nil {
		return nil
	}
	attacker, err := r.Attack(c, o.Attacker, o.Coins[tape.Offer])
	if err != nil {
		return err
	}
	if err := compare(tape.Offer, said.Offer, attacker.Offer()); err != nil || said.Request == nil {
		return err
	}
	defender, err := r.Defend(c, o.Defender, said.Offer, o.Coins[tape.Request])
	if err != nil {
		return err
	}
	if err := compare(tape.Request, said.Request, defender.Request()); err != nil || said.Reply == nil {
		return err
	}
	reply, err := attacker.Reply(said.Request, o.Coins[tape.Reply])
	if err != nil {
		return err
	}
	if err := compare(tape.Reply, said.Reply, reply); err != nil || said.Answer == nil {
		return err
	}
	answer, err := defender.Answer(said.Reply)
	if err != nil {
		return err
	}
	return compare(tape.Answer, said.Answer.bytes(), answer.bytes())
}

// bytes is the code followed by the proof.
func (m AnswerMessage) bytes() []byte { return append([]byte{byte(m.Code)}, m.Proof...) }

// compare returns the first difference between what was said and what should
// have been.
func compare(step tape.Step, said, should []byte) error {
	if bytes.Equal(said, should) {
		return nil
	}
	at := 0
	for at < len(said) && at < len(should) && said[at] == should[at] {
		at++
	}
	return &Deviation{step, at}
}
