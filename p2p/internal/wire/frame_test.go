package wire

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// FuzzFrames feeds any bytes to the reader of frames and to the decoder of each
// kind: they are refused, or written again as they were.
func FuzzFrames(f *testing.F) {
	for _, seed := range []Frame{
		Hello{Version: Version, Role: Guest, Terms: transcript.Hash{1}, Nonce: [32]byte{2}}.Frame(),
		Proof{Number: 3, MAC: [32]byte{4}}.Frame(),
		State{}.Frame(),
		State{Count: 5, Head: transcript.Hash{6}, Extras: 7}.Frame(),
		NewRecord(8, []byte("record")),
		{KindExtra, []byte("record")},
		{KindResign, make([]byte, 97)},
		NewSignal(1, 9),
		{KindPing, nil},
		NewBye(ByeClosing, "good-bye"),
		NewAsk(10),
		NewHave(11, transcript.Hash{12}),
		NewName(1, "K2"),
		NewInvite(invite.New(transcript.Hash{2}, transport.Key{3}, nil, engine.Blue, invite.Secret{1})),
	} {
		f.Add(seed.Append(nil))
	}
	f.Add([]byte{})
	f.Add([]byte{4, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		got, err := Read(r, nil)
		if err != nil {
			return
		}
		read := b[:len(b)-r.Len()]
		require.Equal(t, read, got.Append(nil))
		again := func(f Frame, err error) {
			if err == nil {
				require.Equal(t, read, f.Append(nil))
			}
		}
		switch got.Kind {
		case KindHello:
			h, err := ParseHello(got.Payload)
			again(h.Frame(), err)
		case KindProof:
			p, err := ParseProof(got.Payload)
			again(p.Frame(), err)
		case KindState:
			st, err := ParseState(got.Payload)
			again(st.Frame(), err)
		case KindRecord:
			if index, raw, err := ParseRecord(got.Payload); err == nil {
				again(NewRecord(index, raw), nil)
			}
		case KindSignal:
			if s, value, err := ParseSignal(got.Payload); err == nil {
				again(NewSignal(s, value), nil)
			}
		case KindAsk:
			if index, err := ParseAsk(got.Payload); err == nil {
				again(NewAsk(index), nil)
			}
		case KindHave:
			if index, hash, err := ParseHave(got.Payload); err == nil {
				again(NewHave(index, hash), nil)
			}
		case KindName:
			if seat, name, err := ParseName(got.Payload); err == nil {
				again(NewName(seat, name), nil)
			}
		case KindBye:
			if bye, err := ParseBye(got.Payload); err == nil {
				require.NotEmpty(t, bye.Error())
			}
		}
	})
}
