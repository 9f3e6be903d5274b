package conformance_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// Section 23, once more from the page: single committed values.

// oneHot is a row that was verified.
type oneHot struct {
	y    *element
	x, v []*element // for the values 1 … n-1
}

const (
	rowKind      = "darkjunqi/v1/proof/onehot"
	questionKind = "darkjunqi/v1/proof/onehot-question"
)

// rowSponge is the sponge of a row before Y is absorbed.
func rowSponge(at place, x []*element) *sponge {
	s := at.sponge(rowKind)
	s.absorb(le32(len(x) + 1))
	for _, e := range x {
		s.absorb(e)
	}
	return s
}

// statement draws the x[j] and returns them with the four equations.
func (r oneHot) statement(s *sponge) (points []*scalar, equations [][]term) {
	s.absorb(r.y)
	for _, v := range r.v {
		s.absorb(v)
	}
	a, p, d, q := zero(), zero(), zero(), zero()
	for j := range r.v {
		x := s.challenge()
		points = append(points, x)
		a.Add(a, times(x, r.v[j]))
		p.Add(p, times(x, r.x[j]))
		d.Add(d, times(mul(x, x), r.v[j]))
		q.Add(q, times(mul(x, x), r.x[j]))
	}
	const s0, v, u = 0, 1, 2
	of := func(i, n int) map[int]int { return map[int]int{i: n} }
	return points, [][]term{
		{{base(), of(s0, 1)}, {r.y, of(one, -1)}},
		{{base(), of(v, 1)}, {p, of(s0, 1)}, {a, of(one, -1)}},
		{{r.y, of(v, 1)}, {base(), of(u, -1)}},
		{{a, of(v, 1)}, {q, of(s0, 1)}, {p, of(u, -1)}, {d, of(one, -1)}},
	}
}

func verifyRow(at place, x []*element, body []byte) oneHot {
	in := &reader{body}
	r := oneHot{y: in.element(), x: x}
	demand(r.y.Equal(zero()) == 0, "Y = 0")
	for range x {
		r.v = append(r.v, in.element())
	}
	s := rowSponge(at, x)
	_, equations := r.statement(s)
	verifyLinear(s, 3, equations, in.b)
	return r
}

// holds is the ciphertext of f of the value.
func (r oneHot) holds(f func(int) int) ciphertext {
	c := ciphertext{zero(), times(number(f(0)), base())}
	for j := range r.v {
		weight := number(f(j+1) - f(0))
		c.u.Add(c.u, times(weight, r.x[j]))
		c.v.Add(c.v, times(weight, r.v[j]))
	}
	return c
}

// number is a whole number as a scalar.
func number(n int) *scalar {
	if n < 0 {
		return neg(small(-n))
	}
	return small(n)
}

// proveLinear makes the proof that verifyLinear verifies, with the nonces of 9.1.
func proveLinear(s *sponge, kind string, n nonces, x []*scalar, equations [][]term) []byte {
	var witness []byte
	for _, x := range x {
		witness = append(witness, x.Bytes()...)
	}
	r := map[int]*scalar{one: small(0)}
	for i := range x {
		r[i] = n.scalar(kind, i, s.state(), witness)
	}
	var proof []byte
	for _, terms := range equations {
		first := zero()
		for _, term := range terms {
			for i, n := range term.form {
				first.Add(first, times(mul(number(n), r[i]), term.base))
			}
		}
		proof = append(proof, first.Bytes()...)
	}
	s.absorb(proof)
	c := s.challenge()
	for i := range x {
		proof = append(proof, add(r[i], mul(c, x[i])).Bytes()...)
	}
	return proof
}

// A rowQuestion is 23.2.
type rowQuestion struct {
	asking, answering oneHot
	f                 [][]int
	c                 ciphertext
}

func (q rowQuestion) sponge(at place) *sponge {
	s := at.sponge(questionKind)
	s.absorb(q.answering.y, le32(len(q.answering.v)))
	for _, v := range q.answering.v {
		s.absorb(v)
	}
	return s
}

// statement returns the equations, and what is absorbed of them. The scalars are y[1] …
// y[n-1], s, r.
func (q rowQuestion) statement() (equations [][]term, absorbed []byte) {
	n := len(q.f)
	s, r := n-1, n
	of := func(i, n int) map[int]int { return map[int]int{i: n} }
	// row is the sum of g(i) y[i], with y[0] = 1 - the others.
	row := func(g func(int) int) map[int]int {
		form := of(one, g(0))
		for i := 1; i < n; i++ {
			form[i-1] = g(i) - g(0)
		}
		return form
	}
	equations = append(equations, []term{{base(), of(s, 1)}, {q.asking.y, of(one, -1)}})
	for j := range q.asking.v {
		equations = append(equations, []term{{base(), of(j, 1)}, {q.asking.x[j], of(s, 1)}, {q.asking.v[j], of(one, -1)}})
	}
	u := []term{{base(), of(r, 1)}, {q.c.u, of(one, -1)}}
	v := []term{{q.answering.y, of(r, 1)}, {q.c.v, of(one, -1)}, {base(), row(func(i int) int { return q.f[i][0] })}}
	for j := range q.answering.v {
		form := row(func(i int) int { return q.f[i][j+1] - q.f[i][0] })
		u = append(u, term{q.answering.x[j], form})
		v = append(v, term{q.answering.v[j], form})
	}
	equations = append(equations, u, v)

	absorbed = join(le32(n+1), le32(len(equations)))
	for _, terms := range equations {
		absorbed = append(absorbed, le32(len(terms))...)
		for _, x := range terms {
			absorbed = join(absorbed, x.base, le32(len(x.form)))
			for i := one; i <= n; i++ {
				if times, is := x.form[i]; is {
					absorbed = binary.LittleEndian.AppendUint64(join(absorbed, le32(i)), uint64(times))
				}
			}
		}
	}
	return equations, absorbed
}

func verifyQuestion(at place, asking, answering oneHot, f [][]int, body []byte) rowQuestion {
	in := &reader{body}
	q := rowQuestion{asking, answering, f, ciphertext{in.element(), in.element()}}
	equations, absorbed := q.statement()
	s := q.sponge(at)
	s.absorb(absorbed)
	verifyLinear(s, len(f)+1, equations, in.b)
	return q
}

// provenOpening is an opening (9.2) as the vectors have it.
func provenOpening(at place, n nonces, k *scalar, c ciphertext, m int) []byte {
	y := times(k, base())
	s := at.sponge("darkjunqi/v1/proof/opening")
	s.absorb(m, y, c.u, c.v)
	return proveLinear(s, "darkjunqi/v1/proof/opening", n, []*scalar{k}, [][]term{
		{{base(), map[int]int{0: 1}}, {y, map[int]int{one: -1}}},
		{{c.u, map[int]int{0: 1}}, {c.v, map[int]int{one: -1}}, {base(), map[int]int{one: m}}},
	})
}

// placeText is a place as the vectors of sections 23 and 24 have it.
type placeText struct {
	Rules, Match, Key, Prev, Front hexBytes
	Seat, Index                    int
}

func (p placeText) place() place {
	return place{context{p.Rules, p.Match, p.Seat, p.Key}, p.Prev, p.Front, p.Index}
}

func elementsOf(list []hexBytes) (out []*element) {
	for _, b := range list {
		out = append(out, (&reader{b}).element())
	}
	return out
}

// The vectors of section 23 verify as the page says, and follow from their secrets; those
// that are invalid do not verify.
func TestOneHotAlone(t *testing.T) {
	type answer struct {
		Place    placeText
		NonceKey hexBytes `json:"nonce_key"`
		Fresh    hexBytes
		M        int
		Proof    hexBytes
	}
	type rowCase struct {
		Name        string
		Place       placeText
		Bases       []hexBytes
		Value       int
		NonceKey    hexBytes `json:"nonce_key"`
		Fresh, S    hexBytes
		X           []hexBytes
		State, Body hexBytes
		Challenge   hexBytes
		Open        struct {
			Place       placeText
			F           []int
			U, V, Proof hexBytes
			M           int
		}
	}
	type questionCase struct {
		Name              string
		Place             placeText
		Asking, Answering int
		F                 [][]int
		NonceKey          hexBytes `json:"nonce_key"`
		Fresh, R, State   hexBytes
		Statement, Body   hexBytes
		Challenge         hexBytes
		Answer            answer
	}
	var v struct {
		Cases     []rowCase
		Questions []questionCase
		Invalid   []struct {
			Comment        string
			Case, Question *int
			Body, Proof    hexBytes
			M              *int
		}
	}
	readVector(t, "onehot.json", &v)
	require.NotEmpty(t, v.Cases)
	require.NotEmpty(t, v.Questions)
	require.NotEmpty(t, v.Invalid)

	var rows []oneHot
	for _, c := range v.Cases {
		at, bases, n := c.Place.place(), elementsOf(c.Bases), nonces{c.NonceKey, c.Fresh}
		r := verifyRow(at, bases, c.Body)
		rows = append(rows, r)

		// It follows from the value.
		s := rowSponge(at, bases)
		secret := n.scalar(rowKind+"/s", 0, s.state(), []byte{byte(c.Value)})
		require.Equal(t, []byte(c.S), secret.Bytes(), c.Name)
		made := oneHot{y: times(secret, base()), x: bases}
		for j := range bases {
			mark := 0
			if c.Value == j+1 {
				mark = 1
			}
			made.v = append(made.v, sum(times(small(mark), base()), times(secret, bases[j])))
		}
		points, equations := made.statement(s)
		sumOfPoints := small(0)
		for j, x := range points {
			require.Equal(t, []byte(c.X[j]), x.Bytes(), c.Name)
			if c.Value == j+1 {
				sumOfPoints = x
			}
		}
		require.Equal(t, []byte(c.State), s.state(), c.Name)
		body := made.y.Bytes()
		for _, v := range made.v {
			body = append(body, v.Bytes()...)
		}
		proof := proveLinear(s, rowKind, n, []*scalar{secret, sumOfPoints, mul(secret, sumOfPoints)}, equations)
		require.Equal(t, []byte(c.Body), append(body, proof...), c.Name)

		e := r.holds(func(value int) int { return c.Open.F[value] })
		require.Equal(t, []byte(c.Open.U), e.u.Bytes(), c.Name)
		require.Equal(t, []byte(c.Open.V), e.v.Bytes(), c.Name)
		require.Equal(t, c.Open.F[c.Value], c.Open.M, c.Name)
		verifyOpening(c.Open.Place.place(), r.y, e, c.Open.M, c.Open.Proof)
		require.Equal(t, []byte(c.Open.Proof), provenOpening(c.Open.Place.place(), n, secret, e, c.Open.M), c.Name)
	}

	judge := func(c questionCase, body []byte, m int, proof []byte) {
		q := verifyQuestion(c.Place.place(), rows[c.Asking], rows[c.Answering], c.F, body)
		verifyOpening(c.Answer.Place.place(), rows[c.Answering].y, q.c, m, proof)
	}
	for _, c := range v.Questions {
		judge(c, c.Body, c.Answer.M, c.Answer.Proof)

		asking, answering, n := v.Cases[c.Asking], v.Cases[c.Answering], nonces{c.NonceKey, c.Fresh}
		require.Equal(t, c.F[asking.Value][answering.Value], c.Answer.M, c.Name)
		q := rowQuestion{asking: rows[c.Asking], answering: rows[c.Answering], f: c.F}
		s := q.sponge(c.Place.place())
		require.Equal(t, []byte(c.State), s.state(), c.Name)
		entry := func(j int) int { return c.F[asking.Value][j] }
		w := []byte(asking.S)
		for j := range c.F[0] {
			w = append(w, small(entry(j)).Bytes()...)
		}
		r := n.scalar(questionKind+"/r", 0, s.state(), w)
		require.Equal(t, []byte(c.R), r.Bytes(), c.Name)
		q.c = q.answering.holds(entry)
		q.c = ciphertext{sum(q.c.u, times(r, base())), sum(q.c.v, times(r, q.answering.y))}
		equations, absorbed := q.statement()
		require.Equal(t, []byte(c.Statement), h256(absorbed), c.Name)
		s.absorb(absorbed)
		var witness []*scalar
		for i := 1; i < len(c.F); i++ {
			mark := 0
			if asking.Value == i {
				mark = 1
			}
			witness = append(witness, small(mark))
		}
		proof := proveLinear(s, questionKind, n, append(witness, (&reader{asking.S}).scalar(), r), equations)
		require.Equal(t, []byte(c.Body), join(q.c.u, q.c.v, proof), c.Name)

		a := c.Answer
		require.Equal(t, []byte(a.Proof), provenOpening(a.Place.place(), nonces{a.NonceKey, a.Fresh}, (&reader{answering.S}).scalar(), q.c, a.M), c.Name)
	}

	for _, c := range v.Invalid {
		require.Error(t, caught(func() {
			switch {
			case c.Question == nil:
				of := v.Cases[*c.Case]
				verifyRow(of.Place.place(), elementsOf(of.Bases), c.Body)
			case c.Body != nil:
				q := v.Questions[*c.Question]
				judge(q, c.Body, q.Answer.M, q.Answer.Proof)
			default:
				q := v.Questions[*c.Question]
				judge(q, q.Body, *c.M, c.Proof)
			}
		}), c.Comment)
	}
}
