package onehot

import (
	"bytes"
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// vectorFile is onehot.json. The second verifier of internal/conformance judges it too.
type vectorFile struct {
	Comment   string         `json:"comment"`
	Cases     []rowCase      `json:"cases"`
	Questions []questionCase `json:"questions"`
	Invalid   []invalidCase  `json:"invalid"`
}

type placeText struct {
	Rules vector.Hex `json:"rules"`
	Match vector.Hex `json:"match"`
	Seat  uint8      `json:"seat"`
	Key   vector.Hex `json:"key"`
	Prev  vector.Hex `json:"prev"`
	Front vector.Hex `json:"front"`
	Index uint8      `json:"index"`
}

func placeTextOf(p sigma.Place) placeText {
	return placeText{p.Rules[:], p.Match[:], uint8(p.Seat), p.Key[:], p.Prev[:], p.Body, p.Index}
}

func (x placeText) place() sigma.Place {
	return sigma.Place{
		Context: sigma.Context{
			Rules: [32]byte(x.Rules), Match: [32]byte(x.Match), Seat: engine.Seat(x.Seat), Key: [32]byte(x.Key),
		},
		Prev: [32]byte(x.Prev), Body: x.Front, Index: x.Index,
	}
}

type rowCase struct {
	Name      string       `json:"name"`
	Place     placeText    `json:"place"`
	Bases     []vector.Hex `json:"bases"`
	Value     int          `json:"value"`
	NonceKey  vector.Hex   `json:"nonce_key"`
	Fresh     vector.Hex   `json:"fresh"`
	S         vector.Hex   `json:"s"`
	Points    []vector.Hex `json:"x"`
	State     vector.Hex   `json:"state"`
	Challenge vector.Hex   `json:"challenge"`
	Body      vector.Hex   `json:"body"`
	Open      openCase     `json:"open"`
}

type openCase struct {
	Place placeText  `json:"place"`
	F     []int      `json:"f"`
	U     vector.Hex `json:"U"`
	V     vector.Hex `json:"V"`
	M     uint8      `json:"m"`
	Proof vector.Hex `json:"proof"`
}

type questionCase struct {
	Name      string     `json:"name"`
	Place     placeText  `json:"place"`
	Asking    int        `json:"asking"`
	Answering int        `json:"answering"`
	F         [][]int    `json:"f"`
	NonceKey  vector.Hex `json:"nonce_key"`
	Fresh     vector.Hex `json:"fresh"`
	R         vector.Hex `json:"r"`
	State     vector.Hex `json:"state"`
	Statement vector.Hex `json:"statement"` // its H256
	Challenge vector.Hex `json:"challenge"`
	Body      vector.Hex `json:"body"`
	Answer    answerCase `json:"answer"`
}

type answerCase struct {
	Place    placeText  `json:"place"`
	NonceKey vector.Hex `json:"nonce_key"`
	Fresh    vector.Hex `json:"fresh"`
	M        uint8      `json:"m"`
	Proof    vector.Hex `json:"proof"`
}

// An invalidCase is a case of the other lists with another body, value or proof.
type invalidCase struct {
	Comment  string     `json:"comment"`
	Error    string     `json:"error"`
	Case     *int       `json:"case,omitempty"`
	Question *int       `json:"question,omitempty"`
	Body     vector.Hex `json:"body,omitempty"`
	M        *uint8     `json:"m,omitempty"`
	Proof    vector.Hex `json:"proof,omitempty"`
}

var vectorErrors = map[string]error{
	"sigma.ErrProof": sigma.ErrProof, "group.ErrElement": group.ErrElement, "group.ErrScalar": group.ErrScalar,
	"group.ErrLength": group.ErrLength, "ErrZeroKey": ErrZeroKey,
}

func vectorNonces(i int) sigma.Nonces {
	return sigma.Nonces{Key: [32]byte{1, byte(i)}, Fresh: [32]byte{2, byte(i)}}
}

func vectorPlace(seat, record int) sigma.Place {
	p := placeOf(seat, record)
	p.Rules = [32]byte{6}
	return p
}

func encode(b *group.Base) vector.Hex {
	e := b.Bytes()
	return e[:]
}

// state is that of a clone, so that the sponge stays as it was.
func state(s *sigma.Sponge) vector.Hex {
	b := s.State()
	return b[:]
}

// challenge is what follows first messages.
func challenge(s *sigma.Sponge, first []byte) vector.Hex {
	s = s.Clone()
	s.Absorb(first)
	return s.SqueezeScalar().Bytes()
}

func (c rowCase) row(t testing.TB) (*Row, *Secret) {
	var x []*group.Base
	for _, b := range c.Bases {
		base, err := group.DecodeBase(b)
		require.NoError(t, err)
		x = append(x, base)
	}
	var b sigma.Batch
	r, err := Check(c.Place.place(), x, c.Body, &b)
	require.NoError(t, err)
	require.NoError(t, b.Verify())
	s, err := group.DecodeScalar(c.S)
	require.NoError(t, err)
	return r, &Secret{s: s, value: c.Value}
}

func rowVector(t testing.TB, name string, i int, x []*group.Base, value int) rowCase {
	at, n := vectorPlace(i, i), vectorNonces(i)
	body, s, err := Commit(at, x, value, n)
	require.NoError(t, err)
	c := rowCase{
		Name: name, Place: placeTextOf(at), Value: value, NonceKey: n.Key[:], Fresh: n.Fresh[:], S: s.s.Bytes(), Body: body,
	}
	for _, b := range x {
		c.Bases = append(c.Bases, encode(b))
	}
	r, _ := c.row(t)
	sponge := start(at, x)
	for _, p := range r.points(sponge) {
		c.Points = append(c.Points, p.Bytes())
	}
	c.State = state(sponge)
	c.Challenge = challenge(sponge, body[group.ElementSize*(len(x)+1):][:4*group.ElementSize])

	f := func(value int) uint8 { return uint8(3*value*value + 5) }
	open := vectorPlace(i, 10+i)
	m, proof := r.Open(open, f, s, n)
	sum := r.Sum(whole(f)).Bytes()
	c.Open = openCase{Place: placeTextOf(open), U: sum[:32], V: sum[32:], M: m, Proof: proof}
	for value := range r.Values() {
		c.Open.F = append(c.Open.F, int(f(value)))
	}
	return c
}

func questionVector(t testing.TB, name string, rows []rowCase, i, asking, answering int, f Table) questionCase {
	a, s := rows[asking].row(t)
	b, key := rows[answering].row(t)
	at, n := vectorPlace(asking, 20+i), vectorNonces(30+i)
	n.Key = [32]byte(rows[asking].NonceKey)
	body := Ask(at, a, b, f, s, n)
	c := questionCase{Name: name, Place: placeTextOf(at), Asking: asking, Answering: answering, NonceKey: n.Key[:], Fresh: n.Fresh[:], Body: body}
	secrets := s.s.Bytes()
	for i := range a.Values() {
		var row []int
		for j := range b.Values() {
			row = append(row, int(f(i, j)))
		}
		c.F = append(c.F, row)
	}
	for j := range b.Values() {
		secrets = append(secrets, group.SmallScalar(f(s.value, j)).Bytes()...)
	}
	var batch sigma.Batch
	q, err := CheckQuestion(at, a, b, f, body, &batch)
	require.NoError(t, err)
	sponge := q.sponge(at)
	c.R, c.State = n.Scalar(questionKind+"/r", 0, sponge.State(), secrets).Bytes(), state(sponge)
	said := statement(q.linear())
	hash := sha512.Sum512_256(said)
	c.Statement = hash[:]
	sponge.Absorb(said)
	c.Challenge = challenge(sponge, body[group.CiphertextSize:][:group.ElementSize*(a.Values()+2)])

	answer, other := vectorPlace(answering, 40+i), vectorNonces(50+i)
	m, proof, err := q.Answer(func(uint8) sigma.Place { return answer }, key, other)
	require.NoError(t, err)
	c.Answer = answerCase{placeTextOf(answer), other.Key[:], other.Fresh[:], m, proof}
	return c
}

// statement encodes a linear statement, as the specification says.
func statement(l *sigma.Linear) []byte {
	number := binary.LittleEndian.AppendUint32
	out := number(number(nil, uint32(l.Witnesses)), uint32(len(l.Equations)))
	for _, e := range l.Equations {
		out = number(out, uint32(len(e)))
		for _, x := range e {
			out = number(append(out, encode(x.Base)...), uint32(len(x.Form)))
			for _, p := range x.Form {
				out = binary.LittleEndian.AppendUint64(number(out, uint32(p.Witness)), uint64(p.Times))
			}
		}
	}
	return out
}

func TestVectors(t *testing.T) {
	v := vectorFile{Comment: "single committed values (23). cases: rows, with the challenges x[j], the state of the sponge after they were drawn, the " +
		"challenge of the proof, and an opening of f of the value, whose ciphertext is (U, V). questions: from the row asking to the row " +
		"answering (numbers in cases) with the table f[i][j]; state is that before the statement, whose H256 is given. " +
		"invalid: a case or question with another body, or another answer (m, proof)"}
	joint := []*group.Base{group.NewBase(group.B().Mult(group.IntScalar(5))), group.NewBase(group.B().Mult(group.IntScalar(77)))}
	for i, c := range []struct {
		name  string
		bases []*group.Base
		value int
	}{
		{"two values, 0", generators(t, 2), 0}, {"two values, 1", generators(t, 2), 1}, {"four values, 2", generators(t, 4), 2},
		{"four values, 3", generators(t, 4), 3}, {"sixteen values, 15", generators(t, MaxValues), 15},
		{"three values, 0, under the keys 5B and 77B", joint, 0}, {"three values, 2, under the keys 5B and 77B", joint, 2},
	} {
		v.Cases = append(v.Cases, rowVector(t, c.name, i, c.bases, c.value))
	}
	richer := func(a, b int) uint8 { return uint8(2 - min(max(b-a, -1), 1) - 1) }
	for i, c := range []struct {
		name              string
		asking, answering int
		f                 Table
	}{
		{"who has more: 2 if the asker, 1 if neither", 2, 3, richer}, {"who has more, of sixteen", 4, 3, richer},
		{"both", 1, 0, func(a, b int) uint8 { return uint8(a * b) }},
		{"a table with large and with equal entries", 3, 2, func(a, b int) uint8 { return []uint8{255, 7, 7, 0}[(a+b)%4] }},
	} {
		v.Questions = append(v.Questions, questionVector(t, c.name, v.Cases, i, c.asking, c.answering, c.f))
	}
	v.Invalid = invalidVectors(t, v)
	vector.Check(t, "onehot.json", v)

	var read vectorFile
	vector.Read(t, "onehot.json", &read)
	require.NotEmpty(t, read.Invalid)
	for _, c := range read.Invalid {
		require.ErrorIs(t, c.judge(t, &read), vectorErrors[c.Error], c.Comment)
	}
	for _, c := range read.Questions {
		require.NoError(t, c.judge(t, &read), c.Name)
	}
	for _, c := range read.Cases {
		r, _ := c.row(t)
		var b sigma.Batch
		require.NoError(t, r.CheckOpen(c.Open.Place.place(), func(value int) uint8 { return uint8(c.Open.F[value]) }, c.Open.M, c.Open.Proof, &b))
		require.NoError(t, b.Verify())
	}
}

// judge checks a question and its answer.
func (c questionCase) judge(t testing.TB, v *vectorFile) error {
	asking, _ := v.Cases[c.Asking].row(t)
	answering, _ := v.Cases[c.Answering].row(t)
	var b sigma.Batch
	q, err := CheckQuestion(c.Place.place(), asking, answering, func(i, j int) uint8 { return uint8(c.F[i][j]) }, c.Body, &b)
	if err == nil {
		err = q.CheckAnswer(c.Answer.Place.place(), c.Answer.M, c.Answer.Proof, &b)
	}
	return errors.Join(err, b.Verify())
}

func (c invalidCase) judge(t testing.TB, v *vectorFile) error {
	if c.Question != nil {
		q := v.Questions[*c.Question]
		if c.Body != nil {
			q.Body = c.Body
		} else {
			q.Answer.M, q.Answer.Proof = *c.M, c.Proof
		}
		return q.judge(t, v)
	}
	of := v.Cases[*c.Case]
	var x []*group.Base
	for _, b := range of.Bases {
		base, err := group.DecodeBase(b)
		require.NoError(t, err)
		x = append(x, base)
	}
	return verdict(of.Place.place(), x, c.Body)
}

func invalidVectors(t testing.TB, v vectorFile) (list []invalidCase) {
	row0, question0 := 2, 0
	of := v.Cases[row0]
	add := func(comment, name string, body []byte) {
		list = append(list, invalidCase{Comment: comment, Error: name, Case: &row0, Body: body})
	}
	at, x := of.Place.place(), generators(t, 4)
	row4 := func(s *group.Scalar, marks []*group.Scalar) *Row { return row(x, s, marks...) }
	s := group.IntScalar(1234567)
	for _, c := range []struct {
		comment string
		marks   []int
	}{{"the value 1 and 2 at once", []int{1, 1, 0}}, {"a column that holds 2", []int{2, 0, 0}}, {"one that holds -1", []int{0, -1, 0}}} {
		marks := scalars(c.marks...)
		add(c.comment, "sigma.ErrProof", row4(s, marks).prove(at, s, marks, nonces(0)))
	}
	zero := new(group.Scalar)
	none := []*group.Scalar{zero, zero, zero}
	add("Y is 0", "ErrZeroKey", row4(zero, none).prove(at, zero, none, nonces(0)))
	stranger, _, err := Commit(vectorPlace(9, 9), x, 1, nonces(0))
	require.NoError(t, err)
	add("made for another seat and record", "sigma.ErrProof", stranger)
	changed := func(body []byte, at int, with byte) []byte {
		body = bytes.Clone(body)
		body[at] ^= with
		return body
	}
	add("an element that is negative", "group.ErrElement", changed(of.Body, 32, 1))
	add("a response that is not below q", "group.ErrScalar", changed(of.Body, len(of.Body)-1, 0x80))
	add("another response", "sigma.ErrProof", changed(of.Body, len(of.Body)-32, 1))
	add("a byte too few", "group.ErrLength", of.Body[1:])
	add("a byte too many", "group.ErrLength", append(bytes.Clone(of.Body), 0))

	q := v.Questions[question0]
	asking, secret := v.Cases[q.Asking].row(t)
	answering, _ := v.Cases[q.Answering].row(t)
	f := func(i, j int) uint8 { return uint8(q.F[i][j]) }
	question := func(comment, name string, body []byte) {
		list = append(list, invalidCase{Comment: comment, Error: name, Question: &question0, Body: body})
	}
	question("about another value than the committed", "sigma.ErrProof",
		Ask(q.Place.place(), asking, answering, f, &Secret{s: secret.s, value: 0}, nonces(0)))
	question("with another table", "sigma.ErrProof",
		Ask(q.Place.place(), asking, answering, func(i, j int) uint8 { return f(j, i) }, secret, nonces(0)))
	question("for another record", "sigma.ErrProof", Ask(vectorPlace(q.Asking, 99), asking, answering, f, secret, nonces(0)))
	question("a byte too few", "group.ErrLength", q.Body[1:])
	answer := func(comment, name string, m uint8, proof []byte) {
		list = append(list, invalidCase{Comment: comment, Error: name, Question: &question0, M: &m, Proof: proof})
	}
	answer("another entry", "sigma.ErrProof", q.Answer.M+1, q.Answer.Proof)
	answer("the proof of another question", "sigma.ErrProof", q.Answer.M, v.Questions[1].Answer.Proof)
	return list
}
