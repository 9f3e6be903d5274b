package relay

import (
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// STUN (RFC 8489).
const (
	stunHeader      = 20
	stunRequest     = 0x0001 // Binding
	stunSuccess     = 0x0101
	stunCookie      = 0x2112a442
	stunXorMapped   = 0x0020
	stunMayIgnore   = 0x8000 // attribute types from here on
	stunMaxRequest  = 548    // bytes of the smallest path that carries anything
	stunFamilyIPv4  = 1
	stunFamilyIPv6  = 2
	stunManySources = 4096
)

// Paces of STUN requests: an answer goes wherever a request claims to come from.
var (
	stunOf  = admission.Pace{Burst: 32, PerSecond: 4} // one source
	stunAll = admission.Pace{Burst: 400, PerSecond: 200}
)

// stunPaces records who has asked how often.
type stunPaces struct {
	sources *admission.Paces
	all     admission.Meter
}

func newSTUNPaces() *stunPaces {
	return &stunPaces{sources: admission.NewPaces(stunOf, stunManySources)}
}

// admit reports whether a source may be answered once more.
func (s *stunPaces) admit(source string, now time.Time) bool {
	return s.sources.Spend(source, now) && s.all.Spend(stunAll, now)
}

// ServeSTUN answers the binding requests that come to c, until it is closed: it shows programs the
// address that their router gives them.
func (r *Relay) ServeSTUN(c net.PacketConn) error {
	buf := make([]byte, stunMaxRequest+1)
	paces := newSTUNPaces()
	for {
		n, from, err := c.ReadFrom(buf)
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			time.Sleep(10 * time.Millisecond) // such as what a router says of an answer
			continue
		}
		at, err := netip.ParseAddrPort(from.String())
		if err != nil {
			continue
		}
		at = netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port())
		answer := answerSTUN(buf[:n], at)
		if answer == nil || !paces.admit(webnet.SourceOf(at.Addr()), time.Now()) {
			continue
		}
		c.WriteTo(answer, from)
		r.mu.Lock()
		r.figures.Answered++
		r.mu.Unlock()
	}
}

// answerSTUN returns the answer to a request from an address; nil for what is not a binding request, or asks
// for more.
func answerSTUN(request []byte, from netip.AddrPort) []byte {
	if len(request) < stunHeader || len(request) > stunMaxRequest ||
		binary.BigEndian.Uint16(request) != stunRequest ||
		int(binary.BigEndian.Uint16(request[2:])) != len(request)-stunHeader ||
		binary.BigEndian.Uint32(request[4:]) != stunCookie {
		return nil
	}
	for rest := request[stunHeader:]; len(rest) > 0; {
		if len(rest) < 4 || binary.BigEndian.Uint16(rest) < stunMayIgnore {
			return nil
		}
		size := (4 + int(binary.BigEndian.Uint16(rest[2:])) + 3) &^ 3
		if size > len(rest) {
			return nil
		}
		rest = rest[size:]
	}
	ip, family := from.Addr().AsSlice(), uint16(stunFamilyIPv6)
	if from.Addr().Is4() {
		family = stunFamilyIPv4
	}
	for i := range ip {
		ip[i] ^= request[4+i] // the cookie, then the transaction
	}
	out := binary.BigEndian.AppendUint16(nil, stunSuccess)
	out = binary.BigEndian.AppendUint16(out, uint16(8+len(ip)))
	out = append(out, request[4:stunHeader]...)
	out = binary.BigEndian.AppendUint16(out, stunXorMapped)
	out = binary.BigEndian.AppendUint16(out, uint16(4+len(ip)))
	out = binary.BigEndian.AppendUint16(out, family)
	out = binary.BigEndian.AppendUint16(out, from.Port()^stunCookie>>16)
	return append(out, ip...)
}
