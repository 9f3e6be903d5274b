package protocol

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// nonces collects every secret scalar r that a seat has used, as rB, with what it
// was used for. It reads them out of finished records: whoever knows the witness
// finds the blinder r = z - cx of each response, and the randomness of each
// ciphertext. So it sees what is used, not what should be.
type nonces struct {
	t    testing.TB
	used map[[32]byte]string // rB -> the only statement it may be used for
	uses int                 // also the same one again
}

// use notes that rB was used for a statement, and where in it.
func (n *nonces) use(r *group.Element, statement []byte, where string, args ...any) {
	n.t.Helper()
	n.uses++
	use := fmt.Sprintf(where, args...) + string(statement)
	key := [32]byte(r.Bytes())
	before, taken := n.used[key]
	require.True(n.t, !taken || before == use, "a secret scalar of %q is used again in %q", before, use)
	n.used[key] = use
}

// zeroed returns zB - cX, the commitment of the blinder behind a response for the
// witness x, X = xB.
func zeroed(z []byte, c *group.Scalar, x *group.Element) *group.Element {
	zs, err := group.DecodeScalar(z)
	if err != nil {
		panic(err)
	}
	r := group.B().Mult(zs)
	return r.Subtract(r, new(group.Element).ScalarMult(c, x))
}

func decoded(t testing.TB, b []byte) *group.Element {
	e, err := group.DecodeElement(b)
	require.NoError(t, err)
	return e
}

func scalarOf(t testing.TB, b []byte) *group.Scalar {
	s, err := group.DecodeScalar(b)
	require.NoError(t, err)
	return s
}

// record notes all scalars of a seat's record, which stands on m. A statement is
// named by the hash of the whole record: its proofs are functions of it.
func (n *nonces) record(m *Match, s *private.Secret, r transcript.Record) {
	h := transcript.HashRecord(r.Marshal())
	openings := func(b []byte) { // the first message of one is rB
		for i := range len(b) / sigma.OpeningSize {
			n.use(decoded(n.t, b[sigma.OpeningSize*i:][:32]), h[:], "opening %d", i)
		}
	}
	switch r.Kind {
	case transcript.Layout:
		n.layout(m, s, r.Body)
	case transcript.Move:
		switch len(r.Body) - 3 {
		case 0:
		case sigma.OpeningSize:
			openings(r.Body[3:])
		default:
			n.attack(m, s, r.Body, h[:])
		}
	case transcript.Answer:
		openings(r.Body[2:])
	case transcript.Show:
		openings(r.Body[1:])
	case transcript.NoMove: // a first message and a response for each type, and one more
		for i := range len(r.Body) / 64 {
			n.use(decoded(n.t, r.Body[32*i:][:32]), h[:], "no move %d", i)
		}
	}
}

// layout notes the randomness of the ciphertexts and commitments of a Layout, and
// the blinders of its proof.
func (n *nonces) layout(m *Match, s *private.Secret, body []byte) {
	secret := s.LayoutSecret()
	pieces := len(secret.Layout)
	in := body
	next := func() (b []byte) { b, in = in[:32], in[32:]; return b }
	var held, sent, columns []int // types, and how many columns there are of each piece
	for j := range engine.Type(m.rules.NumTypes()) {
		isHeld, isSent := false, false
		for p := range pieces {
			types := m.rules.Allowed(p).Types()
			isHeld = isHeld || slices.Contains(types, j)
			isSent = isSent || slices.Contains(types[:len(types)-1], j)
		}
		if isHeld {
			held = append(held, int(j))
		}
		if isSent {
			sent = append(sent, int(j))
		}
	}
	b, h := group.B().Element(), group.H().Element()
	times := func(x *group.Scalar, e *group.Element) *group.Element { return new(group.Element).ScalarMult(x, e) }
	minus := func(x, y *group.Element) *group.Element { return new(group.Element).Subtract(x, y) }

	var keys []*group.Element
	for p := range pieces {
		keys = append(keys, decoded(n.t, next()))
		columns = append(columns, len(m.rules.Allowed(p).Types())-1)
	}
	u := map[int]*group.Element{}
	for _, j := range sent {
		u[j] = decoded(n.t, next())
		n.use(u[j], body, "s[%d] ", j)
	}
	for p := range pieces {
		for range columns[p] {
			next()
		}
	}
	var t []*group.Scalar
	for p := range pieces {
		next() // P
		_, blinder := secret.Row(m.contexts[s.Seat], p, nil)
		t = append(t, blinder)
		n.use(times(blinder, b), body, "t[%d] ", p)
	}
	next() // nonce
	next() // tape commitment

	sponge := m.contexts[s.Seat].Sponge(layout.ProofKind)
	sponge.AbsorbBytes(body[:len(body)-len(in)])
	x := map[int]*group.Scalar{}
	for _, j := range held {
		x[j] = sponge.SqueezeScalar()
	}
	xi, delta := sponge.SqueezeScalar(), sponge.SqueezeScalar()
	sponge.SqueezeScalar() // η
	products := in[:32*(pieces-1)]
	// r_p H, behind the running product.
	product := group.SmallScalar(1)
	blinders := []*group.Element{group.NewElement()}
	var factors []*group.Scalar
	for p := range pieces {
		factors = append(factors, new(group.Scalar).Subtract(xi, x[int(secret.Layout[p])]))
		product.Multiply(product, factors[p])
		if p+1 == pieces {
			blinders = append(blinders, group.NewElement())
			break
		}
		blinders = append(blinders, minus(decoded(n.t, next()), times(product, b)))
		n.use(blinders[p+1], body, "r[%d] ", p+1)
	}
	sponge.AbsorbBytes(products)
	sponge.SqueezeScalar() // γ
	for range pieces + len(sent) + 3 {
		sponge.Absorb(next()) // a first message
	}
	c := sponge.SqueezeScalar()
	for p := range pieces {
		v := new(group.Scalar).Multiply(c, x[int(secret.Layout[p])])
		n.use(times(v.Subtract(scalarOf(n.t, next()), v), b), body, "a[%d] ", p)
	}
	for p := range pieces {
		rho := minus(blinders[p+1], times(factors[p], blinders[p]))
		n.use(minus(times(scalarOf(n.t, next()), h), times(c, rho)), body, "b[%d] ", p)
	}
	power := group.SmallScalar(1)
	q := map[int]*group.Scalar{}
	zt, zk := group.NewScalar(), group.NewElement()
	for p := range pieces {
		power.Multiply(power, delta)
		j := int(secret.Layout[p])
		if q[j] == nil {
			q[j] = group.NewScalar()
		}
		q[j].Add(q[j], power)
		zt.MultiplyAdd(power, t[p], zt)
		zk.Add(zk, times(power, keys[p]))
	}
	for _, j := range held[:len(held)-1] {
		of := new(group.Scalar).Multiply(c, q[j])
		n.use(times(of.Subtract(scalarOf(n.t, next()), of), b), body, "alpha[%d] ", j)
	}
	for _, j := range sent {
		n.use(zeroed(next(), c, u[j]), body, "beta[%d] ", j)
	}
	n.use(zeroed(next(), c, times(zt, b)), body, "tau ")
	n.use(zeroed(next(), c, zk), body, "kappa ")
	require.Empty(n.t, in)
}

// attack notes the randomness of C and the blinders of its proof.
func (n *nonces) attack(m *Match, s *private.Secret, body, hash []byte) {
	after := m.Fork()
	move, err := transcript.ParseMove(body)
	require.NoError(n.t, err)
	at := m.proofPlace(transcript.Move, s.Seat, move.Head(), 0)
	require.NoError(n.t, after.play(engine.MoveEvent(s.Seat, move.Move, move.Offer)))
	st := after.clashStatement()
	own := s.Layout[st.AttackerPiece]
	target := group.NewCiphertext()
	for _, d := range m.rules.Allowed(st.DefenderPiece).Types() {
		for range m.rules.Clash(own, d) {
			target.Add(target, st.Defender.Column(st.DefenderPiece, d))
		}
	}
	r := new(group.Element).Subtract(decoded(n.t, move.Proof[:32]), target.U)
	n.use(r, hash, "r ")

	sponge := at.Sponge(clash.AttackKind)
	for _, c := range []*layout.Commitment{st.Attacker, st.Defender} {
		digest := c.Digest()
		sponge.Absorb(digest[:])
	}
	sponge.Absorb([]byte{byte(st.AttackerPiece), byte(st.DefenderPiece)})
	sponge.AbsorbUint32(uint32(st.Movers))
	sponge.Absorb(move.Proof[:160]) // C and the first messages
	c, z := sponge.SqueezeScalar(), move.Proof[160:]
	movers := st.Movers.Types()
	for _, i := range movers[:len(movers)-1] {
		is := group.NewElement()
		if i == own {
			is = group.B().Element()
		}
		n.use(zeroed(z[:32], c, is), hash, "x[%d] ", i)
		z = z[32:]
	}
	_, blinder := s.LayoutSecret().Row(m.contexts[s.Seat], st.AttackerPiece, nil)
	n.use(zeroed(z[:32], c, group.B().Mult(blinder)), hash, "blinder of t ")
	n.use(zeroed(z[32:], c, r), hash, "blinder of r ")
}

// player notes all that a Player's own seat has made since its match stood at old.
func (n *nonces) player(p *Player, old *Match) {
	at := old.Fork()
	for i := at.Len(); i < p.match.Len(); i++ {
		raw := p.match.Record(i)
		if r, err := transcript.Parse(raw); err == nil && r.Seat == p.Seat() {
			n.record(at, p.secret, r)
		}
		require.NoError(n.t, at.Append(raw))
	}
}

// clone copies a table as it stands, as a machine that is copied while it runs.
func (tb *table) clone(rng *rand.ChaCha8) *table {
	c := &table{t: tb.t, rng: rng}
	for seat, p := range tb.players {
		player, secret := *p, *p.secret
		player.match, player.secret = p.match.Fork(), &secret
		player.journal.choices = maps.Clone(p.journal.choices)
		c.players[seat] = &player
	}
	return c
}

// restore brings both seats back from what is on their disks.
func (tb *table) restore(rng *rand.ChaCha8) *table {
	c := &table{t: tb.t, rng: rng}
	for seat, p := range tb.players {
		again, err := Restore(p.Secret(), chainOf(p.match), nil)
		require.NoError(tb.t, err)
		c.players[seat] = again
	}
	return c
}

// Whatever becomes of private files, no secret scalar is used for two statements:
// old files are restored at many points of a match and go on in other ways, with
// other moves, other layouts, and even with the very random numbers that were drawn
// before, as in a machine that was copied while it ran.
func TestNoSecretScalarIsUsedForTwoStatements(t *testing.T) {
	t.Parallel()
	n := &nonces{t: t, used: map[[32]byte]string{}}
	note := func(tb *table, old *Match) {
		for _, p := range tb.players {
			n.player(p, old)
		}
	}
	place := func(tb *table, texts ...string) {
		for seat, p := range tb.players {
			l, err := junqi.Standard().ParseLayout(texts[seat])
			require.NoError(t, err)
			require.NoError(t, p.Place(l))
		}
		tb.sync()
	}
	const another = "42392/2.1.6/74.58/1.3.1/MM35M/BF76B" // the commander and a platoon leader swapped

	// The private file from before the layout was chosen: another layout, and the
	// same one, from the same fresh bytes.
	undecided := newTable(t, "standard,first=red", 1)
	joined := undecided.match().Fork()
	tb := undecided.restore(testRand(1))
	place(tb, facing, facing)
	note(tb, joined)
	for _, l := range [][]string{{another, facing}, {facing, another}, {facing, facing}} {
		other := undecided.restore(testRand(1))
		place(other, l...)
		note(other, joined)
	}

	// Old copies from many points of the game, each going on in some ways.
	opening := tb.match().Fork()
	saved := []*table{tb.clone(nil)}
	tb.moves("c6-c7") // both commanders fall, both flags are shown
	for range 3 {
		saved = append(saved, tb.clone(nil))
		tb.play(5)
	}
	note(tb, opening)
	before := n.uses
	for i, s := range saved {
		if i%3 == 0 {
			s = s.restore(nil)
		}
		for branch := range 4 {
			// Two of the branches draw the same random numbers for different moves.
			c := s.clone(testRand(uint64(100*i + branch/2)))
			for turn := range 4 {
				p := c.mover()
				if p == nil {
					break
				}
				position := p.Match().Position()
				own, _ := p.Layout()
				moves := position.LegalMoves(p.Seat(), own)
				slices.SortStableFunc(moves, func(a, b engine.Move) int { // attacks first
					return int(position.At(a.To)) - int(position.At(b.To))
				})
				for more := branch%2 == 0; more; { // what is prepared and not played is not a record
					var err error
					more, err = p.Prepare(c.rng)
					require.NoError(t, err)
				}
				require.NoError(t, p.Play(moves[(branch+turn)%min(3, len(moves))], branch%2 == 1, c.rng))
				c.sync()
			}
			note(c, s.match())
		}
	}
	t.Logf("%d scalars, used %d times", len(n.used), n.uses)
	require.Greater(t, n.uses-before, 150)
	require.Greater(t, n.uses, len(n.used), "some records were made twice, byte for byte")

	// A collector that finds nothing finds nothing wrong: the same scalar in another
	// statement is seen.
	r := group.B().Mult(group.SmallScalar(7))
	quiet := &nonces{t: quietly{t}, used: maps.Clone(n.used)}
	quiet.use(r, []byte("one"), "")
	require.Panics(t, func() { quiet.use(r, []byte("another"), "") })
}

// quietly is a test that panics where it would fail.
type quietly struct{ *testing.T }

func (quietly) Errorf(string, ...any) { panic("failed") }
