package lab

import (
	"crypto/rand"

	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// groupPart measures each group operation alone, at its cheapest. The floors of all other steps
// follow from it.
func groupPart() (*benchPart, error) {
	const many = 64     // so that the clock doesn't matter
	const sum = 1 << 10 // terms: the larger a sum, the cheaper each of them
	k, err := group.RandomScalar(rand.Reader)
	if err != nil {
		return nil, err
	}
	e := group.B().Mult(k)
	encoded := e.Bytes()
	elements, scalars, bases := make([]*group.Element, sum), make([]*group.Scalar, sum), make([]*group.Base, sum)
	for i := range elements {
		if scalars[i], err = group.RandomScalar(rand.Reader); err != nil {
			return nil, err
		}
		elements[i] = group.B().Mult(scalars[i])
		bases[i] = group.NewBase(elements[i])
	}
	p := &benchPart{Name: "group", Messages: []benchMessage{}}
	step := func(o opcount.Operation, times int, work func()) {
		p.Steps = append(p.Steps, &benchStep{Name: o.String(), By: "everyone", When: "operation", times: times, work: func(int) error {
			work()
			return nil
		}})
	}
	repeat := func(o opcount.Operation, work func()) {
		step(o, many, func() {
			for range many {
				work()
			}
		})
	}
	repeat(opcount.Decode, func() { group.DecodeElement(encoded) })
	repeat(opcount.Encode, func() { e.Bytes() })
	step(opcount.BatchEncode, sum, func() { group.EncodeDoubles(elements) })
	repeat(opcount.FixedBase, func() { group.B().Mult(k) })
	step(opcount.VariableBase, sum, func() { group.Sum(scalars, bases) })
	step(opcount.PublicTerm, sum, func() { group.VarTimeSum(scalars, bases) })
	return p, nil
}

// floors are the steps of groupPart by the names of their operations.
type floors map[string]*benchStep

func floorsOf(p *benchPart) floors {
	f := floors{}
	for _, s := range p.Steps {
		f[s.Name] = s
	}
	return f
}

// of is the least time that operations take. Starting a sum counts as nothing.
func (f floors) of(operations map[string]int) (ns int64) {
	for name, n := range operations {
		if s := f[name]; s != nil {
			ns += int64(n) * s.MinNs
		}
	}
	return ns
}

// count records the operations of a run.
func (s *benchStep) count(counts opcount.Counts) {
	for o, n := range counts {
		if n /= max(s.times, 1); n > 0 {
			if s.Operations == nil {
				s.Operations = map[string]int{}
			}
			s.Operations[opcount.Operation(o).String()] = n
		}
	}
}
