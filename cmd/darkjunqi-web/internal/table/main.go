//go:build js

// The program in darkjunqi.html: all of package app, with its files in the browser, and WebSockets
// and WebRTC to others.
package main

import (
	"syscall/js"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/exchange"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/inworker"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/webfs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
)

// botPace is long enough to read what came of a clash before the computer moves.
const botPace = 900 * time.Millisecond

func main() {
	files, kept := webfs.Files()
	window := make(chan *browser.Window, 1)
	api, err := open(files, func() *browser.Window { return <-window })
	if err != nil {
		panic(err) // the page is told that the program has ended
	}
	inworker.Serve(api, kept, func(port js.Value) { window <- browser.NewWindow(port) })
}

// open starts the program.
func open(files store.FS, window func() *browser.Window) (*page.API, error) {
	dir, err := store.OpenDirFS(files, "/darkjunqi")
	if err != nil {
		return nil, err
	}
	connect := exchange.New(dir, window)
	connect.App, err = app.New(app.Options{
		Dir: dir, Version: "web", Pace: botPace, BotName: history.BotName,
		Listen: connect.Listen,
	})
	if err != nil {
		return nil, err
	}
	connect.App.ResumeAll()
	api := page.NewAPI(connect.App)
	api.AddExchange(connect)
	api.AddSeatFiles(connect.App)
	return api, nil
}
