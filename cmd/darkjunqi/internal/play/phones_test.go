package play

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// The page for phones is served, and nothing else; it is kept for later matches until it is forgotten. Other files are refused.
func TestPageForPhones(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	folder := t.TempDir()
	dir, err := store.OpenDir(folder)
	require.NoError(t, err)
	open := func(flag string) (address string) {
		address, stop, err := openPage(env, dir, flag, true)
		require.NoError(t, err)
		t.Cleanup(func() { stop() })
		return address
	}
	require.Empty(t, open(""))

	other := filepath.Join(folder, "other.html")
	require.NoError(t, os.WriteFile(other, []byte("mine"), 0o600))
	_, _, err = openPage(env, dir, other, true)
	require.ErrorContains(t, err, "not darkjunqi.html")
	require.Empty(t, open(""), "what can't be served is not kept")

	page := filepath.Join(folder, "darkjunqi.html")
	require.NoError(t, os.WriteFile(page, []byte(`<!doctype html><script id="packed"></script>`), 0o600))
	open(page)
	address := open("") // beside the first one
	for path, want := range map[string]int{"/darkjunqi.html": http.StatusOK, "/other.html": http.StatusNotFound, "/": http.StatusNotFound} {
		answer, err := http.Get(strings.TrimSuffix(address, pagePath) + path)
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		answer.Body.Close()
		require.Equal(t, want, answer.StatusCode, path)
		if want == http.StatusOK {
			require.Contains(t, string(text), `id="packed"`)
			require.Contains(t, answer.Header.Get("Content-Type"), "text/html")
		}
	}

	require.NoError(t, os.Remove(page))
	require.Empty(t, open(""), "a page that has gone stops no match")
	_, _, err = openPage(env, dir, page, true)
	require.Error(t, err)

	require.Equal(t, "https://example.org/x", open("https://example.org/x#top"))
	require.Equal(t, "https://example.org/x", open(""))
	require.Empty(t, open("none"))
	require.Empty(t, open(""))
}
