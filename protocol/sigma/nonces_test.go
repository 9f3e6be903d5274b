package sigma

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/secret/secrettest"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// A nonce differs as soon as anything does that it is made of.
func TestNoncesNeverRepeat(t *testing.T) {
	seen := map[string]string{}
	check := func(what string, n Nonces, label string, index uint32, state [32]byte, witness ...string) {
		var w [][]byte
		for _, x := range witness {
			w = append(w, []byte(x))
		}
		nonce := string(n.Scalar(label, index, state, w...).Bytes())
		require.Equal(t, nonce, string(n.Scalar(label, index, state, w...).Bytes()), "the same again")
		require.NotContains(t, seen, nonce, "%s: same as %s", what, seen[nonce])
		seen[nonce] = what
	}
	n := Nonces{Key: [32]byte{1}, Fresh: [32]byte{2}}
	state := [32]byte{3}
	check("itself", n, "label", 4, state)
	check("key", Nonces{Key: [32]byte{0}, Fresh: n.Fresh}, "label", 4, state)
	check("fresh", Nonces{Key: n.Key, Fresh: [32]byte{31: 1}}, "label", 4, state)
	check("key and fresh swapped", Nonces{Key: n.Fresh, Fresh: n.Key}, "label", 4, state)
	check("fresh and state swapped", Nonces{Key: n.Key, Fresh: state}, "label", 4, n.Fresh)
	check("label", n, "labels", 4, state)
	check("same length of label", n, "LABEL", 4, state)
	check("index", n, "label", 5, state)
	check("large index", n, "label", 4<<24, state)
	check("state", n, "label", 4, [32]byte{31: 1})
	check("an empty witness", n, "label", 4, state, "")
	check("two empty witnesses", n, "label", 4, state, "", "")
	check("witness", n, "label", 4, state, "xy")
	check("another witness", n, "label", 4, state, "xz")
	check("witness in two", n, "label", 4, state, "x", "y")
	check("more witness", n, "label", 4, state, "xy", "")

	// The same bytes one after the other, cut in another way: a label that is four
	// bytes shorter, an index made of them, and an empty witness to make up for it.
	var one, two Nonces
	var stateTwo [32]byte
	one.Fresh = [32]byte{0: 9}
	copy(stateTwo[4:], state[:28])
	copy(stateTwo[:], []byte{4, 0, 0, 0})
	copy(two.Fresh[:], state[28:])
	copy(two.Fresh[4:], one.Fresh[:28])
	check("cut", one, "aXXXX", 4, state)
	check("cut in another way", two, "a", 0x58585858, stateTwo, "")
}

// Why Nonces exist: one blinder under two challenges gives the witness away. The
// careless prover takes its blinder from the key alone; ours, on the same two
// statements, does not repeat it.
func TestNonceReuseRevealsTheWitness(t *testing.T) {
	k := scalar(t, "key")
	y := group.NewBase(group.B().Mult(k))
	o := opening(y, encrypt(y, 3, scalar(t, "r")), 3)
	places := []Place{testPlace(), otherPlaces()["previous record"]}

	extract := func(prove func(Place) []byte) *group.Scalar {
		var c, z [2]*group.Scalar
		for i, at := range places {
			proof := prove(at)
			require.NoError(t, o.Verify(at, proof))
			s := o.sponge(at)
			s.Absorb(proof[:64])
			c[i], z[i] = s.SqueezeScalar(), mustScalar(t, proof[64:])
		}
		// k = (z1 - z0) / (c1 - c0) if the blinders were the same
		dc, dz := new(group.Scalar).Subtract(c[1], c[0]), new(group.Scalar).Subtract(z[1], z[0])
		return dz.Multiply(dz, dc.Invert(dc))
	}

	careless := func(at Place) []byte { return proveWith(o, at, k, scalar(t, "always the same")) }
	require.Equal(t, 1, extract(careless).Equal(k), "two proofs with one blinder give the key")

	n := Nonces{Key: [32]byte{1}, Fresh: [32]byte{2}}
	require.Equal(t, 0, extract(func(at Place) []byte { return o.Prove(at, k, n) }).Equal(k))

	// Nor do two records with the same content and other fresh bytes share one.
	again := n
	again.Fresh[0]++
	require.NotEqual(t, o.Prove(places[0], k, n), o.Prove(places[0], k, again))
	// And a record that is made again is the same record.
	require.Equal(t, o.Prove(places[0], k, n), o.Prove(places[0], k, n))
}

// proveWith is Opening.Prove with a blinder of the caller's choice.
func proveWith(o Opening, at Place, k, r *group.Scalar) []byte {
	s := o.sponge(at)
	first := append(group.B().Mult(r).Bytes(), o.U.Mult(r).Bytes()...)
	s.Absorb(first)
	return append(first, new(group.Scalar).MultiplyAdd(s.SqueezeScalar(), k, r).Bytes()...)
}

func TestNoncesPrintAsSecret(t *testing.T) {
	n := Nonces{Key: [32]byte(bytes.Repeat([]byte{0xab}, 32)), Fresh: [32]byte(bytes.Repeat([]byte{0xcd}, 32))}
	for _, text := range slices.Concat(
		secrettest.Prints(t, n), secrettest.Prints(t, &n), secrettest.Prints(t, struct{ N Nonces }{n}),
		[]string{fmt.Errorf("bad nonces: %v", n).Error()},
	) {
		for _, leak := range []string{"abab", "ABAB", "171", "\\xab", "cdcd", "CDCD", "205", "Key", "Fresh"} {
			require.NotContains(t, text, leak)
		}
		require.Contains(t, text, "[secret]")
	}
}
