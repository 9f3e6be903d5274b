package layout

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// lotFile is lot.json: the proof that a layout is what its cards hold.
type lotFile struct {
	Comment string       `json:"comment"`
	Rules   string       `json:"rules"`
	Context contextText  `json:"context"`
	Layout  string       `json:"layout"`
	Body    vector.Hex   `json:"body"`
	Prev    vector.Hex   `json:"prev"`
	Front   vector.Hex   `json:"front"`
	K       vector.Hex   `json:"k"`
	Y       vector.Hex   `json:"Y"`
	Cards   []vector.Hex `json:"cards"` // U', V' of each piece
	Digest  vector.Hex   `json:"digest"`
	Delta   vector.Hex   `json:"delta"`
	Known   vector.Hex   `json:"known"`
	U       vector.Hex   `json:"U"`
	X       []vector.Hex `json:"X"`
	C       vector.Hex   `json:"c"`
	Proof   vector.Hex   `json:"proof"`
	Invalid []invalidLot `json:"invalid"`
}

// An invalidLot is the proof with some bytes overwritten, cut or added; or of other cards, or of another
// layout.
type invalidLot struct {
	Comment string     `json:"comment"`
	At      int        `json:"at"`
	Put     vector.Hex `json:"put,omitempty"`
	Length  int        `json:"length,omitempty"` // cut or pad with zeros to so many bytes
	Swap    []int      `json:"swap,omitempty"`   // two cards that change places
	Proof   vector.Hex `json:"proof,omitempty"`  // another one
	Error   string     `json:"error"`
}

func lotCard(u, v *group.Element) deck.Card {
	return deck.Card{U: group.NewBase(u), V: group.NewBase(v)}
}

func cardBytes(card deck.Card) []byte {
	u, v := card.U.Bytes(), card.V.Bytes()
	return append(u[:], v[:]...)
}

func TestLotVectors(t *testing.T) {
	text, err := os.ReadFile("../../engine/testdata/toy.json")
	require.NoError(t, err)
	rules, err := engine.ParseRules(text)
	require.NoError(t, err)
	value := rules.Rules()
	value.Views.Mode = engine.ModeDrawn
	for i := range value.Types {
		value.Types[i].Starts = []int{0, 1, 2, 3, 4}
	}
	rules, err = engine.NewRuleset(value)
	require.NoError(t, err)
	seats, _, _ := seatsOfVectors(t)
	secret, x := seats["red"].secret(t), seats["red"].Context
	secret.Layout, err = rules.ParseLayout("WXH/F.H")
	require.NoError(t, err)
	digest := rules.Digest()
	x.Rules = digest[:]
	body, err := Prove(x.context(t), rules, secret)
	require.NoError(t, err)
	c, err := Verify(x.context(t), rules, body)
	require.NoError(t, err)
	at := sigma.Place{Context: x.context(t), Prev: [32]byte(bytes.Repeat([]byte{0x11}, 32)), Body: []byte{4}}
	key := deck.NewKey(at.Context.Match, secret.Nonces)
	y := key.Public().Bytes()
	var cards []deck.Card
	for p, j := range secret.Layout {
		r := group.IntScalar(1000 + p)
		v := new(group.Element).Add(group.B().Mult(group.IntScalar(int(j)+1)), key.Public().Mult(r))
		cards = append(cards, lotCard(group.B().Mult(r), v))
	}
	f := lotFile{
		Comment: "the lot (22.8) of a layout. Card p has U' = (1000 + p)B; known is the sum in the last line of the " +
			"long equation, U that of the U', X by the types sent those of the Y, c the challenge",
		Rules: string(rules.Text()), Context: x, Layout: rules.FormatLayout(secret.Layout), Body: body,
		Prev: at.Prev[:], Front: at.Body, K: key.Scalar().Bytes(), Y: y[:], Digest: c.digest[:],
	}
	for _, card := range cards {
		f.Cards = append(f.Cards, cardBytes(card))
	}
	prove := func(cards []deck.Card) []byte {
		proof, err := c.ProveLot(at, key, cards, secret, secret.Nonces)
		require.NoError(t, err)
		require.Len(t, proof, c.LotSize())
		return proof
	}
	f.Proof = prove(cards)

	s := at.Sponge(LotKind)
	s.Absorb(y[:])
	s.Absorb(c.digest[:])
	for _, card := range f.Cards {
		s.Absorb(card[:32])
		s.Absorb(card[32:])
	}
	f.Delta = s.SqueezeScalar().Bytes()
	l, sponge, err := c.lot(at, key.Public(), cards)
	require.NoError(t, err)
	long := l.Equations[len(l.Equations)-1]
	require.Len(t, long, 2+len(c.sent))
	for i, term := range long {
		b := term.Base.Bytes()
		switch i {
		case 0:
			f.Known = b[:]
		case 1:
			f.U = b[:]
		default:
			f.X = append(f.X, b[:])
		}
	}
	sponge.Absorb(f.Proof[:group.ElementSize*len(l.Equations)])
	f.C = sponge.SqueezeScalar().Bytes()

	put := func(comment, err string, at int, b ...byte) {
		f.Invalid = append(f.Invalid, invalidLot{Comment: comment, At: at, Put: b, Error: err})
	}
	tooLarge := bytes.Repeat([]byte{0xff}, 32)
	for i := range f.Proof {
		if i%32 == 0 && i < 32*len(l.Equations) {
			put("a first message is not canonical", "ErrElement", i, tooLarge...)
			put("another first message", "ErrProof", i, group.H().Element().Bytes()...)
		} else if i%32 == 0 {
			put("a response is not reduced", "ErrScalar", i, tooLarge...)
			put("a bit of a response", "ErrProof", i, f.Proof[i]^1)
		}
	}
	for _, n := range []int{0, 32, len(f.Proof) - 1, len(f.Proof) + 1} {
		f.Invalid = append(f.Invalid, invalidLot{Comment: "of another length", Length: n, Error: "ErrLength"})
	}
	other := []int{0, 1}
	require.NotEqual(t, secret.Layout[0], secret.Layout[1])
	swapped := swapCards(cards, other)
	f.Invalid = append(f.Invalid,
		invalidLot{Comment: "two cards the other way", Swap: other, Error: "ErrProof"},
		invalidLot{Comment: "two cards the other way, proven by the honest prover", Swap: other, Proof: prove(swapped), Error: "ErrProof"})
	vector.Check(t, "lot.json", f)

	var read lotFile
	vector.Read(t, "lot.json", &read)
	verify := func(proof []byte, cards []deck.Card) error {
		var b sigma.Batch
		if err := c.VerifyLot(at, key.Public(), cards, proof, &b); err != nil {
			return err
		}
		return b.Verify()
	}
	cards = nil
	for _, card := range read.Cards {
		u, err := group.DecodeElement(card[:32])
		require.NoError(t, err)
		v, err := group.DecodeElement(card[32:])
		require.NoError(t, err)
		cards = append(cards, lotCard(u, v))
	}
	require.NoError(t, verify(read.Proof, cards))
	require.ErrorIs(t, verify(read.Proof, cards[1:]), ErrLot)
	for _, x := range read.Invalid {
		proof, cards := bytes.Clone(read.Proof), cards
		if x.Proof != nil {
			proof = x.Proof
		}
		copy(proof[x.At:], x.Put)
		if x.Put == nil && x.Swap == nil {
			proof = append(proof, 0)[:x.Length]
		}
		if x.Swap != nil {
			cards = swapCards(cards, x.Swap)
		}
		require.ErrorIs(t, verify(proof, cards), errorNames[x.Error], x.Comment)
	}
}

func swapCards(cards []deck.Card, pair []int) []deck.Card {
	cards = append([]deck.Card(nil), cards...)
	cards[pair[0]], cards[pair[1]] = cards[pair[1]], cards[pair[0]]
	return cards
}
