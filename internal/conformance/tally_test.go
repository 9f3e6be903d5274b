package conformance_test

import (
	"bytes"
	"crypto/ed25519"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Section 24, once more from the page: votes and auctions.

const tallyLine = "darkjunqi tally 1\n"

// A tally is a board. Its rules are 0 for a vote, 1 and 2 for the first and second price.
type tally struct {
	rules, n, trustees int
	quorum             int
	parties            [][]byte
	id, head           []byte
	keys               [][]*element // by trustee and column
	joint              []*element
	ballots            map[int]oneHot
	closed             bool
	shares             [][]*element // of the round, by trustee
	round              string       // of an auction: "all", "each", "others"
	column             int
	opened             []openedCount
	over               bool
	counts             []int
	highest, price     int
	winners            []int
}

// openedCount says how many of some parties gave a value.
type openedCount struct {
	Value int
	Of    []int
	N     int
}

func newTally(terms []byte) *tally {
	in := &reader{terms}
	in.take(32) // the session
	b := &tally{rules: in.uint(1), n: in.uint(1), trustees: in.uint(1), quorum: in.uint(1), id: h256("darkjunqi/v1/tally/terms", terms), ballots: map[int]oneHot{}}
	for len(in.b) > 0 {
		key := in.take(32)
		demand(acceptedKey(key), "a key")
		demand(!slices.ContainsFunc(b.parties, func(other []byte) bool { return bytes.Equal(key, other) }), "a key twice")
		b.parties = append(b.parties, key)
	}
	demand(b.rules <= 2 && 2 <= b.n && b.n <= 16 && 1 <= b.trustees && b.trustees <= len(b.parties) && 1 <= b.quorum && b.quorum <= len(b.parties) && len(b.parties) <= 255, "terms")
	b.head, b.round, b.column = b.id, "all", b.n-1
	return b
}

func (b *tally) place(kind, party, index int) place {
	return place{context{b.id, b.id, party, b.parties[party]}, b.head, join(kind, party), index}
}

// voters are all who gave a ballot, but some.
func (b *tally) voters(but ...int) (list []int) {
	for party := range b.parties {
		if _, gave := b.ballots[party]; gave && !slices.Contains(but, party) {
			list = append(list, party)
		}
	}
	return list
}

// cards are what a round opens.
func (b *tally) cards() (cards []ciphertext, what []openedCount) {
	open := func(column int, of []int) {
		c := ciphertext{zero(), zero()}
		for _, party := range of {
			c = ciphertext{sum(c.u, b.ballots[party].y), sum(c.v, b.ballots[party].v[column-1])}
		}
		cards, what = append(cards, c), append(what, openedCount{Value: column, Of: of})
	}
	switch {
	case b.rules == 0:
		for column := 1; column < b.n; column++ {
			open(column, b.voters())
		}
	case b.round == "each":
		for _, party := range b.voters() {
			open(b.column, []int{party})
		}
	case b.round == "others":
		open(b.column, b.voters(b.winners...))
	default:
		open(b.column, b.voters())
	}
	return cards, what
}

// take verifies the next record.
func (b *tally) take(raw []byte) {
	demand(len(raw) >= 2+64 && int(raw[1]) < len(b.parties), "no record of a party")
	kind, party, body, signature := int(raw[0]), int(raw[1]), raw[2:len(raw)-64], raw[len(raw)-64:]
	demand(signedBy(b.parties[party], join("darkjunqi/v1/tally/record", b.id, b.head, kind, party, body), signature), "signature")
	if err := caught(func() { b.say(kind, party, &reader{body}) }); err != nil {
		panic(no("false: " + err.Error()))
	}
	b.head = h256(raw)
}

func (b *tally) say(kind, party int, in *reader) {
	demand(!b.over, "it is over")
	switch kind {
	case 0:
		demand(b.joint == nil && party == len(b.keys) && party < b.trustees, "keys out of order")
		var keys []*element
		for range b.n - 1 {
			y := in.element()
			demand(y.Equal(zero()) == 0, "a key of 0")
			s := b.place(kind, party, 0).context.sponge("darkjunqi/v1/proof/deck-key")
			s.absorb(y)
			verifyLinear(s, 1, [][]term{{{base(), map[int]int{0: 1}}, {y, map[int]int{one: -1}}}}, in.take(64))
			keys = append(keys, y)
		}
		in.end()
		b.keys = append(b.keys, keys)
		if len(b.keys) == b.trustees {
			for column := range b.n - 1 {
				y := zero()
				for _, keys := range b.keys {
					y.Add(y, keys[column])
				}
				b.joint = append(b.joint, y)
			}
		}
	case 1:
		_, gave := b.ballots[party]
		demand(b.joint != nil && !b.closed && !gave, "a ballot out of order")
		b.ballots[party] = verifyRow(b.place(kind, party, 0), b.joint, in.b)
	case 2:
		demand(b.joint != nil && !b.closed && party == 0 && len(b.ballots) >= b.quorum, "a close out of order")
		in.end()
		b.closed = true
	case 3:
		demand(b.closed && party == len(b.shares), "shares out of order")
		cards, what := b.cards()
		var shares []*element
		for i, card := range cards {
			y, d := b.keys[party][what[i].Value-1], in.element()
			s := b.place(kind, party, i).sponge("darkjunqi/v1/proof/share")
			s.absorb(y, card.u, card.v, d)
			verifyLinear(s, 1, [][]term{
				{{base(), map[int]int{0: 1}}, {y, map[int]int{one: -1}}},
				{{card.u, map[int]int{0: 1}}, {d, map[int]int{one: -1}}},
			}, in.take(96))
			shares = append(shares, d)
		}
		in.end()
		b.shares = append(b.shares, shares)
		if len(b.shares) == b.trustees {
			b.count(cards, what)
		}
	default:
		demand(false, "another kind")
	}
}

// count ends a round.
func (b *tally) count(cards []ciphertext, what []openedCount) {
	for i, card := range cards {
		rest := card.v
		for _, shares := range b.shares {
			rest = minus(rest, shares[i])
		}
		for what[i].N = 0; times(small(what[i].N), base()).Equal(rest) == 0; what[i].N++ {
			demand(what[i].N < len(what[i].Of), "no count")
		}
	}
	b.shares, b.opened = nil, append(b.opened, what...)
	lower := func() {
		b.column--
		b.over = b.column == 0
	}
	switch {
	case b.rules == 0:
		b.over, b.counts = true, []int{len(b.ballots)}
		for _, w := range what {
			b.counts[0] -= w.N
			b.counts = append(b.counts, w.N)
		}
	case b.round == "each":
		for _, w := range what {
			if w.N == 1 {
				b.winners = append(b.winners, w.Of...)
			}
		}
		b.highest, b.price = b.column, b.column
		if b.rules == 1 || len(b.winners) > 1 {
			b.over = true
			return
		}
		b.round, b.price = "others", 0
		lower()
	case what[0].N == 0:
		lower()
	case b.round == "others":
		b.over, b.price = true, b.column
	default:
		b.round = "each"
	}
}

// readTally verifies a file.
func readTally(file []byte) *tally {
	frames, ok := bytes.CutPrefix(file, []byte(tallyLine))
	demand(ok, "another first line")
	in := &reader{frames}
	frame := func() []byte {
		demand(len(in.b) < 4 || (&reader{in.b}).uint(4) <= 133365, "too long a frame")
		return in.framed(4)
	}
	b := newTally(frame())
	for len(in.b) > 0 {
		b.take(frame())
	}
	return b
}

// The vectors of section 24 are judged as the page says.
func TestTallyAlone(t *testing.T) {
	type board struct {
		Name           string
		File, ID       hexBytes
		Seeds          []hexBytes
		NonceKeys      []hexBytes `json:"nonce_keys"`
		Values         []int
		Joint, Heads   []hexBytes
		Opened         [][]openedCount
		Counts         []int
		Highest, Price int
		Winners        []int
	}
	var v struct {
		Boards  []board
		Invalid []struct {
			Comment, Error string
			Board, Records *int
			Record, File   hexBytes
		}
	}
	readVector(t, "tally.json", &v)
	require.NotEmpty(t, v.Boards)
	require.NotEmpty(t, v.Invalid)
	split := func(file []byte) (frames [][]byte) {
		for in := (&reader{file[len(tallyLine):]}); len(in.b) > 0; {
			frames = append(frames, in.framed(4))
		}
		return frames
	}
	for _, c := range v.Boards {
		frames := split(c.File)
		b := newTally(frames[0])
		require.Equal(t, []byte(c.ID), b.id, c.Name)
		for i, raw := range frames[1:] {
			before := len(b.opened)
			b.take(raw)
			require.Equal(t, []byte(c.Heads[i]), b.head, c.Name)
			require.Equal(t, c.Opened[i], append([]openedCount{}, b.opened[before:]...), c.Name)
		}
		require.True(t, b.over, c.Name)
		require.Equal(t, c.Counts, b.counts, c.Name)
		require.Equal(t, []any{c.Highest, c.Price, c.Winners}, []any{b.highest, b.price, b.winners}, c.Name)

		// It follows from the secrets.
		for i, y := range c.Joint {
			require.Equal(t, []byte(y), b.joint[i].Bytes())
		}
		for party, seed := range c.Seeds {
			require.Equal(t, b.parties[party], []byte(ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)))
			n := nonces{c.NonceKeys[party], make([]byte, 32)}
			for column := 1; party < b.trustees && column < b.n; column++ {
				k := n.scalar("darkjunqi/v1/secret/deck", 0, h256("darkjunqi/v1/tally/column", b.id, column))
				require.Equal(t, 1, times(k, base()).Equal(b.keys[party][column-1]), c.Name)
			}
			r, gave := b.ballots[party]
			require.Equal(t, c.Values[party] >= 0, gave)
			if !gave {
				continue
			}
			at := slices.IndexFunc(frames[1:], func(raw []byte) bool { return raw[0] == 1 && int(raw[1]) == party })
			b.head = c.Heads[at-1]
			s := rowSponge(b.place(1, party, 0), b.joint)
			secret := n.scalar(rowKind+"/s", 0, s.state(), []byte{byte(c.Values[party])})
			require.Equal(t, 1, times(secret, base()).Equal(r.y), c.Name)
			for j, v := range r.v {
				mark := minus(v, times(secret, b.joint[j]))
				require.Equal(t, c.Values[party] == j+1, mark.Equal(base()) == 1, c.Name)
			}
		}
	}
	for _, c := range v.Invalid {
		file := []byte(c.File)
		if c.Board != nil {
			file = []byte(tallyLine)
			for _, frame := range append(split(v.Boards[*c.Board].File)[:1+*c.Records:1+*c.Records], c.Record) {
				file = join(file, len(frame)>>24, len(frame)>>16&0xff, len(frame)>>8&0xff, len(frame)&0xff, frame)
			}
		}
		err := caught(func() { readTally(file) })
		require.Error(t, err, c.Comment)
		require.Equal(t, c.Error == "ErrFalse", bytes.HasPrefix([]byte(err.Error()), []byte("false: ")), "%s: %s", c.Comment, err)
	}
}
