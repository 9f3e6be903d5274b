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
	"github.com/darkjunqi/darkjunqi/cmd/internal/appwords"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
)

// botPace is long enough to read what came of a clash before the computer moves.
const botPace = 900 * time.Millisecond

func main() {
	window := make(chan *browser.Window, 1)
	connect := exchange.New(func() *browser.Window { return <-window })
	a, kept, err := open(connect)
	if err != nil {
		panic(err) // the page is told that the program has ended
	}
	connect.App = a
	api := page.NewAPI(a)
	api.AddExchange(connect)
	a.ResumeAll()
	inworker.Serve(api, kept, func(port js.Value) { window <- browser.NewWindow(port) })
}

// open starts the program, on files that outlive the tab if the browser keeps any.
func open(connect *exchange.Exchange) (a *app.App, kept bool, err error) {
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
		Listen: connect.Listen,
	})
	return a, kept, err
}
