// Package auditedtest holds what the tests of the audited resolvers share: scenes
// of a clash, and the tests that every resolver must pass.
package auditedtest

import (
	"errors"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// T has the methods that testing.T, testing.B and rapid.T share.
type T interface {
	require.TestingT
	Helper()
}

// Rulesets are specs with different clash tables, from the fewest codes to the
// most. The preset qq has standard's table.
var Rulesets = []string{
	"standard,show-flag=off",
	"standard",
	"app",
	"half-open",
	"siguo",
	"standard,flag-takers=engineers,mines=exploding-all",
	"standard,scout=on,flag-takers=not-commander",
}

// A Scene is a clash together with what each side keeps to itself.
type Scene struct {
	Resolver           audited.Resolver
	Clash              audited.Clash
	Earlier            []*audited.Round
	Attacker, Defender engine.Type
	Seeds              [2][32]byte // by role
	seats              [2]audited.Seat
}

// New returns a scene. Scenes of different numbers share no coins.
func New(t T, r audited.Resolver, spec string, attacker, defender engine.Type, number uint32) *Scene {
	t.Helper()
	rules, err := junqi.Rules(spec)
	require.NoError(t, err)
	s := &Scene{Resolver: r, Attacker: attacker, Defender: defender, Seeds: [2][32]byte{{1}, {2}}}
	s.Clash = audited.Clash{
		Rules: rules, Match: [32]byte{'m'}, Number: number,
		Attackers: rules.Mobile(), Defenders: rules.Types(),
	}
	s.restart()
	return s
}

// restart has both seats forget what they only remember.
func (s *Scene) restart() {
	for role := range s.seats {
		s.seats[role] = s.Resolver.Sit(s.Seeds[role])
	}
}

// After returns the scene of another clash of the same seats, after one that was
// played.
func (s *Scene) After(played *audited.Round, attacker, defender engine.Type) *Scene {
	next := *s
	next.Clash.Number++
	next.Earlier = append(played.Earlier[:len(played.Earlier):len(played.Earlier)], played)
	next.Attacker, next.Defender = attacker, defender
	return &next
}

// Begin returns the round before its first message, with every record that its
// messages answer.
func (s *Scene) Begin() *audited.Round {
	r := &audited.Round{Clash: s.Clash, Earlier: s.Earlier}
	if len(s.Earlier) > 0 {
		r.First = s.Earlier[0]
	}
	for _, answered := range "orqa" {
		r = r.Answering([32]byte{byte(answered)})
	}
	return r
}

// Coins returns the coins of a step, as new.
func (s *Scene) Coins(step tape.Step) *tape.Coins {
	return tape.New(s.Seeds[step.Role()], s.Begin().Place(step))
}

// Make has the seat whose turn it is make the next message.
func (s *Scene) Make(r *audited.Round) ([]byte, error) { return s.MakeAs(r, s.own(r.Next())) }

// MakeAs is Make for a piece of another type.
func (s *Scene) MakeAs(r *audited.Round, own engine.Type) ([]byte, error) {
	return s.seats[r.Next().Role()].Make(r, own)
}

func (s *Scene) own(step tape.Step) engine.Type {
	if step.Role() == tape.Attacker {
		return s.Attacker
	}
	return s.Defender
}

// Replay audits what was said, with seats that remember nothing. The earlier rounds
// are true.
func (s *Scene) Replay(r *audited.Round) error { return audited.Replay(r, s.Opening()) }

// Opening returns what the reveals show.
func (s *Scene) Opening() audited.Opening {
	return audited.Opening{
		Attacker: s.Attacker, Defender: s.Defender,
		Seats: [2]audited.Seat{s.Resolver.Sit(s.Seeds[0]), s.Resolver.Sit(s.Seeds[1])},
	}
}

// Check runs the public checks on all messages of a round.
func (s *Scene) Check(r *audited.Round) error {
	for step := range r.Said {
		if err := s.Resolver.Check(r.Before(tape.Step(step + 1))); err != nil {
			return err
		}
	}
	return nil
}

// Instead returns the round with another message of that step, and none after it.
func Instead(r *audited.Round, step tape.Step, message []byte) *audited.Round {
	return r.Before(step).With(message)
}

// Continue has both sides do what they should from here on, and checks on the way
// whatever anyone can.
func (s *Scene) Continue(t T, r *audited.Round) *audited.Round {
	t.Helper()
	for r.Next() <= tape.Answer {
		message, err := s.Make(r)
		require.NoError(t, err)
		r = r.With(message)
		require.NoError(t, s.Resolver.Check(r))
	}
	code := Code(r)
	require.NoError(t, r.CheckHeard(tape.Answer, engine.TypesOf(s.Attacker), r.Defenders, code))
	return r
}

// Play is Continue from the beginning.
func (s *Scene) Play(t T) *audited.Round {
	t.Helper()
	return s.Continue(t, s.Begin())
}

// Code returns what a round has announced.
func Code(r *audited.Round) engine.Code { return engine.Code(r.Said[tape.Answer][0]) }

// Refused requires that err refuses that step, in public or as a dispute.
func Refused(t T, err error, step tape.Step, public bool) {
	t.Helper()
	var refusal *audited.Refusal
	require.True(t, errors.As(err, &refusal), "not refused: %v", err)
	require.Equal(t, step, refusal.Step, "%v", err)
	require.Equal(t, public, refusal.Public, "%v", err)
	require.NotEmpty(t, refusal.Reason.Error())
}

// Convicted requires that the audit finds the first deviation in that step.
func Convicted(t T, err error, step tape.Step) {
	t.Helper()
	var deviation *audited.Deviation
	require.True(t, errors.As(err, &deviation), "no deviation found: %v", err)
	require.Equal(t, step, deviation.Step, "%v", err)
}
