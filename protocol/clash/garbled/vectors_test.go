package garbled

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

func TestVectors(t *testing.T) {
	inner := func(s auditedtest.Scene, said audited.Messages) map[string]string {
		require.Len(t, said.Offer, 32)
		require.Len(t, said.Request, 128)
		circuit, err := Compile(s.Clash.Rules)
		require.NoError(t, err)
		a, _ := drawPoint(s.Coins(tape.Offer))
		d, err := New().Defend(s.Clash, s.Defender, said.Offer, s.Coins(tape.Request))
		require.NoError(t, err)
		inner := map[string]string{
			"circuit": circuit.String(),
			"a":       hex.EncodeToString(a.Bytes()),
			"D":       hex.EncodeToString(s.Coins(tape.Reply).Bytes(labelSize)),
		}
		for i, k := range d.(*defender).keys {
			inner["key"+string(rune('0'+i))] = hex.EncodeToString(k.appendTo(nil))
		}
		return inner
	}
	made, first := auditedtest.MakeVectors(t, New(), inner,
		auditedtest.Case{Comment: "a regiment meets a company and stays", Rules: "standard", Attacker: engine.Regiment, Defender: engine.Company},
		auditedtest.Case{Comment: "an engineer meets a commander and shows it", Rules: "standard,scout=on", Attacker: engine.Engineer, Defender: engine.Commander},
		auditedtest.Case{Comment: "a bomb takes a flag", Rules: "app", Attacker: engine.Bomb, Defender: engine.Flag},
	)
	offer, request, reply, code, proof := first.Offer, first.Request, first.Reply, byte(first.Answer.Code), first.Answer.Proof
	identity := make([]byte, 32)
	made.Refuse(t, tape.Offer, "A is the identity", identity)
	made.Refuse(t, tape.Offer, "A is no point: 1 is negative", []byte{1}, identity[1:])
	made.Refuse(t, tape.Offer, "A is not reduced", bytes.Repeat([]byte{0xff}, 32))
	made.Refuse(t, tape.Offer, "a byte too many", offer, []byte{0})
	made.Refuse(t, tape.Request, "the last point is the identity", request[:96], identity)
	made.Refuse(t, tape.Request, "the first point is no point", []byte{1}, identity[1:], request[32:])
	made.Refuse(t, tape.Request, "a point is missing", request[:96])
	made.Refuse(t, tape.Reply, "a byte is missing", reply[1:])
	made.Refuse(t, tape.Reply, "both hashes of the last bit are the same", reply[:len(reply)-16], reply[len(reply)-32:len(reply)-16])
	made.Refuse(t, tape.Answer, "another code with the labels of the right one", []byte{code ^ 1}, proof)
	made.Refuse(t, tape.Answer, "the standard rules have no code 8", []byte{8}, proof)
	made.Refuse(t, tape.Answer, "two labels in the wrong order", []byte{code}, proof[16:32], proof[:16], proof[32:])
	made.Refuse(t, tape.Answer, "a label is missing", []byte{code}, proof[:48])
	vector.Check(t, "garbled.json", made)
}
