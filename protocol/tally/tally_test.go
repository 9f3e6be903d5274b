package tally

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A hall is parties that see the same records.
type hall struct {
	t       testing.TB
	terms   Terms
	parties []*Party
	records [][]byte
}

func newHall(t testing.TB, rules Rules, values, trustees, parties int) *hall {
	return newSession(t, 1, rules, values, trustees, parties)
}

func newQuorum(t testing.TB, quorum int, rules Rules, values, trustees, parties int) *hall {
	return begin(t, parties, Terms{Session: [32]byte{1}, Rules: rules, Values: values, Trustees: trustees, Quorum: quorum})
}

func newSession(t testing.TB, session byte, rules Rules, values, trustees, parties int) *hall {
	return begin(t, parties, Terms{Session: [32]byte{session}, Rules: rules, Values: values, Trustees: trustees, Quorum: 1})
}

func begin(t testing.TB, parties int, terms Terms) *hall {
	h := &hall{t: t, terms: terms}
	var keys []ed25519.PrivateKey
	for i := range parties {
		keys = append(keys, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32)))
		h.terms.Parties = append(h.terms.Parties, keys[i].Public().(ed25519.PublicKey))
	}
	for i, key := range keys {
		p, err := NewParty(h.terms, key, sigma.Nonces{Key: [32]byte{byte(i + 1)}})
		require.NoError(t, err)
		h.parties = append(h.parties, p)
	}
	h.proceed()
	return h
}

// tell gives a record of a party to all others.
func (h *hall) tell(from *Party, raw []byte, err error) {
	require.NoError(h.t, err)
	h.records = append(h.records, raw)
	for _, p := range h.parties {
		if p != from {
			require.NoError(h.t, p.Append(raw))
		}
	}
}

// proceed lets all trustees make what they owe.
func (h *hall) proceed() {
	for again := true; again; {
		again = false
		for _, p := range h.parties {
			raw, err := p.Proceed()
			require.NoError(h.t, err)
			if raw != nil {
				h.tell(p, raw, nil)
				again = true
			}
		}
	}
}

func (h *hall) cast(party, value int) {
	raw, err := h.parties[party].Cast(value)
	h.tell(h.parties[party], raw, err)
}

func (h *hall) close() {
	raw, err := h.parties[0].Close()
	h.tell(h.parties[0], raw, err)
}

// result is what all parties and a stranger find.
func (h *hall) result() *Result {
	result, err := Verify(h.terms, h.records)
	require.NoError(h.t, err)
	require.NotNil(h.t, result)
	for _, p := range h.parties {
		require.Equal(h.t, result, p.Result())
	}
	return result
}

func TestResults(t *testing.T) {
	for name, x := range map[string]struct {
		rules  Rules
		values []int // -1 for none
		want   Result
	}{
		"a vote":                {Vote, []int{1, 3, 1, -1, 0}, Result{Counts: []int{1, 2, 0, 1}}},
		"one ballot":            {Vote, []int{-1, -1, 2}, Result{Counts: []int{0, 0, 1, 0}}},
		"first price":           {FirstPrice, []int{1, 3, 2}, Result{Highest: 3, Price: 3, Winners: []int{1}}},
		"a tie":                 {FirstPrice, []int{2, 0, 2, 1}, Result{Highest: 2, Price: 2, Winners: []int{0, 2}}},
		"no bid":                {FirstPrice, []int{0, 0, -1}, Result{}},
		"second price":          {SecondPrice, []int{1, 3, 1}, Result{Highest: 3, Price: 1, Winners: []int{1}}},
		"second price, a tie":   {SecondPrice, []int{3, 3, 1}, Result{Highest: 3, Price: 3, Winners: []int{0, 1}}},
		"second price, alone":   {SecondPrice, []int{0, 2, -1}, Result{Highest: 2, Winners: []int{1}}},
		"second price, no bids": {SecondPrice, []int{0, 0, 0}, Result{}},
		"one bidder at one":     {SecondPrice, []int{1, 0, 0}, Result{Highest: 1, Winners: []int{0}}},
	} {
		h := newHall(t, x.rules, 4, 2, len(x.values))
		for party, value := range x.values {
			if value >= 0 {
				h.cast(party, value)
			}
		}
		h.close()
		h.proceed()
		require.Equal(t, x.want, *h.result(), name)
	}
}

// Of bids below the highest the trustees open nothing: there is no share of any sum that
// holds them without the others' and no share of any single one.
func TestLowerBidsStayClosed(t *testing.T) {
	h := newHall(t, FirstPrice, 6, 2, 3)
	for party, value := range []int{1, 4, 2} {
		h.cast(party, value)
	}
	h.close()
	for h.parties[0].Result() == nil {
		for _, p := range h.parties[:2] {
			raw, err := p.Proceed()
			h.tell(p, raw, err)
		}
	}
	all := []int{0, 1, 2}
	require.Equal(t, []Count{
		{5, all, 0}, {4, all, 1}, {4, []int{0}, 0}, {4, []int{1}, 1}, {4, []int{2}, 0},
	}, h.parties[2].Opened())
}

func TestTermsThatCannotBe(t *testing.T) {
	good := newHall(t, Vote, 3, 1, 2).terms
	for name, change := range map[string]func(*Terms){
		"rules":       func(x *Terms) { x.Rules = 3 },
		"few values":  func(x *Terms) { x.Values = 1 },
		"many values": func(x *Terms) { x.Values = onehot.MaxValues + 1 },
		"no trustee":  func(x *Terms) { x.Trustees = 0 },
		"trustees":    func(x *Terms) { x.Trustees = 3 },
		"no quorum":   func(x *Terms) { x.Quorum = 0 },
		"quorum":      func(x *Terms) { x.Quorum = 3 },
		"twice":       func(x *Terms) { x.Parties = []ed25519.PublicKey{good.Parties[0], good.Parties[0]} },
		"small order": func(x *Terms) {
			x.Parties = []ed25519.PublicKey{good.Parties[0], append([]byte{1}, make([]byte, 31)...)}
		},
		"short key": func(x *Terms) { x.Parties = []ed25519.PublicKey{good.Parties[0][1:]} },
		"parties": func(x *Terms) {
			for i := range 255 {
				key := ed25519.NewKeyFromSeed(append(bytes.Repeat([]byte{77}, 31), byte(i)))
				x.Parties = append(slices.Clone(x.Parties), key.Public().(ed25519.PublicKey))
			}
		},
	} {
		terms := good
		change(&terms)
		_, err := NewBoard(terms)
		require.ErrorIs(t, err, ErrTerms, name)
	}
	_, err := NewParty(good, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{99}, 32)), sigma.Nonces{})
	require.ErrorIs(t, err, ErrTerms)
}

// sign signs a record as a party, whatever it says.
func (h *hall) sign(k Kind, party int, body []byte) []byte {
	p := h.parties[party]
	return p.chain.Sign(p.key, byte(k), party, body)
}

// Whoever signs what is false or not due is convicted by it, and nothing changes.
func TestFalseRecords(t *testing.T) {
	h := newHall(t, Vote, 3, 2, 3)
	refused := func(raw []byte, want error) {
		before := *h.parties[2].Board
		require.ErrorIs(t, h.parties[2].Append(raw), want)
		require.Equal(t, before, *h.parties[2].Board)
	}
	refused(h.sign(Close, 0, nil), ErrFalse) // there is no ballot
	refused(h.sign(Ballot, 1, make([]byte, onehot.Size(3))), ErrFalse)
	first := h.parties[0].place(Ballot, 0, 0)
	foreign, _, err := onehot.Commit(first, h.parties[0].joint, 1, sigma.Nonces{})
	require.NoError(t, err)
	refused(h.sign(Ballot, 1, foreign), ErrFalse) // made for another party
	// A ballot under other bases would count for nothing, or for much.
	bases, err := onehot.Generators(3)
	require.NoError(t, err)
	other, _, err := onehot.Commit(first, bases, 1, sigma.Nonces{})
	require.NoError(t, err)
	refused(h.sign(Ballot, 0, other), ErrFalse)

	h.cast(1, 2)
	h.cast(0, 1)
	again, _, err := onehot.Commit(h.parties[1].place(Ballot, 1, 0), h.parties[1].joint, 1, sigma.Nonces{})
	require.NoError(t, err)
	refused(h.sign(Ballot, 1, again), ErrFalse) // a second ballot
	_, err = h.parties[1].Cast(1)
	require.Error(t, err)
	refused(h.sign(Close, 1, nil), ErrFalse) // not the first trustee
	_, err = h.parties[1].Close()
	require.Error(t, err)
	refused(h.sign(Close, 0, []byte{0}), ErrFalse)
	h.close()

	refused(h.sign(Ballot, 2, nil), ErrFalse) // late
	raw, err := h.parties[0].Proceed()
	require.NoError(t, err)
	for i := chain.HeadSize; i < len(raw)-ed25519.SignatureSize; i += 31 {
		bad := bytes.Clone(raw[chain.HeadSize : len(raw)-ed25519.SignatureSize])
		bad[i-chain.HeadSize] ^= 1
		h.parties[0].Board = h.parties[2].Board // to sign on the head before
		refused(h.sign(Shares, 0, bad), ErrFalse)
	}
	refused(h.sign(Shares, 1, nil), ErrFalse) // not its turn
	refused(h.sign(Shares, 0, nil), ErrFalse) // too short
}

// The first trustee can't close before as many have voted as the terms ask for, so that nobody
// is counted alone.
func TestCloseBelowTheQuorum(t *testing.T) {
	h := newQuorum(t, 2, Vote, 3, 2, 4)
	for party := range 2 {
		require.ErrorIs(t, h.parties[2].Append(h.sign(Close, 0, nil)), ErrFalse)
		record, err := h.parties[0].Close()
		require.ErrorIs(t, err, ErrDue)
		require.Nil(t, record)
		h.cast(party, 2)
	}
	h.close()
	h.proceed()
	require.Equal(t, []int{0, 0, 2}, h.result().Counts)
}

// Nothing closes before the keys are there, and nothing is opened before the close.
func TestOrderOfRecords(t *testing.T) {
	h := newHall(t, Vote, 3, 1, 2)
	p := h.parties[0]
	b, err := NewBoard(h.terms)
	require.NoError(t, err)
	open := p.Board
	p.Board = b
	require.ErrorIs(t, b.Append(h.sign(Close, 0, nil)), ErrFalse)
	p.Board = open
	h.cast(1, 2)
	var body []byte
	cards, counts := p.asked()
	for i, card := range cards {
		body = append(body, p.keys[counts[i].Value-1].Share(p.place(Shares, 0, i), card, p.nonces)...)
	}
	require.ErrorIs(t, p.Append(h.sign(Shares, 0, body)), ErrFalse)
	require.ErrorIs(t, p.Append(h.sign(Shares+1, 0, body)), ErrFalse)
}

// Altered bytes blame nobody, and neither does a record of another board.
func TestRefusedRecords(t *testing.T) {
	h := newHall(t, Vote, 2, 1, 2)
	raw := h.sign(Close, 0, nil)
	for i := range raw {
		bad := bytes.Clone(raw)
		bad[i] ^= 1
		require.ErrorIs(t, h.parties[1].Append(bad), ErrRecord)
	}
	require.ErrorIs(t, h.parties[1].Append(nil), ErrRecord)
	require.ErrorIs(t, h.parties[1].Append(newHall(t, Vote, 3, 1, 2).records[0]), ErrRecord)
	bad := bytes.Clone(raw)
	bad[1] = 200
	require.ErrorIs(t, h.parties[1].Append(bad), ErrRecord)
}

// The trustees' keys are proven, as one could cancel the others' otherwise.
func TestKeysAreProven(t *testing.T) {
	h := newHall(t, Vote, 2, 2, 2)
	b, err := NewBoard(h.terms)
	require.NoError(t, err)
	require.NoError(t, b.Append(h.records[0]))
	h.parties[1].Board = b
	body := h.records[1][chain.HeadSize : len(h.records[1])-ed25519.SignatureSize]
	cancel := new(group.Element).Subtract(group.B().Element(), b.keys[0][0].Element())
	require.ErrorIs(t, b.Append(h.sign(Keys, 1, append(cancel.Bytes(), body[32:]...))), ErrFalse)
	require.ErrorIs(t, b.Append(h.sign(Keys, 1, h.records[0][chain.HeadSize:len(h.records[0])-64])), ErrFalse, "copied")
	require.ErrorIs(t, b.Append(h.sign(Keys, 1, body[1:])), ErrFalse)
	require.ErrorIs(t, b.Append(h.sign(Keys, 1, append(bytes.Clone(body), body...))), ErrFalse)
}

func TestTwiceOnOneHead(t *testing.T) {
	h := newHall(t, Vote, 3, 1, 2)
	head := h.parties[1].chain.Head()
	require.Equal(t, sha512.Sum512_256(h.records[0]), head)
	one, two := h.sign(Ballot, 1, []byte{1}), h.sign(Ballot, 1, []byte{2})
	party, convicted := Twice(h.terms, head, one, two)
	require.True(t, convicted)
	require.Equal(t, 1, party)
	for name, pair := range map[string][2][]byte{
		"the same": {one, one}, "two parties": {one, h.sign(Close, 0, nil)},
		"altered": {one, append(slices.Clone(two[:len(two)-1]), two[len(two)-1]^1)},
	} {
		_, convicted := Twice(h.terms, head, pair[0], pair[1])
		require.False(t, convicted, name)
	}
	_, convicted = Twice(Terms{}, head, one, two)
	require.False(t, convicted, "no terms")
	_, convicted = Twice(h.terms, h.terms.ID(), one, two)
	require.False(t, convicted, "another head")
}

func FuzzAppend(f *testing.F) {
	h := newHall(f, FirstPrice, 3, 1, 2)
	h.cast(1, 1)
	h.close()
	h.proceed()
	for _, raw := range h.records {
		f.Add(raw[:len(raw)-ed25519.SignatureSize])
	}
	start, err := NewBoard(h.terms)
	require.NoError(f, err)
	for _, good := range h.records[:2] {
		require.NoError(f, start.Append(good))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		if b := *start; len(record) >= chain.HeadSize {
			_ = b.Append(b.chain.Sign(h.parties[0].key, record[0], int(record[1]), record[chain.HeadSize:]))
		}
	})
}

func BenchmarkVote(b *testing.B) {
	h := newHall(b, Vote, 4, 3, 20)
	for party := range 20 {
		h.cast(party, party%4)
	}
	h.close()
	h.proceed()
	size := 0
	for _, raw := range h.records {
		size += len(raw)
	}
	for b.Loop() {
		_, err := Verify(h.terms, h.records)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(size), "B/vote")
}

// All trustees together can't play a ballot again in the next vote of the same parties.
func TestBallotOfAnotherSession(t *testing.T) {
	first, next := newSession(t, 1, Vote, 3, 1, 3), newSession(t, 2, Vote, 3, 1, 3)
	first.cast(1, 2)
	require.ErrorIs(t, next.parties[0].Append(first.records[1]), ErrRecord)
	b, err := NewBoard(next.terms)
	require.NoError(t, err)
	require.ErrorIs(t, b.Append(first.records[0]), ErrRecord, "nor its keys")
}

// A count is at most that of the ballots, whatever is opened.
func TestCountOfMoreThanThereAre(t *testing.T) {
	for n := range 4 {
		counts := []Count{{Value: 1, Of: []int{0, 1}}}
		card := deck.Card{U: group.B(), V: group.NewBase(group.B().Mult(group.IntScalar(n)))}
		b := &Board{terms: Terms{Rules: Vote}}
		err := b.finish([]deck.Card{card}, counts)
		if n > 2 {
			require.ErrorIs(t, err, errCount)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, n, counts[0].N)
	}
}
