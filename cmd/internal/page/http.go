//go:build !js

package page

import (
	"io"
	"net/http"
)

func overHTTP(api *API, mux *http.ServeMux) {
	for pattern, e := range api.endpoints {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			answer := httpAnswer{w}
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
type httpAnswer struct{ w http.ResponseWriter }

func (a httpAnswer) Begin(status int, kind string) {
	if kind != "" {
		a.w.Header().Set("Content-Type", kind)
	}
	a.w.WriteHeader(status)
}

func (a httpAnswer) Write(data []byte) (int, error) {
	n, err := a.w.Write(data)
	if err != nil {
		return n, err
	}
	return n, http.NewResponseController(a.w).Flush()
}
