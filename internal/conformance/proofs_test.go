package conformance_test

import (
	"crypto/hmac"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gtank/ristretto255"
	"github.com/stretchr/testify/require"
)

// This file is a verifier that was written from spec.md and uses nothing of the
// project: it imports the group, the hashes and Ed25519, and checks the example
// match and the vectors. What it can't do without help, the page does not say.

// Section 2.

type (
	element = ristretto255.Element
	scalar  = ristretto255.Scalar
)

type ciphertext struct{ u, v *element }

func h256(parts ...any) []byte {
	h := sha512.New512_256()
	h.Write(join(parts...))
	return h.Sum(nil)
}

// join concatenates strings, bytes and single bytes.
func join(parts ...any) (b []byte) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b = append(b, p...)
		case []byte:
			b = append(b, p...)
		case int:
			b = append(b, byte(p))
		case *element:
			b = append(b, p.Bytes()...)
		default:
			panic(fmt.Sprintf("join: %T", p))
		}
	}
	return b
}

func le32(n int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(n)) }

func wide(b []byte) *scalar {
	s, err := ristretto255.NewScalar().SetUniformBytes(b)
	if err != nil {
		panic(err)
	}
	return s
}

func small(n int) *scalar {
	b := make([]byte, 64)
	binary.LittleEndian.PutUint32(b, uint32(n))
	return wide(b)
}

func base() *element        { return ristretto255.NewGeneratorElement() }
func zero() *element        { return ristretto255.NewIdentityElement() }
func neg(s *scalar) *scalar { return ristretto255.NewScalar().Negate(s) }

func times(s *scalar, e *element) *element {
	return zero().VarTimeMultiScalarMult([]*scalar{s}, []*element{e})
}

// A total is a sum of multiples. To add up many at once takes a fraction of the time.
type total struct {
	factors []*scalar
	bases   []*element
}

func (t *total) add(s *scalar, e *element) {
	t.factors, t.bases = append(t.factors, s), append(t.bases, e)
}
func (t *total) sum() *element { return zero().VarTimeMultiScalarMult(t.factors, t.bases) }

// multiple is times for numbers of few bits.
func multiple(n int, e *element) *element {
	if n == 0 {
		return zero()
	}
	out := multiple(n/2, e)
	out.Add(out, out)
	if n%2 == 1 {
		out.Add(out, e)
	}
	return out
}

func sum(terms ...*element) *element {
	out := zero()
	for _, e := range terms {
		out.Add(out, e)
	}
	return out
}

func minus(a, b *element) *element { return zero().Subtract(a, b) }

// reader takes a body apart.
type reader struct{ b []byte }

func (r *reader) take(n int) []byte {
	demand(n <= len(r.b), "too short")
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

// framed is what follows its length of n bytes.
func (r *reader) framed(n int) []byte { return r.take(r.uint(n)) }

func (r *reader) end() { demand(len(r.b) == 0, "trailing bytes") }

func (r *reader) uint(n int) (x int) {
	for _, b := range r.take(n) {
		x = x<<8 | int(b)
	}
	return x
}

func (r *reader) element() *element {
	e, err := zero().SetCanonicalBytes(r.take(32))
	demand(err == nil, "no element")
	return e
}

func (r *reader) scalar() *scalar {
	s, err := ristretto255.NewScalar().SetCanonicalBytes(r.take(32))
	demand(err == nil, "no scalar")
	return s
}

// Section 5.

func fromLabel(label string) *element {
	h := sha512.Sum512([]byte(label))
	e, err := zero().SetUniformBytes(h[:])
	if err != nil {
		panic(err)
	}
	return e
}

func g(j int) *element   { return fromLabel(fmt.Sprint("darkjunqi/v1/generator/type/", j)) }
func blinding() *element { return fromLabel("darkjunqi/v1/generator/blinding") }

// Section 6.

type sponge struct {
	absorbed []byte
	squeezed int // since the last absorb
}

func newSponge(id []byte) *sponge { return &sponge{absorbed: join(id, make([]byte, 136))} }

func (s *sponge) absorb(parts ...any) {
	if b := join(parts...); len(b) > 0 {
		s.absorbed, s.squeezed = append(s.absorbed, b...), 0
	}
}

func (s *sponge) squeeze(n int) []byte {
	out := sha3.SumSHAKE128(s.absorbed, s.squeezed+n)[s.squeezed:]
	s.squeezed += n
	return out
}

func (s *sponge) challenge() *scalar { return wide(s.squeeze(64)) }
func (s *sponge) state() []byte      { return sha3.SumSHAKE128(s.absorbed, 32) }

func session(tag string) []byte {
	s := newSponge([]byte("irtf-cfrg-fiat-shamir/session-id"))
	s.absorb(tag)
	return s.squeeze(32)
}

type context struct {
	digest, match []byte
	seat          int
	key           []byte
}

func (c context) sponge(kind string) *sponge {
	s := newSponge(session(kind + "/shake128/ristretto255"))
	s.absorb(c.digest, c.match, c.seat, c.key)
	return s
}

type place struct {
	context
	prev, front []byte
	index       int
}

func (p place) sponge(kind string) *sponge {
	s := p.context.sponge(kind)
	s.absorb(p.prev, le32(len(p.front)), p.front, p.index)
	return s
}

// Section 7.

type nonces struct{ key, fresh []byte }

func (n nonces) scalar(label string, index int, state []byte, w ...[]byte) *scalar {
	h := hmac.New(sha512.New, n.key)
	h.Write(join(le32(len(label)), label, le32(index), state, n.fresh))
	for _, w := range w {
		h.Write(join(le32(len(w)), w))
	}
	return wide(h.Sum(nil))
}

// Section 8.

type commitment struct {
	rules       *ruleset
	y           []*element
	e           [][]ciphertext // by piece and type
	p           []*element
	u           map[int]*element
	nonce, tape []byte
	digest      []byte
}

func mul(x *scalar, more ...*scalar) *scalar {
	out := add(x)
	for _, y := range more {
		out.Multiply(out, y)
	}
	return out
}

func add(terms ...*scalar) *scalar {
	out := ristretto255.NewScalar()
	for _, x := range terms {
		out.Add(out, x)
	}
	return out
}

// powerOf is x^n.
func powerOf(x *scalar, n int) *scalar {
	out := small(1)
	for range n {
		out.Multiply(out, x)
	}
	return out
}

// heldAndSent are the types of some A(p), and those that are not the last of each.
func (r *ruleset) heldAndSent() (held, sent []int) {
	for j := range r.Types {
		isHeld, isSent := false, false
		for p := range r.army {
			a := r.allowed(p)
			isHeld = isHeld || slices.Contains(a, j)
			isSent = isSent || slices.Contains(a[:len(a)-1], j)
		}
		if isHeld {
			held = append(held, j)
		}
		if isSent {
			sent = append(sent, j)
		}
	}
	return held, sent
}

// verifiedLayouts are those that have been verified: many files of the testkit have the same.
var verifiedLayouts sync.Map

func verifyLayout(c context, r *ruleset, body []byte) *commitment {
	known := string(h256(c.digest, c.match, c.seat, c.key, body))
	if l, ok := verifiedLayouts.Load(known); ok {
		return l.(*commitment)
	}
	l := verifyLayoutAnew(c, r, body)
	verifiedLayouts.Store(known, l)
	return l
}

func verifyLayoutAnew(c context, r *ruleset, body []byte) *commitment {
	in := &reader{body}
	held, sent := r.heldAndSent()
	n := r.army
	l := commitment{rules: r, u: map[int]*element{}}
	for range n {
		l.y = append(l.y, in.element())
		demand(l.y[len(l.y)-1].Equal(zero()) == 0, "Y = 0")
	}
	for _, j := range sent {
		l.u[j] = in.element()
	}
	for p := range n {
		a := r.allowed(p)
		row := make([]ciphertext, len(r.Types))
		for j := range row {
			row[j] = ciphertext{zero(), zero()}
		}
		last := ciphertext{zero(), base()}
		for _, j := range a[:len(a)-1] {
			row[j] = ciphertext{l.u[j], in.element()}
			last = ciphertext{minus(last.u, row[j].u), minus(last.v, row[j].v)}
		}
		row[a[len(a)-1]] = last
		l.e = append(l.e, row)
	}
	for range n {
		l.p = append(l.p, in.element())
	}
	l.nonce, l.tape = in.take(32), in.take(32)
	statement := body[:len(body)-len(in.b)]
	l.digest = h256(statement)

	s := c.sponge("darkjunqi/v1/proof/layout")
	s.absorb(le32(len(statement)), statement)
	x := map[int]*scalar{}
	for _, j := range held {
		x[j] = s.challenge()
	}
	xi, delta, eta := s.challenge(), s.challenge(), s.challenge()
	products := []*element{base()}
	start := in.b
	for range n - 1 {
		products = append(products, in.element())
	}
	encoded := start[:32*(n-1)]
	target := small(1)
	for _, j := range held {
		target.Multiply(target, powerOf(add(xi, neg(x[j])), r.Types[j].Count))
	}
	products = append(products, times(target, base()))
	s.absorb(le32(len(encoded)), encoded)
	gamma := s.challenge()

	var firsts []*element
	for range n + len(sent) + 3 {
		firsts = append(firsts, in.element())
		s.absorb(firsts[len(firsts)-1])
	}
	challenge := s.challenge()
	var z, h []*scalar
	for range n {
		z = append(z, in.scalar())
	}
	for range n {
		h = append(h, in.scalar())
	}
	bigZ, w := map[int]*scalar{}, map[int]*scalar{}
	rest := small(0)
	for p := range n {
		rest = add(rest, mul(challenge, powerOf(delta, p+1)))
	}
	for _, j := range held[:len(held)-1] {
		bigZ[j] = in.scalar()
		rest = add(rest, neg(bigZ[j]))
	}
	bigZ[held[len(held)-1]] = rest
	for _, j := range sent {
		w[j] = in.scalar()
	}
	zt, zk := in.scalar(), in.scalar()
	in.end()

	minusC := neg(challenge)
	for p := range n {
		var is total // z C - h H - c (ξ C - C')
		is.add(add(z[p], mul(minusC, xi)), products[p])
		is.add(neg(h[p]), blinding())
		is.add(challenge, products[p+1])
		demand(is.sum().Equal(firsts[p]) == 1, "the product does not have its steps")
	}
	for i, j := range sent {
		var is total
		is.add(w[j], base())
		is.add(minusC, l.u[j])
		demand(is.sum().Equal(firsts[n+i]) == 1, "the logarithms of the U are not known")
	}

	var keys, commitments, tie total
	keys.add(zk, base())
	commitments.add(zt, blinding())
	constant := small(0)
	for _, j := range held {
		commitments.add(bigZ[j], g(j))
		constant = add(constant, mul(powerOf(gamma, n+1), powerOf(eta, j+1), bigZ[j]))
	}
	for p := range n {
		d := mul(minusC, powerOf(delta, p+1))
		keys.add(d, l.y[p])
		commitments.add(d, l.p[p])
		constant = add(constant, mul(powerOf(gamma, p+1), z[p]))
		weight := func(j int) *scalar {
			return add(mul(powerOf(gamma, p+1), x[j]), mul(powerOf(gamma, n+1), powerOf(eta, j+1), powerOf(delta, p+1)))
		}
		a := r.allowed(p)
		last := weight(a[len(a)-1])
		constant = add(constant, mul(minusC, last))
		ofY := small(0)
		for _, j := range a[:len(a)-1] {
			e := add(weight(j), neg(last))
			ofY = add(ofY, mul(w[j], e))
			tie.add(mul(minusC, e), l.e[p][j].v)
		}
		tie.add(ofY, l.y[p])
	}
	tie.add(constant, base())
	last := firsts[n+len(sent):]
	demand(keys.sum().Equal(last[0]) == 1, "the keys are not known")
	demand(commitments.sum().Equal(last[1]) == 1, "the commitments are not known")
	demand(tie.sum().Equal(last[2]) == 1, "rows, product and commitments are not the same")
	return &l
}

// open decrypts a layout with a seat's key, which must be that of its Y.
func (l *commitment) open(key []byte) (layout []int) {
	for p := range l.y {
		k := pieceKey(key, p)
		demand(times(k, base()).Equal(l.y[p]) == 1, "another key")
		found := -1
		for _, j := range l.rules.allowed(p) {
			if minus(l.e[p][j].v, times(k, l.e[p][j].u)).Equal(base()) == 1 {
				found = j
			}
		}
		demand(found >= 0, "a piece of no type")
		layout = append(layout, found)
	}
	return layout
}

// sum is the ciphertext of the sum of some columns of a piece.
func (l *commitment) sum(p int, columns map[int]bool) ciphertext {
	e := ciphertext{zero(), zero()}
	for j := range columns {
		e = ciphertext{sum(e.u, l.e[p][j].u), sum(e.v, l.e[p][j].v)}
	}
	return e
}

// Section 9.

// one is the index of the number 1 in the place of a scalar of the witness.
const one = -1

// A term is a base times a form: how often each scalar, by its index, is in it.
type term struct {
	base *element
	form map[int]int
}

func verifyLinear(s *sponge, witnesses int, equations [][]term, proof []byte) {
	in := &reader{proof}
	demand(len(proof) >= 32*len(equations), "too short")
	s.absorb(proof[:32*len(equations)])
	var firsts []*element
	for range equations {
		firsts = append(firsts, in.element())
	}
	z := map[int]*scalar{one: s.challenge()}
	for i := range witnesses {
		z[i] = in.scalar()
	}
	in.end()
	for e, terms := range equations {
		var factors []*scalar
		var bases []*element
		for _, x := range terms {
			for i, n := range x.form {
				factor := small(max(n, -n))
				if n < 0 {
					factor = neg(factor)
				}
				factors, bases = append(factors, mul(factor, z[i])), append(bases, x.base)
			}
		}
		left := zero().VarTimeMultiScalarMult(factors, bases)
		demand(left.Equal(firsts[e]) == 1, "equation %d does not hold", e)
	}
}

func verifyOpening(at place, y *element, e ciphertext, m int, proof []byte) {
	s := at.sponge("darkjunqi/v1/proof/opening")
	s.absorb(m, y, e.u, e.v)
	verifyLinear(s, 1, [][]term{
		{{base(), map[int]int{0: 1}}, {y, map[int]int{one: -1}}},
		{{e.u, map[int]int{0: 1}}, {e.v, map[int]int{one: -1}}, {base(), map[int]int{one: m}}},
	}, proof)
}

// attack is the public side of a clash.
type attack struct {
	attacker, defender *commitment
	a, d               int
	movers             []int
	code               func(i, j int) int // F
}

func (k attack) target(i int) ciphertext {
	e := ciphertext{zero(), zero()}
	for _, j := range k.defender.rules.allowed(k.d) {
		weight := k.code(i, j)
		e.u.Add(e.u, multiple(weight, k.defender.e[k.d][j].u))
		e.v.Add(e.v, multiple(weight, k.defender.e[k.d][j].v))
	}
	return e
}

func (k attack) verify(at place, message []byte) ciphertext {
	in := &reader{message}
	c := ciphertext{in.element(), in.element()}
	s := at.sponge("darkjunqi/v1/proof/clash")
	set := 0
	for _, i := range k.movers {
		set |= 1 << i
	}
	s.absorb(k.attacker.digest, k.defender.digest, k.a, k.d, le32(set), c.u, c.v)
	n := len(k.movers)
	left := map[int]int{one: -1}
	equations := [][]term{
		{{k.attacker.p[k.a], left}, {blinding(), map[int]int{n - 1: 1}}},
		{{c.u, left}, {base(), map[int]int{n: 1}}},
		{{c.v, left}, {k.defender.y[k.d], map[int]int{n: 1}}},
	}
	last := map[int]int{one: 1} // 1 minus the others
	for i := range n - 1 {
		last[i] = -1
	}
	for x, i := range k.movers {
		form := map[int]int{x: 1}
		if x == n-1 {
			form = last
		}
		target := k.target(i)
		for e, b := range []*element{g(i), target.u, target.v} {
			equations[e] = append(equations[e], term{b, form})
		}
	}
	verifyLinear(s, n+1, equations, in.b)
	return c
}

// A piecePart is a piece and a set of types (9.6).
type piecePart struct {
	piece int
	types map[int]bool
}

// sumOfParts is the sponge before the first messages, W, and X by type.
func (l *commitment) sumOfParts(at place, kind string, parts []piecePart) (s *sponge, w *element, x map[int]*element) {
	s = at.sponge(kind)
	s.absorb(l.digest, le32(len(parts)))
	w, x = zero(), map[int]*element{}
	for _, part := range parts {
		set := 0
		for j := range part.types {
			set |= 1 << j
		}
		s.absorb(part.piece, le32(set))
		a := l.rules.allowed(part.piece)
		implied := 0
		if part.types[a[len(a)-1]] {
			implied = 1
			w.Add(w, base())
		}
		for _, j := range a[:len(a)-1] {
			e := -implied
			if part.types[j] {
				e++
			}
			if e == 0 {
				continue
			}
			factor := small(1)
			if e < 0 {
				factor = neg(factor)
			}
			w.Add(w, times(factor, l.e[part.piece][j].v))
			if x[j] == nil {
				x[j] = zero()
			}
			x[j].Add(x[j], times(factor, l.y[part.piece]))
		}
	}
	return s, w, x
}

// verifyPieces verifies the proof None, or Some.
func (l *commitment) verifyPieces(at place, kind string, parts []piecePart, proof []byte) {
	s, w, x := l.sumOfParts(at, kind, parts)
	types := slices.Sorted(maps.Keys(x))
	var equations [][]term
	if kind == "darkjunqi/v1/proof/none" {
		last := []term{{w, map[int]int{one: -1}}}
		for i, j := range types {
			equations = append(equations, []term{{base(), map[int]int{i: 1}}, {l.u[j], map[int]int{one: -1}}})
			last = append(last, term{x[j], map[int]int{i: 1}})
		}
		verifyLinear(s, len(types), append(equations, last), proof)
		return
	}
	last := []term{{w, map[int]int{0: 1}}, {base(), map[int]int{one: -1}}}
	for i, j := range types {
		equations = append(equations, []term{{l.u[j], map[int]int{0: 1}}, {base(), map[int]int{i + 1: -1}}})
		last = append(last, term{x[j], map[int]int{i + 1: -1}})
	}
	verifyLinear(s, 1+len(types), append(equations, last), proof)
}

// The example match of section 1, from its first byte to its last.
func TestSpecAlone(t *testing.T) {
	file := readExample(t)
	r, m, _ := audit(file)
	require.Equal(t, ruling{0, -1, -1, "honest"}, r)
	var kinds []string
	for in := (&reader{file[len(transcriptLine):]}); len(in.b) > 0; {
		r := parseRecord(in.framed(4))
		kinds = append(kinds, fmt.Sprint(kindNames[r.kind], " ", seatNames[r.seat]))
	}
	require.Equal(t, []string{"Terms red", "Join blue", "Commit red", "Commit blue", "Layout red", "Layout blue",
		"Move red", "Answer blue", "Resign blue", "Seen red", "Reveal red", "Reveal blue"}, kinds)
	require.Equal(t, "elgamal", m.resolver)
	require.Equal(t, "red wins (resignation)", m.game.result)

	// The Move is a6xa7, and the Answer says that the attacker leaves.
	require.Equal(t, []byte{byte(m.rules.node["a6"]), byte(m.rules.node["a7"]), 0}, m.chain[6].body[:3])
	require.Equal(t, []byte{2, 255}, m.chain[7].body[:2])
	require.Equal(t, 2, m.rules.code(m.rules.typ["battalion"], m.rules.typ["commander"]))
	for _, layout := range m.opened {
		var text strings.Builder
		for _, j := range layout {
			text.WriteString(m.rules.Types[j].Letter)
		}
		require.Equal(t, strings.NewReplacer("/", "", ".", "").Replace(exampleLayout), text.String())
	}
}

// pieceKey is k[p] of section 8.1.
func pieceKey(key []byte, p int) *scalar {
	h := hmac.New(sha512.New, key)
	h.Write(join("darkjunqi/v1/secret/key/piece", p))
	return wide(h.Sum(nil))
}

// The randomness of section 7 is that of the vectors.
func TestSpecAloneNonces(t *testing.T) {
	var openings struct {
		Cases []struct {
			Place struct {
				Rules, Match, Key, Prev, Body hexBytes
				Seat                          string
				Index                         int
			}
			K, Fresh, U, V, Y, R hexBytes
			NonceKey             hexBytes `json:"nonce_key"`
			M                    int
			State                hexBytes
		}
	}
	readVector(t, "opening.json", &openings)
	require.NotEmpty(t, openings.Cases)
	for _, c := range openings.Cases {
		p := c.Place
		at := place{context{p.Rules, p.Match, seatNumber(p.Seat), p.Key}, p.Prev, p.Body, p.Index}
		s := at.sponge("darkjunqi/v1/proof/opening")
		s.absorb(c.M, []byte(c.Y), []byte(c.U), []byte(c.V))
		require.Equal(t, []byte(c.State), s.state())
		r := nonces{c.NonceKey, c.Fresh}.scalar("darkjunqi/v1/proof/opening", 0, s.state(), c.K)
		require.Equal(t, []byte(c.R), r.Bytes())
	}

	var layouts struct {
		Cases []struct {
			Context struct {
				Rules, Match, Key hexBytes
				Seat              string
			}
			Layout            string
			Key, Fresh, Nonce hexBytes
			NonceKey          hexBytes `json:"nonce_key"`
			Tape              hexBytes `json:"tape_commitment"`
			K                 hexBytes `json:"first_k"`
			S                 hexBytes `json:"first_s"`
			T                 hexBytes `json:"first_t"`
		}
	}
	readVector(t, "layout.json", &layouts)
	require.NotEmpty(t, layouts.Cases)
	for _, c := range layouts.Cases {
		ctx := context{c.Context.Rules, c.Context.Match, seatNumber(c.Context.Seat), c.Context.Key}
		s := ctx.sponge("darkjunqi/v1/nonce/layout")
		s.absorb([]byte(c.Nonce), []byte(c.Tape))
		w := []byte(c.Key)
		for _, letter := range strings.NewReplacer("/", "", ".", "").Replace(c.Layout) {
			for j, rule := range standard(t).Types {
				if rule.Letter == string(letter) {
					w = append(w, byte(j))
				}
			}
		}
		n := nonces{c.NonceKey, c.Fresh}
		_, sent := standard(t).heldAndSent()
		require.Equal(t, []byte(c.K), pieceKey(c.Key, 0).Bytes())
		require.Equal(t, []byte(c.S), n.scalar("darkjunqi/v1/nonce/layout/s", sent[0], s.state(), w).Bytes())
		require.Equal(t, []byte(c.T), n.scalar("darkjunqi/v1/nonce/layout/t", 0, s.state(), w).Bytes())
	}
}

func seatNumber(name string) int { return slices.Index(seatNames, name) }

// standard is the ruleset of the example, as its Terms carry it.
func standard(t testing.TB) *ruleset {
	file := readExample(t)
	terms := parseRecord((&reader{file[len(transcriptLine):]}).framed(4))
	in := &reader{terms.body[2:]}
	r, err := readRules(in.framed(3))
	require.NoError(t, err)
	return r
}

type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

func readVector(t testing.TB, name string, content any) {
	t.Helper()
	b, err := os.ReadFile("../testdata/vectors/" + name)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, content))
}

// Row 5 of 15.1: a full chain takes no record, and a Reveal beside it. Copies of the last record, which
// nobody could append, fill the chain.
func TestFullChainAlone(t *testing.T) {
	var list [][]byte
	for in := (&reader{[]byte(read(t, "../docs/example.djq")[len(transcriptLine):])}); len(in.b) > 0; {
		list = append(list, in.framed(4))
	}
	filled := func(n, size int) *match {
		m := newMatch()
		for _, raw := range list[:n] {
			is, why := m.add(raw)
			require.Equal(t, outcome("sound"), is, why)
		}
		for len(m.chain) < size {
			m.chain = append(m.chain, m.chain[n-1])
		}
		return m
	}
	const answer = 7
	require.EqualValues(t, kindAnswer, list[answer][0])
	is, why := filled(answer, 65511).add(list[answer])
	require.Equal(t, outcome("sound"), is, why)
	is, why = filled(answer, 65512).add(list[answer])
	require.Equal(t, outcome("refused"), is)
	require.EqualError(t, why, "full")
	end := slices.IndexFunc(list, func(raw []byte) bool { return raw[0] == kindSeen || raw[0] == kindReveal })
	reveal := slices.IndexFunc(list, func(raw []byte) bool { return raw[0] == kindReveal })
	is, why = filled(end, 65512).add(list[reveal])
	require.Equal(t, outcome("sound"), is, why)
}
