package p2p

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// FuzzFrames feeds any bytes to the reader of frames and to the decoder of each
// kind: they are refused, or written again as they were.
func FuzzFrames(f *testing.F) {
	for _, seed := range []frame{
		hello{version: LinkVersion, role: guestRole, terms: transcript.Hash{1}, nonce: [32]byte{2}}.frame(),
		proof{number: 3, mac: [32]byte{4}}.frame(),
		state{}.frame(),
		state{count: 5, head: transcript.Hash{6}, extras: 7}.frame(),
		recordFrame(8, []byte("record")),
		{frameExtra, []byte("record")},
		{frameResign, make([]byte, 97)},
		signalFrame(1, 9),
		{framePing, nil},
		byeFrame(byeClosing, "good-bye"),
		askFrame(10),
		haveFrame(11, transcript.Hash{12}),
		nameFrame(1, "K2"),
		inviteFrame(toBlue),
	} {
		f.Add(seed.append(nil))
	}
	f.Add([]byte{})
	f.Add([]byte{4, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		got, err := readFrame(r, nil)
		if err != nil {
			return
		}
		read := b[:len(b)-r.Len()]
		require.Equal(t, read, got.append(nil))
		again := func(f frame, err error) {
			if err == nil {
				require.Equal(t, read, f.append(nil))
			}
		}
		switch got.kind {
		case frameHello:
			h, err := parseHello(got.payload)
			again(h.frame(), err)
		case frameProof:
			p, err := parseProof(got.payload)
			again(p.frame(), err)
		case frameState:
			st, err := parseState(got.payload)
			again(st.frame(), err)
		case frameRecord:
			if index, raw, err := parseRecordFrame(got.payload); err == nil {
				again(recordFrame(index, raw), nil)
			}
		case frameSignal:
			if s, value, err := parseSignal(got.payload); err == nil {
				again(signalFrame(s, value), nil)
			}
		case frameAsk:
			if index, err := parseAsk(got.payload); err == nil {
				again(askFrame(index), nil)
			}
		case frameHave:
			if index, hash, err := parseHave(got.payload); err == nil {
				again(haveFrame(index, hash), nil)
			}
		case frameName:
			if seat, name, err := parseName(got.payload); err == nil {
				again(nameFrame(seat, name), nil)
			}
		case frameBye:
			if bye, err := parseBye(got.payload); err == nil {
				require.NotEmpty(t, bye.Error())
			}
		}
	})
}
