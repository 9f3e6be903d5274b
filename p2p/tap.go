package p2p

import (
	"context"
	"io"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Tap links to a host as a watcher and copies what it receives to w, neither parsed nor
// verified, until the link ends; it returns the error that ended it. It measures what many or
// slow watchers cost a host: a slow w holds up the link. To watch a match, use Watch.
func Tap(ctx context.Context, net transport.Transport, inv *invite.Watch, w io.Writer) error {
	c, err := net.Dial(ctx, inv.Host(), inv.Addrs())
	if err != nil {
		return err
	}
	defer c.Abort()
	defer context.AfterFunc(ctx, c.Abort)()
	ours := wire.Hello{Version: wire.Version, Role: wire.Watcher, Seat: wire.NoSeat, Terms: inv.Terms()}
	if _, err := io.ReadFull(Config{}.withDefaults().Rand, ours.Nonce[:]); err != nil {
		return err
	}
	if err := link.Introduce(c, ours, inv.Secret().LinkKey(), net.Key(), inv.Host()); err != nil {
		return err
	}
	c.SetReadDeadline(time.Time{})
	go keepAlive(ctx, c)
	_, err = io.Copy(w, c)
	return err
}

// keepAlive pings for a watcher, which has nothing else to say.
func keepAlive(ctx context.Context, c transport.Conn) {
	tick := time.NewTicker(link.IdlePing)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			c.SetWriteDeadline(time.Now().Add(link.WriteTime))
			if wire.Write(c, wire.Frame{Kind: wire.KindPing}) != nil {
				return
			}
		}
	}
}
