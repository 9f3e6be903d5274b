package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTypes(t *testing.T) {
	total := 0
	for kind := range Type(NumTypes) {
		for _, text := range []string{kind.String(), kind.Chinese(), string(kind.Letter())} {
			got, err := ParseType(text)
			require.NoError(t, err)
			require.Equal(t, kind, got)
		}
		total += Standard().Count(kind)
	}
	require.Equal(t, ArmySize, total)
	require.Equal(t, "FM123456789B", AllTypes.String())
	got, err := ParseType("b")
	require.NoError(t, err)
	require.Equal(t, Bomb, got)
	for _, bad := range []string{"", "0", "X", "Flag", "工", "F ", "none", "?"} {
		got, err := ParseType(bad)
		require.ErrorContains(t, err, "unknown piece")
		require.Equal(t, NoType, got)
	}
	for _, none := range []Type{12, 200, NoType} {
		require.False(t, none.Valid())
		require.Equal(t, byte('?'), none.Letter())
		require.Empty(t, none.Chinese())
		require.NotEmpty(t, none.String())
		require.Zero(t, Standard().Count(none))
	}
}

func TestTypeSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := TypeSet(rapid.Uint16Max(uint16(AllTypes)).Draw(t, "s"))
		kind := Type(rapid.Uint8Max(20).Draw(t, "type"))
		require.Equal(t, kind.Valid(), s.Add(kind).Has(kind))
		require.False(t, s.Remove(kind).Has(kind))
		require.Equal(t, s, SetOf(s.Types()...))
		require.Len(t, s.Types(), s.Len())
		require.True(t, s.Remove(kind).Within(s))
		require.True(t, s.Within(s.Add(kind)))
	})
	require.Equal(t, NoType, NoTypes.First())
	require.Equal(t, "none", NoTypes.String())
	require.Equal(t, AllTypes, Mobile|Immobile)
	require.False(t, AllTypes.Has(NoType))
}

func TestPiecesAndSeats(t *testing.T) {
	for piece := range Piece(NumPieces) {
		require.Equal(t, piece, PieceOf(piece.Seat(), piece.Number()))
	}
	require.Equal(t, "blue 7", PieceOf(Blue, 7).String())
	require.Equal(t, "no piece", NoPiece.String())
	for _, p := range []Piece{PieceOf(2, 0), PieceOf(Red, -1), PieceOf(Red, 25)} {
		require.Equal(t, NoPiece, p)
	}
	for _, seat := range []Seat{Red, Blue} {
		got, err := ParseSeat(seat.String())
		require.NoError(t, err)
		require.Equal(t, seat, got)
		require.Equal(t, seat, seat.Other().Other())
	}
	_, err := ParseSeat("green")
	require.ErrorContains(t, err, "say red or blue")
	require.False(t, Seat(2).Valid())
	require.Equal(t, "seat 2", Seat(2).String())
}

// Words for values that are out of range are words, too.
func TestStringsAreTotal(t *testing.T) {
	for i := range 256 {
		for _, s := range []string{
			Kind(i).String(), EventKind(i).String(), Phase(i).String(), Reason(i).String(), Node(i).String(), Piece(i).String(),
			Result{Over: true, Reason: Reason(i)}.String(), Result{Over: true, Draw: true}.String(), Turn{Kind: EventKind(i)}.String(),
		} {
			require.NotEmpty(t, s)
		}
	}
}
