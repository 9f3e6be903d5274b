package rtc

import (
	"bytes"
	"encoding/base64"
	"net/netip"
	"strings"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

const (
	// MaxCandidates is the number of candidates a description holds.
	MaxCandidates = 6
	// MaxPacked is the maximum number of bytes a packed description has.
	MaxPacked = 240

	minUfrag, minPassword = 4, 22 // characters, RFC 8839
	maxSecret             = 64    // characters of either
)

// Description is how one end describes itself: an offer, or the answer to one.
type Description struct {
	Fingerprint     [32]byte // SHA-256 of the certificate that its DTLS will show
	Ufrag, Password string   // of its ICE: letters, digits, "+" and "/"
	Candidates      []Candidate
}

// Candidate is a UDP port at which an end may be reached: of an IP address, or of the random name of
// a computer in the same network, behind which browsers hide its address (mDNS).
type Candidate struct {
	Name [16]byte // the UUID before ".local", if IP is not valid
	IP   netip.Addr
	Port uint16
	// Reflexive: a STUN server has seen this address; the end itself is behind a router.
	Reflexive bool
}

// ErrDescription means that bytes or text don't describe an end of a connection.
var ErrDescription = coded.Errorf("rtc.description", "not the offer or answer of a browser")

// The kinds of candidates, in the order of their worth.
const (
	kindName = iota
	kindIP4
	kindIP6
	kindReflexive4
	kindReflexive6
)

func (c Candidate) kind() uint8 {
	switch {
	case !c.IP.IsValid():
		return kindName
	case c.IP.Is4() && c.Reflexive:
		return kindReflexive4
	case c.IP.Is4():
		return kindIP4
	case c.Reflexive:
		return kindReflexive6
	}
	return kindIP6
}

// host returns the candidate's address as bytes.
func (c Candidate) host() []byte {
	if !c.IP.IsValid() {
		return c.Name[:]
	}
	return c.IP.AsSlice()
}

// Pack returns the description as bytes:
//
//	fingerprint[32] || packed ufrag || packed password ||
//	u8 n || n candidates: u8 kind || name[16], IPv4[4] or IPv6[16] || u16 port
//
// A packed text is u8 characters, then 6 bits for each, as in base64 without padding.
func (d Description) Pack() []byte {
	b := cryptobyte.NewBuilder(d.Fingerprint[:])
	for _, text := range []string{d.Ufrag, d.Password} {
		b.AddUint8(uint8(len(text)))
		b.AddBytes(packText(text))
	}
	b.AddUint8(uint8(len(d.Candidates)))
	for _, c := range d.Candidates {
		b.AddUint8(c.kind())
		b.AddBytes(c.host())
		b.AddUint16(c.Port)
	}
	return b.BytesOrPanic()
}

// Unpack reads what Pack wrote, and nothing else: trailing bytes are an error, and so is any other
// encoding of the same description.
func Unpack(packed []byte) (d Description, err error) {
	s := cryptobyte.String(packed)
	ok := len(packed) <= MaxPacked && s.CopyBytes(d.Fingerprint[:]) && unpackText(&s, &d.Ufrag) && unpackText(&s, &d.Password)
	var count uint8
	ok = ok && s.ReadUint8(&count)
	for range count {
		var c Candidate
		if ok = ok && c.read(&s); !ok {
			break
		}
		d.Candidates = append(d.Candidates, c)
	}
	if !ok || !s.Empty() || !d.valid() || !bytes.Equal(d.Pack(), packed) {
		return Description{}, ErrDescription
	}
	return d, nil
}

func (c *Candidate) read(s *cryptobyte.String) bool {
	var kind uint8
	if !s.ReadUint8(&kind) {
		return false
	}
	host := make([]byte, 16)
	switch kind {
	case kindIP4, kindReflexive4:
		host = host[:4]
	case kindName, kindIP6, kindReflexive6:
	default:
		return false
	}
	if !s.CopyBytes(host) || !s.ReadUint16(&c.Port) {
		return false
	}
	if kind == kindName {
		c.Name = [16]byte(host)
		return true
	}
	c.IP, _ = netip.AddrFromSlice(host)
	c.Reflexive = kind >= kindReflexive4
	return true
}

// valid reports whether an end could have said this.
func (d Description) valid() bool {
	for _, c := range d.Candidates {
		if c.Port == 0 || c.IP.IsValid() && (c.IP.IsUnspecified() || c.IP.Is4In6()) {
			return false
		}
	}
	return len(d.Candidates) <= MaxCandidates && isSecret(d.Ufrag, minUfrag) && isSecret(d.Password, minPassword)
}

// isSecret reports whether a text is an ICE user fragment or password.
func isSecret(text string, least int) bool {
	return len(text) >= least && len(text) <= maxSecret && strings.Trim(text, alphabet) == ""
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// whole pads a text with zero characters to whole bytes.
func whole(text string) string { return text + strings.Repeat("A", -len(text)&3) }

func packText(text string) []byte {
	packed, _ := base64.StdEncoding.DecodeString(whole(text)) // of the alphabet, which is checked
	return packed[:(len(text)*6+7)/8]
}

func unpackText(s *cryptobyte.String, text *string) bool {
	var count uint8
	var packed []byte
	if !s.ReadUint8(&count) || !s.ReadBytes(&packed, (int(count)*6+7)/8) {
		return false
	}
	packed = append(bytes.Clone(packed), 0, 0, 0)
	*text = base64.RawStdEncoding.EncodeToString(packed)[:count]
	return true
}
