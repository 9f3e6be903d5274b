package group

import (
	"fmt"
	"testing"
)

func BenchmarkSum(b *testing.B) {
	for _, n := range []int{2, 3, 23, 100, 149, 150, 200, 300, 464, 700, 1100} {
		s, bases := make([]*Scalar, n), make([]*Base, n)
		k := SmallScalar(3)
		for i := range s {
			k = new(Scalar).Multiply(k, k)
			s[i] = k
			bases[i], _ = DecodeBase(B().Mult(k).Bytes())
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				VarTimeSum(s, bases)
			}
		})
	}
}

func BenchmarkMultiples(b *testing.B) {
	for _, n := range []int{1, 2, 5, 15, 25} {
		s := make([]*Scalar, n)
		k := SmallScalar(3)
		for i := range s {
			k = new(Scalar).Multiply(k, k)
			s[i] = k
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				VarTimeMultiples(s, H())
			}
		})
	}
}

func BenchmarkElement(b *testing.B) {
	k := new(Scalar).Invert(SmallScalar(7))
	e := G(3).Mult(k)
	encoded := e.Bytes()
	many := make([]*Element, 100)
	for i := range many {
		many[i] = e
	}
	for name, f := range map[string]func(){
		"decode":                func() { DecodeElement(encoded) },
		"encode":                func() { e.Bytes() },
		"encode a hundred":      func() { EncodeDoubles(many) },
		"add":                   func() { e.Add(e, e) },
		"multiple of B":         func() { B().Mult(k) },
		"multiple of H":         func() { H().Mult(k) },
		"multiple of any other": func() { new(Element).ScalarMult(k, e) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
