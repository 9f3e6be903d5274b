package engine_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
)

// A whole game of random moves, announced by a referee.
func Example() {
	rules := engine.Standard()
	rng := rand.New(rand.NewPCG(2026, 1))
	layouts := [2]engine.Layout{engine.Presets()["triangle"], engine.RandomLayout(rules, rng)}
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
	fmt.Println(len(turns), "turns:", turns[:5], "…", turns[len(turns)-1])
	fmt.Println(game.Result())
	// Output:
	// 321 turns: [c2-d3 b9-b8 d6-d5 a10-b10 b6-b5] … no-move
	// blue wins (no-move)
}

// Rules are data: a name and what differs from it.
func ExampleRules() {
	rules, err := engine.Rules("standard,mines=exploding,quiet-draw=31")
	if err != nil {
		panic(err)
	}
	both, _ := rules.Announcement(rules.Clash(engine.Division, engine.Mine))
	fmt.Println(rules, "both leave:", both.BothLeave())

	_, err = engine.Rules("standard,shaken=on,show-flag=off")
	fmt.Println(err)
	// Output:
	// standard,mines=exploding,quiet-draw=31 both leave: true
	// rules: shaken=on needs show-flag=on: without it nobody knows that a commander fell
}

// A position knows the public game only: it is told moves and announcements, and
// keeps what everybody may know of each piece.
func ExamplePosition() {
	rules := engine.Standard()
	position := engine.Start(rules, engine.Red)

	move, _ := engine.ParseMove(rules.Board(), "c6xc7")
	if err := position.Apply(engine.MoveEvent(engine.Red, move, false)); err != nil {
		fmt.Println(err)
	}
	attacker, defender, movers, _ := position.Clash()
	fmt.Println(attacker, "attacks", defender, "and is one of", movers)

	bothLeave := rules.Code(engine.Announcement{AttackerLeaves: true, DefenderLeaves: true, Seen: engine.NoType})
	_ = position.Apply(engine.AnswerEvent(engine.Blue, bothLeave, engine.NoNode))
	fmt.Println(position.ToAct(), "is to move; on c6 stands", position.At(move.From))

	move, _ = engine.ParseMove(rules.Board(), "c12-c10")
	fmt.Println(position.Apply(engine.MoveEvent(engine.Blue, move, false)))
	// Output:
	// red 2 attacks blue 2 and is one of 123456789
	// blue is to move; on c6 stands no piece
	// c12-c10 by blue: blue's own piece stands on c10
}
