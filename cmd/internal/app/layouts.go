package app

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
)

// laidOut returns the rules under which layouts are kept: those without a clock. No layout depends on it, and
// practice has none.
func (a *App) laidOut(digest string) (*engine.Ruleset, error) {
	rs, err := a.Ruleset(digest)
	if err != nil {
		return nil, err
	}
	return rulesets.WithoutClock(rs)
}

// Layouts lists the layouts for rules with any clock, as [layouts.Files.List] does.
func (a *App) Layouts(digest string) ([]layouts.Saved, error) {
	rs, err := a.laidOut(digest)
	if err != nil {
		return nil, err
	}
	return a.layouts.List(rs), nil
}

// SaveLayout keeps a layout; one of the same name is replaced.
func (a *App) SaveLayout(digest, name string, layout engine.Layout) error {
	rs, err := a.laidOut(digest)
	if err != nil {
		return err
	}
	return a.layouts.Save(rs, name, layout)
}

// LayoutPlayed remembers the layout that was arranged last for a match: the next editor begins with it.
func (a *App) LayoutPlayed(digest, layout string) error {
	rs, err := a.laidOut(digest)
	if err != nil {
		return err
	}
	return a.layouts.Played(rulestext.Digest(rs), layout)
}

// DeleteLayout deletes a layout.
func (a *App) DeleteLayout(digest, name string) error {
	rs, err := a.laidOut(digest)
	if err != nil {
		return err
	}
	return a.layouts.Delete(rulestext.Digest(rs), name)
}
