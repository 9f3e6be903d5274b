package deck

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A vectorFile is deck.json. An independent program made it and judges it.
type vectorFile struct {
	Comment    string
	Tokens     []int
	Generators []struct {
		Index   int
		Element vector.Hex
	}
	Keys     []vectorCase
	Joint    vector.Hex
	Shuffles []vectorCase
	Share    vectorCase
	Face     vectorCase
	Deal     vectorCase
}

type vectorCase struct {
	Place struct {
		Rules, Match, Ed25519, Prev, Front vector.Hex
		Seat, Index                        uint8
	}
	K             vector.Hex
	FirstT        vector.Hex `json:"first_t"`
	Lambda, Xi, E vector.Hex
	Cards         []int
	Token         uint8
	Body          vector.Hex
}

func (c vectorCase) place() sigma.Place {
	p := c.Place
	return sigma.Place{
		Context: sigma.Context{
			Rules: [32]byte(p.Rules), Match: [32]byte(p.Match), Seat: engine.Seat(p.Seat), Key: [32]byte(p.Ed25519),
		},
		Prev: [32]byte(p.Prev), Body: p.Front, Index: p.Index,
	}
}

// refusesChanges checks that no body with a bit changed in every stride-th byte passes.
func refusesChanges(t *testing.T, body []byte, stride int, check func([]byte, *sigma.Batch) error) {
	t.Helper()
	for i := 0; i < len(body); i += stride {
		changed := append([]byte(nil), body...)
		changed[i] ^= 2
		require.Error(t, verified(changed, check), "byte %d", i)
	}
	require.ErrorIs(t, verified(body[1:], check), group.ErrLength)
	require.ErrorIs(t, verified(append(body[:len(body):len(body)], 0), check), group.ErrLength)
}

// verified runs a check with its batch.
func verified(body []byte, check func([]byte, *sigma.Batch) error) error {
	var b sigma.Batch
	if err := check(body, &b); err != nil {
		return err
	}
	return b.Verify()
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile(vector.Path("deck.json"))
	require.NoError(t, err)
	var v vectorFile
	require.NoError(t, json.Unmarshal(text, &v))
	for _, g := range v.Generators {
		e := group.K(g.Index).Bytes()
		require.EqualValues(t, g.Element, e[:])
	}
	var keys []*Key
	var ys []*group.Base
	for _, c := range v.Keys {
		k, err := group.DecodeScalar(c.K)
		require.NoError(t, err)
		keys = append(keys, keyOf(k))
		check := func(body []byte, b *sigma.Batch) error {
			_, err := CheckKey(c.place().Context, body, b)
			return err
		}
		require.NoError(t, verified(c.Body, check))
		refusesChanges(t, c.Body, 8, check)
		ys = append(ys, keys[len(keys)-1].Public())
		require.EqualValues(t, c.Body[:32], encode(ys[len(ys)-1]))
	}
	joint := Joint(ys...)
	require.EqualValues(t, v.Joint, encode(joint))
	tokens := make([]uint8, len(v.Tokens))
	for i := range tokens {
		tokens[i] = uint8(v.Tokens[i])
	}
	d, err := New(tokens)
	require.NoError(t, err)
	for _, c := range v.Shuffles {
		p, _, err := d.read(c.place(), joint, c.Body)
		require.NoError(t, err)
		require.EqualValues(t, c.FirstT, p.t[0].Bytes())
		require.EqualValues(t, c.Lambda, p.lambda.Bytes())
		require.EqualValues(t, c.Xi, p.xi.Bytes())
		require.EqualValues(t, c.E, p.e.Bytes())
		check := func(body []byte, b *sigma.Batch) error {
			_, err := d.CheckShuffle(c.place(), joint, body, b)
			return err
		}
		require.NoError(t, verified(c.Body, check))
		refusesChanges(t, c.Body, 32, check)
		d = p.after
	}

	card := d.Card(v.Share.Cards[0])
	shareCheck := func(body []byte, b *sigma.Batch) error {
		_, err := CheckShare(v.Share.place(), ys[0], card, body, b)
		return err
	}
	require.NoError(t, verified(v.Share.Body, shareCheck))
	refusesChanges(t, v.Share.Body, 1, shareCheck)
	require.EqualValues(t, v.Share.Body[:32], encode(keys[0].share(card)))

	rest := card.Without(keys[0].share(card))
	faceCheck := func(body []byte, b *sigma.Batch) error {
		_, err := CheckFace(v.Face.place(), ys[1], rest, d.Tokens(), body, b)
		return err
	}
	require.NoError(t, verified(v.Face.Body, faceCheck))
	refusesChanges(t, v.Face.Body, 1, faceCheck)
	token, err := keys[1].Token(rest, d.Tokens())
	require.NoError(t, err)
	require.Equal(t, v.Face.Token, token)
	require.Equal(t, v.Face.Body[0], token)

	var cards []Card
	for _, i := range v.Deal.Cards {
		cards = append(cards, d.Card(i))
	}
	dealCheck := func(body []byte, b *sigma.Batch) error {
		_, err := CheckDeal(v.Deal.place(), ys[1], cards, body, b)
		return err
	}
	require.NoError(t, verified(v.Deal.Body, dealCheck))
	refusesChanges(t, v.Deal.Body, 4, dealCheck)
	for i, c := range cards {
		require.EqualValues(t, v.Deal.Body[32*i:][:32], encode(keys[1].share(c)))
	}
}
