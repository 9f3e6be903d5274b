package auditedtest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Fuzz feeds arbitrary bytes to everything that reads a message of that step. A
// message is refused with a Refusal, or goes through; if everyone's check lets it
// through, the seat's own never calls it malformed; and whatever comes of it, an
// audit convicts its maker unless it is the honest message.
func Fuzz(f *testing.F, r audited.Resolver, step tape.Step) {
	s := New(f, "standard", engine.Regiment, engine.Company, 0)
	said := s.Play(f, r)
	honest := [...][]byte{said.Offer, said.Request, said.Reply, append([]byte{byte(said.Answer.Code)}, said.Answer.Proof...)}[step]
	f.Add(honest)
	f.Add(honest[:len(honest)-1])
	f.Add(make([]byte, len(honest)))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, message []byte) {
		var public, private error
		m := audited.Messages{Offer: said.Offer, Request: said.Request, Reply: said.Reply}
		switch step {
		case tape.Offer:
			m = audited.Messages{Offer: append([]byte{}, message...)}
			public = r.CheckOffer(s.Clash, message)
			_, private = r.Defend(s.Clash, s.Defender, message, s.Coins(tape.Request))
		case tape.Request:
			m.Request, m.Reply = append([]byte{}, message...), nil
			public = r.CheckRequest(s.Clash, said.Offer, message)
			a, err := r.Attack(s.Clash, s.Attacker, s.Coins(tape.Offer))
			require.NoError(t, err)
			_, private = a.Reply(message, s.Coins(tape.Reply))
		case tape.Reply:
			m.Reply = append([]byte{}, message...)
			public = r.CheckReply(s.Clash, said.Offer, said.Request, message)
			d, err := r.Defend(s.Clash, s.Defender, said.Offer, s.Coins(tape.Request))
			require.NoError(t, err)
			_, private = d.Answer(message)
		case tape.Answer:
			if len(message) == 0 {
				return
			}
			m.Answer = &audited.AnswerMessage{Code: engine.Code(message[0]), Proof: message[1:]}
			public = r.CheckAnswer(s.Clash, said.Offer, said.Request, said.Reply, *m.Answer)
			a, err := r.Attack(s.Clash, s.Attacker, s.Coins(tape.Offer))
			require.NoError(t, err)
			_, err = a.Reply(said.Request, s.Coins(tape.Reply))
			require.NoError(t, err)
			private = a.Accept(*m.Answer)
		}
		for _, err := range []error{public, private} {
			var refusal *audited.Refusal
			require.True(t, err == nil || errors.As(err, &refusal) && refusal.Step == step, "%v", err)
		}
		if public != nil {
			Refused(t, public, step, true)
			Refused(t, private, step, true)
		} else if private != nil {
			Refused(t, private, step, false)
		}
		if err := s.Replay(r, m); string(message) != string(honest) {
			Convicted(t, err, step)
		} else {
			require.NoError(t, err)
		}
	})
}
