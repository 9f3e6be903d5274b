package garbled

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

func FuzzOffer(f *testing.F)   { auditedtest.Fuzz(f, New(), tape.Offer) }
func FuzzRequest(f *testing.F) { auditedtest.Fuzz(f, New(), tape.Request) }
func FuzzReply(f *testing.F)   { auditedtest.Fuzz(f, New(), tape.Reply) }
func FuzzAnswer(f *testing.F)  { auditedtest.Fuzz(f, New(), tape.Answer) }

// FuzzReadGarbling: what a garbling decodes to marshals back to the same bytes.
func FuzzReadGarbling(f *testing.F) {
	c := compile(f, "standard")
	f.Add(make([]byte, c.size()))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == c.size() && string(c.readGarbling(b).appendTo(nil)) != string(b) {
			t.Fatal("another garbling")
		}
	})
}
