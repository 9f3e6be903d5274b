package seat_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// terminal is a whole terminal for a seat: it draws the board, tells what happens, and
// takes moves typed as "a6 a7", until the game is over or the input ends.
func terminal(s *seat.Seat, in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	told := 0
	for {
		changed := s.Changed()
		st := s.State()
		for _, e := range s.Events(told) {
			told = e.Number
			if e.Turn != nil && e.Turn.Complete {
				fmt.Fprintf(out, "%d. %s %s\n", e.Turn.Number, e.Turn.Seat, e.Turn.Text)
			}
		}
		switch {
		case st.Result != nil:
			fmt.Fprintf(out, "you %s by %s\n", st.Result.You, st.Result.Reason)
			return
		case st.Decision != "move":
			<-changed
			continue
		}
		draw(s, st, out)
		fmt.Fprint(out, "> ")
		if !lines.Scan() {
			return
		}
		fmt.Fprintln(out, lines.Text())
		from, to, _ := strings.Cut(lines.Text(), " ")
		command := seat.Command{Do: seat.DoMove, From: from, To: to}
		if from == "resign" {
			command = seat.Command{Do: seat.DoResign}
		}
		if err := s.Do(command); err != nil {
			fmt.Fprintln(out, "no:", err)
		}
	}
}

// draw draws the board by the coordinates in the rules: pieces as the letters of their
// types, or a question mark.
func draw(s *seat.Seat, st seat.State, out io.Writer) {
	var rules engine.Rules
	if err := json.Unmarshal(s.Table().Rules, &rules); err != nil {
		panic(err)
	}
	sign := map[string]string{"": "?"}
	for _, t := range rules.Types {
		sign[t.ID] = t.Letter
	}
	on := map[string]string{}
	for _, p := range st.Pieces {
		on[p.Node] = sign[p.Type]
	}
	grid := map[int]map[int]string{}
	bottom, right := 0, 0
	for _, n := range rules.Nodes {
		if grid[n.Y] == nil {
			grid[n.Y] = map[int]string{}
		}
		grid[n.Y][n.X] = "."
		if piece := on[n.Name]; piece != "" {
			grid[n.Y][n.X] = piece
		}
		bottom, right = max(bottom, n.Y), max(right, n.X)
	}
	for y := range bottom + 1 {
		if grid[y] == nil {
			continue
		}
		for x := range right + 1 {
			fmt.Fprintf(out, "%1s", grid[y][x])
		}
		fmt.Fprintln(out)
	}
}

// Another terminal in a page of code: everything that it shows is in the State, and all
// that it may do is a Command.
func Example() {
	rs, _ := junqi.Rules("standard,first=red")
	l, _ := rs.ParseLayout("63425/8.1.7/B5.69/4.B.7/3M121/MFM23")
	match := newTable(rs, []engine.Layout{l, l}, engine.Red)
	red, err := seat.New(match.session(engine.Red), seat.Options{}) // in a program: p2p's session
	if err != nil {
		panic(err)
	}
	defer red.Close()
	blue, err := seat.New(match.session(engine.Blue), seat.Options{})
	if err != nil {
		panic(err)
	}
	defer blue.Close()
	go terminal(blue, strings.NewReader("b7 a7\nresign\n"), io.Discard)
	terminal(red, strings.NewReader("c6 z7\nc6 c7\n"), os.Stdout)
	// Output:
	// ? ? ? ? ?
	// ? ? ? ? ?
	// ? . ? . ?
	// ? ? . ? ?
	// ? . ? . ?
	// ? ? ? ? ?
	// 6 3 4 2 5
	// 8 . 1 . 7
	// B 5 . 6 9
	// 4 . B . 7
	// 3 M 1 2 1
	// M F M 2 3
	// > c6 z7
	// no: there is no node "z7"
	// ? ? ? ? ?
	// ? ? ? ? ?
	// ? . ? . ?
	// ? ? . ? ?
	// ? . ? . ?
	// ? ? ? ? ?
	// 6 3 4 2 5
	// 8 . 1 . 7
	// B 5 . 6 9
	// 4 . B . 7
	// 3 M 1 2 1
	// M F M 2 3
	// > c6 c7
	// 1. red c6xc7=
	// 2. blue resign:blue
	// you won by resignation
}
