package webnet

import (
	"context"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// MaxQuestion is the maximum size of a question or its answer, in bytes.
const MaxQuestion = 8 << 10

var (
	errNoAnswer = coded.Errorf("webnet.no-answer", "the other side's program doesn't answer this")
	errQuestion = coded.Errorf("webnet.question-size", "a question holds 1 to %d bytes", MaxQuestion)
)

// Ask sends a peer one message through a relay, and returns its answer, such as the offer and the
// answer of a direct connection. way is an address of an invite. The relay can't read either:
// both ends prove their keys, as for a link.
func (h *Host) Ask(ctx context.Context, peer transport.Key, way transport.Addr, question []byte) ([]byte, error) {
	r, ok := invite.ParseRoute(way)
	if !ok {
		return nil, unreached(errNoAddress)
	}
	if len(question) == 0 || len(question) > MaxQuestion {
		return nil, errQuestion
	}
	p, err := h.reach(ctx, r, peer)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	c, err := dial(ctx, p, h.id, peer, forQuestion)
	if err != nil {
		return nil, err
	}
	sealed, err := c.seal.Encrypt(nil, nil, question)
	if err != nil {
		return nil, err
	}
	if err := p.Send(ctx, sealed); err != nil {
		return nil, errNoAnswer // whoever doesn't answer may hang up before it has heard the question
	}
	return c.receiveOne(ctx, p)
}

// answerOne answers one question.
func (h *Host) answerOne(ctx context.Context, p Pipe, c *channel) {
	question, err := c.receiveOne(ctx, p)
	if err != nil || h.config.Answer == nil {
		return
	}
	answer, err := h.config.Answer(ctx, c.peer, question)
	if err != nil || len(answer) > MaxQuestion {
		return
	}
	if sealed, err := c.seal.Encrypt(nil, nil, answer); err == nil {
		p.Send(ctx, sealed)
		p.Receive(ctx) // until the other end has read it
	}
}

// receiveOne unseals the only message that comes.
func (c *channel) receiveOne(ctx context.Context, p Pipe) ([]byte, error) {
	message, err := p.Receive(ctx)
	if err != nil {
		return nil, errNoAnswer
	}
	if len(message) > MaxQuestion+tagSize {
		return nil, ErrTooLong
	}
	plain, err := c.unseal.Decrypt(nil, nil, message)
	if err != nil {
		return nil, ErrForged
	}
	return plain, nil
}
