package page

import (
	"context"
	"path"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Auditor is the part of a [Backend] that audits and replays.
type Auditor interface {
	AuditedMatch(ctx context.Context, id string) (review.Match, error)
	Audit(ctx context.Context, name string, data []byte) (string, error)
}

// NewAuditAPI answers only what a page for audits asks for.
func NewAuditAPI(b Auditor) *API {
	a := &API{endpoints: map[string]endpoint{}}
	a.get("words", func(r *Request) (any, error) {
		lang, err := messages.Parse(r.Value("lang"))
		return messages.Page(lang, !a.served), err
	})
	// The page asks for past matches to audit. Here are none, unless add puts the lobby in this place.
	a.get("lobby", func(*Request) (any, error) { return app.Lobby{Matches: []history.Entry{}}, nil })
	audited := func(r *Request) (review.Match, error) { return b.AuditedMatch(r.Context, r.Value("id")) }
	a.get("record", func(r *Request) (any, error) {
		record, err := audited(r)
		if err != nil {
			return nil, err
		}
		summary := record.Summary()
		summary.Table, err = withPlan(summary.Table)
		return summary, err
	})
	a.get("record/frame", func(r *Request) (any, error) {
		record, err := audited(r)
		if err != nil {
			return nil, err
		}
		turns, err := number(r.Value("ply"))
		if err != nil {
			return nil, err
		}
		return record.Frame(turns, r.Value("eye"))
	})
	a.endpoints["GET /api/record/file"] = endpoint{maxRequest, func(r *Request, w Answer) {
		record, err := audited(r)
		if err != nil {
			fail(w, err)
			return
		}
		data, err := record.File()
		if err != nil {
			fail(w, err)
			return
		}
		w.Begin(statusOK, "application/octet-stream")
		w.Write(data)
	}}
	a.endpoints["POST /api/audit"] = endpoint{transcript.MaxFile, inJSON(func(r *Request) (any, error) {
		id, err := b.Audit(r.Context, path.Base(r.Value("name")), r.Body)
		return map[string]string{"id": id}, err
	})}
	return a
}
