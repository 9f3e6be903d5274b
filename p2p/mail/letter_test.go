package mail

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
	"github.com/stretchr/testify/require"
)

// FuzzParseLetter: text is a letter that says the same when it is written again, or none.
func FuzzParseLetter(f *testing.F) {
	f.Add((&Letter{Terms: transcript.Hash{1}, Chain: [][]byte{{1}}, Extras: [][]byte{{2}, {3}}, Request: []byte{4}}).String())
	f.Add((&Letter{Seat: engine.Blue, Signature: [wire.VouchSize]byte{1}}).String())
	f.Add((&Letter{First: 7, Chain: [][]byte{{1}, {2}}}).String())
	f.Add(letterPrefix)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			require.Nil(t, l)
			return
		}
		again, err := Parse(l.String())
		require.NoError(t, err)
		require.Equal(t, l, again)
	})
}

// Of a letter nothing can be changed unnoticed; white space and what surrounds it is
// forgiven.
func TestLetterText(t *testing.T) {
	l := &Letter{Terms: transcript.Hash{1}, Seat: engine.Blue, First: 3, Chain: [][]byte{make([]byte, 200)}, Extras: [][]byte{{9}}}
	text := l.String()
	for i := range text {
		if text[i] == '\n' {
			continue
		}
		other := byte('A')
		if text[i] == other {
			other = 'B'
		}
		_, err := Parse(text[:i] + string(other) + text[i+1:])
		require.Error(t, err, i)
	}
	_, err := Parse((&Letter{Seat: wire.NoSeat}).String())
	require.ErrorIs(t, err, ErrTyping)
	for _, quoted := range []string{
		"Dear blue,\n\n" + text + "\n\n-- \nred", strings.TrimSpace(text) + "\n-- \nsent from my telephone", "  " + strings.ReplaceAll(text, "\n", "\r\n   "), strings.ReplaceAll(text, "\n", ""),
		"> " + strings.ReplaceAll(text, "\n", "\r\n> ") + "\n>\n> red", "On Monday red wrote:\n>> " + strings.ReplaceAll(text, "\n", "\n> > "),
	} {
		got, err := Parse(quoted)
		require.NoError(t, err)
		require.Equal(t, l, got)
	}
}

// A letter of a later version is told from what is not a letter at all.
func TestLetterOfAnotherVersion(t *testing.T) {
	later := "djql2" + strings.Repeat("Ab3_", 20)
	for text, want := range map[string]error{
		later:                           ErrVersion,
		"Hello,\nhere it is:\n" + later: ErrVersion,
		"djql2 is the next one":         ErrNotLetter,
		"x" + later:                     ErrNotLetter,
	} {
		_, err := Parse(text)
		require.ErrorIs(t, err, want, text)
	}
}

// A letter that continues another which is not there is kept for later, and told once.
func TestLetterBehindAGap(t *testing.T) {
	dir := t.TempDir()
	text := (&Letter{Terms: transcript.Hash{1}, Chain: [][]byte{{1}}}).String()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "letter-0001-red.txt"), []byte(text), 0o600))
	told := map[string]error{}
	post, err := Open(dir, Config{Report: func(file string, err error) {
		require.NotContains(t, told, file)
		told[file] = err
	}})
	require.NoError(t, err)
	gap := NewGapError(7, 3)
	for range 2 {
		gaps, err := post.look(post.read, func(*Letter) error { return gap })
		require.NoError(t, err)
		require.Len(t, gaps, 1)
		require.Empty(t, told, "what it continues may be read after it")
	}
	gaps, err := post.look(post.read, func(*Letter) error { return gap })
	require.NoError(t, err)
	for range 2 {
		post.tell(gaps[0])
	}
	require.Len(t, told, 1)
	require.ErrorIs(t, told["letter-0001-red.txt"], gap)
	require.EqualError(t, gap, "it continues an earlier letter, which has not arrived: it begins with record 7, and the next one here is 3")
}

// A file that others have put there under a high number doesn't have letters take each other's place.
func TestLettersTakeNoOthersPlace(t *testing.T) {
	dir := t.TempDir()
	p, err := Open(dir, Config{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "letter-999999999-blue.txt"), nil, 0o600))
	for i := range 3 {
		require.NoError(t, p.write(&Letter{Seat: 0, Terms: [32]byte{byte(i)}}))
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 4)
}

// A link in the folder leads no letter out of it.
func TestNoLetterLeavesTheFolder(t *testing.T) {
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.WriteFile(other, []byte("own"), 0o600))
	if err := os.Symlink(other, filepath.Join(dir, ".letter-0001-red.txt")); err != nil {
		t.Skip(err) // on Windows only some may
	}
	p, err := Open(dir, Config{})
	require.NoError(t, err)
	require.NoError(t, p.write(&Letter{}))
	text, err := os.ReadFile(other)
	require.NoError(t, err)
	require.Equal(t, "own", string(text))
	text, err = os.ReadFile(filepath.Join(dir, "letter-0001-red.txt"))
	require.NoError(t, err)
	_, err = Parse(string(text))
	require.NoError(t, err)
}
