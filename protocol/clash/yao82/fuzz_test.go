package yao82

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

func FuzzOffer(f *testing.F)   { auditedtest.Fuzz(f, tiny, tape.Offer) }
func FuzzRequest(f *testing.F) { auditedtest.Fuzz(f, tiny, tape.Request) }
func FuzzReply(f *testing.F)   { auditedtest.Fuzz(f, tiny, tape.Reply) }
func FuzzAnswer(f *testing.F)  { auditedtest.Fuzz(f, tiny, tape.Answer) }
