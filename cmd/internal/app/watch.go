package app

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

// Watch watches a match without a seat in it. Nothing of it is kept on disk.
func (a *App) Watch(inv *invite.Watch) (*Match, error) {
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
