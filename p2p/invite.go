package p2p

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha512"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/multiformats/go-multiaddr"
	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// invitePrefix starts every invite. Its digit is the version of the form.
const invitePrefix = "djq1"

const (
	maxInviteAddrs = 16
	maxAddrSize    = 255 // bytes of a binary multiaddr
	inviteChecksum = 4
	maxInviteText  = 8192 // characters, white space included
)

// InviteSecret is the one-time secret of an invite. Who knows it may take the
// free seat, once.
type InviteSecret [32]byte

// NewInviteSecret draws a secret.
func NewInviteSecret(rng io.Reader) (InviteSecret, error) {
	var s InviteSecret
	if _, err := io.ReadFull(rng, s[:]); err != nil {
		return s, fmt.Errorf("drawing an invite: %w", err)
	}
	return s, nil
}

// Key returns the Ed25519 key that signs the Join. Its public half stands in
// the Terms:
//
//	seed = HKDF-SHA-512(secret, no salt, "darkjunqi/v1/invite-key", 32)
func (s InviteSecret) Key() ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(s.derive("darkjunqi/v1/invite-key"))
}

// PublicKey returns the public half of Key.
func (s InviteSecret) PublicKey() ed25519.PublicKey { return s.Key().Public().(ed25519.PublicKey) }

// linkKey keys the proofs by which both ends of a link show that they know
// the invite.
func (s InviteSecret) linkKey() []byte { return s.derive("darkjunqi/v1/link-key") }

func (s InviteSecret) derive(label string) []byte {
	key, err := hkdf.Key(sha512.New, s[:], nil, label, 32)
	if err != nil {
		panic(err) // 32 bytes are within what HKDF can give
	}
	return key
}

// Format keeps the secret out of logs and errors.
func (s InviteSecret) Format(f fmt.State, _ rune) { io.WriteString(f, "[secret]") }

// LogValue keeps the secret out of logs.
func (s InviteSecret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// MarshalText keeps the secret out of encoders that would write its bytes.
func (s InviteSecret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

// Invite is what the host gives to the guest, out of band: where to find it,
// how to recognise it, which match it is, and the right to join.
type Invite struct {
	secret InviteSecret
	terms  transcript.Hash // of the Terms record
	host   peerKey
	addrs  []string // multiaddrs without the peer's name
}

// Errors about text that is no invite.
var (
	ErrNoInvite      = fmt.Errorf("not an invite: it starts with %s", invitePrefix)
	ErrInviteVersion = errors.New("an invite of another version of darkjunqi: both sides need the same")
	ErrInviteTyping  = errors.New("the invite is incomplete or mistyped: copy it once more as a whole")
)

var inviteEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// String returns the invite as text. It holds the secret: who reads it can
// take the seat.
//
//	"djq1", base32 (RFC 4648, lower case, no padding) of:
//	secret[32], hash of Terms[32], host's Ed25519 link key[32],
//	u8 number of addresses, for each: u8-prefixed binary multiaddr,
//	first 4 bytes of SHA-512/256 over "djq1" and all of the above
func (i *Invite) String() string {
	b := cryptobyte.NewBuilder(nil)
	b.AddBytes(i.secret[:])
	b.AddBytes(i.terms[:])
	b.AddBytes(i.host[:])
	b.AddUint8(uint8(len(i.addrs)))
	for _, addr := range i.addrs {
		m, err := multiaddr.NewMultiaddr(addr)
		if err != nil {
			b.SetError(err)
			continue
		}
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.Bytes()) })
	}
	payload := b.BytesOrPanic() // newInvite and ParseInvite take multiaddrs only
	sum := checksumInvite(payload)
	return invitePrefix + inviteEncoding.EncodeToString(append(payload, sum[:inviteChecksum]...))
}

func checksumInvite(payload []byte) [32]byte {
	return sha512.Sum512_256(append([]byte(invitePrefix), payload...))
}

// LogValue keeps the secret out of logs.
func (i *Invite) LogValue() slog.Value { return slog.StringValue("[invite]") }

// Terms returns the hash of the Terms record that the invite is for.
func (i *Invite) Terms() transcript.Hash { return i.terms }

// Key returns the key that signs the Join.
func (i *Invite) Key() ed25519.PrivateKey { return i.secret.Key() }

// newInvite keeps of the addresses as many as an invite can hold, in order.
func newInvite(secret InviteSecret, terms transcript.Hash, host peerKey, addrs []string) *Invite {
	i := &Invite{secret: secret, terms: terms, host: host}
	for _, addr := range addrs {
		m, err := multiaddr.NewMultiaddr(addr)
		if err != nil || len(m.Bytes()) > maxAddrSize || len(i.addrs) == maxInviteAddrs {
			continue
		}
		i.addrs = append(i.addrs, m.String())
	}
	return i
}

// ParseInvite reads an invite. White space anywhere in it (mail programs break
// long lines) and capitals are forgiven; nothing else is. The error is
// ErrNoInvite, ErrInviteVersion or ErrInviteTyping.
func ParseInvite(text string) (*Invite, error) {
	if len(text) > maxInviteText {
		return nil, ErrInviteTyping
	}
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	if !strings.HasPrefix(text, invitePrefix) {
		if family := invitePrefix[:3]; len(text) > 100 && strings.HasPrefix(text, family) && text[3] >= '2' && text[3] <= '9' {
			return nil, ErrInviteVersion
		}
		return nil, ErrNoInvite
	}
	raw, err := inviteEncoding.DecodeString(text[len(invitePrefix):])
	if err != nil || len(raw) < inviteChecksum {
		return nil, ErrInviteTyping
	}
	payload := raw[:len(raw)-inviteChecksum]
	sum := checksumInvite(payload)
	if !bytes.Equal(sum[:inviteChecksum], raw[len(payload):]) {
		return nil, ErrInviteTyping
	}
	i := &Invite{}
	s := cryptobyte.String(payload)
	var count uint8
	if !s.CopyBytes(i.secret[:]) || !s.CopyBytes(i.terms[:]) || !s.CopyBytes(i.host[:]) ||
		!s.ReadUint8(&count) || count > maxInviteAddrs {
		return nil, ErrInviteTyping
	}
	for range count {
		var addr cryptobyte.String
		if !s.ReadUint8LengthPrefixed(&addr) {
			return nil, ErrInviteTyping
		}
		m, err := multiaddr.NewMultiaddrBytes(addr)
		if err != nil || !bytes.Equal(m.Bytes(), addr) {
			return nil, ErrInviteTyping
		}
		i.addrs = append(i.addrs, m.String())
	}
	if !s.Empty() {
		return nil, ErrInviteTyping
	}
	// Unused bits of the last letter could give one invite two names.
	if i.String() != text {
		return nil, ErrInviteTyping
	}
	return i, nil
}
