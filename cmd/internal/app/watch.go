package app

import (
	"context"
	"errors"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

// Watching is an invite to watch.
type Watching struct {
	Invite string `json:"invite"`
}

// WatchMatch watches the match of an invite to watch, and returns its name.
func (a *App) WatchMatch(_ context.Context, w Watching) (string, error) {
	inv, err := invite.ParseWatch(w.Invite)
	if err != nil {
		return "", err
	}
	id := p2p.MatchID(inv.Terms(), watcherSeat)
	if r := a.Match(id); r != nil && !r.left() {
		return id, nil
	}
	return idOf(a.Watch(inv))
}

// watcherSeat is the seat of a program without one, in names of matches.
const watcherSeat = engine.Seat(0xff)

// errWatchNowhere is about the invite of a browser that no relay makes reachable: others reach it by texts, which only players exchange.
var errWatchNowhere = coded.Errorf("lobby.watch-nowhere", "this invite does not say how to reach the host, who plays in a browser without a relay: ask for a new one once the host uses a relay")

// Watch watches a match without a seat in it. Nothing of it is kept on disk.
func (a *App) Watch(inv *invite.Watch) (*Match, error) {
	if len(inv.Addrs()) == 0 {
		return nil, errWatchNowhere
	}
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.ctx.Err() != nil {
		return nil, errClosed
	}
	net, err := a.o.Listen(nil)
	if err != nil {
		return nil, err
	}
	session, err := p2p.Watch(net.Transport, inv, p2p.Config{})
	if err != nil {
		return nil, errors.Join(err, net.Close())
	}
	return a.open(matchParts{session: session, net: net, watched: true})
}
