package p2p

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Players who have finished a match may want another. For as long as their programs run on,
// the match's own transport carries one more thing: an invite, from either to the other.

// RematchAcceptor takes invites to a further match from those with whom one was played. Serve it on
// the match's transport when Session.Run has returned.
type RematchAcceptor struct {
	Peers []transport.Key // whose invites are heard
	// Take is called with each invite and its sender. If it returns an invite, that is the answer:
	// one of this program's own, which came first and counts instead. It may be called by several
	// goroutines at once.
	Take func(peer transport.Key, inv *invite.Invite) *invite.Invite
	// Terms is the hash of the Terms of that match, and Talk takes the links over which its players
	// continue to talk: use [Session.TakeTalk]. Without Talk there are none.
	Terms transcript.Hash
	Talk  func(c transport.Conn, peer transport.Key)

	mu     sync.Mutex // guards what follows
	visits *admission.Room
}

var _ sharedAcceptor = (*RematchAcceptor)(nil)

// maxVisits is the number of links a RematchAcceptor hears at a time. Where there are more, whoever holds most makes room.
const maxVisits = 4

// enter takes the room of a link, until leave is called; nil if there is none.
func (p *RematchAcceptor) enter(c transport.Conn, peer transport.Key) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.visits == nil {
		p.visits = admission.NewRoom(maxVisits)
	}
	v := p.visits.Enter(string(peer[:]), func() { go c.Abort() })
	if v == nil {
		return nil
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.visits.Leave(v)
	}
}

// Welcome implements [transport.Acceptor].
func (p *RematchAcceptor) Welcome(peer transport.Key) bool { return slices.Contains(p.Peers, peer) }

// Expects implements [transport.Acceptor].
func (p *RematchAcceptor) Expects(peer transport.Key) bool { return p.Welcome(peer) }

// runs implements [sharedAcceptor].
func (p *RematchAcceptor) runs(terms transcript.Hash) bool { return terms == p.Terms }

// hears implements [sharedAcceptor].
func (p *RematchAcceptor) hears(peer transport.Key) bool { return p.Welcome(peer) }

// Accept implements [transport.Acceptor].
func (p *RematchAcceptor) Accept(c transport.Conn, peer transport.Key) {
	defer c.Abort()
	if p.visit(c, peer) {
		c.Proven()
		p.Talk(c, peer)
	}
}

// visit hears the first frame of a link, and reports whether it is one to talk.
func (p *RematchAcceptor) visit(c transport.Conn, peer transport.Key) (talks bool) {
	if !p.Welcome(peer) {
		return false
	}
	leave := p.enter(c, peer)
	if leave == nil {
		return false
	}
	defer leave()
	link.SetDeadline(c)
	f, err := wire.Read(c, nil)
	if err != nil {
		return false
	}
	inv, err := parseInviteOf(peer, f)
	switch {
	case f.Kind == wire.KindTalk && p.Talk != nil && transcript.Hash(f.Payload) == p.Terms:
		return true
	case f.Kind == wire.KindHello: // somebody who has not heard that the match is over
		link.Reject(c, &link.Refusal{Reason: wire.ByeUnknown, Err: ErrUnknownMatch, Strike: false})
		return false
	case err != nil:
		link.Reject(c, link.Malformed(err))
		return false
	}
	answer := wire.NewBye(wire.ByeDone, "")
	if own := p.Take(peer, inv); own != nil {
		answer = wire.NewInvite(own)
	}
	if wire.Write(c, answer) == nil && c.CloseWrite() == nil {
		io.Copy(io.Discard, io.LimitReader(c, 1)) // until it was read
	}
	return false
}

// SendInvite sends an invite to the RematchAcceptor of somebody with whom a match was finished. The
// result, if not nil, is an invite of theirs that counts instead.
func SendInvite(ctx context.Context, net transport.Transport, peer transport.Key, addrs []transport.Addr, inv *invite.Invite) (*invite.Invite, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	c, err := net.Dial(ctx, peer, addrs)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoLink, err)
	}
	defer c.Abort()
	defer context.AfterFunc(ctx, c.Abort)()
	link.SetDeadline(c)
	if err := wire.Write(c, wire.NewInvite(inv)); err != nil {
		return nil, lost(err)
	}
	f, err := wire.Read(c, nil)
	if err != nil {
		return nil, lost(err)
	}
	if f.Kind == wire.KindBye {
		bye, err := wire.ParseBye(f.Payload)
		if err == nil && bye.Reason != wire.ByeDone {
			err = bye
		}
		return nil, err
	}
	return parseInviteOf(peer, f)
}

// parseInviteOf decodes an invite to a match of the peer itself. Under another's key it would lead this program, which keeps its
// own key, to somebody who should not learn of that.
func parseInviteOf(peer transport.Key, f wire.Frame) (*invite.Invite, error) {
	inv, err := wire.ParseInvite(f)
	if err == nil && inv.Host() != peer {
		return nil, fmt.Errorf("%w: an invite of another program", wire.ErrMalformed)
	}
	return inv, err
}
