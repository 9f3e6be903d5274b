package libp2pnet

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"io"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"
	manet "github.com/multiformats/go-multiaddr/net"
)

// probeProtocol asks a relay to probe the asker's own address, from ports that it has
// not used before, to learn whether strangers get through.
const probeProtocol protocol.ID = "/darkjunqi/knock/1"

const probeTime = 3 * time.Second

// probe answers:
//
//	-> u16 port
//	<- u8: 1 if TCP got through, plus 2 if QUIC did
//
// Only peers that have shown a pass are answered, and only their own address is probed, so
// nobody else can be made a target.
func (r *Relay) probe(s network.Stream) {
	defer s.Close()
	s.SetDeadline(time.Now().Add(3 * probeTime))
	r.mu.Lock()
	known := r.admitted[s.Conn().RemotePeer()] != nil
	r.mu.Unlock()
	ip, err := manet.ToIP(s.Conn().RemoteMultiaddr())
	var port [2]byte
	if _, readErr := io.ReadFull(s, port[:]); !known || err != nil || readErr != nil {
		s.Reset()
		return
	}
	s.Write([]byte{probePort(net.JoinHostPort(ip.String(), strconv.Itoa(int(binary.BigEndian.Uint16(port[:])))))})
}

func probePort(address string) (through byte) {
	var both sync.WaitGroup
	var byTCP, byQUIC byte
	both.Go(func() {
		if c, err := net.DialTimeout("tcp", address, probeTime); err == nil {
			c.Close()
			byTCP = 1
		}
	})
	both.Go(func() {
		if probeQUIC(address) {
			byQUIC = 2
		}
	})
	both.Wait()
	return byTCP | byQUIC
}

// probeQUIC sends packets of a version of QUIC that nobody speaks: whoever listens answers
// with those that it does (RFC 9000, section 6.1).
func probeQUIC(address string) bool {
	c, err := net.Dial("udp", address)
	if err != nil {
		return false
	}
	defer c.Close()
	const version = 0x1a2a3a4a // reserved for this (section 15)
	packet := make([]byte, 1200)
	rand.Read(packet)
	packet[0] |= 0xc0
	binary.BigEndian.PutUint32(packet[1:], version)
	packet[5], packet[14] = 8, 8 // the lengths of two connection IDs
	answer := make([]byte, 1500)
	for range 3 {
		if _, err := c.Write(packet); err != nil {
			return false
		}
		c.SetReadDeadline(time.Now().Add(probeTime / 3))
		n, err := c.Read(answer)
		if err == nil && n > 7 && binary.BigEndian.Uint32(answer[1:]) == 0 {
			return true
		}
	}
	return false
}

// askForProbe asks a relay that has admitted this program.
func (h *Host) askForProbe(ctx context.Context, f relayRoute, port uint16) (byTCP, byQUIC bool, err error) {
	s, err := h.host.NewStream(ctx, f.relay.ID, probeProtocol)
	if err != nil {
		return false, false, atRelay(err)
	}
	defer s.Close()
	s.SetDeadline(time.Now().Add(4 * probeTime))
	if _, err := s.Write(binary.BigEndian.AppendUint16(nil, port)); err != nil {
		return false, false, atRelay(err)
	}
	var through [1]byte
	if _, err := io.ReadFull(s, through[:]); err != nil {
		return false, false, atRelay(err)
	}
	return through[0]&1 != 0, through[0]&2 != 0, nil
}
