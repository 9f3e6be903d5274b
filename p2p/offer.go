package p2p

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Offer is an invitation to a match.
type Offer struct {
	Terms []byte                  // the Terms record
	Names [engine.MaxSeats]string // of those who play, as Snapshot.Names
}

// FetchTerms asks for the Terms of an invite's Offer.
func FetchTerms(ctx context.Context, net transport.Transport, inv *invite.Invite) ([]byte, error) {
	offer, err := FetchOffer(ctx, net, inv)
	return offer.Terms, err
}

// FetchOffer asks the host of an invite for the Terms record, so that a person can read what they
// are invited to before they join. It takes no seat. If the link breaks, or the host has no room
// just now, it tries a few more times.
//
// The error is ErrNoLink if the host can't be reached; otherwise *VersionError if it has another
// version, ErrTaken, ErrUnknownMatch or ErrNotInvited (within a *ByeError if the host said so), or
// the reason why the link did not last, such as a time-out; or ctx's own.
func FetchOffer(ctx context.Context, net transport.Transport, inv *invite.Invite) (Offer, error) {
	if byMail, ok := net.(MailTransport); ok {
		terms, err := byMail.Terms(ctx, inv.Terms())
		return Offer{Terms: terms}, err
	}
	return fetchOffer(ctx, net, inv, Config{}.withDefaults())
}

// fetchTries is the number of times an offer is asked for, and fetchPause the first pause between
// two tries; each is twice as long as the one before.
const (
	fetchTries = 5
	fetchPause = 100 * time.Millisecond
)

func fetchOffer(ctx context.Context, net transport.Transport, inv *invite.Invite, cfg Config) (Offer, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	pause := fetchPause
	for try := 1; ; try++ {
		offer, passing, err := fetchOnce(ctx, net, inv, cfg)
		if !passing || try == fetchTries {
			return offer, err
		}
		select {
		case <-ctx.Done():
			return Offer{}, err
		case <-time.After(pause):
		}
		pause *= 2
		net.Drop(inv.Host())
	}
}

// mayDialAgain reports whether another call may end otherwise: somebody was there.
func mayDialAgain(err error) bool {
	var passing interface{ Temporary() bool }
	return errors.As(err, &passing) && passing.Temporary()
}

// mayLinkAgain reports whether another link may end otherwise: it broke, or the host had no
// room, and has not decided against this guest.
func mayLinkAgain(err error) bool {
	if bye, ok := errors.AsType[*wire.ByeError](err); ok {
		return bye.Reason == wire.ByeFull
	}
	return true
}

// fetchOnce tries once, and reports whether another try may end otherwise.
func fetchOnce(ctx context.Context, net transport.Transport, inv *invite.Invite, cfg Config) (none Offer, passing bool, _ error) {
	c, err := net.Dial(ctx, inv.Host(), inv.Addrs())
	if err != nil {
		if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return none, false, ctx.Err()
		}
		return none, mayDialAgain(err), fmt.Errorf("%w: %w", ErrNoLink, transport.InWords(err))
	}
	defer c.Abort()
	defer context.AfterFunc(ctx, c.Abort)()

	offer, err := readOffer(c, net, inv, cfg)
	var refused *link.Refusal
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return none, false, coded.Errorf("p2p.timed-out", "the host has not answered in time: ask the host to keep its program running, or its page in view, and try again")
	case ctx.Err() != nil:
		return none, false, ctx.Err()
	case errors.As(err, &refused):
		link.Reject(c, refused)
		return none, false, coded.Errorf("p2p.no-terms-fetched", "fetch the terms: %w", refused.Err)
	case errors.Is(err, ErrTaken):
		return none, false, err
	case err != nil:
		return none, mayLinkAgain(err), coded.Errorf("p2p.no-terms-fetched", "fetch the terms: %w", lost(err))
	}
	link.Reject(c, &link.Refusal{Reason: wire.ByeClosing, Err: coded.Errorf("p2p.reading-terms", "the terms are being read"), Strike: false})
	return offer, false, nil
}

// lost says what the end of a stream, or of the time for it, means in the middle of something.
func lost(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return coded.Errorf("p2p.connection-lost", "the connection was lost")
	}
	return transport.InWords(err)
}

func readOffer(c transport.Conn, net transport.Transport, inv *invite.Invite, cfg Config) (offer Offer, _ error) {
	ours := wire.Hello{Version: wire.Version, Role: wire.Guest, Seat: inv.Seat(), Terms: inv.Terms()}
	if _, err := io.ReadFull(cfg.Rand, ours.Nonce[:]); err != nil {
		return offer, err
	}
	if err := link.Introduce(c, ours, inv.Secret().LinkKey(), net.Key(), inv.Host()); err != nil {
		return offer, err
	}
	for {
		f, err := wire.Read(c, nil)
		if errors.Is(err, wire.ErrMalformed) {
			return offer, link.Malformed(err)
		}
		if err != nil {
			return offer, err
		}
		switch f.Kind {
		case wire.KindState, wire.KindPing, wire.KindSignal:
		case wire.KindName:
			seat, name, err := wire.ParseName(f.Payload)
			if err != nil {
				return offer, link.Malformed(err)
			}
			offer.Names[seat] = name
		case wire.KindBye:
			bye, err := wire.ParseBye(f.Payload)
			if err != nil {
				return offer, link.Malformed(err)
			}
			return offer, bye
		case wire.KindRecord:
			index, raw, err := wire.ParseRecord(f.Payload)
			if err != nil || index != 0 || transcript.HashRecord(raw) != inv.Terms() {
				return offer, link.Refuse("p2p.terms-not-meant", "these are not the terms that the invite is for")
			}
			offer.Terms = raw
			return offer, nil
		default:
			return offer, link.Refuse("p2p.frame-before-terms", "%w: kind %d before the terms", wire.ErrMalformed, f.Kind)
		}
	}
}
