package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/enginetest"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func TestParseType(t *testing.T) {
	rs := junqi.Standard()
	for _, kind := range rs.Types().Types() {
		rule := rs.TypeRule(kind)
		for _, text := range []string{rule.ID, rule.EN, rule.ZH, rule.Sign, rule.Letter} {
			got, err := rs.ParseType(text)
			require.NoError(t, err)
			require.Equal(t, kind, got)
		}
		require.Equal(t, rule.ID, rs.TypeID(kind))
		require.Equal(t, rule.Letter, string(rs.Letter(kind)))
		require.Equal(t, rule.Count, rs.Count(kind))
		require.Equal(t, rule.ZH, rs.TypeName(kind).Chinese)
	}
	require.Equal(t, "FM123456789B", rs.Letters(rs.Types()))
	require.Equal(t, "none", rs.Letters(engine.NoTypes))
	got, err := rs.ParseType("b")
	require.NoError(t, err)
	require.Equal(t, junqi.Bomb, got)
	for _, bad := range []string{"", "0", "X", "Flag", "长", "F ", "none", "?", ".", "\xff"} {
		got, err := rs.ParseType(bad)
		require.ErrorContains(t, err, "unknown piece")
		require.Equal(t, engine.NoType, got)
	}
}

// What is no type is shown as what it is, and has nothing.
func TestNoSuchType(t *testing.T) {
	rs := junqi.Standard()
	for _, none := range []engine.Type{12, 16, 200, engine.NoType} {
		require.Equal(t, byte('?'), rs.Letter(none))
		require.Equal(t, "?", rs.TypeName(none).English)
		require.Equal(t, none.String(), rs.TypeID(none))
		require.Empty(t, rs.TypeRule(none))
		require.Zero(t, rs.Count(none))
		require.False(t, rs.Types().Has(none))
		require.Equal(t, engine.NoCode, rs.Clash(none, junqi.Flag))
		require.Equal(t, engine.NoCode, rs.Clash(junqi.Bomb, none))
	}
	require.False(t, engine.Type(16).Valid())
	require.Equal(t, "none", engine.NoType.String())
	_, ok := rs.Type("nothing")
	require.False(t, ok)
}

func TestTypeSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := engine.TypeSet(rapid.Uint16().Draw(t, "s"))
		kind := engine.Type(rapid.Uint8Max(20).Draw(t, "type"))
		require.Equal(t, kind.Valid(), s.Add(kind).Has(kind))
		require.False(t, s.Remove(kind).Has(kind))
		require.Equal(t, s, engine.SetOf(s.Types()...))
		require.Len(t, s.Types(), s.Len())
		require.True(t, s.Remove(kind).Within(s))
		require.True(t, s.Within(s.Add(kind)))
		require.NotEmpty(t, s.String())
	})
	require.Equal(t, engine.NoType, engine.NoTypes.First())
	require.Equal(t, "none", engine.NoTypes.String())
	require.Equal(t, "types 0 4", engine.SetOf(0, 4).String())
}

func TestPieces(t *testing.T) {
	for seat := range engine.Seat(engine.MaxSeats) {
		for number := range engine.MaxArmy {
			piece := engine.PieceOf(seat, number)
			require.True(t, piece.Valid())
			require.Less(t, int(piece), engine.NumPieces)
			require.Equal(t, seat, piece.Seat())
			require.Equal(t, number, piece.Number())
		}
	}
	require.Equal(t, "blue 7", engine.PieceOf(engine.Blue, 7).String())
	require.Equal(t, "no piece", engine.NoPiece.String())
	require.False(t, engine.NoPiece.Valid())
	for _, p := range []engine.Piece{engine.PieceOf(4, 0), engine.PieceOf(engine.Red, -1), engine.PieceOf(engine.Red, 48)} {
		require.Equal(t, engine.NoPiece, p)
	}
	rs := junqi.Standard()
	require.True(t, rs.Has(engine.PieceOf(engine.Blue, 24)))
	for _, p := range []engine.Piece{engine.PieceOf(engine.Amber, 0), engine.PieceOf(engine.Red, 25), engine.NoPiece} {
		require.False(t, rs.Has(p))
	}
}

func TestSeats(t *testing.T) {
	for seat := range engine.Seat(engine.MaxSeats) {
		got, err := engine.ParseSeat(seat.String())
		require.NoError(t, err)
		require.Equal(t, seat, got)
	}
	_, err := engine.ParseSeat("green")
	require.ErrorContains(t, err, "say one of red, blue, amber, teal")
	require.False(t, engine.Seat(4).Valid())
	require.Equal(t, "seat 4", engine.Seat(4).String())

	for _, c := range []struct {
		seats []engine.Seat
		words string
	}{
		{nil, "nobody"},
		{[]engine.Seat{engine.Teal}, "teal"},
		{[]engine.Seat{engine.Red, engine.Amber}, "red and amber"},
		{[]engine.Seat{engine.Red, engine.Blue, engine.Teal}, "red, blue and teal"},
	} {
		set := engine.SeatsOf(c.seats...)
		require.Equal(t, c.words, set.String())
		require.Len(t, c.seats, set.Len())
		for _, seat := range c.seats {
			require.True(t, set.Has(seat))
			require.False(t, set.Remove(seat).Has(seat))
		}
	}
	require.Zero(t, engine.SeatsOf(4, 200))
	require.False(t, engine.SeatSet(0xff).Has(4))
}

// Teams and starts, asked for in any way, are those that the rules list.
func TestRulesetAnswersAsItsRulesSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := enginetest.Ruleset(t, enginetest.Any)
		r := rs.Rules()
		require.Len(t, rs.Seats(), len(r.Seats))
		for _, a := range rs.Seats() {
			require.EqualValues(t, r.Seats[a].Team, rs.Team(a))
			partners := 0
			for _, b := range rs.Seats() {
				same := r.Seats[a].Team == r.Seats[b].Team
				require.Equal(t, same, rs.Partners(a, b))
				require.Equal(t, same, rs.Allies(a).Has(b))
				if same && a != b {
					partners++
				}
			}
			_, ok := rs.Partner(a)
			require.Equal(t, partners == 1, ok)

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
		_, ok := rs.Announcement(engine.Code(len(rs.Codes())))
		require.False(t, ok)
		require.Zero(t, rs.Allies(engine.Seat(rs.NumSeats())))
		require.Equal(t, engine.NoNode, rs.Start(engine.Seat(rs.NumSeats()), 0))
		require.Equal(t, engine.NoNode, rs.Start(engine.Red, rs.ArmySize()))
		require.Equal(t, engine.NoTypes, rs.Allowed(-1))
	})
}
