package clash

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// benchClash is an attack with all ten movers on a piece of the rear: the largest
// and slowest of the standard rules.
func benchClash(b *testing.B) (attack func() []byte, check func([]byte) *Question, answer func(*Question) (engine.Code, []byte), checkAnswer func(*Question, engine.Code, []byte)) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 19, junqi.Standard().Mobile())
	st.Defender = st.Defender.ForSums() // as in a match
	place := tb.answerPlace(engine.Blue)
	fail := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	attack = func() []byte {
		msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
		fail(err)
		return msg
	}
	check = func(msg []byte) *Question {
		q, err := CheckAttack(at, st, msg)
		fail(err)
		return q
	}
	answer = func(q *Question) (engine.Code, []byte) {
		code, proof, err := q.Answer(place, tb.seats[1].Secret.Key, nonces)
		fail(err)
		return code, proof
	}
	checkAnswer = func(q *Question, code engine.Code, proof []byte) {
		fail(q.CheckAnswer(place(code), code, proof))
	}
	return attack, check, answer, checkAnswer
}

func BenchmarkAttack(b *testing.B) {
	attack, _, _, _ := benchClash(b)
	n := 0
	for b.Loop() {
		n = len(attack())
	}
	b.ReportMetric(float64(n), "bytes")
}

func BenchmarkCheckAttack(b *testing.B) {
	attack, check, _, _ := benchClash(b)
	msg := attack()
	for b.Loop() {
		check(msg)
	}
	b.ReportMetric(float64(len(msg)), "bytes")
}

func BenchmarkAnswer(b *testing.B) {
	attack, check, answer, _ := benchClash(b)
	q := check(attack())
	n := 0
	for b.Loop() {
		_, proof := answer(q)
		n = len(proof)
	}
	b.ReportMetric(float64(n), "bytes")
}

func BenchmarkCheckAnswer(b *testing.B) {
	attack, check, answer, checkAnswer := benchClash(b)
	q := check(attack())
	code, proof := answer(q)
	for b.Loop() {
		checkAnswer(q, code, proof)
	}
	b.ReportMetric(float64(len(proof)), "bytes")
}

// BenchmarkClash is a whole one: made, checked, answered, and the answer checked.
func BenchmarkClash(b *testing.B) {
	attack, check, answer, checkAnswer := benchClash(b)
	n := 0
	for b.Loop() {
		msg := attack()
		q := check(msg)
		code, proof := answer(q)
		checkAnswer(q, code, proof)
		n = len(msg) + len(proof)
	}
	b.ReportMetric(float64(n), "bytes")
}
