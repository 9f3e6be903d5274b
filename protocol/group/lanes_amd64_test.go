//go:build !purego

package group

import (
	"flag"
	"math/big"
	"os"
	"os/exec"
	"testing"
	"unsafe"

	"filippo.io/edwards25519/field"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var portable = flag.Bool("portable", false, "compute without lanes")

func TestMain(m *testing.M) {
	flag.Parse()
	if *portable { // before there is any table
		lanes = false
		affineZero.set(zero, one, zero)
	}
	os.Exit(m.Run())
}

// The other implementation passes the same tests.
func TestPortable(t *testing.T) {
	if !lanes {
		t.Skip("it is this one")
	}
	out, err := exec.Command(os.Args[0], "-test.run=^Test", "-portable").CombinedOutput()
	require.NoError(t, err, "%s", out)
}

func needLanes(t testing.TB) {
	if !lanes {
		t.Skip("not on this processor")
	}
}

// inLanes are the limbs of four numbers, by limb.
type inLanes [5][4]uint64

func limbs[T point | cached](p *T) *inLanes { return (*inLanes)(unsafe.Pointer(p)) }

var prime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))

// number is the number in a lane.
func (l *inLanes) number(lane int) *big.Int {
	n := new(big.Int)
	for i := range l {
		limb := new(big.Int).SetUint64(l[i][lane])
		n.Add(n, limb.Lsh(limb, 51*uint(i)))
	}
	return n
}

func numbers[T point | cached](p *T) (out [4]*big.Int) {
	for lane := range out {
		out[lane] = limbs(p).number(lane)
	}
	return out
}

const tight = 1<<51 + 1<<14 // all limbs in memory are below it

// require4 requires numbers modulo p, and that all limbs are tight.
func require4[T point | cached](t require.TestingT, got *T, what string, want ...*big.Int) {
	for lane, n := range numbers(got) {
		for i := range limbs(got) {
			require.Less(t, limbs(got)[i][lane], uint64(tight), what)
		}
		require.Zero(t, n.Sub(n, want[lane]).Mod(n, prime).Sign(), "%s, lane %d", what, lane)
	}
}

func plus(a, b *big.Int) *big.Int  { return new(big.Int).Add(a, b) }
func minus(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func times(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

// requireCompleted requires the point of these coordinates.
func requireCompleted(t require.TestingT, got *point, what string, e, f, g, h *big.Int) {
	x, y := times(e, f), times(g, h)
	require4(t, got, what, times(f, g), minus(y, x), plus(y, x), times(e, h))
}

// checkLanes compares what is computed in lanes of any numbers, which need not be points, with what
// the formulas say.
func checkLanes(t require.TestingT, a, b inLanes) {
	p, q := *(*point)(unsafe.Pointer(&a)), *(*cached)(unsafe.Pointer(&b))
	// of the affine point's rows of three
	rows := new([5][3]uint64)
	for i := range rows {
		rows[i] = [3]uint64(b[i][1:])
	}
	qAffine := *(*affine)(unsafe.Pointer(rows))
	np, nq := numbers(&p), numbers(&q)
	two := big.NewInt(2)

	var product cached
	laneMultiply(&product, &p, &q)
	require4(t, &product, "products", times(np[0], nq[0]), times(np[1], nq[1]), times(np[2], nq[2]), times(np[3], nq[3]))

	r := p
	laneDouble(&r, 1)
	zz, mm, pp, mp := times(np[0], np[0]), times(np[1], np[1]), times(np[2], np[2]), times(np[1], np[2])
	requireCompleted(t, &r, "double", minus(pp, mm), times(two, minus(times(two, zz), mp)), times(two, mp), plus(pp, mm))
	s := p
	laneDouble(&s, 3)
	laneDouble(&r, 1)
	laneDouble(&r, 1)
	require.Equal(t, r, s, "three doublings")

	for _, z := range []*big.Int{nq[0], two} {
		for _, negative := range []bool{false, true} {
			r = p
			if z == two {
				laneAddAffine(&r, &qAffine, negative)
			} else {
				laneAdd(&r, &q, negative)
			}
			difference, sum, t2d := nq[1], nq[2], nq[3]
			if negative {
				difference, sum, t2d = sum, difference, new(big.Int).Neg(t2d)
			}
			d, a, b, c := times(np[0], z), times(np[1], difference), times(np[2], sum), times(np[3], t2d)
			requireCompleted(t, &r, "sum", minus(b, a), minus(d, c), plus(d, c), plus(b, a))
		}
	}

	laneNegate(&r, &p)
	require4(t, &r, "negative", np[0], np[2], np[1], new(big.Int).Neg(np[3]))
}

// edges are limbs at their ends, and those of numbers at theirs.
func edges() [][5]uint64 {
	const most = 1<<51 - 1
	return [][5]uint64{
		{},
		{1},
		{tight - 1, tight - 1, tight - 1, tight - 1, tight - 1},
		{most, most, most, most, most},      // 2^255 - 1
		{most - 18, most, most, most, most}, // p
		{most - 19, most, most, most, most}, // p - 1
		{most - 17, most, most, most, most}, // p + 1
		{tight - 1, 0, 0, 0, 0},
		{0, 0, 0, 0, tight - 1},
		{0, tight - 1, 0, tight - 1, 0},
		{most - 9, most, most, most, most >> 1}, // 1/2 - 1, and next to 1/2
		{most - 8, most, most, most, most >> 1},
	}
}

func TestLanesAtTheirEdges(t *testing.T) {
	needLanes(t)
	edges := edges()
	fill := func(lane ...[5]uint64) (l inLanes) {
		for i := range l {
			for n := range l[i] {
				l[i][n] = lane[n%len(lane)][i]
			}
		}
		return l
	}
	for _, a := range edges {
		for _, b := range edges {
			checkLanes(t, fill(a), fill(b))
			checkLanes(t, fill(a, b), fill(b, a))
			checkLanes(t, fill(a, a, b, b), fill(b, a, a, b))
			checkLanes(t, fill(b, a, a, a), fill(a))
			checkLanes(t, fill(a, b, b, a), fill(b))
		}
	}
}

func TestLanes(t *testing.T) {
	needLanes(t)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) (l inLanes) {
			limb := rapid.OneOf(rapid.Uint64Max(tight-1), rapid.SampledFrom([]uint64{0, 1, 1<<51 - 19, 1<<51 - 1, 1 << 51, tight - 1}))
			for i := range l {
				for n := range l[i] {
					l[i][n] = limb.Draw(t, label)
				}
			}
			return l
		}
		checkLanes(t, draw("a"), draw("b"))
	})
}

func FuzzLanes(f *testing.F) {
	needLanes(f)
	for _, a := range edges() {
		b := *(*[40]byte)(unsafe.Pointer(&a))
		f.Add(append(b[:], b[:]...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var l [2]inLanes
		copy((*[unsafe.Sizeof(l)]byte)(unsafe.Pointer(&l))[:], b)
		for i := range l {
			for j := range l[i] {
				for n := range l[i][j] {
					l[i][j][n] %= tight
				}
			}
		}
		checkLanes(t, l[0], l[1])
	})
}

// Field elements come out of lanes as they went in, whatever limbs the library gave them.
func TestIntoLanesAndBack(t *testing.T) {
	needLanes(t)
	rapid.Check(t, func(t *rapid.T) {
		p, a := new(point), new(affine)
		limb := rapid.OneOf(rapid.Uint64Max(1<<52-1), rapid.SampledFrom([]uint64{0, 1, 1<<51 - 1, 1 << 51, 1<<52 - 1}))
		in := (*[4][5]uint64)(unsafe.Pointer(p))
		for i := range in {
			for j := range in[i] {
				in[i][j] = limb.Draw(t, "limb")
			}
		}
		*a = affine{p.x, p.y, p.z}
		before := *in
		gathered, gatheredAffine := *p, *a
		laneGather(&gathered)
		laneGatherAffine(&gatheredAffine)
		rows := (*[5][3]uint64)(unsafe.Pointer(&gatheredAffine))
		for lane := range before {
			want := new(big.Int)
			for i, limb := range before[lane] {
				n := new(big.Int).SetUint64(limb)
				want.Add(want, n.Lsh(n, 51*uint(i)))
			}
			got := limbs(&gathered).number(lane)
			require.Zero(t, want.Sub(want, got).Mod(want, prime).Sign())
			for i := range rows {
				require.Less(t, limbs(&gathered)[i][lane], uint64(tight))
				if lane < 3 {
					require.Equal(t, limbs(&gathered)[i][lane], rows[i][lane])
				}
			}
		}
		scattered := gathered
		laneScatter(&scattered)
		out := (*[4][5]uint64)(unsafe.Pointer(&scattered))
		for i := range out {
			for j := range out[i] {
				require.Equal(t, limbs(&gathered)[j][i], out[i][j])
			}
		}
	})
	var x, y field.Element
	x.Add(one, one)
	y.Subtract(one, &x)
	p := newPoint(&x, &y, one, new(field.Element).Multiply(&x, &y))
	gotX, gotY, gotZ, _ := p.extended()
	require.Equal(t, 1, gotX.Equal(&x))
	require.Equal(t, 1, gotY.Equal(&y))
	require.Equal(t, *one, gotZ, "limb by limb, which affinePoints looks at")
}

// Eight numbers at once.
func TestEight(t *testing.T) {
	needLanes(t)
	number := func(f *field.Element) *big.Int {
		return new(big.Int).SetBytes(littleEndian(new(big.Int).SetBytes(f.Bytes())))
	}
	check := func(t require.TestingT, a, b [5][8]uint64, count int) {
		var product, squared, back eight
		x, y := (*eight)(unsafe.Pointer(&a)), (*eight)(unsafe.Pointer(&b))
		laneMultiplyEight(&product, x, y)
		laneSquareEight(&squared, x, count)
		for _, out := range []*eight{&product, &squared} {
			for _, row := range *(*[5][8]uint64)(unsafe.Pointer(out)) {
				for _, limb := range row {
					require.Less(t, limb, uint64(tight))
				}
			}
		}
		laneScatterEight(&product)
		laneScatterEight(&squared)
		back = *x
		laneScatterEight(&back)
		for lane := range 8 {
			m, n := new(big.Int), new(big.Int)
			for i := range a {
				m.Add(m, new(big.Int).Lsh(new(big.Int).SetUint64(a[i][lane]), 51*uint(i)))
				n.Add(n, new(big.Int).Lsh(new(big.Int).SetUint64(b[i][lane]), 51*uint(i)))
			}
			require.Zero(t, number(&back[lane]).Cmp(new(big.Int).Mod(m, prime)))
			require.Zero(t, number(&product[lane]).Cmp(n.Mul(n, m).Mod(n, prime)))
			for range count {
				m.Mod(m.Mul(m, m), prime)
			}
			require.Zero(t, number(&squared[lane]).Cmp(m))
		}
		if count == 1 {
			laneGatherEight(&back)
			for i, row := range *(*[5][8]uint64)(unsafe.Pointer(&back)) {
				for _, limb := range row {
					require.Less(t, limb, uint64(tight), "%d", i)
				}
			}
			laneScatterEight(&back)
			for lane := range back {
				again := *x
				laneScatterEight(&again)
				require.Equal(t, 1, back[lane].Equal(&again[lane]))
			}
		}
	}
	edges := edges()
	for shift := range edges {
		var a, b [5][8]uint64
		for i := range a {
			for lane := range a[i] {
				a[i][lane] = edges[(lane+shift)%len(edges)][i]
				b[i][lane] = edges[lane][i]
			}
		}
		check(t, a, b, 1)
		check(t, b, a, 1)
		check(t, a, a, 3)
	}
	rapid.Check(t, func(t *rapid.T) {
		var a, b [5][8]uint64
		limb := rapid.OneOf(rapid.Uint64Max(tight-1), rapid.SampledFrom([]uint64{0, 1<<51 - 19, 1<<51 - 1, 1 << 51, tight - 1}))
		for i := range a {
			for lane := range a[i] {
				a[i][lane], b[i][lane] = limb.Draw(t, "a"), limb.Draw(t, "b")
			}
		}
		check(t, a, b, rapid.IntRange(1, 4).Draw(t, "squarings"))
	})
}

// Roots of eight numbers at once are those the library finds one by one.
func TestInverseRoots(t *testing.T) {
	needLanes(t)
	rapid.Check(t, func(t *rapid.T) {
		var in eight
		for n := range in {
			switch rapid.IntRange(0, 5).Draw(t, "special") {
			case 0:
				in[n] = *rapid.SampledFrom([]*field.Element{zero, one, minusOne, sqrtMinusOne, new(field.Element).Negate(sqrtMinusOne), curveD}).Draw(t, "constant")
			default:
				in[n].SetBytes(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "w"))
			}
		}
		out := in
		square := out.inverseRoots()
		for n := range in {
			var want field.Element
			_, wantSquare := want.SqrtRatio(one, &in[n])
			require.Equal(t, wantSquare == 1, square[n])
			if square[n] {
				require.Equal(t, want.Bytes(), out[n].Bytes())
			}
		}
	})
}
