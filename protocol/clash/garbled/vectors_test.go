package garbled

import (
	"bytes"
	"encoding/hex"
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

var update = flag.Bool("update", false, "rewrite testdata/vectors/garbled.json")

func TestVectors(t *testing.T) {
	var made auditedtest.Vectors
	for i, c := range []struct {
		comment, spec string
		a, d          engine.Type
	}{
		{"a regiment meets a company and stays", "standard", engine.Regiment, engine.Company},
		{"an engineer meets a commander and shows it", "standard,scout=on", engine.Engineer, engine.Commander},
		{"a bomb takes a flag", "app", engine.Bomb, engine.Flag},
	} {
		s := auditedtest.New(t, c.spec, c.a, c.d, uint32(i))
		said := s.Play(t, New())
		require.Len(t, said.Offer, OfferSize)
		require.Len(t, said.Request, RequestSize)
		require.Equal(t, s.Clash.Rules.Clash(c.a, c.d), said.Answer.Code)
		circuit := compile(t, c.spec)
		a, _ := drawPoint(s.Coins(tape.Offer))
		d, err := New().Defend(s.Clash, c.d, said.Offer, s.Coins(tape.Request))
		require.NoError(t, err)
		inner := map[string]string{
			"circuit": circuit.String(),
			"a":       hex.EncodeToString(a.Bytes()),
			"D":       hex.EncodeToString(s.Coins(tape.Reply).Bytes(labelSize)),
		}
		for i, k := range d.(*defender).keys {
			inner["key"+string(rune('0'+i))] = hex.EncodeToString(k.appendTo(nil))
		}
		made.Valid = append(made.Valid, s.Vector(t, c.comment, said, inner))
	}
	first := made.Valid[0]
	unhex := func(s string) []byte {
		b, err := hex.DecodeString(s)
		require.NoError(t, err)
		return b
	}
	offer, request, reply, proof := unhex(first.Offer), unhex(first.Request), unhex(first.Reply), unhex(first.Proof)
	invalid := func(step tape.Step, comment string, parts ...[]byte) {
		made.Invalid = append(made.Invalid, auditedtest.Invalid{Comment: comment, Step: step.String(), Message: hex.EncodeToString(bytes.Join(parts, nil))})
	}
	identity := make([]byte, 32)
	invalid(tape.Offer, "A is the identity", identity)
	invalid(tape.Offer, "A is no point: 1 is negative", []byte{1}, identity[1:])
	invalid(tape.Offer, "A is not reduced", bytes.Repeat([]byte{0xff}, 32))
	invalid(tape.Offer, "a byte too many", offer, []byte{0})
	invalid(tape.Request, "the last point is the identity", request[:96], identity)
	invalid(tape.Request, "the first point is no point", []byte{1}, identity[1:], request[32:])
	invalid(tape.Request, "a point is missing", request[:96])
	invalid(tape.Reply, "a byte is missing", reply[1:])
	invalid(tape.Reply, "both hashes of the last bit are the same", reply[:len(reply)-16], reply[len(reply)-32:len(reply)-16])
	invalid(tape.Answer, "another code with the labels of the right one", []byte{byte(first.Code) ^ 1}, proof)
	invalid(tape.Answer, "the standard rules have no code 8", []byte{8}, proof)
	invalid(tape.Answer, "two labels in the wrong order", []byte{byte(first.Code)}, proof[16:32], proof[:16], proof[32:])
	invalid(tape.Answer, "a label is missing", []byte{byte(first.Code)}, proof[:48])
	auditedtest.CompareVectors(t, New(), "garbled.json", made, *update)
}
