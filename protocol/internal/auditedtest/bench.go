package auditedtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Benchmark times each step of a clash under standard rules, and what everyone does
// to check it, and reports the bytes of the messages: of the first clash of two
// seats, and of one after it.
func Benchmark(b *testing.B, r audited.Resolver) {
	first := New(b, r, "standard", junqi.Regiment, junqi.Company, 0)
	b.Run("first", func(b *testing.B) { first.benchmark(b, true) })
	later := first.After(first.Play(b), junqi.Regiment, junqi.Company)
	b.Run("later", func(b *testing.B) { later.benchmark(b, false) })
}

// benchmark times the scene; if forget is set each step is made by seats that
// remember nothing, and the time to find a key varies.
func (s *Scene) benchmark(b *testing.B, forget bool) {
	said, seeds := s.Play(b), s.Seeds
	run := func(name string, size int, work func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := work(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
	total := 0
	for i, message := range said.Said {
		step, before, after := tape.Step(i), said.Before(tape.Step(i)), said.Before(tape.Step(i+1))
		total += len(message)
		if forget && step < tape.Answer {
			run(step.String(), len(message), func() error {
				seeds[step.Role()][1]++ // other coins
				_, err := s.Resolver.Sit(seeds[step.Role()]).Make(before, s.own(step))
				return err
			})
		} else {
			run(step.String(), len(message), func() error {
				_, err := s.Make(before)
				return err
			})
		}
		run("check-"+step.String(), len(message), func() error { return s.Resolver.Check(after) })
	}
	if forget {
		run("replay", 0, func() error { return s.Replay(said) })
		return
	}
	run("clash", total, func() error {
		r := s.Begin()
		for r.Next() <= tape.Answer {
			message, err := s.Make(r)
			if err != nil {
				return err
			}
			if r = r.With(message); s.Resolver.Check(r) != nil {
				return s.Resolver.Check(r)
			}
		}
		return r.CheckHeard(tape.Answer, engine.TypesOf(s.Attacker), r.Defenders, Code(r))
	})
	opening := s.Opening()
	require.NoError(b, audited.Replay(said, opening))
	run("replay", 0, func() error { return audited.Replay(said, opening) })
}
