//go:build !js

package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

//go:embed web
var embedded embed.FS

// file is a file of the page as it is served.
type file struct {
	kind    string // media type
	tag     string // stands for its content
	plain   []byte
	gzipped []byte
}

// kinds are the media types of the page's files: what the machine thinks of their endings does not matter.
var kinds = map[string]string{".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// static serves the files of the page. Browsers keep them, and ask whether they have changed.
func static(lang messages.Lang, program string) http.Handler {
	all := served(lang, program)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path
		if name == "/" {
			name = "/index.html"
		}
		f, ok := all[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		head := w.Header()
		head.Set("Cache-Control", "no-cache")
		head.Set("ETag", f.tag)
		if r.Header.Get("If-None-Match") == f.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		head.Set("Content-Type", f.kind)
		body := f.plain
		if takesGzip(r) {
			head.Set("Content-Encoding", "gzip")
			body = f.gzipped
		}
		w.Write(body)
	})
}

// served returns all files of the page, by their paths. Its own file says which language the program speaks, and which of several
// on a machine it is.
func served(lang messages.Lang, program string) map[string]file {
	found := map[string]file{}
	entries, err := fs.ReadDir(embedded, "web")
	if err != nil {
		panic(err) // the folder is embedded
	}
	for _, entry := range entries {
		data, err := fs.ReadFile(embedded, path.Join("web", entry.Name()))
		if err != nil {
			panic(err)
		}
		if entry.Name() == "index.html" {
			data = bytes.Replace(data, []byte("<!-- modules -->"), preloads(entries), 1)
			// Escaped, nothing in it can end the attribute.
			data = bytes.Replace(data, []byte(`lang="en"`), fmt.Appendf(nil, `lang="%s" data-program="%s" data-languages="%s"`, lang, url.QueryEscape(program), html.EscapeString(messages.LanguagesJSON())), 1)
		}
		if path.Ext(entry.Name()) == ".js" {
			data = remarks.ReplaceAll(data, nil)
		}
		sum := sha256.Sum256(data)
		kind, ok := kinds[path.Ext(entry.Name())]
		if !ok {
			panic("page: no media type for " + entry.Name())
		}
		found["/"+entry.Name()] = file{kind, `"` + hex.EncodeToString(sum[:8]) + `"`, data, zipped(data)}
	}
	return found
}

// remarks are the comments that fill lines of a script: a browser needs none of them.
var remarks = regexp.MustCompile(`(?m)^[ \t]*(//.*|/\*\*([^*]|\*[^/])*\*/)\n`)

// preloads has a browser fetch all modules at once, instead of one after the other as they import each other.
func preloads(entries []fs.DirEntry) []byte {
	var b bytes.Buffer
	for _, entry := range entries {
		if path.Ext(entry.Name()) == ".js" {
			fmt.Fprintf(&b, "<link rel=\"modulepreload\" href=\"%s\">\n", entry.Name())
		}
	}
	return b.Bytes()
}

func zipped(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is one of gzip's
	}
	w.Write(data) // to a buffer: it can't fail
	w.Close()
	return b.Bytes()
}
