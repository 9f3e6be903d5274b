package intersect

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

// vectorFile is intersect.json. The second verifier of internal/conformance judges it too.
type vectorFile struct {
	Comment string        `json:"comment"`
	Boards  []boardCase   `json:"boards"`
	Invalid []invalidCase `json:"invalid"`
}

type boardCase struct {
	Name      string          `json:"name"`
	File      vector.Hex      `json:"file"`
	ID        vector.Hex      `json:"id"`
	Seeds     [2]vector.Hex   `json:"seeds"`
	NonceKeys [2]vector.Hex   `json:"nonce_keys"`
	Fresh     [2]vector.Hex   `json:"fresh"`
	Items     [2][]vector.Hex `json:"items"`
	Hashes    [2][]vector.Hex `json:"hashes"` // H of each item
	Secrets   [2]vector.Hex   `json:"secrets"`
	Places    [][2]int        `json:"places"` // of common items in both lists
	Learned   [2][]vector.Hex `json:"learned"`
}

// An invalidCase is a board's first records and another.
type invalidCase struct {
	Comment  string     `json:"comment"`
	Convicts bool       `json:"convicts"`
	Board    int        `json:"board"`
	Records  int        `json:"records"`
	Record   vector.Hex `json:"record"`
}

func hexes(list [][]byte) (out []vector.Hex) {
	out = []vector.Hex{}
	for _, b := range list {
		out = append(out, b)
	}
	return out
}

func TestVectors(t *testing.T) {
	v := vectorFile{Comment: "common items (25): files, with the parties' Ed25519 seeds, nonces and items; the hash of each item; " +
		"each party's secret k; the places of common items in both lists; what each party learns. " +
		"invalid: a board's first records and then another one; convicts: it is its signer's and false"}
	var pairs []*pair
	for _, c := range []struct {
		name   string
		output Output
		learns [2]bool
		sizes  [2]int
		sets   [2][][]byte
		show   bool
	}{
		{"items, to both", Items, both, [2]int{3, 4}, [2][][]byte{{[]byte("ann"), {}, []byte("bob")}, {[]byte("bob"), {}, []byte("eve")}}, true},
		{"items, to party 1", Items, [2]bool{false, true}, [2]int{2, 2}, [2][][]byte{set(0, 2), set(1, 2)}, false},
		{"the size, to both", Size, both, [2]int{3, 3}, [2][][]byte{set(0, 3), set(1, 4)}, false},
	} {
		p := newPair(t, c.output, c.learns, c.sizes, c.sets)
		p.proceed(100)
		id := p.terms.ID()
		x := boardCase{Name: c.name, ID: id[:], Places: [][2]int{}}
		for i, party := range p.parties {
			x.Seeds[i], x.NonceKeys[i], x.Fresh[i] = party.key.Seed(), party.nonces.Key[:], party.nonces.Fresh[:]
			x.Items[i] = hexes(c.sets[i])
			for _, item := range c.sets[i] {
				e := party.hash(item).Bytes()
				x.Hashes[i] = append(x.Hashes[i], e[:])
			}
			// The key is derived as package deck does.
			match := [32]byte(keyOf(id))
			x.Secrets[i] = party.nonces.Scalar("darkjunqi/v1/secret/deck", 0, match).Bytes()
			items, _, _ := party.Learned()
			x.Learned[i] = hexes(items)
		}
		if c.show {
			items, _, _ := p.parties[1].Learned()
			record, err := p.parties[1].Show(items...)
			p.tell(1, record, err)
		}
		x.Places = append(x.Places, p.parties[0].Common()...)
		x.File = MarshalFile(p.terms, p.records)
		v.Boards, pairs = append(v.Boards, x), append(pairs, p)
	}

	add := func(comment string, convicts bool, board, records int, record []byte) {
		v.Invalid = append(v.Invalid, invalidCase{comment, convicts, board, records, record})
	}
	signed := func(comment string, board, records int, k Kind, party int, body []byte) {
		p := pairs[board]
		b, err := Verify(p.terms, p.records[:records])
		require.NoError(t, err)
		add(comment, true, board, records, b.chain.Sign(p.parties[party].key, byte(k), party, body))
	}
	// The first has 2 keys, 2 lists, 2 deals, and what is shown.
	of := pairs[0].records
	signed("the second key first", 0, 0, Key, 1, body(of[1]))
	signed("the first party's key, copied", 0, 1, Key, 1, body(of[0]))
	signed("a list before its turn", 0, 2, List, 1, body(of[3]))
	list := body(of[2])
	signed("an element twice", 0, 2, List, 0, slices.Concat(list[:32], list[:32], list[64:]))
	signed("elements that do not ascend", 0, 2, List, 0, slices.Concat(list[32:64], list[:32], list[64:]))
	signed("0 in a list", 0, 2, List, 0, slices.Concat(make([]byte, 32), list[32:]))
	signed("an element too few", 0, 2, List, 0, list[32:])
	signed("bytes that do not encode an element", 0, 2, List, 0, slices.Concat(list[:64], bytes.Repeat([]byte{255}, 32)))
	deal := body(of[4])
	signed("multiples in another order", 0, 4, Multiples, 1, slices.Concat(deal[32:64], deal[:32], deal[64:]))
	other := bytes.Clone(deal)
	copy(other, list)
	signed("an element instead of its multiple", 0, 4, Multiples, 1, other)
	other = bytes.Clone(deal)
	other[len(other)-32] ^= 1
	signed("another response", 0, 4, Multiples, 1, other)
	signed("items shown too early", 0, 5, Shown, 1, body(of[6]))
	shown := body(of[6])
	signed("the other party's items", 0, 6, Shown, 0, shown)
	other = bytes.Clone(shown)
	other[1]++
	signed("items at other places", 0, 6, Shown, 1, other)
	signed("items shown before", 0, 7, Shown, 1, shown)
	other = bytes.Clone(shown)
	other[len(other)-1-32] ^= 1
	signed("another proof", 0, 6, Shown, 1, other)
	signed("no items", 0, 6, Shown, 1, shown[len(shown)-proofSize:])
	size := pairs[2]
	sizes := body(size.records[4])
	signed("multiples for the size in an order that says whose they are", 2, 4, Multiples, 1, slices.Concat(sizes[64:], sizes[:64]))
	signed("multiples for a party that does not learn", 1, 4, Multiples, 1, deal)
	altered := bytes.Clone(of[2])
	altered[len(altered)-1] ^= 1
	add("another signature", false, 0, 2, altered)
	add("signed for another place", false, 0, 2, of[3])
	vector.Check(t, "intersect.json", v)

	var read vectorFile
	vector.Read(t, "intersect.json", &read)
	for _, c := range read.Boards {
		terms, records, err := ParseFile(c.File)
		require.NoError(t, err, c.Name)
		b, err := Verify(terms, records)
		require.NoError(t, err, c.Name)
		require.True(t, b.Done())
		require.Equal(t, c.Places, append([][2]int{}, b.Common()...), c.Name)
	}
	for _, c := range read.Invalid {
		terms, records, err := ParseFile(read.Boards[c.Board].File)
		require.NoError(t, err)
		_, err = Verify(terms, append(records[:c.Records:c.Records], c.Record))
		want := ErrRecord
		if c.Convicts {
			want = ErrFalse
		}
		require.ErrorIs(t, err, want, c.Comment)
	}
}

// keyOf is what a party's key is derived from.
func keyOf(id [32]byte) []byte {
	h := chain.ID(keyLabel, id[:])
	return h[:]
}
