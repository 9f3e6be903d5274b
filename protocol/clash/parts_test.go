package clash

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

// Each part of C is proven by itself: whoever changes one and leaves the other is
// refused, in a message that stands as well as in a proof made for the purpose.
func TestEachPartOfTheCiphertextIsProven(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	c, err := group.DecodeCiphertext(msg[:64])
	require.NoError(t, err)
	b := group.Ciphertext{U: group.B().Element(), V: group.NewElement()}
	for what, by := range map[string]group.Ciphertext{
		"U": b,
		"V": {U: b.V, V: b.U},
	} {
		other := group.NewCiphertext().Add(c, by)
		_, err := CheckAttack(at, st, append(other.Bytes(), msg[64:]...))
		require.ErrorIs(t, err, sigma.ErrProof, what)

		// The honest witness, for another ciphertext.
		x, blinder := tb.rowOf(engine.Red, 7, st.Movers)
		r := group.SmallScalar(5)
		fresh := st.refresh(st.target(tb.seats[0].Secret.Layout[7]), r)
		_, err = CheckAttack(at, st, forge(at, st, fresh, x, blinder, r))
		require.NoError(t, err)
		_, err = CheckAttack(at, st, forge(at, st, group.NewCiphertext().Add(fresh, by), x, blinder, r))
		require.ErrorIs(t, err, sigma.ErrProof, what)
	}
}

// Whatever differs about a clash, the challenge does.
func TestChallengeBindsTheClash(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	seen := map[[32]byte]string{}
	for what, change := range map[string]func(*Statement){
		"itself":    func(*Statement) {},
		"attacker":  func(st *Statement) { st.Attacker = st.Defender },
		"defender":  func(st *Statement) { st.Defender = st.Attacker },
		"exchanged": func(st *Statement) { st.Attacker, st.Defender = st.Defender, st.Attacker },
		"a":         func(st *Statement) { st.AttackerPiece++ },
		"d":         func(st *Statement) { st.DefenderPiece++ },
		"movers":    func(st *Statement) { st.Movers = st.Movers.Remove(junqi.Bomb) },
	} {
		st := st
		change(&st)
		state := st.sponge(at).State()
		require.NotContains(t, seen, state, "%s and %s", what, seen[state])
		seen[state] = what
	}
}
