package yao82

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

func FuzzOffer(f *testing.F)   { auditedtest.Fuzz(f, tiny, tape.Offer) }
func FuzzRequest(f *testing.F) { auditedtest.Fuzz(f, tiny, tape.Request) }
func FuzzReply(f *testing.F)   { auditedtest.Fuzz(f, tiny, tape.Reply) }
func FuzzAnswer(f *testing.F)  { auditedtest.Fuzz(f, tiny, tape.Answer) }
