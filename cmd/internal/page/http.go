//go:build !js

package page

import (
	"io"
	"net/http"
	"strings"
)

// The words are long, and the same for everybody, so they are sent compressed. Nothing that a player keeps to themselves may be: how
// well it compresses beside what another has chosen would tell of it (the BREACH attack).
const compressed = "GET /api/words"

func overHTTP(api *API, mux *http.ServeMux) {
	for pattern, e := range api.endpoints {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			answer := httpAnswer{w, pattern == compressed && takesGzip(r)}
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, e.limit))
			if err != nil {
				refuseLong(answer, e.limit)
				return
			}
			e.answer(&Request{r.Context(), r.URL.Query(), body}, answer)
		})
	}
}

// httpAnswer is an [Answer] over HTTP.
type httpAnswer struct {
	w       http.ResponseWriter
	gzipped bool // each Write is compressed by itself
}

func (a httpAnswer) Begin(status int, kind string) {
	if kind != "" {
		a.w.Header().Set("Content-Type", kind)
	}
	if a.gzipped {
		a.w.Header().Set("Content-Encoding", "gzip")
	}
	a.w.WriteHeader(status)
}

func (a httpAnswer) Write(data []byte) (int, error) {
	sent := data
	if a.gzipped {
		sent = zipped(data)
	}
	if _, err := a.w.Write(sent); err != nil {
		return 0, err
	}
	return len(data), http.NewResponseController(a.w).Flush()
}

func takesGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}
