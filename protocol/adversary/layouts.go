package adversary

import (
	"crypto/ed25519"
	"slices"

	"filippo.io/edwards25519"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Blue joins, and opens its Layout after red has: whoever copies sits there.
var guest = Scene{Liar: engine.Blue}

var layoutKinds = []Kind{
	{
		Name:        "small-order-key",
		Description: "joins with the identity for a signature key, under which one signature fits every record",
		Stopped:     Unattributed, Record: transcript.Join, Scene: guest,
		lies: lies{transcript.Join: smallOrderKey},
	},
	{
		Name:        "two-commanders",
		Description: "a second commander in the layout, for a platoon leader",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: forgedLies(func(f *forgedLayout, own engine.Layout) {
			f.set(slices.Index(own[:], engine.Platoon), engine.Commander)
		}),
	},
	{
		Name:        "front-bomb",
		Description: "a bomb in the front row: the row has no column for one, but the commitment to the piece says bomb",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: forgedLies(func(f *forgedLayout, own engine.Layout) {
			f.swap(own, 0, slices.Index(own[:], engine.Bomb))
		}),
	},
	{
		Name:        "front-bomb-by-other-rules",
		Description: "a bomb in the front row, with a true proof under rules that allow it there",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: layoutOf(layoutByOtherRules),
	},
	{
		Name:        "flag-outside",
		Description: "the flag outside headquarters, in the front row",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: forgedLies(func(f *forgedLayout, own engine.Layout) {
			f.swap(own, 2, slices.Index(own[:], engine.Flag))
		}),
	},
	{
		Name:        "not-one-hot",
		Description: "a row that sums to one but holds 2 and -1, with another row to make up for it",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: forgedLies(func(f *forgedLayout, own engine.Layout) {
			minusOne := new(group.Scalar).Negate(group.SmallScalar(1))
			p, q := slices.Index(own[:], engine.Platoon), slices.Index(own[:], engine.Company)
			for _, y := range []rows{f.y, f.committed} {
				y[p][engine.Platoon], y[p][engine.Company] = group.SmallScalar(2), minusOne
				y[q][engine.Platoon], y[q][engine.Company] = minusOne, group.SmallScalar(2)
			}
		}),
	},
	{
		Name:        "two-armies",
		Description: "one army to be attacked, in the rows, and another to attack with, in the commitments",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: forgedLies(func(f *forgedLayout, own engine.Layout) {
			own[slices.Index(own[:], engine.Platoon)] = engine.Commander
			f.committed = f.rowsOf(own)
		}),
	},
	{
		Name:        "identity-key",
		Description: "encrypts under the identity, so that nothing hides the type of whoever attacks; the proof is true",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: forgedLies(func(f *forgedLayout, _ engine.Layout) { f.k[0] = group.NewScalar() }),
	},
	{
		Name:        "hidden-bytes",
		Description: "a true layout with bytes after it that nobody reads",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: forgedLies(func(f *forgedLayout, _ engine.Layout) { f.more = []byte("psst") }),
	},
	{
		Name:        "non-canonical-scalar",
		Description: "a true layout proof whose last response is written as the same number plus the order of the group",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: layoutOf(func(p *Player) ([]byte, error) {
			body, err := layout.Prove(p.context(), p.Match().Rules(), p.secret.LayoutSecret())
			if err == nil {
				addOrder(body[len(body)-group.ScalarSize:])
			}
			return body, err
		}),
	},
	{
		Name:        "other-layout",
		Description: "another layout than the one committed to, legal and proven",
		Stopped:     AtOnce, Record: transcript.Layout,
		lies: lies{transcript.Layout: func(p *Player) ([]byte, error) {
			s := p.secret.LayoutSecret()
			s.Layout[0], s.Layout[1] = s.Layout[1], s.Layout[0]
			body, err := layout.Prove(p.context(), p.Match().Rules(), s)
			return p.sign(transcript.Layout, body), err
		}},
	},
	{
		Name:        "copied-commitment",
		Description: "the opponent's commitment for its own, and then the opponent's layout",
		Stopped:     AtOnce, Record: transcript.Layout, Scene: guest,
		lies: lies{transcript.Commit: copied(transcript.Commit, 2), transcript.Layout: copied(transcript.Layout, 4)},
	},
	{
		Name:        "copied-layout",
		Description: "the opponent's layout, in place of the one committed to",
		Stopped:     AtOnce, Record: transcript.Layout, Scene: guest,
		lies: lies{transcript.Layout: copied(transcript.Layout, 4)},
	},
	{
		Name:        "unopened-commitment",
		Description: "commits to a layout and does not open it, having seen the opponent's and who moves first",
		Stopped:     Claimed, Record: transcript.Layout, Scene: guest,
		lies: lies{transcript.Layout: withhold},
	},
}

// layoutOf commits to a body of the liar's own, and opens the commitment.
func layoutOf(forge func(*Player) ([]byte, error)) lies {
	return lies{
		transcript.Commit: func(p *Player) (raw []byte, err error) {
			if p.body, err = forge(p); err != nil {
				return nil, err
			}
			h := transcript.LayoutCommitment(p.Match().ID(), p.Seat(), p.Match().Key(p.Seat()), p.body)
			return p.sign(transcript.Commit, h[:]), nil
		},
		transcript.Layout: func(p *Player) ([]byte, error) { return p.sign(transcript.Layout, p.body), nil },
	}
}

// forgedLies commits to a layout that was forged from the true one, own.
func forgedLies(forge func(f *forgedLayout, own engine.Layout)) lies {
	return layoutOf(func(p *Player) ([]byte, error) {
		f, err := p.forgeLayout()
		if err != nil {
			return nil, err
		}
		forge(f, *p.secret.Layout)
		return f.body()
	})
}

// set makes piece p be of type t, in its row and in its commitment.
func (f *forgedLayout) set(p int, t engine.Type) {
	for _, y := range []rows{f.y, f.committed} {
		for j := range y[p] {
			if y[p][j] != nil {
				y[p][j] = bit(engine.Type(j) == t)
			}
		}
	}
}

// swap makes pieces p and q change places, where p may not be what q is: only its
// commitment can say so.
func (f *forgedLayout) swap(own engine.Layout, p, q int) {
	f.set(p, own[q])
	f.set(q, own[p])
	f.committed[p][own[q]] = group.SmallScalar(1)
}

// copied signs the body of the opponent's record.
func copied(kind transcript.Kind, record int) lie {
	return func(p *Player) ([]byte, error) {
		body, err := bodyOf(p.Match().Record(record))
		return p.sign(kind, body), err
	}
}

func layoutByOtherRules(p *Player) ([]byte, error) {
	rules, err := engine.Rules("standard,bombs-front=on")
	if err != nil {
		return nil, err
	}
	s := p.secret.LayoutSecret()
	bomb := slices.Index(s.Layout[:], engine.Bomb)
	s.Layout[0], s.Layout[bomb] = s.Layout[bomb], s.Layout[0]
	ctx := p.context()
	ctx.Rules = rules.Digest()
	return layout.Prove(ctx, rules, s)
}

// smallOrderKey signs under the identity: R = sB for any s, whatever is signed.
func smallOrderKey(p *Player) ([]byte, error) {
	r, err := transcript.Parse(p.Match().Record(1))
	if err != nil {
		return nil, err
	}
	s, err := edwards25519.NewScalar().SetUniformBytes(make([]byte, 64))
	if err != nil {
		return nil, err
	}
	// The invite's signature is over the honest key and does not fit any more; but the
	// key is refused before anybody looks at that.
	copy(r.Body[:ed25519.PublicKeySize], edwards25519.NewIdentityPoint().Bytes())
	copy(r.Signature[:], append(new(edwards25519.Point).ScalarBaseMult(s).Bytes(), s.Bytes()...))
	return r.Marshal(), nil
}

// addOrder adds q to a scalar's encoding: the same number modulo q.
func addOrder(b []byte) {
	minusOne := new(group.Scalar).Negate(group.SmallScalar(1)).Bytes()
	carry := 1
	for i := range b {
		carry += int(b[i]) + int(minusOne[i])
		b[i], carry = byte(carry), carry>>8
	}
}
