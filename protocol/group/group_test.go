package group

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"math/big"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// q is the order of the group, from RFC 9496, section 4.
var q, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

func littleEndian(n *big.Int) []byte {
	b := n.FillBytes(make([]byte, 32))
	for i, j := 0, 31; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return b
}

func drawScalar(t *rapid.T, label string) *Scalar {
	special := rapid.SampledFrom([]int64{-1, 0, 1, 2, -2, 8, 255}).Draw(t, label+" special")
	if rapid.IntRange(0, 3).Draw(t, label+" kind") == 0 {
		n := new(big.Int).Mod(new(big.Int).Add(q, big.NewInt(special)), q)
		s, err := DecodeScalar(littleEndian(n))
		require.NoError(t, err)
		return s
	}
	b := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, label)
	return UniformScalar([64]byte(b))
}

func drawElement(t *rapid.T, label string) *Element {
	return new(Element).ScalarBaseMult(drawScalar(t, label))
}

// Encodings that RFC 9496, appendix A.2, wants refused: not below p, negative, no
// square, negative xy, and s = -1, for which y = 0.
var badElements = []string{
	"00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
	"26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
	"4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
	"3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
	"a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

func TestDecodeElementRefusesWhatIsNotCanonical(t *testing.T) {
	for _, text := range badElements {
		b, err := hex.DecodeString(text)
		require.NoError(t, err)
		_, err = DecodeElement(b)
		require.ErrorIs(t, err, ErrElement, text)
		_, err = DecodeBase(b)
		require.ErrorIs(t, err, ErrElement, text)
		_, err = DecodeCiphertext(append(b, make([]byte, 32)...))
		require.ErrorIs(t, err, ErrElement, text)
		_, err = DecodeCiphertext(append(make([]byte, 32), b...))
		require.ErrorIs(t, err, ErrElement, text)
	}
	for n := range 70 {
		if n != ElementSize {
			_, err := DecodeElement(make([]byte, n))
			require.ErrorIs(t, err, ErrLength)
			_, err = DecodeScalar(make([]byte, n))
			require.ErrorIs(t, err, ErrLength)
		}
		if n != CiphertextSize {
			_, err := DecodeCiphertext(make([]byte, n))
			require.ErrorIs(t, err, ErrLength)
		}
	}
}

// Elements in a row are decoded, or refused, as each of them is, however many there are.
func TestDecodeBases(t *testing.T) {
	bad := [][]byte{make([]byte, 31), nil}
	for _, text := range badElements {
		b, err := hex.DecodeString(text)
		require.NoError(t, err)
		bad = append(bad, b)
	}
	for n := range 19 {
		var row []byte
		for i := range n {
			row = append(row, B().Mult(SmallScalar(uint8(i*i*i))).Bytes()...)
		}
		for _, last := range bad {
			if n > 0 && len(last) == ElementSize { // in the middle, too
				within := bytes.Clone(row)
				copy(within[n/2*ElementSize:], last)
				bases, err := DecodeBases(within)
				require.Len(t, bases, n/2)
				require.ErrorIs(t, err, ErrElement)
			}
			bases, err := DecodeBases(append(bytes.Clone(row), last...))
			require.Len(t, bases, n)
			switch len(last) {
			case 0:
				require.NoError(t, err)
			case ElementSize:
				require.ErrorIs(t, err, ErrElement)
			default:
				require.ErrorIs(t, err, ErrLength)
			}
			for i, base := range bases {
				want, err := DecodeBase(row[i*ElementSize:][:ElementSize])
				require.NoError(t, err)
				require.Equal(t, 1, want.element.p.Equal(&base.element.p), "as a point of the curve, too")
				require.Equal(t, want.Bytes(), base.Bytes())
				require.Equal(t, want.element.encode(), base.element.encode())
			}
		}
	}
}

func TestDecodeElementTakesTheIdentity(t *testing.T) {
	e, err := DecodeElement(make([]byte, 32))
	require.NoError(t, err)
	require.True(t, IsIdentity(e))
	require.False(t, IsIdentity(B().Element()))
}

func TestDecodeScalarRefusesWhatIsNotBelowQ(t *testing.T) {
	last := new(big.Int).Sub(q, big.NewInt(1))
	s, err := DecodeScalar(littleEndian(last))
	require.NoError(t, err)
	require.Equal(t, 1, s.Add(s, SmallScalar(1)).Equal(NewScalar()))
	max := new(big.Int).Lsh(big.NewInt(1), 256)
	max.Sub(max, big.NewInt(1))
	for _, n := range []*big.Int{q, new(big.Int).Add(q, big.NewInt(1)), max, new(big.Int).Lsh(q, 3)} {
		_, err := DecodeScalar(littleEndian(n))
		require.ErrorIs(t, err, ErrScalar, "%x", n)
	}
}

func TestGeneratorsAreHashesOfTheirLabels(t *testing.T) {
	want := func(label string) []byte {
		h := sha512.Sum512([]byte(label))
		e, err := new(Element).SetUniformBytes(h[:])
		require.NoError(t, err)
		return e.Bytes()
	}
	seen := map[string]bool{string(B().Element().Bytes()): true}
	check := func(label string, b *Base) {
		require.Equal(t, want(label), b.Element().Bytes(), label)
		e := b.Bytes()
		require.Equal(t, want(label), e[:], label)
		require.False(t, seen[string(e[:])], "%s is one of the others", label)
		require.False(t, IsIdentity(b.Element()))
		seen[string(e[:])] = true
	}
	for j := range MaxTypes {
		check("darkjunqi/v1/generator/type/"+strconv.Itoa(j), G(j))
	}
	check("darkjunqi/v1/generator/blinding", H())
	require.Equal(t, "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
		hex.EncodeToString(B().Element().Bytes()), "RFC 9496, appendix A.1")
}

// A base hands out copies: nobody can bend a generator.
func TestBaseIsImmutable(t *testing.T) {
	before := H().Bytes()
	H().Element().Add(H().Element(), B().Element())
	e := H().Element()
	e.Add(e, e)
	require.Equal(t, before, H().Bytes())
	require.Equal(t, before[:], H().Element().Bytes())
}

func TestSumsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 16).Draw(t, "n")
		s := make([]*Scalar, n)
		b := make([]*Base, n)
		want := NewElement()
		for i := range s {
			s[i] = drawScalar(t, "s")
			switch rapid.IntRange(0, 6).Draw(t, "base") {
			case 0:
				b[i] = B()
			case 1:
				b[i] = H()
			case 2:
				b[i] = G(rapid.IntRange(0, MaxTypes-1).Draw(t, "j"))
			case 3:
				b[i] = NewBase(drawElement(t, "e")).ForSums()
			case 4:
				b[i] = NewBase(drawElement(t, "e")).ForSecrets()
			default:
				b[i] = NewBase(drawElement(t, "e"))
			}
			want.Add(want, new(Element).ScalarMult(s[i], b[i].Element()))
			require.Equal(t, 1, b[i].Mult(s[i]).Equal(new(Element).ScalarMult(s[i], b[i].Element())))
		}
		require.Equal(t, 1, Sum(s, b).Equal(want))
		require.Equal(t, 1, VarTimeSum(s, b).Equal(want))
		e := Sum(s, b).encode()
		require.Equal(t, want.Bytes(), e[:])
		e = VarTimeSum(s, b).encode()
		require.Equal(t, want.Bytes(), e[:])
	})
}

func TestCiphertextsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawScalar(t, "k")
		y := NewBase(B().Mult(k))
		encrypt := func(m uint8, r *Scalar) Ciphertext {
			v := B().Mult(SmallScalar(m))
			return Ciphertext{B().Mult(r), v.Add(v, y.Mult(r))}
		}
		m1, m2 := rapid.Byte().Draw(t, "m1"), rapid.Byte().Draw(t, "m2")
		r1, r2 := drawScalar(t, "r1"), drawScalar(t, "r2")
		a, b := encrypt(m1, r1), encrypt(m2, r2)
		sum := NewCiphertext().Add(a, b)
		want := B().Mult(new(Scalar).Add(SmallScalar(m1), SmallScalar(m2)))
		got := new(Element).Subtract(sum.V, new(Element).ScalarMult(k, sum.U))
		require.Equal(t, 1, got.Equal(want))
		require.Equal(t, 1, NewCiphertext().Subtract(sum, b).Equal(a))
		require.Equal(t, 0, NewCiphertext().Add(sum, encrypt(1, NewScalar())).Equal(sum))

		d, err := DecodeCiphertext(sum.Bytes())
		require.NoError(t, err)
		require.Equal(t, 1, d.Equal(sum))
		c := sum.Clone()
		c.U.Add(c.U, c.V)
		require.Equal(t, d.Bytes(), sum.Bytes(), "a clone shares nothing")
	})
}

func FuzzDecodeElement(f *testing.F) {
	for _, text := range badElements {
		b, _ := hex.DecodeString(text)
		f.Add(b)
	}
	f.Add(make([]byte, 32))
	f.Add(B().Element().Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := DecodeElement(b)
		if err != nil {
			return
		}
		require.Equal(t, b, e.Bytes())
		base, err := DecodeBase(b)
		require.NoError(t, err)
		encoding := base.Bytes()
		require.Equal(t, b, encoding[:])
	})
}

func FuzzDecodeScalar(f *testing.F) {
	f.Add(make([]byte, 32))
	f.Add(littleEndian(q))
	f.Add(bytes.Repeat([]byte{0xff}, 32))
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, err := DecodeScalar(b); err == nil {
			require.Equal(t, b, s.Bytes())
		}
	})
}

func FuzzDecodeCiphertext(f *testing.F) {
	f.Add(make([]byte, 64))
	f.Add(Ciphertext{B().Element(), H().Element()}.Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := DecodeCiphertext(b); err == nil {
			require.Equal(t, b, c.Bytes())
		}
	})
}
