package p2p

import (
	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// linkMeta holds what a program must keep about a match's links.
type linkMeta struct {
	secret.Hidden
	role    wire.Role
	seat    engine.Seat   // our own
	seats   int           // of the match; for a spectator, the most that there can be
	key     transport.Key // our own
	secret  [32]byte      // a secret of package invite, by the role
	terms   transcript.Hash
	net     []byte // transport.Transport.Keep
	numbers uint64 // links have been numbered up to here at most
	peers   []peerMeta
}

// peerMeta is a peer that this program links to: the host, or one that has joined.
type peerMeta struct {
	seat  engine.Seat
	key   transport.Key
	addrs []transport.Addr // the last that are known

	met    bool     // there was a link to it
	secret [32]byte // of its seat and ours, for links between guests; zero until everybody has joined
}

const (
	linkMetaVersion = 4
	maxPeers        = 8
)

// linkKey returns the key of the proofs of a link with a guest or watcher, by what its Hello
// says. nil: there is no such seat.
func (f *linkMeta) linkKey(h wire.Hello, computers transcript.Computers) []byte {
	switch {
	case f.role == wire.Guest: // and the other the host
		return invite.Secret(f.secret).LinkKey()
	case f.role == wire.Watcher:
		return invite.WatchSecret(f.secret).LinkKey()
	case h.Role == wire.Watcher:
		return invite.HostSecret(f.secret).Watch().LinkKey()
	case h.Seat == f.seat || int(h.Seat) >= f.seats:
		return nil
	}
	return f.seatSecret(h.Seat, computers).LinkKey()
}

// seatSecret returns the secret with which a host lets somebody take a seat: its invite's, or if a guest's
// computer plays it, the guest's.
func (f *linkMeta) seatSecret(seat engine.Seat, computers transcript.Computers) invite.Secret {
	if player, ok := computers[seat]; ok && player != f.seat {
		seat = player
	}
	return invite.HostSecret(f.secret).Seat(seat)
}

// marshal encodes it for the private file:
//
//	u8 version, u8 role, u8 seat, u8 seats, key[32], secret[32], Terms hash[32], u16-prefixed transport,
//	u64 link numbers, u8 number of peers, for each: u8 seat, key[32],
//	u16-prefixed list of u8-prefixed addresses, u8 met, secret[32]
func (f *linkMeta) marshal() []byte {
	room := make([]byte, 0, 1024) // at once, as it is asked for at every change
	b := cryptobyte.NewBuilder(append(room, linkMetaVersion, byte(f.role), byte(f.seat), byte(f.seats)))
	b.AddBytes(f.key[:])
	b.AddBytes(f.secret[:])
	b.AddBytes(f.terms[:])
	b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(f.net) })
	b.AddUint64(f.numbers)
	b.AddUint8(uint8(len(f.peers)))
	for _, p := range f.peers {
		b.AddUint8(uint8(p.seat))
		b.AddBytes(p.key[:])
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, addr := range p.addrs {
				b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(addr)) })
			}
		})
		met := uint8(0)
		if p.met {
			met = 1
		}
		b.AddUint8(met)
		b.AddBytes(p.secret[:])
	}
	return b.BytesOrPanic()
}

// errLinkMeta says no more than it must: the bytes are secret.
var errLinkMeta = coded.Errorf("p2p.no-facts", "the private file holds nothing about this match's link: was it altered, or made by another program?")

func parseLinkMeta(raw []byte) (*linkMeta, error) {
	f := &linkMeta{}
	s := cryptobyte.String(raw)
	var version, who, seats, count uint8
	var network cryptobyte.String
	if !s.ReadUint8(&version) || version != linkMetaVersion || !s.ReadUint8(&who) || who > uint8(wire.Watcher) ||
		!s.ReadUint8((*uint8)(&f.seat)) || !s.ReadUint8(&seats) || !s.CopyBytes(f.key[:]) || !s.CopyBytes(f.secret[:]) || !s.CopyBytes(f.terms[:]) ||
		!s.ReadUint16LengthPrefixed(&network) || !s.ReadUint64(&f.numbers) || !s.ReadUint8(&count) || count > maxPeers {
		return nil, errLinkMeta
	}
	f.role, f.seats, f.net = wire.Role(who), int(seats), network
	for range count {
		var p peerMeta
		var list cryptobyte.String
		if !s.ReadUint8((*uint8)(&p.seat)) || !s.CopyBytes(p.key[:]) || !s.ReadUint16LengthPrefixed(&list) {
			return nil, errLinkMeta
		}
		for !list.Empty() {
			var addr cryptobyte.String
			if !list.ReadUint8LengthPrefixed(&addr) {
				return nil, errLinkMeta
			}
			p.addrs = append(p.addrs, transport.Addr(addr))
		}
		var met uint8
		if !s.ReadUint8(&met) || met > 1 || !s.CopyBytes(p.secret[:]) {
			return nil, errLinkMeta
		}
		p.met = met == 1
		f.peers = append(f.peers, p)
	}
	if !s.Empty() || f.seat >= engine.MaxSeats && f.seat != wire.NoSeat || f.seats > engine.MaxSeats {
		return nil, errLinkMeta
	}
	return f, nil
}
