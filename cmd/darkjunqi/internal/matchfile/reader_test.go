package matchfile

import (
	"bufio"
	"bytes"
	"io"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Of files beyond the ordinary size only one is in memory until it is audited; ordinary ones wait
// for none.
func TestOneLargeFileAtATime(t *testing.T) {
	var alone sync.Mutex
	held := func() bool {
		if alone.TryLock() {
			alone.Unlock()
			return false
		}
		return true
	}
	for size, large := range map[int]bool{0: false, OrdinarySize: false, OrdinarySize + 1: true, transcript.MaxFile + 1: true} {
		in := &Reader{Alone: &alone}
		file, err := in.readAll(io.LimitReader(zeros{}, int64(size)))
		require.Equal(t, large, held(), size)
		if size > transcript.MaxFile {
			require.ErrorIs(t, err, errTooLarge)
		} else {
			require.NoError(t, err)
			require.Len(t, file, size)
		}
		in.Release()
		require.False(t, held(), size)
		require.Zero(t, in.Cap(), "nothing is kept")
	}
	stream := []byte(transcript.Magic)
	for len(stream) <= OrdinarySize {
		stream = transcript.AppendFrame(stream, make([]byte, 1<<15))
	}
	in := &Reader{Alone: &alone}
	more, err := in.ReadNext(bufio.NewReader(bytes.NewReader(append(bytes.Clone(stream), stream...))))
	require.NoError(t, err)
	require.True(t, more)
	require.Equal(t, stream, in.Bytes())
	require.True(t, held())
	in.Release()
	require.False(t, held())
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}
