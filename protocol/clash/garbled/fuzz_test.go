package garbled

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

func FuzzOffer(f *testing.F)   { auditedtest.Fuzz(f, New(), tape.Offer) }
func FuzzRequest(f *testing.F) { auditedtest.Fuzz(f, New(), tape.Request) }
func FuzzReply(f *testing.F)   { auditedtest.Fuzz(f, New(), tape.Reply) }
func FuzzAnswer(f *testing.F)  { auditedtest.Fuzz(f, New(), tape.Answer) }

// FuzzReadReply: what a reply decodes to marshals back to the same bytes.
func FuzzReadReply(f *testing.F) {
	c := compile(f, "standard")
	f.Add(make([]byte, c.ReplySize()))
	f.Fuzz(func(t *testing.T, reply []byte) {
		if g, err := c.readReply(reply); err == nil && string(g.marshal()) != string(reply) {
			t.Fatal("another reply")
		}
	})
}
