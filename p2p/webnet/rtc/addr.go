package rtc

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// prefix is the multiaddr code of webrtc, 281.
const prefix = "\x99\x02"

// Addr returns an offer as an address of an invite: /webrtc, then the packed offer. Without an offer it says
// that the program can be reached by WebRTC, once the two ends have told each other how.
func Addr(offer []byte) transport.Addr { return prefix + transport.Addr(offer) }

// Offer returns the packed offer in an address of Addr; ok is false if it is another transport's.
func Offer(addr transport.Addr) (offer []byte, ok bool) {
	text, ok := strings.CutPrefix(string(addr), prefix)
	if !ok || len(text) > MaxPacked {
		return nil, false
	}
	return []byte(text), true
}
