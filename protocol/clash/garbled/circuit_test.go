package garbled

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func rules(t require.TestingT, spec string) *engine.Ruleset {
	r, err := junqi.Rules(spec)
	require.NoError(t, err)
	return r
}

func compile(t require.TestingT, spec string) *Circuit {
	return Compile(rules(t, spec))
}

// allTables are the rulesets with all clash tables that options can make.
func allTables() (specs []string) {
	for _, mines := range []string{"spring", "exploding", "exploding-all"} {
		for _, scout := range []string{"off", "on"} {
			for _, show := range []string{"on", "off"} {
				for _, takers := range []string{"any", "not-commander", "engineers"} {
					for _, carry := range []string{"off", "front"} {
						specs = append(specs, "standard,mines="+mines+",scout="+scout+",show-flag="+show+",flag-takers="+takers+",carry="+carry)
					}
				}
			}
		}
	}
	return specs
}

// TestEveryTable computes every circuit in the clear on all 256 inputs: whatever the
// numbers, it says what the table says of some attacker and some defender, and of these
// two if they are types.
func TestEveryTable(t *testing.T) {
	for _, spec := range allTables() {
		r := rules(t, spec)
		c := compile(t, spec)
		require.LessOrEqual(t, len(c.Gates), 31, spec)
		for a := range uint8(16) {
			for d := range uint8(16) {
				attacker, defender := engine.Type(a), engine.Type(d)
				if !junqi.Standard().Mobile().Has(attacker) {
					attacker = junqi.Engineer
				}
				if !junqi.Standard().Types().Has(defender) {
					defender -= 8
				}
				require.Equal(t, r.Clash(attacker, defender), c.Code(a, d), "%s: %d meets %d", spec, a, d)
			}
		}
	}
}

// TestSizes pins the sizes of circuits: they are part of the protocol.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		spec                 string
		gates, outputs, size int
	}{
		{"standard,show-flag=off", 18, 2, 352},
		{"standard", 22, 3, 448},
		{"qq", 22, 3, 448},
		{"app", 22, 3, 448},
		{"standard,flag-takers=engineers", 24, 4, 512},
		{"standard,scout=on", 28, 5, 608},
		{"standard,scout=on,flag-takers=not-commander", 29, 5, 624},
	} {
		circuit := compile(t, c.spec)
		require.Len(t, circuit.Gates, c.gates, c.spec)
		require.Len(t, circuit.Outputs, c.outputs, c.spec)
		require.Equal(t, c.size, circuit.size(), c.spec)
	}
}

// TestLargestCircuit: eight functions of sixteen types on either side, whatever they
// are, take no more gates than a Circuit says.
func TestLargestCircuit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "table"), 0))
		outputs := make([]truthTable, 8)
		for k := range outputs {
			outputs[k] = truthTable{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64()}
		}
		c := &Circuit{}
		c.Outputs = c.express(outputs, []int{0, 1, 2, 3})
		require.LessOrEqual(t, len(c.Gates), 8+16+31+15)
		for a := range uint8(16) {
			for d := range uint8(16) {
				i, code := int(a)*16+int(d), 0
				for k := range outputs {
					code |= int(outputs[k][i/64]>>(i%64)&1) << k
				}
				if got := int(c.Code(a, d)); got != code {
					require.Equal(t, code, got, "types %d and %d", a, d)
				}
			}
		}
	})
}

// TestGatesComeInOrder: a gate needs gates before it only, and never a bit that
// was split off before its own.
func TestGatesComeInOrder(t *testing.T) {
	for _, spec := range allTables() {
		c := compile(t, spec)
		for g, at := range c.Gates {
			requireBefore(t, at.Sum.Gates, g)
			require.NotEqual(t, 1, at.Sum.Bits>>at.Bit&1)
		}
		for _, out := range c.Outputs {
			requireBefore(t, out.Gates, len(c.Gates))
		}
	}
}

// requireBefore requires that gates ascend, and stay below g.
func requireBefore(t *testing.T, gates []uint8, g int) {
	for i, gate := range gates {
		require.Less(t, int(gate), g)
		require.True(t, i == 0 || gates[i-1] < gate)
	}
}

// TestWriteCircuit is a look at the least circuit: it is the picture of the table.
func TestWriteCircuit(t *testing.T) {
	c := &Circuit{Gates: []Gate{{1, Sum{Own: 0x0ffc}}, {0, Sum{Gates: []uint8{0}, Bits: 8}}}, Outputs: []Sum{{Gates: []uint8{0, 1}, Own: 1}, {}}}
	require.Equal(t, "g0 = b1 * (a[0ffc])\ng1 = b0 * (g0 + b3)\ncode0 = g0 + g1 + a[0001]\ncode1 = a[0000]\n", c.String())
}

// TestSpan: functions that were put in are the sums that they are said to be.
func TestSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s span
		for range rapid.IntRange(1, 30).Draw(t, "functions") {
			f := truthTable{rapid.Uint64Max(15).Draw(t, "low"), 0, 0, rapid.Uint64Max(7).Draw(t, "high") << 61}
			sum := s.put(f)
			var got truthTable
			for i, b := range s.basis {
				if sum>>i&1 == 1 {
					got = got.xor(b)
				}
			}
			require.Equal(t, f, got)
		}
		require.LessOrEqual(t, len(s.basis), 7)
	})
}

// TestSplit: f = low + b_v delta, and neither part depends on the bit.
func TestSplit(t *testing.T) {
	at := func(f truthTable, i int) uint64 { return f[i/64] >> (i % 64) & 1 }
	rapid.Check(t, func(t *rapid.T) {
		f := truthTable{rapid.Uint64().Draw(t, "f"), rapid.Uint64().Draw(t, "f"), rapid.Uint64().Draw(t, "f"), rapid.Uint64().Draw(t, "f")}
		for v := range inputBits {
			low, delta := f.split(v)
			for i := range 256 {
				require.Equal(t, at(f, i), at(low, i)^uint64(i>>v&1)&at(delta, i))
				require.Equal(t, at(low, i), at(low, i^1<<v))
				require.Equal(t, at(delta, i), at(delta, i^1<<v))
			}
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	r := rules(b, "standard")
	for b.Loop() {
		Compile(r)
	}
}
