package app

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// What may be kept.
const (
	maxLayouts    = 1000
	maxLayoutName = 40 // characters
)

// kept is a layout in the file of layouts.
type kept struct {
	Digest string `json:"digest"` // of the rules
	Name   string `json:"name"`
	Layout string `json:"layout"` // in letters
}

// Layouts lists the layouts that are kept on disk, the one that was played last, and those that come with the rules.
func (a *App) Layouts(digest string) ([]SavedLayout, error) {
	rs, err := a.Ruleset(digest)
	if err != nil {
		return nil, err
	}
	all, _ := a.keptLayouts() // of a file that can't be read there are none
	found := []SavedLayout{}
	for _, k := range all {
		if k.Digest == digest {
			found = append(found, SavedLayout{Name: k.Name, Digest: digest, Layout: k.Layout})
		}
	}
	if layout := a.playedLayouts()[digest]; layout != "" {
		found = append(found, SavedLayout{Digest: digest, Layout: layout, Last: true})
	}
	for _, name := range PresetLayouts(rs) {
		found = append(found, SavedLayout{Name: name, Digest: digest, Layout: rs.FormatLayout(junqi.Layouts()[name]), Preset: true})
	}
	return found, nil
}

// PresetLayouts names the layouts of package junqi that rules allow.
func PresetLayouts(rs *engine.Ruleset) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(junqi.Layouts())) {
		if rs.CheckLayout(junqi.Layouts()[name]) == nil {
			names = append(names, name)
		}
	}
	return names
}

// playedLayouts reads which layouts were played last, in letters by the digests of their rules.
func (a *App) playedLayouts() map[string]string {
	played := map[string]string{}
	read(a.dir, playedFile, &played) // without it editors begin with another layout
	return played
}

// LayoutPlayed remembers the layout that was chosen for a match: the next one begins with it.
func (a *App) LayoutPlayed(digest, layout string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	played := a.playedLayouts()
	if _, known := played[digest]; !known && len(played) >= maxLayouts {
		clear(played)
	}
	played[digest] = layout
	return write(a.dir, playedFile, played)
}

// keptLayouts reads the file of layouts.
func (a *App) keptLayouts() (all []kept, err error) {
	err = read(a.dir, layoutsFile, &all)
	return all, err
}

// SaveLayout keeps a layout; one of the same name is replaced.
func (a *App) SaveLayout(digest, name string, layout engine.Layout) error {
	rs, err := a.Ruleset(digest)
	if err != nil {
		return err
	}
	name = strings.TrimSpace(name)
	if bad := strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }); bad || name == "" || len([]rune(name)) > maxLayoutName {
		return coded.Errorf("lobby.layout-name", "a layout's name has up to %d characters on one line", maxLayoutName)
	}
	return a.changeLayouts(func(all []kept) ([]kept, error) {
		all = without(all, digest, name)
		if len(all) >= maxLayouts {
			return nil, coded.Errorf("lobby.many-layouts", "%d layouts are kept already", maxLayouts)
		}
		return append(all, kept{digest, name, rs.FormatLayout(layout)}), nil
	})
}

// DeleteLayout deletes a layout.
func (a *App) DeleteLayout(digest, name string) error {
	return a.changeLayouts(func(all []kept) ([]kept, error) { return without(all, digest, name), nil })
}

func without(all []kept, digest, name string) []kept {
	return slices.DeleteFunc(all, func(k kept) bool { return k.Digest == digest && k.Name == name })
}

// changeLayouts rewrites the file of layouts.
func (a *App) changeLayouts(f func([]kept) ([]kept, error)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	all, err := a.keptLayouts()
	if err != nil {
		return err
	}
	if all, err = f(all); err != nil {
		return err
	}
	return write(a.dir, layoutsFile, all)
}
