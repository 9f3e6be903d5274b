package page

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/qrcode"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// maxRequest is how many bytes the page may send, but for a file to audit.
const maxRequest = 1 << 20

func (p *Page) routes(mux *http.ServeMux) {
	get := func(path string, f func(r *http.Request) (any, error)) { mux.Handle("GET /api/"+path, answer(f)) }
	post := func(path string, f func(r *http.Request) (any, error)) { mux.Handle("POST /api/"+path, answer(f)) }
	b := p.backend

	get("words", func(r *http.Request) (any, error) {
		lang, err := messages.Parse(r.FormValue("lang"))
		return messages.Page(lang), err
	})
	get("lobby", func(r *http.Request) (any, error) { return b.Lobby(r.Context()) })
	get("rules", func(r *http.Request) (any, error) {
		rs, err := b.Ruleset(r.FormValue("digest"))
		if err != nil {
			return nil, err
		}
		return planned(rs)
	})
	post("rules", func(r *http.Request) (any, error) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		return b.AddRules(text)
	})
	get("rules/choose", func(r *http.Request) (any, error) {
		return b.Choose(r.FormValue("spec"), r.FormValue("option"), r.FormValue("value"))
	})
	get("phrase", func(r *http.Request) (any, error) { return b.Phrase(r.Context(), match(r)) })
	post("friends/name", reading(func(_ context.Context, in struct{ Key, Name string }) (any, error) {
		return nil, b.NameFriend(in.Key, in.Name)
	}))
	post("friends/forget", reading(func(_ context.Context, in struct{ Key string }) (any, error) {
		return nil, b.ForgetFriend(in.Key)
	}))
	get("terms", func(r *http.Request) (any, error) { return b.Terms(match(r)) })

	post("host", begin(b.Host))
	post("join", begin(b.Join))
	post("practise", begin(b.Practise))
	post("rematch", func(r *http.Request) (any, error) { return b.Rematch(r.Context(), match(r)) })
	post("join/look", reading(func(ctx context.Context, in struct{ Invite string }) (any, error) {
		return b.Invitation(ctx, in.Invite)
	}))
	post("forget", func(r *http.Request) (any, error) { return nil, b.Forget(match(r)) })

	mux.HandleFunc("GET /api/stream", p.stream)
	post("do", p.do)
	get("way", p.way)
	get("qr", p.qr)
	p.layoutRoutes(get, post)

	get("record", func(r *http.Request) (any, error) {
		record, err := b.AuditedMatch(r.Context(), r.FormValue("id"))
		if err != nil {
			return nil, err
		}
		summary := record.Summary()
		summary.Table, err = withPlan(summary.Table)
		return summary, err
	})
	get("record/frame", p.frame)
	mux.HandleFunc("GET /api/record/file", p.file)
	mux.HandleFunc("POST /api/audit", p.audit)
}

// match is the match that a request is about.
func match(r *http.Request) string { return r.URL.Query().Get("match") }

// begin reads what is wished and begins a match.
func begin[W any](f func(context.Context, W) (string, error)) func(*http.Request) (any, error) {
	return reading(func(ctx context.Context, wish W) (any, error) {
		match, err := f(ctx, wish)
		return app.Begun{Match: match}, err
	})
}

// reading reads a request's JSON first.
func reading[In any](f func(context.Context, In) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		in, err := decode[In](r)
		if err != nil {
			return nil, err
		}
		return f(r.Context(), in)
	}
}

// decode reads a request's JSON.
func decode[T any](r *http.Request) (T, error) {
	var v T
	if err := json.NewDecoder(r.Body).Decode(&v); err != nil {
		return v, coded.Errorf("page.request", "this request can't be read: %w", err)
	}
	return v, nil
}

// answer answers with JSON.
func answer(f func(r *http.Request) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		out, err := f(r)
		say(w, out, err)
	})
}

func say(w http.ResponseWriter, out any, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	if out == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	text, err := json.Marshal(out)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(text)
}

// fault is a refusal in each language.
type fault struct {
	Code  string    `json:"code"`
	Words app.Names `json:"words"`
}

// inEach says an error in each language.
func inEach(err error) app.Names {
	return messages.Each(func(l messages.Lang) string { return l.Error(err) })
}

func fail(w http.ResponseWriter, err error) {
	status := http.StatusUnprocessableEntity
	var long *http.MaxBytesError
	if errors.As(err, &long) {
		status, err = http.StatusRequestEntityTooLarge, coded.Errorf("page.long", "more than %d bytes, which is all that is taken here", long.Limit)
	}
	f := fault{Code: coded.Code(err), Words: inEach(err)}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(f)
}

// do does what a seat wants done, and tells the number of the state that shows it: the page gets that by its stream, which may
// be later than this answer.
func (p *Page) do(r *http.Request) (any, error) {
	c, err := decode[seat.Command](r)
	if err != nil {
		return nil, err
	}
	s, err := p.backend.Seat(r.Context(), match(r))
	if err != nil {
		return nil, err
	}
	if err := s.Do(c); err != nil {
		return nil, err
	}
	return done{s.State().Number}, nil
}

// done is the answer to who had something done.
type done struct {
	Number int `json:"number"`
}

// way is the way that a piece would take.
func (p *Page) way(r *http.Request) (any, error) {
	s, err := p.backend.Seat(r.Context(), match(r))
	if err != nil {
		return nil, err
	}
	way := s.Way(r.FormValue("from"), r.FormValue("to"))
	if way == nil {
		way = []string{}
	}
	return way, nil
}

// qr draws the invite to a seat of a match; there is nothing to draw once somebody has the seat.
func (p *Page) qr(r *http.Request) (any, error) {
	s, err := p.backend.Seat(r.Context(), match(r))
	if err != nil {
		return nil, err
	}
	invite, ok := s.State().Invites[r.FormValue("seat")]
	if !ok {
		return nil, nil // it has been used
	}
	return qrcode.Encode(invite)
}

// frame is a match as it once stood.
func (p *Page) frame(r *http.Request) (any, error) {
	record, err := p.backend.AuditedMatch(r.Context(), r.FormValue("id"))
	if err != nil {
		return nil, err
	}
	turns, err := number(r.FormValue("ply"))
	if err != nil {
		return nil, err
	}
	return record.Frame(turns, r.FormValue("eye"))
}

func (p *Page) file(w http.ResponseWriter, r *http.Request) {
	record, err := p.backend.AuditedMatch(r.Context(), r.FormValue("id"))
	if err != nil {
		fail(w, err)
		return
	}
	data, err := record.File()
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Write(data)
}

func (p *Page) audit(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, transcript.MaxFile))
	if err != nil {
		fail(w, err)
		return
	}
	id, err := p.backend.Audit(r.Context(), path.Base(r.URL.Query().Get("name")), data)
	say(w, map[string]string{"id": id}, err)
}
