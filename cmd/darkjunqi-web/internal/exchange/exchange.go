//go:build js

package exchange

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

// connectTime is the time two ends that know each other may take to connect.
const connectTime = 30 * time.Second

// Errors of exchanges.
var (
	errOtherReply = coded.Errorf("web.other-reply", "this reply is not to the invite that is shown here: send the invite again")
	errNoWay      = coded.Errorf("web.no-way", "the other browser can't be reached: both must be on the same network, or use a friend's relay")
	errNoSeat     = coded.Errorf("web.no-seat", "this match has no such seat")
)

// Exchange makes the connections of this program. It is a [page.Exchange].
type Exchange struct {
	App    *app.App
	dir    *store.Dir             // the data folder
	window func() *browser.Window // waits for it

	mu      sync.Mutex // guards what follows
	hosts   map[string]*webnet.Host
	ways    []way                 // the newest last
	asked   map[transport.Key]int // connections that each peer has asked for
	last    uint32                // number of a way
	changed chan struct{}         // closed when there is another way
	offers  map[seatOf]offer
	guests  map[seatOf]*browser.Connection // by the last replies
	answers map[string]answer              // by the packed offer
}

// way is a connection, with the label of the host for which it was made.
type way struct {
	*browser.Connection
	number uint32
	label  string
}

type seatOf struct {
	match string
	seat  engine.Seat
}

// offer is one that waits for its reply.
type offer struct {
	*browser.Connection
	packed []byte
}

// answer is one that was given.
type answer struct {
	*browser.Connection
	packed []byte
}

// New connects by the window that the function waits for.
func New(dir *store.Dir, window func() *browser.Window) *Exchange {
	return &Exchange{
		dir: dir, window: sync.OnceValue(window), hosts: map[string]*webnet.Host{}, changed: make(chan struct{}),
		offers: map[seatOf]offer{}, guests: map[seatOf]*browser.Connection{}, answers: map[string]answer{}, asked: map[transport.Key]int{},
	}
}

// accept passes on a channel to the match that it is meant for.
func (e *Exchange) accept(label string, p webnet.Pipe) {
	e.mu.Lock()
	host := e.hosts[label]
	e.mu.Unlock()
	if host == nil {
		p.Close()
		return
	}
	host.Accept(p)
}

// addWay keeps a connection until it has ended. The lock is held.
func (e *Exchange) addWay(c *browser.Connection, label string) {
	e.last++
	e.ways = append(e.ways, way{c, e.last, label})
	close(e.changed)
	e.changed = make(chan struct{})
	go func() {
		<-c.Gone()
		e.mu.Lock()
		defer e.mu.Unlock()
		e.ways = slices.DeleteFunc(e.ways, func(w way) bool { return w.Connection == c })
	}()
}

// Answer answers the offer in an invite, unless it is used up, or another tab runs the match. The same offer has
// the same answer.
func (e *Exchange) Answer(ctx context.Context, text string, used bool) (out page.ExchangeAnswer, err error) {
	inv, err := invite.Parse(text)
	if err != nil {
		return out, err
	}
	packed := offerIn(inv)
	if len(packed) == 0 {
		return out, nil
	}
	match := p2p.MatchID(inv.Terms(), inv.Seat())
	_, err = e.App.Resume(match)
	inUse := errors.Is(err, store.ErrInUse)
	if err == nil || inUse {
		out.Match = match
	}
	if used || inUse {
		return out, nil
	}
	given, err := e.answer(ctx, inv.Host(), packed)
	if err != nil {
		return out, err
	}
	out.Reply = invite.NewReply(packed, given.packed).String()
	return out, nil
}

func (e *Exchange) answer(ctx context.Context, host transport.Key, packed []byte) (answer, error) {
	e.mu.Lock()
	given, ok := e.answers[string(packed)]
	e.mu.Unlock()
	if ok && !given.IsGone() {
		return given, nil
	}
	offered, err := rtc.Unpack(packed)
	if err != nil {
		return given, err
	}
	c, own, err := e.window().Answer(ctx, nil, offered, e.accept)
	if err != nil {
		return given, err
	}
	given = answer{c, own.Pack()}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answers[string(packed)] = given
	e.addWay(c, labelOf(host))
	return given, nil
}

// Connected waits until the host of an invite has taken the reply.
func (e *Exchange) Connected(ctx context.Context, text string) error {
	inv, err := invite.Parse(text)
	if err != nil {
		return err
	}
	e.mu.Lock()
	given, ok := e.answers[string(offerIn(inv))]
	e.mu.Unlock()
	if !ok {
		return errNoWay
	}
	return wait(ctx, given.Connection)
}

func wait(ctx context.Context, c *browser.Connection) error {
	select {
	case <-c.Connected():
		return nil
	case <-c.Gone():
		return errNoWay
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Invite returns the invite to a seat of a match that this program hosts. The seat need not be free: its program
// connects again by it. Unless a relay leads here, there is an offer in it, and a reply is needed. While the
// offer waits for that, the invite is the same.
func (e *Exchange) Invite(ctx context.Context, match, seat string) (text string, replied bool, err error) {
	inv, host, err := e.invite(match, seat)
	if err != nil {
		return "", false, err
	}
	if host.moved.Load() {
		return "", false, webnet.ErrMoved
	}
	if host.awaitPlace(ctx) {
		inv, _, err = e.invite(match, seat) // which has the way now
		return inv.String(), false, err
	}
	at := seatOf{match, inv.Seat()}
	e.mu.Lock()
	open, ok := e.offers[at]
	e.mu.Unlock()
	if !ok || open.IsGone() {
		c, own, err := e.window().Offer(ctx, host.servers(ctx, nil), e.accept)
		if err != nil {
			return "", false, err
		}
		open = offer{c, own.Pack()}
		e.mu.Lock()
		e.offers[at] = open
		e.mu.Unlock()
	}
	addrs := slices.DeleteFunc(host.Addrs(), isRTC)
	addrs = append([]transport.Addr{rtc.Addr(open.packed)}, addrs...)
	return invite.New(inv.Terms(), inv.Host(), addrs, inv.Seat(), inv.Secret()).String(), true, nil
}

// invite returns the invite to a seat, and the place in the network that it leads to.
func (e *Exchange) invite(match, seat string) (*invite.Invite, *network, error) {
	m, err := e.App.Resume(match)
	if err != nil {
		return nil, nil, err
	}
	to, err := engine.ParseSeat(seat)
	if err != nil {
		return nil, nil, err
	}
	host, ok := m.Transport().(*network)
	if !ok {
		return nil, nil, errNoSeat // the match is over
	}
	inv, err := m.Session().Invite(to)
	return inv, host, err
}

// Role returns what this program sends in a match: "host" invites, "guest" replies, and "" neither, because the
// others find it, or it them, without that.
func (e *Exchange) Role(match string) string {
	m := e.App.Match(match)
	if m == nil {
		return ""
	}
	n, ok := m.Transport().(*network)
	if !ok {
		return ""
	}
	if _, err := m.Session().WatchInvite(); err == nil {
		return "host"
	}
	if n.needsTexts() {
		return "guest"
	}
	return ""
}

// Reply takes a guest's reply to an invite of a match, and waits until the two are connected.
func (e *Exchange) Reply(ctx context.Context, match, text string) error {
	reply, err := invite.ParseReply(text)
	if err != nil {
		return err
	}
	at, open, ok := e.repliedTo(match, reply)
	if !ok {
		return errOtherReply
	}
	answered, err := rtc.Unpack(reply.Answer())
	if err != nil {
		return err
	}
	e.mu.Lock()
	delete(e.offers, at) // it is good for one reply
	e.guests[at] = open.Connection
	e.addWay(open.Connection, "")
	e.mu.Unlock()
	ctx, cancel := context.WithTimeoutCause(ctx, connectTime, errNoWay)
	defer cancel()
	if err = open.Complete(ctx, answered); err == nil {
		err = wait(ctx, open.Connection)
	}
	if err != nil {
		open.Close()
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
	}
	return err
}

// Left waits until the guest whose reply for a seat was taken last is connected no more.
func (e *Exchange) Left(ctx context.Context, match, seat string) error {
	to, err := engine.ParseSeat(seat)
	if err != nil {
		return err
	}
	e.mu.Lock()
	guest := e.guests[seatOf{match, to}]
	e.mu.Unlock()
	if guest == nil {
		return errNoSeat
	}
	select {
	case <-guest.Gone():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// repliedTo returns the offer of a match that a reply answers.
func (e *Exchange) repliedTo(match string, reply *invite.Reply) (at seatOf, found offer, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for at, open := range e.offers {
		if at.match == match && reply.Answers(open.packed) && !open.IsGone() {
			return at, open, true
		}
	}
	return at, found, false
}

// offerIn returns the packed offer in an invite; empty if there is none.
func offerIn(inv *invite.Invite) []byte {
	for _, addr := range inv.Addrs() {
		if packed, ok := rtc.Offer(addr); ok && len(packed) > 0 {
			return packed
		}
	}
	return nil
}

// labelOf returns the label of the channels to the program of a link key: a hash, so that nobody learns a key by it.
func labelOf(key transport.Key) string {
	sum := sha512.Sum512_256(append([]byte("darkjunqi/v1/channel"), key[:]...))
	return hex.EncodeToString(sum[:8])
}
