package p2p

import (
	"context"
	"errors"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	dialTime = retry.TryTime
	// hostPatience is the time a host lets the guest, who has its address from
	// the invite, come by itself.
	hostPatience = 3 * time.Second
	// upgradeAgain is the time a link stays as it is after a better path has failed.
	upgradeAgain = 5 * time.Second
)

// dialer keeps a peer linked.
type dialer struct {
	session *Session
	peer    *peer
}

// run dials the peer whenever there is no link.
func (d dialer) run(ctx context.Context) {
	s, p := d.session, d.peer
	patience := time.Duration(0)
	if s.meta.role == wire.Host || !p.host && s.meta.seat < p.seat { // which never change
		patience = hostPatience
	}
	wait, tries := patience, retry.Tries{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		key, addrs := d.target()
		if len(addrs) == 0 {
			// Linked, or nobody to dial: until that changes.
			select {
			case <-ctx.Done():
				return
			case <-p.relink:
			}
			wait, tries = max(retry.Min, patience), retry.Tries{}
			continue
		}
		lived, err := d.dial(ctx, key, addrs)
		if ctx.Err() != nil {
			return
		}
		if lived {
			tries = retry.Tries{}
		}
		if !d.note(err) { // else a newer link has come, perhaps over the same connection
			s.net.Drop(key)
		}
		wait = tries.Fail(time.Now())
	}
}

// target returns the peer to dial and its addresses, nothing if there is no need or way.
func (d dialer) target() (transport.Key, []transport.Addr) {
	s, p := d.session, d.peer
	s.mu.Lock()
	defer s.mu.Unlock()
	stranger := s.meta.role == wire.Guest && !p.host && p.secret == [32]byte{}
	if p.link != nil || p.key.IsZero() || p.parted || p.aside || stranger {
		return p.key, nil
	}
	return p.key, p.addrs
}

// dial makes a link and runs it to its end.
func (d dialer) dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (lived bool, err error) {
	s := d.session
	c, err := d.connect(ctx, peer, addrs)
	if err != nil {
		return false, err
	}
	stop := context.AfterFunc(ctx, c.Abort) // while shaking hands
	l, err := d.initiate(c, peer)
	if !stop() && err == nil {
		return false, ctx.Err()
	}
	if err != nil {
		link.Abort(c, err)
		return false, err
	}
	ran, upgraded := make(chan struct{}), make(chan linkOutcome, 1)
	go func() { upgraded <- d.upgradePath(ctx, l, addrs, ran) }()
	err = l.run()
	close(ran)
	if next := <-upgraded; next.lived { // it has taken over from l
		return true, next.err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.heard, err
}

// initiate shakes hands as the end that has dialled.
func (d dialer) initiate(c transport.Conn, peer transport.Key) (*peerLink, error) {
	s := d.session
	ours, err := s.newHello()
	if err != nil {
		return nil, err
	}
	theirs, err := link.Initiate(c, ours)
	if err != nil {
		return nil, err
	}
	return s.finishHandshake(c, peer, ours, theirs)
}

// linkOutcome is the result of dialling a link.
type linkOutcome struct {
	lived bool
	err   error
}

// upgradePath moves a link to a better path wherever one opens, as when a hole was punched for
// it: it dials again, and the newer link takes over from the older. Of the two ends that
// see it the one that dialled does. It returns when the link has ended, as ran says, and
// the one that has taken over has too.
func (d dialer) upgradePath(ctx context.Context, l *peerLink, addrs []transport.Addr, ran <-chan struct{}) (next linkOutcome) {
	for {
		select {
		case <-ran:
			return next
		case <-l.Conn.Better():
		}
		next.lived, next.err = d.dial(ctx, l.Peer, addrs)
		if next.lived {
			return next
		}
		select {
		case <-ran:
			return next
		case <-time.After(upgradeAgain):
		}
	}
}

func (d dialer) connect(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	c, err := d.session.net.Dial(ctx, peer, addrs)
	if err != nil {
		return nil, err
	}
	return d.session.traffic.Conn(c), nil
}

// note keeps why the last link ended, and reports whether there is another. Some reasons end
// the session, where it needs this peer.
func (d dialer) note(err error) (linked bool) {
	s, p := d.session, d.peer
	s.mu.Lock()
	defer s.mu.Unlock()
	linked = p.link != nil
	if err == nil {
		return linked
	}
	if !linked { // else it came by itself meanwhile
		p.trouble = lost(err)
	}
	var version *VersionError
	decisive := len(s.peers) == 1 || p.host && !s.replica.allJoined() // otherwise the match goes on without it
	if decisive && (errors.As(err, &version) || s.meta.role == wire.Guest && errors.Is(err, ErrTaken)) {
		s.life.fail(err)
		return linked
	}
	s.cfg.Log.Info("no link", "match", s.ID(), "error", err)
	s.life.notify()
	return linked
}
