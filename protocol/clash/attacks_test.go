package clash

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

// forge does the attacker's honest work with a witness, x for each mover, and a
// ciphertext of the forger's choice.
func forge(at sigma.Place, st Statement, c group.Ciphertext, x []*group.Scalar, t, r *group.Scalar) []byte {
	witness := append(append([]*group.Scalar(nil), x[:len(x)-1]...), t, r)
	sponge := st.sponge(at)
	sponge.Absorb(c.Bytes())
	return append(c.Bytes(), st.linear(group.NewBase(c.U), group.NewBase(c.V)).Prove(sponge, AttackKind, witness, nonces)...)
}

// rowOf is the true x of a seat's piece.
func (tb *table) rowOf(seat engine.Seat, p int, movers engine.TypeSet) (x []*group.Scalar, t *group.Scalar) {
	marks, t := tb.seats[seat].Secret.Row(tb.seats[seat].Context, p, movers.Types())
	for _, mark := range marks {
		x = append(x, group.IntScalar(mark))
	}
	return x, t
}

// refresh adds an encryption of 0 under the defending piece's key.
func (st *Statement) refresh(c group.Ciphertext, r *group.Scalar) group.Ciphertext {
	y := st.Defender.Y(st.DefenderPiece)
	return group.NewCiphertext().Add(c, group.Ciphertext{U: group.B().Mult(r), V: y.Mult(r)})
}

// oneHot marks the n-th of so many movers.
func oneHot(n, of int) []*group.Scalar {
	x := make([]*group.Scalar, of)
	for m := range x {
		x[m] = group.SmallScalar(uint8(b2i(m == n)))
	}
	return x
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Whoever committed to a can't attack as b, for any pair of types: neither with
// b's row and b's witness, nor with b's row and its own.
func TestAttackAsAnotherTypeIsRefused(t *testing.T) {
	tb := newTable("standard")
	r := group.SmallScalar(77)
	movers := junqi.Standard().Mobile().Types()
	for n, a := range movers {
		p := tb.pieceOf(engine.Red, a)
		if tb.movers(p) != junqi.Standard().Mobile() {
			p = tb.anotherPiece(t, a)
		}
		at, st := tb.clash(engine.Red, p, 20, junqi.Standard().Mobile())
		row, blinder := tb.rowOf(engine.Red, p, st.Movers)
		require.Equal(t, 1, row[n].Equal(group.SmallScalar(1)))
		targets := st.targets()
		for m, b := range movers {
			c := st.refresh(targets[m], r)
			_, err := CheckAttack(at, st, forge(at, st, c, oneHot(m, len(movers)), blinder, r))
			if a == b {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, sigma.ErrProof, "%s attacks as %s", a, b)
			_, err = CheckAttack(at, st, forge(at, st, c, oneHot(n, len(movers)), blinder, r))
			require.ErrorIs(t, err, sigma.ErrProof, "%s attacks with the row of %s", a, b)
		}
	}
}

// anotherPiece returns a piece of type a behind the front row, from another table
// if need be.
func (tb *table) anotherPiece(t *testing.T, a engine.Type) int {
	tb.seats[0] = sample.NewSeat(tb.rules, engine.Red, "standard", map[int]engine.Type{7: a})
	return 7
}

// The announcement is the table's, not the attacker's to choose: C holds no other
// code, however it was made.
func TestAttackWithACodeOfItsOwnIsRefused(t *testing.T) {
	tb := newTable("standard")
	p := tb.pieceOf(engine.Red, junqi.Platoon)
	at, st := tb.clash(engine.Red, p, 20, tb.movers(p))
	x, blinder := tb.rowOf(engine.Red, p, st.Movers)
	r := group.SmallScalar(5)
	for f := range len(tb.rules.Codes()) {
		c := st.refresh(group.Ciphertext{U: group.NewElement(), V: group.B().Mult(group.SmallScalar(uint8(f)))}, r)
		_, err := CheckAttack(at, st, forge(at, st, c, x, blinder, r))
		require.ErrorIs(t, err, sigma.ErrProof)
	}
	// Nor a sum of two rows, by which it would learn more than one clash tells.
	targets := st.targets()
	both := st.refresh(group.NewCiphertext().Add(targets[0], targets[1]), r)
	y := append([]*group.Scalar(nil), x...)
	y[0], y[1] = group.SmallScalar(1), group.SmallScalar(1)
	_, err := CheckAttack(at, st, forge(at, st, both, y, blinder, r))
	require.ErrorIs(t, err, sigma.ErrProof)
	// Nor the defender's column itself, for the defender to decrypt.
	column := st.refresh(st.Defender.Column(20, junqi.Mine), r)
	_, err = CheckAttack(at, st, forge(at, st, column, x, blinder, r))
	require.ErrorIs(t, err, sigma.ErrProof)
}

// A sound attack on one record is worth nothing on another.
func TestAttackIsBoundToItsPlaceAndPieces(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	for what, change := range map[string]func(at *sigma.Place, st *Statement){
		"match":                        func(at *sigma.Place, _ *Statement) { at.Match[0] ^= 1 },
		"ruleset":                      func(at *sigma.Place, _ *Statement) { at.Rules[0] ^= 1 },
		"seat":                         func(at *sigma.Place, _ *Statement) { at.Seat = 1 - at.Seat },
		"key":                          func(at *sigma.Place, _ *Statement) { at.Key[0] ^= 1 },
		"previous record":              func(at *sigma.Place, _ *Statement) { at.Prev[0] ^= 1 },
		"move":                         func(at *sigma.Place, _ *Statement) { at.Body = []byte("another") },
		"index":                        func(at *sigma.Place, _ *Statement) { at.Index++ },
		"attacking piece":              func(_ *sigma.Place, st *Statement) { st.AttackerPiece = 8 },
		"defending piece":              func(_ *sigma.Place, st *Statement) { st.DefenderPiece = 4 },
		"attacker":                     func(_ *sigma.Place, st *Statement) { st.Attacker = st.Defender },
		"defender":                     func(_ *sigma.Place, st *Statement) { st.Defender = st.Attacker },
		"attacker and defender":        func(_ *sigma.Place, st *Statement) { st.Attacker, st.Defender = st.Defender, st.Attacker },
		"attacking piece, of the back": func(_ *sigma.Place, st *Statement) { st.AttackerPiece = 17 },
	} {
		at, st := at, st
		change(&at, &st)
		_, err := CheckAttack(at, st, msg)
		require.ErrorIs(t, err, sigma.ErrProof, what)
	}
	st.Movers = st.Movers.Remove(junqi.Bomb)
	_, err = CheckAttack(at, st, msg)
	require.ErrorIs(t, err, group.ErrLength)
}

// Two movers of which one is left out, in a message of the right length.
func TestAttackWithOtherMoversIsRefused(t *testing.T) {
	tb := newTable("standard")
	p := tb.pieceOf(engine.Red, junqi.Platoon)
	at, st := tb.clash(engine.Red, p, 3, engine.TypesOf(junqi.Platoon, junqi.Army))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	st.Movers = engine.TypesOf(junqi.Platoon, junqi.Commander)
	_, err = CheckAttack(at, st, msg)
	require.ErrorIs(t, err, sigma.ErrProof)
}

func requireEveryFlipRefused(t *testing.T, good []byte, verify func([]byte) error) {
	t.Helper()
	require.NoError(t, verify(good))
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1 << (i % 8)
		require.Error(t, verify(bad), "byte %d", i)
	}
	for n := range good {
		require.ErrorIs(t, verify(good[:n]), group.ErrLength)
	}
	require.ErrorIs(t, verify(append(bytes.Clone(good), 0)), group.ErrLength)
}

// One wrong bit in any byte of an attack or an answer is enough.
func TestEveryFlipIsRefused(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	requireEveryFlipRefused(t, msg, func(b []byte) error { _, err := CheckAttack(at, st, b); return err })

	q, err := CheckAttack(at, st, msg)
	require.NoError(t, err)
	place := tb.answerPlace(engine.Blue)
	code, proof, err := q.Answer(place, tb.seats[1].Secret.Key, nonces)
	require.NoError(t, err)
	requireEveryFlipRefused(t, proof, func(b []byte) error { return q.CheckAnswer(place(code), code, b) })
}

func TestNonCanonicalEncodingsAreRefused(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	for n := 0; n < len(msg); n += 32 {
		bad, want := bytes.Clone(msg), group.ErrElement
		if n < 160 { // C and the first messages
			copy(bad[n:], append([]byte{1}, make([]byte, 31)...)) // negative
		} else {
			addOrder(bad[n : n+32])
			want = group.ErrScalar
		}
		_, err := CheckAttack(at, st, bad)
		require.ErrorIs(t, err, want, "byte %d", n)
	}
}

// addOrder adds q to a scalar's encoding, little-endian: the same number modulo q.
func addOrder(b []byte) {
	order, _ := hex.DecodeString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	carry := 0
	for i := range b {
		carry += int(b[i]) + int(order[i])
		b[i] = byte(carry)
		carry >>= 8
	}
}

// The ciphertext is malleable, its proof is not: nobody refreshes another's attack
// or adds one to its code.
func TestMalleatedCiphertextIsRefused(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	c, err := group.DecodeCiphertext(msg[:64])
	require.NoError(t, err)
	for what, e := range map[string]group.Ciphertext{
		"refreshed": st.refresh(c, group.SmallScalar(3)),
		"plus one":  group.NewCiphertext().Add(c, group.Ciphertext{U: group.NewElement(), V: group.B().Element()}),
		"swapped":   {U: c.V, V: c.U},
		"identity":  group.NewCiphertext(),
	} {
		_, err := CheckAttack(at, st, append(e.Bytes(), msg[64:]...))
		require.ErrorIs(t, err, sigma.ErrProof, what)
	}
}

// A defender can't answer anything but what C holds, in no other record, and not
// with the proof of another clash.
func TestFalseAnswersAreRefused(t *testing.T) {
	tb := newTable("standard")
	key := tb.seats[1].Secret.Key
	place := tb.answerPlace(engine.Blue)
	p := tb.pieceOf(engine.Red, junqi.Army)
	ask := func(d engine.Type) (*Question, engine.Code, []byte) {
		at, st := tb.clash(engine.Red, p, tb.pieceOf(engine.Blue, d), tb.movers(p))
		msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
		require.NoError(t, err)
		q, err := CheckAttack(at, st, msg)
		require.NoError(t, err)
		code, proof, err := q.Answer(place, key, nonces)
		require.NoError(t, err)
		return q, code, proof
	}
	q, truth, proof := ask(junqi.Commander)
	other, code, otherProof := ask(junqi.Platoon)
	require.NotEqual(t, truth, code)
	require.ErrorIs(t, q.CheckAnswer(place(code), code, otherProof), sigma.ErrProof)
	require.ErrorIs(t, other.CheckAnswer(place(truth), truth, proof), sigma.ErrProof)

	for f := range len(tb.rules.Codes()) {
		f := engine.Code(f)
		if f == truth {
			continue
		}
		require.ErrorIs(t, q.CheckAnswer(place(f), f, proof), sigma.ErrProof)
		lie := key.Prove(place(f), q.piece, q.opening(uint8(f)), nonces)
		require.ErrorIs(t, q.CheckAnswer(place(f), f, lie), sigma.ErrProof, "code %d", f)
	}
	for _, f := range []engine.Code{engine.Code(len(tb.rules.Codes())), engine.NoCode} {
		require.ErrorIs(t, q.CheckAnswer(place(f), f, proof), ErrCode)
	}
	for what, change := range map[string]func(*sigma.Place){
		"match":           func(at *sigma.Place) { at.Match[0] ^= 1 },
		"seat":            func(at *sigma.Place) { at.Seat = 1 - at.Seat },
		"previous record": func(at *sigma.Place) { at.Prev[0] ^= 1 },
		"body":            func(at *sigma.Place) { at.Body = append(at.Body, 0) },
		"index":           func(at *sigma.Place) { at.Index++ },
	} {
		at := place(truth)
		change(&at)
		require.ErrorIs(t, q.CheckAnswer(at, truth, proof), sigma.ErrProof, what)
	}
}

// ⚠ The same r in two clashes shows both types to every spectator: the difference
// of the two ciphertexts is a difference of two targets, and there are few. Ours
// never repeat, even for the same move made again in another record.
func TestSameRandomnessInTwoClashesShowsTheTypes(t *testing.T) {
	tb := newTable("standard")
	a1, a2 := tb.pieceOf(engine.Red, junqi.Army), tb.pieceOf(engine.Red, junqi.Engineer)
	_, first := tb.clash(engine.Red, a1, 20, tb.movers(a1))
	_, second := tb.clash(engine.Red, a2, 19, tb.movers(a2))
	// The pieces attacked have keys of their own, so it is the U that cancel.
	types := func(c1, c2 group.Ciphertext) (pairs [][2]engine.Type) {
		difference := new(group.Element).Subtract(c1.U, c2.U)
		for _, i := range first.Movers.Types() {
			for _, j := range second.Movers.Types() {
				if new(group.Element).Subtract(first.target(i).U, second.target(j).U).Equal(difference) == 1 {
					pairs = append(pairs, [2]engine.Type{i, j})
				}
			}
		}
		return pairs
	}
	targetOf := func(st Statement, p int) group.Ciphertext {
		return st.target(tb.seats[0].Secret.Layout[p])
	}
	r := group.SmallScalar(9)
	careless := types(first.refresh(targetOf(first, a1), r), second.refresh(targetOf(second, a2), r))
	require.Equal(t, [][2]engine.Type{{junqi.Army, junqi.Engineer}}, careless, "a spectator reads both types")

	var c [3]group.Ciphertext
	at, _ := tb.clash(engine.Red, a1, 20, tb.movers(a1))
	for i, attack := range []struct {
		st   Statement
		prev byte
	}{{first, 0}, {second, 0}, {first, 1}} {
		at.Prev[0] = attack.prev
		msg, err := Attack(at, attack.st, tb.seats[0].Secret, nonces)
		require.NoError(t, err)
		c[i], err = group.DecodeCiphertext(msg[:64])
		require.NoError(t, err)
	}
	require.Empty(t, types(c[0], c[1]))
	require.Equal(t, 0, c[0].Equal(c[2]))
}

// Why a layout with Y = 0 is refused: nothing blinds C.V, so the attacker's type
// lies open.
func TestIdentityKeyWouldShowTheAttacker(t *testing.T) {
	tb := newTable("standard")
	p := tb.pieceOf(engine.Red, junqi.Army)
	_, st := tb.clash(engine.Red, p, 20, tb.movers(p))
	r := group.SmallScalar(9)
	identity := group.NewBase(group.NewElement())
	target := st.target(junqi.Army)
	v := new(group.Element).Add(target.V, identity.Mult(r))
	var read []engine.Type
	for _, i := range st.Movers.Types() {
		if st.target(i).V.Equal(v) == 1 {
			read = append(read, i)
		}
	}
	require.Equal(t, []engine.Type{junqi.Army}, read)
}

func FuzzCheckAttack(f *testing.F) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(f, err)
	f.Add(msg)
	f.Add(make([]byte, len(msg)))
	f.Add(msg[:64])
	f.Fuzz(func(t *testing.T, b []byte) {
		q, err := CheckAttack(at, st, b)
		if err == nil {
			require.Equal(t, msg, b, "an attack that nobody made")
			require.Equal(t, b[:64], q.C().Bytes())
		}
	})
}
