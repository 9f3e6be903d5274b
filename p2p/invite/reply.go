package invite

import (
	"bytes"
	"crypto/sha512"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Reply goes back from a guest to the host where neither program can be called: it answers the offer
// that was in the invite, so that the two can connect. It holds no secret of the match.
type Reply struct {
	tag    [4]byte // of the offer
	answer []byte
}

// ErrNotReply reports text that is not a reply, and ErrForReply a reply where an invite is needed.
var (
	ErrNotReply = coded.Errorf("p2p.no-reply", "not a reply to an invite: it starts with %s", replyPrefix)
	ErrForReply = coded.Errorf("p2p.invite-is-reply", "this is a reply to an invite: the friend who sent the invite needs it")
	ErrNoReply  = coded.Errorf("p2p.reply-is-invite", "this is an invite, not a reply to one")
)

// NewReply answers an offer.
func NewReply(offer, answer []byte) *Reply { return &Reply{tagOf(offer), answer} }

// tagOf distinguishes the offers of a host.
func tagOf(offer []byte) [4]byte {
	sum := sha512.Sum512_256(append([]byte("darkjunqi/v1/offer"), offer...))
	return [4]byte(sum[:])
}

// Answers reports whether the reply is to an offer.
func (r *Reply) Answers(offer []byte) bool { return r.tag == tagOf(offer) }

// Answer returns what the guest's program answers.
func (r *Reply) Answer() []byte { return bytes.Clone(r.answer) }

// String returns the reply as text:
//
//	"djqa1", base32 as an Invite's of: the first 4 bytes of SHA-512/256 over "darkjunqi/v1/offer" and the offer,
//	the u8-prefixed answer, first 4 bytes of SHA-512/256 over "djqa1" and all of the above
func (r *Reply) String() string {
	b := cryptobyte.NewBuilder(r.tag[:])
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(r.answer) })
	return writeInvite(replyPrefix, b.BytesOrPanic())
}

// ParseReply reads a reply as Parse does an invite to a seat. The error is ErrNotReply, ErrNoReply,
// ErrVersion, ErrTyping or ErrForRelay.
func ParseReply(text string) (*Reply, error) {
	return parse(text, replyPrefix, &Reply{}, ErrNotReply,
		map[string]error{invitePrefix: ErrNoReply, watchPrefix: ErrNoReply, relayPrefix: ErrForRelay})
}

func (r *Reply) read(s *cryptobyte.String) bool {
	var answer cryptobyte.String
	if !s.CopyBytes(r.tag[:]) || !s.ReadUint8LengthPrefixed(&answer) {
		return false
	}
	r.answer = answer
	return s.Empty()
}
