package audited

import (
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// MaxClashes bounds the clashes of a match under an audited resolver, so that an audit, which makes
// every message of every clash again, ends in seconds whatever the file. Each clash takes a piece
// off the board, unless it is repelled: with the largest armies, 192 pieces, this leaves room for
// 64 repelled ones.
const MaxClashes = 256

// A Clash is the public part of a clash when it begins.
type Clash struct {
	Rules     *engine.Ruleset
	Match     [32]byte       // match id
	Number    uint32         // of the clash in its match, from 0
	Attackers engine.TypeSet // the types that the attacking piece may be of, M(a)
	Defenders engine.TypeSet // the types that the defending piece may be of, Known(d)
}

// A Round is one clash as far as it has been played. It is immutable: [Round.Answering] and
// [Round.With] return new ones.
type Round struct {
	Clash
	// Answered holds, by step, the hash of the record that the message answers: the
	// previous hash of the record that holds it.
	Answered [][32]byte
	// Said holds the messages by step, as far as they were sent; of the answer, the
	// code and the proof.
	Said [][]byte
	// Earlier are the clashes in which the same seat attacked the same seat before,
	// from the first. What was settled in them need not be said again.
	Earlier []*Round
	// First is the first clash in which the same seat attacked any other; nil if it is this one.
	First *Round
}

// Next returns the step that comes next.
func (r *Round) Next() tape.Step { return tape.Step(len(r.Said)) }

// Answering returns the round with the hash of the record that the next message
// answers.
func (r *Round) Answering(record [32]byte) *Round {
	next := *r
	next.Answered = append(slices.Clip(r.Answered), record)
	return &next
}

// With returns the round with its next message said.
func (r *Round) With(message []byte) *Round {
	next := *r
	next.Said = append(slices.Clip(r.Said), message)
	return &next
}

// Before returns the round as it was before the message of that step.
func (r *Round) Before(step tape.Step) *Round {
	next := *r
	next.Said = slices.Clip(r.Said[:step])
	return &next
}

// Place returns the place of the coins of a step.
func (r *Round) Place(step tape.Step) tape.Place {
	return tape.Place{Match: r.Match, Answered: r.Answered[step], Clash: r.Number, Step: step}
}

// sessionLabel separates session ids from all other hashes.
const sessionLabel = "darkjunqi/v1/audited/session"

// Session returns the id that the hashes of one clash bind, which no two clashes
// share:
//
//	SHA-512/256(sessionLabel || match || answered || clash)
//
// with the match id, the hash of the record that the attacker's Move answers, and
// the number of the clash in its match as four bytes, big-endian.
func (r *Round) Session() [32]byte {
	b := make([]byte, 0, 128)
	b = append(b, sessionLabel...)
	b = append(b, r.Match[:]...)
	b = append(b, r.Answered[tape.Offer][:]...)
	return sha512.Sum512_256(binary.BigEndian.AppendUint32(b, r.Number))
}

// NumCodes returns the number of codes that the ruleset's table can yield.
func (c Clash) NumCodes() int { return len(c.Rules.Codes()) }

// Row returns F(attacker, d) for every type d. The time does not depend on the
// attacker, which must be a type that moves.
func (c Clash) Row(attacker engine.Type) []engine.Code {
	types := c.Rules.Types().Types()
	row := make([]engine.Code, len(types))
	for _, a := range c.Rules.Mobile().Types() {
		mask := -byte(subtle.ConstantTimeByteEq(byte(a), byte(attacker)))
		for i, d := range types {
			row[i] |= engine.Code(mask & byte(c.Rules.Clash(a, d)))
		}
	}
	return row
}

// Possible reports whether an attacker of the one set and a defender of the other
// can yield the code. The time does not depend on the sets.
func (c Clash) Possible(attackers, defenders engine.TypeSet, code engine.Code) bool {
	var found int
	for _, a := range c.Rules.Mobile().Types() {
		for _, d := range c.Rules.Types().Types() {
			meet := int((attackers >> a) & (defenders >> d) & 1)
			found |= meet & subtle.ConstantTimeByteEq(byte(c.Rules.Clash(a, d)), byte(code))
		}
	}
	return found == 1
}

// CheckHeard disputes the message that yielded the code, if no pair of these types
// does: either seat calls it with what it knows, its own type among it.
func (c Clash) CheckHeard(step tape.Step, attackers, defenders engine.TypeSet, code engine.Code) error {
	if !c.Possible(attackers, defenders, code) {
		return Disputed(step, "audited.own-piece", "the code contradicts the seat's own piece")
	}
	return nil
}

// CheckCode refuses an answer with a code that the ruleset does not have.
func (c Clash) CheckCode(code byte) error {
	if int(code) >= c.NumCodes() {
		return Malformed(tape.Answer, "audited.code", "code %d, the ruleset has 0 to %d", code, c.NumCodes()-1)
	}
	return nil
}

// CheckOwn returns an error if the piece of the seat whose step comes next can't be of
// this type: a mistake of the caller, or of the layout that an audit opened.
func (r *Round) CheckOwn(t engine.Type) error {
	if r.Next().Role() == tape.Attacker && !(r.Attackers & r.Rules.Mobile()).Has(t) {
		return coded.Errorf("audited.attacker", "the attacking piece is none of %v, although its move showed that it must be", r.Attackers)
	}
	if r.Next().Role() == tape.Defender && !r.Defenders.Has(t) {
		return coded.Errorf("audited.defender", "the defending piece is none of %v, although it is known to be one", r.Defenders)
	}
	return nil
}
