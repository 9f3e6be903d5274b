package invite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func TestReply(t *testing.T) {
	offer, other := []byte("offer"), []byte("another offer")
	r := NewReply(offer, []byte("answer"))
	require.Equal(t, "djqa13akuz7agmfxhg53fokhju6rb", r.String(), "the vector of docs/wire.md")
	for _, text := range []string{r.String(), "here: " + r.String() + " ok?", r.String()[:12] + "\n" + r.String()[12:]} {
		got, err := ParseReply(text)
		require.NoError(t, err, text)
		require.True(t, got.Answers(offer))
		require.False(t, got.Answers(other))
		require.Equal(t, "answer", string(got.Answer()))
	}
	_, err := ParseReply(r.String()[:len(r.String())-1])
	require.ErrorIs(t, err, ErrTyping)
	_, err = ParseReply("see you")
	require.ErrorIs(t, err, ErrNotReply)
	inv := New(transcript.Hash{5}, transport.Key{6}, nil, engine.Red, Secret{7})
	_, err = ParseReply(inv.String())
	require.ErrorIs(t, err, ErrNoReply)
	_, err = Parse(r.String())
	require.ErrorIs(t, err, ErrForReply)
	_, err = ParseWatch(r.String())
	require.ErrorIs(t, err, ErrForReply)
	_, err = ParseRelay(r.String())
	require.ErrorIs(t, err, ErrForReply)
}

// FuzzParseReply: text is a reply that prints as that text, or it is none.
func FuzzParseReply(f *testing.F) {
	f.Add(NewReply([]byte("offer"), []byte("answer")).String())
	f.Add(NewReply(nil, nil).String())
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseReply(text)
		if err != nil {
			require.Nil(t, r)
			return
		}
		again, err := ParseReply(r.String())
		require.NoError(t, err)
		require.Equal(t, r, again)
	})
}
