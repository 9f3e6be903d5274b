package play

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

// Whoever holds connections to the page without end leaves room for others.
func TestCrowdAtThePage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "darkjunqi.html")
	require.NoError(t, os.WriteFile(page, []byte(`<!doctype html><script id="packed"></script>`), 0o600))
	address, stop, err := servePage(page, true)
	require.NoError(t, err)
	defer stop()
	at := strings.TrimSuffix(strings.TrimPrefix(address, "http://"), pagePath)
	var held []net.Conn
	for range maxVisitors + visitsOf {
		c, err := net.Dial("tcp", at)
		require.NoError(t, err)
		defer c.Close()
		held = append(held, c)
	}
	for _, c := range held[visitsOf:] { // these were closed
		c.SetReadDeadline(time.Now().Add(visitTime / 2))
		_, err := c.Read(make([]byte, 1))
		require.Error(t, err)
		require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
	}
	for _, c := range held[:visitsOf] {
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", pagePath, at)
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.StatusCode)
		require.Equal(t, "DENY", answer.Header.Get("X-Frame-Options"))
		c.Close()
	}
	require.Eventually(t, func() bool { // once the server has seen that they are gone
		answer, err := http.Get(address)
		if err == nil {
			answer.Body.Close()
		}
		return err == nil
	}, visitTime, time.Millisecond)
}
