package tally

import (
	"bytes"
	"crypto/ed25519"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// vectorFile is tally.json. The second verifier of internal/conformance judges it too.
type vectorFile struct {
	Comment string        `json:"comment"`
	Boards  []boardCase   `json:"boards"`
	Invalid []invalidCase `json:"invalid"`
}

type boardCase struct {
	Name    string       `json:"name"`
	File    vector.Hex   `json:"file"`
	ID      vector.Hex   `json:"id"`
	Seeds   []vector.Hex `json:"seeds"`
	Nonces  []vector.Hex `json:"nonce_keys"`
	Values  []int        `json:"values"` // -1: none
	Joint   []vector.Hex `json:"joint"`
	Heads   []vector.Hex `json:"heads"`
	Opened  [][]opened   `json:"opened"` // by record
	Counts  []int        `json:"counts,omitempty"`
	Highest int          `json:"highest"`
	Price   int          `json:"price"`
	Winners []int        `json:"winners"`
}

// opened is a Count.
type opened struct {
	Value int   `json:"value"`
	Of    []int `json:"of"`
	N     int   `json:"n"`
}

// An invalidCase is a board's first records and another, or a file.
type invalidCase struct {
	Comment string     `json:"comment"`
	Error   string     `json:"error"`
	Board   *int       `json:"board,omitempty"`
	Records *int       `json:"records,omitempty"`
	Record  vector.Hex `json:"record,omitempty"`
	File    vector.Hex `json:"file,omitempty"`
}

var vectorErrors = map[string]error{
	"ErrFalse": ErrFalse, "ErrRecord": ErrRecord, "ErrTerms": ErrTerms, "ErrForeign": ErrForeign,
	"transcript.ErrTorn": transcript.ErrTorn, "transcript.ErrOversized": transcript.ErrOversized,
}

func boardVector(t *testing.T, name string, h *hall, values []int) boardCase {
	for party, value := range values {
		if value >= 0 {
			h.cast(party, value)
		}
	}
	h.close()
	h.proceed()
	id, result := h.terms.ID(), h.result()
	c := boardCase{
		Name: name, File: MarshalFile(h.terms, h.records), ID: id[:], Values: values, Counts: result.Counts,
		Highest: result.Highest, Price: result.Price, Winners: result.Winners,
	}
	for _, p := range h.parties {
		c.Seeds = append(c.Seeds, p.key.Seed())
		c.Nonces = append(c.Nonces, p.nonces.Key[:])
	}
	b, err := NewBoard(h.terms)
	require.NoError(t, err)
	for _, raw := range h.records {
		before := len(b.opened)
		require.NoError(t, b.Append(raw))
		head := b.chain.Head()
		c.Heads = append(c.Heads, head[:])
		now := []opened{}
		for _, count := range b.opened[before:] {
			now = append(now, opened(count))
		}
		c.Opened = append(c.Opened, now)
	}
	for _, y := range b.joint {
		e := y.Bytes()
		c.Joint = append(c.Joint, e[:])
	}
	return c
}

func TestVectors(t *testing.T) {
	v := vectorFile{Comment: "votes and auctions (24): files, with the parties' Ed25519 seeds and nonce keys (fresh is 0), what they gave (-1: nothing), " +
		"the joint keys, the head after each record and what it opened: the value, of which parties, how many gave it. " +
		"invalid: a board's first records and then another one, or a file; of the errors only ErrFalse convicts"}
	var halls []*hall
	for _, c := range []struct {
		name             string
		rules            Rules
		values, trustees int
		given            []int
	}{
		{"a vote", Vote, 3, 2, []int{2, 0, 2, -1}}, {"a vote of one trustee and two choices", Vote, 2, 1, []int{1, 1, 0}},
		{"first price", FirstPrice, 4, 2, []int{1, 2, 1}}, {"second price", SecondPrice, 4, 2, []int{1, 3, 1}},
		{"second price, a tie", SecondPrice, 3, 1, []int{1, 1}}, {"second price, one bid", SecondPrice, 3, 2, []int{0, 1}},
		{"no bid", FirstPrice, 3, 1, []int{0, -1}},
	} {
		h := newQuorum(t, len(c.given)/2, c.rules, c.values, c.trustees, len(c.given))
		halls = append(halls, h)
		v.Boards = append(v.Boards, boardVector(t, c.name, h, c.given))
	}
	v.Invalid = invalidVectors(t, halls)
	vector.Check(t, "tally.json", v)

	var read vectorFile
	vector.Read(t, "tally.json", &read)
	require.NotEmpty(t, read.Invalid)
	for _, c := range read.Boards {
		terms, records, err := ParseFile(c.File)
		require.NoError(t, err, c.Name)
		result, err := Verify(terms, records)
		require.NoError(t, err, c.Name)
		require.Equal(t, &Result{c.Counts, c.Highest, c.Price, c.Winners}, result, c.Name)
	}
	for _, c := range read.Invalid {
		file := []byte(c.File)
		if c.Board != nil {
			terms, records, err := ParseFile(read.Boards[*c.Board].File)
			require.NoError(t, err)
			file = MarshalFile(terms, append(records[:*c.Records:*c.Records], c.Record))
		}
		terms, records, err := ParseFile(file)
		if err == nil {
			_, err = Verify(terms, records)
		}
		require.ErrorIs(t, err, vectorErrors[c.Error], c.Comment)
	}
}

func invalidVectors(t *testing.T, halls []*hall) (list []invalidCase) {
	// A party signs a body, or all of a record, after a board's first records.
	after := func(board, records int) *hall {
		h := *halls[board]
		h.parties = nil
		for _, p := range halls[board].parties {
			b, err := NewBoard(h.terms)
			require.NoError(t, err)
			for _, raw := range h.records[:records] {
				require.NoError(t, b.Append(raw))
			}
			copied := *p
			copied.Board = b
			h.parties = append(h.parties, &copied)
		}
		return &h
	}
	add := func(comment, name string, board, records int, raw []byte) {
		list = append(list, invalidCase{Comment: comment, Error: name, Board: &board, Records: &records, Record: raw})
	}
	body := func(raw []byte) []byte { return bytes.Clone(raw[chain.HeadSize : len(raw)-ed25519.SignatureSize]) }
	// The vote has 2 keys, 3 ballots, the close, 2 shares.
	const vote, auction = 0, 2
	of := halls[vote].records

	h := after(vote, 0)
	add("a ballot before the keys", "ErrFalse", vote, 0, h.sign(Ballot, 2, body(of[2])))
	add("the second trustee's keys first", "ErrFalse", vote, 0, h.sign(Keys, 1, body(of[1])))
	h = after(vote, 1)
	add("the first trustee's keys, copied by the second", "ErrFalse", vote, 1, h.sign(Keys, 1, body(of[0])))
	add("a key too few", "ErrFalse", vote, 1, h.sign(Keys, 1, body(of[1])[96:]))
	h = after(vote, 2)
	add("a close before there is a ballot", "ErrFalse", vote, 2, h.sign(Close, 0, nil))
	add("keys of an ordinary party", "ErrFalse", vote, 2, h.sign(Keys, 2, body(of[0])))
	add("another party's ballot", "ErrFalse", vote, 2, h.sign(Ballot, 1, body(of[2])))
	bases, err := onehot.Generators(3)
	require.NoError(t, err)
	other, _, err := onehot.Commit(h.parties[0].place(Ballot, 0, 0), bases, 1, sigma.Nonces{})
	require.NoError(t, err)
	add("a ballot under other keys", "ErrFalse", vote, 2, h.sign(Ballot, 0, other))
	add("another kind", "ErrFalse", vote, 2, h.sign(Shares+1, 0, nil))
	h = after(vote, 3)
	again, _, err := onehot.Commit(h.parties[0].place(Ballot, 0, 0), h.parties[0].joint, 1, sigma.Nonces{})
	require.NoError(t, err)
	add("a second ballot", "ErrFalse", vote, 3, h.sign(Ballot, 0, again))
	add("a close below the quorum", "ErrFalse", vote, 3, h.sign(Close, 0, nil))
	h = after(vote, 4)
	add("closed by the second trustee", "ErrFalse", vote, 4, h.sign(Close, 1, nil))
	add("a close that says something", "ErrFalse", vote, 4, h.sign(Close, 0, []byte{0}))
	h = after(vote, 3)
	add("shares before the close", "ErrFalse", vote, 3, h.sign(Shares, 0, body(of[6])))
	altered := bytes.Clone(of[3])
	altered[len(altered)-1] ^= 1
	add("another signature", "ErrRecord", vote, 3, altered)
	altered = bytes.Clone(of[3])
	altered[1] = 2
	add("in the name of another", "ErrRecord", vote, 3, altered)
	altered[1] = 4
	add("of nobody", "ErrRecord", vote, 3, altered)
	add("signed for another place", "ErrRecord", vote, 3, of[4])
	add("too short", "ErrRecord", vote, 3, of[3][:65])
	h = after(vote, 6)
	late, _, err := onehot.Commit(h.parties[3].place(Ballot, 3, 0), h.parties[3].joint, 1, sigma.Nonces{})
	require.NoError(t, err)
	add("a late ballot", "ErrFalse", vote, 6, h.sign(Ballot, 3, late))
	add("the second trustee's shares first", "ErrFalse", vote, 6, h.sign(Shares, 1, body(of[7])))
	wrong := body(of[6])
	wrong[len(wrong)-32] ^= 1
	add("a share whose proof does not verify", "ErrFalse", vote, 6, h.sign(Shares, 0, wrong))
	add("shares in another order", "ErrFalse", vote, 6, h.sign(Shares, 0, append(body(of[6])[128:], body(of[6])[:128]...)))
	h = after(vote, 8)
	add("after the result", "ErrFalse", vote, 8, h.sign(Shares, 0, body(of[6])))
	// The auction has 2 keys, 3 bids, the close, then rounds of two shares.
	h = after(auction, 8)
	add("the shares of the round before", "ErrFalse", auction, 8, h.sign(Shares, 0, body(halls[auction].records[6])))

	file := func(comment, name string, content []byte) {
		list = append(list, invalidCase{Comment: comment, Error: name, File: content})
	}
	good := halls[vote].terms
	terms := func(comment string, change func(*Terms)) {
		x := good
		x.Parties = slices.Clone(good.Parties)
		change(&x)
		file(comment, "ErrTerms", MarshalFile(x, nil))
	}
	terms("other rules", func(x *Terms) { x.Rules = 3 })
	terms("one value", func(x *Terms) { x.Values = 1 })
	terms("17 values", func(x *Terms) { x.Values = 17 })
	terms("no trustee", func(x *Terms) { x.Trustees = 0 })
	terms("more trustees than parties", func(x *Terms) { x.Trustees = 5 })
	terms("no quorum", func(x *Terms) { x.Quorum = 0 })
	terms("a quorum above all parties", func(x *Terms) { x.Quorum = 5 })
	terms("one key twice", func(x *Terms) { x.Parties[3] = x.Parties[0] })
	terms("a key of small order", func(x *Terms) { x.Parties[3] = append([]byte{1}, make([]byte, 31)...) })
	terms("half a key", func(x *Terms) { x.Parties[3] = x.Parties[3][:16] })
	file("no terms", "ErrTerms", []byte(Magic))
	whole := MarshalFile(good, nil)
	file("another first line", "ErrForeign", append([]byte("darkjunqi tally 2\n"), whole[len(Magic):]...))
	file("a torn end", "transcript.ErrTorn", whole[:len(whole)-1])
	file("too long a frame", "transcript.ErrOversized", append(whole, 0, 2, 8, 0xf6))
	return list
}
