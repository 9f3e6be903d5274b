package clash

import (
	"bytes"
	"crypto/sha512"
	"fmt"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
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
		Defender: tb.seats[(1 - attacker)].Commitment, DefenderPiece: d,
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
func (tb *table) movers(p int) engine.TypeSet { return tb.rules.Allowed(p) & junqi.Standard().Mobile() }

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
				for _, a := range junqi.Standard().Mobile().Types() {
					for _, d := range junqi.Standard().Types().Types() {
						ap, dp := tb.pieceOf(attacker, a), tb.pieceOf((1-attacker), d)
						movers := tb.movers(ap)
						if (int(a)+int(d))%3 == 0 { // also with few movers
							movers &= engine.TypesOf(a, junqi.Engineer, junqi.Army)
						}
						at, st := tb.clash(attacker, ap, dp, movers)
						msg, err := Attack(at, st, tb.seats[attacker].Secret, nonces)
						require.NoError(t, err)
						require.Len(t, msg, AttackSize(movers.Len()))
						q, err := CheckAttack(at, st, msg)
						require.NoError(t, err)
						require.Equal(t, msg[:64], q.C().Bytes())
						place := tb.answerPlace((1 - attacker))
						code, proof, err := q.Answer(place, tb.seats[(1-attacker)].Secret.Key, nonces)
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
	require.Equal(t, 512, AttackSize(junqi.Standard().Mobile().Len()))
	require.LessOrEqual(t, framing+move+AttackSize(junqi.Standard().Mobile().Len())+framing+code+sigma.OpeningSize, 760)
}

// targets returns T_i for each i of M(a), in their order, straight from the description.
func (st *Statement) targets() (out []group.Ciphertext) {
	for _, i := range st.Movers.Types() {
		out = append(out, st.target(i))
	}
	return out
}

// target adds up the columns times their codes.
func (st *Statement) target(i engine.Type) group.Ciphertext {
	var codes []*group.Scalar
	var u, v []*group.Base
	for _, j := range st.Rules.Allowed(st.DefenderPiece).Types() {
		e := st.Defender.Column(st.DefenderPiece, j)
		codes = append(codes, group.SmallScalar(uint8(st.Rules.Clash(i, j))))
		u, v = append(u, group.NewBase(e.U)), append(v, group.NewBase(e.V))
	}
	return group.Ciphertext{U: group.VarTimeSum(codes, u), V: group.VarTimeSum(codes, v)}
}

// described states the equations as the description does: with the targets, and with
// a scalar for every mover.
func (st *Statement) described(c group.Ciphertext) *sigma.Linear {
	minus := sigma.Times(-1, sigma.One)
	n := st.Movers.Len()
	equations := []sigma.Equation{
		{{Base: st.Attacker.Piece(st.AttackerPiece), Form: minus}, {Base: group.H(), Form: sigma.Times(1, n)}},
		{{Base: group.NewBase(c.U), Form: minus}, {Base: group.B(), Form: sigma.Times(1, n+1)}},
		{{Base: group.NewBase(c.V), Form: minus}, {Base: st.Defender.Y(st.DefenderPiece), Form: sigma.Times(1, n+1)}},
	}
	targets := st.targets()
	for m, i := range st.Movers.Types() {
		for e, b := range []*group.Base{group.G(int(i)), group.NewBase(targets[m].U), group.NewBase(targets[m].V)} {
			equations[e] = append(equations[e], sigma.Term{Base: b, Form: sigma.Times(1, m)})
		}
	}
	return &sigma.Linear{Witnesses: n + 2, Equations: equations}
}

// value is an equation's left side.
func value(e sigma.Equation, x []*group.Scalar, one *group.Scalar) *group.Element {
	sum := group.NewElement()
	for _, t := range e {
		s := group.NewScalar()
		for _, p := range t.Form {
			of := one
			if p.Witness != sigma.One {
				of = x[p.Witness]
			}
			s.MultiplyAdd(group.IntScalar(p.Times), of, s)
		}
		sum.Add(sum, t.Base.Mult(s))
	}
	return sum
}

// The equations, in which columns stand for targets and the last x for 1 minus the
// others, are those of the description, whatever the scalars are.
func TestTargetsAreTheWeightedSums(t *testing.T) {
	for _, spec := range []string{"standard", "standard,scout=on"} {
		tb := newTable(spec)
		for d := range tb.seats[1].Commitment.Pieces() {
			_, st := tb.clash(engine.Red, 7, d, tb.movers(7))
			n := st.Movers.Len()
			c := group.Ciphertext{U: group.G(1).Element(), V: group.G(2).Element()}
			x, last := make([]*group.Scalar, n+1), group.SmallScalar(11) // in the place of 1
			one := group.SmallScalar(11)
			for i := range x {
				x[i] = group.UniformScalar(sha512.Sum512([]byte{byte(d), byte(i)}))
				if i < n-1 {
					last.Subtract(last, x[i])
				}
			}
			all := append(append(append([]*group.Scalar(nil), x[:n-1]...), last), x[n-1:]...)
			ours, want := st.linear(group.NewBase(c.U), group.NewBase(c.V)), st.described(c)
			for e := range want.Equations {
				require.Equal(t, 1, value(ours.Equations[e], x, one).Equal(value(want.Equations[e], all, one)), "piece %d, equation %d", d, e)
			}
		}
	}
}

// A bomb on the front row is answered by "both leave" whatever stands there: its
// T is (0, f B), an identity in the statement, and that is not an error.
func TestTargetsMayBeIdentities(t *testing.T) {
	tb := newTable("standard,show-flag=off")
	p := tb.pieceOf(engine.Red, junqi.Bomb)
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
	for _, a := range []engine.Type{junqi.Platoon, junqi.Mine, junqi.Flag} {
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
		"a mine that moves":   func(st *Statement) { st.AttackerPiece = 24; st.Movers = engine.TypesOf(junqi.Mine) },
		"not at that post":    func(st *Statement) { st.AttackerPiece = 0; st.Movers = engine.TypesOf(junqi.Bomb) },
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
	require.ErrorIs(t, err, ErrCode)
}

// A ciphertext that holds no code never comes out of a verified attack; if it did, the defender
// would sign nothing. It takes as long as another, since attacks are answered while they are checked.
func TestAnswerToACiphertextWithoutACode(t *testing.T) {
	tb := newTable("standard")
	key := tb.seats[1].Secret.Key
	n := uint8(len(tb.rules.Codes()))
	var work []opcount.Counts
	for what, v := range map[string]*group.Element{
		"a code":                  group.B().Element(),
		"the code after the last": group.B().Mult(group.SmallScalar(n)),
		"anything":                group.H().Element(),
	} {
		r := group.SmallScalar(9)
		u, v := group.B().Mult(r), new(group.Element).Add(v, key.Public(9).Mult(r))
		q := &Question{tb.rules, tb.seats[1].Commitment, 9, group.NewBase(u), group.NewBase(v)}
		var proof []byte
		var err error
		work = append(work, opcount.Count(func() { _, proof, err = q.Answer(tb.answerPlace(engine.Blue), key, nonces) }))
		require.Equal(t, work[0], work[len(work)-1])
		if what != "a code" {
			require.ErrorIs(t, err, ErrCode, what)
			for code := range engine.Code(n) {
				require.Error(t, q.CheckAnswer(tb.answerPlace(engine.Blue)(code), code, proof), what)
			}
		}
	}
}

// Any blinding r gives the defender the same code, and nothing else to read.
func TestAnswersDependOnTheCodeOnly(t *testing.T) {
	tb := newTable("standard,scout=on")
	key := tb.seats[1].Secret.Key
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.IntRange(0, len(tb.rules.Codes())-1).Draw(t, "code")
		r := group.UniformScalar([64]byte(rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "r")))
		u := group.B().Mult(r)
		v := new(group.Element).Add(group.B().Mult(group.SmallScalar(uint8(f))), key.Public(9).Mult(r))
		q := &Question{tb.rules, tb.seats[1].Commitment, 9, group.NewBase(u), group.NewBase(v)}
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
	for n, target := range st.targets() {
		marks := make([]int, st.Movers.Len())
		marks[n] = 1
		require.Equal(t, 1, st.choose(marks).Equal(target))
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
