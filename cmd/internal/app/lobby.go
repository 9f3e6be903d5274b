package app

import (
	"context"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Lobby is the content of the lobby.
type Lobby struct {
	Version string             `json:"version"`
	Name    string             `json:"name"` // what this player was called last
	Presets []rulesets.Ruleset `json:"presets"`
	Levels  []string           `json:"levels"` // of the bots, the weakest first
	Matches []history.Entry    `json:"matches"`
	Friends []Friend           `json:"friends"`
}

// Lobby is everything that a lobby shows.
func (a *App) Lobby(context.Context) (Lobby, error) {
	matches, err := a.listMatches()
	if err != nil {
		return Lobby{}, err
	}
	levels := bot.Names()
	slices.Reverse(levels)
	known, err := a.listFriends()
	if err != nil {
		return Lobby{}, err
	}
	shown := Lobby{Version: a.o.Version, Levels: levels, Matches: matches, Friends: known, Presets: []rulesets.Ruleset{}}
	shown.Name = a.Name()
	for _, rs := range a.Offered() {
		shown.Presets = append(shown.Presets, a.Describe(rs))
	}
	return shown, nil
}

// Forget deletes a match for good, with all that its bots have kept.
func (a *App) Forget(match string) error {
	if !store.ValidID(match) {
		return store.ErrBadID
	}
	a.opening.Lock()
	defer a.opening.Unlock()
	if r := a.Match(match); r != nil {
		if err := r.Leave(); err != nil {
			return err
		}
		a.mu.Lock()
		delete(a.matches, match)
		a.mu.Unlock()
	}
	a.mu.Lock()
	delete(a.rematches, match)
	a.mu.Unlock()
	err := a.dir.Delete(match, func() { // unless another program is running it, with its bots
		a.deleteBotFiles(match)
		a.bots.RemoveFile(botFile(match)) // it need not be there
		a.bots.RemoveFile(computersFile(match))
	})
	if err != nil {
		return err
	}
	list, err := a.dir.List()
	if err != nil {
		return err
	}
	return a.audits.Retain(list)
}
