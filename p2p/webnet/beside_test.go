package webnet

import (
	"testing"

	"github.com/stretchr/testify/require"

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
