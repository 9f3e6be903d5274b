package wire

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"golang.org/x/crypto/cryptobyte"
)

// PeerRecord says where a seat's program is.
type PeerRecord struct {
	Seat   engine.Seat
	Number uint64 // of two the higher counts
	Key    transport.Key
	Addrs  []transport.Addr
}

// Body encodes what is vouched for:
//
//	u8 seat, u64 number, key[32], u8 number of addresses, each u8-prefixed
func (w *PeerRecord) Body() []byte {
	b := cryptobyte.NewBuilder([]byte{byte(w.Seat)})
	b.AddUint64(w.Number)
	b.AddBytes(w.Key[:])
	b.AddUint8(uint8(len(w.Addrs)))
	for _, addr := range w.Addrs {
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(addr)) })
	}
	return b.BytesOrPanic()
}

const (
	VouchSize     = 64 // a signature
	minPeerRecord = 1 + 8 + 32 + 1 + VouchSize
	maxPeerRecord = minPeerRecord + invite.MaxAddrs*(1+transport.MaxAddr)
)

// ParsePeerRecord decodes a body with the signature behind it.
func ParsePeerRecord(raw []byte) (w PeerRecord, body, signature []byte, err error) {
	s := cryptobyte.String(raw)
	var count uint8
	ok := s.ReadUint8((*uint8)(&w.Seat)) && s.ReadUint64(&w.Number) && s.CopyBytes(w.Key[:]) && s.ReadUint8(&count) && count <= invite.MaxAddrs
	for range count {
		var addr cryptobyte.String
		ok = ok && s.ReadUint8LengthPrefixed(&addr)
		w.Addrs = append(w.Addrs, transport.Addr(addr))
	}
	if !ok || len(s) != VouchSize || w.Seat >= engine.MaxSeats || w.Key.IsZero() {
		return w, nil, nil, ErrMalformed
	}
	return w, raw[:len(raw)-VouchSize], s, nil
}
