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
	Valid   []Vector  `json:"valid"` // clashes of two seats, one after the other
	Invalid []Invalid `json:"invalid"`

	scenes []*Scene
	rounds []*audited.Round
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

// An Invalid is a message, instead of a valid vector's, which everyone refuses.
type Invalid struct {
	Comment string     `json:"comment"`
	Valid   int        `json:"valid"` // index of the vector
	Step    string     `json:"step"`
	Message vector.Hex `json:"message"` // for an answer, the code and the proof
}

// A Case is a clash to make a vector of.
type Case struct {
	Comment, Rules     string
	Attacker, Defender engine.Type
	After              bool // of the same seats as the case before, and after it
}

// MakeVectors plays clashes. inner adds what is not sent.
func MakeVectors(t *testing.T, r audited.Resolver, inner func(*Scene, *audited.Round) map[string]string, cases ...Case) *Vectors {
	t.Helper()
	v := &Vectors{}
	for i, c := range cases {
		s := New(t, r, c.Rules, c.Attacker, c.Defender, uint32(i))
		if c.After {
			s = v.scenes[i-1].After(v.rounds[i-1], c.Attacker, c.Defender)
		}
		said := s.Play(t)
		require.Equal(t, s.Clash.Rules.Clash(c.Attacker, c.Defender), Code(said))
		v.Valid = append(v.Valid, s.vector(c.Comment, said, inner(s, said)))
		v.scenes, v.rounds = append(v.scenes, s), append(v.rounds, said)
	}
	return v
}

// Said returns the message of that step in the i-th vector.
func (v *Vectors) Said(i int, step tape.Step) []byte { return v.rounds[i].Said[step] }

func (s *Scene) vector(comment string, said *audited.Round, inner map[string]string) Vector {
	session := said.Session()
	v := Vector{
		Comment: comment, Rules: said.Rules.Name().EN,
		Attacker: said.Rules.TypeID(s.Attacker), Defender: said.Rules.TypeID(s.Defender),
		Seeds: [2]vector.Hex{s.Seeds[0][:], s.Seeds[1][:]},
		Match: said.Match[:], Clash: said.Number, Session: session[:], Inner: inner,
		Offer: said.Said[tape.Offer], Request: said.Said[tape.Request], Reply: said.Said[tape.Reply],
		Code: Code(said), Proof: said.Said[tape.Answer][1:],
	}
	for step := range v.Answered {
		v.Answered[step] = said.Answered[step][:]
	}
	return v
}

// Refuse adds an invalid message instead of one of the i-th vector, and requires that
// it is refused.
func (v *Vectors) Refuse(t *testing.T, i int, step tape.Step, comment string, parts ...[]byte) {
	t.Helper()
	message := bytes.Join(parts, nil)
	v.Invalid = append(v.Invalid, Invalid{comment, i, step.String(), message})
	Refused(t, v.scenes[i].Resolver.Check(Instead(v.rounds[i], step, message)), step, true)
}
