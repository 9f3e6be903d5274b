package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/lzma"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func TestMain(m *testing.M) { pagetest.Main(m) }

const root = "../.."

// built is audit.html, built once.
var built = sync.OnceValues(func() ([]byte, error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	return auditPage(absolute)
})

func TestSameBytesTwice(t *testing.T) {
	pagetest.Parallel(t) // without one, no other test needs the program, which takes half a minute of processor time
	absolute, err := filepath.Abs(root)
	require.NoError(t, err)
	var pages [2][]byte
	for i := range pages {
		program, err := compile(absolute, "./cmd/darkjunqi-web/internal/auditor", auditWords)
		require.NoError(t, err)
		packed := lzma.Pack(program[:100_000]) // the rest would be packed alike
		pages[i], err = singleFile(absolute, "audit.js", nil, slices.Concat(packed, program), "", "")
		require.NoError(t, err)
	}
	require.True(t, bytes.Equal(pages[0], pages[1]))
}

// A page of one file is asked for transcripts and certificates, and asks nobody for anything.
func TestAuditPage(t *testing.T) {
	pagetest.Parallel(t)
	page, err := built()
	require.NoError(t, err)
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.URL.Path != "/passing.js" { // pagetest imports it, before the page has its policy
			asked = append(asked, r.URL.Path)
		}
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	}))
	t.Cleanup(server.Close)
	x := pagetest.Open(t, server.URL+"/audit.html", pagetest.View{Width: 1280, Height: 800, Lang: "en", Theme: "light"}, "")
	x.Wait(`document.querySelector('.own-hash')?.checkVisibility()`)
	sum := sha256.Sum256(page)
	require.Equal(t, hex.EncodeToString(sum[:]), pagetest.Ask[string](x, `document.querySelector('.own-hash').textContent`))
	x.Shot("audit-empty")

	honest, err := os.ReadFile(filepath.Join(root, "testdata", "archive", "standard.djq"))
	require.NoError(t, err)
	cheating, err := os.ReadFile(filepath.Join(root, "testdata", "archive", "cheating-double.djq"))
	require.NoError(t, err)
	certificate, err := protocol.Certify(cheating)
	require.NoError(t, err)
	tampered := bytes.Clone(honest)
	tampered[len(tampered)/2] ^= 1
	dir := t.TempDir()
	const input = chromedp.CSS("input[type=file]")
	open := func(name string, data []byte, verdict string, words ...string) {
		t.Helper()
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o600))
		// The verdict on the last file stays until the page hears of its new address.
		before := pagetest.Ask[string](x, `(window.last = document.querySelector('.judged'), location.hash)`)
		x.Do(chromedp.WaitReady(input), chromedp.SetUploadFiles(input, []string{path}))
		x.Wait(`location.hash !== ` + strconv.Quote(before) + ` && document.querySelector('.judged') !== window.last && document.querySelector('.judged b')?.textContent.includes(` + strconv.Quote(verdict) + `)`)
		said := pagetest.Ask[string](x, `document.querySelector('.judged').textContent`)
		for _, word := range append(words, verdict) {
			require.Contains(t, said, word)
		}
		x.Shot("audit-" + strings.TrimSuffix(name, filepath.Ext(name)))
	}
	open("standard.djq", honest, "honest")
	x.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")), pagetest.Click(".nav-card button"))
	open("tampered.djq", tampered, "unreadable", "Layout refused")
	open("cheating.djq", cheating, "cheat")
	open("cheating.cert", certificate, "cheat")
	for lang, says := range map[string]string{"zh": "作弊", "zh-Hant": "作弊", "en": "cheat"} {
		pagetest.Ask[bool](x, `(s => { s.value = '`+lang+`'; return s.dispatchEvent(new Event('change')) })(document.querySelector('.languages-list'))`)
		x.Wait(`document.querySelector('.judged')?.textContent.includes('` + says + `') && document.documentElement.lang.startsWith('` + lang + `')`)
	}
	rubbish := filepath.Join(dir, "rubbish.djq")
	require.NoError(t, os.WriteFile(rubbish, []byte("rubbish"), 0o600))
	x.Do(chromedp.WaitReady(input), chromedp.SetUploadFiles(input, []string{rubbish}))
	x.Wait(`document.querySelector('.droppable') !== null && document.querySelector('.judged') === null`) // the last verdict is gone
	x.Forgive("passing.js")

	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []string{"/audit.html"}, asked)
}
