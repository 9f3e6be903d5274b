// Package rulesets is the list of rules that a program knows: its presets, the rules in files, and the rules of its matches.
package rulesets

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// folder holds the rulesets that were added: DIGEST.json each.
const folder = "rules"

// maxRules bounds how many rulesets are offered.
const maxRules = 64

// Terms are in each language, by its tag.
type Terms map[string][]rulestext.Term

// Ruleset is a ruleset as the lobby shows it.
type Ruleset struct {
	Digest string         `json:"digest"`
	Spec   string         `json:"spec"` // as "standard,mines=exploding"; "" if it has none
	Name   messages.Names `json:"name"`
	Seats  int            `json:"seats"`
	Teams  []int          `json:"teams"` // by seat: partners have the same number
	Terms  Terms          `json:"terms"`
}

// Catalogue is the rules that a program knows, by their digests in hex. Its methods may be called by several
// goroutines at once.
type Catalogue struct {
	dir   *store.Dir
	terms func(rs *engine.Ruleset, resolver string) Terms // [TermsOf]
	fill  func()                                          // reads what a lobby offers, once

	mu      sync.Mutex // guards what follows
	known   map[string]*engine.Ruleset
	shown   map[string]Ruleset // those that were described
	offered []string           // the digests that the lobby offers: of our rules, and of files
}

// New returns the catalogue of our own rules, and of those that the data folder holds. They are made when somebody asks for
// them: a program that plays one match has its rules already.
func New(dir *store.Dir) *Catalogue {
	c := &Catalogue{dir: dir, terms: TermsOf, known: map[string]*engine.Ruleset{}, shown: map[string]Ruleset{}}
	c.fill = sync.OnceFunc(func() {
		for _, name := range junqi.Names() {
			rs, err := junqi.Rules(name)
			if err != nil {
				panic(err) // the table of options would be wrong
			}
			c.offer(rs)
		}
		c.readFolder()
	})
	return c
}

// Know remembers rules by their digest.
func (c *Catalogue) Know(rs *engine.Ruleset) string {
	digest := rulestext.Digest(rs)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[digest] = rs
	return digest
}

// offer puts rules among those that the lobby offers.
func (c *Catalogue) offer(rs *engine.Ruleset) (fresh bool, err error) {
	digest := c.Know(rs)
	c.mu.Lock()
	defer c.mu.Unlock()
	if slices.Contains(c.offered, digest) {
		return false, nil
	}
	if len(c.offered) >= maxRules {
		return false, coded.Errorf("lobby.many-rules", "the lobby keeps %d rulesets: delete some from the folder %s", maxRules, folder)
	}
	c.offered = append(c.offered, digest)
	return true, nil
}

// readFolder offers what was added before. What can't be read any more is passed over.
func (c *Catalogue) readFolder() {
	names, _ := c.dir.Files(folder)
	for _, name := range names {
		text, err := c.dir.ReadFile(filepath.Join(folder, name), engine.MaxRulesText)
		if !strings.HasSuffix(name, ".json") || err != nil {
			continue
		}
		if rs, err := engine.ParseCanonical(text); err == nil {
			c.offer(rs)
		}
	}
}

// Ruleset returns a ruleset that the program knows: of the lobby, of a match, or added.
func (c *Catalogue) Ruleset(digest string) (*engine.Ruleset, error) {
	rs := c.knownBy(digest)
	if rs == nil {
		c.fill()
		rs = c.knownBy(digest)
	}
	if rs != nil {
		return rs, nil
	}
	return nil, coded.Errorf("lobby.rules-unknown", "these rules are not known here: open their file")
}

func (c *Catalogue) knownBy(digest string) *engine.Ruleset {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[digest]
}

// AddRules takes in the text of a ruleset file.
func (c *Catalogue) AddRules(text []byte) (Ruleset, error) {
	rs, err := engine.ParseRules(text)
	if err != nil {
		if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) || !bytes.Contains(text, []byte(`"language"`)) { // its first field
			err = coded.Errorf("lobby.not-rules", "this file does not contain the rules of a game")
		}
		return Ruleset{}, err
	}
	c.fill()
	fresh, err := c.offer(rs)
	if err != nil {
		return Ruleset{}, err
	}
	if fresh {
		dir, err := c.dir.Sub(folder)
		if err != nil {
			return Ruleset{}, err
		}
		if err := dir.WriteFile(rulestext.Digest(rs)+".json", rs.Text()); err != nil {
			return Ruleset{}, err
		}
	}
	return c.Describe(rs), nil
}

// Offered returns the rules that the lobby offers.
func (c *Catalogue) Offered() (list []*engine.Ruleset) {
	c.fill()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, digest := range c.offered {
		list = append(list, c.known[digest])
	}
	return list
}

// Describe returns a ruleset as the lobby shows it. That is worked out once: it takes too long for a lobby that a page asks for
// again and again.
func (c *Catalogue) Describe(rs *engine.Ruleset) Ruleset {
	digest := rulestext.Digest(rs)
	c.mu.Lock()
	shown, ok := c.shown[digest]
	c.mu.Unlock()
	if ok {
		return shown
	}
	spec, _ := junqi.Known(rs)
	shown = Ruleset{
		Digest: digest, Spec: spec, Name: NameOf(rs), Seats: rs.NumSeats(), Teams: teamsOf(rs), Terms: c.terms(rs, protocol.Resolvers()[0]),
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown[digest] = shown
	return shown
}

func teamsOf(rs *engine.Ruleset) (teams []int) {
	for _, seat := range rs.Seats() {
		teams = append(teams, int(rs.Team(seat)))
	}
	return teams
}

// TermsOf returns what rules come to, with this resolver, for the page.
func TermsOf(rs *engine.Ruleset, resolver string) Terms {
	terms := Terms{}
	for _, l := range messages.Languages() {
		all := rulestext.Headed(l, rs, resolver)
		for i := range all {
			all[i].Head, all[i].Words = l.Printed(all[i].Head), l.Printed(all[i].Words)
		}
		terms[l.String()] = all
	}
	return terms
}

// NameOf returns what rules call themselves, with a word that they aren't ours if they aren't: anybody may call any
// rules anything.
func NameOf(rs *engine.Ruleset) messages.Names {
	if _, ours := junqi.Known(rs); ours {
		return inLanguages(rs.Name())
	}
	return messages.Each(func(l messages.Lang) string { return messages.RulesNotOurs.In(l, l.Named(rs.Name())) })
}

// inLanguages returns a name of the engine in each language.
func inLanguages(name engine.Names) messages.Names {
	return messages.Each(func(l messages.Lang) string { return l.Named(name) })
}

// Warnings returns what a guest should look at twice before agreeing to rules.
func Warnings(rs *engine.Ruleset) []messages.Names {
	if _, ours := junqi.Known(rs); ours {
		return []messages.Names{}
	}
	return []messages.Names{messages.Each(func(l messages.Lang) string { return messages.RulesUnknown.In(l, l.Named(rs.Name())) })}
}
