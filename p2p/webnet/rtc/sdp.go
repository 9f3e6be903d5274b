package rtc

import (
	"encoding/hex"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// maxSDP is the maximum number of bytes of SDP that are read.
const maxSDP = 64 << 10

// ParseSDP reads a browser's local description of a connection that has only data channels. It
// keeps the first MaxCandidates candidates of the best kinds.
func ParseSDP(sdp string) (d Description, err error) {
	if len(sdp) > maxSDP {
		return d, ErrDescription
	}
	found := false
	for line := range strings.Lines(sdp) {
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		switch name {
		case "a=ice-ufrag":
			d.Ufrag = value
		case "a=ice-pwd":
			d.Password = value
		case "a=fingerprint":
			raw, err := hex.DecodeString(strings.ReplaceAll(strings.TrimPrefix(strings.ToLower(value), "sha-256 "), ":", ""))
			if found = err == nil && len(raw) == len(d.Fingerprint); found {
				d.Fingerprint = [32]byte(raw)
			}
		case "a=candidate":
			if c, ok := parseCandidate(value); ok && !slices.Contains(d.Candidates, c) {
				d.Candidates = append(d.Candidates, c)
			}
		}
	}
	slices.SortStableFunc(d.Candidates, func(a, b Candidate) int { return int(a.kind()) - int(b.kind()) })
	d.Candidates = spread(d.Candidates)
	if !found || !d.valid() {
		return Description{}, ErrDescription
	}
	return d, nil
}

// spread keeps MaxCandidates at most, of each kind some.
func spread(all []Candidate) (out []Candidate) {
	for len(all) > MaxCandidates {
		most := slices.MaxFunc(all, func(a, b Candidate) int { return count(all, a.kind()) - count(all, b.kind()) }).kind()
		last := len(all) - 1
		for all[last].kind() != most {
			last--
		}
		all = slices.Delete(all, last, last+1)
	}
	return all
}

func count(all []Candidate, kind uint8) (n int) {
	for _, c := range all {
		if c.kind() == kind {
			n++
		}
	}
	return n
}

// parseCandidate reads a candidate-attribute (RFC 8839, section 5.1) over UDP.
func parseCandidate(text string) (c Candidate, ok bool) {
	fields := strings.Fields(text)
	if len(fields) < 8 || fields[1] != "1" || !strings.EqualFold(fields[2], "udp") || fields[6] != "typ" {
		return c, false
	}
	port, err := strconv.ParseUint(fields[5], 10, 16)
	if err != nil || port == 0 || fields[7] != "host" && fields[7] != "srflx" {
		return c, false
	}
	c.Port, c.Reflexive = uint16(port), fields[7] == "srflx"
	if name, ok := strings.CutSuffix(fields[4], ".local"); ok {
		raw, err := hex.DecodeString(strings.ReplaceAll(name, "-", ""))
		if err != nil || len(raw) != len(c.Name) || uuid([16]byte(raw)) != strings.ToLower(name) || c.Reflexive {
			return c, false
		}
		c.Name = [16]byte(raw)
		return c, true
	}
	ip, err := netip.ParseAddr(fields[4])
	if err != nil || ip.Zone() != "" || ip.IsUnspecified() || ip.Is4In6() {
		return c, false
	}
	c.IP = ip
	return c, true
}

func uuid(name [16]byte) string {
	text := hex.EncodeToString(name[:])
	return strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-")
}

// Kind identifies a description as an offer or an answer.
type Kind string

// The kinds of descriptions, as RTCPeerConnection calls them.
const (
	IsOffer  Kind = "offer"
	IsAnswer Kind = "answer"
)

// SDP returns the description for the other end's browser, as the kind that it is.
func (d Description) SDP(kind Kind) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\r\n", args...) }
	line("v=0")
	line("o=- 1 1 IN IP4 0.0.0.0")
	line("s=-")
	line("t=0 0")
	line("a=group:BUNDLE 0")
	line("m=application 9 UDP/DTLS/SCTP webrtc-datachannel")
	line("c=IN IP4 0.0.0.0")
	for i, c := range d.Candidates {
		line("a=%s", c.attribute(i))
	}
	line("a=ice-ufrag:%s", d.Ufrag)
	line("a=ice-pwd:%s", d.Password)
	line("a=fingerprint:sha-256 %s", colons(d.Fingerprint))
	line("a=setup:%s", map[Kind]string{IsOffer: "actpass", IsAnswer: "active"}[kind])
	line("a=mid:0")
	line("a=sctp-port:5000")
	line("a=max-message-size:65536")
	return b.String()
}

// attribute returns the candidate as the i-th of a description.
func (c Candidate) attribute(i int) string {
	host, kind, preference := uuid(c.Name)+".local", "host", 126
	if c.IP.IsValid() {
		host = c.IP.String()
	}
	base := ""
	if c.Reflexive {
		kind, preference, base = "srflx", 100, " raddr 0.0.0.0 rport 0"
	}
	priority := preference<<24 | (0xffff-i)<<8 | 0xff // RFC 8445, section 5.1.2
	return fmt.Sprintf("candidate:%d 1 udp %d %s %d typ %s%s", i+1, priority, host, c.Port, kind, base)
}

func colons(fingerprint [32]byte) string {
	text := strings.ToUpper(hex.EncodeToString(fingerprint[:]))
	pairs := make([]string, 0, len(fingerprint))
	for pair := range slices.Chunk([]byte(text), 2) {
		pairs = append(pairs, string(pair))
	}
	return strings.Join(pairs, ":")
}
