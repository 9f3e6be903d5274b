package clash

import (
	"crypto/subtle"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ErrMover says that the attacker's piece is not one of the movers, so that its
// owner can't prove the attack.
var ErrMover = coded.Errorf("clash.mover", "the piece is of no type that could make this move")

// ErrCode says that C holds no code of the ruleset. After a verified attack on a
// verified layout it can't happen with the right key.
var ErrCode = coded.Errorf("clash.no-code", "the ciphertext holds no announcement")

// Attack makes the attacker's message: C (64 bytes) and its proof. The same
// arguments give the same bytes. The time depends on the statement only.
//
// It needs only what is known when the attacker's turn begins. So the attacks of all legal
// moves can be made while a player thinks, each for its own place and under its own nonces,
// which follow from the place and the statement.
func Attack(at sigma.Place, st Statement, s *layout.Secret, n sigma.Nonces) ([]byte, error) {
	if err := st.check(); err != nil {
		return nil, err
	}
	marks, t := s.Row(at.Context, st.AttackerPiece, st.Movers.Types())
	found := 0
	for _, mark := range marks {
		found |= mark
	}
	if found != 1 {
		return nil, ErrMover
	}

	sponge := st.sponge(at)
	r := n.Scalar(AttackKind+"/r", 0, sponge.State(), t.Bytes())
	c := st.choose(marks)
	c.U.Add(c.U, group.B().Mult(r))
	c.V.Add(c.V, st.Defender.Y(st.DefenderPiece).Mult(r))
	msg := c.Bytes()
	sponge.Absorb(msg)
	x := make([]*group.Scalar, 0, len(marks)+1)
	for _, mark := range marks[:len(marks)-1] {
		x = append(x, group.SmallScalar(uint8(mark)))
	}
	proof := st.linear(group.NewBase(c.U), group.NewBase(c.V)).Prove(sponge, AttackKind, append(x, t, r), n)
	return append(msg, proof...), nil
}

// A Question is a verified attack: the ciphertext C that its defender has to
// decrypt. It is immutable.
type Question struct {
	rules    *engine.Ruleset
	defender *layout.Commitment
	piece    int
	u, v     *group.Base
}

// C returns the ciphertext.
func (q *Question) C() group.Ciphertext { return group.Ciphertext{U: q.u.Element(), V: q.v.Element()} }

// CheckAttack verifies an attacker's message; at is its prover's place. The error
// is one of ErrStatement, group.ErrLength, group.ErrElement, group.ErrScalar and
// sigma.ErrProof, wrapped. The time depends on the message and the statement.
func CheckAttack(at sigma.Place, st Statement, msg []byte) (*Question, error) {
	var b sigma.Batch
	q, err := CheckAttackLater(at, st, msg, &b)
	if err != nil {
		return nil, err
	}
	if err := b.Verify(); err != nil {
		return nil, coded.Errorf("clash.attack", "attack: %w", err)
	}
	return q, nil
}

// CheckAttackLater does what CheckAttack does, except for the sums that must be 0, which it
// adds to the batch. Discard its result if the batch does not verify.
func CheckAttackLater(at sigma.Place, st Statement, msg []byte, b *sigma.Batch) (*Question, error) {
	if err := st.check(); err != nil {
		return nil, err
	}
	if want := AttackSize(st.Movers.Len()); len(msg) != want {
		return nil, coded.Errorf("clash.attack-length", "attack of %d bytes, want %d: %w", len(msg), want, group.ErrLength)
	}
	u, err := group.DecodeBase(msg[:group.ElementSize])
	if err != nil {
		return nil, coded.Errorf("clash.attack-u", "attack, C.U: %w", err)
	}
	v, err := group.DecodeBase(msg[group.ElementSize:group.CiphertextSize])
	if err != nil {
		return nil, coded.Errorf("clash.attack-v", "attack, C.V: %w", err)
	}
	sponge := st.sponge(at)
	sponge.Absorb(msg[:group.CiphertextSize])
	if err := st.linear(u, v).VerifyLater(sponge, msg[group.CiphertextSize:], b); err != nil {
		return nil, coded.Errorf("clash.attack", "attack: %w", err)
	}
	return &Question{st.Rules, st.Defender, st.DefenderPiece, u, v}, nil
}

// Answer decrypts the code with the defender's key and proves the decryption (sigma.OpeningSize
// bytes). The code is needed for the record's body, which the proof binds: at is called with it,
// once, and returns the proof's place. The time does not depend on the code, unless the time of at
// does, nor on whether there is one: an attack may be answered before it is checked. With a key
// other than the defender's the error is ErrCode; the proof, which is false, is returned so that
// checking it takes the same time.
func (q *Question) Answer(at func(engine.Code) sigma.Place, k *layout.Key, n sigma.Nonces) (engine.Code, []byte, error) {
	u := q.u.ForSecrets() // for the decryption and for its proof
	m := k.Decrypt(q.piece, u, q.v)
	found, code := 0, 0
	fB := group.NewElement()
	for f := range len(q.rules.Codes()) {
		is := m.Equal(fB)
		found |= is
		code = subtle.ConstantTimeSelect(is, f, code)
		fB.Add(fB, group.B().Element())
	}
	opening := q.opening(uint8(code))
	opening.U = u
	proof := k.Prove(at(engine.Code(code)), q.piece, opening, n)
	if found != 1 {
		return engine.NoCode, proof, ErrCode
	}
	return engine.Code(code), proof, nil
}

func (q *Question) opening(code uint8) sigma.Opening {
	return sigma.Opening{Y: q.defender.Y(q.piece), U: q.u, V: q.v, M: code}
}

// CheckAnswer verifies that C holds the code. The error is one of ErrCode,
// group.ErrLength, group.ErrElement, group.ErrScalar and sigma.ErrProof, wrapped.
func (q *Question) CheckAnswer(at sigma.Place, code engine.Code, proof []byte) error {
	var b sigma.Batch
	if err := q.CheckAnswerLater(at, code, proof, &b); err != nil {
		return err
	}
	if err := b.Verify(); err != nil {
		return coded.Errorf("clash.answer", "answer: %w", err)
	}
	return nil
}

// CheckAnswerLater does what CheckAnswer does, except for the sums that must be 0, which
// it adds to the batch.
func (q *Question) CheckAnswerLater(at sigma.Place, code engine.Code, proof []byte, b *sigma.Batch) error {
	if int(code) >= len(q.rules.Codes()) {
		return coded.Errorf("clash.code", "code %d: %w", code, ErrCode)
	}
	if err := q.opening(uint8(code)).VerifyLater(at, proof, b); err != nil {
		return coded.Errorf("clash.answer", "answer: %w", err)
	}
	return nil
}
