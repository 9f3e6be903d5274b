package intersect

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
)

// A pair of parties hears each record.
type pair struct {
	t       testing.TB
	terms   Terms
	parties [2]*Party
	records [][]byte
}

var both = [2]bool{true, true}

func newPair(t testing.TB, output Output, learns [2]bool, sizes [2]int, sets [2][][]byte) *pair {
	p := &pair{t: t, terms: Terms{Output: output, Learns: learns, Sizes: sizes}}
	var keys [2]ed25519.PrivateKey
	for i := range keys {
		keys[i] = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32))
		p.terms.Parties[i] = keys[i].Public().(ed25519.PublicKey)
	}
	for i, key := range keys {
		var err error
		p.parties[i], err = NewParty(p.terms, key, sets[i], sample.Nonces(fmt.Sprint("intersect", i)))
		require.NoError(t, err)
	}
	return p
}

func (p *pair) tell(from int, record []byte, err error) {
	require.NoError(p.t, err)
	p.records = append(p.records, record)
	require.NoError(p.t, p.parties[1-from].Append(record))
}

// proceed lets both make what is due, at most n records.
func (p *pair) proceed(n int) {
	for i := 0; i < 2 && n > 0; i++ {
		if record, err := p.parties[i].Proceed(); record != nil || err != nil {
			p.tell(i, record, err)
			i, n = -1, n-1
		}
	}
}

// set is items a, a+1 … b-1.
func set(a, b int) (items [][]byte) {
	for i := a; i < b; i++ {
		items = append(items, fmt.Appendf(nil, "item %d", i))
	}
	return items
}

// sign signs a record as a party, whatever it says.
func (p *pair) sign(k Kind, party int, body []byte) []byte {
	return p.parties[party].chain.Sign(p.parties[party].key, byte(k), party, body)
}

// A last record is refused, and convicts.
func (p *pair) false(k Kind, party int, body []byte, why string) {
	p.t.Helper()
	b, err := Verify(p.terms, p.records)
	require.NoError(p.t, err)
	head := b.chain.Head()
	require.ErrorIs(p.t, b.Append(b.chain.Sign(p.parties[party].key, byte(k), party, body)), ErrFalse, why)
	require.Equal(p.t, head, b.chain.Head())
}

func body(raw []byte) []byte {
	return bytes.Clone(raw[chain.HeadSize : len(raw)-ed25519.SignatureSize])
}

func TestIntersections(t *testing.T) {
	for _, output := range []Output{Items, Size} {
		for _, learns := range [][2]bool{{true, true}, {true, false}, {false, true}} {
			for _, c := range []struct {
				sizes  [2]int
				sets   [2][][]byte
				common int
			}{
				{[2]int{5, 7}, [2][][]byte{set(0, 5), set(3, 9)}, 2},
				{[2]int{1, 1}, [2][][]byte{set(0, 1), set(0, 1)}, 1},
				{[2]int{3, 2}, [2][][]byte{set(0, 3), nil}, 0},
				{[2]int{3, 3}, [2][][]byte{append(set(0, 1), []byte{}), {{}}}, 1},
			} {
				p := newPair(t, output, learns, c.sizes, c.sets)
				p.proceed(100)
				for i, party := range p.parties {
					items, n, known := party.Learned()
					require.Equal(t, learns[i], known)
					if !known {
						require.Zero(t, n)
						continue
					}
					require.Equal(t, c.common, n)
					require.Len(t, items, c.common*int(1-output))
					for _, item := range items {
						require.Contains(t, c.sets[0], item)
						require.Contains(t, c.sets[1], item)
					}
				}
				terms, records, err := ParseFile(MarshalFile(p.terms, p.records))
				require.NoError(t, err)
				require.Equal(t, p.terms, terms)
				stranger, err := Verify(terms, records)
				require.NoError(t, err)
				require.True(t, stranger.Done())
				n, known := stranger.Size()
				require.Equal(t, learns == both, known)
				if known {
					require.Equal(t, c.common, n)
				}
				require.Len(t, stranger.Common(), n*int(1-output))
			}
		}
	}
}

// Lists of several records.
func TestLongLists(t *testing.T) {
	p := newPair(t, Items, [2]bool{true, false}, [2]int{Chunk + 1, 2}, [2][][]byte{set(0, 3), set(2, 4)})
	p.proceed(100)
	require.Len(t, p.records, 2+2+1+2)
	_, n, _ := p.parties[0].Learned()
	require.Equal(t, 1, n)
}

func TestShown(t *testing.T) {
	p := newPair(t, Items, both, [2]int{5, 7}, [2][][]byte{set(0, 5), set(2, 9)})
	p.proceed(100)
	items, _, _ := p.parties[0].Learned()
	require.Len(t, items, 3)
	record, err := p.parties[0].Show(items[:2]...)
	p.tell(0, record, err)
	record, err = p.parties[0].Show(items[2])
	p.tell(0, record, err)
	_, err = p.parties[0].Show([]byte("item 8"))
	require.ErrorIs(t, err, ErrItems, "it is not in the list")
	b, err := Verify(p.terms, p.records)
	require.NoError(t, err)
	require.Len(t, b.Shown(0), 3)
	require.Empty(t, b.Shown(1))
	for i, x := range b.Shown(0) {
		require.Equal(t, items[i], x.Item)
		require.Equal(t, x.Index, b.Common()[i][0])
	}
}

// A whole list is multiplied by one secret: for some items there is no other.
func TestOtherSecretForSomeItems(t *testing.T) {
	p := newPair(t, Items, both, [2]int{4, 4}, [2][][]byte{set(0, 4), set(0, 4)})
	p.proceed(4)
	good, err := p.parties[1].Proceed()
	require.NoError(t, err)
	other := deck.NewKey([32]byte{1}, sample.Nonces("other"))
	b, err := Verify(p.terms, p.records)
	require.NoError(t, err)
	deal := other.Deal(b.chain.Place(byte(Multiples), 1, 0), cards(b.lists[0]), sample.Nonces("other"))
	p.false(Multiples, 1, deal, "the other secret for all")
	mixed := body(good)
	copy(mixed[group.ElementSize:], deal[group.ElementSize:][:group.ElementSize])
	p.false(Multiples, 1, mixed, "and for one")
	swapped := body(good)
	copy(swapped, body(good)[group.ElementSize:][:group.ElementSize])
	copy(swapped[group.ElementSize:], body(good)[:group.ElementSize])
	p.false(Multiples, 1, swapped, "another order")
	p.false(Multiples, 1, body(good)[group.ElementSize:], "too few")
	for i := 0; i < len(body(good)); i += 13 {
		bad := body(good)
		bad[i] ^= 1
		p.false(Multiples, 1, bad, "a bit")
	}
}

// Nobody can show an item that is not in its list, nor at another place.
func TestShownItemsThatAreNotThere(t *testing.T) {
	p := newPair(t, Items, both, [2]int{3, 3}, [2][][]byte{set(0, 3), set(0, 3)})
	p.proceed(4)
	early := p.parties[0]
	proof := func(of ...*group.Base) []byte {
		return early.secret.Deal(early.chain.Place(byte(Shown), 0, 0), cards(of), early.nonces)[group.ElementSize*len(of):]
	}
	shown := func(index byte) []byte { // as the party would, if it were due
		item := early.list[index].item
		return slices.Concat([]byte{0, index, byte(len(item))}, item, proof(early.hash(item)))
	}
	p.false(Shown, 0, shown(0), "before the end")
	p.proceed(100)
	p.false(Shown, 0, proof(), "nothing, proven")
	own := p.parties[0].list[1].item
	record, err := p.parties[0].Show(own)
	require.NoError(t, err)
	good := body(record)
	p.false(Shown, 1, good, "of the other party")
	at := bytes.Clone(good)
	at[1]++
	p.false(Shown, 0, at, "at another place")
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 4
		p.false(Shown, 0, bad, "changed")
	}
	p.false(Shown, 0, good[len(good)-proofSize:], "nothing")
	p.false(Shown, 0, nil, "no proof")
	p.false(Shown, 0, slices.Concat(good[:len(good)-proofSize], good), "twice")
	p.tell(0, record, nil)
	p.false(Shown, 0, shown(1), "shown before")
	p.false(Shown, 0, shown(0), "before one that was shown")
	again, err := p.parties[0].Show(own)
	require.ErrorIs(t, err, ErrItems, "shown before")
	require.Nil(t, again)

	size := newPair(t, Size, both, [2]int{1, 1}, [2][][]byte{set(0, 1), set(0, 1)})
	size.proceed(100)
	_, err = size.parties[0].Show(set(0, 1)...)
	require.ErrorIs(t, err, ErrDue)
	early = size.parties[0]
	size.false(Shown, 0, shown(0), "only the size is learned")
}

func TestFalseLists(t *testing.T) {
	p := newPair(t, Size, both, [2]int{3, 3}, [2][][]byte{set(0, 3), set(0, 3)})
	ahead := p.parties[1].secret.Prove(p.parties[1].chain.Place(byte(Key), 1, 0).Context, p.parties[1].nonces)
	p.false(Key, 1, ahead, "not its turn")
	key := p.parties[0].secret.Prove(p.parties[0].chain.Place(byte(Key), 1, 0).Context, p.parties[0].nonces)
	p.false(Key, 0, key, "a key of another party")
	p.proceed(2)
	good, err := p.parties[0].Proceed()
	require.NoError(t, err)
	list := body(good)
	p.false(List, 0, slices.Concat(list[32:64], list[:32], list[64:]), "another order")
	p.false(List, 0, slices.Concat(list[:32], list[:32], list[64:]), "an element twice")
	p.false(List, 0, slices.Concat(make([]byte, 32), list[32:]), "zero")
	p.false(List, 0, list[:64], "too short")
	p.false(List, 0, append(list, list[:32]...), "too long")
	p.false(List, 0, bytes.Repeat([]byte{255}, 96), "no elements")
	p.false(Multiples, 0, list, "another kind")
	p.records = append(p.records, good)
	require.NoError(t, p.parties[1].Append(good))
	p.proceed(1)
	good, err = p.parties[1].Proceed()
	require.NoError(t, err)
	p.false(Multiples, 1, slices.Concat(body(good)[32:], body(good)[:32]), "multiples in an order that says whose they are")
}

func TestTermsAndItemsThatCannotBe(t *testing.T) {
	p := newPair(t, Items, both, [2]int{3, 3}, [2][][]byte{})
	for why, change := range map[string]func(*Terms){
		"output": func(t *Terms) { t.Output = 2 }, "nobody learns": func(t *Terms) { t.Learns = [2]bool{} },
		"empty list": func(t *Terms) { t.Sizes[0] = 0 }, "too long": func(t *Terms) { t.Sizes[1] = MaxList + 1 },
		"same party": func(t *Terms) { t.Parties[1] = t.Parties[0] }, "no key": func(t *Terms) { t.Parties[1] = nil },
	} {
		terms := p.terms
		change(&terms)
		_, err := NewBoard(terms)
		require.ErrorIs(t, err, ErrTerms, why)
	}
	for why, items := range map[string][][]byte{
		"too many": set(0, 4), "twice": append(set(0, 1), set(0, 1)...), "too long": {make([]byte, MaxItem+1)},
	} {
		_, err := NewParty(p.terms, p.parties[0].key, items, sample.Nonces("x"))
		require.ErrorIs(t, err, ErrItems, why)
	}
	_, err := NewParty(p.terms, ed25519.NewKeyFromSeed(make([]byte, 32)), nil, sample.Nonces("x"))
	require.ErrorIs(t, err, ErrTerms)
	require.Equal(t, "[secret]", fmt.Sprint(p.parties[0]))
	_, _, err = ParseFile([]byte("darkjunqi tally 1\n"))
	require.ErrorIs(t, err, ErrForeign)
	for _, bad := range [][]byte{nil, make([]byte, 37), make([]byte, 38+31), make([]byte, 38+32), slices.Concat(make([]byte, 33), []byte{4}, make([]byte, 4+64))} {
		_, _, err = ParseFile(chain.MarshalFile(Magic, bad, nil))
		require.ErrorIs(t, err, ErrTerms)
	}
}

func TestTwice(t *testing.T) {
	p := newPair(t, Items, both, [2]int{1, 1}, [2][][]byte{})
	one, two := p.sign(Key, 0, []byte{1}), p.sign(Key, 0, []byte{2})
	party, convicted := Twice(p.terms, p.terms.ID(), one, two)
	require.True(t, convicted)
	require.Zero(t, party)
	_, convicted = Twice(p.terms, p.terms.ID(), one, one)
	require.False(t, convicted)
	_, convicted = Twice(Terms{}, p.terms.ID(), one, two)
	require.False(t, convicted)
}

// Nothing that a party signs makes a board panic.
func FuzzAppend(f *testing.F) {
	p := newPair(f, Items, both, [2]int{2, 2}, [2][][]byte{set(0, 2), set(0, 2)})
	p.proceed(100)
	for i, record := range p.records {
		f.Add(byte(i), record[0], record[1]&1, body(record))
	}
	f.Fuzz(func(t *testing.T, n, kind, party byte, body []byte) {
		b, err := Verify(p.terms, p.records[:int(n)%(len(p.records)+1)])
		require.NoError(t, err)
		_ = b.Append(b.chain.Sign(p.parties[party&1].key, kind, int(party&1), body))
	})
}

// Two sets of 10,000, the items to both.
func BenchmarkIntersect(b *testing.B) {
	for b.Loop() {
		p := newPair(b, Items, both, [2]int{MaxList, MaxList}, [2][][]byte{set(0, MaxList), set(MaxList/2, MaxList*3/2)})
		p.proceed(100)
		_, n, _ := p.parties[0].Learned()
		require.Equal(b, MaxList/2, n)
		b.ReportMetric(float64(len(MarshalFile(p.terms, p.records))), "bytes")
	}
}
