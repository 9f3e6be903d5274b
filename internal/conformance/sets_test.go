package conformance_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Sections 25 to 27, once more from the page: common items, sums of bounded numbers, and
// comparisons.

// hashTo is hash_to_ristretto255 of RFC 9380.
func hashTo(domain string, message []byte) *element {
	prime := join(domain, len(domain))
	first := sha512.Sum512(join(make([]byte, 128), message, 0, 64, 0, prime))
	uniform := sha512.Sum512(join(first[:], 1, prime))
	e, err := zero().SetUniformBytes(uniform[:])
	demand(err == nil, "64 bytes")
	return e
}

// A link is what the boards of these sections have in common.
type link struct {
	label    string
	id, head []byte
	parties  [][]byte
}

func newLink(name string, terms []byte, keys []byte) link {
	l := link{label: "darkjunqi/v1/" + name + "/record", id: h256("darkjunqi/v1/"+name+"/terms", terms)}
	l.head = l.id
	for in := (&reader{keys}); len(in.b) > 0; {
		key := in.take(32)
		demand(acceptedKey(key) && !slices.ContainsFunc(l.parties, func(other []byte) bool { return bytes.Equal(key, other) }), "a key")
		l.parties = append(l.parties, key)
	}
	return l
}

func (l *link) place(kind, party int) place {
	return place{context{l.id, l.id, party, l.parties[party]}, l.head, []byte{byte(kind), byte(party)}, 0}
}

// take judges the next record.
func (l *link) take(raw []byte, say func(kind, party int, in *reader)) {
	demand(len(raw) >= 66 && int(raw[1]) < len(l.parties), "no record")
	kind, party, body, signature := int(raw[0]), int(raw[1]), raw[2:len(raw)-64], raw[len(raw)-64:]
	demand(signedBy(l.parties[party], join(l.label, l.id, l.head, kind, party, body), signature), "signature")
	if err := caught(func() { say(kind, party, &reader{body}) }); err != nil {
		panic(no("false: " + err.Error()))
	}
	l.head = h256(raw)
}

func framesOf(line string, file []byte) (frames [][]byte) {
	rest, ok := bytes.CutPrefix(file, []byte(line))
	demand(ok, "another first line")
	for in := (&reader{rest}); len(in.b) > 0; {
		frames = append(frames, in.framed(4))
	}
	demand(len(frames) > 0, "no terms")
	return frames
}

// is states x base = e for the witness x.
func is(base, e *element) []term {
	return []term{{base, map[int]int{0: 1}}, {e, map[int]int{one: -1}}}
}

func weighted(w []*scalar, list []*element) *element {
	e := zero()
	for i := range w {
		e.Add(e, times(w[i], list[i]))
	}
	return e
}

func readKey(at place, in *reader) *element {
	y := in.element()
	demand(y.Equal(zero()) == 0, "a key of 0")
	s := at.context.sponge("darkjunqi/v1/proof/deck-key")
	s.absorb(y)
	verifyLinear(s, 1, [][]term{is(base(), y)}, in.take(64))
	in.end()
	return y
}

// verifyDeal is 22.3.
func verifyDeal(at place, y *element, cards []ciphertext, shares []*element, proof []byte) {
	s := at.sponge("darkjunqi/v1/proof/deal")
	s.absorb(y, le32(len(cards)))
	var u []*element
	for i, c := range cards {
		s.absorb(c.u, c.v, shares[i])
		u = append(u, c.u)
	}
	var w []*scalar
	for range cards {
		w = append(w, s.challenge())
	}
	verifyLinear(s, 1, [][]term{is(base(), y), is(weighted(w, u), weighted(w, shares))}, proof)
}

// An intersection is a board of section 25.
type intersection struct {
	link
	output, learns int
	sizes          [2]int
	keys           []*element
	lists, times   [2][]*element
	last           [2]int
}

func newIntersection(terms []byte) *intersection {
	in := &reader{terms}
	in.take(32)
	x := &intersection{output: in.uint(1), learns: in.uint(1), sizes: [2]int{in.uint(2), in.uint(2)}, last: [2]int{-1, -1}}
	x.link = newLink("intersect", terms, in.b)
	demand(len(x.parties) == 2 && x.output <= 1 && 1 <= x.learns && x.learns <= 3, "terms")
	for _, size := range x.sizes {
		demand(1 <= size && size <= 10000, "sizes")
	}
	return x
}

func (x *intersection) due() (kind, party, n int) {
	if len(x.keys) < 2 {
		return 0, len(x.keys), 1
	}
	for p := range 2 {
		if n := x.sizes[p] - len(x.lists[p]); n > 0 {
			return 1, p, min(n, 4096)
		}
	}
	for p := range 2 {
		if n := x.sizes[p] - len(x.times[p]); n > 0 && x.learns>>p&1 == 1 {
			return 2, 1 - p, min(n, 4096)
		}
	}
	return 3, -1, 0
}

func rising(list []*element, in *reader, n int) []*element {
	last := make([]byte, 32)
	if len(list) > 0 {
		last = list[len(list)-1].Bytes()
	}
	for range n {
		e := in.element()
		demand(bytes.Compare(last, e.Bytes()) < 0, "not ascending")
		list, last = append(list, e), e.Bytes()
	}
	in.end()
	return list
}

func doubled(list []*element) (cards []ciphertext) {
	for _, e := range list {
		cards = append(cards, ciphertext{e, e})
	}
	return cards
}

func (x *intersection) hash(item []byte) *element {
	return hashTo("darkjunqi/v1/intersect/item", join(x.id, item))
}

func (x *intersection) say(kind, party int, in *reader) {
	due, by, n := x.due()
	demand(kind == due && (by < 0 || party == by), "out of order")
	at := x.place(kind, party)
	switch {
	case kind == 0:
		x.keys = append(x.keys, readKey(at, in))
	case kind == 1:
		x.lists[party] = rising(x.lists[party], in, n)
	case kind == 2 && x.output == 1:
		x.times[1-party] = rising(x.times[1-party], in, n)
	case kind == 2:
		owner := 1 - party
		var multiples []*element
		for range n {
			multiples = append(multiples, in.element())
		}
		verifyDeal(at, x.keys[party], doubled(x.lists[owner][len(x.times[owner]):][:n]), multiples, in.b)
		x.times[owner] = append(x.times[owner], multiples...)
	default:
		demand(x.output == 0 && len(in.b) > 96, "nothing to show")
		items := &reader{in.b[:len(in.b)-96]}
		var hashes, elements []*element
		for len(items.b) > 0 {
			index, item := items.uint(2), items.framed(1)
			demand(index > x.last[party] && index < x.sizes[party], "places")
			x.last[party] = index
			hashes, elements = append(hashes, x.hash(item)), append(elements, x.lists[party][index])
		}
		verifyDeal(at, x.keys[party], doubled(hashes), elements, in.b[len(in.b)-96:])
	}
}

func TestIntersectAlone(t *testing.T) {
	const line = "darkjunqi intersect 1\n"
	var v struct {
		Boards []struct {
			Name          string
			File, ID      hexBytes
			Seeds         []hexBytes
			NonceKeys     []hexBytes `json:"nonce_keys"`
			Fresh         []hexBytes
			Items, Hashes [][]hexBytes
			Secrets       []hexBytes
			Places        [][2]int
			Learned       [][]hexBytes
		}
		Invalid []struct {
			Comment        string
			Convicts       bool
			Board, Records int
			Record         hexBytes
		}
	}
	readVector(t, "intersect.json", &v)
	require.NotEmpty(t, v.Boards)
	require.NotEmpty(t, v.Invalid)
	for _, c := range v.Boards {
		frames := framesOf(line, c.File)
		x := newIntersection(frames[0])
		require.Equal(t, []byte(c.ID), x.id)
		for _, raw := range frames[1:] {
			x.take(raw, x.say)
		}
		kind, _, _ := x.due()
		require.Equal(t, 3, kind, c.Name)
		places := [][2]int{}
		for i, e := range x.times[0] {
			for j, other := range x.times[1] {
				if x.output == 0 && e.Equal(other) == 1 {
					places = append(places, [2]int{i, j})
				}
			}
		}
		require.Equal(t, c.Places, places, c.Name)

		// It follows from the secrets.
		for p := range 2 {
			require.Equal(t, x.parties[p], []byte(ed25519.NewKeyFromSeed(c.Seeds[p]).Public().(ed25519.PublicKey)))
			n := nonces{c.NonceKeys[p], c.Fresh[p]}
			k := n.scalar("darkjunqi/v1/secret/deck", 0, h256("darkjunqi/v1/intersect/key", x.id))
			require.Equal(t, []byte(c.Secrets[p]), k.Bytes())
			var list [][]byte
			for i, item := range c.Items[p] {
				require.Equal(t, []byte(c.Hashes[p][i]), x.hash(item).Bytes())
				list = append(list, times(k, x.hash(item)).Bytes())
			}
			for i := len(list); i < x.sizes[p]; i++ {
				filler := n.scalar("darkjunqi/v1/intersect/filler", i, x.id)
				list = append(list, times(k, hashTo("darkjunqi/v1/intersect/filler", filler.Bytes())).Bytes())
			}
			slices.SortFunc(list, bytes.Compare)
			for i, e := range list {
				require.Equal(t, e, x.lists[p][i].Bytes(), c.Name)
			}
			// What it learns: which of its items are common.
			learned := 0
			for _, e := range x.times[p] {
				for _, other := range x.lists[1-p] {
					learned += e.Equal(times(k, other))
				}
			}
			if x.output == 0 {
				require.Len(t, c.Learned[p], learned, c.Name)
			}
		}
	}
	for _, c := range v.Invalid {
		frames := framesOf(line, v.Boards[c.Board].File)
		x := newIntersection(frames[0])
		for _, raw := range frames[1:][:c.Records] {
			x.take(raw, x.say)
		}
		err := caught(func() { x.take(c.Record, x.say) })
		require.Error(t, err, c.Comment)
		require.Equal(t, c.Convicts, bytes.HasPrefix([]byte(err.Error()), []byte("false: ")), "%s: %s", c.Comment, err)
	}
}

// An addition is a board of section 26.
type addition struct {
	link
	entries, quorum, min, max int
	weights                   []int
	keys                      []*element
	joint                     *element
	inputs                    map[int][]ciphertext
	list, ready, shared       int
	released, shares          map[int][]*element
	sums                      []int
}

func newAddition(terms []byte) *addition {
	in := &reader{terms}
	in.take(32)
	signed := func() int { return int(int32(binary.BigEndian.Uint32(in.take(4)))) }
	x := &addition{entries: in.uint(1), quorum: in.uint(1), min: signed(), max: signed(), joint: zero(), inputs: map[int][]ciphertext{}}
	x.link = newLink("statistics", terms, in.b)
	span := x.max - x.min
	demand(1 <= x.entries && x.entries <= 64 && len(x.parties) <= 16 && 2 <= x.quorum && x.quorum <= len(x.parties) &&
		1 <= span && span <= 65535 && x.min >= -1<<30 && x.max <= 1<<30, "terms")
	l := 0
	for 2<<l <= span {
		x.weights = append(x.weights, 1<<l)
		l++
	}
	x.weights = append(x.weights, span-1<<l+1)
	return x
}

func count(set int) (n int) {
	for ; set > 0; set >>= 1 {
		n += set & 1
	}
	return n
}

// number is ⟨x⟩[e].
func (x *addition) number(digits []*scalar, e int) *scalar {
	s := small(0)
	for i, w := range x.weights {
		s = add(s, mul(small(w), digits[e*len(x.weights)+i]))
	}
	return s
}

func bitCommitment(digits []*scalar, r *scalar) *element {
	e := times(r, blinding())
	for i, d := range digits {
		e.Add(e, times(d, hashTo("darkjunqi/v1/generator/bit", []byte{byte(i >> 8), byte(i)})))
	}
	return e
}

func (x *addition) boundsSponge(at place) *sponge {
	s := at.sponge("darkjunqi/v1/proof/bounds")
	s.absorb(x.joint, le32(x.entries), le32(len(x.weights)))
	for _, w := range x.weights {
		s.absorb(le32(w))
	}
	return s
}

func (x *addition) vector(at place, in *reader) (v []ciphertext) {
	body := in.b
	s := x.boundsSponge(at)
	for range x.entries {
		v = append(v, ciphertext{in.element(), in.element()})
	}
	bits := in.element()
	d, e, f := in.element(), in.element(), in.element()
	var p, q []*element
	for range x.entries {
		p, q = append(p, in.element()), append(q, in.element())
	}
	s.absorb(body[:len(body)-len(in.b)])
	c := s.challenge()
	scalars := func(n int) (list []*scalar) {
		for range n {
			list = append(list, in.scalar())
		}
		return list
	}
	digits := scalars(x.entries * len(x.weights))
	z, z2 := in.scalar(), in.scalar()
	o := scalars(x.entries)
	in.end()
	var products []*scalar
	for _, f := range digits {
		products = append(products, mul(f, add(c, neg(f))))
	}
	demand(sum(d, times(c, bits)).Equal(bitCommitment(digits, z)) == 1, "digits")
	demand(sum(f, times(c, e)).Equal(bitCommitment(products, z2)) == 1, "digits that are not 0 or 1")
	for i, y := range v {
		demand(sum(p[i], times(c, y.u)).Equal(times(o[i], base())) == 1, "U")
		demand(sum(q[i], times(c, y.v)).Equal(sum(times(x.number(digits, i), base()), times(o[i], x.joint))) == 1, "V")
	}
	return v
}

func (x *addition) say(kind, party int, in *reader) {
	demand(x.sums == nil, "it is over")
	at := x.place(kind, party)
	all := 1<<len(x.parties) - 1
	_, gave := x.inputs[party]
	switch {
	case len(x.keys) < len(x.parties):
		demand(kind == 0 && party == len(x.keys), "keys first")
		y := readKey(at, in)
		x.keys = append(x.keys, y)
		x.joint.Add(x.joint, y)
	case kind == 1:
		demand(x.list == 0 && !gave, "a vector out of order")
		x.inputs[party] = x.vector(at, in)
	case kind == 2:
		list := in.uint(2)
		demand(gave && (x.list == 0 || x.ready != x.list), "a list out of order")
		demand(list>>party&1 == 1 && count(list) >= x.quorum && list <= all, "a list")
		for p := range x.parties {
			_, gave := x.inputs[p]
			demand(list>>p&1 == 0 || gave, "a party that gave nothing")
		}
		switch {
		case x.list == 0, list != x.list && list&^x.list == 0:
			x.list, x.ready, x.released, x.shares = list, 0, map[int][]*element{}, map[int][]*element{}
		default:
			demand(list == x.list && x.ready>>party&1 == 0, "another list")
		}
		x.ready |= 1 << party
		if list == all {
			in.end()
			return
		}
		missing := zero()
		for p, y := range x.keys {
			if list>>p&1 == 0 {
				missing.Add(missing, y)
			}
		}
		var u, d []*element
		for _, c := range x.inputs[party] {
			u, d = append(u, c.u), append(d, in.element())
		}
		s := at.sponge("darkjunqi/v1/proof/release")
		s.absorb(missing, le32(x.entries))
		for e := range u {
			s.absorb(u[e], d[e])
		}
		var w []*scalar
		for range u {
			w = append(w, s.challenge())
		}
		verifyLinear(s, 1, [][]term{is(base(), weighted(w, u)), is(missing, weighted(w, d))}, in.b)
		x.released[party] = d
	case kind == 3:
		demand(x.list != 0 && x.ready == x.list && x.list>>party&1 == 1 && x.shared>>party&1 == 0, "a share out of order")
		var cards []ciphertext
		var shares []*element
		for e := range x.entries {
			c := ciphertext{zero(), zero()}
			for p, v := range x.inputs {
				if x.list>>p&1 == 0 {
					continue
				}
				c = ciphertext{sum(c.u, v[e].u), sum(c.v, v[e].v)}
				if d := x.released[p]; d != nil {
					c.v = minus(c.v, d[e])
				}
			}
			cards, shares = append(cards, c), append(shares, in.element())
		}
		verifyDeal(at, x.keys[party], cards, shares, in.b)
		x.shares[party] = shares
		x.shared |= 1 << party
		if x.shared != x.list {
			return
		}
		for e, c := range cards {
			rest := c.v
			for _, shares := range x.shares {
				rest = minus(rest, shares[e])
			}
			m := 0
			for times(small(m), base()).Equal(rest) == 0 {
				m++
				demand(m <= count(x.list)*(x.max-x.min), "no sum")
			}
			x.sums = append(x.sums, m+count(x.list)*x.min)
		}
	default:
		demand(false, "another kind")
	}
}

func TestStatisticsAlone(t *testing.T) {
	const line = "darkjunqi statistics 1\n"
	var v struct {
		Boards []struct {
			Name      string
			File, ID  hexBytes
			Seeds     []hexBytes
			NonceKeys []hexBytes `json:"nonce_keys"`
			Fresh     []hexBytes
			Numbers   [][]int
			Weights   []int
			Joint     hexBytes
			Of, Sums  []int
		}
		Invalid []struct {
			Comment        string
			Convicts       bool
			Board, Records int
			Record         hexBytes
		}
	}
	readVector(t, "statistics.json", &v)
	require.NotEmpty(t, v.Boards)
	require.NotEmpty(t, v.Invalid)
	for _, c := range v.Boards {
		frames := framesOf(line, c.File)
		x := newAddition(frames[0])
		require.Equal(t, []byte(c.ID), x.id)
		require.Equal(t, c.Weights, x.weights)
		for _, raw := range frames[1:] {
			var at place
			if raw[0] == 1 {
				at = x.place(1, int(raw[1]))
			}
			x.take(raw, x.say)
			if raw[0] != 1 {
				continue
			}
			// The vector follows from the secrets.
			p := int(raw[1])
			n := nonces{c.NonceKeys[p], c.Fresh[p]}
			var digits []*scalar
			var witness []byte
			for _, number := range c.Numbers[p] {
				rest, last := number-x.min, len(x.weights)-1
				bits := make([]int, len(x.weights))
				if rest >= 1<<last {
					bits[last] = 1
					rest -= x.weights[last]
				}
				for i := range last {
					bits[i] = rest >> i & 1
				}
				for _, b := range bits {
					digits = append(digits, small(b))
					witness = append(witness, small(b).Bytes()...)
				}
			}
			s := x.boundsSponge(at)
			const kind = "darkjunqi/v1/proof/bounds"
			for e, y := range x.inputs[p] {
				r := n.scalar(kind+"/s", e, s.state(), witness)
				require.Equal(t, 1, y.u.Equal(times(r, base())), c.Name)
				require.Equal(t, 1, y.v.Equal(sum(times(x.number(digits, e), base()), times(r, x.joint))), c.Name)
			}
			commitment := bitCommitment(digits, n.scalar(kind+"/t", 0, s.state(), witness)).Bytes()
			require.Equal(t, commitment, raw[2+64*x.entries:][:32], c.Name)
		}
		require.Equal(t, []byte(c.Joint), x.joint.Bytes())
		require.Equal(t, c.Sums, x.sums, c.Name)
		of := 0
		for _, p := range c.Of {
			of |= 1 << p
		}
		require.Equal(t, of, x.list)
	}
	for _, c := range v.Invalid {
		frames := framesOf(line, v.Boards[c.Board].File)
		x := newAddition(frames[0])
		for _, raw := range frames[1:][:c.Records] {
			x.take(raw, x.say)
		}
		err := caught(func() { x.take(c.Record, x.say) })
		require.Error(t, err, c.Comment)
		require.Equal(t, c.Convicts, bytes.HasPrefix([]byte(err.Error()), []byte("false: ")), "%s: %s", c.Comment, err)
	}
}

// A comparison is a board of section 27.
type comparison struct {
	link
	n        int
	rows     []oneHot
	question *rowQuestion
	result   int // -1 before the answer
}

func newComparison(terms []byte) *comparison {
	in := &reader{terms}
	in.take(32)
	x := &comparison{n: in.uint(1), result: -1}
	x.link = newLink("compare", terms, in.b)
	demand(len(x.parties) == 2 && 2 <= x.n && x.n <= 16, "terms")
	return x
}

func (x *comparison) say(kind, party int, in *reader) {
	at := x.place(kind, party)
	switch {
	case len(x.rows) < 2:
		demand(kind == 0 && party == len(x.rows), "out of order")
		var bases []*element
		for j := 1; j < x.n; j++ {
			bases = append(bases, g(j))
		}
		x.rows = append(x.rows, verifyRow(at, bases, in.b))
	case x.question == nil:
		demand(kind == 1 && party == 0, "out of order")
		f := make([][]int, x.n)
		for i := range f {
			for j := range x.n {
				f[i] = append(f[i], map[bool]int{i > j: 1, i < j: 2}[true])
			}
		}
		q := verifyQuestion(at, x.rows[0], x.rows[1], f, in.b)
		x.question = &q
	default:
		demand(kind == 2 && party == 1 && x.result < 0, "out of order")
		result := in.uint(1)
		demand(result <= 2, "no result")
		verifyOpening(at, x.rows[1].y, x.question.c, result, in.b)
		x.result = result
	}
}

func TestCompareAlone(t *testing.T) {
	const line = "darkjunqi compare 1\n"
	var v struct {
		Boards []struct {
			File, ID  hexBytes
			Seeds     []hexBytes
			NonceKeys []hexBytes `json:"nonce_keys"`
			Fresh     []hexBytes
			Numbers   [2]int
			Result    int
		}
		Invalid []struct {
			Comment        string
			Convicts       bool
			Board, Records int
			Record         hexBytes
		}
	}
	readVector(t, "compare.json", &v)
	require.NotEmpty(t, v.Boards)
	require.NotEmpty(t, v.Invalid)
	for _, c := range v.Boards {
		frames := framesOf(line, c.File)
		x := newComparison(frames[0])
		require.Equal(t, []byte(c.ID), x.id)
		for i, raw := range frames[1:] {
			at := x.place(0, i%2)
			x.take(raw, x.say)
			if i < 2 { // it holds the number
				n := nonces{c.NonceKeys[i], c.Fresh[i]}
				s := n.scalar("darkjunqi/v1/proof/onehot/s", 0, rowSponge(at, x.rows[i].x).state(), []byte{byte(c.Numbers[i])})
				held := x.rows[i].holds(func(value int) int { return value })
				require.Equal(t, 1, minus(held.v, times(s, held.u)).Equal(times(small(c.Numbers[i]), base())))
			}
		}
		require.Equal(t, c.Result, x.result)
	}
	for _, c := range v.Invalid {
		frames := framesOf(line, v.Boards[c.Board].File)
		x := newComparison(frames[0])
		for _, raw := range frames[1:][:c.Records] {
			x.take(raw, x.say)
		}
		err := caught(func() { x.take(c.Record, x.say) })
		require.Error(t, err, c.Comment)
		require.Equal(t, c.Convicts, bytes.HasPrefix([]byte(err.Error()), []byte("false: ")), "%s: %s", c.Comment, err)
	}
}
