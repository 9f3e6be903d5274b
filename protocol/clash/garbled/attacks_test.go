package garbled

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// This file mounts the attacks that the package comment tells of.

// A stage is a scene with both sides in place.
type stage struct {
	auditedtest.Scene
	said audited.Messages
}

func newStage(t *testing.T, a, d engine.Type) stage {
	s := auditedtest.New(t, "standard", a, d, 0)
	return stage{s, s.Play(t, New())}
}

func (s stage) attacker(t *testing.T) *attacker {
	a, err := New().Attack(s.Clash, s.Attacker, s.Coins(tape.Offer))
	require.NoError(t, err)
	return a.(*attacker)
}

func (s stage) defender(t *testing.T) *defender {
	d, err := New().Defend(s.Clash, s.Defender, s.said.Offer, s.Coins(tape.Request))
	require.NoError(t, err)
	return d.(*defender)
}

// TestInventedLabels: a defender that would rather announce another code has no
// labels for it. Everyone refuses them.
func TestInventedLabels(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	a := s.attacker(t)
	_, err := a.Reply(s.said.Request, s.Coins(tape.Reply))
	require.NoError(t, err)
	for code := range s.Clash.NumCodes() {
		if engine.Code(code) == s.said.Answer.Code {
			continue
		}
		m := s.said
		m.Answer = &audited.AnswerMessage{Code: engine.Code(code), Proof: s.said.Answer.Proof}
		auditedtest.Refused(t, s.Check(New(), m), tape.Answer, true)
		auditedtest.Refused(t, a.Accept(*m.Answer), tape.Answer, true)
	}
	for i := range s.said.Answer.Proof {
		proof := bytes.Clone(s.said.Answer.Proof)
		proof[i] ^= 0x80
		m := s.said
		m.Answer = &audited.AnswerMessage{Code: s.said.Answer.Code, Proof: proof}
		auditedtest.Refused(t, s.Check(New(), m), tape.Answer, true)
	}
}

// TestAnotherInput: a defender that asks for the labels of a division, when it is
// a company, gets them, and announces what a division would. Nobody sees it, until
// the audit.
func TestAnotherInput(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	d, err := New().Defend(s.Clash, engine.Division, s.said.Offer, s.Coins(tape.Request))
	require.NoError(t, err)
	a := s.attacker(t)
	reply, err := a.Reply(d.Request(), s.Coins(tape.Reply))
	require.NoError(t, err)
	answer, err := d.Answer(reply)
	require.NoError(t, err)
	require.Equal(t, s.Clash.Rules.Clash(engine.Regiment, engine.Division), answer.Code)
	m := audited.Messages{Offer: s.said.Offer, Request: d.Request(), Reply: reply, Answer: &answer}
	require.NoError(t, s.Check(New(), m))
	require.NoError(t, a.Accept(answer))
	auditedtest.Convicted(t, s.Replay(New(), m), tape.Request)
}

// TestNumbersThatAreNoTypes: a defender that asks for the labels of 12 to 15 gets
// the error code and learns nothing. It can't announce it, though it has labels.
func TestNumbersThatAreNoTypes(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	for number := uint8(engine.NumTypes); number < 16; number++ {
		d := s.defender(t)
		offer, err := readPoint(tape.Offer, "A", s.said.Offer)
		require.NoError(t, err)
		request, keys := choose(s.Clash.Session, s.said.Offer, offer, number, s.Coins(tape.Request))
		reply, err := s.attacker(t).Reply(request, s.Coins(tape.Reply))
		require.NoError(t, err)
		d.own, d.keys = engine.Type(number), keys
		g, err := d.circuit.readReply(reply)
		require.NoError(t, err)
		var yield audited.AnswerMessage
		for k, l := range d.circuit.evaluate(s.Clash.Session, number, keys, g) {
			bit, ok := g.value(s.Clash.Session, k, l)
			require.True(t, ok)
			yield.Code |= engine.Code(bit << k)
			yield.Proof = l.appendTo(yield.Proof)
		}
		require.Equal(t, d.circuit.Error, yield.Code)
		m := audited.Messages{Offer: s.said.Offer, Request: request, Reply: reply, Answer: &yield}
		auditedtest.Refused(t, s.Check(New(), m), tape.Answer, true)
		_, err = d.Answer(reply)
		auditedtest.Refused(t, err, tape.Reply, false)
		require.ErrorContains(t, err, "the error code")
	}
}

// TestOtherBits: a curious defender goes through the circuit again, as if it were
// of another type, with the labels that it has. It gets to no label of another
// code: this is computation that nobody can see, and it is in vain.
func TestOtherBits(t *testing.T) {
	for _, own := range engine.AllTypes.Types() {
		s := newStage(t, engine.Regiment, own)
		d := s.defender(t)
		g, err := d.circuit.readReply(s.said.Reply)
		require.NoError(t, err)
		for number := range uint8(16) {
			for k, l := range d.circuit.evaluate(s.Clash.Session, number, d.keys, g) {
				if bit, ok := g.value(s.Clash.Session, k, l); ok {
					require.Equal(t, int(s.said.Answer.Code>>k&1), bit, "%v as %d", own, number)
				}
			}
		}
	}
}

// TestInconsistentTransfer: the attacker spoils the label that a defender with a 1
// in one bit would get. Who has a 1 there gets garbage and disputes, who has a 0
// sees nothing: so the attacker learns the bit, once. The audit convicts it in both
// cases, and knows nothing of luck.
func TestInconsistentTransfer(t *testing.T) {
	for bit := range inputBits {
		for _, own := range engine.AllTypes.Types() {
			s := newStage(t, engine.Regiment, own)
			reply := bytes.Clone(s.said.Reply)
			reply[bit*labelSize] ^= 1
			require.NoError(t, New().CheckReply(s.Clash, s.said.Offer, s.said.Request, reply), "nobody else can see it")
			_, err := s.defender(t).Answer(reply)
			if own>>bit&1 == 0 {
				require.NoError(t, err)
			} else {
				auditedtest.Refused(t, err, tape.Reply, false)
			}
			auditedtest.Convicted(t, s.Replay(New(), audited.Messages{Offer: s.said.Offer, Request: s.said.Request, Reply: reply}), tape.Reply)
		}
	}
}

// TestSpoiledCircuit: any one byte changed in the garbled circuit is either
// without effect on this defender, or makes it dispute. It never makes it
// announce another code.
func TestSpoiledCircuit(t *testing.T) {
	for _, own := range []engine.Type{engine.Flag, engine.Company, engine.Bomb} {
		s := newStage(t, engine.Regiment, own)
		d := s.defender(t)
		spoiled := 0
		for i := range s.said.Reply {
			reply := bytes.Clone(s.said.Reply)
			reply[i] ^= 1
			answer, err := d.Answer(reply)
			if err != nil {
				auditedtest.Refused(t, err, tape.Reply, false)
				spoiled++
			} else {
				require.Equal(t, *s.said.Answer, answer)
			}
		}
		require.NotZero(t, spoiled)
	}
}

// TestAnotherRow: the attacker garbles the row of another type, with labels that
// all fit. Only the audit can tell.
func TestAnotherRow(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	a := s.attacker(t)
	a.own = engine.Engineer
	reply, err := a.Reply(s.said.Request, s.Coins(tape.Reply))
	require.NoError(t, err)
	answer, err := s.defender(t).Answer(reply)
	require.NoError(t, err)
	require.NotEqual(t, s.said.Answer.Code, answer.Code)
	m := audited.Messages{Offer: s.said.Offer, Request: s.said.Request, Reply: reply, Answer: &answer}
	require.NoError(t, s.Check(New(), m))
	auditedtest.Convicted(t, s.Replay(New(), m), tape.Reply)
}

// TestImpossibleAnnouncement: the attacker swaps the hashes of the two values of an
// output, so that labels that fit say that a flag was taken, which the defender's
// piece can't be. An honest defender that said so would be convicted by its record,
// so it disputes.
func TestImpossibleAnnouncement(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	taken := s.Clash.Rules.Clash(engine.Regiment, engine.Flag)
	reply := bytes.Clone(s.said.Reply)
	c := compile(t, "standard")
	for k := range c.Outputs {
		if (taken^s.said.Answer.Code)>>k&1 == 1 {
			pair := reply[len(reply)-(len(c.Outputs)-k)*2*labelSize:][:2*labelSize]
			copy(pair, append(bytes.Clone(pair[labelSize:]), pair[:labelSize]...))
		}
	}
	require.NoError(t, New().CheckReply(s.Clash, s.said.Offer, s.said.Request, reply), "nobody else can see it")
	_, err := s.defender(t).Answer(reply)
	auditedtest.Refused(t, err, tape.Reply, false)
	require.ErrorContains(t, err, "contradicts the seat's own piece")
	auditedtest.Convicted(t, s.Replay(New(), audited.Messages{Offer: s.said.Offer, Request: s.said.Request, Reply: reply}), tape.Reply)
}

// TestAnnouncementAgainstTheAttackersCards: an attacker whose piece can't have
// yielded the code disputes it, even though the labels are right.
func TestAnnouncementAgainstTheAttackersCards(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	a := s.attacker(t)
	_, err := a.Reply(s.said.Request, s.Coins(tape.Reply))
	require.NoError(t, err)
	require.NoError(t, a.Accept(*s.said.Answer))
	a.clash.Defenders = engine.SetOf(engine.Commander) // it is known to be one
	auditedtest.Refused(t, a.Accept(*s.said.Answer), tape.Answer, false)
}

// TestNoReplyNoAnswer: an attacker that has forgotten its reply does not accept an
// answer to it.
func TestNoReplyNoAnswer(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	require.ErrorIs(t, s.attacker(t).Accept(*s.said.Answer), errNoReply)
}

// TestPoints: only canonical encodings of points other than the identity.
func TestPoints(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	identity := make([]byte, group.ElementSize)
	negative := append([]byte{1}, identity[1:]...)
	tooLarge := bytes.Repeat([]byte{0xff}, group.ElementSize)
	for name, point := range map[string][]byte{"identity": identity, "negative": negative, "not reduced": tooLarge} {
		auditedtest.Refused(t, New().CheckOffer(s.Clash, point), tape.Offer, true)
		_, err := New().Defend(s.Clash, s.Defender, point, s.Coins(tape.Request))
		auditedtest.Refused(t, err, tape.Offer, true)
		for i := range inputBits {
			request := bytes.Clone(s.said.Request)
			copy(at(request, i), point)
			auditedtest.Refused(t, New().CheckRequest(s.Clash, s.said.Offer, request), tape.Request, true)
			_, err := s.attacker(t).Reply(request, s.Coins(tape.Reply))
			auditedtest.Refused(t, err, tape.Request, true)
		}
		require.NotEmpty(t, name)
	}
}

// TestEqualHashes: with both hashes of a bit the same, one label would stand for
// both values, and the defender could announce either.
func TestEqualHashes(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	for k := range compile(t, "standard").Outputs {
		reply := bytes.Clone(s.said.Reply)
		hashes := reply[len(reply)-(4-k)*2*labelSize:]
		copy(hashes[:labelSize], hashes[labelSize:2*labelSize])
		auditedtest.Refused(t, New().CheckReply(s.Clash, s.said.Offer, s.said.Request, reply), tape.Reply, true)
	}
}

// TestKeysBindEverything: with keys that hashed the shared point alone, a defender
// could send one point in several places and compare what it gets, and a request of
// one session would be good in another.
func TestKeysBindEverything(t *testing.T) {
	_, p := drawPoint(auditedtest.New(t, "standard", engine.Army, engine.Army, 0).Coins(tape.Offer))
	b := p.Bytes()
	base := key([32]byte{}, 0, b, b, p)
	require.NotEqual(t, base, key([32]byte{1}, 0, b, b, p))
	require.NotEqual(t, base, key([32]byte{}, 1, b, b, p))
	other := group.NewElement().Add(p, p)
	require.NotEqual(t, base, key([32]byte{}, 0, other.Bytes(), b, p))
	require.NotEqual(t, base, key([32]byte{}, 0, b, other.Bytes(), p))
	require.NotEqual(t, base, key([32]byte{}, 0, b, b, other))
}

// TestRepeatedPoint: a defender that sends one point four times gets four keys
// that have nothing to do with each other.
func TestRepeatedPoint(t *testing.T) {
	s := newStage(t, engine.Regiment, engine.Company)
	request := bytes.Repeat(at(s.said.Request, 0), inputBits)
	require.NoError(t, New().CheckRequest(s.Clash, s.said.Offer, request))
	reply, err := s.attacker(t).Reply(request, s.Coins(tape.Reply))
	require.NoError(t, err)
	for i := range inputBits {
		for j := range i {
			require.NotEqual(t, reply[i*labelSize:(i+1)*labelSize], reply[j*labelSize:(j+1)*labelSize])
		}
	}
}
