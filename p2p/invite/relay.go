package invite

import (
	"crypto/hmac"
	"crypto/sha512"
	"fmt"
	"io"
	"log/slog"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// RelaySecret is shared by a relay and those who may use it.
type RelaySecret [32]byte

// RelayPass is the right to be found through a relay under one key, and to find the program that
// is: what a host can put into the invite of its match without giving away its invite to the relay.
type RelayPass [16]byte

// Relay is the invite that the owner of a relay gives to friends who host: where it is, how to
// recognise it, and the right to use it.
type Relay struct {
	key    transport.Key
	secret RelaySecret
	addrs  []transport.Addr
}

// Errors about text that is not an invite to a relay.
var (
	ErrNotRelay = coded.Errorf("p2p.no-relay-invite", "not an invite to a relay: it starts with %s", relayPrefix)
	ErrForMatch = coded.Errorf("p2p.invite-not-relay", "this invite is to a match, not to a relay")
)

// NewRelay invites to the relay of that key. Of the addresses it keeps as many as
// an invite can hold.
func NewRelay(key transport.Key, secret RelaySecret, addrs []transport.Addr) *Relay {
	return &Relay{key, secret, LimitAddrs(addrs)}
}

// Key returns the key of the relay's links.
func (i *Relay) Key() transport.Key { return i.key }

// Addrs returns where the relay can be reached.
func (i *Relay) Addrs() []transport.Addr { return i.addrs }

// Pass returns the pass to a key: the right to be found under it, and to look for it.
func (i *Relay) Pass(to transport.Key) RelayPass { return i.secret.Pass(to) }

// Pass returns the pass to a key, the right to be found under it, and to look for it:
//
//	first 16 bytes of HMAC-SHA-512/256(secret, "darkjunqi/v1/relay-pass" || key[32])
func (s RelaySecret) Pass(to transport.Key) (pass RelayPass) {
	h := hmac.New(sha512.New512_256, s[:])
	h.Write([]byte("darkjunqi/v1/relay-pass"))
	h.Write(to[:])
	copy(pass[:], h.Sum(nil))
	return pass
}

// Admits reports in constant time whether a pass belongs to a key.
func (s RelaySecret) Admits(pass RelayPass, to transport.Key) bool {
	want := s.Pass(to)
	return hmac.Equal(want[:], pass[:])
}

// String returns the invite as text. It holds the secret: anyone who reads it can use the relay.
//
//	"djqr1", base32 as an Invite's of: secret[32], relay's Ed25519 link key[32],
//	u8 number of addresses, each u8-prefixed,
//	first 4 bytes of SHA-512/256 over "djqr1" and all of the above
func (i *Relay) String() string {
	b := cryptobyte.NewBuilder(nil)
	b.AddBytes(i.secret[:])
	b.AddBytes(i.key[:])
	addAddrs(b, i.addrs)
	return writeInvite(relayPrefix, b.BytesOrPanic())
}

// ParseRelay reads an invite to a relay, as Parse does one to a seat. The
// error is ErrNotRelay, ErrForMatch, ErrForReply, ErrVersion or ErrTyping.
func ParseRelay(text string) (*Relay, error) {
	return parse(text, relayPrefix, &Relay{}, ErrNotRelay, map[string]error{invitePrefix: ErrForMatch, watchPrefix: ErrForMatch, replyPrefix: ErrForReply})
}

func (i *Relay) read(s *cryptobyte.String) (ok bool) {
	if !s.CopyBytes(i.secret[:]) || !s.CopyBytes(i.key[:]) {
		return false
	}
	i.addrs, ok = readAddrs(s)
	return ok
}

// Format keeps the secret out of logs and errors.
func (RelaySecret) Format(f fmt.State, _ rune) { io.WriteString(f, "[secret]") }
func (RelayPass) Format(f fmt.State, _ rune)   { io.WriteString(f, "[secret]") }

// LogValue keeps the secret out of logs.
func (RelaySecret) LogValue() slog.Value { return slog.StringValue("[secret]") }
func (RelayPass) LogValue() slog.Value   { return slog.StringValue("[secret]") }
func (i *Relay) LogValue() slog.Value    { return slog.StringValue("[invite]") }

// MarshalText keeps the secret out of encoders that would write its bytes.
func (RelaySecret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }
func (RelayPass) MarshalText() ([]byte, error)   { return []byte("[secret]"), nil }
