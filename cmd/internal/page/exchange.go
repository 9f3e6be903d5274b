package page

import (
	"context"

	"github.com/darkjunqi/darkjunqi/cmd/internal/qrcode"
)

// Exchange connects programs that can't be called, by texts that their people send each other. Only a
// program in a browser needs one.
type Exchange interface {
	// Invite is the invite to a seat of a match that this program hosts, whether the seat is free or its
	// program has to connect again; replied says whether that takes a reply.
	Invite(ctx context.Context, match, seat string) (text string, replied bool, err error)
	// Reply takes the reply of a guest, and waits until the two programs are connected.
	Reply(ctx context.Context, match, reply string) error
	// Left waits until the guest whose reply for a seat was taken last is connected no more.
	Left(ctx context.Context, match, seat string) error
	// Answer is the reply to an invite; one whose offer is used up gets none.
	Answer(ctx context.Context, invite string, used bool) (ExchangeAnswer, error)
	// Role returns what this program sends in a match: "host" invites, "guest" replies, "" neither.
	Role(match string) string
	// Connected waits until the host has taken the reply to its invite.
	Connected(ctx context.Context, invite string) error
	// Relay is the invite to the friend's relay that is used, "" if there is none. UseRelay changes it.
	Relay() string
	UseRelay(invite string) error
}

// ExchangeAnswer is the answer of a guest's program to an invite.
type ExchangeAnswer struct {
	Reply string `json:"reply"` // for the host; "" if the invite asks for none, or the match runs in another tab
	Match string `json:"match"` // the match, if the guest already has its seat, otherwise ""
}

// AddExchange lets the page ask for texts to send.
func (a *API) AddExchange(e Exchange) {
	a.post("exchange/invite", reading(func(ctx context.Context, in struct{ Match, Seat, Page string }) (any, error) {
		text, replied, err := e.Invite(ctx, in.Match, in.Seat)
		if err != nil {
			return nil, err
		}
		return linked(in.Page, text, replied)
	}))
	a.get("exchange/role", func(r *Request) (any, error) { return e.Role(match(r)), nil })
	a.post("exchange/reply", reading(func(ctx context.Context, in struct{ Match, Reply string }) (any, error) {
		return nil, e.Reply(ctx, in.Match, in.Reply)
	}))
	a.post("exchange/left", reading(func(ctx context.Context, in struct{ Match, Seat string }) (any, error) {
		return nil, e.Left(ctx, in.Match, in.Seat)
	}))
	a.post("exchange/answer", reading(func(ctx context.Context, in struct {
		Invite string
		Used   bool
	}) (any, error) {
		return e.Answer(ctx, in.Invite, in.Used)
	}))
	a.get("exchange/relay", func(*Request) (any, error) { return e.Relay(), nil })
	a.post("exchange/relay", reading(func(_ context.Context, in struct{ Invite string }) (any, error) {
		return nil, e.UseRelay(in.Invite)
	}))
	a.post("exchange/connected", reading(func(ctx context.Context, in struct{ Invite string }) (any, error) {
		return nil, e.Connected(ctx, in.Invite)
	}))
}

// link is an invite as text and, where the page has an address that others can open, as a link.
type link struct {
	Invite  string       `json:"invite"`
	Link    string       `json:"link"`
	QR      *qrcode.Code `json:"qr"`      // of the link, or of the invite if there is none
	Replied bool         `json:"replied"` // it takes a reply
}

func linked(page, invite string, replied bool) (l link, err error) {
	l.Invite, l.Replied = invite, replied
	if page != "" {
		l.Link = page + "#" + invite
	}
	l.QR, err = qrcode.Encode(page, invite)
	return l, err
}
