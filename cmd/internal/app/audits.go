package app

import (
	"context"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// AuditedMatch returns a match of the data folder, or what Audit took in, to be looked at.
func (a *App) AuditedMatch(_ context.Context, id string) (review.Match, error) {
	r, err := a.examined(id)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// examined returns what AuditedMatch returns.
func (a *App) examined(id string) (*review.Examined, error) {
	if r := a.reviewed.Find(id); r != nil {
		return r, nil
	}
	if !store.ValidID(id) {
		return nil, coded.Errorf("lobby.unknown-record", "this match is no longer here: open its file again")
	}
	own, names := history.SeatOf(id), a.namesOf(id)
	var data []byte
	var err error
	if m := a.Match(id); m != nil && own == "" { // it is watched, and not on disk
		data, names = m.file(), m.session.Snapshot().Names
	} else {
		data, err = a.dir.Transcript(id)
	}
	if err != nil {
		return nil, err
	}
	r, err := a.examine(id+".djq", data)
	if err != nil {
		return nil, err
	}
	return r.Called(id, own, names[:]), nil
}

// Audit takes in a transcript or a certificate and returns a name for it.
func (a *App) Audit(_ context.Context, name string, data []byte) (string, error) {
	r, err := a.examine(filepath.Base(name), data)
	if err != nil {
		return "", err
	}
	return r.Summary().ID, nil
}

// examine audits a file, and remembers its rules.
func (a *App) examine(name string, data []byte) (*review.Examined, error) {
	r, err := a.reviewed.Examine(name, data)
	if err != nil {
		return nil, err
	}
	a.Know(r.Rules())
	return r, nil
}

// Terms returns what the rules of a match mean, in words.
func (a *App) Terms(match string) (rulesets.Terms, error) {
	if r := a.Match(match); r != nil && r.seat.Rules() != nil {
		return rulesets.TermsOf(r.seat.Rules(), r.seat.Table().Resolver), nil
	}
	r, err := a.examined(match)
	if err != nil {
		return rulesets.Terms{}, err
	}
	return rulesets.TermsOf(r.Rules(), r.Resolver()), nil
}
