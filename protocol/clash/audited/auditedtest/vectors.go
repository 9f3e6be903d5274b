package auditedtest

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Vectors is a file of testdata/vectors. All bytes are in hexadecimal.
type Vectors struct {
	Valid   []Vector  `json:"valid"`
	Invalid []Invalid `json:"invalid"`
}

// A Vector is one clash, with everything that goes into it and comes out.
type Vector struct {
	Comment  string            `json:"comment"`
	Rules    string            `json:"rules"`
	Attacker string            `json:"attacker"`
	Defender string            `json:"defender"`
	Seeds    [2]string         `json:"tapeSeeds"` // the attacker's, the defender's
	Match    string            `json:"match"`
	Answered [3]string         `json:"answered"` // by the Move, by each Step
	Clash    uint32            `json:"clash"`
	Session  string            `json:"session"`
	Inner    map[string]string `json:"inner"` // what nobody sends
	Offer    string            `json:"offer"`
	Request  string            `json:"request"`
	Reply    string            `json:"reply"`
	Code     engine.Code       `json:"code"`
	Proof    string            `json:"proof"`
}

// An Invalid is a message in place of that of the first valid vector, which
// everyone refuses.
type Invalid struct {
	Comment string `json:"comment"`
	Step    string `json:"step"`
	Message string `json:"message"` // for an answer, the code and the proof
}

// Vector makes the vector of a scene.
func (s Scene) Vector(t T, comment string, said audited.Messages, inner map[string]string) Vector {
	v := Vector{
		Comment: comment, Rules: s.Clash.Rules.Canonical(),
		Attacker: s.Attacker.String(), Defender: s.Defender.String(),
		Seeds: [2]string{hex.EncodeToString(s.Seeds[0][:]), hex.EncodeToString(s.Seeds[1][:])},
		Clash: s.Number, Session: hex.EncodeToString(s.Clash.Session[:]), Inner: inner,
		Offer: hex.EncodeToString(said.Offer), Request: hex.EncodeToString(said.Request), Reply: hex.EncodeToString(said.Reply),
		Code: said.Answer.Code, Proof: hex.EncodeToString(said.Answer.Proof),
	}
	for step := range v.Answered {
		at := s.Place(tape.Step(step))
		v.Match, v.Answered[step] = hex.EncodeToString(at.Match[:]), hex.EncodeToString(at.Answered[:])
	}
	return v
}

// CompareVectors compares what a test made with a file of testdata/vectors, or
// rewrites the file. It also requires that each invalid message is refused.
func CompareVectors(t *testing.T, r audited.Resolver, file string, made Vectors, rewrite bool) {
	t.Helper()
	path := filepath.Join("..", "..", "..", "testdata", "vectors", file)
	got, err := json.MarshalIndent(made, "", "  ")
	require.NoError(t, err)
	got = append(got, '\n')
	if rewrite {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run go test with -update if the change is meant")

	for _, bad := range made.Invalid {
		first := made.Valid[0]
		rules, err := engine.ParseCanonical(first.Rules)
		require.NoError(t, err)
		c := audited.Clash{Rules: rules, Session: [32]byte(decode(t, first.Session)), Attackers: engine.Mobile, Defenders: engine.AllTypes}
		message := decode(t, bad.Message)
		offer, request, reply := decode(t, first.Offer), decode(t, first.Request), decode(t, first.Reply)
		switch bad.Step {
		case tape.Offer.String():
			Refused(t, r.CheckOffer(c, message), tape.Offer, true)
		case tape.Request.String():
			Refused(t, r.CheckRequest(c, offer, message), tape.Request, true)
		case tape.Reply.String():
			Refused(t, r.CheckReply(c, offer, request, message), tape.Reply, true)
		case tape.Answer.String():
			Refused(t, r.CheckAnswer(c, offer, request, reply, audited.AnswerMessage{Code: engine.Code(message[0]), Proof: message[1:]}), tape.Answer, true)
		default:
			require.Fail(t, "unknown step", bad.Step)
		}
	}
}

func decode(t T, s string) []byte {
	b, err := hex.DecodeString(s)
	require.NoError(t, err)
	return b
}
