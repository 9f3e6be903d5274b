package libp2pnet

import (
	"encoding/binary"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// kept holds what a host keeps besides its name, to be found again and to stay on the ways that it has taken:
//
//	u16 port, u8 flags, u8 number of the invite's ways, each u8-prefixed, and the text of the
//	invite to its own relay, or the reservation at another's, to the end
type kept struct {
	port        uint16
	flags       byte
	invited     []relayRoute
	relay       *invite.Relay  // its own; nil without one
	reservation transport.Addr // the one lent; "" for none
	lent        []relayRoute   // the way that it is; at most one
}

const (
	keptRelayOnly = 1 << iota // only a relay is used
	keptNoRelay               // no relay is wanted, and none that is lent
)

// Keep returns the identity, the port, and which relays are taken, as c.Kept takes it.
func (h *Host) Keep() []byte {
	var flags byte
	if h.relayOnly {
		flags |= keptRelayOnly
	}
	if h.noRelay {
		flags |= keptNoRelay
	}
	invited := h.chosen.ways()
	out := append(binary.BigEndian.AppendUint16(h.id[:len(h.id):len(h.id)], h.bound), flags, byte(len(invited)))
	for _, f := range invited {
		addr := f.addr()
		out = append(append(out, byte(len(addr))), addr...)
	}
	if h.relay != nil {
		return append(out, h.relay.String()...)
	}
	return append(out, h.usedReservation()...)
}

// parseKept reads what follows the name.
func parseKept(rest []byte) (k kept, ok bool) {
	s := cryptobyte.String(rest)
	var count uint8
	if !s.ReadUint16(&k.port) || !s.ReadUint8(&k.flags) || !s.ReadUint8(&count) || count > maxRelayRoutes {
		return k, false
	}
	for range count {
		var addr cryptobyte.String
		if !s.ReadUint8LengthPrefixed(&addr) {
			return k, false
		}
		f, ok := parseRelayRoute(transport.Addr(addr))
		if !ok {
			return k, false
		}
		k.invited = append(k.invited, f)
	}
	if s.Empty() {
		return k, true
	}
	if f, ok := parseRelayRoute(transport.Addr(s)); ok {
		k.reservation, k.lent = transport.Addr(s), []relayRoute{f}
		return k, true
	}
	relay, err := invite.ParseRelay(string(s))
	k.relay = relay
	return k, err == nil
}
