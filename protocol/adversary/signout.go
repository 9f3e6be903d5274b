package adversary

import (
	"crypto/ed25519"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A FalseSignOut is a way to put out a seat that is there. Its maker is the tie-breaker of
// the seat that owes a record; it holds no vote of the third seat but those that the third
// has given for something else. It convicts its maker.
type FalseSignOut struct {
	Name        string
	Description string // one line

	votes func(c *conspirator) (transcript.SignOutBody, bool)
}

// FalseSignOuts lists them.
func FalseSignOuts() []FalseSignOut { return falseSignOuts }

var falseSignOuts = []FalseSignOut{
	{"signout-alone", "puts a seat out that is there, without the vote of anybody else", func(c *conspirator) (transcript.SignOutBody, bool) {
		return c.body(transcript.Absent), true
	}},
	{"signout-forged-vote", "signs another's vote itself", func(c *conspirator) (transcript.SignOutBody, bool) {
		return c.body(transcript.Absent, c.vote(c.match.Base(), c.victim, transcript.Absent)), true
	}},
	{"signout-old-vote", "uses a vote that was given on an earlier record", func(c *conspirator) (transcript.SignOutBody, bool) {
		return c.body(transcript.Absent, c.old), c.old != nil
	}},
	{"signout-other-cause", "calls a seat a cheat by a vote that calls it absent", func(c *conspirator) (transcript.SignOutBody, bool) {
		return c.body(transcript.Convicted, c.now), c.now != nil
	}},
	{"signout-foreign-vote", "uses its own vote of another match", func(c *conspirator) (transcript.SignOutBody, bool) {
		r := transcript.Sign(c.key, transcript.Link{Prev: c.match.Base()}, transcript.Vote, c.own, nil)
		return c.body(transcript.Absent, r.Marshal()), true
	}},
}

// Make makes the SignOut of the seat that owes the next record. The honest Player is the
// seat that cheats; old and now are Votes of the third seat, on an earlier base and on the
// head, nil if it has given none. It reports whether the cheat has what it needs. The error
// is that of a broken private file.
func (f FalseSignOut) Make(honest *protocol.Player, old, now []byte) (raw []byte, ok bool, err error) {
	secret, err := private.Parse(honest.Secret())
	if err != nil {
		return nil, false, err
	}
	m := honest.Match()
	c := &conspirator{match: m, own: honest.Seat(), key: secret.SigningKey(), victim: m.Owed()[0].Seat, old: old, now: now}
	body, ok := f.votes(c)
	r := transcript.Sign(c.key, transcript.Link{Match: m.ID(), Prev: m.Base()}, transcript.SignOut, c.own, body.Marshal())
	return r.Marshal(), ok, nil
}

// conspirator is a seat that wants another out.
type conspirator struct {
	match       *protocol.Match
	own, victim engine.Seat
	key         ed25519.PrivateKey
	old, now    []byte // votes of the third seat
}

// body is a SignOut of the victim with the signatures of some records.
func (c *conspirator) body(cause transcript.Cause, votes ...[]byte) transcript.SignOutBody {
	b := transcript.SignOutBody{Seat: c.victim, Cause: cause}
	for _, raw := range votes {
		if raw != nil {
			b.Votes = append(b.Votes, [ed25519.SignatureSize]byte(raw[len(raw)-ed25519.SignatureSize:]))
		}
	}
	return b
}

// vote is one that the conspirator signs itself.
func (c *conspirator) vote(base transcript.Hash, seat engine.Seat, cause transcript.Cause) []byte {
	body := transcript.VoteBody{Base: base, Seat: seat, Cause: cause}
	r := transcript.Sign(c.key, transcript.Link{Match: c.match.ID(), Prev: base}, transcript.Vote, c.own, body.Marshal())
	return r.Marshal()
}
