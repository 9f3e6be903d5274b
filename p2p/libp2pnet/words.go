package libp2pnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"syscall"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// networkError puts a long error of the network in a few words. The log has all of it.
type networkError struct {
	*coded.Base
	cause error
}

// Temporary reports whether another try may end otherwise: somebody was there, or is just
// coming to its relay.
func (e *networkError) Temporary() bool {
	return e.Code() == "libp2p.lost" || e.Code() == "libp2p.other" || e.Base == errRelayUnheard
}

func (e *networkError) Unwrap() []error { return []error{e.Base, e.cause} }

func (e *networkError) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%s: %v", e.Base, e.cause))
}

// inWords shortens what a network said to what a person can use. Where it tried
// many addresses, one that somebody answered at says the most. Other errors stay
// as they are.
func inWords(err error) error {
	if _, short := err.(*networkError); short || coded.Code(err) == "libp2p.relay" {
		return err
	}
	var another sec.ErrPeerIDMismatch
	var name *net.DNSError
	var slow net.Error
	var dial *swarm.DialError
	switch {
	case errors.As(err, &another):
		return &networkError{coded.Errorf("libp2p.another-program", "another program answers there"), err}
	case errors.Is(err, syscall.ECONNREFUSED):
		return &networkError{coded.Errorf("libp2p.refused", "connection refused"), err}
	case errors.Is(err, swarm.ErrNoAddresses), errors.Is(err, swarm.ErrNoGoodAddresses):
		return &networkError{coded.Errorf("libp2p.no-address-from-here", "no address that can be dialled from here"), err}
	case errors.As(err, &name):
		return &networkError{coded.Errorf("libp2p.no-host-name", "no such host name"), err}
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return &networkError{coded.Errorf("libp2p.no-route", "no route to it from here"), err}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, swarm.ErrDialTimeout), errors.As(err, &slow) && slow.Timeout():
		return &networkError{coded.Errorf("libp2p.timed-out", "timed out"), err}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, network.ErrReset),
		errors.Is(err, net.ErrClosed), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return &networkError{coded.Errorf("libp2p.lost", "the connection was lost"), err}
	case errors.As(err, &dial):
		text := fmt.Sprint(dial.Cause)
		if len(dial.DialErrors) > 0 {
			text = dial.DialErrors[0].Cause.Error()
		}
		return &networkError{coded.Errorf("libp2p.other", "%s", strings.Join(strings.Fields(text), " ")), err}
	}
	return err
}

// relayInWords says what a relay has answered, which libp2p has as text only.
func relayInWords(err error) error {
	if err == nil {
		return nil
	}
	for _, known := range []struct {
		status string
		words  *coded.Error
	}{
		{"NO_RESERVATION", errRelayUnheard}, {"PERMISSION_DENIED", errRelayRefuses},
		{"RESOURCE_LIMIT_EXCEEDED", errRelayFull}, {"CONNECTION_FAILED", errRelayUnheard},
	} {
		if strings.Contains(err.Error(), known.status) {
			return &networkError{known.words, err}
		}
	}
	return inWords(err)
}

// atRelay marks an error as one about the relay.
func atRelay(err error) error { return coded.Errorf("libp2p.relay", "the relay: %w", inWords(err)) }

var errRelay = atRelay(context.DeadlineExceeded)

// IsRelay reports whether an error of Dial is about a relay that can't be reached, not about the
// program to be reached through it.
func IsRelay(err error) bool { return errors.Is(err, errRelay) }

// Errors of relays.
var (
	errRelayRefuses = coded.Errorf("libp2p.relay-refuses", "the relay does not take this invite: has it been replaced since?")
	errRelayUnheard = coded.Errorf("libp2p.not-at-relay", "the other side's program is not linked to the relay: is it running?")
	errRelayFull    = coded.Errorf("libp2p.relay-full", "the relay has no room for one more")
)
