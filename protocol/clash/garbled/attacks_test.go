package garbled

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

// This file mounts the attacks that the package comment tells of.

// A stage is a scene that was played.
type stage struct {
	*auditedtest.Scene
	said *audited.Round
}

// newStage is a first clash.
func newStage(t *testing.T, a, d engine.Type) stage {
	s := auditedtest.New(t, New(), "standard", a, d, 0)
	return stage{s, s.Play(t)}
}

// after is another clash of the same seats.
func (s stage) after(t *testing.T, a, d engine.Type) stage {
	next := s.After(s.said, a, d)
	return stage{next, next.Play(t)}
}

// seat is the secret side of one role.
func (s stage) seat(role tape.Role) *seat { return New().Sit(s.Seeds[role]).(*seat) }

// receiver is what the defender keeps.
func (s stage) receiver(t *testing.T) *receiver {
	half, err := s.seat(tape.Defender).receiver(s.said, s.Defender)
	require.NoError(t, err)
	return half
}

// labels are the labels of the defender's bits.
func (s stage) labels(t *testing.T) [inputBits]label {
	return s.receiver(t).labels(s.said.Session(), s.said.Said[tape.Offer], s.said.Said[tape.Request], readLabels(s.said.Said[tape.Reply][:sumsSize]))
}

// with is the round with another message of that step.
func (s stage) with(step tape.Step, message []byte) *audited.Round {
	return auditedtest.Instead(s.said, step, message)
}

// changed is with, with a byte of the message changed.
func (s stage) changed(step tape.Step, at int, bits byte) *audited.Round {
	message := bytes.Clone(s.said.Said[step])
	message[at] ^= bits
	return s.with(step, message)
}

// TestInventedLabels: a defender that would rather announce another code has no
// labels for it. Everyone refuses them.
func TestInventedLabels(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	answer := s.said.Said[tape.Answer]
	for code := range byte(s.Clash.NumCodes()) {
		if code != answer[0] {
			r := s.with(tape.Answer, append([]byte{code}, answer[1:]...))
			auditedtest.Refused(t, New().Check(r), tape.Answer, true)
		}
	}
	for i := range answer[1:] {
		auditedtest.Refused(t, New().Check(s.changed(tape.Answer, 1+i, 0x80)), tape.Answer, true)
	}
}

// TestAnotherInput: a defender that asks for the labels of a division, when it is
// a company, gets them, and announces what a division would. Nobody sees it, until
// the audit.
func TestAnotherInput(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	cheat := *s.Scene
	cheat.Defender = junqi.Division
	r := cheat.Play(t)
	require.Equal(t, s.Clash.Rules.Clash(junqi.Regiment, junqi.Division), auditedtest.Code(r))
	auditedtest.Convicted(t, s.Replay(r), tape.Request)
}

// TestNumbersThatAreNoTypes: a defender that asks for the labels of 12 to 15 hears what
// another type would. It could have asked for that type, and the audit finds it.
func TestNumbersThatAreNoTypes(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	c := compile(t, "standard")
	for number := uint8(junqi.Standard().NumTypes()); number < 16; number++ {
		half, err := receive(s.said.Said[tape.Offer], number, s.Coins(tape.Request))
		require.NoError(t, err)
		r := s.with(tape.Request, half.points())
		require.NoError(t, New().Check(r))
		reply, err := s.Make(r)
		require.NoError(t, err)
		r = r.With(reply)
		var code engine.Code
		for k, l := range c.evaluate(hasherOf(r), number, half.labels(r.Session(), r.Said[tape.Offer], r.Said[tape.Request], readLabels(reply[:sumsSize])), c.garblingOf(r)) {
			bit, ok := c.garblingOf(r).value(hasherOf(r), k, l)
			require.True(t, ok)
			code |= engine.Code(bit << k)
		}
		require.Equal(t, s.Clash.Rules.Clash(junqi.Regiment, engine.Type(number-8)), code)
		auditedtest.Convicted(t, s.Replay(r), tape.Request)
	}
}

// TestOtherBits: a curious defender goes through the circuit again, as if it were
// of another type, with the labels that it has. It gets to no label of another
// code: this is computation that nobody can see, and it is in vain.
func TestOtherBits(t *testing.T) {
	c := compile(t, "standard")
	for _, own := range junqi.Standard().Types().Types() {
		s := newStage(t, junqi.Regiment, own)
		h, g, held := hasherOf(s.said), c.garblingOf(s.said), s.labels(t)
		for number := range uint8(16) {
			for k, l := range c.evaluate(h, number, held, g) {
				if bit, ok := g.value(h, k, l); ok {
					require.Equal(t, int(auditedtest.Code(s.said)>>k&1), bit, "%v as %d", own, number)
				}
			}
		}
	}
}

// TestLabelsOfAnotherClash: what a defender gets in one clash is of no use in the
// next: it goes through each circuit with the labels, and with the hashes, of the other.
func TestLabelsOfAnotherClash(t *testing.T) {
	c := compile(t, "standard")
	first := newStage(t, junqi.Regiment, junqi.Company)
	pair := []stage{first, first.after(t, junqi.Regiment, junqi.Company)}
	for i, s := range pair {
		other := pair[1-i]
		g := c.garblingOf(s.said)
		for _, h := range []hasher{hasherOf(s.said), hasherOf(other.said)} {
			for number := range uint8(16) {
				for k, l := range c.evaluate(h, number, other.labels(t), g) {
					_, ok := g.value(h, k, l)
					require.False(t, ok)
				}
			}
		}
	}
}

// TestInconsistentTransfer: the attacker spoils the sum for one bit. A defender that has a
// 1 there gets garbage and disputes, one that has a 0 sees nothing: so the attacker learns
// the bit, once. The audit convicts it in both cases, and knows nothing of luck.
func TestInconsistentTransfer(t *testing.T) {
	seen := map[bool]int{}
	for _, own := range junqi.Standard().Types().Types() {
		s := newStage(t, junqi.Regiment, own)
		for bit := range inputBits {
			r := s.changed(tape.Reply, bit*labelSize, 1)
			require.NoError(t, New().Check(r), "nobody else can see it")
			_, err := s.Make(r)
			if own>>bit&1 == 0 {
				require.NoError(t, err)
			} else {
				auditedtest.Refused(t, err, tape.Reply, false)
			}
			seen[err == nil]++
			auditedtest.Convicted(t, s.Replay(r), tape.Reply)
		}
	}
	require.Len(t, seen, 2)
}

// TestSpoiledCircuit: any one byte changed in the garbled circuit is either
// without effect on this defender, or makes it dispute. It never makes it
// announce another code.
func TestSpoiledCircuit(t *testing.T) {
	for _, own := range []engine.Type{junqi.Flag, junqi.Company, junqi.Bomb} {
		s := newStage(t, junqi.Regiment, own)
		spoiled := 0
		for i := range s.said.Said[tape.Reply] {
			answer, err := s.Make(s.changed(tape.Reply, i, 1))
			if err != nil {
				auditedtest.Refused(t, err, tape.Reply, false)
				spoiled++
			} else {
				require.Equal(t, s.said.Said[tape.Answer], answer)
			}
		}
		require.NotZero(t, spoiled)
	}
}

// TestAnotherRow: the attacker garbles the row of another type, with labels that
// all fit. Only the audit can tell.
func TestAnotherRow(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	cheat := *s.Scene
	cheat.Attacker = junqi.Engineer
	r := cheat.Continue(t, s.said.Before(tape.Reply))
	require.NotEqual(t, auditedtest.Code(s.said), auditedtest.Code(r))
	auditedtest.Convicted(t, s.Replay(r), tape.Reply)
}

// TestImpossibleAnnouncement: the attacker swaps the hashes of the two values of an
// output, so that labels that fit say that a flag was taken, which the defender's
// piece can't be. An honest defender that said so would be convicted by its record,
// so it disputes.
func TestImpossibleAnnouncement(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	taken := s.Clash.Rules.Clash(junqi.Regiment, junqi.Flag)
	reply := bytes.Clone(s.said.Said[tape.Reply])
	c := compile(t, "standard")
	for k := range c.Outputs {
		if (taken^auditedtest.Code(s.said))>>k&1 == 1 {
			pair := reply[len(reply)-(len(c.Outputs)-k)*2*labelSize:][:2*labelSize]
			copy(pair, append(bytes.Clone(pair[labelSize:]), pair[:labelSize]...))
		}
	}
	r := s.with(tape.Reply, reply)
	require.NoError(t, New().Check(r), "nobody else can see it")
	_, err := s.Make(r)
	auditedtest.Refused(t, err, tape.Reply, false)
	require.ErrorContains(t, err, "contradicts the seat's own piece")
	auditedtest.Convicted(t, s.Replay(r), tape.Reply)
}

// TestPoints: only canonical encodings of points other than the identity.
func TestPoints(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	identity := make([]byte, group.ElementSize)
	negative := append([]byte{1}, identity[1:]...)
	tooLarge := bytes.Repeat([]byte{0xff}, group.ElementSize)
	for name, point := range map[string][]byte{"identity": identity, "negative": negative, "not reduced": tooLarge} {
		auditedtest.Refused(t, New().Check(s.with(tape.Offer, point)), tape.Offer, true)
		for v := range inputBits {
			request := bytes.Clone(s.said.Said[tape.Request])
			copy(at(request, v), point)
			auditedtest.Refused(t, New().Check(s.with(tape.Request, request)), tape.Request, true)
		}
		require.NotEmpty(t, name)
	}
}

// TestEqualHashes: with both hashes of a bit the same, one label would stand for
// both values, and the defender could announce either.
func TestEqualHashes(t *testing.T) {
	outputs := len(compile(t, "standard").Outputs)
	s := newStage(t, junqi.Regiment, junqi.Company)
	for k := range outputs {
		reply := bytes.Clone(s.said.Said[tape.Reply])
		hashes := reply[len(reply)-(outputs-k)*2*labelSize:]
		copy(hashes[:labelSize], hashes[labelSize:2*labelSize])
		auditedtest.Refused(t, New().Check(s.with(tape.Reply, reply)), tape.Reply, true)
	}
}

// TestKeysBindEverything: with keys that hashed the shared point alone, a defender
// could send one point in several places and compare what it gets, and a request of
// one session would be good in another.
func TestKeysBindEverything(t *testing.T) {
	p := [32]byte(newStage(t, junqi.Army, junqi.Army).said.Said[tape.Offer])
	b, other := p[:], p
	other[0] ^= 1
	base := key([32]byte{}, 0, b, b, p)
	require.NotEqual(t, base, key([32]byte{1}, 0, b, b, p))
	require.NotEqual(t, base, key([32]byte{}, 1, b, b, p))
	require.NotEqual(t, base, key([32]byte{}, 0, other[:], b, p))
	require.NotEqual(t, base, key([32]byte{}, 0, b, other[:], p))
	require.NotEqual(t, base, key([32]byte{}, 0, b, b, other))
}

// TestRepeatedPoint: a defender that sends one point for all transfers gets keys that
// have nothing to do with each other.
func TestRepeatedPoint(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	r := s.with(tape.Request, bytes.Repeat(at(s.said.Said[tape.Request], 0), inputBits))
	require.NoError(t, New().Check(r))
	reply, err := s.Make(r)
	require.NoError(t, err)
	seen := map[label]bool{}
	for _, l := range readLabels(reply[:sumsSize]) {
		require.False(t, seen[l])
		seen[l] = true
	}
}

// TestTwoReplies: an attacker that forgets its reply, and replies to another request in
// the same place, garbles another circuit: no ciphertext and no hash is in both, so
// the two tell no more than the two announcements. (Its coins differ too, if the records
// that hold the requests do.)
func TestTwoReplies(t *testing.T) {
	s := newStage(t, junqi.Regiment, junqi.Company)
	other := bytes.Clone(s.said.Said[tape.Request])
	copy(at(other, 0), at(other, 1))
	again, err := s.Make(s.with(tape.Request, other))
	require.NoError(t, err)
	seen := map[label]bool{}
	for _, l := range append(readLabels(s.said.Said[tape.Reply][sumsSize:]), readLabels(again[sumsSize:])...) {
		require.False(t, seen[l])
		seen[l] = true
	}
}
