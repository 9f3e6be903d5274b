package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pages work in Firefox too: a match is practised through a reload, and a file audited.
func TestFirefox(t *testing.T) {
	firefox, err := exec.LookPath("firefox-esr")
	if err != nil {
		firefox, err = exec.LookPath("firefox")
	}
	if err != nil {
		t.Skip("no Firefox on this machine: install the package firefox-esr")
	}
	absolute, err := filepath.Abs(root)
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(absolute, "cmd", "internal", "page", "node_modules", "puppeteer-core")); err != nil {
		t.Skip("puppeteer-core is not here: run npm ci in cmd/internal/page")
	}
	node := tool(t, "node")
	t.Parallel()
	play, err := table()
	require.NoError(t, err)
	audit, err := built()
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := play
		if r.URL.Path == "/audit.html" {
			page = audit
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	}))
	defer server.Close()
	out := run(t, "", node, filepath.Join("testdata", "firefox.mjs"), firefox, server.URL, filepath.Join(absolute, "testdata", "archive", "standard.djq"))
	require.Equal(t, "practised\naudited\n", out)
}
