package webnet

import (
	"context"
	"net"
	"net/url"
	"strconv"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

var errNoSTUN = coded.Errorf("webnet.no-stun", "it does not answer STUN")

// STUN returns the URL at which a relay answers STUN, such as "stun:relay.example.org:4002". way is
// an address that leads through it; "" means this program's own relay.
func (h *Host) STUN(ctx context.Context, way transport.Addr) (url string, err error) {
	if way == "" {
		way = h.placeNow()
	}
	r, ok := invite.ParseRoute(way)
	if !ok {
		return "", unreached(errNoAddress)
	}
	at, err := h.callRelay(ctx, r)
	if err != nil {
		return "", err
	}
	at.Close()
	if at.stun == "" {
		return "", atRelay(errNoSTUN)
	}
	return at.stun, nil
}

// stunURL returns where the program at a WebSocket's address answers STUN.
func stunURL(addr transport.Addr, port uint16) string {
	at, _ := WebSocketURL(addr)
	u, err := url.Parse(at)
	if err != nil || u.Hostname() == "" || port == 0 {
		return ""
	}
	return "stun:" + net.JoinHostPort(u.Hostname(), strconv.Itoa(int(port)))
}
