// Package invite encodes what a host gives away as text: invites to a seat, to watch, and
// to a relay. It derives the secrets in them, and finds an invite in text that was pasted.
// docs/wire.md specifies the bytes.
package invite

import (
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/base32"
	"log/slog"
	"slices"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The prefixes of invites to a seat, to watch, and to a relay, and of replies. The digit is the version of the format.
const (
	invitePrefix = "djq1"
	watchPrefix  = "djqw1"
	relayPrefix  = "djqr1"
	replyPrefix  = "djqa1"
)

const (
	MaxAddrs       = 16   // addresses in an invite
	MaxText        = 8192 // characters of an invite, white space included
	inviteChecksum = 4    // bytes
)

// Invite invites to a seat: it holds the host's addresses and link key, the match, the
// seat, and a secret that grants the right to join once.
type Invite struct {
	target
	seat   engine.Seat
	secret Secret
}

// Watch invites to watch a match. Anyone who has it may pass it on.
type Watch struct {
	target
	secret WatchSecret
}

// target is the match that an invite leads to, and its host.
type target struct {
	terms transcript.Hash // of the Terms record
	host  transport.Key
	addrs []transport.Addr
}

// Terms returns the hash of the Terms record that the invite is for.
func (t *target) Terms() transcript.Hash { return t.terms }

// Host returns the link key of the host that the invite leads to: the same as in an
// earlier match if the host chose to be recognised.
func (t *target) Host() transport.Key { return t.host }

// Addrs returns where the host could be reached when it made the invite.
func (t *target) Addrs() []transport.Addr { return slices.Clone(t.addrs) }

// New makes the invite to a seat. It keeps the addresses that LimitAddrs returns.
func New(
	terms transcript.Hash, host transport.Key, addrs []transport.Addr,
	seat engine.Seat, secret Secret,
) *Invite {
	return &Invite{target{terms, host, LimitAddrs(addrs)}, seat, secret}
}

// NewWatch makes an invite to watch. It keeps the addresses that LimitAddrs returns.
func NewWatch(
	terms transcript.Hash, host transport.Key, addrs []transport.Addr, secret WatchSecret,
) *Watch {
	return &Watch{target{terms, host, LimitAddrs(addrs)}, secret}
}

// Errors about text that is not an invite.
var (
	ErrNotInvite   = coded.Errorf("p2p.no-invite", "not an invite: it starts with %s", invitePrefix)
	ErrVersion     = coded.Errorf("p2p.invite-version", "an invite from another version of darkjunqi: both sides need the same version")
	ErrTyping      = coded.Errorf("p2p.invite-typing", "the invite is incomplete or mistyped: copy all of it again")
	ErrForWatching = coded.Errorf("p2p.invite-to-watch", "this invite is for watching, not for a seat")
	ErrForRelay    = coded.Errorf("p2p.invite-to-relay", "this invite is to a relay, not to a match")
	ErrForSeat     = coded.Errorf("p2p.invite-to-sit", "this invite is for a seat, not for watching")
)

// inviteAlphabet is the alphabet of RFC 4648, in lower case.
const inviteAlphabet = "abcdefghijklmnopqrstuvwxyz234567"

var inviteEncoding = base32.NewEncoding(inviteAlphabet).WithPadding(base32.NoPadding)

// Seat returns the seat that the invite is for.
func (i *Invite) Seat() engine.Seat { return i.seat }

// Secret returns the secret that grants the seat.
func (i *Invite) Secret() Secret { return i.secret }

// Secret returns the secret that grants watching.
func (w *Watch) Secret() WatchSecret { return w.secret }

// Key returns the key that signs the Join.
func (i *Invite) Key() ed25519.PrivateKey { return i.secret.Key() }

// String returns the invite as text. It holds the secret: anyone who reads it can take the seat.
//
//	"djq1", base32 (RFC 4648, lower case, no padding) of:
//	u8 seat, secret[32], hash of Terms[32], host's Ed25519 link key[32],
//	u8 number of addresses, each u8-prefixed,
//	first 4 bytes of SHA-512/256 over "djq1" and all of the above
func (i *Invite) String() string {
	b := cryptobyte.NewBuilder([]byte{byte(i.seat)})
	b.AddBytes(i.secret[:])
	i.target.add(b)
	return writeInvite(invitePrefix, b.BytesOrPanic())
}

// String returns the invite as text: "djqw1", and the rest as an Invite's without
// the seat.
func (w *Watch) String() string {
	b := cryptobyte.NewBuilder(nil)
	b.AddBytes(w.secret[:])
	w.target.add(b)
	return writeInvite(watchPrefix, b.BytesOrPanic())
}

// LogValue keeps the secret out of logs.
func (i *Invite) LogValue() slog.Value { return slog.StringValue("[invite]") }

// LogValue keeps the secret out of logs.
func (w *Watch) LogValue() slog.Value { return slog.StringValue("[invite]") }

func (t *target) add(b *cryptobyte.Builder) {
	b.AddBytes(t.terms[:])
	b.AddBytes(t.host[:])
	addAddrs(b, t.addrs)
}

func (t *target) read(s *cryptobyte.String) (ok bool) {
	if !s.CopyBytes(t.terms[:]) || !s.CopyBytes(t.host[:]) {
		return false
	}
	t.addrs, ok = readAddrs(s)
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
	if !s.ReadUint8(&count) || count > MaxAddrs {
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

// LimitAddrs returns the first MaxAddrs of the addresses, without those that are longer
// than transport.MaxAddr.
func LimitAddrs(addrs []transport.Addr) (out []transport.Addr) {
	for _, addr := range addrs {
		if len(addr) <= transport.MaxAddr && len(out) < MaxAddrs {
			out = append(out, addr)
		}
	}
	return out
}

// ByHand reports whether the invite is to a match by letters: it names no place in any network.
func (i *Invite) ByHand() bool { return len(i.addrs) == 0 }

// Parse reads an invite to a seat, as it was pasted: white space anywhere in it (mail
// programs break long lines), capitals, full-width characters, and words, quotes or a command
// around it are forgiven; nothing within it is. The error is
// ErrNotInvite, ErrVersion, ErrTyping, ErrForWatching, ErrForRelay or ErrForReply.
func Parse(text string) (*Invite, error) {
	return parse(text, invitePrefix, &Invite{}, ErrNotInvite, map[string]error{watchPrefix: ErrForWatching, relayPrefix: ErrForRelay, replyPrefix: ErrForReply})
}

func (i *Invite) read(s *cryptobyte.String) bool {
	return s.ReadUint8((*uint8)(&i.seat)) && s.CopyBytes(i.secret[:]) && i.target.read(s)
}

// ParseWatch reads an invite to watch, as Parse does one to a seat. The
// error is ErrNotInvite, ErrVersion, ErrTyping, ErrForSeat,
// ErrForRelay or ErrForReply.
func ParseWatch(text string) (*Watch, error) {
	return parse(text, watchPrefix, &Watch{}, ErrNotInvite, map[string]error{invitePrefix: ErrForSeat, relayPrefix: ErrForRelay, replyPrefix: ErrForReply})
}

func (w *Watch) read(s *cryptobyte.String) bool { return s.CopyBytes(w.secret[:]) && w.target.read(s) }
