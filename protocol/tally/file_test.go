package tally

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func TestFiles(t *testing.T) {
	h := newHall(t, SecondPrice, 5, 2, 3)
	h.cast(1, 4)
	file := MarshalFile(h.terms, h.records)
	terms, records, err := ParseFile(file)
	require.NoError(t, err)
	require.Equal(t, h.terms, terms)
	require.Equal(t, h.records, records)
	require.Equal(t, file, MarshalFile(terms, records))

	for name, x := range map[string]struct {
		file []byte
		want error
	}{
		"empty":                {nil, ErrForeign},
		"another first line":   {append([]byte("darkjunqi tally 2\n"), file[len(Magic):]...), ErrForeign},
		"no terms":             {[]byte(Magic), ErrTerms},
		"short terms":          {transcript.AppendFrame([]byte(Magic), make([]byte, 35)), ErrTerms},
		"half a key":           {transcript.AppendFrame([]byte(Magic), make([]byte, termsSize+16)), ErrTerms},
		"a torn end":           {file[:len(file)-1], transcript.ErrTorn},
		"a frame without size": {append(file[:len(file):len(file)], 0, 0), transcript.ErrTorn},
		"too long a frame":     {append(file[:len(file):len(file)], 0xff, 0, 0, 0), transcript.ErrOversized},
	} {
		_, _, err := ParseFile(x.file)
		require.ErrorIs(t, err, x.want, name)
	}
}
