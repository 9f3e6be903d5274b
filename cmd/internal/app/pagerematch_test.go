package app_test

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

// apart is a place in a network where programs can't dial pages.
type apart struct {
	pipe.Host
	page bool
}

func (h apart) Addrs() []transport.Addr {
	if h.page {
		return []transport.Addr{rtc.Addr(nil)}
	}
	return h.Host.Addrs()
}

func (apart) AddrsOf(transport.Key) []transport.Addr { return nil }

func (h apart) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	if !h.page && !slices.ContainsFunc(addrs, func(addr transport.Addr) bool { _, ok := rtc.Offer(addr); return !ok }) {
		return nil, webnet.ErrBrowserHost
	}
	return h.Host.Dial(ctx, peer, addrs)
}

// A rematch goes the ways of the last match, at the place that is still open, although others have been chosen for new matches.
func TestRematchGoesTheSameWays(t *testing.T) {
	network := pipe.New()
	errChosen := errors.New("another relay was chosen")
	var chosen atomic.Bool
	fits := func([]byte) error {
		if chosen.Load() {
			return errChosen
		}
		return nil
	}
	listen := func(kept []byte) (app.Network, error) {
		id, err := transport.NewIdentity(rand.Reader)
		if kept != nil {
			id, _, err = transport.Kept(kept)
		}
		h := network.Host(id)
		return app.Network{Transport: h, How: "pipe", Close: func() error { h.Down(); return nil }, Fits: fits}, err
	}
	ann, bob := startOver(t, t.TempDir(), listen), startOver(t, t.TempDir(), listen)
	hosted, joined := introduce(t, ann, bob)
	finish(t, ann, bob, hosted, joined)
	friend := app.Hosting{Digest: ann.rules(quick), Friend: ann.friends()[0].Key}
	bob.friends()
	chosen.Store(true)
	_, err := ann.Host(t.Context(), friend)
	require.ErrorIs(t, err, errChosen, "its name is still in use at the other place")
	askAndFollow(t, ann, bob, hosted, joined)
}

// A page without a relay asks a program for a rematch, which can't dial it: each is told what to do, and they come to one table.
func TestRematchOfPageAndProgram(t *testing.T) {
	t.Parallel()
	network := pipe.New()
	listen := func(page bool) app.Listen {
		return func(kept []byte) (app.Network, error) {
			id, err := transport.NewIdentity(rand.Reader)
			if kept != nil {
				id, _, err = transport.Kept(kept)
			}
			h := network.Host(id)
			return app.Network{Transport: apart{h, page}, How: "webnet", Close: func() error { h.Down(); return nil }}, err
		}
	}
	program, page := startOver(t, t.TempDir(), listen(false)), startOver(t, t.TempDir(), listen(true))
	hosted, joined := introduce(t, program, page)
	finish(t, program, page, hosted, joined)
	program.friends()
	page.friends()
	_, err := page.Rematch(t.Context(), joined)
	require.ErrorContains(t, err, "once they have asked for the rematch too, ask again here")
	program.asked(hosted, "blue")
	again, err := program.Rematch(t.Context(), hosted)
	require.NoError(t, err)
	require.False(t, again.Asked)
	follows, err := page.Rematch(t.Context(), joined)
	require.NoError(t, err)
	require.Equal(t, again.Match[:8], follows.Match[:8], "they sit at one table")
	program.until(again.Match, func(_ app.Seat, s seat.State) bool { return s.Decision == "layout" && s.Seats[0].Joined })
}
