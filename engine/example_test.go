package engine_test

import (
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// A whole game of random moves, announced by a referee.
func Example() {
	rules := junqi.Standard()
	rng := rand.New(rand.NewPCG(2026, 1))
	layouts := []engine.Layout{junqi.Layouts()["triangle"], rules.RandomLayout(rng)}
	game, err := engine.NewReferee(rules, layouts, engine.Red)
	if err != nil {
		panic(err)
	}
	var events []engine.Event
	for !game.Result().Over {
		event := engine.NoMoveEvent(game.ToAct())
		if moves := game.LegalMoves(); len(moves) > 0 {
			event = engine.MoveEvent(game.ToAct(), moves[rng.IntN(len(moves))], false)
		}
		played, err := game.Play(event)
		if err != nil {
			panic(err)
		}
		events = append(events, played...)
	}
	turns, _ := engine.Turns(rules, engine.Red, events)
	var words []string
	for _, turn := range turns[:5] {
		words = append(words, rules.FormatTurn(turn))
	}
	fmt.Println(len(turns), "turns:", words, "…")
	fmt.Println(game.Result())
	// Output:
	// 463 turns: [a2-b3 d9-d10 e4-d3 d7-d8 b6-b5] …
	// blue wins (no-move)
}

// Rules are data. Here a game is read from a file, and one number in it is changed.
func ExampleParseRules() {
	text, err := os.ReadFile("testdata/toy.json")
	if err != nil {
		panic(err)
	}
	toy, err := engine.ParseRules(text)
	if err != nil {
		panic(err)
	}
	fmt.Println(toy.Name().ZH, toy.NumSeats(), "seats,", toy.ArmySize(), "pieces,", toy.CountLayouts(), "layouts")

	r := toy.Rules()
	r.Types[1].Count = 3
	_, err = engine.NewRuleset(r)
	fmt.Println(err)
	// Output:
	// 玩具 2 seats, 5 pieces, 18 layouts
	// rules: types: the counts make 6 pieces, but a seat has 5 cells to fill
}

// A position knows the public game only: it is told moves and announcements, and
// keeps what everybody may know of each piece.
func ExamplePosition() {
	rules := junqi.Standard()
	board := rules.Board()
	position := engine.Start(rules, engine.Red)

	move, _ := board.ParseMove("c6xc7")
	if err := position.Apply(engine.MoveEvent(engine.Red, move, false)); err != nil {
		fmt.Println(err)
	}
	attacker, defender, movers, _ := position.Clash()
	fmt.Println(attacker, "attacks", defender, "and is one of", rules.Letters(movers))

	bothLeave := rules.Code(engine.Announcement{AttackerLeaves: true, DefenderLeaves: true, AttackerSeen: engine.NoType, DefenderSeen: engine.NoType})
	_ = position.Apply(engine.AnswerEvent(engine.Blue, bothLeave, engine.NoNode))
	fmt.Println(position.ToAct(), "is to move; on c6 stands", position.At(move.From))

	move, _ = board.ParseMove("c12-c10")
	fmt.Println(position.Apply(engine.MoveEvent(engine.Blue, move, false)))
	// Output:
	// red 2 attacks blue 2 and is one of 123456789
	// blue is to move; on c6 stands no piece
	// c12-c10 by blue: blue's own piece is on c10
}
