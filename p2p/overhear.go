package p2p

import (
	"context"
	"io"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Overhear links to a host as those do who watch, and hands all that comes to w as it is,
// unread and unjudged, until the link ends, which gives its error. It is for measuring
// what many who watch, or who read slowly, cost a host: a w that takes its time holds up
// the link. Watch is what a program is to use.
func Overhear(ctx context.Context, net transport.Transport, inv *invite.Watch, w io.Writer) error {
	c, err := net.Dial(ctx, inv.Host(), inv.Addrs())
	if err != nil {
		return err
	}
	defer c.Abort()
	defer context.AfterFunc(ctx, c.Abort)()
	hurry(c)
	ours := wire.Hello{Version: wire.Version, Role: wire.Watcher, Seat: wire.NoSeat, Terms: inv.Terms()}
	if _, err := io.ReadFull(Config{}.withDefaults().Rand, ours.Nonce[:]); err != nil {
		return err
	}
	if err := wire.Write(c, ours.Frame()); err != nil {
		return err
	}
	theirs, err := readHello(c)
	if err != nil {
		return err
	}
	h, err := newHandshake(c, ours, theirs, inv.Secret().LinkKey(), net.Key(), inv.Host())
	if err != nil {
		return err
	}
	if err := h.prove(); err != nil {
		return err
	}
	if err := wire.Write(c, wire.State{}.Frame()); err != nil {
		return err
	}
	c.SetReadDeadline(time.Time{})
	go keepAlive(ctx, c)
	_, err = io.Copy(w, c)
	return err
}

// keepAlive pings for who has nothing to say.
func keepAlive(ctx context.Context, c transport.Conn) {
	tick := time.NewTicker(idlePing)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			c.SetWriteDeadline(time.Now().Add(writeTime))
			if wire.Write(c, wire.Frame{Kind: wire.KindPing}) != nil {
				return
			}
		}
	}
}
