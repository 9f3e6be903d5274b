package adversary

import (
	"crypto/ed25519"
	"slices"

	"filippo.io/edwards25519"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Blue joins, and opens its Layout after red has: whoever copies sits there.
var guest = Scene{Liar: engine.Blue}

var layoutKinds = []Kind{
	{"small-order-key",
		"joins with the identity for a signature key, under which one signature fits every record",
		Unattributed, transcript.Join, guest, lies{transcript.Join: smallOrderKey}},
	{"two-commanders", "a second commander in the layout, for a platoon leader",
		AtOnce, transcript.Layout, Scene{}, forgedLies(func(f *forgedLayout, own engine.Layout) {
			f.set(slices.Index(own[:], junqi.Platoon), junqi.Commander)
		})},
	{"front-bomb",
		"a bomb in the front row: the row has no column for one, but the commitment to the piece says bomb",
		AtOnce, transcript.Layout, Scene{}, forgedLies(func(f *forgedLayout, own engine.Layout) {
			f.swap(own, 0, slices.Index(own[:], junqi.Bomb))
		})},
	{"front-bomb-by-other-rules",
		"a bomb in the front row, with a true proof under rules that allow it there",
		AtOnce, transcript.Layout, Scene{}, layoutOf(layoutByOtherRules)},
	{"flag-outside", "the flag outside headquarters, in the front row",
		AtOnce, transcript.Layout, Scene{}, forgedLies(func(f *forgedLayout, own engine.Layout) {
			f.swap(own, 2, slices.Index(own[:], junqi.Flag))
		})},
	{"not-one-hot", "a row that sums to one but holds 2 and -1, with another row to make up for it",
		AtOnce, transcript.Layout, Scene{}, forgedLies(func(f *forgedLayout, own engine.Layout) {
			minusOne := new(group.Scalar).Negate(group.SmallScalar(1))
			p, q := slices.Index(own[:], junqi.Platoon), slices.Index(own[:], junqi.Company)
			for _, y := range []rows{f.y, f.committed} {
				y[p][junqi.Platoon], y[p][junqi.Company] = group.SmallScalar(2), minusOne
				y[q][junqi.Platoon], y[q][junqi.Company] = minusOne, group.SmallScalar(2)
			}
		})},
	{"two-armies",
		"defends with one army, in the rows, and attacks with another, in the commitments",
		AtOnce, transcript.Layout, Scene{}, forgedLies(func(f *forgedLayout, own engine.Layout) {
			own[slices.Index(own[:], junqi.Platoon)] = junqi.Commander
			f.committed = f.rowsOf(own)
		})},
	{"identity-key",
		"encrypts under the identity, so that nothing hides an attacker's type; the proof is true",
		AtOnce, transcript.Layout, Scene{},
		forgedLies(func(f *forgedLayout, _ engine.Layout) { f.k[0] = group.NewScalar() })},
	{"hidden-bytes", "a true layout with bytes after it that nobody reads",
		AtOnce, transcript.Layout, Scene{},
		forgedLies(func(f *forgedLayout, _ engine.Layout) { f.more = []byte("psst") })},
	{"non-canonical-scalar",
		"a true layout proof whose last response is written as the same number plus the order of the group",
		AtOnce, transcript.Layout, Scene{}, layoutOf(func(p *Player) []byte {
			body := must(layout.Prove(p.context(), p.Match().Rules(), p.secret.LayoutSecret()))
			addOrder(body[len(body)-group.ScalarSize:])
			return body
		})},
	{"other-layout", "another layout than the one committed to, legal and proven",
		AtOnce, transcript.Layout, Scene{},
		lies{transcript.Layout: func(p *Player) []byte {
			s := p.secret.LayoutSecret()
			s.Layout[0], s.Layout[1] = s.Layout[1], s.Layout[0]
			return p.sign(transcript.Layout, must(layout.Prove(p.context(), p.Match().Rules(), s)))
		}}},
	{"copied-commitment", "the opponent's commitment as its own, then the opponent's layout",
		AtOnce, transcript.Layout, guest,
		lies{transcript.Commit: copied(transcript.Commit, 2), transcript.Layout: copied(transcript.Layout, 4)}},
	{"copied-layout", "the opponent's layout instead of the one committed to",
		AtOnce, transcript.Layout, guest, lies{transcript.Layout: copied(transcript.Layout, 4)}},
	{"unopened-commitment",
		"commits to a layout, sees who moves first, and does not open it",
		Claimed, transcript.Layout, guest, lies{transcript.Layout: withhold}},
}

// layoutOf commits to a body of the liar's own, and opens the commitment.
func layoutOf(forge lie) lies {
	return lies{
		transcript.Commit: func(p *Player) []byte {
			p.body = forge(p)
			h := transcript.Commitment(p.Match().ID(), p.Seat(), p.Match().Key(p.Seat()), p.body)
			return p.sign(transcript.Commit, h[:])
		},
		transcript.Layout: func(p *Player) []byte { return p.sign(transcript.Layout, p.body) },
	}
}

// forgedLies commits to a layout that was forged from the true one, own.
func forgedLies(forge func(f *forgedLayout, own engine.Layout)) lies {
	return layoutOf(func(p *Player) []byte {
		f := p.forgeLayout()
		forge(f, slices.Clone(p.secret.Layout))
		return f.body()
	})
}

// set gives piece p the type t, in its row and in its commitment.
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
	return func(p *Player) []byte { return p.sign(kind, bodyOf(p.Match().Record(record))) }
}

func layoutByOtherRules(p *Player) []byte {
	rules := must(junqi.Rules("standard,bombs-front=on"))
	s := p.secret.LayoutSecret()
	bomb := slices.Index(s.Layout[:], junqi.Bomb)
	s.Layout = slices.Clone(s.Layout)
	s.Layout[0], s.Layout[bomb] = s.Layout[bomb], s.Layout[0]
	ctx := p.context()
	ctx.Rules = rules.Digest()
	return must(layout.Prove(ctx, rules, s))
}

// smallOrderKey signs under the identity: R = sB for any s, whatever is signed.
func smallOrderKey(p *Player) []byte {
	r := must(transcript.Parse(p.Match().Record(1)))
	s := must(edwards25519.NewScalar().SetUniformBytes(make([]byte, 64)))
	// The invite's signature is over the honest key and does not fit any more; but the
	// key is refused before anybody looks at that.
	copy(r.Body[:ed25519.PublicKeySize], edwards25519.NewIdentityPoint().Bytes())
	copy(r.Signature[:], append(new(edwards25519.Point).ScalarBaseMult(s).Bytes(), s.Bytes()...))
	return r.Marshal()
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
