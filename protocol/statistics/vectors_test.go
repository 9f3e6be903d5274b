package statistics

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

// vectorFile is statistics.json. The second verifier of internal/conformance judges it too.
type vectorFile struct {
	Comment string        `json:"comment"`
	Boards  []boardCase   `json:"boards"`
	Invalid []invalidCase `json:"invalid"`
}

type boardCase struct {
	Name      string       `json:"name"`
	File      vector.Hex   `json:"file"`
	ID        vector.Hex   `json:"id"`
	Seeds     []vector.Hex `json:"seeds"`
	NonceKeys []vector.Hex `json:"nonce_keys"`
	Fresh     []vector.Hex `json:"fresh"`
	Numbers   [][]int      `json:"numbers"` // null: none given
	Weights   []int        `json:"weights"`
	Joint     vector.Hex   `json:"joint"`
	Of        []int        `json:"of"`
	Sums      []int        `json:"sums"`
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
	v := vectorFile{Comment: "sums of bounded numbers (26): files, with the parties' Ed25519 seeds, nonces and numbers; the weights of " +
		"digits, the joint key, whose vectors count and their sums. invalid: a board's first records and then another one; " +
		"convicts: it is its signer's and false"}
	var rooms []*room
	for _, c := range []struct {
		name    string
		terms   Terms
		numbers [][]int
		gone    Set
	}{
		{"all count", small, [][]int{{-3, 2}, {1, 0}}, 0},
		{"one gives nothing, one is lost later", Terms{Session: [32]byte{7}, Entries: 1, Min: 10, Max: 14, Quorum: 2}, [][]int{{10}, nil, {14}, {12}}, 1<<1 | 1<<3},
	} {
		r := newRoom(t, c.terms, len(c.numbers))
		r.proceed()
		for party, numbers := range c.numbers {
			if numbers != nil {
				r.give(party, numbers...)
			}
		}
		if c.gone != 0 { // the first list has the lost one
			record, err := r.parties[0].Close(1 << 1)
			r.tell(0, record, err)
			r.gone = c.gone
		}
		r.close(0)
		r.proceed()
		id, result := r.terms.ID(), r.parties[0].Result()
		y := r.parties[0].joint.Bytes()
		x := boardCase{
			Name: c.name, File: MarshalFile(r.terms, r.records), ID: id[:], Numbers: c.numbers,
			Weights: weights(c.terms.Max - c.terms.Min), Joint: y[:], Of: result.Of.Parties(), Sums: result.Sums,
		}
		for _, p := range r.parties {
			x.Seeds, x.NonceKeys, x.Fresh = append(x.Seeds, p.key.Seed()), append(x.NonceKeys, p.nonces.Key[:]), append(x.Fresh, p.nonces.Fresh[:])
		}
		v.Boards, rooms = append(v.Boards, x), append(rooms, r)
	}

	add := func(comment string, convicts bool, board, records int, record []byte) {
		v.Invalid = append(v.Invalid, invalidCase{comment, convicts, board, records, record})
	}
	signed := func(comment string, board, records int, k Kind, party int, body []byte) {
		r := rooms[board]
		b, err := Verify(r.terms, r.records[:records])
		require.NoError(t, err)
		add(comment, true, board, records, b.chain.Sign(r.parties[party].key, byte(k), party, body))
	}
	changed := func(b []byte, at int) []byte {
		b = bytes.Clone(b)
		b[at] ^= 1
		return b
	}
	// The first has 2 keys, 2 vectors, 2 lists, 2 shares; of the second 4 keys, 3 vectors, the
	// list of 0, 2 and 3, those of 0 and 2, 2 shares.
	of, lost := rooms[0].records, rooms[1].records
	signed("the second key first", 0, 0, Key, 1, body(of[1]))
	signed("a vector before the keys", 0, 1, Input, 0, body(of[2]))
	again := newRoom(t, small, 2)
	again.proceed()
	signed("a digit of 2", 0, 2, Input, 0, again.forge(0, digits(0, 5), append(digits(0, 5)[:2], digits(1, 2)[0].Add(digits(1, 2)[0], digits(1, 2)[0]))))
	signed("another party's vector", 0, 2, Input, 1, body(of[2]))
	vector0 := body(of[2])
	signed("another response of a digit", 0, 2, Input, 0, changed(vector0, 12*32))
	signed("another opening of the digits", 0, 2, Input, 0, changed(vector0, 18*32))
	signed("another opening of their products", 0, 2, Input, 0, changed(vector0, 19*32))
	signed("another response of a ciphertext", 0, 2, Input, 0, changed(vector0, 20*32))
	signed("a vector too short", 0, 2, Input, 0, vector0[:len(vector0)-32])
	signed("a second vector", 0, 3, Input, 0, vector0)
	signed("a list of fewer than the quorum", 0, 4, Ready, 0, []byte{0, 1})
	signed("a list of parties that there are not", 0, 4, Ready, 0, []byte{0, 7})
	signed("a list with a release of nothing", 0, 4, Ready, 0, append([]byte{0, 3}, make([]byte, releaseSize(2))...))
	signed("a list twice", 0, 5, Ready, 0, body(of[4]))
	signed("a share before all have signed the list", 0, 5, Share, 0, body(of[6]))
	signed("a share of the other party", 0, 6, Share, 1, body(of[6]))
	signed("a share whose proof does not verify", 0, 6, Share, 0, changed(body(of[6]), deck.DealSize(2)-32))
	signed("after the result", 0, 8, Share, 0, body(of[6]))
	signed("a list of a party that gave nothing", 1, 7, Ready, 0, append([]byte{0, 15}, body(lost[7])[2:]...))
	signed("a list without its maker", 1, 7, Ready, 3, append([]byte{0, 5}, body(lost[8])[2:]...))
	signed("a list without a release", 1, 7, Ready, 0, []byte{0, 13})
	signed("the release for another list", 1, 8, Ready, 0, append([]byte{0, 5}, body(lost[7])[2:]...))
	signed("a longer list", 1, 9, Ready, 0, body(lost[7]))
	signed("a release whose proof does not verify", 1, 8, Ready, 0, changed(body(lost[8]), len(body(lost[8]))-32))
	signed("a shorter list after all have signed", 1, 10, Ready, 0, slices.Concat([]byte{0, 1}, body(lost[8])[2:]))
	add("another signature", false, 0, 2, changed(of[2], len(of[2])-1))
	add("signed for another place", false, 0, 2, of[3])
	vector.Check(t, "statistics.json", v)

	var read vectorFile
	vector.Read(t, "statistics.json", &read)
	for _, c := range read.Boards {
		terms, records, err := ParseFile(c.File)
		require.NoError(t, err, c.Name)
		b, err := Verify(terms, records)
		require.NoError(t, err, c.Name)
		require.Equal(t, c.Sums, b.Result().Sums, c.Name)
		require.Equal(t, c.Of, b.Result().Of.Parties(), c.Name)
	}
	for _, c := range read.Invalid {
		terms, records, err := ParseFile(read.Boards[c.Board].File)
		require.NoError(t, err)
		_, err = Verify(terms, append(records[:c.Records:c.Records], c.Record))
		want := chain.ErrRecord
		if c.Convicts {
			want = chain.ErrFalse
		}
		require.ErrorIs(t, err, want, c.Comment)
	}
}
