package libp2pnet_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"log"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Two bots play a match over the network, red as the host and blue as the
// guest. Nothing but the text of the invite passes between them by hand.
func Example_match() {
	folder := must(os.MkdirTemp("", "darkjunqi-example-"))
	defer os.RemoveAll(folder)
	invites, ended := make(chan string), make(chan struct{})

	go func() { // Blue's program.
		defer close(ended)
		inv := must(invite.Parse(<-invites))
		net := must(libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true}))
		defer net.Close()
		terms := must(p2p.FetchTerms(context.Background(), net, inv)) // for a person to read
		blue := must(protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader))
		dir := must(store.OpenDir(filepath.Join(folder, "blue")))
		session := must(p2p.Join(net, p2p.Files(dir), inv, blue, p2p.Config{}))
		defer session.Close()
		play(session, 2)
	}()

	// Red's program.
	net := must(libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true}))
	defer net.Close()
	table := must(invite.NewHostSecret(rand.Reader))
	red := must(protocol.Host(protocol.HostConfig{
		Rules: junqi.Standard(), Seat: engine.Red, Invites: []ed25519.PublicKey{table.Seat(engine.Blue).PublicKey()},
	}, rand.Reader))
	dir := must(store.OpenDir(filepath.Join(folder, "red")))
	session := must(p2p.Host(net, p2p.Files(dir), red, table, p2p.Config{}))
	defer session.Close()
	invites <- must(session.Invite(engine.Blue)).String()
	play(session, 1)

	<-ended
	file := must(os.ReadFile(dir.PublicFile(session.ID())))
	fmt.Println(protocol.Audit(file).Verdict)
	// Output: honest
}

// play takes the decisions of a seat until both sides hold all of the finished
// match. Run carries the records meanwhile.
func play(s *p2p.Session, seed uint64) {
	brain := must(bot.New("sensible"))
	dice := mathrand.New(mathrand.NewPCG(seed, 0))
	ran := make(chan error, 1)
	go func() { ran <- s.Run(context.Background()) }()
	for {
		changed := s.Changed()
		err := s.Do(func(p *protocol.Player) error {
			rules := p.Match().Rules()
			switch p.Decision() {
			case protocol.ChooseLayout:
				return p.Place(brain.Layout(rules, dice))
			case protocol.ChooseMove:
				own, _ := p.Layout()
				move := brain.Move(bot.View{
					Rules: rules, Position: p.Match().Position(),
					Seat: p.Seat(), Layout: own, History: p.Match().Events(),
				}, dice)
				return p.Play(move, false, rand.Reader)
			}
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
		select {
		case <-changed:
		case err := <-ran:
			if err != nil {
				log.Fatal(err)
			}
			return
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
