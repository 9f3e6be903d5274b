package app

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

// Watch watches a match without a seat in it. Nothing of it is kept on disk.
func (l *App) Watch(inv *invite.Watch) (*Match, error) {
	l.opening.Lock()
	defer l.opening.Unlock()
	if l.ctx.Err() != nil {
		return nil, errClosed
	}
	net, err := l.o.Listen(nil)
	if err != nil {
		return nil, err
	}
	session, err := p2p.Watch(net.Transport, inv, p2p.Config{})
	if err != nil {
		return nil, errors.Join(err, net.Close())
	}
	return l.open(runs{session: session, net: net, watched: true})
}
