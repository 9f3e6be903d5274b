//go:build js

package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"sync"
	"syscall/js"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/moduletypes"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/webfs"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// anywhere is the address of a host whose guests know how to reach it.
const anywhere transport.Addr = "anywhere"

var (
	errDeclined = coded.Errorf("module.declined", "the terms were declined")
	errSeat     = coded.Errorf("module.seat", "these rules have no such seat")
	errFailed   = coded.Errorf("module.failed", "a function that was passed in has failed")
)

// match is a match that this instance takes part in.
type match struct {
	net     *webnet.Host
	session *p2p.Session
	seat    *seat.Seat
	stop    context.CancelFunc
	ended   chan struct{}
	err     error // why the session has ended, once it has

	mu      sync.Mutex // guards what follows
	version int        // how often the match has changed
	woken   chan struct{}
}

// look is the state of a match.
type look struct {
	Version int        `json:"version"`
	Over    bool       `json:"over"` // the session has ended
	State   seat.State `json:"state"`
}

// open is a function that begins a match, and returns a promise of it.
func open(begin func(args []js.Value) (*match, error)) js.Func {
	return promised(func(args []js.Value) (js.Value, error) {
		m, err := begin(args)
		if err != nil {
			return js.Undefined(), err
		}
		return m.object(), nil
	})
}

// network takes part in a network by what options say: connect, relay.
func network(options js.Value, addrs func() []transport.Addr) (*webnet.Host, error) {
	c := webnet.Config{Open: browser.Open, Browser: true, Addrs: addrs}
	if connect := options.Get("connect"); connect.Truthy() {
		c.Open = func(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
			url, _ := webnet.WebSocketURL(addr)
			object, err := await(ctx, func() js.Value { return connect.Invoke(url) })
			if err != nil {
				return nil, err
			}
			return browser.Channel(object, transport.Direct, ""), nil
		}
	}
	if text := options.Get("relay"); text.Truthy() {
		relay, err := invite.ParseRelay(text.String())
		if err != nil {
			return nil, err
		}
		c.Relay = relay
	}
	return webnet.New(c)
}

// host begins a match: options rules, seat, name, connect, relay.
func host(args []js.Value) (*match, error) {
	options := args[0]
	rs, err := moduletypes.ParseRules(options.Get("rules").String())
	if err != nil {
		return nil, err
	}
	own, err := seatOf(rs, options.Get("seat").String())
	if err != nil {
		return nil, err
	}
	secret, err := invite.NewHostSecret(rand.Reader)
	if err != nil {
		return nil, err
	}
	player, err := protocol.Host(
		protocol.HostConfig{Rules: rs, Seat: own, Invites: secret.Invites(rs, own)}, rand.Reader)
	if err != nil {
		return nil, err
	}
	net, err := network(options, func() []transport.Addr { return []transport.Addr{anywhere} })
	if err != nil {
		return nil, err
	}
	return begin(net, func() (*p2p.Session, error) {
		folder, err := memory()
		if err != nil {
			return nil, err
		}
		return p2p.Host(net, folder, player, secret, config(options))
	})
}

// join takes a seat by an invite, args[0], once args[1].accept has accepted the rules.
func join(args []js.Value) (*match, error) {
	options := args[1]
	inv, err := invite.Parse(args[0].String())
	if err != nil {
		return nil, err
	}
	net, err := network(options, nil)
	if err != nil {
		return nil, err
	}
	return begin(net, func() (*p2p.Session, error) {
		ctx := context.Background()
		terms, err := p2p.FetchTerms(ctx, net, inv)
		if err != nil {
			return nil, err
		}
		player, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
		if err != nil {
			return nil, err
		}
		if err := accepted(ctx, options.Get("accept"), player.Match().Rules()); err != nil {
			return nil, err
		}
		folder, err := memory()
		if err != nil {
			return nil, err
		}
		return p2p.Join(net, folder, inv, player, config(options))
	})
}

// watch follows a match by an invite to watch, args[0].
func watch(args []js.Value) (*match, error) {
	inv, err := invite.ParseWatch(args[0].String())
	if err != nil {
		return nil, err
	}
	net, err := network(args[1], nil)
	if err != nil {
		return nil, err
	}
	return begin(net, func() (*p2p.Session, error) { return p2p.Watch(net, inv, config(args[1])) })
}

// accepted asks whether to play by rules; without anybody to ask it is so.
func accepted(ctx context.Context, ask js.Value, rs *engine.Ruleset) error {
	if !ask.Truthy() {
		return nil
	}
	text, err := json.Marshal(moduletypes.RulesOf(rs))
	if err != nil {
		return err
	}
	yes, err := await(ctx, func() js.Value { return ask.Invoke(string(text)) })
	if err == nil && !yes.Truthy() {
		err = errDeclined
	}
	return err
}

// begin runs a session until close.
func begin(net *webnet.Host, open func() (*p2p.Session, error)) (*match, error) {
	session, err := open()
	if err != nil {
		net.Close()
		return nil, err
	}
	s, err := seat.New(seat.Of(session, "pipe"), seat.Options{})
	if err != nil {
		session.Close()
		net.Close()
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	m := &match{net: net, session: session, seat: s, stop: stop, ended: make(chan struct{}), woken: make(chan struct{})}
	go func() {
		m.err = session.Run(ctx)
		close(m.ended)
	}()
	go m.follow()
	return m, nil
}

// follow counts changes until the session ends, which is the last.
func (m *match) follow() {
	for over := false; !over; {
		changed := m.seat.Changed()
		m.mu.Lock()
		m.version++
		close(m.woken)
		m.woken = make(chan struct{})
		m.mu.Unlock()
		select {
		case <-changed:
		case <-m.ended:
			over = true
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.version++
	close(m.woken)
	m.woken = nil
}

// after is the state of the match once it is newer than a version.
func (m *match) after(version int) look {
	for {
		m.mu.Lock()
		now, woken := m.version, m.woken
		m.mu.Unlock()
		if now > version || woken == nil {
			return look{now, woken == nil, m.seat.State()}
		}
		<-woken
	}
}

// close leaves the match.
func (m *match) close() {
	m.stop()
	<-m.ended
	m.seat.Close()
	m.session.Close()
	m.net.Close()
}

// object is the match as JavaScript has it.
func (m *match) object() js.Value {
	return js.ValueOf(map[string]any{
		"after":  call(func(args []js.Value) (any, error) { return m.after(args[0].Int()), m.seat.Err() }),
		"table":  call(func([]js.Value) (any, error) { return m.seat.Table(), nil }),
		"events": call(func(args []js.Value) (any, error) { return m.seat.Events(args[0].Int()), nil }),
		"do": call(func(args []js.Value) (any, error) {
			var c seat.Command
			if err := json.Unmarshal([]byte(args[0].String()), &c); err != nil {
				return nil, err
			}
			return nil, m.seat.Do(c)
		}),
		"accept": js.FuncOf(func(_ js.Value, args []js.Value) any {
			p := browser.Channel(args[0], transport.Direct, "pipe")
			go m.net.Accept(p)
			return nil
		}),
		"ended": call(func([]js.Value) (any, error) {
			<-m.ended
			return nil, m.err
		}),
		"transcript": promised(func([]js.Value) (js.Value, error) {
			var file []byte
			m.session.View(func(_ *protocol.Player, of *protocol.Match) { file = of.File() })
			out := js.Global().Get("Uint8Array").New(len(file))
			js.CopyBytesToJS(out, file)
			return out, nil
		}),
		"close": call(func([]js.Value) (any, error) {
			m.close()
			return nil, nil
		}),
	})
}

func config(options js.Value) (c p2p.Config) {
	if name := options.Get("name"); name.Truthy() {
		c.Name = name.String()
	}
	return c
}

// memory is a folder that ends with the instance.
func memory() (p2p.Folder, error) {
	dir, err := store.OpenDirFS(webfs.NewMemory(), "/darkjunqi")
	if err != nil {
		return nil, err
	}
	return p2p.Files(dir), nil
}

// seatOf is the seat of a name.
func seatOf(rs *engine.Ruleset, name string) (engine.Seat, error) {
	for _, s := range rs.Seats() {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, errSeat
}

// await waits for the promise that f returns, or takes its value as it is.
func await(ctx context.Context, f func() js.Value) (v js.Value, err error) {
	settled := make(chan error, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		v = args[0]
		settled <- nil
		return nil
	})
	failed := js.FuncOf(func(js.Value, []js.Value) any {
		settled <- errFailed
		return nil
	})
	begin := js.FuncOf(func(js.Value, []js.Value) any { return f() })
	js.Global().Get("Promise").Call("resolve").Call("then", begin).Call("then", done, failed)
	select {
	case err = <-settled:
		begin.Release()
		done.Release()
		failed.Release()
		return v, err
	case <-ctx.Done():
		return v, ctx.Err() // the functions may still be called
	}
}
