package auditedtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Benchmark times each step of a clash under standard rules, and what everyone
// does to check it, and reports the bytes of the messages.
func Benchmark(b *testing.B, r audited.Resolver) {
	s := New(b, "standard", engine.Regiment, engine.Company, 0)
	said := s.Play(b, r)
	a, err := r.Attack(s.Clash, s.Attacker, s.Coins(tape.Offer))
	require.NoError(b, err)
	d, err := r.Defend(s.Clash, s.Defender, said.Offer, s.Coins(tape.Request))
	require.NoError(b, err)
	step := func(name string, size int, work func(i uint32) error) {
		b.Run(name, func(b *testing.B) {
			i := uint32(0)
			for b.Loop() {
				if err := work(i); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
	step("offer", len(said.Offer), func(i uint32) error {
		fresh := s
		fresh.Number = i // keys of many streams: the time to find one varies
		_, err := r.Attack(s.Clash, s.Attacker, fresh.Coins(tape.Offer))
		return err
	})
	step("request", len(said.Request), func(i uint32) error {
		_, err := r.Defend(s.Clash, s.Defender, said.Offer, s.Coins(tape.Request))
		return err
	})
	step("reply", len(said.Reply), func(i uint32) error {
		fresh := s
		fresh.Number = i
		_, err := a.Reply(said.Request, fresh.Coins(tape.Reply))
		return err
	})
	step("answer", 1+len(said.Answer.Proof), func(uint32) error {
		_, err := d.Answer(said.Reply)
		return err
	})
	step("check-offer", len(said.Offer), func(uint32) error { return r.CheckOffer(s.Clash, said.Offer) })
	step("check-request", len(said.Request), func(uint32) error { return r.CheckRequest(s.Clash, said.Offer, said.Request) })
	step("check-reply", len(said.Reply), func(uint32) error { return r.CheckReply(s.Clash, said.Offer, said.Request, said.Reply) })
	step("check-answer", 1+len(said.Answer.Proof), func(uint32) error {
		return r.CheckAnswer(s.Clash, said.Offer, said.Request, said.Reply, *said.Answer)
	})
	step("replay", 0, func(uint32) error { return s.Replay(r, said) })
}
