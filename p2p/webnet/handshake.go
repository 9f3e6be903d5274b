package webnet

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha512"
	"slices"

	"github.com/flynn/noise"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	staticLabel = "darkjunqi/v1/webnet-static"

	tagSize  = 16                                           // of ChaCha20-Poly1305
	nameSize = len(transport.Key{}) + ed25519.SignatureSize // a link key and its signature
)

// purpose is the purpose of a pipe: the label that begins the prologue, before the key of the dialled
// program.
type purpose string

const (
	forLink     purpose = "darkjunqi/v1/webnet"
	forQuestion purpose = "darkjunqi/v1/webnet-question"
)

// handshakeSizes are the exact lengths of the three messages: an ephemeral key; an ephemeral
// key, a sealed static key, a sealed name; a sealed static key, a sealed name.
var handshakeSizes = [3]int{32 + tagSize, 32 + 32 + tagSize + nameSize + tagSize, 32 + tagSize + nameSize + tagSize}

// Errors of a handshake.
var (
	ErrHandshake = coded.Errorf("webnet.handshake", "the other end doesn't know this match, or isn't darkjunqi")
	ErrOtherKey  = coded.Errorf("webnet.other-key", "another program answers there")
)

var suite = noise.NewCipherSuite(noise.DH25519, noise.CipherChaChaPoly, noise.HashSHA256)

// channel is the result of a handshake: the other end's key, and the keys of both directions.
type channel struct {
	peer         transport.Key
	seal, unseal *noise.CipherState
}

// handshake is Noise_XXpsk0_25519_ChaChaPoly_SHA256 over a pipe. The pre-shared key is
// derived from the dialled program's link key: one that was not invited gets no answer.
type handshake struct {
	ctx   context.Context
	pipe  Pipe
	state *noise.HandshakeState
	name  []byte // our link key, and its signature of our static key
	step  int
	out   channel
}

func newHandshake(
	ctx context.Context, p Pipe, id transport.Identity, dialled transport.Key, what purpose, initiator bool,
) (*handshake, error) {
	static, err := suite.GenerateKeypair(rand.Reader)
	if err != nil {
		return nil, err
	}
	prologue := append([]byte(what), dialled[:]...)
	psk := sha512.Sum512_256(prologue)
	state, err := noise.NewHandshakeState(noise.Config{
		CipherSuite: suite, Random: rand.Reader, Pattern: noise.HandshakeXX, Initiator: initiator,
		Prologue: prologue, PresharedKey: psk[:], StaticKeypair: static,
	})
	if err != nil {
		return nil, err
	}
	key := id.Key()
	signature := ed25519.Sign(id.Private(), append([]byte(staticLabel), static.Public...))
	return &handshake{ctx: ctx, pipe: p, state: state, name: slices.Concat(key[:], signature)}, nil
}

// dial shakes hands as the end that has opened the pipe. It names this program only once it
// has seen that the other end is peer.
func dial(
	ctx context.Context, p Pipe, id transport.Identity, peer transport.Key, what purpose,
) (*channel, error) {
	h, err := newHandshake(ctx, p, id, peer, what, true)
	if err != nil {
		return nil, err
	}
	if err := h.send(nil); err != nil {
		return nil, err
	}
	if err := h.receiveName(); err != nil {
		return nil, err
	}
	if h.out.peer != peer {
		return nil, ErrOtherKey
	}
	return &h.out, h.send(h.name)
}

// answer shakes hands as the end that was dialled, for whatever the dialler wants.
func answer(ctx context.Context, p Pipe, id transport.Identity) (c *channel, what purpose, err error) {
	first, err := p.Receive(ctx)
	if err != nil {
		return nil, "", ErrHandshake
	}
	first = slices.Clone(first)
	for _, what := range []purpose{forLink, forQuestion} {
		h, err := newHandshake(ctx, p, id, id.Key(), what, false)
		if err != nil {
			return nil, "", err
		}
		if _, err := h.read(first); err != nil {
			continue
		}
		if err := h.send(h.name); err != nil {
			return nil, "", err
		}
		return &h.out, what, h.receiveName()
	}
	return nil, "", ErrHandshake
}

func (h *handshake) send(payload []byte) error {
	message, seal, unseal, err := h.state.WriteMessage(nil, payload)
	if err != nil {
		return err
	}
	h.step++
	h.out.seal, h.out.unseal = seal, unseal // of the dialler, whose message is the last
	return h.pipe.Send(h.ctx, message)
}

func (h *handshake) receive() ([]byte, error) {
	message, err := h.pipe.Receive(h.ctx)
	if err != nil {
		return nil, ErrHandshake
	}
	return h.read(message)
}

func (h *handshake) read(message []byte) ([]byte, error) {
	if len(message) != handshakeSizes[h.step] {
		return nil, ErrHandshake
	}
	payload, unseal, seal, err := h.state.ReadMessage(nil, message)
	if err != nil {
		return nil, ErrHandshake
	}
	h.step++
	h.out.seal, h.out.unseal = seal, unseal
	return payload, nil
}

// receiveName takes a message with the other end's link key, which has signed the static key
// that the handshake proves.
func (h *handshake) receiveName() error {
	name, err := h.receive()
	if err != nil {
		return err
	}
	key, signature := name[:len(transport.Key{})], name[len(transport.Key{}):]
	signed := append([]byte(staticLabel), h.state.PeerStatic()...)
	if !ed25519.Verify(key, signed, signature) || bytes.Equal(key, h.name[:len(key)]) {
		return ErrHandshake
	}
	h.out.peer = transport.Key(key)
	return nil
}
