package engine

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// naive is a second telling of the standard rules, to check the first: maps of names
// and letters, the board from testdata/board.json, and not a line shared with the
// package's own board, movement or clash table.
type naive struct {
	board  *naiveBoard
	pieces map[string]naivePiece // by node, as "a1"
	turn   string
	over   bool
}

type naivePiece struct {
	side   string // "A" or "B", as in the file
	letter byte
}

type naiveBoard struct {
	kind         map[string]string
	roads, rails map[string][]string
	lines        [][]string
}

// loadBoard reads the fixture and names its nodes as on a chess board.
func loadBoard(t testing.TB) *naiveBoard {
	t.Helper()
	text, err := os.ReadFile("testdata/board.json")
	require.NoError(t, err)
	var file struct {
		Nodes        []struct{ ID, Kind string }
		Roads, Rails [][2]string
		RailLines    [][]string
	}
	require.NoError(t, json.Unmarshal(text, &file))

	b := &naiveBoard{kind: map[string]string{}, roads: map[string][]string{}, rails: map[string][]string{}}
	for _, n := range file.Nodes {
		b.kind[chessName(n.ID)] = n.Kind
	}
	for _, e := range file.Roads {
		m, n := chessName(e[0]), chessName(e[1])
		b.roads[m], b.roads[n] = append(b.roads[m], n), append(b.roads[n], m)
	}
	for _, e := range file.Rails {
		m, n := chessName(e[0]), chessName(e[1])
		b.rails[m], b.rails[n] = append(b.rails[m], n), append(b.rails[n], m)
	}
	for _, line := range file.RailLines {
		var named []string
		for _, id := range line {
			named = append(named, chessName(id))
		}
		b.lines = append(b.lines, named)
	}
	return b
}

// chessName turns "A23" into "c5": side, row from the front, column from the owner's
// left.
func chessName(id string) string {
	row, column := int(id[1]-'0'), int(id[2]-'0')
	if id[0] == 'A' {
		return string("abcde"[column-1]) + strconv.Itoa(7-row)
	}
	return string("edcba"[column-1]) + strconv.Itoa(6+row)
}

// newNaive sets up two layout texts of the canonical form.
func newNaive(t testing.TB, red, blue string) *naive {
	n := &naive{board: loadBoard(t), pieces: map[string]naivePiece{}, turn: "A"}
	for side, text := range map[string]string{"A": red, "B": blue} {
		for row := range 6 {
			for column := range 5 {
				if letter := text[row*6+column]; letter != '.' {
					n.pieces[chessName(side+strconv.Itoa(row+1)+strconv.Itoa(column+1))] = naivePiece{side, letter}
				}
			}
		}
	}
	return n
}

// moves lists the legal moves as "a6-a7", sorted.
func (n *naive) moves() []string {
	var list []string
	if n.over {
		return list
	}
	for from, piece := range n.pieces {
		if piece.side != n.turn || piece.letter == 'F' || piece.letter == 'M' || n.board.kind[from] == "hq" {
			continue
		}
		goals := map[string]bool{}
		for _, to := range append(slices.Clone(n.board.roads[from]), n.board.rails[from]...) {
			goals[to] = true
		}
		if piece.letter == '1' {
			n.wander(from, goals, map[string]bool{from: true})
		} else {
			n.slide(from, goals)
		}
		for to := range goals {
			other, taken := n.pieces[to]
			if taken && (other.side == n.turn || n.board.kind[to] == "camp") {
				continue
			}
			list = append(list, from+"-"+to)
		}
	}
	slices.Sort(list)
	return list
}

// wander collects all that an engineer reaches along rails.
func (n *naive) wander(at string, goals, seen map[string]bool) {
	for _, to := range n.board.rails[at] {
		if seen[to] {
			continue
		}
		seen[to], goals[to] = true, true
		if _, taken := n.pieces[to]; !taken {
			n.wander(to, goals, seen)
		}
	}
}

// slide collects all that others reach along rail lines.
func (n *naive) slide(from string, goals map[string]bool) {
	for _, line := range n.board.lines {
		start := slices.Index(line, from)
		if start < 0 {
			continue
		}
		for _, step := range []int{1, -1} {
			for i := start + step; i >= 0 && i < len(line); i += step {
				goals[line[i]] = true
				if _, taken := n.pieces[line[i]]; taken {
					break
				}
			}
		}
	}
}

// play makes a move of the list.
func (n *naive) play(move string) {
	var from, to string
	for i := range move {
		if move[i] == '-' {
			from, to = move[:i], move[i+1:]
		}
	}
	piece := n.pieces[from]
	delete(n.pieces, from)
	n.turn = map[string]string{"A": "B", "B": "A"}[n.turn]
	enemy, clash := n.pieces[to]
	if !clash {
		n.pieces[to] = piece
		return
	}
	const ranks = "123456789"
	a, d := piece.letter, enemy.letter
	switch {
	case d == 'F':
		n.over = true
	case a == 'B' || d == 'B' || a == d:
		delete(n.pieces, to)
	case d == 'M' && a == '1':
		n.pieces[to] = piece
	case d == 'M':
	case slices.Index([]byte(ranks), a) > slices.Index([]byte(ranks), d):
		n.pieces[to] = piece
	}
}

func (n *naive) clone() *naive {
	c := *n
	c.pieces = maps.Clone(n.pieces)
	return &c
}

// perft counts sequences of exactly depth plies.
func (n *naive) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for _, move := range n.moves() {
		next := n.clone()
		next.play(move)
		total += next.perft(depth - 1)
	}
	return total
}
