package engine_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Whoever changes rules that a ruleset was made of, or that it returned, changes only their own.
func TestRulesAreCopied(t *testing.T) {
	all := []*engine.Ruleset{flipRules(t, "flip")}
	for i := range 40 {
		rs, err := engine.NewRuleset(drawnRules(i))
		require.NoError(t, err)
		all = append(all, rs)
	}
	for _, rs := range all {
		mine := rs.Rules()
		made, err := engine.NewRuleset(mine)
		require.NoError(t, err)
		spoil(reflect.ValueOf(&mine).Elem())
		read, err := engine.ParseCanonical(rs.Text())
		require.NoError(t, err)
		require.Equal(t, read.Rules(), made.Rules())
		require.Equal(t, read.Rules(), rs.Rules())
	}
}

// spoil empties all that lists hold and pointers lead to, the innermost first.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem())
			v.Elem().SetZero()
		}
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
			v.Index(i).SetZero()
		}
	}
}

// What a ruleset answers is what its rules say.
func TestRulesetAnswersAsItsRulesSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		r := rs.Rules()
		require.Len(t, rs.Seats(), len(r.Seats))
		for _, a := range rs.Seats() {
			require.EqualValues(t, r.Seats[a].Team, rs.Team(a))
			for _, b := range rs.Seats() {
				same := r.Seats[a].Team == r.Seats[b].Team
				require.Equal(t, same, rs.Partners(a, b))
				require.Equal(t, same, rs.Allies(a).Has(b))
			}

			number := 0
			for i, row := range rs.Rows() {
				for j, cell := range row {
					name := r.Start[a][i][j]
					if name == "" {
						require.Equal(t, -1, cell)
						continue
					}
					require.Equal(t, number, cell)
					n, _ := rs.Board().Node(name)
					require.Equal(t, n, rs.Start(a, number))
					back, ok := rs.Starter(a, n)
					require.True(t, ok)
					require.Equal(t, number, back)
					for _, b := range rs.Seats() {
						if _, ok := rs.Starter(b, n); b != a {
							require.False(t, ok)
						}
					}
					number++
				}
			}
			require.Equal(t, number, rs.ArmySize())
		}
		for a, row := range r.Clash.Table {
			for d := range r.Types {
				code := rs.Clash(engine.Type(a), engine.Type(d))
				if len(row) == 0 {
					require.Equal(t, engine.NoCode, code)
					require.False(t, rs.Mobile().Has(engine.Type(a)))
					continue
				}
				require.EqualValues(t, row[d], code)
				said, ok := rs.Announcement(code)
				require.True(t, ok)
				require.Equal(t, code, rs.Code(said))
			}
		}
		requireEnds(t, rs, &r)
		_, ok := rs.Announcement(engine.Code(len(rs.Codes())))
		require.False(t, ok)
		require.Equal(t, engine.NoCode, rs.Code(engine.Announcement{AttackerSeen: 99}))
		require.Zero(t, rs.Allies(engine.Seat(rs.NumSeats())))
		require.EqualValues(t, 0xff, rs.Team(engine.Seat(rs.NumSeats())))
		require.Equal(t, engine.NoNode, rs.Start(engine.Seat(rs.NumSeats()), 0))
		require.Equal(t, engine.NoNode, rs.Start(engine.Red, rs.ArmySize()))
		require.Equal(t, engine.NoTypes, rs.Allowed(-1))
	})
}

// requireEnds looks at how games end, at the clock, and at who sees what.
func requireEnds(t require.TestingT, rs *engine.Ruleset, r *engine.Rules) {
	e, v := r.Ends, r.Views
	require.Equal(t, len(r.Types), rs.NumTypes())
	flag, ok := rs.Type(e.Flag)
	require.Equal(t, e.Flag != "", ok)
	require.Equal(t, flag, rs.Flag())
	require.Equal(t, []int{e.Quiet, e.Timeouts, e.ResignFrom}, []int{rs.QuietDraw(), rs.Timeouts(), rs.ResignFrom()})
	require.Equal(t, []float64{float64(r.Times.Clock), float64(r.Times.Grace)}, []float64{rs.Clock().Seconds(), rs.Grace().Seconds()})
	require.Equal(t, v.Mode == engine.ModeOpen, rs.Open())
	require.Equal(t, v.Mode == engine.ModePartners, rs.PartnersOpen())
	require.Equal(t, v.Reveal == engine.RevealEnd, rs.RevealAtEnd())
	require.Equal(t, v.OutSeesPartner, rs.OutSeesPartner())
	require.Equal(t, v.Absent == engine.AbsentStop, rs.AbsentStop())
	first, settled := rs.First()
	require.Equal(t, v.First != engine.FirstCoin, settled)
	if settled {
		require.Equal(t, v.First, first.String())
	}
}
