package relaywire

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// What can be read is written the same.
func FuzzParse(f *testing.F) {
	f.Add(Hello{Nonce{1}, 4002}.Encode())
	f.Add(Request{Kind: Place, Key: transport.Key{2}}.Encode())
	f.Add(Request{Kind: Reach, Key: transport.Key{2}}.Encode())
	f.Add(Request{Kind: Answer, Ticket: Ticket{3}}.Encode())
	f.Add(Full.Encode())
	f.Add(Call{Ticket: Ticket{4}}.Encode())
	f.Fuzz(func(t *testing.T, message []byte) {
		if h, ok := ParseHello(message); ok {
			require.Equal(t, message, h.Encode())
		}
		if r, ok := ParseRequest(message); ok {
			require.Equal(t, message, r.Encode())
		}
		if r, ok := ParseReply(message); ok {
			require.Equal(t, message, r.Encode())
		}
		if c, ok := ParseCall(message); ok {
			require.Equal(t, message, c.Encode())
		}
	})
}

// The messages are those of docs/wire.md, section 18.
func TestEncodings(t *testing.T) {
	key := transport.Key(bytes.Repeat([]byte{7}, 32))
	require.Equal(t, append(make([]byte, 32), 0x0f, 0xa2), Hello{STUN: 4002}.Encode())
	require.Len(t, Request{Kind: Place, Key: key}.Encode(), 1+32+32+64)
	require.Len(t, Request{Kind: Reach, Key: key}.Encode(), 1+32+32)
	require.Equal(t, append([]byte{3}, make([]byte, 16)...), Request{Kind: Answer, Key: key}.Encode())
	require.Equal(t, [][]byte{{0}, {1}, {2}, {3}, {4}},
		[][]byte{Granted.Encode(), Refused.Encode(), Absent.Encode(), Full.Encode(), Moved.Encode()})
	require.Len(t, Call{}.Encode(), 16+8)
	for _, bad := range [][]byte{nil, {5}, {0, 0}} {
		_, ok := ParseReply(bad)
		require.False(t, ok)
	}
}
