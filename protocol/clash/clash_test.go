package clash

import (
	"fmt"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
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
						ap, dp := tb.pieceOf(attacker, a), tb.pieceOf((1 - attacker), d)
						movers := tb.movers(ap)
						if (int(a)+int(d))%3 == 0 { // also with few movers
							movers &= engine.SetOf(a, junqi.Engineer, junqi.Army)
						}
						at, st := tb.clash(attacker, ap, dp, movers)
						msg, err := Attack(at, st, tb.seats[attacker].Secret, nonces)
						require.NoError(t, err)
						require.Len(t, msg, AttackSize(movers.Len()))
						q, err := CheckAttack(at, st, msg)
						require.NoError(t, err)
						require.Equal(t, msg[:64], q.C().Bytes())
						place := tb.answerPlace((1 - attacker))
						code, proof, err := q.Answer(place, tb.seats[(1 - attacker)].Secret.Key, nonces)
						require.NoError(t, err)
						require.Equal(t, tb.rules.Clash(a, d), code, "%s attacks %s", a, d)
						require.NoError(t, q.CheckAnswer(place(code), code, proof))
					}
				}
			}
		})
	}
}
