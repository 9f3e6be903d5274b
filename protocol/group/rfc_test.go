package group

import (
	"crypto/sha512"
	"encoding/hex"
	"math/big"
	"testing"

	"filippo.io/edwards25519/field"
	"github.com/gtank/ristretto255"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// RFC 9496, appendix A.1: the multiples of the base, from 0.
var smallMultiples = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
	"6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
	"94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
	"da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
	"e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
	"f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403",
	"44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d",
	"903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c",
	"02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031",
	"20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f",
	"bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42",
	"e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460",
	"aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f",
	"46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e",
	"e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e",
}

func TestSmallMultiplesOfTheBase(t *testing.T) {
	for n, want := range smallMultiples {
		require.Equal(t, want, hex.EncodeToString(B().Mult(SmallScalar(uint8(n))).Bytes()), "%d B", n)
		b, err := hex.DecodeString(want)
		require.NoError(t, err)
		e, err := DecodeElement(b)
		require.NoError(t, err)
		require.Equal(t, 1, e.Equal(B().Mult(SmallScalar(uint8(n)))))
	}
}

// Of s and -s, which stand for the same point, one is the encoding.
func TestNegativeEncodingsAreRefused(t *testing.T) {
	for _, text := range smallMultiples[1:] {
		b, err := hex.DecodeString(text)
		require.NoError(t, err)
		s, err := new(field.Element).SetBytes(b)
		require.NoError(t, err)
		_, err = DecodeElement(s.Negate(s).Bytes())
		require.ErrorIs(t, err, ErrElement)
	}
}

// RFC 9496, appendix A.3: elements derived from the SHA-512 hash of a text.
func TestElementsDerivedFromBytes(t *testing.T) {
	for text, want := range map[string]string{
		"Ristretto is traditionally a short shot of espresso coffee":      "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46",
		"made with the normal amount of ground coffee but extracted with": "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b",
		"about half the amount of water in the same amount of time":       "006ccd2a9e6867e6a2c5cea83d3302cc9de128dd2a9a57dd8ee7b9d7ffe02826",
		"by using a finer grind.":                                         "f8f0c87cf237953c5890aec3998169005dae3eca1fbb04548c635953c817f92a",
		"This produces a concentrated shot of coffee per volume.":         "ae81e7dedf20a497e10c304a765c1767a42d6e06029758d2d7e8ef7cc4c41179",
		"Just pulling a normal shot short will produce a weaker shot":     "e2705652ff9f5e44d3e841bf1c251cf7dddb77d140870d1ab2ed64f1a9ce8628",
		"and is not a Ristretto as some believe.":                         "80bd07262511cdde4863f8a7434cef696750681cb9510eea557088f76d9e5065",
	} {
		h := sha512.Sum512([]byte(text))
		e, err := new(Element).SetUniformBytes(h[:])
		require.NoError(t, err)
		require.Equal(t, want, hex.EncodeToString(e.Bytes()), text)
	}
	_, err := new(Element).SetUniformBytes(make([]byte, 63))
	require.ErrorIs(t, err, ErrLength)
}

// RFC 9496, section 4.1, in decimal.
func TestConstants(t *testing.T) {
	for text, f := range map[string]*field.Element{
		"37095705934669439343138083508754565189542113879843219016388785533085940283555": curveD,
		"19681161376707505956807079304988542015446066515923890162744021073123829784752": sqrtMinusOne,
		"25063068953384623474111414158702152701244531502492656460079210482610430750235": sqrtADMinusOne,
		"54469307008909316920995813868745141605393597292927456921205312896311721017578": invSqrtAMinusD,
		"1159843021668779879193775521855586647937357759715417654439879720876111806838":  oneMinusDSquare,
		"40440834346308536858101042469323190826248399146238708352240133220865137265952": dMinusOneSquare,
	} {
		n, ok := new(big.Int).SetString(text, 10)
		require.True(t, ok)
		require.Equal(t, littleEndian(n), f.Bytes())
	}
}

// github.com/gtank/ristretto255 is an implementation of the RFC by others.
func TestAgreesWithAnotherImplementation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "element")
		ours, err := new(Element).SetUniformBytes(seed)
		require.NoError(t, err)
		theirs, err := new(ristretto255.Element).SetUniformBytes(seed)
		require.NoError(t, err)
		require.Equal(t, theirs.Bytes(), ours.Bytes())

		s := drawScalar(t, "s")
		k, err := ristretto255.NewScalar().SetCanonicalBytes(s.Bytes())
		require.NoError(t, err)
		theirs.ScalarMult(k, theirs)
		ours.ScalarMult(s, ours)
		require.Equal(t, theirs.Bytes(), ours.Bytes())

		for _, b := range [][]byte{theirs.Bytes(), rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "encoding")} {
			_, want := new(ristretto255.Element).SetCanonicalBytes(b)
			e, err := DecodeElement(b)
			require.Equal(t, want == nil, err == nil, "%x", b)
			if err == nil {
				require.Equal(t, b, e.Bytes())
			}
		}
	})
}

// torsion returns e in another of the eight ways to write the same element: with a
// point of order 4 added.
func torsion(e *Element) *Element {
	px, py, z, _ := e.p.ExtendedCoordinates()
	var x, y field.Element
	x.Multiply(py, sqrtMinusOne)
	y.Multiply(px, sqrtMinusOne)
	var t field.Element
	t.Multiply(&x, &y)
	t.Multiply(&t, new(field.Element).Invert(z))
	out := new(Element)
	out.set(&x, &y, z, &t)
	return out
}

func TestTorsionDoesNotShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawElement(t, "e")
		for _, same := range []*Element{torsion(e), torsion(torsion(e)), torsion(torsion(torsion(e)))} {
			require.Equal(t, 1, e.Equal(same))
			require.Equal(t, e.Bytes(), same.Bytes())
			require.Equal(t, IsIdentity(e), IsIdentity(same))
			require.Equal(t, EncodeDoubles([]*Element{e}), EncodeDoubles([]*Element{same}))
		}
	})
}

func TestEncodeDoublesEncodesDoubles(t *testing.T) {
	require.Empty(t, EncodeDoubles(nil))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		in := make([]*Element, n)
		for i := range in {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				in[i] = NewElement()
			case 1:
				in[i] = torsion(NewElement())
			default:
				in[i] = drawElement(t, "e")
			}
		}
		for i, b := range EncodeDoubles(in) {
			require.Equal(t, new(Element).Double(in[i]).Bytes(), b[:])
			s := drawScalar(t, "s")
			halves := EncodeDoubles([]*Element{new(Element).ScalarMult(Half(s), in[i])})
			require.Equal(t, new(Element).ScalarMult(s, in[i]).Bytes(), halves[0][:])
		}
	})
}

func TestCombsMultiply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScalar(t, "s")
		for _, b := range []*Base{B(), H(), G(0), G(MaxTypes - 1)} {
			want := new(Element).ScalarMult(s, b.Element())
			require.Equal(t, 1, b.tables.comb().mult(s).Equal(want))
			require.Equal(t, 1, b.Mult(s).Equal(want))
		}
	})
}

// A secret multiple is the same with the table that ForSecrets makes, also in a sum.
func TestMultiplesForSecrets(t *testing.T) {
	edges := edgeScalars(t)
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SampledFrom([]*Base{NewBase(H().Element()), NewBase(NewElement()), NewBase(torsion(H().Mult(drawScalar(t, "base"))))}).Draw(t, "b")
		tabled := plain.ForSecrets()
		for _, s := range []*Scalar{drawScalar(t, "s"), rapid.SampledFrom(edges).Draw(t, "edge")} {
			require.Equal(t, 1, tabled.Mult(s).Equal(plain.Mult(s)), "%x", s.Bytes())
			two := []*Scalar{s, s}
			require.Equal(t, 1, Sum(two, []*Base{tabled, B()}).Equal(Sum(two, []*Base{plain, B()})))
		}
		require.Equal(t, plain.Bytes(), tabled.Bytes())
	})
}

func TestManyMultiplesOfOneBase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom([]*Base{H(), NewBase(NewElement()), NewBase(torsion(H().Mult(drawScalar(t, "base"))))}).Draw(t, "b")
		s := []*Scalar{NewScalar(), new(Scalar).Negate(SmallScalar(1)), SmallScalar(8), drawScalar(t, "s"), drawScalar(t, "s")}
		multiples := VarTimeMultiples(s, base)
		require.Len(t, multiples, len(s))
		for i, e := range multiples {
			require.Equal(t, 1, e.Equal(new(Element).ScalarMult(s[i], base.Element())), "the multiple by %x", s[i].Bytes())
		}
	})
}

// Sums of few terms and of many, with terms that cancel, generators among them and
// points that are written with another Z or another torsion.
func TestPublicSums(t *testing.T) {
	const most = 3000
	k := SmallScalar(3)
	powers, logs, bases := make([]*Scalar, most), make([]*Scalar, most), make([]*Base, most)
	for i := range bases {
		powers[i] = k
		k = new(Scalar).Multiply(k, k)
		logs[i] = k
		switch i % 7 {
		case 0:
			bases[i], logs[i] = B(), SmallScalar(1)
		case 1:
			bases[i], logs[i] = NewBase(NewElement()), NewScalar()
		case 2:
			bases[i] = NewBase(torsion(B().Mult(k)))
		case 3:
			decoded, err := DecodeBase(B().Mult(k).Bytes())
			require.NoError(t, err)
			bases[i] = decoded
		case 4, 5: // cancel each other
			bases[i], logs[i] = H(), NewScalar()
		default:
			bases[i] = NewBase(B().Mult(k))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 3, 23, pippengerFrom - 1, pippengerFrom, 500, 910, most}).Draw(t, "n")
		s, b := make([]*Scalar, n), bases[:n]
		sum, start := NewScalar(), drawScalar(t, "start") // sum is the logarithm of the sum
		for i := range s {
			switch i % 7 {
			case 5:
				s[i] = new(Scalar).Negate(s[i-1])
			case 6:
				s[i] = SmallScalar(uint8(i))
			default:
				s[i] = new(Scalar).Multiply(start, powers[i])
			}
			sum.MultiplyAdd(s[i], logs[i], sum)
		}
		got := VarTimeSum(s, b)
		width := rapid.IntRange(6, maxBucketWidth).Draw(t, "width")
		require.Equal(t, 1, pippenger(s, b, width).Equal(got), "%d terms, digits of %d bits", n, width)
		if n%7 == 5 { // the last H has nothing to cancel it
			got.Subtract(got, H().Mult(s[n-1]))
		}
		require.Equal(t, 1, got.Equal(B().Mult(sum)), "%d terms", n)
	})
}

func TestCountCounts(t *testing.T) {
	n := opcount.Count(func() {
		B().Mult(SmallScalar(2))
		H().Mult(SmallScalar(2))
		NewBase(H().Element()).Mult(SmallScalar(2)).Bytes()
		EncodeDoubles(make([]*Element, 0))
		VarTimeSum([]*Scalar{SmallScalar(2), SmallScalar(3)}, []*Base{B(), H()})
	})
	require.Equal(t, opcount.Counts{
		opcount.Encode: 1, opcount.FixedBase: 2, opcount.VariableBase: 1, opcount.PublicTerm: 2, opcount.PublicSum: 1,
	}, n)
	require.Equal(t, opcount.Counts{}, opcount.Count(func() {}))
}
