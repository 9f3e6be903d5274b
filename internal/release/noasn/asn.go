// Package asnutil takes the place of libp2p's in releases. That one holds a table of 1.6 MB of which
// network each IPv6 address belongs to, for a relay's limit of guests from one network. Relays of
// this project have no such limit (p2p/libp2pnet: it equals the limit of all guests).
package asnutil

import "net"

// AsnForIPv6 gives 0: the network of an address is not known.
func AsnForIPv6(net.IP) uint32 { return 0 }
