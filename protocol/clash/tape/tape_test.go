package tape_test

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

// entry is one of testdata/vectors/tape.json.
type entry struct {
	Seed     vector.Hex `json:"seed"`
	Match    vector.Hex `json:"match"`
	Answered vector.Hex `json:"answered"`
	Clash    uint32     `json:"clash"`
	Role     string     `json:"role"`
	Step     uint8      `json:"step"`
	Coins    vector.Hex `json:"coins"`
}

func filled(b byte) (out [32]byte) {
	for i := range out {
		out[i] = b
	}
	return out
}

func TestVectors(t *testing.T) {
	var made []entry
	for i, at := range []tape.Place{
		{},
		{Match: filled(1), Answered: filled(2), Clash: 0, Step: tape.Offer},
		{Match: filled(1), Answered: filled(2), Clash: 0, Step: tape.Request},
		{Match: filled(1), Answered: filled(3), Clash: 0, Step: tape.Request},
		{Match: filled(1), Answered: filled(4), Clash: 1 << 24, Step: tape.Reply},
		{Match: filled(1), Answered: filled(4), Clash: 0x01020304, Step: tape.Answer},
	} {
		seed := filled(byte(0xf0 + i))
		made = append(made, entry{
			Seed: seed[:], Match: at.Match[:], Answered: at.Answered[:],
			Clash: at.Clash, Role: at.Step.Role().String(), Step: uint8(at.Step),
			Coins: tape.New(seed, at).Bytes(200),
		})
	}
	vector.Check(t, "tape.json", made)
}

// TestEverythingCounts changes each part of a place in turn.
func TestEverythingCounts(t *testing.T) {
	base := tape.Place{Match: filled(1), Answered: filled(2), Clash: 7, Step: tape.Offer}
	seen := map[string]string{}
	for name, change := range map[string]func(seed *[32]byte, at *tape.Place){
		"none":     func(*[32]byte, *tape.Place) {},
		"seed":     func(seed *[32]byte, _ *tape.Place) { seed[31] ^= 1 },
		"match":    func(_ *[32]byte, at *tape.Place) { at.Match[0] ^= 1 },
		"answered": func(_ *[32]byte, at *tape.Place) { at.Answered[31] ^= 1 },
		"clash":    func(_ *[32]byte, at *tape.Place) { at.Clash ^= 1 << 31 },
		"step":     func(_ *[32]byte, at *tape.Place) { at.Step = tape.Reply },
		"role":     func(_ *[32]byte, at *tape.Place) { at.Step = tape.Request },
	} {
		seed, at := filled(9), base
		change(&seed, &at)
		coins := hex.EncodeToString(tape.New(seed, at).Bytes(32))
		require.NotContains(t, seen, coins, "%s and %s", name, seen[coins])
		seen[coins] = name
	}
}

// TestAnyPortions: the coins do not depend on how many are asked for at once.
func TestAnyPortions(t *testing.T) {
	const total = 1000
	whole := tape.New(filled(1), tape.Place{}).Bytes(total)
	rapid.Check(t, func(t *rapid.T) {
		coins := tape.New(filled(1), tape.Place{})
		var got []byte
		for len(got) < total {
			n := rapid.IntRange(0, total-len(got)).Draw(t, "n")
			p := make([]byte, n)
			m, err := coins.Read(p)
			require.NoError(t, err)
			require.Equal(t, n, m)
			got = append(got, p...)
		}
		require.Equal(t, whole, got)
	})
}

func TestCoinsKeepTheirSecret(t *testing.T) {
	coins := tape.New(filled(1), tape.Place{})
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d"} {
		require.Equal(t, "[secret]", fmt.Sprintf(verb, coins))
	}
	require.Equal(t, "[secret]", coins.String())
	require.Equal(t, "[secret]", coins.GoString())
	require.Equal(t, "[secret]", coins.LogValue().String())
}

func TestNames(t *testing.T) {
	require.Equal(t, "attacker offer", fmt.Sprint(tape.Offer.Role(), " ", tape.Offer))
	require.Equal(t, "defender request", fmt.Sprint(tape.Request.Role(), " ", tape.Request))
	require.Equal(t, "attacker reply", fmt.Sprint(tape.Reply.Role(), " ", tape.Reply))
	require.Equal(t, "defender answer", fmt.Sprint(tape.Answer.Role(), " ", tape.Answer))
	require.Equal(t, "step(4)", tape.Step(4).String())
	require.Equal(t, "role(2)", tape.Role(2).String())
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		tape.New([32]byte{}, tape.Place{}).Bytes(32)
	}
}
