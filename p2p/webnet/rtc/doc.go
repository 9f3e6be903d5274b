// Package rtc packs what two ends of a WebRTC connection must know of each other before it exists
// (ICE, RFC 8445; JSEP, RFC 9429): 100 bytes instead of a kilobyte of SDP. An offer travels inside an
// invite, as an address; its answer inside a reply. docs/wire.md, section 19, has the bytes.
//
//	offer, err := rtc.ParseSDP(pc.localDescription.sdp)
//	addr := rtc.Addr(offer.Pack())
//
// What is packed proves nothing about who made it: the links that run over the connection do.
package rtc
