package compare

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
)

// seed returns the seed of a party's signing key.
func seed(party int) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(party + 1)}, 32))
}

func terms(values int) Terms {
	t := Terms{Values: values}
	for party := range t.Parties {
		t.Parties[party] = seed(party).Public().(ed25519.PublicKey)
	}
	return t
}

// play returns the records of two parties with these numbers.
func play(t testing.TB, terms Terms, numbers [2]int) (records [][]byte) {
	var parties [2]*Party
	for i, n := range numbers {
		var err error
		parties[i], err = NewParty(terms, seed(i), n, sample.Nonces(fmt.Sprint("compare", i)))
		require.NoError(t, err)
	}
	for i := 0; len(records) < 4; i = 1 - i {
		record, err := parties[i].Proceed()
		require.NoError(t, err)
		if record == nil {
			continue
		}
		records = append(records, record)
		require.NoError(t, parties[1-i].Append(record))
	}
	for _, p := range parties {
		record, err := p.Proceed()
		require.NoError(t, err)
		require.Nil(t, record)
	}
	return records
}

func TestComparisons(t *testing.T) {
	for _, c := range []struct {
		values  int
		numbers [2]int
		want    Result
	}{{2, [2]int{1, 0}, First}, {2, [2]int{0, 1}, Second}, {2, [2]int{1, 1}, Equal}, {16, [2]int{15, 14}, First}, {16, [2]int{0, 0}, Equal}, {9, [2]int{3, 8}, Second}} {
		records := play(t, terms(c.values), c.numbers)
		terms, read, err := ParseFile(MarshalFile(terms(c.values), records))
		require.NoError(t, err)
		b, err := Verify(terms, read)
		require.NoError(t, err)
		result, known := b.Result()
		require.True(t, known)
		require.Equal(t, c.want, result)
		b, err = Verify(terms, read[:3])
		require.NoError(t, err)
		_, known = b.Result()
		require.False(t, known)
	}
}

func TestWhatCannotBe(t *testing.T) {
	for _, values := range []int{-1, 0, 1, onehot.MaxValues + 1} {
		_, err := NewBoard(terms(values))
		require.ErrorIs(t, err, ErrTerms)
	}
	same := terms(4)
	same.Parties[1] = same.Parties[0]
	_, err := NewBoard(same)
	require.ErrorIs(t, err, ErrTerms)
	_, err = NewParty(terms(4), seed(2), 1, sample.Nonces("x"))
	require.ErrorIs(t, err, ErrTerms)
	for _, n := range []int{-1, 4} {
		_, err = NewParty(terms(4), seed(0), n, sample.Nonces("x"))
		require.ErrorIs(t, err, onehot.ErrValue)
	}
	file := MarshalFile(terms(4), nil)
	_, _, err = ParseFile(file[1:])
	require.ErrorIs(t, err, ErrForeign)
	_, _, err = ParseFile([]byte(Magic))
	require.ErrorIs(t, err, ErrTerms)
}

func TestTwice(t *testing.T) {
	records := play(t, terms(4), [2]int{1, 2})
	b, err := NewBoard(terms(4))
	require.NoError(t, err)
	other := b.chain.Sign(seed(0), byte(Number), 0, nil)
	party, convicted := Twice(terms(4), b.terms.ID(), records[0], other)
	require.True(t, convicted)
	require.Zero(t, party)
	_, convicted = Twice(terms(4), b.terms.ID(), records[0], records[0])
	require.False(t, convicted)
}

// vectorFile is compare.json. The second verifier of internal/conformance judges it too.
type vectorFile struct {
	Comment string        `json:"comment"`
	Boards  []boardCase   `json:"boards"`
	Invalid []invalidCase `json:"invalid"`
}

type boardCase struct {
	File      vector.Hex    `json:"file"`
	ID        vector.Hex    `json:"id"`
	Seeds     [2]vector.Hex `json:"seeds"`
	NonceKeys [2]vector.Hex `json:"nonce_keys"`
	Fresh     [2]vector.Hex `json:"fresh"`
	Numbers   [2]int        `json:"numbers"`
	Result    Result        `json:"result"`
}

// An invalidCase is a board's first records and another.
type invalidCase struct {
	Comment  string     `json:"comment"`
	Convicts bool       `json:"convicts"`
	Board    int        `json:"board"`
	Records  int        `json:"records"`
	Record   vector.Hex `json:"record"`
}

func TestVectors(t *testing.T) {
	v := vectorFile{Comment: "comparisons (27): files, with the parties' Ed25519 seeds, nonces and numbers, and the result. " +
		"invalid: a board's first records and then another one; convicts: it is its signer's and false"}
	var all [][][]byte
	for _, c := range []struct {
		values  int
		numbers [2]int
	}{{16, [2]int{7, 4}}, {2, [2]int{0, 1}}, {9, [2]int{5, 5}}} {
		terms := terms(c.values)
		records := play(t, terms, c.numbers)
		b, err := Verify(terms, records)
		require.NoError(t, err)
		id := terms.ID()
		x := boardCase{File: MarshalFile(terms, records), ID: id[:], Numbers: c.numbers, Result: b.result}
		for i := range c.numbers {
			n := sample.Nonces(fmt.Sprint("compare", i))
			x.Seeds[i], x.NonceKeys[i], x.Fresh[i] = seed(i).Seed(), n.Key[:], n.Fresh[:]
		}
		v.Boards, all = append(v.Boards, x), append(all, records)
	}
	signed := func(comment string, board, records int, k Kind, party int, body []byte) {
		b, err := Verify(terms(v.Boards[board].values(t)), all[board][:records])
		require.NoError(t, err)
		v.Invalid = append(v.Invalid, invalidCase{comment, true, board, records, b.chain.Sign(seed(party), byte(k), party, body)})
	}
	body := func(record int) []byte {
		raw := all[0][record]
		return bytes.Clone(raw[chain.HeadSize : len(raw)-ed25519.SignatureSize])
	}
	flipped := func(record, at int) []byte {
		b := body(record)
		b[at] ^= 1
		return b
	}
	signed("the second number first", 0, 0, Number, 1, body(1))
	signed("a second number of party 0", 0, 1, Number, 0, body(0))
	signed("the first party's number, copied", 0, 1, Number, 1, body(0))
	signed("another proof of a number", 0, 0, Number, 0, flipped(0, len(body(0))-32))
	signed("a byte too few", 0, 0, Number, 0, body(0)[1:])
	signed("a question before the second number", 0, 1, Question, 0, body(2))
	signed("the question of party 1", 0, 2, Question, 1, body(2))
	signed("another proof of a question", 0, 2, Question, 0, flipped(2, len(body(2))-32))
	signed("an answer before the question", 0, 2, Answer, 1, body(3))
	signed("no answer", 0, 3, Answer, 1, nil)
	signed("another answer", 0, 3, Answer, 1, slices.Concat([]byte{byte(Second)}, body(3)[1:]))
	signed("an answer that is not a result", 0, 3, Answer, 1, slices.Concat([]byte{3}, body(3)[1:]))
	signed("another proof of the answer", 0, 3, Answer, 1, flipped(3, len(body(3))-32))
	signed("a second answer", 0, 4, Answer, 1, body(3))
	signed("a kind that there is not", 0, 0, Kind(3), 0, nil)
	altered := bytes.Clone(all[0][1])
	altered[len(altered)-1] ^= 1
	v.Invalid = append(v.Invalid,
		invalidCase{"another signature", false, 0, 1, altered},
		invalidCase{"signed for another place", false, 0, 2, all[0][3]})
	vector.Check(t, "compare.json", v)

	var read vectorFile
	vector.Read(t, "compare.json", &read)
	for _, c := range read.Invalid {
		terms, records, err := ParseFile(read.Boards[c.Board].File)
		require.NoError(t, err)
		b, err := Verify(terms, records[:c.Records])
		require.NoError(t, err)
		head := b.chain.Head()
		want := ErrRecord
		if c.Convicts {
			want = ErrFalse
		}
		require.ErrorIs(t, b.Append(c.Record), want, c.Comment)
		require.Equal(t, head, b.chain.Head())
	}
}

// values are those of the terms.
func (c boardCase) values(t *testing.T) int {
	terms, _, err := ParseFile(c.File)
	require.NoError(t, err)
	return terms.Values
}
