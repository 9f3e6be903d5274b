package onehot

import (
	"crypto/subtle"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// questionKind names the proof of a question in its session tag and nonces.
const questionKind = "darkjunqi/v1/proof/onehot-question"

// ErrAnswer says that a question holds no entry of the table, which can't be if the question
// and both rows verified.
var ErrAnswer = coded.Errorf("onehot.answer", "the question holds no entry of the table")

// A Table is a function f of two committed values, the asking one and the answering one.
type Table func(asking, answering int) uint8

// A Question is an encryption of an entry of the table under the key of the answering row,
// as the asking row chose it: neither party has shown its value.
type Question struct {
	asking, answering *Row
	f                 Table
	u, v              *group.Base
}

// questionSize returns the number of bytes of a question of a row of n values: the
// ciphertext, n+2 first messages and n+1 responses.
func questionSize(n int) int {
	return group.CiphertextSize + group.ElementSize*(n+2) + group.ScalarSize*(n+1)
}

// linear states what the question is made of. The witness is y_1 … y_(n-1) and s of the
// asking row, then r.
func (q *Question) linear() *sigma.Linear {
	n := q.asking.Values()
	s, r := n-1, n
	term := func(b *group.Base, times, of int) sigma.Term {
		return sigma.Term{Base: b, Form: sigma.Times(times, of)}
	}
	// of is the form of the sum of g(i) y_i, where y_0 is 1 minus the others.
	of := func(g func(i int) int) sigma.Form {
		form := sigma.Times(g(0), sigma.One)
		for i := 1; i < n; i++ {
			form = append(form, sigma.Part{Witness: i - 1, Times: g(i) - g(0)})
		}
		return form
	}
	equations := []sigma.Equation{{term(group.B(), 1, s), term(q.asking.y, -1, sigma.One)}}
	for j, x := range q.asking.x {
		equations = append(equations, sigma.Equation{
			term(group.B(), 1, j), term(x, 1, s), term(q.asking.v[j], -1, sigma.One),
		})
	}
	ofU := sigma.Equation{term(group.B(), 1, r), term(q.u, -1, sigma.One)}
	ofV := sigma.Equation{
		term(q.answering.y, 1, r), term(q.v, -1, sigma.One),
		{Base: group.B(), Form: of(func(i int) int { return int(q.f(i, 0)) })},
	}
	for j := range q.answering.x {
		form := of(func(i int) int { return int(q.f(i, j+1)) - int(q.f(i, 0)) })
		ofU = append(ofU, sigma.Term{Base: q.answering.x[j], Form: form})
		ofV = append(ofV, sigma.Term{Base: q.answering.v[j], Form: form})
	}
	return &sigma.Linear{Witnesses: n + 1, Equations: append(equations, ofU, ofV)}
}

// sponge absorbs the answering row, which need not be all in the equations. Linear absorbs
// the rest.
func (q *Question) sponge(at sigma.Place) *sigma.Sponge {
	s := at.Sponge(questionKind)
	absorb(s, q.answering.y)
	s.AbsorbUint32(uint32(len(q.answering.v)))
	absorb(s, q.answering.v...)
	return s
}

// Ask makes a question, questionSize bytes, to the owner of the answering row. The secret is
// the asking row's. The time does not depend on it.
func Ask(
	at sigma.Place, asking, answering *Row, f Table, s *Secret, n sigma.Nonces,
) []byte {
	marks := make([]*group.Scalar, asking.Values())
	for i := range marks {
		marks[i] = group.SmallScalar(uint8(subtle.ConstantTimeEq(int32(s.value), int32(i))))
	}
	// entry returns f(value, j), with the same time for each value.
	entry := func(j int) *group.Scalar {
		sum := new(group.Scalar)
		for i := range marks {
			sum.MultiplyAdd(group.SmallScalar(f(i, j)), marks[i], sum)
		}
		return sum
	}
	first := entry(0)
	weights := make([]*group.Scalar, len(answering.x))
	secrets := append(s.s.Bytes(), first.Bytes()...)
	for j := range weights {
		weights[j] = entry(j + 1)
		secrets = append(secrets, weights[j].Bytes()...)
		weights[j].Subtract(weights[j], first)
	}
	q := &Question{asking: asking, answering: answering, f: f}
	r := n.Scalar(questionKind+"/r", 0, q.sponge(at).State(), secrets)
	u, v := group.Sum(weights, answering.x), group.Sum(weights, answering.v)
	u.Add(u, group.B().Mult(r))
	v.Add(v, answering.y.Mult(r))
	v.Add(v, group.B().Mult(first))
	q.u, q.v = group.NewBase(u), group.NewBase(v)
	body := group.Ciphertext{U: u, V: v}.Bytes()
	witness := append(append([]*group.Scalar{}, marks[1:]...), s.s, r)
	return append(body, q.linear().Prove(q.sponge(at), questionKind, witness, n)...)
}

// CheckQuestion reads a question. The error is group.ErrLength, group.ErrElement or
// group.ErrScalar.
func CheckQuestion(
	at sigma.Place, asking, answering *Row, f Table, body []byte, b *sigma.Batch,
) (*Question, error) {
	if want := questionSize(asking.Values()); len(body) != want {
		return nil, wrongLength("question", len(body), want)
	}
	q := &Question{asking: asking, answering: answering, f: f}
	for i, to := range []**group.Base{&q.u, &q.v} {
		var err error
		if *to, err = group.DecodeBase(body[group.ElementSize*i:][:group.ElementSize]); err != nil {
			return nil, coded.Errorf("onehot.question", "question: %w", err)
		}
	}
	return q, q.linear().VerifyLater(q.sponge(at), body[group.CiphertextSize:], b)
}

func (q *Question) opening(m uint8) sigma.Opening {
	return sigma.Opening{Y: q.answering.y, U: q.u, V: q.v, M: m}
}

// Answer decrypts a question that was checked, with the secret of the answering row, and
// proves the decryption in sigma.OpeningSize bytes. The place may depend on the entry. The
// error is ErrAnswer.
func (q *Question) Answer(
	at func(m uint8) sigma.Place, s *Secret, n sigma.Nonces,
) (uint8, []byte, error) {
	m := new(group.Element).Subtract(q.v.Element(), q.u.Mult(s.s))
	found, entry := 0, 0
	for i, e := 0, group.NewElement(); i < 256; i++ {
		is := m.Equal(e)
		found |= is
		entry = subtle.ConstantTimeSelect(is, i, entry)
		e.Add(e, group.B().Element())
	}
	if found == 0 {
		return 0, nil, ErrAnswer
	}
	return uint8(entry), q.opening(uint8(entry)).Prove(at(uint8(entry)), s.s, n), nil
}

// CheckAnswer checks that the question holds m. The error is group.ErrLength,
// group.ErrElement or group.ErrScalar.
func (q *Question) CheckAnswer(at sigma.Place, m uint8, proof []byte, b *sigma.Batch) error {
	return q.opening(m).VerifyLater(at, proof, b)
}
