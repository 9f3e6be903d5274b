package deck_test

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A seat of the examples. Real ones draw their nonces at random.
type seat struct {
	ctx    sigma.Context
	nonces sigma.Nonces
	key    *deck.Key
	y      *group.Base // as the others checked it
}

// at returns the place of the seat's next proof. Real ones name the record before.
func (s *seat) at(record uint8) sigma.Place {
	return sigma.Place{Context: s.ctx, Prev: [32]byte{record}, Body: []byte{record}}
}

// sit makes seats that have checked each other's keys, and the deck after a shuffle of
// each.
func sit(n int, tokens ...uint8) (seats []*seat, joint *group.Base, d *deck.Deck) {
	var batch sigma.Batch
	var ys []*group.Base
	for i := range n {
		s := &seat{
			ctx:    sigma.Context{Match: [32]byte{1}, Seat: engine.Seat(i), Key: [32]byte{byte(i)}},
			nonces: sigma.Nonces{Key: [32]byte{byte(i)}},
		}
		s.key = deck.NewKey(s.ctx.Match, s.nonces)
		s.y = must(deck.CheckKey(s.ctx, s.key.Prove(s.ctx, s.nonces), &batch))
		seats, ys = append(seats, s), append(ys, s.y)
	}
	joint, d = deck.Joint(ys...), must(deck.New(tokens))
	for _, s := range seats {
		body := d.Shuffle(s.at(0), joint, s.nonces)
		d = must(d.CheckShuffle(s.at(0), joint, body, &batch))
	}
	check(&batch)
	return seats, joint, d
}

// open opens a card: all seats but the last share, the last one says its face.
func open(seats []*seat, d *deck.Deck, card int) uint8 {
	var batch sigma.Batch
	var shares []*group.Base
	last := seats[len(seats)-1]
	for _, s := range seats[:len(seats)-1] {
		body := s.key.Share(s.at(1), d.Card(card), s.nonces)
		shares = append(shares, must(deck.CheckShare(s.at(1), s.y, d.Card(card), body, &batch)))
	}
	rest := d.Card(card).Without(shares...)
	at := func(uint8) sigma.Place { return last.at(2) }
	body := must(last.key.Face(at, rest, d.Tokens(), last.nonces))
	token := must(deck.CheckFace(last.at(2), last.y, rest, d.Tokens(), body, &batch))
	check(&batch)
	return token
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func check(b *sigma.Batch) {
	if err := b.Verify(); err != nil {
		panic(err)
	}
}

// A joint coin is the first card of two. A die is one of six.
func Example_coin() {
	seats, _, d := sit(2, 0, 1)
	token := open(seats, d, 0)
	fmt.Println("heads or tails:", token < 2)
	// Output: heads or tails: true
}

// To draw lots, each of three seats gets the card of its number.
func Example_lots() {
	seats, _, d := sit(3, 1, 2, 3)
	var lots []int
	for i := range seats {
		lots = append(lots, int(open(seats, d, i)))
	}
	slices.Sort(lots)
	fmt.Println("each lot is drawn once:", lots)
	// Output: each lot is drawn once: [1 2 3]
}

// For a hidden hand, all others share in public. Only the owner, whose share is
// missing, can read the hand. It plays a card by opening it.
func Example_hand() {
	seats, _, d := sit(3, 10, 11, 12, 13, 14, 15)
	owner, cards := seats[0], []deck.Card{d.Card(0), d.Card(1)}
	var batch sigma.Batch
	for _, s := range seats[1:] {
		body := s.key.Deal(s.at(1), cards, s.nonces)
		for i, share := range must(deck.CheckDeal(s.at(1), s.y, cards, body, &batch)) {
			cards[i] = cards[i].Without(share)
		}
	}
	check(&batch)
	first := must(owner.key.Token(cards[0], d.Tokens()))
	second := must(owner.key.Token(cards[1], d.Tokens()))
	fmt.Println("two different cards:", first != second)

	at := func(uint8) sigma.Place { return owner.at(2) }
	body := must(owner.key.Face(at, cards[0], d.Tokens(), owner.nonces))
	played := must(deck.CheckFace(owner.at(2), owner.y, cards[0], d.Tokens(), body, &batch))
	check(&batch)
	fmt.Println("the one that it read:", played == first)
	// Output:
	// two different cards: true
	// the one that it read: true
}

// A dealt card is an encryption under its owner's key alone. The owner passes it to
// another seat, unseen by the rest, by an encryption under that seat's key:
//
//	U' = rB,  V' = V - kU + rY'
//
// The statement that both hold the same is linear in k and r.
func Example_pass() {
	seats, _, d := sit(3, 20, 21, 22)
	owner, other := seats[0], seats[1]
	card := d.Card(0)
	var batch sigma.Batch
	for _, s := range seats[1:] {
		body := s.key.Share(s.at(1), d.Card(0), s.nonces)
		card = card.Without(must(deck.CheckShare(s.at(1), s.y, d.Card(0), body, &batch)))
	}

	// The scalar k, derived as deck.NewKey does.
	k := owner.nonces.Scalar("darkjunqi/v1/secret/deck", 0, owner.ctx.Match)
	r := owner.nonces.Scalar("example/pass", 0, [32]byte{3})
	v := new(group.Element).Subtract(card.V.Element(), card.U.Mult(k))
	passed := deck.Card{
		U: group.NewBase(group.B().Mult(r)), V: group.NewBase(v.Add(v, other.y.Mult(r))),
	}
	term := func(b *group.Base, times, of int) sigma.Term {
		return sigma.Term{Base: b, Form: sigma.Times(times, of)}
	}
	statement := &sigma.Linear{Witnesses: 2, Equations: []sigma.Equation{
		{term(group.B(), 1, 0), term(owner.y, -1, sigma.One)},
		{term(group.B(), 1, 1), term(passed.U, -1, sigma.One)},
		{
			term(card.V, 1, sigma.One), term(card.U, -1, 0),
			term(other.y, 1, 1), term(passed.V, -1, sigma.One),
		},
	}}
	const kind = "example/pass"
	proof := statement.Prove(owner.at(3).Sponge(kind), kind, []*group.Scalar{k, r}, owner.nonces)
	if err := statement.VerifyLater(owner.at(3).Sponge(kind), proof, &batch); err != nil {
		panic(err)
	}
	check(&batch)
	before := must(owner.key.Token(card, d.Tokens()))
	fmt.Println("the same card:", before == must(other.key.Token(passed, d.Tokens())))
	fmt.Println(len(proof), "bytes of proof")
	// Output:
	// the same card: true
	// 160 bytes of proof
}
