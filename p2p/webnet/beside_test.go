package webnet

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

// A program says why it can't join a browser to which nothing but WebRTC leads.
func TestBrowserHost(t *testing.T) {
	main, web := newHost(t, Config{}), newHost(t, Config{})
	for _, offer := range []string{"", "an offer"} {
		_, err := Beside(main, web).Dial(t.Context(), transport.Key{1}, []transport.Addr{rtc.Addr([]byte(offer))})
		require.ErrorIs(t, err, ErrBrowserHost)
	}
	_, err := Beside(main, web).Dial(t.Context(), transport.Key{1}, nil)
	require.ErrorIs(t, err, ErrUnreached)
}

// failing is a main transport that fails after a while.
type failing struct {
	*Host
	after time.Duration
}

var errMain = errors.New("main")

func (f failing) Dial(context.Context, transport.Key, []transport.Addr) (transport.Conn, error) {
	time.Sleep(f.after)
	return nil, errMain
}

// Where the main transport has failed, a WebSocket that nobody answers keeps it from another try only for the time that an answer may take.
func TestSilentWebSocketHoldsNobodyUp(t *testing.T) {
	for fails, ends := range map[time.Duration]time.Duration{
		0: retry.AnswerTime, time.Second: time.Second + retry.AnswerTime,
		headStart + time.Second: headStart + retry.AnswerTime, headStart + 2*retry.AnswerTime: headStart + 2*retry.AnswerTime,
	} {
		synctest.Test(t, func(t *testing.T) {
			silent := newHost(t, Config{Open: func(ctx context.Context, _ transport.Addr) (Pipe, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}})
			defer silent.Close()
			begun := time.Now()
			_, err := Beside(failing{silent, fails}, silent).Dial(t.Context(), transport.Key{1},
				[]transport.Addr{"main", WebSocketAddr(netip.MustParseAddrPort("192.0.2.1:1"))})
			require.ErrorIs(t, err, errMain)
			require.Equal(t, ends, time.Since(begun))
		})
	}
}
