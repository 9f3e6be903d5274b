package app

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// rulesFolder holds the rulesets that were added: DIGEST.json each.
const rulesFolder = "rules"

// maxRules bounds how many rulesets of files are offered.
const maxRules = 64

// Know remembers rules by their digest.
func (a *App) Know(rs *engine.Ruleset) string {
	digest := digestOf(rs)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rules[digest] = rs
	return digest
}

// offer puts rules among those that the lobby offers.
func (a *App) offer(rs *engine.Ruleset) (fresh bool, err error) {
	digest := a.Know(rs)
	a.mu.Lock()
	defer a.mu.Unlock()
	if slices.Contains(a.offered, digest) {
		return false, nil
	}
	if len(a.offered) >= maxRules {
		return false, coded.Errorf("lobby.many-rules", "the lobby keeps %d rulesets: delete some from the folder %s", maxRules, rulesFolder)
	}
	a.offered = append(a.offered, digest)
	return true, nil
}

// readRules offers what was added before. What can't be read any more is passed over.
func (a *App) readRules() {
	names, _ := a.dir.Files(rulesFolder)
	for _, name := range names {
		text, err := a.dir.ReadFile(filepath.Join(rulesFolder, name), engine.MaxRulesText)
		if !strings.HasSuffix(name, ".json") || err != nil {
			continue
		}
		if rs, err := engine.ParseCanonical(text); err == nil {
			a.offer(rs)
		}
	}
}

// Ruleset is a ruleset that the program knows: of the lobby, of a match, or added.
func (a *App) Ruleset(digest string) (*engine.Ruleset, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if rs := a.rules[digest]; rs != nil {
		return rs, nil
	}
	return nil, coded.Errorf("lobby.rules-unknown", "these rules are not known here: open their file")
}

// AddRules takes in the text of a ruleset file.
func (a *App) AddRules(text []byte) (Ruleset, error) {
	rs, err := engine.ParseRules(text)
	if err != nil {
		if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) || !bytes.Contains(text, []byte(`"language"`)) { // its first field
			err = coded.Errorf("lobby.not-rules", "this file does not contain the rules of a game")
		}
		return Ruleset{}, err
	}
	fresh, err := a.offer(rs)
	if err != nil {
		return Ruleset{}, err
	}
	if fresh {
		dir, err := a.dir.Sub(rulesFolder)
		if err != nil {
			return Ruleset{}, err
		}
		if err := dir.WriteFile(digestOf(rs)+".json", rs.Text()); err != nil {
			return Ruleset{}, err
		}
	}
	return a.describe(rs), nil
}

// Terms is what the rules of a match mean, in words.
func (a *App) Terms(match string) (Terms, error) {
	if r := a.Match(match); r != nil && r.seat.Rules() != nil {
		return a.o.Words.Terms(r.seat.Rules(), r.seat.Table().Resolver), nil
	}
	r, err := a.auditedMatch(match)
	if err != nil {
		return Terms{}, err
	}
	return a.o.Words.Terms(r.of.Game.Rules, r.of.Resolver), nil
}

// offeredRules are the rules that the lobby offers.
func (a *App) offeredRules() (list []*engine.Ruleset) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, digest := range a.offered {
		list = append(list, a.rules[digest])
	}
	return list
}

// describe is a ruleset as the lobby shows it. That is worked out once: it takes too long for a lobby that a page asks for
// again and again.
func (a *App) describe(rs *engine.Ruleset) Ruleset {
	digest := digestOf(rs)
	a.mu.Lock()
	shown, ok := a.shown[digest]
	a.mu.Unlock()
	if ok {
		return shown
	}
	spec, _ := junqi.Known(rs)
	shown = Ruleset{
		Digest: digest, Spec: spec, Name: rulesNames(rs, spec), Seats: rs.NumSeats(), Teams: teamsOf(rs), Terms: a.o.Words.Terms(rs, protocol.Resolvers()[0]),
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shown[digest] = shown
	return shown
}

// teamsOf are the teams of all seats.
func teamsOf(rs *engine.Ruleset) (teams []int) {
	for _, seat := range rs.Seats() {
		teams = append(teams, int(rs.Team(seat)))
	}
	return teams
}

// rulesNames are what rules call themselves, with a word that they aren't ours if they have no spec: anybody may call any
// rules anything.
func rulesNames(rs *engine.Ruleset, spec string) Names {
	name := rs.Name()
	if spec != "" {
		return messages.Each(func(l messages.Lang) string { return l.Named(name) })
	}
	return messages.Each(func(l messages.Lang) string { return messages.RulesNotOurs.In(l, l.Named(name)) })
}

// warnings are what a guest should look at twice before agreeing to rules.
func warnings(rs *engine.Ruleset, spec string) []Names {
	if spec != "" {
		return []Names{}
	}
	name := rs.Name()
	return []Names{messages.Each(func(l messages.Lang) string { return messages.RulesUnknown.In(l, l.Named(name)) })}
}
