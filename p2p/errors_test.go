package p2p

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Whoever lets go of a link may repeat the reason in words, which are shown only
// where they can tell more.
func TestByeSaysItOnce(t *testing.T) {
	text := func(r reason, words string) string { return (&ByeError{r, words}).Error() }
	require.Equal(t, "the other side closed the link: the seat is taken", text(byeTaken, ErrTaken.Error()))
	require.Equal(t, "the other side closed the link: it has heard nothing for too long", text(byeSilent, ErrSilent.Error()))
	require.Equal(t, `the other side closed the link: it refused what we sent ("malformed frame")`, text(byeRefused, errFrame.Error()))
	require.Equal(t, "the other side closed the link: it refused what we sent", text(byeRefused, ""))
	require.Equal(t, `the other side closed the link: reason 13 ("tired")`, text(13, "tired"))
	require.Equal(t, `the other side closed the link: reason 0 ("tired")`, text(0, "tired"))
}
