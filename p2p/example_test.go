package p2p_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Red hosts a match and blue joins it, by letters in a folder that both share. From then on
// it is played as over a network.
func Example_byMail() {
	home := must(os.MkdirTemp("", "darkjunqi-example-"))
	defer os.RemoveAll(home)
	letters := filepath.Join(home, "letters")

	// Red's program. Its Post comes first: the match is hosted under the name that it has.
	post := must(mail.Open(letters, mail.Config{Report: func(file string, err error) {
		if err != nil {
			fmt.Println(file, "is no use:", err)
		}
	}}))
	rules := must(junqi.Rules("standard,clock=off"))
	table := must(invite.NewHostSecret(rand.Reader))
	host := must(protocol.Host(protocol.HostConfig{Rules: rules, Seat: engine.Red, Invites: table.Invites(rules, engine.Red)}, rand.Reader))
	files := must(store.OpenDir(filepath.Join(home, "red")))
	red := must(p2p.Host(post, p2p.Files(files), host, table, p2p.Config{}))
	defer red.Close()
	text := must(red.Invite(engine.Blue)).String() // text to give away
	stopRed := run(red)

	// Blue's program.
	post = must(mail.Open(letters, mail.Config{}))
	invited := must(invite.Parse(text))
	terms := must(p2p.FetchTerms(context.Background(), post, invited)) // red's first letter holds them
	guest := must(protocol.Join(terms, invited.Seat(), invited.Key(), rand.Reader))
	files = must(store.OpenDir(filepath.Join(home, "blue")))
	blue := must(p2p.Join(post, p2p.Files(files), invited, guest, p2p.Config{}))
	defer blue.Close()
	stopBlue := run(blue)

	for changed := red.Changed(); !joined(red); changed = red.Changed() {
		<-changed
	}
	fmt.Println("blue's letter has come")
	stopRed()
	stopBlue()
	// Output: blue's letter has come
}

// joined reports whether all seats of a match are taken.
func joined(s *p2p.Session) (yes bool) {
	s.View(func(_ *protocol.Player, m *protocol.Match) { yes = m.Joined() })
	return yes
}

// run lets a session carry its letters until it is stopped.
func run(s *p2p.Session) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	return func() {
		cancel()
		<-ran
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
