//go:build js

// Package inworker answers the requests of a page from the web worker that this program runs in.
package inworker

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"syscall/js"

	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
)

// Serve answers requests as long as the worker lives.
//
// The page sends {id, method, path, body} and {id, cancel}. It is sent {ready, kept} once, where
// kept says whether files outlive the tab, and for each request {id, status, type}, then {id, data}
// for each part of the answer, and {id, end}. It may also send {window}, a port to serveConnections of
// webnet/browser, which is passed to window if that is not nil.
func Serve(api *page.API, kept bool, window func(port js.Value)) {
	s := &server{cancels: map[int]context.CancelFunc{}}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		if port := data.Get("window"); port.Truthy() && window != nil {
			window(port)
		} else {
			s.take(api, data)
		}
		return nil
	}))
	post(map[string]any{"ready": true, "kept": kept})
	select {}
}

type server struct {
	mu      sync.Mutex
	cancels map[int]context.CancelFunc // by the ids of requests that are being answered
}

func (s *server) take(api *page.API, message js.Value) {
	id := message.Get("id").Int()
	s.mu.Lock()
	defer s.mu.Unlock()
	if message.Get("cancel").Truthy() {
		if cancel := s.cancels[id]; cancel != nil {
			cancel()
		}
		return
	}
	path, query, _ := strings.Cut(message.Get("path").String(), "?")
	values, _ := url.ParseQuery(query) // what can't be read is missing
	var body []byte
	if sent := message.Get("body"); sent.Truthy() {
		body = make([]byte, sent.Get("length").Int())
		js.CopyBytesToGo(body, sent)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancels[id] = cancel
	go func() {
		request := &page.Request{Context: ctx, Query: values, Body: body}
		api.Answer(message.Get("method").String(), path, request, answer(id))
		cancel()
		s.mu.Lock()
		delete(s.cancels, id)
		s.mu.Unlock()
		post(map[string]any{"id": id, "end": true})
	}()
}

// answer is the answer to the request of an id.
type answer int

func (a answer) Begin(status int, kind string) {
	post(map[string]any{"id": int(a), "status": status, "type": kind})
}

func (a answer) Write(data []byte) (int, error) {
	sent := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(sent, data)
	post(map[string]any{"id": int(a), "data": sent})
	return len(data), nil
}

func post(message map[string]any) { js.Global().Call("postMessage", message) }
