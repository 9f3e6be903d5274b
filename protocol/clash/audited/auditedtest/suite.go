package auditedtest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// TestResolver runs every test that a resolver must pass, whatever its messages:
// all pairs of types under these rulesets, and the rest under standard rules.
func TestResolver(t *testing.T, r audited.Resolver, specs ...string) {
	t.Run("every pair of types", func(t *testing.T) { everyPair(t, r, specs) })
	t.Run("a referee says the same, under any rules", func(t *testing.T) { sameAsReferee(t, r) })
	t.Run("the same coins make the same bytes", func(t *testing.T) { deterministic(t, r) })
	t.Run("each message depends on its coins", func(t *testing.T) { coinsCount(t, r) })
	t.Run("replay names the first byte that differs", func(t *testing.T) { firstDifference(t, r) })
	t.Run("replay stops where the match did", func(t *testing.T) { prefixes(t, r) })
	t.Run("replay refuses an impossible opening", func(t *testing.T) { impossibleOpening(t, r) })
	t.Run("wrong lengths are malformed", func(t *testing.T) { lengths(t, r) })
	t.Run("codes outside the table are malformed", func(t *testing.T) { codes(t, r) })
	t.Run("types that can't be are refused", func(t *testing.T) { impossibleTypes(t, r) })
	t.Run("secrets don't print", func(t *testing.T) { secrets(t, r) })
}

func everyPair(t *testing.T, r audited.Resolver, specs []string) {
	for _, spec := range specs {
		number := uint32(0)
		for _, a := range engine.Mobile.Types() {
			for _, d := range engine.AllTypes.Types() {
				s := New(t, spec, a, d, number)
				number++
				said := s.Play(t, r)
				require.Equal(t, s.Clash.Rules.Clash(a, d), said.Answer.Code, "%s: %v meets %v", spec, a, d)
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
		rules := DrawRules(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "game"), 0))
		layouts := [engine.NumSeats]engine.Layout{engine.RandomLayout(rules, rng), engine.RandomLayout(rules, rng)}
		referee, err := engine.NewReferee(rules, layouts, engine.Red)
		require.NoError(t, err)
		number := uint32(0)
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
			s := New(t, "standard", referee.Type(attacker), referee.Type(defender), number)
			s.Clash.Rules, s.Clash.Attackers, s.Clash.Defenders = rules, movers, before.Known(defender)
			m := s.Play(t, r)
			require.Equal(t, engine.EventAnswer, said[1].Kind)
			require.Equal(t, said[1].Code, m.Answer.Code, "%s: %v meets %v", rules, s.Attacker, s.Defender)
			number++
		}
	})
}

// DrawRules draws a ruleset: every option at random, again until they make sense
// together.
func DrawRules(t *rapid.T) *engine.Ruleset {
	for {
		var changes []string
		for _, o := range engine.Standard().Options() {
			value := rapid.SampledFrom(o.Allowed).Draw(t, o.Name)
			switch value {
			case "N":
				value = "20"
			case "PAIRS":
				value = "b6-c5+d6-c7"
			}
			changes = append(changes, o.Name+"="+value)
		}
		if rules, err := engine.Rules("standard," + strings.Join(changes, ",")); err == nil {
			return rules
		}
	}
}

func deterministic(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Company, engine.Mine, 1)
	require.Equal(t, s.Play(t, r), s.Play(t, r))
	require.NoError(t, s.Replay(r, s.Play(t, r)))
}

func coinsCount(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Army, engine.Army, 1)
	said := s.Play(t, r)
	for step := range tape.Answer {
		o := s.Opening()
		other := s
		other.Number++
		o.Coins[step] = other.Coins(step)
		Convicted(t, audited.Replay(r, s.Clash, o, said), step)
	}
}

func firstDifference(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Bomb, engine.Flag, 1)
	said := s.Play(t, r)
	rapid.Check(t, func(t *rapid.T) {
		m := said
		step := tape.Step(rapid.IntRange(0, 3).Draw(t, "step"))
		change := func(b []byte) ([]byte, int) {
			at := rapid.IntRange(0, len(b)-1).Draw(t, "at")
			b = bytes.Clone(b)
			b[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
			return b, at
		}
		var at int
		switch step {
		case tape.Offer:
			m.Offer, at = change(m.Offer)
		case tape.Request:
			m.Request, at = change(m.Request)
		case tape.Reply:
			m.Reply, at = change(m.Reply)
		case tape.Answer:
			var b []byte
			b, at = change(append([]byte{byte(m.Answer.Code)}, m.Answer.Proof...))
			m.Answer = &audited.AnswerMessage{Code: engine.Code(b[0]), Proof: b[1:]}
		}
		require.Equal(t, &audited.Deviation{Step: step, Offset: at}, s.Replay(r, m))
	})
}

func prefixes(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Engineer, engine.Commander, 1)
	said := s.Play(t, r)
	require.NoError(t, s.Replay(r, audited.Messages{}))
	require.NoError(t, s.Replay(r, audited.Messages{Offer: said.Offer}))
	require.NoError(t, s.Replay(r, audited.Messages{Offer: said.Offer, Request: said.Request}))
	require.NoError(t, s.Replay(r, audited.Messages{Offer: said.Offer, Request: said.Request, Reply: said.Reply}))
	require.NoError(t, s.Replay(r, said))
	// A message cut short differs where it ends.
	said.Request = said.Request[:len(said.Request)-1]
	require.Equal(t, &audited.Deviation{Step: tape.Request, Offset: len(said.Request)}, s.Replay(r, said))
}

func impossibleOpening(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Army, engine.Bomb, 1)
	said := s.Play(t, r)
	var deviation *audited.Deviation

	s.Attacker = engine.Mine
	require.Error(t, s.Replay(r, audited.Messages{}), "whatever was said")
	require.Error(t, s.Replay(r, said))
	require.NotErrorAs(t, s.Replay(r, said), &deviation)

	s.Attacker, s.Clash.Defenders = engine.Army, engine.Mobile.Remove(engine.Bomb)
	require.Error(t, s.Replay(r, audited.Messages{Offer: said.Offer}), "whatever was said")
	require.Error(t, s.Replay(r, said))
	require.NotErrorAs(t, s.Replay(r, said), &deviation)
}

func lengths(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Platoon, engine.Platoon, 1)
	said := s.Play(t, r)
	for _, change := range []func([]byte) []byte{
		func(b []byte) []byte { return b[:max(len(b)-1, 0)] },
		func(b []byte) []byte { return append(slices.Clone(b), 0) },
		func(b []byte) []byte { return append([]byte{0}, b...) },
		func([]byte) []byte { return nil },
	} {
		m := said
		m.Offer = change(said.Offer)
		Refused(t, s.Check(r, m), tape.Offer, true)
		m = said
		m.Request = change(said.Request)
		Refused(t, s.Check(r, m), tape.Request, true)
		m = said
		m.Reply = change(said.Reply)
		Refused(t, s.Check(r, m), tape.Reply, true)
		proof := change(said.Answer.Proof)
		if len(proof) != len(said.Answer.Proof) {
			m = said
			m.Answer = &audited.AnswerMessage{Code: said.Answer.Code, Proof: proof}
			Refused(t, s.Check(r, m), tape.Answer, true)
		}
	}
}

func codes(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Platoon, engine.Platoon, 1)
	said := s.Play(t, r)
	for _, code := range []int{s.Clash.NumCodes(), 63, 64, 127, 128, int(engine.NoCode)} {
		m := said
		m.Answer = &audited.AnswerMessage{Code: engine.Code(code), Proof: said.Answer.Proof}
		Refused(t, s.Check(r, m), tape.Answer, true)
	}
}

func impossibleTypes(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Army, engine.Army, 1)
	said := s.Play(t, r)
	narrow := s.Clash
	narrow.Attackers, narrow.Defenders = engine.SetOf(engine.Engineer), engine.SetOf(engine.Engineer)
	for _, a := range []engine.Type{engine.Flag, engine.Mine, engine.NumTypes, engine.NoType} {
		_, err := r.Attack(s.Clash, a, s.Coins(tape.Offer))
		require.Error(t, err)
	}
	_, err := r.Attack(narrow, engine.Army, s.Coins(tape.Offer))
	require.Error(t, err)
	wide := s.Clash
	wide.Attackers = engine.AllTypes
	for _, a := range []engine.Type{engine.Flag, engine.Mine} {
		_, err = r.Attack(wide, a, s.Coins(tape.Offer))
		require.Error(t, err, "it has no row")
	}
	_, err = r.Defend(narrow, engine.Army, said.Offer, s.Coins(tape.Request))
	require.Error(t, err)
	_, err = r.Defend(s.Clash, engine.NoType, said.Offer, s.Coins(tape.Request))
	require.Error(t, err)
}

func secrets(t *testing.T, r audited.Resolver) {
	s := New(t, "standard", engine.Army, engine.Army, 1)
	a, err := r.Attack(s.Clash, s.Attacker, s.Coins(tape.Offer))
	require.NoError(t, err)
	d, err := r.Defend(s.Clash, s.Defender, a.Offer(), s.Coins(tape.Request))
	require.NoError(t, err)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		require.Equal(t, "[secret] [secret]", fmt.Sprintf(verb+" "+verb, a, d))
	}
}
