package clash

import (
	"crypto/subtle"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ErrMover says that the attacker's piece is not one of the movers, so that its
// owner can't prove the attack.
var ErrMover = errors.New("the piece is of no type that could make this move")

// ErrCode says that C holds no code of the ruleset. After a verified attack on a
// verified layout it can't happen with the right key.
var ErrCode = errors.New("the ciphertext holds no announcement")

// Attack makes the attacker's message: C (64 bytes) and its proof. The same
// arguments give the same bytes. The time depends on the statement only.
func Attack(at sigma.Place, st Statement, s *layout.Secret, n sigma.Nonces) ([]byte, error) {
	if err := st.check(); err != nil {
		return nil, err
	}
	movers := st.Movers.Types()
	row, t := s.Row(at.Context, st.AttackerPiece)
	x := make([]*group.Scalar, 0, len(movers)+2)
	found := group.NewScalar()
	for _, i := range movers {
		x = append(x, row[i])
		found.Add(found, row[i])
	}
	if found.Equal(group.SmallScalar(1)) != 1 {
		return nil, ErrMover
	}

	sponge := st.sponge(at)
	targets := st.targets()
	r := n.Scalar(AttackKind+"/r", 0, sponge.State(), t.Bytes())
	c := choose(x, targets)
	c.U.Add(c.U, group.B().Mult(r))
	c.V.Add(c.V, st.Defender.Y().Mult(r))
	u, v := group.NewBase(c.U), group.NewBase(c.V)
	msg := make([]byte, 0, AttackSize(len(movers)))
	msg = append(msg, c.Bytes()...)
	proof := st.linear(targets, u, v).Prove(sponge, AttackKind, append(x, t, r), n)
	return append(msg, proof...), nil
}

// choose returns the target whose bit in x is 1. It goes through the encodings of
// all of them, so that no access depends on which it is.
func choose(x []*group.Scalar, targets []group.Ciphertext) group.Ciphertext {
	var b [group.CiphertextSize]byte
	one := group.SmallScalar(1)
	for n := range targets {
		subtle.ConstantTimeCopy(x[n].Equal(one), b[:], targets[n].Bytes())
	}
	c, err := group.DecodeCiphertext(b[:])
	if err != nil { // can't be: they are encodings
		panic("clash: " + err.Error())
	}
	return c
}

// A Question is a verified attack: the ciphertext C that its defender has to
// decrypt. It is immutable.
type Question struct {
	rules    *engine.Ruleset
	defender *layout.Commitment
	c        group.Ciphertext
}

// C returns the ciphertext.
func (q *Question) C() group.Ciphertext { return q.c.Clone() }

// CheckAttack verifies an attacker's message; at is its prover's place. The error
// is one of ErrStatement, group.ErrLength, group.ErrElement, group.ErrScalar and
// sigma.ErrProof, wrapped. The time depends on the message and the statement.
func CheckAttack(at sigma.Place, st Statement, msg []byte) (*Question, error) {
	if err := st.check(); err != nil {
		return nil, err
	}
	if want := AttackSize(st.Movers.Len()); len(msg) != want {
		return nil, fmt.Errorf("attack of %d bytes, want %d: %w", len(msg), want, group.ErrLength)
	}
	u, err := group.DecodeBase(msg[:group.ElementSize])
	if err != nil {
		return nil, fmt.Errorf("attack, C.U: %w", err)
	}
	v, err := group.DecodeBase(msg[group.ElementSize:group.CiphertextSize])
	if err != nil {
		return nil, fmt.Errorf("attack, C.V: %w", err)
	}
	proof := msg[group.CiphertextSize:]
	if err := st.linear(st.targets(), u, v).Verify(st.sponge(at), proof); err != nil {
		return nil, fmt.Errorf("attack: %w", err)
	}
	return &Question{st.Rules, st.Defender, group.Ciphertext{U: u.Element(), V: v.Element()}}, nil
}

// Answer decrypts the code with the defender's key and proves the decryption (64
// bytes). The code is needed for the record's body, which the proof binds: at is
// called with it, once, and returns the proof's place. The time does not depend
// on the code, as far as at's does not.
func (q *Question) Answer(at func(engine.Code) sigma.Place, k *layout.Key, n sigma.Nonces) (engine.Code, []byte, error) {
	if k.Public().Bytes() != q.defender.Y().Bytes() {
		return engine.NoCode, nil, layout.ErrWrongKey
	}
	m := k.Decrypt(q.c).Bytes()
	found, code := 0, 0
	for f, encoding := range codeElements(len(q.rules.Codes())) {
		is := subtle.ConstantTimeCompare(m, encoding)
		found |= is
		code = subtle.ConstantTimeSelect(is, f, code)
	}
	if found != 1 {
		return engine.NoCode, nil, ErrCode
	}
	return engine.Code(code), k.Open(at(engine.Code(code)), q.c, uint8(code), n), nil
}

// codeElements returns the encodings of fB for all codes f.
func codeElements(n int) [][]byte {
	out := make([][]byte, n)
	e, b := group.NewElement(), group.B().Element()
	for f := range out {
		out[f] = e.Bytes()
		e.Add(e, b)
	}
	return out
}

// CheckAnswer verifies that C holds the code. The error is one of ErrCode,
// group.ErrLength, group.ErrScalar and sigma.ErrProof, wrapped.
func (q *Question) CheckAnswer(at sigma.Place, code engine.Code, proof []byte) error {
	if int(code) >= len(q.rules.Codes()) {
		return fmt.Errorf("code %d: %w", code, ErrCode)
	}
	if err := q.defender.VerifyOpening(at, q.c, uint8(code), proof); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}
