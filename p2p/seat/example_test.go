package seat_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
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

// Two seats play a match of two sessions: each chooses a layout, then moves, and resigns on
// its second turn. Red tells what it sees.
func ExampleOf() {
	home := must(os.MkdirTemp("", "darkjunqi-example-"))
	defer os.RemoveAll(home)
	red, blue := twoSessions(home)
	done := make(chan struct{})
	go func() {
		defer close(done)
		play(blue, io.Discard)
	}()
	play(red, os.Stdout)
	<-done
	// Output:
	// blue has joined
	// red begins
	// 1. red c6xc7=
	// 2. blue b7-b8
	// 3. red resign:red
	// you lost by resignation
}

// play plays the match of a session until everybody holds all of it.
func play(session *p2p.Session, out io.Writer) {
	defer session.Close()
	s := must(seat.New(seat.Of(session, "pipe"), seat.Options{})) // "libp2p" over the network
	defer s.Close()
	ran := make(chan error, 1)
	go func() { ran <- session.Run(context.Background()) }()
	told := 0
	for {
		changed := s.Changed()
		for _, e := range s.Events(told) {
			told = e.Number
			tell(out, e, s.Table().Seat)
		}
		if err := decide(s); err != nil {
			panic(err)
		}
		select {
		case <-changed:
		case err := <-ran:
			if err != nil {
				panic(err)
			}
			return
		}
	}
}

// tell tells of some events.
func tell(out io.Writer, e seat.Event, own string) {
	switch {
	case e.Kind == seat.EventJoined && e.Seat != own:
		fmt.Fprintln(out, e.Seat, "has joined")
	case e.Kind == seat.EventStarted:
		fmt.Fprintln(out, e.Seat, "begins")
	case e.Kind == seat.EventOver:
		fmt.Fprintln(out, "you", e.Result.You, "by", e.Result.Reason)
	case e.Turn != nil && e.Turn.Complete:
		fmt.Fprintf(out, "%d. %s %s\n", e.Turn.Number, e.Turn.Seat, e.Turn.Text)
	}
}

// decide does what its seat has to do now.
func decide(s *seat.Seat) error {
	st := s.State()
	switch {
	case st.Decision == "layout":
		return s.Do(seat.Command{Do: seat.DoLayout, Layout: "triangle"})
	case st.Decision == "move" && st.Ply > 1:
		return s.Do(seat.Command{Do: seat.DoResign})
	case st.Decision == "move" && s.Table().Seat == "red":
		return s.Do(seat.Command{Do: seat.DoMove, From: "c6", To: "c7"})
	case st.Decision == "move":
		return s.Do(seat.Command{Do: seat.DoMove, From: "b7", To: "b8"})
	}
	return nil
}

// twoSessions returns the sessions of a host and its guest, here in one program, with their files in
// folders of one.
func twoSessions(home string) (red, blue *p2p.Session) {
	rules := must(junqi.Rules("standard,first=red,clock=off"))
	folder := func(name string) p2p.Folder { return p2p.Files(must(store.OpenDir(filepath.Join(home, name)))) }
	network := pipe.New()
	table := must(invite.NewHostSecret(rand.Reader))
	host := must(protocol.Host(protocol.HostConfig{Rules: rules, Seat: engine.Red, Invites: table.Invites(rules, engine.Red)}, rand.Reader))
	red = must(p2p.Host(network.Host(transport.Identity{1}), folder("red"), host, table, p2p.Config{}))
	invite := must(red.Invite(engine.Blue))

	there := network.Host(transport.Identity{2})
	terms := must(p2p.FetchTerms(context.Background(), there, invite))
	guest := must(protocol.Join(terms, invite.Seat(), invite.Key(), rand.Reader))
	blue = must(p2p.Join(there, folder("blue"), invite, guest, p2p.Config{}))
	return red, blue
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
