package audited

import (
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// SessionLabel separates session ids from all other hashes.
const SessionLabel = "darkjunqi/v1/audited/session"

// Session returns the id that the hashes of one clash bind:
//
//	SHA-512/256(SessionLabel || match || answered || clash)
//
// with the match id, the hash of the record that the attacker's Move answers, and
// the number of the clash in its match as four bytes, big-endian.
func Session(match, answered [32]byte, clash uint32) [32]byte {
	b := make([]byte, 0, 128)
	b = append(b, SessionLabel...)
	b = append(b, match[:]...)
	b = append(b, answered[:]...)
	return sha512.Sum512_256(binary.BigEndian.AppendUint32(b, clash))
}

// A Clash is what everybody knows of a clash. Two clashes never share a session.
type Clash struct {
	Rules     *engine.Ruleset
	Session   [32]byte
	Attackers engine.TypeSet // the types that the attacking piece may be of, M(a)
	Defenders engine.TypeSet // the types that the defending piece may be of, Known(d)
}

// NumCodes is the number of codes that the ruleset's table can yield.
func (c Clash) NumCodes() int { return len(c.Rules.Codes()) }

// Row returns F(attacker, d) for every type d. The time does not depend on the
// attacker, which must be a type that moves.
func (c Clash) Row(attacker engine.Type) (row [engine.NumTypes]engine.Code) {
	for a := range engine.Type(engine.NumTypes) {
		mask := -byte(subtle.ConstantTimeByteEq(byte(a), byte(attacker)))
		for d := range row {
			row[d] |= engine.Code(mask & byte(c.Rules.Clash(a, engine.Type(d))))
		}
	}
	return row
}

// Possible reports whether an attacker of the one set and a defender of the other
// can yield the code. The time does not depend on the sets.
func (c Clash) Possible(attackers, defenders engine.TypeSet, code engine.Code) bool {
	var found int
	for a := range engine.Type(engine.NumTypes) {
		for d := range engine.Type(engine.NumTypes) {
			meet := int((attackers >> a) & (defenders >> d) & 1)
			found |= meet & subtle.ConstantTimeByteEq(byte(c.Rules.Clash(a, d)), byte(code))
		}
	}
	return found == 1 && int(code) < c.NumCodes()
}

// CheckHeard disputes the message that yielded the code, if no pair of these types
// does: either seat calls it with what it knows, its own type among it.
func (c Clash) CheckHeard(step tape.Step, attackers, defenders engine.TypeSet, code engine.Code) error {
	if !c.Possible(attackers, defenders, code) {
		return Disputed(step, "the code contradicts the seat's own piece")
	}
	return nil
}

// CheckAttacker returns an error if the attacking piece can't be of this type:
// a mistake of the caller, or of the layout that an audit opened.
func (c Clash) CheckAttacker(t engine.Type) error {
	if !c.Attackers.Has(t) || !engine.Mobile.Has(t) {
		return fmt.Errorf("the attacking piece is none of %v, as its move showed that it must be", c.Attackers)
	}
	return nil
}

// CheckDefender is CheckAttacker for the defending piece.
func (c Clash) CheckDefender(t engine.Type) error {
	if !c.Defenders.Has(t) {
		return fmt.Errorf("the defending piece is none of %v, as is known of it", c.Defenders)
	}
	return nil
}
