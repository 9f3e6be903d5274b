package p2p

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
)

// networkError says in a few words what the network says at length. The log has all
// of it.
type networkError struct {
	text  string
	cause error
}

func (e *networkError) Error() string { return e.text }
func (e *networkError) Unwrap() error { return e.cause }

func (e *networkError) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%s: %v", e.text, e.cause))
}

// inWords shortens what a network said to what a person can use. Where it tried
// many addresses, one that somebody answered at tells the most. Other errors stay
// as they are.
func inWords(err error) error {
	var another sec.ErrPeerIDMismatch
	var name *net.DNSError
	var slow net.Error
	var dial *swarm.DialError
	says := func(text string) error { return &networkError{text, err} }
	switch {
	case errors.As(err, &another):
		return says("another program answers there")
	case errors.Is(err, syscall.ECONNREFUSED):
		return says("connection refused")
	case errors.Is(err, swarm.ErrNoAddresses), errors.Is(err, swarm.ErrNoGoodAddresses):
		return says("no address that can be dialled from here")
	case errors.As(err, &name):
		return says("no such host name")
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return says("no route to it from here")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, swarm.ErrDialTimeout), errors.As(err, &slow) && slow.Timeout():
		return says("timed out")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, network.ErrReset),
		errors.Is(err, net.ErrClosed), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return says("the connection was lost")
	case errors.As(err, &dial):
		text := fmt.Sprint(dial.Cause)
		if len(dial.DialErrors) > 0 {
			text = dial.DialErrors[0].Cause.Error()
		}
		return says(strings.Join(strings.Fields(text), " "))
	}
	return err
}
