package auditedtest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// TestResolver runs every test that a resolver must pass, whatever its messages:
// all pairs of types under these rulesets, and the rest under standard rules.
func TestResolver(t *testing.T, r audited.Resolver, specs ...string) {
	t.Run("every pair of types", func(t *testing.T) { everyPair(t, r, specs) })
	t.Run("a referee says the same, under any rules", func(t *testing.T) { sameAsReferee(t, r) })
	t.Run("any rules", func(t *testing.T) { anyRules(t, r) })
	t.Run("the same coins make the same bytes", func(t *testing.T) { deterministic(t, r) })
	t.Run("what is remembered can be made again", func(t *testing.T) { restarted(t, r) })
	t.Run("each message depends on its coins", func(t *testing.T) { coinsCount(t, r) })
	t.Run("replay names the first byte that differs", func(t *testing.T) { firstDifference(t, r) })
	t.Run("replay stops where the match did", func(t *testing.T) { prefixes(t, r) })
	t.Run("replay refuses an impossible opening", func(t *testing.T) { impossibleOpening(t, r) })
	t.Run("wrong lengths are malformed", func(t *testing.T) { lengths(t, r) })
	t.Run("codes outside the table are malformed", func(t *testing.T) { codes(t, r) })
	t.Run("types that can't be are refused", func(t *testing.T) { impossibleTypes(t, r) })
	t.Run("secrets don't print", func(t *testing.T) { secrets(t, r) })
}

// everyPair has the same two seats meet in all pairs, one after the other.
func everyPair(t *testing.T, r audited.Resolver, specs []string) {
	for _, spec := range specs {
		s := New(t, r, spec, junqi.Army, junqi.Army, 0)
		said := s.Play(t)
		for _, a := range s.Clash.Attackers.Types() {
			for _, d := range s.Clash.Defenders.Types() {
				s = s.After(said, a, d)
				said = s.Play(t)
				require.Equal(t, s.Clash.Rules.Clash(a, d), Code(said), "%s: %v meets %v", spec, a, d)
			}
		}
	}
}

// sameAsReferee plays random games under random option sets, with a referee who
// sees both layouts, and has each clash answered by the resolver too, with what is
// public of both pieces at that moment.
func sameAsReferee(t *testing.T, r audited.Resolver) {
	const clashes = 3 // of each game, to be quick
	rapid.Check(t, func(t *rapid.T) {
		rules := rulestest.Junqi(t, "standard")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "game"), 0))
		var layouts []engine.Layout
		for range rules.Seats() {
			layouts = append(layouts, rules.RandomLayout(rng))
		}
		referee, err := engine.NewReferee(rules, layouts, engine.Red)
		require.NoError(t, err)
		var s *Scene
		var played *audited.Round
		number := 0
		for plies := 0; plies < 200 && number < clashes && !referee.Stuck(); plies++ {
			moves := referee.LegalMoves()
			if len(moves) == 0 {
				return // over
			}
			before := referee.Position()
			move := moves[rng.IntN(len(moves))]
			for range 5 { // prefer attacks
				if before.At(move.To) != engine.NoPiece {
					break
				}
				move = moves[rng.IntN(len(moves))]
			}
			event := engine.MoveEvent(before.ToAct(), move, false)
			require.NoError(t, before.Apply(event))
			said, err := referee.Play(event)
			require.NoError(t, err)
			attacker, defender, movers, ok := before.Clash()
			if !ok {
				continue
			}
			if s == nil {
				s = New(t, r, "standard", referee.Type(attacker), referee.Type(defender), 0)
			} else {
				s = s.After(played, referee.Type(attacker), referee.Type(defender))
			}
			s.Clash.Rules, s.Clash.Attackers, s.Clash.Defenders = rules, movers, before.Known(defender)
			played = s.Play(t)
			require.Equal(t, engine.EventAnswer, said[1].Kind)
			require.Equal(t, said[1].Code, Code(played), "%s: %v meets %v", rules, s.Attacker, s.Defender)
			number++
		}
	})
}

func deterministic(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Company, junqi.Mine, 1)
	said := s.Play(t)
	again := New(t, r, "standard", junqi.Company, junqi.Mine, 1)
	require.Equal(t, said.Said, again.Play(t).Said)
	require.NoError(t, s.Replay(said))
}

// restarted: seats that were started again, and know the records only, go on just as
// those that remember.
func restarted(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Army, junqi.Army, 1)
	said := s.Play(t)
	for range 2 {
		s = s.After(said, junqi.Company, junqi.Mine)
		said = s.Play(t)
		for step := range said.Said {
			s.restart()
			message, err := s.Make(said.Before(tape.Step(step)))
			require.NoError(t, err)
			require.Equal(t, said.Said[step], message)
		}
		require.NoError(t, s.Replay(said))
	}
}

// coinsCount: in the first clash of two seats every message has coins of its own.
func coinsCount(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Army, junqi.Army, 1)
	said := s.Play(t)
	for step := range tape.Answer {
		other := *said
		other.Answered = slices.Clone(said.Answered)
		other.Answered[step][31] ^= 1
		Convicted(t, s.Replay(&other), step)
	}
}

func firstDifference(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Bomb, junqi.Flag, 1)
	said := s.Play(t)
	rapid.Check(t, func(t *rapid.T) {
		step := tape.Step(rapid.IntRange(0, 3).Draw(t, "step"))
		message := bytes.Clone(said.Said[step])
		at := rapid.IntRange(0, len(message)-1).Draw(t, "at")
		message[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		require.Equal(t, &audited.Deviation{Step: step, Offset: at}, s.Replay(Instead(said, step, message)))
		require.Equal(t, &audited.Deviation{Step: step, Offset: at}, s.Replay(Instead(said, step, said.Said[step][:at])))
	})
}

func prefixes(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Engineer, junqi.Commander, 1)
	said := s.Play(t)
	for step := range tape.Answer + 1 {
		require.NoError(t, s.Replay(said.Before(step)))
	}
}

// impossibleOpening: who sends a message for a piece that is of no type that it may be
// of is convicted, and nobody for what the other did not say.
func impossibleOpening(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Army, junqi.Army, 1)
	said := s.Play(t)
	s.Attacker = junqi.Mine
	require.NoError(t, s.Replay(said.Before(tape.Offer)))
	Convicted(t, s.Replay(said), tape.Offer)
	s.Attacker = junqi.Army
	said.Defenders = said.Rules.Mobile().Remove(junqi.Army)
	require.NoError(t, s.Replay(said.Before(tape.Request)))
	Convicted(t, s.Replay(said), tape.Request)
}

func lengths(t *testing.T, r audited.Resolver) {
	first := New(t, r, "standard", junqi.Platoon, junqi.Platoon, 1)
	said := first.Play(t)
	later := first.After(said, junqi.Platoon, junqi.Platoon)
	for _, said := range []*audited.Round{said, later.Play(t)} {
		for step, message := range said.Said {
			for _, changed := range [][]byte{
				message[:max(len(message)-1, 0)], append(slices.Clone(message), 0), append([]byte{0}, message...), {},
			} {
				if len(changed) != len(message) {
					step := tape.Step(step)
					Refused(t, r.Check(Instead(said, step, changed)), step, true)
				}
			}
		}
	}
}

func codes(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Platoon, junqi.Platoon, 1)
	said := s.Play(t)
	for _, code := range []int{s.Clash.NumCodes(), 63, 64, 127, 128, int(engine.NoCode)} {
		answer := append([]byte{byte(code)}, said.Said[tape.Answer][1:]...)
		Refused(t, r.Check(Instead(said, tape.Answer, answer)), tape.Answer, true)
	}
}

func impossibleTypes(t *testing.T, r audited.Resolver) {
	s := New(t, r, "standard", junqi.Army, junqi.Army, 1)
	said := s.Play(t)
	narrow, wide := *said, *said
	narrow.Attackers, narrow.Defenders = engine.TypesOf(junqi.Engineer), engine.TypesOf(junqi.Engineer)
	wide.Attackers = said.Rules.Types()
	for step := range tape.Answer + 1 {
		for _, own := range []engine.Type{engine.Type(said.Rules.NumTypes()), engine.NoType} {
			_, err := s.MakeAs(said.Before(step), own)
			require.Error(t, err)
		}
		_, err := s.MakeAs(narrow.Before(step), junqi.Army)
		require.Error(t, err)
		for _, own := range []engine.Type{junqi.Flag, junqi.Mine} {
			_, err := s.MakeAs(wide.Before(step), own)
			require.Equal(t, step.Role() == tape.Attacker, err != nil && !errors.As(err, new(*audited.Refusal)), "it has no row")
		}
	}
}

func secrets(t *testing.T, r audited.Resolver) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		require.Equal(t, "[secret]", fmt.Sprintf(verb, r.Sit([32]byte{1})))
	}
}

// anyRules: whatever the rules, up to the most types and codes, a clash of any two types
// yields what the table says.
func anyRules(t *testing.T, r audited.Resolver) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulestest.Ruleset(t, rulestest.Size{Seats: engine.MaxSeats, Army: 20, Types: engine.MaxTypes})
		s := New(t, r, "standard", 0, 0, 0)
		s.Clash.Rules, s.Clash.Attackers, s.Clash.Defenders = rules, rules.Mobile(), rules.Types()
		var said *audited.Round
		for range 3 {
			a := rapid.SampledFrom(rules.Mobile().Types()).Draw(t, "attacker")
			d := rapid.SampledFrom(rules.Types().Types()).Draw(t, "defender")
			if said != nil {
				s = s.After(said, a, d)
			}
			s.Attacker, s.Defender = a, d
			said = s.Play(t)
			require.Equal(t, rules.Clash(a, d), Code(said))
		}
		require.NoError(t, s.Replay(said))
	})
}
