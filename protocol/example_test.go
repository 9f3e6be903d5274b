package protocol_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"log"
	mathrand "math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Two bots play a whole match without a referee. Here the records go from one
// Player to the other by a function call; package p2p carries them over a
// network.
func Example() {
	// The host settles the terms; whoever holds the invite joins.
	invite, inviteKey, _ := ed25519.GenerateKey(rand.Reader)
	red, err := protocol.Host(protocol.HostConfig{Rules: junqi.Standard(), Seat: engine.Red, Invites: []ed25519.PublicKey{invite}}, rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	blue, err := protocol.Join(red.Match().Record(0), engine.Blue, inviteKey, rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	players := []*protocol.Player{red, blue}

	// A person or a bot decides the layout and the moves, nothing else.
	brain, _ := bot.New("sensible")
	dice := mathrand.New(mathrand.NewPCG(1, 2))
	decide := func(p *protocol.Player) error {
		switch p.Decision() {
		case protocol.ChooseLayout:
			return p.Place(brain.Layout(p.Match().Rules(), dice))
		case protocol.ChooseMove:
			own, _ := p.Layout()
			view := bot.View{
				Rules: p.Match().Rules(), Position: p.Match().Position(),
				Seat: p.Seat(), Layout: own, History: p.Match().Events(),
			}
			return p.Play(brain.Move(view, dice), false, rand.Reader)
		}
		return nil
	}

	// Proceed makes commitments, proofs, answers and reveals. After Ended the seats still owe
	// records: the match is complete when nothing is owed.
	for red.Match().Stage() < protocol.Ended || len(red.Match().Owed()) > 0 {
		for i, p := range players {
			if err := decide(p); err != nil {
				log.Fatal(err)
			}
			for made := true; made; {
				if made, err = p.Proceed(rand.Reader); err != nil {
					log.Fatal(err)
				}
			}
			// What the other side lacks is sent; it verifies every record.
			other := players[1-i]
			for n := other.Match().Len(); n < p.Match().Len(); n++ {
				if err := other.Receive(p.Match().Record(n)); err != nil {
					log.Fatal(err)
				}
			}
			for _, extra := range p.Match().Extras() {
				if err := other.Receive(extra); err != nil {
					log.Fatal(err)
				}
			}
		}
	}

	report := protocol.Audit(blue.Match().File())
	fmt.Println(report.Verdict)
	// Output: honest
}
