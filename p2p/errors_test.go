package p2p

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/stretchr/testify/require"
)

// Whoever lets go of a link may repeat the reason in words, which are shown only
// where they can tell more.
func TestByeSaysItOnce(t *testing.T) {
	text := func(r wire.Reason, words string) string { return wire.NewByeError(r, words).Error() }
	require.Equal(t, "the seat is taken: ask the host for another invite", text(wire.ByeTaken, ErrTaken.Error()))
	require.Equal(t, "the other side closed the link: it has heard nothing for too long", text(wire.ByeSilent, ErrSilent.Error()))
	require.Equal(t, `the other side closed the link: it refused what we sent ("malformed frame")`, text(wire.ByeRefused, wire.ErrMalformed.Error()))
	require.Equal(t, "the other side closed the link: it refused what we sent", text(wire.ByeRefused, ""))
	require.Equal(t, `the other side closed the link: reason 13 ("tired")`, text(13, "tired"))
	require.Equal(t, `the other side closed the link: reason 0 ("tired")`, text(0, "tired"))
}
