package app

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/jsonfile"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
)

const settingsFile = "lobby.json"

// settings hold what the lobby remembers for its user.
type settings struct {
	Name string `json:"name"`
}

// Name returns the player's own name; "" is nothing.
func (a *App) Name() string {
	if a.o.Player != nil {
		name, _ := plainName(a.o.Called)
		return name
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	name, _ := plainName(a.settings.Name) // somebody may have written anything into the file
	return name
}

// SetName remembers what the player calls itself, "" for nothing, and returns the name as others are
// told it.
func (a *App) SetName(name string) (string, error) {
	name, err := plainName(name)
	if err != nil {
		return "", err
	}
	if a.o.Player != nil { // it is not the person's name
		return name, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.settings.Name == name {
		return name, nil
	}
	a.settings.Name = name
	return name, jsonfile.Write(a.dir, settingsFile, a.settings)
}

// plainName returns a name as others see it; "" means none.
func plainName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if name != "" && !p2p.IsName(name) {
		return "", coded.Errorf("lobby.name", "a name can have up to %d characters on one line", p2p.MaxName)
	}
	return name, nil
}
