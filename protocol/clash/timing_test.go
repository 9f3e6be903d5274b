package clash

import (
	"crypto/rand"
	"flag"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

var timing = flag.Int("timing", 0, "measure so many attacks, answers and layouts with secret pieces of two classes (docs/security.md, section 14)")

// timedProofs are what TestTiming measures, each with the method of [layout.Commitment] that makes such a proof, if any.
var timedProofs = []struct {
	name, method string
	make         func(t *testing.T) [2]func() func()
}{
	{"attack, type of the piece", "", attackTypes},
	{"attack, key and randomness too", "", attackSecrets},
	{"answer, type of the piece", "ProveOpening", answerTypes},
	{"answer, key too", "ProveOpening", answerSecrets},
	{"layout", "", layouts},
	{"that some piece is of a type that moves", "ProveSome", somes},
	{"that none is", "ProveNone", nones},
	{"peek", "ProvePeek", peeks},
	{"a comparison that stops early (control)", "", control},
}

// Every proof about a committed layout is measured, except one.
func TestEveryProofIsTimed(t *testing.T) {
	measured := map[string]bool{
		"ProveLot": true, // not measured yet
	}
	for _, m := range timedProofs {
		measured[m.method] = true
	}
	for method := range reflect.TypeFor[*layout.Commitment]().Methods() {
		if strings.HasPrefix(method.Name, "Prove") {
			require.True(t, measured[method.Name], "measure layout.%s in timedProofs of protocol/clash/timing_test.go", method.Name)
		}
	}
}

// TestTiming compares the times of what a seat computes from its secrets: class 0
// always has the same secret, class 1 another one each time, in random order. It
// reports, and judges nothing: what it measures is the machine as well.
func TestTiming(t *testing.T) {
	if *timing == 0 {
		return // go test ./protocol/clash -run TestTiming -timing 20000 -v
	}
	for _, m := range timedProofs {
		classes := m.make(t)
		count := *timing
		if m.name == "layout" {
			count /= 10
		}
		r := compareTimes(measure(count, classes))
		t.Logf("%-40s n=%d means %.1f and %.1f µs, t = %.2f; largest cropped t = %.2f (%d samples below the %.1f %% mark)",
			m.name, count, r.mean[0]/1e3, r.mean[1]/1e3, r.t, r.cropped, r.kept, 100*r.at)
	}
}

// measure times computations of two classes in random order. Each class prepares
// its input outside the time that is taken.
func measure(n int, classes [2]func() func()) []timed {
	out := make([]timed, 0, n)
	coins := make([]byte, n)
	rand.Read(coins)
	for _, coin := range coins {
		class := int(coin & 1)
		run := classes[class]()
		run() // so that the caches know either class's input equally well
		start := time.Now()
		run()
		out = append(out, timed{class: class, time: float64(time.Since(start))})
	}
	return out
}

func pick[T any](list []T) T {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(len(list))))
	if err != nil {
		panic(err)
	}
	return list[i.Int64()]
}

// A seated seat differs from others in its layout, its key or both.
type seated struct {
	secret     *layout.Secret
	commitment *layout.Commitment
}

// seats makes seats whose pieces 7 and 20 may be of any type that the posts allow;
// they share their key and their nonces unless all is set.
func seats(t *testing.T, seat engine.Seat, piece int, all bool) []seated {
	rs := sample.Rules("standard")
	var out []seated
	for _, j := range rs.Allowed(piece).Types() {
		if seat == engine.Red && !junqi.Standard().Mobile().Has(j) {
			continue
		}
		seed := "timing"
		if all {
			seed += j.String()
		}
		s := sample.NewSeat(rs, seat, seed, map[int]engine.Type{piece: j})
		s.Context = sample.Context(rs, seat, "timing")
		body, err := layout.Prove(s.Context, rs, s.Secret)
		require.NoError(t, err)
		c, err := layout.Verify(s.Context, rs, body)
		require.NoError(t, err)
		out = append(out, seated{s.Secret, c})
	}
	return out
}

const attackingPiece, defendingPiece = 7, 20

func statement(t *testing.T, red, blue seated) (sigma.Place, Statement) {
	rs := sample.Rules("standard")
	return sample.Place(sample.Context(rs, engine.Red, "timing"), "move"), Statement{
		Rules: rs, Attacker: red.commitment, AttackerPiece: attackingPiece, Movers: rs.Allowed(attackingPiece) & junqi.Standard().Mobile(),
		Defender: blue.commitment, DefenderPiece: defendingPiece,
	}
}

func freshNonces() sigma.Nonces {
	n := nonces
	rand.Read(n.Fresh[:])
	return n
}

func attacks(t *testing.T, all bool) [2]func() func() {
	red, blue := seats(t, engine.Red, attackingPiece, all), seats(t, engine.Blue, defendingPiece, false)
	class := func(choose func() seated) func() func() {
		return func() func() {
			r, n := choose(), freshNonces()
			at, st := statement(t, r, blue[0])
			return func() {
				if _, err := Attack(at, st, r.secret, n); err != nil {
					panic(err)
				}
			}
		}
	}
	return [2]func() func(){
		class(func() seated { pick(red); return red[0] }), class(func() seated { return pick(red) }),
	}
}

func attackTypes(t *testing.T) [2]func() func()   { return attacks(t, false) }
func attackSecrets(t *testing.T) [2]func() func() { return attacks(t, true) }

func answers(t *testing.T, all bool) [2]func() func() {
	red, blue := seats(t, engine.Red, attackingPiece, false), seats(t, engine.Blue, defendingPiece, all)
	questions := make([]*Question, len(blue))
	for i := range blue {
		at, st := statement(t, red[0], blue[i])
		msg, err := Attack(at, st, red[0].secret, nonces)
		require.NoError(t, err)
		questions[i], err = CheckAttack(at, st, msg)
		require.NoError(t, err)
	}
	place := sample.Place(sample.Context(sample.Rules("standard"), engine.Blue, "timing"), "answer")
	numbers := make([]int, len(blue))
	for i := range numbers {
		numbers[i] = i
	}
	class := func(choose func() int) func() func() {
		return func() func() {
			i, n := choose(), freshNonces()
			return func() {
				if _, _, err := questions[i].Answer(func(engine.Code) sigma.Place { return place }, blue[i].secret.Key, n); err != nil {
					panic(err)
				}
			}
		}
	}
	return [2]func() func(){
		class(func() int { pick(numbers); return 0 }), class(func() int { return pick(numbers) }),
	}
}

func answerTypes(t *testing.T) [2]func() func()   { return answers(t, false) }
func answerSecrets(t *testing.T) [2]func() func() { return answers(t, true) }

func layouts(t *testing.T) [2]func() func() {
	rs := sample.Rules("standard")
	all := seats(t, engine.Red, attackingPiece, true)
	ctx := sample.Context(rs, engine.Red, "timing")
	class := func(choose func() seated) func() func() {
		return func() func() {
			s := *choose().secret
			s.Nonces = freshNonces()
			return func() {
				if _, err := layout.Prove(ctx, rs, &s); err != nil {
					panic(err)
				}
			}
		}
	}
	return [2]func() func(){
		class(func() seated { pick(all); return all[0] }), class(func() seated { return pick(all) }),
	}
}

// peeks show a layout to blue.
func peeks(t *testing.T) [2]func() func() {
	rs := sample.Rules("standard")
	all, blue := seats(t, engine.Red, attackingPiece, true), seats(t, engine.Blue, defendingPiece, false)[0]
	ctx := sample.Context(rs, engine.Red, "timing")
	reader := layout.Reader{Context: sample.Context(rs, engine.Blue, "timing"), Commitment: blue.commitment}
	class := func(choose func() seated) func() func() {
		return func() func() {
			red := choose()
			s := *red.secret
			s.Nonces = freshNonces()
			return func() { red.commitment.ProvePeek(ctx, reader, &s) }
		}
	}
	return [2]func() func(){
		class(func() seated { pick(all); return all[0] }), class(func() seated { return pick(all) }),
	}
}

// sums are proofs about all pieces behind the front row: of the types that move, or of
// none that they are of. Class 0 has the same layout always.
func sums(t *testing.T, prove func(*layout.Commitment, sigma.Place, []layout.Part, *layout.Secret, sigma.Nonces) ([]byte, error)) [2]func() func() {
	rs := sample.Rules("standard")
	all := seats(t, engine.Red, attackingPiece, true)
	at := sample.Place(sample.Context(rs, engine.Red, "timing"), "parts")
	var parts []layout.Part
	for p := 5; p < all[0].commitment.Pieces(); p++ {
		parts = append(parts, layout.Part{Piece: p, Types: rs.Allowed(p) & rs.Mobile()})
	}
	class := func(choose func() seated) func() func() {
		return func() func() {
			s, n := choose(), freshNonces()
			return func() {
				if _, err := prove(s.commitment, at, parts, s.secret, n); err != nil {
					panic(err)
				}
			}
		}
	}
	return [2]func() func(){
		class(func() seated { pick(all); return all[0] }), class(func() seated { return pick(all) }),
	}
}

func somes(t *testing.T) [2]func() func() { return sums(t, (*layout.Commitment).ProveSome) }
func nones(t *testing.T) [2]func() func() { return sums(t, (*layout.Commitment).ProveNone) }

// control is known to leak: an answer that looks for its code one by one, as if
// the search were not constant-time. The test of the test.
func control(*testing.T) [2]func() func() {
	codes := make([][]byte, 18)
	for f := range codes {
		codes[f] = group.B().Mult(group.SmallScalar(uint8(f))).Bytes()
	}
	b := codes[17]
	class := func(choose func() []byte) func() func() {
		return func() func() {
			m := choose()
			return func() {
				for range 20 {
					for _, c := range codes {
						if string(c) == string(m) {
							break
						}
					}
				}
			}
		}
	}
	return [2]func() func(){
		class(func() []byte { pick(codes); return b }), class(func() []byte { return pick(codes) }),
	}
}
