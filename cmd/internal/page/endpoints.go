// Package page serves the web page on which people host, join and play matches, arrange layouts, replay and audit. It
// is a view of package p2p/seat and of a [Backend]; it knows no rules.
//
// What the page shows comes as JSON from /api/, and what happens in a match by one stream of
// numbered events (stream.go). An [API] answers, over HTTP (http.go) or in a web worker of the
// page. guard.go decides who may ask over HTTP.
package page

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// maxRequest is the number of bytes the page may send, except for a file to audit.
const maxRequest = 1 << 20

// Statuses of answers, as in HTTP. net/http is too large for a page that runs everything itself.
const (
	statusOK        = 200
	statusNoContent = 204
	statusNotFound  = 404
	statusTooLarge  = 413
	statusRefused   = 422
)

// Request is something that the page asks for.
type Request struct {
	Context context.Context // ends when the page no longer waits for the answer
	Query   url.Values
	Body    []byte
}

// Value returns a parameter of the request's address.
func (r *Request) Value(name string) string { return r.Query.Get(name) }

// Answer takes an answer: first its status and media type, then its bytes, which it passes on at once.
type Answer interface {
	Begin(status int, kind string)
	Write(data []byte) (int, error)
}

// API answers what the page asks for.
type API struct {
	backend   Backend
	endpoints map[string]endpoint // by method and path, such as "GET /api/words"
	served    bool                // by a program beside the page
	share     string              // the address of the page that guests open without a program; "" if none is known
}

// endpoint answers one kind of request, with at most so many bytes.
type endpoint struct {
	limit  int64
	answer func(r *Request, w Answer)
}

// NewAPI returns all that a page can ask for.
func NewAPI(b Backend) *API {
	a := NewAuditAPI(b)
	a.add(b)
	return a
}

// Answer answers a request for an address such as "/api/words".
func (a *API) Answer(method, path string, r *Request, w Answer) {
	e, ok := a.endpoints[method+" "+path]
	switch {
	case !ok:
		w.Begin(statusNotFound, "")
	case int64(len(r.Body)) > e.limit:
		refuseLong(w, e.limit)
	default:
		e.answer(r, w)
	}
}

func (a *API) get(path string, f func(r *Request) (any, error)) {
	a.endpoints["GET /api/"+path] = endpoint{maxRequest, inJSON(f)}
}

func (a *API) post(path string, f func(r *Request) (any, error)) {
	a.endpoints["POST /api/"+path] = endpoint{maxRequest, inJSON(f)}
}

func inJSON(f func(r *Request) (any, error)) func(r *Request, w Answer) {
	return func(r *Request, w Answer) {
		out, err := f(r)
		say(w, out, err)
	}
}

func say(w Answer, out any, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	if out == nil {
		w.Begin(statusNoContent, "")
		return
	}
	text, err := json.Marshal(out)
	if err != nil {
		fail(w, err)
		return
	}
	w.Begin(statusOK, "application/json")
	w.Write(text)
}

// fault is a refusal in each language.
type fault struct {
	Code  string         `json:"code"`
	Words messages.Names `json:"words"`
}

// inEach says an error in each language.
func inEach(err error) messages.Names {
	return messages.Each(func(l messages.Lang) string { return l.Error(err) })
}

func fail(w Answer, err error) { refuseWith(w, statusRefused, err) }

// refuseLong refuses a request of more bytes than the limit.
func refuseLong(w Answer, limit int64) {
	refuseWith(w, statusTooLarge, coded.Errorf("page.long", "more than %d bytes, the limit here", limit))
}

func refuseWith(w Answer, status int, err error) {
	sentence := func(l messages.Lang) string { return messages.Capital(l.Error(err)) }
	text, _ := json.Marshal(fault{Code: coded.Code(err), Words: messages.Each(sentence)}) // strings
	w.Begin(status, "application/json")
	w.Write(append(text, '\n'))
}
