package robot_test

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Two bots play a match within one program, until one of them gives up.
func Example() {
	home := must(os.MkdirTemp("", "darkjunqi-example-"))
	defer os.RemoveAll(home)
	red, blue := sessions(home)
	defer red.Close()
	defer blue.Close()

	ran := make(chan error)
	for i, s := range []*p2p.Session{red, blue} {
		r := robot.Robot{Bot: must(bot.New("sensible")), Rand: mathrand.New(mathrand.NewPCG(1, uint64(i))), Limit: 3}
		go func() { ran <- r.Run(context.Background(), s) }()
	}
	for range 2 {
		if err := <-ran; err != nil {
			panic(err)
		}
	}
	end := red.Snapshot().Position
	fmt.Println(end.Result())
	// Output: red wins (resignation)
}

// sessions are the sessions of a host and its guest.
func sessions(home string) (red, blue *p2p.Session) {
	folder := func(name string) p2p.Folder { return p2p.Files(must(store.OpenDir(filepath.Join(home, name)))) }
	rules := must(junqi.Rules("standard,first=red,clock=off"))
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
