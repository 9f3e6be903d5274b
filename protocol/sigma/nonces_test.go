package sigma

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A nonce differs as soon as anything does that it is made of.
func TestNoncesNeverRepeat(t *testing.T) {
	type input struct {
		key, fresh, state byte
		label             string
		index             uint32
		witness           string
		witnesses         int
	}
	gen := rapid.Custom(func(t *rapid.T) input {
		return input{
			rapid.ByteRange(0, 2).Draw(t, "key"), rapid.ByteRange(0, 2).Draw(t, "fresh"), rapid.ByteRange(0, 2).Draw(t, "state"),
			rapid.SampledFrom([]string{"", "a", "ab", "a\x00", "b"}).Draw(t, "label"),
			rapid.SampledFrom([]uint32{0, 1, 256, 1 << 24, 'a', 'b'}).Draw(t, "index"),
			rapid.SampledFrom([]string{"", "a", "b", "ab"}).Draw(t, "witness"),
			rapid.IntRange(0, 2).Draw(t, "witnesses"),
		}
	})
	scalar := func(in input) string {
		n := Nonces{Key: [32]byte{in.key}, Fresh: [32]byte{31: in.fresh}}
		var witness [][]byte
		for range in.witnesses {
			witness = append(witness, []byte(in.witness))
		}
		return string(n.Scalar(in.label, in.index, [32]byte{in.state}, witness...).Bytes())
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
		if a.witnesses == 0 {
			a.witness = ""
		}
		if b.witnesses == 0 {
			b.witness = ""
		}
		require.Equal(t, a == b, scalar(a) == scalar(b))
	})
}

// Why Nonces exist: one blinder under two challenges gives the witness away. The
// careless prover takes its blinder from the key alone; ours, on the same two
// statements, does not repeat it.
func TestNonceReuseRevealsTheWitness(t *testing.T) {
	k := scalar(t, "key")
	y := group.NewBase(group.B().Mult(k))
	o := Opening{Y: y, E: encrypt(y, 3, scalar(t, "r")), M: 3}
	places := []Place{testPlace(), otherPlaces()["previous record"]}

	extract := func(prove func(Place) []byte) *group.Scalar {
		var c, z [2]*group.Scalar
		for i, at := range places {
			proof := prove(at)
			require.NoError(t, o.Verify(at, proof))
			c[i], z[i] = mustScalar(t, proof[:32]), mustScalar(t, proof[32:])
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
	u, w := o.statement()
	s := o.sponge(at, u, w)
	s.Absorb(group.B().Mult(r).Bytes())
	s.Absorb(u.Mult(r).Bytes())
	c := s.SqueezeScalar()
	z := new(group.Scalar).Multiply(c, k)
	return append(c.Bytes(), z.Add(z, r).Bytes()...)
}

func TestNoncesPrintAsSecret(t *testing.T) {
	n := Nonces{Key: [32]byte(bytes.Repeat([]byte{0xab}, 32)), Fresh: [32]byte(bytes.Repeat([]byte{0xcd}, 32))}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "nonces", n, "pointer", &n)
	j, err := json.Marshal(n)
	require.NoError(t, err)
	for _, text := range []string{
		fmt.Sprint(n), fmt.Sprint(&n), fmt.Sprintf("%v %+v %#v %x %X %s %d %q", n, n, n, n, n, n, n, n),
		fmt.Sprintf("%+v", struct{ N Nonces }{n}), fmt.Errorf("bad nonces: %v", n).Error(), log.String(), string(j),
	} {
		for _, leak := range []string{"abab", "ABAB", "171", "\\xab", "cdcd", "CDCD", "205", "Key", "Fresh"} {
			require.NotContains(t, text, leak)
		}
		require.Contains(t, text, "[secret]")
	}
}
