package clash

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A table is two seats that have committed.
type table struct {
	rules *engine.Ruleset
	seats [2]*sample.Seat
}

func newTable(spec string) *table {
	rs := sample.Rules(spec)
	return &table{rs, [2]*sample.Seat{
		sample.NewSeat(rs, engine.Red, spec, nil), sample.NewSeat(rs, engine.Blue, spec, nil),
	}}
}

// pieceOf returns the first piece of a seat that is of type j.
func (tb *table) pieceOf(seat engine.Seat, j engine.Type) int {
	for p, is := range tb.seats[seat].Secret.Layout {
		if is == j {
			return p
		}
	}
	panic("no such piece")
}

// clash states an attack of a seat's piece on a piece of the other.
func (tb *table) clash(attacker engine.Seat, a, d int, movers engine.TypeSet) (sigma.Place, Statement) {
	at := sample.Place(tb.seats[attacker].Context, fmt.Sprintf("move of %s %d on %d", attacker, a, d))
	return at, Statement{
		Rules: tb.rules, Attacker: tb.seats[attacker].Commitment, AttackerPiece: a, Movers: movers,
		Defender: tb.seats[attacker.Other()].Commitment, DefenderPiece: d,
	}
}

// answerPlace is where the answer to any attack stands.
func (tb *table) answerPlace(defender engine.Seat) func(engine.Code) sigma.Place {
	return func(code engine.Code) sigma.Place {
		at := sample.Place(tb.seats[defender].Context, "answer")
		at.Body = []byte{byte(code)}
		return at
	}
}

// movers are all types that a piece may be and that move.
func (tb *table) movers(p int) engine.TypeSet { return tb.rules.Allowed(p) & engine.Mobile }

var nonces = sample.Nonces("clash")

// The oracle of the whole package: for every pair of types, in both roles, what
// the two players and every spectator learn is the code of the rules' table.
func TestClashSaysWhatTheRefereeSays(t *testing.T) {
	for _, spec := range []string{
		"standard", "app", "standard,scout=on", "standard,mines=exploding-all,flag-takers=engineers", "standard,show-flag=off,flag-takers=not-commander,bombs-front=on",
	} {
		t.Run(spec, func(t *testing.T) {
			tb := newTable(spec)
			for _, attacker := range []engine.Seat{engine.Red, engine.Blue} {
				for _, a := range engine.Mobile.Types() {
					for _, d := range engine.AllTypes.Types() {
						ap, dp := tb.pieceOf(attacker, a), tb.pieceOf(attacker.Other(), d)
						movers := tb.movers(ap)
						if (int(a)+int(d))%3 == 0 { // also with few movers
							movers &= engine.SetOf(a, engine.Engineer, engine.Army)
						}
						at, st := tb.clash(attacker, ap, dp, movers)
						msg, err := Attack(at, st, tb.seats[attacker].Secret, nonces)
						require.NoError(t, err)
						require.Len(t, msg, AttackSize(movers.Len()))
						q, err := CheckAttack(at, st, msg)
						require.NoError(t, err)
						require.Equal(t, msg[:64], q.C().Bytes())
						place := tb.answerPlace(attacker.Other())
						code, proof, err := q.Answer(place, tb.seats[attacker.Other()].Secret.Key, nonces)
						require.NoError(t, err)
						require.Equal(t, tb.rules.Clash(a, d), code, "%s attacks %s", a, d)
						require.NoError(t, q.CheckAnswer(place(code), code, proof))
					}
				}
			}
		})
	}
}

// The attack record and the answer record of the standard rules, with the framing
// of their records (kind, seat, length, signature: 69 bytes) and the bodies' own
// few bytes, stay within 760 bytes.
func TestSizesOfAClash(t *testing.T) {
	const framing, move, code = 1 + 1 + 3 + 64, 3, 2
	require.Equal(t, 480, AttackSize(engine.Mobile.Len()))
	require.LessOrEqual(t, framing+move+AttackSize(engine.Mobile.Len())+framing+code+sigma.OpeningSize, 760)
}

// Targets are the sums that the description gives.
func TestTargetsAreTheWeightedSums(t *testing.T) {
	for _, spec := range []string{"standard", "standard,scout=on"} {
		tb := newTable(spec)
		for d := range engine.ArmySize {
			_, st := tb.clash(engine.Red, 7, d, tb.movers(7))
			for n, i := range st.Movers.Types() {
				want := group.NewCiphertext()
				for j := range engine.Type(engine.NumTypes) {
					e := st.Defender.Column(d, j)
					f := group.SmallScalar(uint8(tb.rules.Clash(i, j)))
					want.Add(want, group.Ciphertext{U: new(group.Element).ScalarMult(f, e.U), V: new(group.Element).ScalarMult(f, e.V)})
				}
				require.Equal(t, 1, st.targets()[n].Equal(want), "%s on piece %d", i, d)
			}
		}
	}
}

// A bomb on the front row is answered by "both leave" whatever stands there: its
// T is (0, f B), an identity in the statement, and that is no error.
func TestTargetsMayBeIdentities(t *testing.T) {
	tb := newTable("standard,show-flag=off")
	p := tb.pieceOf(engine.Red, engine.Bomb)
	at, st := tb.clash(engine.Red, p, 0, tb.movers(p))
	targets := st.targets()
	require.True(t, group.IsIdentity(targets[len(targets)-1].U))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	_, err = CheckAttack(at, st, msg)
	require.NoError(t, err)
}

func TestAttackIsAFunctionOfItsArguments(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	again, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	require.Equal(t, msg, again)
}

func TestAttackByAPieceThatCannotMakeTheMove(t *testing.T) {
	tb := newTable("standard")
	for _, a := range []engine.Type{engine.Platoon, engine.Mine, engine.Flag} {
		p := tb.pieceOf(engine.Red, a)
		at, st := tb.clash(engine.Red, p, 3, tb.movers(p).Remove(a))
		_, err := Attack(at, st, tb.seats[0].Secret, nonces)
		require.ErrorIs(t, err, ErrMover)
	}
}

func TestStatementsThatMakeNoSense(t *testing.T) {
	tb := newTable("standard")
	at, good := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, good, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	for what, change := range map[string]func(*Statement){
		"no movers":           func(st *Statement) { st.Movers = engine.NoTypes },
		"a mine that moves":   func(st *Statement) { st.AttackerPiece = 24; st.Movers = engine.SetOf(engine.Mine) },
		"not at that post":    func(st *Statement) { st.AttackerPiece = 0; st.Movers = engine.SetOf(engine.Bomb) },
		"no type at all":      func(st *Statement) { st.Movers = 1 << 12 },
		"attacker -1":         func(st *Statement) { st.AttackerPiece = -1 },
		"attacker 25":         func(st *Statement) { st.AttackerPiece = 25 },
		"defender -1":         func(st *Statement) { st.DefenderPiece = -1 },
		"defender 25":         func(st *Statement) { st.DefenderPiece = 25 },
		"nobody attacks":      func(st *Statement) { st.Attacker = nil },
		"nobody is attacked":  func(st *Statement) { st.Defender = nil },
		"no rules":            func(st *Statement) { st.Rules = nil },
		"other rules than it": func(st *Statement) { st.Rules = sample.Rules("app") },
	} {
		st := good
		change(&st)
		_, err := CheckAttack(at, st, msg)
		require.ErrorIs(t, err, ErrStatement, what)
		_, err = Attack(at, st, tb.seats[0].Secret, nonces)
		require.ErrorIs(t, err, ErrStatement, what)
	}
}

func TestAnswerWithAnotherKey(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	q, err := CheckAttack(at, st, msg)
	require.NoError(t, err)
	_, _, err = q.Answer(tb.answerPlace(engine.Blue), tb.seats[0].Secret.Key, nonces)
	require.ErrorIs(t, err, layout.ErrWrongKey)
}

// A ciphertext that holds no code never comes out of a verified attack; if it
// did, the defender would sign nothing.
func TestAnswerToACiphertextWithoutACode(t *testing.T) {
	tb := newTable("standard")
	key := tb.seats[1].Secret.Key
	n := uint8(len(tb.rules.Codes()))
	for what, v := range map[string]*group.Element{
		"the code after the last": group.B().Mult(group.SmallScalar(n)),
		"anything":                group.H().Element(),
	} {
		r := group.SmallScalar(9)
		q := &Question{tb.rules, tb.seats[1].Commitment, group.Ciphertext{
			U: group.B().Mult(r), V: new(group.Element).Add(v, key.Public().Mult(r)),
		}}
		_, _, err := q.Answer(func(engine.Code) sigma.Place { t.Fatal("asked for a place"); return sigma.Place{} }, key, nonces)
		require.ErrorIs(t, err, ErrCode, what)
	}
}

// Any blinding r gives the defender the same code, and nothing else to read.
func TestAnswersDependOnTheCodeOnly(t *testing.T) {
	tb := newTable("standard,scout=on")
	key := tb.seats[1].Secret.Key
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.IntRange(0, len(tb.rules.Codes())-1).Draw(t, "code")
		r := group.UniformScalar([64]byte(rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "r")))
		q := &Question{tb.rules, tb.seats[1].Commitment, group.Ciphertext{
			U: group.B().Mult(r), V: new(group.Element).Add(group.B().Mult(group.SmallScalar(uint8(f))), key.Public().Mult(r)),
		}}
		place := tb.answerPlace(engine.Blue)
		code, proof, err := q.Answer(place, key, nonces)
		require.NoError(t, err)
		require.Equal(t, engine.Code(f), code)
		require.NoError(t, q.CheckAnswer(place(code), code, proof))
	})
}

func TestChooseTakesTheOneThatIsMarked(t *testing.T) {
	tb := newTable("standard")
	_, st := tb.clash(engine.Red, 7, 20, tb.movers(7))
	targets := st.targets()
	for n := range targets {
		x := make([]*group.Scalar, len(targets))
		for m := range x {
			x[m] = group.SmallScalar(0)
		}
		x[n] = group.SmallScalar(1)
		require.Equal(t, 1, choose(x, targets).Equal(targets[n]))
	}
}

func TestQuestionIsImmutable(t *testing.T) {
	tb := newTable("standard")
	at, st := tb.clash(engine.Red, 7, 3, tb.movers(7))
	msg, err := Attack(at, st, tb.seats[0].Secret, nonces)
	require.NoError(t, err)
	want := bytes.Clone(msg[:64])
	q, err := CheckAttack(at, st, msg)
	require.NoError(t, err)
	clear(msg)
	c := q.C()
	c.U.Add(c.U, c.V)
	require.Equal(t, want, q.C().Bytes())
}
