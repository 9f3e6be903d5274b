//go:build js

// The program in darkjunqi.html: all of package app, with its files in the browser and WebSockets
// to others.
package main

import (
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/inworker"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/webfs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/appwords"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
)

// botPace is long enough to read what came of a clash before the computer moves.
const botPace = 900 * time.Millisecond

var errHost = coded.Errorf("web.host",
	"nobody can connect to a browser: let a friend who has the program invite you")

func main() {
	a, kept, err := open()
	if err != nil {
		panic(err) // the page is told that the program has ended
	}
	inworker.Serve(page.NewAPI(a), kept)
}

// open starts the program, on files that outlive the tab if the browser keeps any.
func open() (a *app.App, kept bool, err error) {
	var files store.FS = webfs.NewMemory()
	if opfs, err := webfs.Open(); err == nil {
		files, kept = opfs, true
	}
	dir, err := store.OpenDirFS(files, "/darkjunqi")
	if err != nil {
		return nil, false, err
	}
	a, err = app.New(app.Options{
		Dir: dir, Words: appwords.All(), Version: "web", Pace: botPace, BotName: app.BotName,
		Listen: listen,
		Host:   func([]byte) (app.Network, error) { return app.Network{}, errHost },
	})
	if err == nil {
		a.ResumeAll()
	}
	return a, kept, err
}

// listen takes part in a match over the WebSockets of the others.
func listen(kept []byte) (app.Network, error) {
	host, err := webnet.New(webnet.Config{Kept: kept, Open: browser.Open, Browser: true})
	if err != nil {
		return app.Network{}, err
	}
	return app.Network{Transport: host, How: "websocket", Close: host.Close}, nil
}
