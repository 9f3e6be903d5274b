package webnet

import (
	"context"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// race tries all addresses at once and returns what succeeds first. What succeeds later is dropped.
// The error is from the first that fails, or from ctx.
func race[T any](
	ctx context.Context, addrs []transport.Addr,
	try func(context.Context, transport.Addr) (T, error), drop func(T),
) (nothing T, err error) {
	if len(addrs) == 0 {
		return nothing, errNoAddress
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		got T
		err error
	}
	results := make(chan result)
	for _, addr := range addrs {
		go func() {
			got, err := try(ctx, addr)
			select {
			case results <- result{got, err}:
			case <-ctx.Done():
				if err == nil {
					drop(got)
				}
			}
		}()
	}
	for range addrs {
		select {
		case r := <-results:
			if r.err == nil {
				return r.got, nil
			}
			if err == nil {
				err = r.err
			}
		case <-ctx.Done():
			return nothing, ctx.Err()
		}
	}
	return nothing, err
}
