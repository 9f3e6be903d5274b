package p2p

import (
	"crypto/rand"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// late is a host that learns late where others listen.
type late struct {
	*pipenet.Host
	knows atomic.Bool
}

func (h *late) AddrsOf(transport.Key) []transport.Addr {
	if h.knows.Load() {
		return []transport.Addr{"where it says"}
	}
	return nil
}

// Where a peer listens may be heard of only after its link has begun. It is kept all the same.
func TestAddressesAreLearntLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newPrograms(t, Config{}, 2)
		h := &late{Host: m.at[blueSeat]}
		m.host(rules(t, testRules))
		inv, err := m.all[0].Invite(engine.Blue)
		require.NoError(t, err)
		guest, err := protocol.Join(m.all[0].replica.record(0), engine.Blue, inv.Key(), rand.Reader)
		require.NoError(t, err)
		blue, err := Join(h, Files(m.dirs[blueSeat]), inv, guest, m.cfg)
		require.NoError(t, err)
		m.all[blueSeat] = blue
		m.run(0)
		m.run(blueSeat)
		time.Sleep(time.Second)
		h.knows.Store(true)
		require.NotContains(t, blue.Snapshot().Peers[0].Addrs, transport.Addr("where it says"))
		require.NoError(t, blue.Place(m.layout(blueSeat)))
		require.Contains(t, blue.Snapshot().Peers[0].Addrs, transport.Addr("where it says"))
		m.quit(0, blueSeat)
	})
}
