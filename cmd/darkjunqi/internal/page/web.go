package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
)

//go:embed web
var files embed.FS

// static serves the files of the page. Browsers keep them, and ask whether they have changed.
func (p *Page) static() http.Handler {
	web, err := fs.Sub(files, "web")
	if err != nil {
		panic(err) // the folder is embedded
	}
	served := http.FileServerFS(web)
	tags := tagsOf(web)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if tag, ok := tags[r.URL.Path]; ok {
			w.Header().Set("ETag", tag)
			w.Header().Set("Cache-Control", "no-cache")
		} else if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		served.ServeHTTP(w, r)
	})
}

// tagsOf is what stands for the content of each file, by its path.
func tagsOf(web fs.FS) map[string]string {
	tags := map[string]string{}
	err := fs.WalkDir(web, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(web, name)
		sum := sha256.Sum256(data)
		tags["/"+name] = `"` + hex.EncodeToString(sum[:8]) + `"`
		return err
	})
	if err != nil {
		panic(err) // embedded files can be read
	}
	return tags
}
