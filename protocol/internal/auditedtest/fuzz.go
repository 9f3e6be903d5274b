package auditedtest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Fuzz feeds arbitrary bytes to everything that reads a message of that step, in the
// first clash of two seats and in one after it. A message that everyone's check refuses
// is refused by a Refusal; one that it lets through the seat which must go on takes, or
// disputes; and whatever comes of it, an audit convicts its maker unless it is the
// honest message.
func Fuzz(f *testing.F, r audited.Resolver, step tape.Step) {
	first := New(f, r, "standard", junqi.Regiment, junqi.Company, 0)
	said := first.Play(f)
	later := first.After(said, junqi.Company, junqi.Mine)
	scenes := []*Scene{first, later}
	rounds := []*audited.Round{said, later.Play(f)}
	openings := []audited.Opening{first.Opening(), later.Opening()} // which remember
	for _, honest := range []*audited.Round{rounds[0], rounds[1]} {
		message := honest.Said[step]
		f.Add(message)
		f.Add(message[:max(len(message)-1, 0)])
		f.Add(make([]byte, len(message)))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, message []byte) {
		for i, s := range scenes {
			s.take(t, rounds[i], openings[i], step, message)
		}
	})
}

// take has everyone read a message instead of the honest one of that step.
func (s *Scene) take(t *testing.T, honest *audited.Round, opening audited.Opening, step tape.Step, message []byte) {
	r := Instead(honest, step, message)
	public := s.Resolver.Check(r)
	if public != nil {
		Refused(t, public, step, true)
	} else if step < tape.Answer {
		_, err := s.Make(r)
		var refusal *audited.Refusal
		require.True(t, err == nil || errors.As(err, &refusal) && refusal.Step == step && !refusal.Public, "%v", err)
	}
	if string(message) == string(honest.Said[step]) {
		require.NoError(t, public)
		require.NoError(t, audited.Replay(r, opening))
	} else {
		Convicted(t, audited.Replay(r, opening), step)
	}
}
