package p2p

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Identity is the Ed25519 seed by which a host is known on the network. Each
// match has its own, so that nobody can tell that two matches have a player
// in common.
type Identity [32]byte

// NewIdentity draws an identity.
func NewIdentity(rng io.Reader) (Identity, error) {
	var id Identity
	if _, err := io.ReadFull(rng, id[:]); err != nil {
		return id, fmt.Errorf("drawing an identity: %w", err)
	}
	return id, nil
}

// Format keeps the seed out of logs and errors.
func (Identity) Format(f fmt.State, _ rune) { io.WriteString(f, "[secret]") }

// LogValue keeps the seed out of logs.
func (Identity) LogValue() slog.Value { return slog.StringValue("[secret]") }

// MarshalText keeps the seed out of encoders that would write its bytes.
func (Identity) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

func (id Identity) key() (k peerKey) {
	copy(k[:], ed25519.NewKeyFromSeed(id[:]).Public().(ed25519.PublicKey))
	return k
}

// facts are what a program must keep of a match's link.
type facts struct {
	secret.Hidden
	role     role
	identity Identity
	port     uint16 // where it listened last
	secret   InviteSecret
	terms    transcript.Hash
	host     peerKey
	guest    peerKey  // zero until somebody has joined
	peer     []string // the peer's last known addresses
}

const factsVersion = 2

// marshal encodes facts for the private file:
//
//	u8 version, u8 role, identity[32], u16 port, invite secret[32], Terms hash[32],
//	host key[32], guest key[32], u16-prefixed list of u16-prefixed addresses
func (f *facts) marshal() []byte {
	b := cryptobyte.NewBuilder(nil)
	b.AddUint8(factsVersion)
	b.AddUint8(uint8(f.role))
	b.AddBytes(f.identity[:])
	b.AddUint16(f.port)
	b.AddBytes(f.secret[:])
	b.AddBytes(f.terms[:])
	b.AddBytes(f.host[:])
	b.AddBytes(f.guest[:])
	b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
		for _, addr := range f.peer {
			b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(addr)) })
		}
	})
	return b.BytesOrPanic()
}

// errFacts says no more than it must: the bytes are secret.
var errFacts = errors.New("the private file holds nothing about this match's link: was it altered, or made by another program?")

func parseFacts(raw []byte) (*facts, error) {
	f := &facts{}
	s := cryptobyte.String(raw)
	var version, who uint8
	var list cryptobyte.String
	if !s.ReadUint8(&version) || version != factsVersion || !s.ReadUint8(&who) || who > uint8(guestRole) ||
		!s.CopyBytes(f.identity[:]) || !s.ReadUint16(&f.port) || !s.CopyBytes(f.secret[:]) || !s.CopyBytes(f.terms[:]) ||
		!s.CopyBytes(f.host[:]) || !s.CopyBytes(f.guest[:]) ||
		!s.ReadUint16LengthPrefixed(&list) || !s.Empty() {
		return nil, errFacts
	}
	f.role = role(who)
	for !list.Empty() {
		var addr cryptobyte.String
		if !list.ReadUint16LengthPrefixed(&addr) {
			return nil, errFacts
		}
		f.peer = append(f.peer, string(addr))
	}
	return f, nil
}
