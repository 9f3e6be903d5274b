package p2p

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/base32"
	"log/slog"
	"slices"
	"strings"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The first letters of every invite: to a seat, and to watch. The digit is the version of the form.
const (
	invitePrefix = "djq1"
	watchPrefix  = "djqw1"
)

const (
	maxInviteAddrs = 16
	inviteChecksum = 4
	maxInviteText  = 8192 // characters, white space included
)

// Invite is what the host gives to the guest of a seat, out of band: where to find it,
// how to recognise it, which match and seat it is, and the right to join.
type Invite struct {
	place
	seat   engine.Seat
	secret InviteSecret
}

// WatchInvite is what anybody may give to those who watch.
type WatchInvite struct {
	place
	secret WatchSecret
}

// place is where a match is played.
type place struct {
	terms transcript.Hash // of the Terms record
	host  transport.Key
	addrs []transport.Addr
}

// Terms returns the hash of the Terms record that the invite is for.
func (p *place) Terms() transcript.Hash { return p.terms }

// Host returns the link key of the host that the invite leads to: the same as in an
// earlier match if the host has wished to be recognised.
func (p *place) Host() transport.Key { return p.host }

// Addrs returns where the host could be reached when it made the invite.
func (p *place) Addrs() []transport.Addr { return slices.Clone(p.addrs) }

// Errors about text that is no invite.
var (
	ErrNoInvite      = coded.Errorf("p2p.no-invite", "not an invite: it starts with %s", invitePrefix)
	ErrInviteVersion = coded.Errorf("p2p.invite-version", "an invite of another version of darkjunqi: both sides need the same")
	ErrInviteTyping  = coded.Errorf("p2p.invite-typing", "the invite is incomplete or mistyped: copy it once more as a whole")
	ErrInviteToWatch = coded.Errorf("p2p.invite-to-watch", "this invite is for watching, not for a seat")
	ErrInviteToSit   = coded.Errorf("p2p.invite-to-sit", "this invite is for a seat, not for watching")
)

var inviteEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Seat returns the seat that the invite is for.
func (i *Invite) Seat() engine.Seat { return i.seat }

// Key returns the key that signs the Join.
func (i *Invite) Key() ed25519.PrivateKey { return i.secret.Key() }

// String returns the invite as text. It holds the secret: whoever reads it
// can take the seat.
//
//	"djq1", base32 (RFC 4648, lower case, no padding) of:
//	u8 seat, secret[32], hash of Terms[32], host's Ed25519 link key[32],
//	u8 number of addresses, each u8-prefixed,
//	first 4 bytes of SHA-512/256 over "djq1" and all of the above
func (i *Invite) String() string {
	b := cryptobyte.NewBuilder([]byte{byte(i.seat)})
	b.AddBytes(i.secret[:])
	i.place.add(b)
	return writeInvite(invitePrefix, b.BytesOrPanic())
}

// String returns the invite as text: "djqw1", and the rest as an Invite's without
// the seat.
func (w *WatchInvite) String() string {
	b := cryptobyte.NewBuilder(nil)
	b.AddBytes(w.secret[:])
	w.place.add(b)
	return writeInvite(watchPrefix, b.BytesOrPanic())
}

// LogValue keeps the secret out of logs.
func (i *Invite) LogValue() slog.Value { return slog.StringValue("[invite]") }

// LogValue keeps the secret out of logs.
func (w *WatchInvite) LogValue() slog.Value { return slog.StringValue("[invite]") }

func (p *place) add(b *cryptobyte.Builder) {
	b.AddBytes(p.terms[:])
	b.AddBytes(p.host[:])
	addAddrs(b, p.addrs)
}

func (p *place) read(s *cryptobyte.String) (ok bool) {
	if !s.CopyBytes(p.terms[:]) || !s.CopyBytes(p.host[:]) {
		return false
	}
	p.addrs, ok = readAddrs(s)
	return ok
}

func addAddrs(b *cryptobyte.Builder, addrs []transport.Addr) {
	b.AddUint8(uint8(len(addrs)))
	for _, addr := range addrs {
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(addr)) })
	}
}

// readAddrs reads the addresses, which are the end of an invite.
func readAddrs(s *cryptobyte.String) (addrs []transport.Addr, ok bool) {
	var count uint8
	if !s.ReadUint8(&count) || count > maxInviteAddrs {
		return nil, false
	}
	for range count {
		var addr cryptobyte.String
		if !s.ReadUint8LengthPrefixed(&addr) {
			return nil, false
		}
		addrs = append(addrs, transport.Addr(addr))
	}
	return addrs, s.Empty()
}

func writeInvite(prefix string, payload []byte) string {
	sum := checksumInvite(prefix, payload)
	return prefix + inviteEncoding.EncodeToString(append(payload, sum[:inviteChecksum]...))
}

func checksumInvite(prefix string, payload []byte) [32]byte {
	return sha512.Sum512_256(append([]byte(prefix), payload...))
}

// newPlace keeps of the addresses as many as an invite can hold, in order.
func newPlace(terms transcript.Hash, host transport.Key, addrs []transport.Addr) place {
	p := place{terms: terms, host: host}
	for _, addr := range addrs {
		if len(addr) <= transport.MaxAddr && len(p.addrs) < maxInviteAddrs {
			p.addrs = append(p.addrs, addr)
		}
	}
	return p
}

// ByHand reports whether the invite is to a match by letters: it names no place in any network.
func (i *Invite) ByHand() bool { return len(i.addrs) == 0 }

// ParseInvite reads an invite to a seat, as it was pasted: white space anywhere in it (mail
// programs break long lines), capitals, full-width characters, and words, quotes or a command
// around it are forgiven; nothing within it is. The error is
// ErrNoInvite, ErrInviteVersion, ErrInviteTyping, ErrInviteToWatch or ErrInviteToRelay.
func ParseInvite(text string) (*Invite, error) {
	text, err := inviteText(text)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.HasPrefix(text, watchPrefix):
		return nil, ErrInviteToWatch
	case strings.HasPrefix(text, relayPrefix):
		return nil, ErrInviteToRelay
	}
	payload, err := readInvite(invitePrefix, text)
	if err != nil {
		return nil, err
	}
	i := &Invite{}
	s := cryptobyte.String(payload)
	// Unused bits of the last letter could give one invite two names.
	if !s.ReadUint8((*uint8)(&i.seat)) || !s.CopyBytes(i.secret[:]) || !i.place.read(&s) || i.String() != text {
		return nil, ErrInviteTyping
	}
	return i, nil
}

// ParseWatchInvite reads an invite to watch, as ParseInvite does one to a seat. The
// error is ErrNoInvite, ErrInviteVersion, ErrInviteTyping, ErrInviteToSit or
// ErrInviteToRelay.
func ParseWatchInvite(text string) (*WatchInvite, error) {
	text, err := inviteText(text)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.HasPrefix(text, invitePrefix):
		return nil, ErrInviteToSit
	case strings.HasPrefix(text, relayPrefix):
		return nil, ErrInviteToRelay
	}
	payload, err := readInvite(watchPrefix, text)
	if err != nil {
		return nil, err
	}
	w := &WatchInvite{}
	s := cryptobyte.String(payload)
	if !s.CopyBytes(w.secret[:]) || !w.place.read(&s) || w.String() != text {
		return nil, ErrInviteTyping
	}
	return w, nil
}

// readInvite returns what an invite of this kind holds before its checksum.
func readInvite(prefix, text string) ([]byte, error) {
	if !strings.HasPrefix(text, prefix) {
		for _, one := range []string{invitePrefix, watchPrefix, relayPrefix} {
			digit := len(one) - 1
			if len(text) > 100 && strings.HasPrefix(text, one[:digit]) && text[digit] >= '2' && text[digit] <= '9' {
				return nil, ErrInviteVersion
			}
		}
		return nil, ErrNoInvite
	}
	raw, err := inviteEncoding.DecodeString(text[len(prefix):])
	if err != nil || len(raw) < inviteChecksum {
		return nil, ErrInviteTyping
	}
	payload := raw[:len(raw)-inviteChecksum]
	sum := checksumInvite(prefix, payload)
	if !bytes.Equal(sum[:inviteChecksum], raw[len(payload):]) {
		return nil, ErrInviteTyping
	}
	return payload, nil
}
