//go:build js

// Command guest joins a match from a web worker and plays it to its end, for a test.
package main

import (
	"context"
	"crypto/rand"
	"syscall/js"

	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func main() {
	said := "the match is over"
	if err := play(js.Global().Get("invite").String()); err != nil {
		said = err.Error()
	}
	js.Global().Call("postMessage", said)
}

func play(text string) error {
	ctx := context.Background()
	inv, err := invite.Parse(text)
	if err != nil {
		return err
	}
	host, err := webnet.New(webnet.Config{Open: browser.Open, Browser: true})
	if err != nil {
		return err
	}
	defer host.Close()
	terms, err := p2p.FetchTerms(ctx, host, inv)
	if err != nil {
		return err
	}
	player, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	if err != nil {
		return err
	}
	dir, err := store.OpenDirFS(crashfs.New(), "/data")
	if err != nil {
		return err
	}
	s, err := p2p.Join(host, p2p.Files(dir), inv, player, p2p.Config{})
	if err != nil {
		return err
	}
	defer s.Close()
	b, err := bot.New("random")
	if err != nil {
		return err
	}
	r := robot.Robot{Bot: b, Rand: robot.FreshRand(), Limit: 30}
	return r.Run(ctx, s)
}
