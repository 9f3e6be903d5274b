package libp2pnet

import (
	"context"
	"crypto/sha512"
	"encoding/base32"
	"net"
	"strings"
	"time"

	"github.com/multiformats/go-multiaddr"
	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/net/ipv4"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Programs on one network find each other by mDNS (RFC 6762): a program that knows a host's key
// queries a name hashed from it, and the host answers with its port. The network learns only
// that somebody plays. Whatever answers must prove itself on a link like any other peer.

const (
	mdnsPort      = 5353
	mdnsTime      = 500 * time.Millisecond // for an answer
	mdnsRate      = 20                     // answers a second
	maxMDNS       = 4                      // answers that are taken
	maxInterfaces = 8
	mdnsTTL       = 10 // seconds
	maxDatagram   = 1500
)

var mdnsGroup = &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: mdnsPort}

// mdnsName returns the name that the holder of a key answers to.
func mdnsName(key transport.Key) dnsmessage.Name {
	sum := sha512.Sum512_256(append([]byte("darkjunqi/v1/mdns"), key[:]...))
	label := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:20]))
	return dnsmessage.MustNewName(label + "._darkjunqi._udp.local.")
}

// mdnsResponder answers queries for this program.
type mdnsResponder struct{ conns []*net.UDPConn }

// answerMDNS starts to answer for a key with a port, on all interfaces that can carry it.
func answerMDNS(key transport.Key, port uint16) *mdnsResponder {
	n := &mdnsResponder{}
	for _, i := range mdnsInterfaces() {
		if c, err := net.ListenMulticastUDP("udp4", &i, mdnsGroup); err == nil {
			n.conns = append(n.conns, c)
			go answer(c, mdnsName(key), port)
		}
	}
	return n
}

// mdnsInterfaces returns the machine's interfaces that lead to a network of neighbours.
func mdnsInterfaces() (list []net.Interface) {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	const wanted = net.FlagUp | net.FlagMulticast
	for _, i := range all {
		if i.Flags&wanted == wanted && i.Flags&net.FlagLoopback == 0 && len(list) < maxInterfaces {
			list = append(list, i)
		}
	}
	return list
}

func (n *mdnsResponder) close() {
	if n == nil {
		return
	}
	for _, c := range n.conns {
		c.Close()
	}
}

// answer answers questions for a name until c is closed, and so many in a second.
func answer(c *net.UDPConn, name dnsmessage.Name, port uint16) {
	packet := make([]byte, maxDatagram)
	var second time.Time
	given := 0
	for {
		size, from, err := c.ReadFromUDPAddrPort(packet)
		if err != nil {
			return
		}
		if now := time.Now(); now.Sub(second) > time.Second {
			second, given = now, 0
		}
		id, asked := asksFor(packet[:size], name)
		if !asked || given >= mdnsRate || !isNear(from.Addr().Unmap().AsSlice()) {
			continue
		}
		given++
		if reply, err := mdnsReply(id, name, port); err == nil {
			c.WriteToUDPAddrPort(reply, from)
		}
	}
}

// asksFor reports whether a packet asks for the service of a name.
func asksFor(packet []byte, name dnsmessage.Name) (id uint16, asked bool) {
	var p dnsmessage.Parser
	head, err := p.Start(packet)
	if err != nil || head.Response {
		return 0, false
	}
	question, err := p.Question()
	return head.ID, err == nil && question.Type == dnsmessage.TypeSRV && strings.EqualFold(question.Name.String(), name.String())
}

// mdnsReply answers a question asked from a port other than mDNS's (section 6.7).
func mdnsReply(id uint16, name dnsmessage.Name, port uint16) ([]byte, error) {
	m := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: id, Response: true, Authoritative: true},
		Questions: []dnsmessage.Question{{Name: name, Type: dnsmessage.TypeSRV, Class: dnsmessage.ClassINET}},
		Answers: []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: name, Type: dnsmessage.TypeSRV, Class: dnsmessage.ClassINET, TTL: mdnsTTL},
			Body:   &dnsmessage.SRVResource{Target: name, Port: port},
		}},
	}
	return m.Pack()
}

// askMDNS asks the network for the program with this key, and returns where it answers.
func askMDNS(ctx context.Context, key transport.Key) (found []multiaddr.Multiaddr) {
	c, err := net.ListenUDP("udp4", nil)
	if err != nil {
		return nil
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	name := mdnsName(key)
	query := dnsmessage.Message{Questions: []dnsmessage.Question{{Name: name, Type: dnsmessage.TypeSRV, Class: dnsmessage.ClassINET}}}
	packet, err := query.Pack()
	if err != nil {
		return nil
	}
	out := ipv4.NewPacketConn(c)
	for _, i := range mdnsInterfaces() {
		if out.SetMulticastInterface(&i) == nil {
			out.WriteTo(packet, nil, mdnsGroup)
		}
	}
	c.SetReadDeadline(time.Now().Add(mdnsTime))
	buffer := make([]byte, maxDatagram)
	for len(found) < 2*maxMDNS {
		size, from, err := c.ReadFromUDPAddrPort(buffer)
		if err != nil {
			break
		}
		port, ok := mdnsPortIn(buffer[:size], name)
		if !ok || !isNear(from.Addr().Unmap().AsSlice()) {
			continue
		}
		found = appendBoth(found, from.Addr().Unmap(), port)
		c.SetReadDeadline(time.Now().Add(mdnsTime / 10)) // others may have answered too
	}
	return found
}

// mdnsPortIn reads an answer for a name.
func mdnsPortIn(packet []byte, name dnsmessage.Name) (port uint16, ok bool) {
	var p dnsmessage.Parser
	head, err := p.Start(packet)
	if err != nil || !head.Response || p.SkipAllQuestions() != nil {
		return 0, false
	}
	answer, err := p.Answer()
	if err != nil || !strings.EqualFold(answer.Header.Name.String(), name.String()) {
		return 0, false
	}
	srv, ok := answer.Body.(*dnsmessage.SRVResource)
	if !ok {
		return 0, false
	}
	return srv.Port, srv.Port != 0
}
