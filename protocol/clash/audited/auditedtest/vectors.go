package auditedtest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

// Vectors is a file of testdata/vectors. All bytes are in hexadecimal.
type Vectors struct {
	Valid   []Vector  `json:"valid"`
	Invalid []Invalid `json:"invalid"`

	resolver audited.Resolver
	first    Scene
	said     audited.Messages // in it
}

// A Vector is one clash, with everything that goes into it and comes out.
type Vector struct {
	Comment  string            `json:"comment"`
	Rules    string            `json:"rules"`
	Attacker string            `json:"attacker"`
	Defender string            `json:"defender"`
	Seeds    [2]vector.Hex     `json:"tapeSeeds"` // the attacker's, the defender's
	Match    vector.Hex        `json:"match"`
	Answered [3]vector.Hex     `json:"answered"` // by the Move, by each Step
	Clash    uint32            `json:"clash"`
	Session  vector.Hex        `json:"session"`
	Inner    map[string]string `json:"inner"` // what nobody sends
	Offer    vector.Hex        `json:"offer"`
	Request  vector.Hex        `json:"request"`
	Reply    vector.Hex        `json:"reply"`
	Code     engine.Code       `json:"code"`
	Proof    vector.Hex        `json:"proof"`
}

// An Invalid is a message in place of that of the first valid vector, which
// everyone refuses.
type Invalid struct {
	Comment string     `json:"comment"`
	Step    string     `json:"step"`
	Message vector.Hex `json:"message"` // for an answer, the code and the proof
}

// A Case is a clash to make a vector of.
type Case struct {
	Comment, Rules     string
	Attacker, Defender engine.Type
}

// MakeVectors plays clashes, and returns what was said in the first too, to make
// invalid messages of. What nobody sends is told by inner.
func MakeVectors(t *testing.T, r audited.Resolver, inner func(Scene, audited.Messages) map[string]string, cases ...Case) (*Vectors, audited.Messages) {
	t.Helper()
	v := &Vectors{resolver: r}
	for i, c := range cases {
		s := New(t, c.Rules, c.Attacker, c.Defender, uint32(i))
		said := s.Play(t, r)
		require.Equal(t, s.Clash.Rules.Clash(c.Attacker, c.Defender), said.Answer.Code)
		v.Valid = append(v.Valid, s.vector(c.Comment, said, inner(s, said)))
		if i == 0 {
			v.first, v.said = s, said
		}
	}
	return v, v.said
}

func (s Scene) vector(comment string, said audited.Messages, inner map[string]string) Vector {
	v := Vector{
		Comment: comment, Rules: s.Clash.Rules.Canonical(),
		Attacker: s.Attacker.String(), Defender: s.Defender.String(),
		Seeds: [2]vector.Hex{s.Seeds[0][:], s.Seeds[1][:]},
		Clash: s.Number, Session: s.Clash.Session[:], Inner: inner,
		Offer: said.Offer, Request: said.Request, Reply: said.Reply,
		Code: said.Answer.Code, Proof: said.Answer.Proof,
	}
	for step := range v.Answered {
		at := s.Place(tape.Step(step))
		v.Match, v.Answered[step] = at.Match[:], at.Answered[:]
	}
	return v
}

// Refuse adds an invalid message, and requires that it is refused.
func (v *Vectors) Refuse(t *testing.T, step tape.Step, comment string, parts ...[]byte) {
	t.Helper()
	message, said := bytes.Join(parts, nil), v.said
	v.Invalid = append(v.Invalid, Invalid{comment, step.String(), message})
	switch step {
	case tape.Offer:
		said.Offer = message
	case tape.Request:
		said.Request = message
	case tape.Reply:
		said.Reply = message
	case tape.Answer:
		said.Answer = &audited.AnswerMessage{Code: engine.Code(message[0]), Proof: message[1:]}
	}
	Refused(t, v.first.Check(v.resolver, said), step, true)
}
