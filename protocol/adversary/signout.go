package adversary

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Ways to put out a seat that is there. Their maker is the decider of the seat that owes a
// record; it holds no votes of the others but those that they have given for something else.
var falseSignOuts = []TableKind{
	falseSignOut("signout-alone", "removes a seat that is present, without anyone else's vote", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent)
	}),
	falseSignOut("signout-forged-vote", "signs the votes of the others itself", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent, c.forged(c.t.link(c.base).Match)...)
	}),
	falseSignOut("signout-old-vote", "uses votes cast on an earlier record", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent, c.old...)
	}),
	falseSignOut("signout-other-cause", "calls a seat a cheat, with votes that call it absent", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Convicted, c.now...)
	}),
	falseSignOut("signout-foreign-vote", "uses its own votes of another match", func(c *conspirator) transcript.SignOutBody {
		return c.body(transcript.Absent, c.forged(transcript.Hash{})...)
	}),
}

func falseSignOut(name, description string, body func(c *conspirator) transcript.SignOutBody) TableKind {
	return TableKind{name, description, PutOut, transcript.SignOut, func(t *Table) {
		p := t.mover()
		m := p.Match()
		c := &conspirator{t: t, base: m.Base(), victim: p.Seat()}
		t.Cheat = m.Decider(c.victim)
		for _, other := range m.Rules().Seats() {
			if other == c.victim || other == t.Cheat {
				continue
			}
			c.old = append(c.old, c.vote(other, t.link(m.Place(m.Len()-1).Prev)))
			c.now = append(c.now, c.vote(other, t.link(c.base)))
		}
		signOut := body(c)
		t.tell(transcript.SignOut, c.base, signOut.Marshal())
	}}
}

// conspirator is a seat that wants another out.
type conspirator struct {
	t        *Table
	base     transcript.Hash
	victim   engine.Seat
	old, now [][]byte // votes of the others, on an earlier base and on the head, that call the victim absent
}

// body returns a SignOut of the victim with the signatures of some records.
func (c *conspirator) body(cause transcript.Cause, votes ...[]byte) transcript.SignOutBody {
	b := transcript.SignOutBody{Seat: c.victim, Cause: cause}
	for _, raw := range votes {
		b.Votes = append(b.Votes, signatureOf(raw))
	}
	return b
}

// vote returns one that calls the victim absent.
func (c *conspirator) vote(by engine.Seat, at transcript.Link) []byte {
	body := transcript.VoteBody{Base: at.Prev, Seat: c.victim, Cause: transcript.Absent}
	return c.t.sign(by, at, transcript.Vote, body.Marshal())
}

// forged are votes that the conspirator signs itself, pretending to be the others.
func (c *conspirator) forged(match transcript.Hash) [][]byte {
	return slices.Repeat([][]byte{c.vote(c.t.Cheat, transcript.Link{Match: match, Prev: c.base})}, len(c.now))
}
