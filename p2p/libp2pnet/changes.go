package libp2pnet

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	manet "github.com/multiformats/go-multiaddr/net"
	"github.com/quic-go/quic-go"
)

const (
	lookAround = time.Second / 2
	asleep     = 30 * time.Second // how far the wall clock is ahead of the program's own
)

// watchNetwork watches this machine's addresses. Connections from an address that is gone, and
// all where the machine has slept, are dead, and nobody would say so for half a minute:
// they are closed, so that the sessions make new ones at once.
func (h *Host) watchNetwork(ctx context.Context) {
	tick := time.NewTicker(lookAround)
	defer tick.Stop()
	before, last, unanswered := interfaceAddrs(), time.Now(), unanswered{}
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			after := interfaceAddrs()
			// Round drops the program's own clock, which stops while the machine sleeps.
			slept := now.Round(0).Sub(last.Round(0))-now.Sub(last) > asleep
			h.closeDead(gone(before, after), slept)
			before, last = after, now
			if unanswered.closeDead(h.host.Network().Conns(), now) {
				h.relays.check()
			}
			h.leaveRelays()
		}
	}
}

// unansweredTime is the time a straight connection over QUIC that carries a link may leave packets
// unanswered, or twelve times what answers take: each is sent again several times by then. Such a
// connection has an end at an address that a router has given up, perhaps.
const unansweredTime = 3 * time.Second

// maxAcks is the number of packets that may follow the last one received without being answered: nobody acknowledges an
// acknowledgement. Anything else that is not answered is sent again, and is soon more.
const maxAcks = 2

// unanswered is since when connections leave packets unanswered.
type unanswered map[network.Conn]answers

type answers struct {
	sent, received uint64    // packets
	since          time.Time // all before this are answered
}

// closeDead closes connections that have left packets unanswered for too long. Their own time-out is thirty seconds.
func (u unanswered) closeDead(conns []network.Conn, now time.Time) (closed bool) {
	for c := range u {
		if !slices.Contains(conns, c) {
			delete(u, c)
		}
	}
	for _, c := range conns {
		var q *quic.Conn
		if throughRelay(c.RemoteMultiaddr()) || !carriesLink(c) || !c.As(&q) {
			continue
		}
		old, stats := u[c], q.ConnectionStats()
		switch {
		case old.since.IsZero(), stats.PacketsReceived != old.received:
			u[c] = answers{stats.PacketsSent, stats.PacketsReceived, now}
		case stats.PacketsSent <= old.sent+maxAcks:
			u[c] = answers{old.sent, old.received, now}
		case now.Sub(old.since) >= max(unansweredTime, 12*stats.SmoothedRTT):
			c.Close()
			closed = true
		}
	}
	return closed
}

// interfaceAddrs are this machine's addresses; nil if they are not known.
func interfaceAddrs() map[netip.Addr]bool {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	addrs := map[netip.Addr]bool{}
	addAddrs(addrs, list)
	return addrs
}

// liveAddrs returns the addresses of this machine on interfaces that are connected.
func liveAddrs() map[netip.Addr]bool {
	live := map[netip.Addr]bool{}
	all, err := net.Interfaces()
	if err != nil {
		return live
	}
	for _, i := range all {
		list, err := i.Addrs()
		if err != nil || i.Flags&net.FlagRunning == 0 {
			continue
		}
		addAddrs(live, list)
	}
	return live
}

func addAddrs(addrs map[netip.Addr]bool, list []net.Addr) {
	for _, a := range list {
		if subnet, ok := a.(*net.IPNet); ok {
			if ip, ok := netip.AddrFromSlice(subnet.IP); ok {
				addrs[ip.Unmap()] = true
			}
		}
	}
}

// gone returns the addresses that have disappeared.
func gone(before, after map[netip.Addr]bool) map[netip.Addr]bool {
	lost := map[netip.Addr]bool{}
	for ip := range before {
		if !after[ip] && after != nil {
			lost[ip] = true
		}
	}
	return lost
}

// closeDead closes the connections from addresses that are gone, and those over QUIC, which don't know
// their local address.
func (h *Host) closeDead(lost map[netip.Addr]bool, slept bool) {
	if len(lost) == 0 && !slept {
		return
	}
	for _, c := range h.host.Network().Conns() {
		if slept || fromLost(c, lost) {
			c.Close()
		}
	}
}

func fromLost(c network.Conn, lost map[netip.Addr]bool) bool {
	if throughRelay(c.LocalMultiaddr()) || throughRelay(c.RemoteMultiaddr()) {
		return false // it goes with the connection to the relay
	}
	ip, err := manet.ToIP(c.LocalMultiaddr())
	if err != nil {
		return false
	}
	addr, ok := netip.AddrFromSlice(ip)
	return ok && (addr.IsUnspecified() || lost[addr.Unmap()])
}
