package conformance_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
)

// This file computes every number of yao.md. The clash is always the same: a
// regiment (the attacker's secret) meets a brigade (the defender's).
const (
	regiment = junqi.Regiment
	brigade  = junqi.Brigade
	numTypes = 12
)

// name is what a type is called.
func name(t engine.Type) string { return junqi.Standard().TypeID(t) }

// power returns b^e mod m, inverse 1/b mod m; both for small numbers.
func power(b, e, m int64) int64 {
	return new(big.Int).Exp(big.NewInt(b), big.NewInt(e), big.NewInt(m)).Int64()
}

func inverse(b, m int64) int64 {
	return new(big.Int).ModInverse(big.NewInt(b), big.NewInt(m)).Int64()
}

func prime(n int64) bool { return big.NewInt(n).ProbablyPrime(20) }

// announced says an announcement in words.
func announced(n engine.Announcement) string {
	switch {
	case n.FlagTaken:
		return "the flag is taken"
	case n.BothLeave() && n.DefenderShowsFlag:
		return "both leave, and the defender's commander fell"
	case n.BothLeave():
		return "both leave"
	case n.AttackerLeaves:
		return "the attacker leaves"
	default:
		return "the defender leaves"
	}
}

// row is the row of the table of clashes that belongs to an attacker.
func row(attacker engine.Type) (codes []int64) {
	for d := range engine.Type(numTypes) {
		codes = append(codes, int64(junqi.Standard().Clash(attacker, d)))
	}
	return codes
}

func Example_row() {
	rules := junqi.Standard()
	fmt.Println("column               code")
	for _, d := range junqi.Standard().Types().Types() {
		code := rules.Clash(regiment, d)
		fmt.Printf("%-2d  %s  %-9s  %d  %s\n", d+1, junqi.Standard().TypeRule(d).ZH, junqi.Standard().TypeID(d), code, announced(rules.Codes()[code]))
	}
	// Output:
	// column               code
	// 1   军旗  flag       1  the flag is taken
	// 2   地雷  mine       2  the attacker leaves
	// 3   工兵  engineer   0  the defender leaves
	// 4   排长  platoon    0  the defender leaves
	// 5   连长  company    0  the defender leaves
	// 6   营长  battalion  0  the defender leaves
	// 7   团长  regiment   4  both leave
	// 8   旅长  brigade    2  the attacker leaves
	// 9   师长  division   2  the attacker leaves
	// 10  军长  army       2  the attacker leaves
	// 11  司令  commander  2  the attacker leaves
	// 12  炸弹  bomb       4  both leave
}

// A tiny RSA key. A real one has a modulus of 2048 bits instead of 12.
const (
	toyP, toyQ = 47, 59
	toyN       = toyP * toyQ
	toyE       = 5
	toyX       = 1234 // the defender's secret number
)

// toyRoot takes the e-th root, which only the attacker can.
func toyRoot(c int64) int64 {
	return power(c, inverse(toyE, (toyP-1)*(toyQ-1)), toyN)
}

// toyV is what the defender sends.
func toyV() int64 { return (power(toyX, toyE, toyN) - int64(brigade+1) + toyN) % toyN }

// toyMask is the first prime from 500 on under which the roots lie further apart
// than the largest code.
func toyMask() int64 {
	largest := int64(len(junqi.Standard().Codes()) - 1)
	apart := func(p int64) bool {
		for u := int64(1); u <= numTypes; u++ {
			for w := int64(1); w <= numTypes; w++ {
				distance := ((toyRoot(toyV()+u)-toyRoot(toyV()+w))%p + p) % p
				if u != w && distance <= largest {
					return false
				}
			}
		}
		return true
	}
	p := int64(500)
	for !prime(p) || !apart(p) {
		p++
	}
	return p
}

func Example_blind() {
	fmt.Printf("the attacker's key: N = %d × %d = %d, e = %d\n", toyP, toyQ, toyN, toyE)
	fmt.Printf("the defender: x = %d, x^%d mod N = %d, column %d, so v = %d\n", toyX, toyE, power(toyX, toyE, toyN), brigade+1, toyV())
	// Output:
	// the attacker's key: N = 47 × 59 = 2773, e = 5
	// the defender: x = 1234, x^5 mod N = 61, column 8, so v = 53
}

func Example_list() {
	codes, p := row(regiment), toyMask()
	fmt.Printf("p = %d\n\n", p)
	fmt.Println("u    v+u     y  y mod p  code  entry")
	for u := int64(1); u <= numTypes; u++ {
		y := toyRoot(toyV() + u)
		fmt.Printf("%-2d  %4d  %4d  %7d  %4d  %5d\n", u, toyV()+u, y, y%p, codes[u-1], (y+codes[u-1])%p)
	}
	// Output:
	// p = 557
	//
	// u    v+u     y  y mod p  code  entry
	// 1     54   128      128     1    129
	// 2     55  1037      480     2    482
	// 3     56  1277      163     0    163
	// 4     57   654       97     0     97
	// 5     58   825      268     0    268
	// 6     59   354      354     0    354
	// 7     60  1299      185     4    189
	// 8     61  1234      120     2    122
	// 9     62   139      139     2    141
	// 10    63    84       84     2     86
	// 11    64  1701       30     2     32
	// 12    65  2668      440     4    444
}

func Example_read() {
	p, j := toyMask(), int64(brigade+1)
	entry := (toyRoot(toyV()+j) + row(regiment)[j-1]) % p
	code := ((entry-toyX)%p + p) % p
	fmt.Printf("entry %d is %d; x mod p is %d; %d - %d = %d: %s\n",
		j, entry, toyX%p, entry, toyX%p, code, announced(junqi.Standard().Codes()[code]))
	// Output:
	// entry 8 is 122; x mod p is 120; 122 - 120 = 2: the attacker leaves
}

func Example_everyColumnFits() {
	var roots []string
	for u := int64(1); u <= numTypes; u++ {
		x := toyRoot(toyV() + u)
		if (power(x, toyE, toyN)-u+toyN)%toyN == toyV() {
			roots = append(roots, fmt.Sprint(x))
		}
	}
	fmt.Printf("v = %d comes from one x for each of %d columns:\n%s\n", toyV(), len(roots), strings.Join(roots, " "))
	// Output:
	// v = 53 comes from one x for each of 12 columns:
	// 128 1037 1277 654 825 354 1299 1234 139 84 1701 2668
}

func Example_withoutModP() {
	codes := row(regiment)
	numCodes := int64(len(junqi.Standard().Codes()))
	var entries, read []string
	for u := int64(1); u <= numTypes; u++ {
		entry := toyRoot(toyV()+u) + codes[u-1] // without "mod p"
		entries = append(entries, fmt.Sprint(entry))
		for f := range numCodes { // the defender tries all codes, and encrypts
			if power(entry-f, toyE, toyN) == toyV()+u {
				read = append(read, fmt.Sprint(f))
			}
		}
	}
	fmt.Printf("the list:  %s\n", strings.Join(entries, " "))
	fmt.Printf("the codes: %s\n", strings.Join(read, " "))
	var like []string
	for _, a := range junqi.Standard().Mobile().Types() {
		if fmt.Sprint(row(a)) == "["+strings.Join(read, " ")+"]" {
			like = append(like, fmt.Sprintf("%s (%s)", name(a), junqi.Standard().TypeRule(a).ZH))
		}
	}
	fmt.Printf("this is the row of: %s\n", strings.Join(like, ", "))
	// Output:
	// the list:  129 1039 1277 654 825 354 1303 1236 141 86 1703 2672
	// the codes: 1 2 0 0 0 0 4 2 2 2 2 4
	// this is the row of: regiment (团长)
}

func Example_zeroRoot() {
	codes, p, j := row(regiment), toyMask(), int64(brigade+1)
	v := int64(toyN) - j // x = 0
	for _, known := range []struct{ u, root int64 }{{j - 1, toyN - 1}, {j, 0}, {j + 1, 1}} {
		y := toyRoot((v + known.u) % toyN)
		entry := (y + codes[known.u-1]) % p
		code := ((entry-known.root)%p + p) % p
		fmt.Printf("entry %d: its root is %d, as everyone knows; code %d\n", known.u, y, code)
	}
	// Output:
	// entry 7: its root is 2772, as everyone knows; code 4
	// entry 8: its root is 0, as everyone knows; code 2
	// entry 9: its root is 1, as everyone knows; code 2
}

// A label is two bytes here; toyHash is the lock that a label opens.
func toyHash(label uint16) uint16 {
	h := sha256.Sum256(binary.BigEndian.AppendUint16(nil, label))
	return binary.BigEndian.Uint16(h[:])
}

// The labels of a gate: those for 0, and the difference to those for 1.
const labelB, labelW, labelD = 0x3a17, 0x91c4, 0x5be2

func Example_gate() {
	b, w, d := uint16(labelB), uint16(labelW), uint16(labelD)
	out := toyHash(b)
	sent := toyHash(b) ^ toyHash(b^d) ^ w
	fmt.Printf("labels of b:   %04x for 0, %04x for 1\n", b, b^d)
	fmt.Printf("labels of w:   %04x for 0, %04x for 1\n", w, w^d)
	fmt.Printf("labels of b·w: %04x for 0, %04x for 1\n", out, out^d)
	fmt.Printf("sent: %04x\n", sent)
	for _, bits := range [][2]uint16{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		labelOfB, labelOfW := b^d*bits[0], w^d*bits[1] // all that the defender has
		got := toyHash(labelOfB)
		if bits[0] == 1 {
			got ^= sent ^ labelOfW
		}
		fmt.Printf("b = %d, w = %d: from %04x and %04x the defender gets %04x\n", bits[0], bits[1], labelOfB, labelOfW, got)
	}
	// Output:
	// labels of b:   3a17 for 0, 61f5 for 1
	// labels of w:   91c4 for 0, ca26 for 1
	// labels of b·w: b594 for 0, ee76 for 1
	// sent: f6e7
	// b = 0, w = 0: from 3a17 and 91c4 the defender gets b594
	// b = 0, w = 1: from 3a17 and ca26 the defender gets b594
	// b = 1, w = 0: from 61f5 and 91c4 the defender gets b594
	// b = 1, w = 1: from 61f5 and ca26 the defender gets ee76
}

func Example_circuit() {
	c := garbled.Compile(junqi.Standard())
	fmt.Printf("a %s is %04b, a %s is %04b\n", name(regiment), regiment, name(brigade), brigade)
	fmt.Printf("%d gates and %d output bits; here they say %03b\n", len(c.Gates), len(c.Outputs), c.Code(uint8(regiment), uint8(brigade)))
	fmt.Printf("first gate: %s\n", strings.SplitN(c.String(), "\n", 2)[0])
	// Output:
	// a regiment is 0110, a brigade is 0111
	// 22 gates and 3 output bits; here they say 010
	// first gate: g0 = b1 * (a[f807])
}

// A tiny group: the powers of 4 modulo 1019, of which there are 509.
const (
	toyModulus, toyBase, toyOrder = 1019, 4, 509
	toyA                          = 123 // the attacker's secret in the transfer
	toyR                          = 77  // the defender's
)

func Example_transfer() {
	a := power(toyBase, toyA, toyModulus)
	fmt.Printf("the attacker sends A = 4^%d mod %d = %d\n", toyA, toyModulus, a)
	for bit := range int64(2) {
		r := power(toyBase, toyR, toyModulus) * power(a, bit, toyModulus) % toyModulus
		zero := power(r, toyA, toyModulus)
		one := power(r*inverse(a, toyModulus)%toyModulus, toyA, toyModulus)
		fmt.Printf("bit %d: the defender sends R = %d and has the key %d; the attacker's keys are %d for a 0, %d for a 1\n",
			bit, r, power(a, toyR, toyModulus), zero, one)
	}
	// Output:
	// the attacker sends A = 4^123 mod 1019 = 504
	// bit 0: the defender sends R = 109 and has the key 668; the attacker's keys are 668 for a 0, 36 for a 1
	// bit 1: the defender sends R = 929 and has the key 668; the attacker's keys are 620 for a 0, 668 for a 1
}

// The defender's tiny ElGamal key.
const toyK = 271

// toyRow encrypts a row with a 1 at one place.
func toyRow(at engine.Type) (row [numTypes][2]int64) {
	y := power(toyBase, toyK, toyModulus)
	for j := range row {
		s := int64(37*j*j+101*j+55) % toyOrder // a match draws them at random
		row[j] = [2]int64{power(toyBase, s, toyModulus), power(y, s, toyModulus)}
		if engine.Type(j) == at {
			row[j][1] = row[j][1] * toyBase % toyModulus
		}
	}
	return row
}

// toySum multiplies powers of a row, which adds what is inside, and hides it
// behind r.
func toySum(row [numTypes][2]int64, weights []int64, r int64) (u, v int64) {
	u, v = power(toyBase, r, toyModulus), power(power(toyBase, toyK, toyModulus), r, toyModulus)
	for j, weight := range weights {
		u = u * power(row[j][0], weight, toyModulus) % toyModulus
		v = v * power(row[j][1], weight, toyModulus) % toyModulus
	}
	return u, v
}

// toyOpen finds what a pair holds.
func toyOpen(u, v int64) (inside, number int64) {
	inside = v * inverse(power(u, toyK, toyModulus), toyModulus) % toyModulus
	for power(toyBase, number, toyModulus) != inside {
		number++
	}
	return inside, number
}

func Example_encryptedTable() {
	codes := row(regiment)
	cells := toyRow(brigade)
	fmt.Printf("the defender's key: k = %d, Y = 4^%d mod %d = %d\n", toyK, toyK, toyModulus, power(toyBase, toyK, toyModulus))
	for j, cell := range cells {
		_, holds := toyOpen(cell[0], cell[1])
		fmt.Printf("%-2d  (%4d, %4d)  holds %d  weight %d\n", j+1, cell[0], cell[1], holds, codes[j])
	}
	u, v := toySum(cells, codes, 400)
	inside, code := toyOpen(u, v)
	fmt.Printf("the attacker sends (%d, %d)\n", u, v)
	fmt.Printf("the defender finds %d = 4^%d: %s\n", inside, code, announced(junqi.Standard().Codes()[code]))
	// Output:
	// the defender's key: k = 271, Y = 4^271 mod 1019 = 19
	// 1   ( 702,  516)  holds 0  weight 1
	// 2   ( 381,  880)  holds 0  weight 2
	// 3   ( 759,  565)  holds 0  weight 0
	// 4   (  14,  311)  holds 0  weight 0
	// 5   ( 361,  676)  holds 0  weight 0
	// 6   ( 670,  787)  holds 0  weight 0
	// 7   ( 677,  685)  holds 0  weight 4
	// 8   ( 340,  905)  holds 1  weight 2
	// 9   ( 818,  541)  holds 0  weight 2
	// 10  ( 761,  225)  holds 0  weight 2
	// 11  ( 224,  181)  holds 0  weight 2
	// 12  ( 435,  363)  holds 0  weight 4
	// the attacker sends (833, 68)
	// the defender finds 16 = 4^2: the attacker leaves
}

func Example_freshEachTime() {
	for _, r := range []int64{400, 401, 402} {
		u, v := toySum(toyRow(brigade), row(regiment), r)
		_, code := toyOpen(u, v)
		fmt.Printf("r = %d: (%d, %d), code %d\n", r, u, v, code)
	}
	// Output:
	// r = 400: (833, 68), code 2
	// r = 401: (275, 273), code 2
	// r = 402: (81, 92), code 2
}

func Example_withoutProof() {
	weights := make([]int64, numTypes)
	for j := range weights {
		weights[j] = int64(j)
	}
	u, v := toySum(toyRow(brigade), weights, 400)
	_, number := toyOpen(u, v)
	fmt.Printf("with the weights 0 to %d the defender finds %d, and so reveals that it is a %s\n", numTypes-1, number, name(engine.Type(number)))
	// Output:
	// with the weights 0 to 11 the defender finds 7, and so reveals that it is a brigade
}

// examples are the Example functions of this file by what follows "Example_",
// with what go test demands that they print.
func examples(t *testing.T) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "../internal/conformance/yao_test.go", nil, parser.ParseComments)
	require.NoError(t, err)
	found := map[string]string{}
	for _, e := range doc.Examples(file) {
		require.NotEmpty(t, e.Output, e.Name)
		found[strings.TrimPrefix(e.Name, "_")] = e.Output
	}
	return found
}

var (
	fenced = regexp.MustCompile("(?ms)^```(.*?)\n(.*?)^```$")
	figure = regexp.MustCompile(`\d[\d,.]*`)
)

// Every block of yao.md is what its Example prints, and each Example stands on it.
func TestYaoBlocks(t *testing.T) {
	page, left := read(t, "yao.md"), examples(t)
	for _, b := range fenced.FindAllStringSubmatch(page, -1) {
		name, ok := strings.CutPrefix(b[1], "text ")
		require.True(t, ok, "a block of yao.md that no Example makes:\n%s", b[0])
		require.Contains(t, left, name)
		require.Equal(t, left[name], b[2], name)
		delete(left, name)
	}
	require.Empty(t, left, "Examples that yao.md does not show")
}

// What yao.md, bench.md and the docs of the audited resolvers point to is there:
// pages, and tests by their names.
func TestYaoAndBenchPointSomewhere(t *testing.T) {
	tests := sources(t, "..", true)
	for _, page := range []string{"yao.md", "bench.md", "../protocol/clash/yao82/doc.go", "../protocol/clash/garbled/doc.go"} {
		text := read(t, page)
		for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(text, -1) {
			require.FileExists(t, link[1], page)
		}
		for _, name := range regexp.MustCompile(`\b(?:Test|Benchmark)[A-Z]\w+`).FindAllString(text, -1) {
			require.Contains(t, tests, "func "+name+"(", page)
		}
	}
}

// Every number in the text of yao.md is one that an Example printed. Years are
// not computed.
func TestYaoNumbers(t *testing.T) {
	page := read(t, "yao.md")
	var printed []string
	for _, output := range examples(t) {
		printed = append(printed, figure.FindAllString(output, -1)...)
	}
	trim := func(n string) string { return strings.TrimRight(strings.ReplaceAll(n, ",", ""), ".") }
	for i := range printed {
		printed[i] = trim(printed[i])
	}
	known := append(printed, "1982", "1986", "2015", "1985")
	text := regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(fenced.ReplaceAllString(page, ""), "]")
	text = regexp.MustCompile("`[^`]*`|ristretto255").ReplaceAllString(text, "") // names
	for _, n := range figure.FindAllString(text, -1) {
		require.True(t, slices.Contains(known, trim(n)), "no Example prints %s", n)
	}
}
