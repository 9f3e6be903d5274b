package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
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
		require.Equal(t, s, engine.TypesOf(s.Types()...))
		require.Len(t, s.Types(), s.Len())
		require.True(t, s.Remove(kind).Within(s))
		require.True(t, s.Within(s.Add(kind)))
		require.NotEmpty(t, s.String())
	})
	require.Equal(t, engine.NoType, engine.NoTypes.First())
	require.Equal(t, "none", engine.NoTypes.String())
	require.Equal(t, "types 0 4", engine.TypesOf(0, 4).String())
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
	for _, p := range []engine.Piece{engine.PieceOf(engine.MaxSeats, 0), engine.PieceOf(engine.Red, -1), engine.PieceOf(engine.Red, engine.MaxArmy)} {
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
	require.ErrorContains(t, err, "expected one of red, blue, amber, teal, violet, slate")
	require.False(t, engine.Seat(6).Valid())
	require.Equal(t, "seat 6", engine.Seat(6).String())

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
	require.Zero(t, engine.SeatsOf(6, 200))
	require.False(t, engine.SeatSet(0xff).Has(6))
}
