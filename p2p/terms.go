package p2p

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// FetchTerms asks the host of an invite for the Terms record, so that a person
// can read what they are invited to before they join. It takes no seat. Where the link
// breaks, or the host has no room just now, it tries some more times.
//
// The error is ErrNoLink if the host can't be reached; else, if it can,
// *VersionError if it speaks another version, ErrTaken, ErrUnknownMatch or
// ErrNotInvited (within a *ByeError if the host said so), or one that says why the
// link did not last, as that it timed out; or ctx's own.
func FetchTerms(ctx context.Context, net transport.Transport, inv *Invite) ([]byte, error) {
	if courier, ok := net.(Courier); ok {
		return courier.Terms(ctx, inv.terms)
	}
	return fetchTerms(ctx, net, inv, Config{}.withDefaults())
}

// fetchTries is how often the terms are asked for, and fetchPause the first pause between
// two tries; each is twice as long as the one before.
const (
	fetchTries = 5
	fetchPause = 100 * time.Millisecond
)

func fetchTerms(ctx context.Context, net transport.Transport, inv *Invite, cfg Config) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	pause := fetchPause
	for try := 1; ; try++ {
		terms, passing, err := fetchTermsOnce(ctx, net, inv, cfg)
		if !passing || try == fetchTries {
			return terms, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
		pause *= 2
		net.Drop(inv.host)
	}
}

// mayPassAtDoor reports whether another call may end otherwise: somebody was there.
func mayPassAtDoor(err error) bool {
	var passing interface{ Temporary() bool }
	return errors.As(err, &passing) && passing.Temporary()
}

// mayPass reports whether another link may end otherwise: it broke, or the host had no
// room, and has not decided against this guest.
func mayPass(err error) bool {
	var bye *ByeError
	if errors.As(err, &bye) {
		return bye.reason == byeFull
	}
	return true
}

// fetchTermsOnce tries once, and reports whether another try may end otherwise.
func fetchTermsOnce(ctx context.Context, net transport.Transport, inv *Invite, cfg Config) (terms []byte, passing bool, err error) {
	c, err := net.Dial(ctx, inv.host, inv.addrs)
	if err != nil {
		if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, false, ctx.Err()
		}
		return nil, mayPassAtDoor(err), fmt.Errorf("%w: %w", ErrNoLink, err)
	}
	defer c.Abort()
	defer context.AfterFunc(ctx, c.Abort)()
	hurry(c)

	terms, err = readTerms(c, net, inv, cfg)
	var refused *refusal
	switch {
	case ctx.Err() != nil:
		return nil, false, coded.Errorf("p2p.timed-out", "timed out: %w", ctx.Err())
	case errors.As(err, &refused):
		partWith(c, refused)
		return nil, false, coded.Errorf("p2p.no-terms-fetched", "fetch the terms: %w", refused.err)
	case err != nil:
		return nil, mayPass(err), coded.Errorf("p2p.no-terms-fetched", "fetch the terms: %w", lost(err))
	}
	partWith(c, &refusal{byeClosing, coded.Errorf("p2p.reading-terms", "the terms are being read"), false})
	return terms, false, nil
}

// lost says what the end of a stream means in the middle of something.
func lost(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return coded.Errorf("p2p.connection-lost", "the connection was lost")
	}
	return err
}

func readTerms(c transport.Conn, net transport.Transport, inv *Invite, cfg Config) ([]byte, error) {
	ours := hello{version: LinkVersion, role: guestRole, seat: inv.seat, terms: inv.terms}
	if _, err := io.ReadFull(cfg.Rand, ours.nonce[:]); err != nil {
		return nil, err
	}
	if err := writeFrame(c, ours.frame()); err != nil {
		return nil, err
	}
	theirs, err := readHello(c)
	if err != nil {
		return nil, err
	}
	h, err := newHandshake(c, ours, theirs, inv.secret.linkKey(), net.Key(), inv.host)
	if err != nil {
		return nil, err
	}
	if err := h.prove(); err != nil {
		return nil, err
	}
	if err := writeFrame(c, state{}.frame()); err != nil {
		return nil, err
	}
	for {
		f, err := readFrame(c, nil)
		if errors.Is(err, errFrame) {
			return nil, malformed(err)
		}
		if err != nil {
			return nil, err
		}
		switch f.kind {
		case frameState, framePing, frameSignal:
		case frameBye:
			bye, err := parseBye(f.payload)
			if err != nil {
				return nil, malformed(err)
			}
			return nil, bye
		case frameRecord:
			index, raw, err := parseRecordFrame(f.payload)
			if err != nil || index != 0 || transcript.HashRecord(raw) != inv.terms {
				return nil, refuse("p2p.terms-not-meant", "these are not the terms that the invite is for")
			}
			return raw, nil
		default:
			return nil, refuse("p2p.frame-before-terms", "%w: kind %d before the terms", errFrame, f.kind)
		}
	}
}
