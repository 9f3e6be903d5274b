// Package layouts keeps a player's layouts in the data folder, and which was arranged last.
package layouts

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/darkjunqi/darkjunqi/cmd/internal/jsonfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// What may be kept.
const (
	maxLayouts    = 1000
	maxLayoutName = 40 // characters
)

// The files.
const (
	namedFile  = "layouts.json"
	playedFile = "layouts-played.json"
)

// Saved is a layout with a name.
type Saved struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	Layout string `json:"layout"` // in letters
	Preset bool   `json:"preset"` // it comes with the rules
	Last   bool   `json:"last"`   // it is the one that was arranged last for a match, and has no name
}

// Files are the layouts of a data folder, for rules by their digests in hex. Its methods may be called by several
// goroutines at once.
type Files struct {
	dir *store.Dir
	mu  sync.Mutex // held while a file is rewritten
}

// Of returns the layouts of a data folder.
func Of(dir *store.Dir) *Files { return &Files{dir: dir} }

// kept is a layout in the file of layouts.
type kept struct {
	Digest string `json:"digest"` // of the rules
	Name   string `json:"name"`
	Layout string `json:"layout"` // in letters
}

// List lists the layouts that are kept on disk, the one that was arranged last, and those that come with the rules.
func (f *Files) List(rs *engine.Ruleset) []Saved {
	digest := rulestext.Digest(rs)
	all, _ := f.kept() // of a file that can't be read there are none
	found := []Saved{}
	for _, k := range all {
		if k.Digest == digest {
			found = append(found, Saved{Name: k.Name, Digest: digest, Layout: k.Layout})
		}
	}
	if layout := f.played()[digest]; layout != "" {
		found = append(found, Saved{Digest: digest, Layout: layout, Last: true})
	}
	for _, name := range Presets(rs) {
		found = append(found, Saved{Name: name, Digest: digest, Layout: rs.FormatLayout(junqi.Layouts()[name]), Preset: true})
	}
	return found
}

// Presets names the layouts of package junqi that rules allow.
func Presets(rs *engine.Ruleset) (names []string) {
	for _, name := range junqi.LayoutNames() {
		if rs.CheckLayout(junqi.Layouts()[name]) == nil {
			names = append(names, name)
		}
	}
	return names
}

// played reads which layouts were arranged last, in letters by the digests of their rules.
func (f *Files) played() map[string]string {
	played := map[string]string{}
	jsonfile.Read(f.dir, playedFile, &played) // without it editors begin with another layout
	return played
}

// Played remembers the layout that was arranged last for a match: the next editor begins with it.
func (f *Files) Played(digest, layout string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	played := f.played()
	if _, known := played[digest]; !known && len(played) >= maxLayouts {
		clear(played)
	}
	played[digest] = layout
	return jsonfile.Write(f.dir, playedFile, played)
}

// kept reads the file of layouts.
func (f *Files) kept() (all []kept, err error) {
	err = jsonfile.Read(f.dir, namedFile, &all)
	return all, err
}

// Save keeps a layout; one of the same name is replaced.
func (f *Files) Save(rs *engine.Ruleset, name string, layout engine.Layout) error {
	digest := rulestext.Digest(rs)
	name = strings.TrimSpace(name)
	if bad := strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }); bad || name == "" || len([]rune(name)) > maxLayoutName {
		return coded.Errorf("lobby.layout-name", "a layout's name can have up to %d characters on one line", maxLayoutName)
	}
	return f.change(func(all []kept) ([]kept, error) {
		all = without(all, digest, name)
		if len(all) >= maxLayouts {
			return nil, coded.Errorf("lobby.many-layouts", "%d layouts are kept already", maxLayouts)
		}
		return append(all, kept{digest, name, rs.FormatLayout(layout)}), nil
	})
}

// Delete deletes a layout.
func (f *Files) Delete(digest, name string) error {
	return f.change(func(all []kept) ([]kept, error) { return without(all, digest, name), nil })
}

func without(all []kept, digest, name string) []kept {
	return slices.DeleteFunc(all, func(k kept) bool { return k.Digest == digest && k.Name == name })
}

// change rewrites the file of layouts.
func (f *Files) change(to func([]kept) ([]kept, error)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	all, err := f.kept()
	if err != nil {
		return err
	}
	if all, err = to(all); err != nil {
		return err
	}
	return jsonfile.Write(f.dir, namedFile, all)
}
