package play

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
)

// Anyone who sends a letter may have named it.
func TestNamesOfLettersGetNowhere(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		var out bytes.Buffer
		env := cli.NewEnv("darkjunqi", strings.NewReader(""), &out, &out, func(string) string { return "" })
		env.JSON = asJSON
		l := &mailFolder{dir: "here", inbox: newInbox[letter]()}
		l.report(clitest.Spoof, errors.New("torn"))
		require.NoError(t, tellLetters(env, l))
		require.NotEmpty(t, out.String())
		require.Equal(t, cli.Visible(out.String()), out.String())
	}
}

// Which match a letter belongs to that was put into the wrong folder, and what to do with it.
func TestLetterOfAnotherMatchIsTold(t *testing.T) {
	for lang, want := range map[messages.Lang]string{
		messages.English: filepath.Join("here", "a.txt") + " is a letter from another match, 01020000, with the verification words " + messages.English.Phrase([32]byte{1, 2}) + ".",
		messages.Chinese: filepath.Join("here", "a.txt") + " 是另一场对局 01020000（核对词：" + messages.Chinese.Phrase([32]byte{1, 2}) + "）的信",
	} {
		env, out := clitest.Env(lang)
		l := &mailFolder{dir: "here", inbox: newInbox[letter]()}
		l.report("a.txt", mail.NewOtherMatchError([32]byte{1, 2}))
		require.NoError(t, tellLetters(env, l))
		require.Contains(t, out.String(), want)
	}
}
