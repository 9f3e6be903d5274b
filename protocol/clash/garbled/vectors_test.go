package garbled

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

func TestVectors(t *testing.T) {
	inner := func(s *auditedtest.Scene, said *audited.Round) map[string]string {
		d := New().Sit(s.Seeds[tape.Defender]).(*seat)
		a := New().Sit(s.Seeds[tape.Attacker]).(*seat)
		half, err := d.receiver(said, s.Defender)
		require.NoError(t, err)
		secret := drawScalar(a.coins(said, tape.Offer))
		other, err := send(said.Session(), said.Said[tape.Offer], said.Said[tape.Request], secret, a.coins(said, tape.Reply))
		require.NoError(t, err)
		h := hasherOf(said)
		inner := map[string]string{
			"circuit": Compile(s.Clash.Rules).String(),
			"hasher":  hex.EncodeToString(h[:]),
			"D":       hex.EncodeToString(other.offset.appendTo(nil)),
			"a":       hex.EncodeToString(secret.Bytes()),
		}
		for i, l := range half.labels(said.Session(), said.Said[tape.Offer], said.Said[tape.Request], other.sums[:]) {
			inner["label"+string(rune('0'+i))] = hex.EncodeToString(l.appendTo(nil))
		}
		return inner
	}
	made := auditedtest.MakeVectors(t, New(), inner,
		auditedtest.Case{Comment: "a regiment meets a company and stays", Rules: "standard", Attacker: junqi.Regiment, Defender: junqi.Company},
		auditedtest.Case{Comment: "then a bomb takes a flag", Rules: "standard", Attacker: junqi.Bomb, Defender: junqi.Flag, After: true},
		auditedtest.Case{Comment: "an engineer meets a commander and shows it", Rules: "standard,scout=on", Attacker: junqi.Engineer, Defender: junqi.Commander},
	)
	offer, request, reply := made.Said(0, tape.Offer), made.Said(0, tape.Request), made.Said(0, tape.Reply)
	answer := made.Said(0, tape.Answer)
	code, proof := answer[0], answer[1:]
	require.Len(t, offer, 32)
	require.Len(t, request, 128)
	require.Len(t, reply, 512)
	identity := make([]byte, 32)
	made.Refuse(t, 0, tape.Offer, "A is the identity", identity)
	made.Refuse(t, 0, tape.Offer, "A is no point: 1 is negative", []byte{1}, identity[1:])
	made.Refuse(t, 0, tape.Offer, "A is not reduced", bytes.Repeat([]byte{0xff}, 32))
	made.Refuse(t, 0, tape.Offer, "a byte too many", offer, []byte{0})
	made.Refuse(t, 1, tape.Offer, "a later clash needs a point, too")
	made.Refuse(t, 0, tape.Request, "the last point is the identity", request[:96], identity)
	made.Refuse(t, 0, tape.Request, "the first point is no point", []byte{1}, identity[1:], request[32:])
	made.Refuse(t, 0, tape.Request, "a point is missing", request[32:])
	made.Refuse(t, 0, tape.Request, "a fifth point", request, request[:32])
	made.Refuse(t, 0, tape.Reply, "a byte is missing", reply[1:])
	made.Refuse(t, 0, tape.Reply, "both hashes of the last bit are the same", reply[:len(reply)-16], reply[len(reply)-32:len(reply)-16])
	made.Refuse(t, 0, tape.Answer, "another code with the labels of the right one", []byte{code ^ 1}, proof)
	made.Refuse(t, 0, tape.Answer, "the standard rules have no code 8", []byte{8}, proof)
	made.Refuse(t, 0, tape.Answer, "two labels in the wrong order", []byte{code}, proof[16:32], proof[:16], proof[32:])
	made.Refuse(t, 0, tape.Answer, "a label is missing", []byte{code}, proof[:32])
	vector.Check(t, "garbled.json", made)
}
