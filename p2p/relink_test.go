package p2p

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A guest that links again and again, under a new name each time, costs the host none of the other guests' patience.
func TestRelinksAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.all[amberSeat].mu.Lock()
		meta := m.all[amberSeat].meta
		m.all[amberSeat].mu.Unlock()
		m.leave(amberSeat)
		time.Sleep(time.Second)
		before := m.linkOf(blueSeat, 0)
		require.NotNil(t, before)
		from := m.net.Visitor(m.ids[amberSeat])
		for i := range 600 {
			func() {
				c, err := from.Dial(context.Background(), m.ids[0].Key(), []transport.Addr{"there"})
				require.NoError(t, err)
				defer c.Close()
				ours := wire.Hello{Version: wire.Version, Role: wire.Guest, Seat: engine.Amber, Terms: meta.terms, Nonce: [32]byte{byte(i)}}
				if err := link.Introduce(c, ours, invite.Secret(meta.secret).LinkKey(), m.ids[amberSeat].Key(), m.ids[0].Key()); err != nil {
					return // refused
				}
				_ = wire.Write(c, wire.NewName(engine.Amber, fmt.Sprint("n", i)))
			}()
			synctest.Wait()
		}
		require.Same(t, before, m.linkOf(blueSeat, 0))
		m.quit(0, blueSeat)
	})
}
