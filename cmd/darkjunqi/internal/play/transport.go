package play

import (
	"context"
	"errors"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/network"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/websocket"
)

// listen opens a network of libp2p, and WebSockets beside it, for browsers, under a name that was kept or, for nil, a new one.
func listen(kept []byte, config func(kept []byte) libp2pnet.ListenConfig) (app.Network, *libp2pnet.Host, error) {
	c := config(kept)
	h, err := libp2pnet.Listen(c)
	if err != nil {
		return app.Network{}, nil, err
	}
	both, closeWeb, err := websocket.Beside(h, websocket.Ways{Relay: h.Relay(), RelayOnly: h.RelayOnly(), Local: c.Loopback, OnRelay: moves(c.OnRelay)})
	if err != nil {
		return app.Network{}, nil, errors.Join(err, h.Close())
	}
	closeBoth := func() error { return errors.Join(closeWeb(), h.Close()) }
	fits := func(kept []byte) error { return h.Fits(config(kept)) }
	beside := func(kept []byte) (app.Network, error) {
		net, _, err := listen(kept, func(kept []byte) libp2pnet.ListenConfig { return h.Beside(config(kept)) })
		return net, err
	}
	return app.Network{Transport: both, How: "libp2p", Close: closeBoth, Fits: fits, Beside: beside}, h, nil
}

// moves passes on that another program has taken this one's place at the relay, and that it is this one's again. Of the
// rest libp2p says enough.
func moves(report func(error)) func(error) {
	moved := false
	return func(err error) {
		isMoved := errors.Is(err, webnet.ErrMoved)
		if report != nil && (isMoved || moved && err == nil) {
			report(err)
		}
		moved = isMoved || moved && err != nil
	}
}

// matchTransport describes how a match is carried: over the network, or by hand.
type matchTransport struct {
	app.Network
	letters *mailFolder   // by hand; nil over the network
	relay   *inbox[error] // what there is to say of the relay; nil without a network
	inside  bool          // it ends in this program: there is nobody to invite
	public  func() bool   // whether the Internet might reach this program, as far as it can see; nil where that does not matter
}

// connect opens the line that the flags ask for, under a name that was kept or, for nil, a new one. A match that has gone by
// hand stays by hand, in the same folder if none is named.
func connect(env *cli.Env, p *playOptions, kept []byte) (*matchTransport, error) {
	dir := p.byHand
	if old, ok := mail.Folder(kept); ok && dir == "" {
		dir = old
	}
	if dir != "" {
		return openMailFolder(dir, kept)
	}
	if p.port != 0 && !network.IsFree(p.port, p.loopback) {
		hint := messages.HintPortTaken
		if p.announcedPort {
			hint = messages.HintAnnounced
		}
		return nil, env.Fail(messages.ErrPortTaken, p.port).WithHint(env.T(hint))
	}
	news := newInbox[error]()
	net, h, err := listen(kept, func(kept []byte) libp2pnet.ListenConfig {
		return libp2pnet.ListenConfig{
			Loopback: p.loopback, Port: p.port, Announce: p.announce, Kept: kept,
			Relay: p.relay, NoRelay: p.relayText == datafolder.None, RelayOnly: p.relayOnly, NoNear: p.noNear, OnRelay: news.put,
		}
	})
	if err != nil {
		return nil, cli.Wrap(err)
	}
	return &matchTransport{Network: net, relay: news, public: h.Public}, nil
}

// reachTime is the time a router has to open a port before a host says that none has.
const reachTime = 10 * time.Second

// watchReach warns a host, after a while, if only its own network can reach it.
func (l *matchTransport) watchReach() (stop func() bool) {
	return time.AfterFunc(reachTime, func() {
		if !l.public() {
			l.relay.put(errNearOnly)
		}
	}).Stop
}

// news signals that there is something to report about the transport.
func (l *matchTransport) news() <-chan struct{} {
	switch {
	case l.letters != nil:
		return l.letters.came
	case l.relay != nil:
		return l.relay.came
	}
	return nil
}

func openMailFolder(dir string, kept []byte) (*matchTransport, error) {
	l := &mailFolder{inbox: newInbox[letter]()}
	post, err := mail.Open(dir, mail.Config{Kept: kept, Report: l.report})
	if err != nil {
		return nil, cli.Wrap(err)
	}
	l.dir = post.Dir()
	return &matchTransport{Network: app.Network{Transport: post, How: "by-hand", Close: func() error { return nil }}, letters: l}, nil
}

// checkClock refuses rules with a clock for a match by hand.
func checkClock(env *cli.Env, p *playOptions, rs *engine.Ruleset, hint messages.Text) error {
	if p.byHand == "" || rs.Clock() == 0 {
		return nil
	}
	return env.Fail(messages.ErrByHandClock, viewmodel.Seconds(rs.Clock())).WithHint(env.T(hint))
}

// fetchOffer asks for the terms, or waits for the letter that contains them.
func fetchOffer(env *cli.Env, ctx context.Context, at *playRun, inv *invite.Invite, p *playOptions) (*app.Offer, error) {
	if p.byHand == "" {
		return at.app.Offer(ctx, inv)
	}
	if err := at.listen(env, p, nil); err != nil {
		return nil, err
	}
	letters := at.transport.letters
	if !env.JSON {
		env.Paragraphs(env.T(messages.ByHandWaitTerms, letters.dir))
	}
	type fetched struct {
		offer *app.Offer
		err   error
	}
	done := make(chan fetched, 1)
	go func() {
		offer, err := at.app.Offer(ctx, inv)
		done <- fetched{offer, err}
	}()
	for {
		select {
		case <-letters.came:
			if err := tellLetters(env, letters); err != nil {
				return nil, err
			}
		case f := <-done:
			return f.offer, f.err
		}
	}
}
