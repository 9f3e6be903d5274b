package adversary

import (
	"crypto/ed25519"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A FalseSignOut is a way to put out a seat that is there. Its maker is the decider of
// the seat that owes a record; it holds no votes of the others but those that they have given
// for something else. It convicts its maker.
type FalseSignOut struct {
	Name        string
	Description string // one line

	body func(c *conspirator) transcript.SignOutBody
}

// FalseSignOuts lists them.
func FalseSignOuts() []FalseSignOut { return falseSignOuts }

var falseSignOuts = []FalseSignOut{
	{"signout-alone", "puts a seat out that is there, without the vote of anybody else", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent)
	}},
	{"signout-forged-vote", "signs the votes of the others itself", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent, c.instead(c.vote(c.match.ID(), transcript.Absent))...)
	}},
	{"signout-old-vote", "uses votes that were given on an earlier record", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent, c.old...)
	}},
	{"signout-other-cause", "calls a seat a cheat by votes that call it absent", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Convicted, c.now...)
	}},
	{"signout-foreign-vote", "uses its own votes of another match", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent, c.instead(c.vote(transcript.Hash{}, transcript.Absent))...)
	}},
}

// Make makes the SignOut of the seat that owes the next record. The honest Player is the
// seat that cheats; old and now are Votes of the others, by seats, on an earlier base and on
// the head. The error is that of a broken private file.
func (f FalseSignOut) Make(honest *protocol.Player, old, now [][]byte) ([]byte, error) {
	secret, err := private.Parse(honest.Secret())
	if err != nil {
		return nil, err
	}
	m := honest.Match()
	c := &conspirator{match: m, own: honest.Seat(), key: secret.SigningKey(), victim: m.Owed()[0].Seat, old: old, now: now}
	body := f.body(c)
	r := transcript.Sign(c.key, transcript.Link{Match: m.ID(), Prev: m.Base()}, transcript.SignOut, c.own, body.Marshal())
	return r.Marshal(), nil
}

// conspirator is a seat that wants another out.
type conspirator struct {
	match       *protocol.Match
	own, victim engine.Seat
	key         ed25519.PrivateKey
	old, now    [][]byte // votes of the others
}

// body is a SignOut of the victim with the signatures of some records.
func (c *conspirator) body(cause transcript.Cause, votes ...[]byte) transcript.SignOutBody {
	b := transcript.SignOutBody{Seat: c.victim, Cause: cause}
	for _, raw := range votes {
		b.Votes = append(b.Votes, signatureOf(raw))
	}
	return b
}

// vote is one that the conspirator signs itself, of a match.
func (c *conspirator) vote(match transcript.Hash, cause transcript.Cause) []byte {
	base := c.match.Base()
	body := transcript.VoteBody{Base: base, Seat: c.victim, Cause: cause}
	r := transcript.Sign(c.key, transcript.Link{Match: match, Prev: base}, transcript.Vote, c.own, body.Marshal())
	return r.Marshal()
}

// instead is a record for that of each other.
func (c *conspirator) instead(raw []byte) [][]byte {
	return slices.Repeat([][]byte{raw}, len(c.now))
}
