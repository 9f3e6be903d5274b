//go:build js

// The program in audit.html: it audits files and replays them, and keeps nothing.
package main

import (
	"context"
	"strconv"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/inworker"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

func main() { inworker.Serve(page.NewAuditAPI(&auditor{}), false, nil) }

// auditor is the [page.Auditor] of files. It holds the last one.
type auditor struct {
	mu    sync.Mutex
	count int
	match review.Match
}

func (a *auditor) Audit(_ context.Context, name string, data []byte) (string, error) {
	match, err := review.Examine(name, data)
	if err != nil {
		return "", err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count++
	a.match = match
	return strconv.Itoa(a.count), nil
}

func (a *auditor) AuditedMatch(_ context.Context, id string) (review.Match, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.match == nil || id != strconv.Itoa(a.count) {
		return nil, coded.Errorf("lobby.unknown-record",
			"this match is no longer here: open its file again")
	}
	return a.match, nil
}
