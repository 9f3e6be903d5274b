// Package auditedtest holds what the tests of the audited resolvers share: scenes
// of a clash, and the tests that every resolver must pass.
package auditedtest

import (
	"errors"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// T is what testing.T, testing.B and rapid.T share.
type T interface {
	require.TestingT
	Helper()
}

// Rulesets are specs with different clash tables, from the fewest codes to the
// most. The table of the preset qq is that of standard.
var Rulesets = []string{
	"standard,show-flag=off",
	"standard",
	"app",
	"standard,flag-takers=engineers,mines=exploding-all",
	"standard,scout=on,flag-takers=not-commander",
}

// A Scene is a clash together with what each side keeps to itself.
type Scene struct {
	Clash              audited.Clash
	Attacker, Defender engine.Type
	Seeds              [2][32]byte // by role
	Number             uint32
}

// New returns a scene. Scenes of different numbers share no coins.
func New(t T, spec string, attacker, defender engine.Type, number uint32) Scene {
	t.Helper()
	rules, err := engine.Rules(spec)
	require.NoError(t, err)
	s := Scene{Attacker: attacker, Defender: defender, Seeds: [2][32]byte{{1}, {2}}, Number: number}
	s.Clash = audited.Clash{
		Rules:     rules,
		Session:   audited.Session([32]byte{'m'}, [32]byte{'o'}, number),
		Attackers: engine.Mobile,
		Defenders: engine.AllTypes,
	}
	return s
}

// Place says where the coins of a step are tossed.
func (s Scene) Place(step tape.Step) tape.Place {
	return tape.Place{Match: [32]byte{'m'}, Answered: [32]byte{"orqa"[step]}, Clash: s.Number, Step: step}
}

// Coins returns the coins of a step, as new.
func (s Scene) Coins(step tape.Step) *tape.Coins {
	return tape.New(s.Seeds[step.Role()], s.Place(step))
}

// Opening is what the reveals show.
func (s Scene) Opening() audited.Opening {
	o := audited.Opening{Attacker: s.Attacker, Defender: s.Defender}
	for step := range o.Coins {
		o.Coins[step] = s.Coins(tape.Step(step))
	}
	return o
}

// Replay audits what was said.
func (s Scene) Replay(r audited.Resolver, said audited.Messages) error {
	return audited.Replay(r, s.Clash, s.Opening(), said)
}

// Check runs the public checks on all messages.
func (s Scene) Check(r audited.Resolver, m audited.Messages) error {
	if err := r.CheckOffer(s.Clash, m.Offer); err != nil {
		return err
	}
	if err := r.CheckRequest(s.Clash, m.Offer, m.Request); err != nil {
		return err
	}
	if err := r.CheckReply(s.Clash, m.Offer, m.Request, m.Reply); err != nil {
		return err
	}
	return r.CheckAnswer(s.Clash, m.Offer, m.Request, m.Reply, *m.Answer)
}

// Play has both sides do what they should, and checks on the way whatever anyone
// can.
func (s Scene) Play(t T, r audited.Resolver) audited.Messages {
	t.Helper()
	a, err := r.Attack(s.Clash, s.Attacker, s.Coins(tape.Offer))
	require.NoError(t, err)
	d, err := r.Defend(s.Clash, s.Defender, a.Offer(), s.Coins(tape.Request))
	require.NoError(t, err)
	reply, err := a.Reply(d.Request(), s.Coins(tape.Reply))
	require.NoError(t, err)
	answer, err := d.Answer(reply)
	require.NoError(t, err)
	require.NoError(t, a.Accept(answer))
	said := audited.Messages{Offer: a.Offer(), Request: d.Request(), Reply: reply, Answer: &answer}
	require.NoError(t, s.Check(r, said))
	return said
}

// Refused requires that err refuses that step, in public or as a dispute.
func Refused(t T, err error, step tape.Step, public bool) {
	t.Helper()
	var refusal *audited.Refusal
	require.True(t, errors.As(err, &refusal), "not refused: %v", err)
	require.Equal(t, step, refusal.Step, "%v", err)
	require.Equal(t, public, refusal.Public, "%v", err)
	require.NotEmpty(t, refusal.Reason)
}

// Convicted requires that the audit finds the first deviation in that step.
func Convicted(t T, err error, step tape.Step) {
	t.Helper()
	var deviation *audited.Deviation
	require.True(t, errors.As(err, &deviation), "no deviation found: %v", err)
	require.Equal(t, step, deviation.Step, "%v", err)
}
