package app

import (
	"errors"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/jsonfile"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// What this program keeps of the bots that it runs: in practice matches, which are played against bots of one level, and as
// computers in matches with others.

// levels holds the levels of the computers that this program plays in a match, by seat.
type levels map[engine.Seat]string

// usualLevel is the level of a computer for which nobody has chosen one.
const usualLevel = "sensible"

// computersFile keeps the levels of the computers of a match.
func computersFile(match string) string { return tableOf(match) + ".computers" }

// botFile says of a match that it is played against bots, and against which.
func botFile(match string) string { return tableOf(match) + ".level" }

// tableOf returns the part of a match's name that all its seats share.
func tableOf(match string) string {
	table, _ := store.SplitID(match)
	return table
}

// practiceLevel returns the level of a match's bots, if it is played against bots.
func (a *App) practiceLevel(match string) (string, bool) {
	text, err := a.bots.ReadFile(botFile(match), 100)
	if err != nil {
		return "", false
	}
	level := strings.TrimSpace(string(text))
	_, err = bot.New(level)
	return level, err == nil
}

// keepComputers stores which bots play the seats of a match.
func (a *App) keepComputers(match string, of levels) error {
	if len(of) == 0 {
		return nil
	}
	named := map[string]string{}
	for seat, level := range of {
		named[seat.String()] = level
	}
	return jsonfile.Write(a.bots, computersFile(match), named)
}

func (a *App) computersOf(match string) levels {
	named, of := map[string]string{}, levels{}
	jsonfile.Read(a.bots, computersFile(match), &named)
	for name, level := range named {
		seat, err := engine.ParseSeat(name)
		if _, unknown := bot.New(level); err == nil && unknown == nil {
			of[seat] = level
		}
	}
	return of
}

// sweepLevels deletes the levels of bots whose match is gone. Another program that begins a practice
// just now may lose its level, and has the usual one from its next start on. The files of computers
// stay: a match that lost its would wait for them for ever.
func (a *App) sweepLevels() {
	here := map[string]bool{}
	names, err := a.dir.Files(".")
	for _, name := range names {
		here[tableOf(name)] = true
	}
	kept, botsErr := a.bots.Files(".")
	if errors.Join(err, botsErr) != nil {
		return
	}
	for _, name := range kept {
		if table, ok := strings.CutSuffix(name, ".level"); ok && !here[table] {
			a.bots.RemoveFile(name) // what stays is found again
		}
	}
}

func (a *App) deleteBotFiles(match string) {
	for seat := range engine.Seat(engine.MaxSeats) {
		if err := a.bots.Delete(tableOf(match) + "-" + seat.String()); err != nil && !errors.Is(err, store.ErrUnknown) {
			a.o.Log.Warn("the bot's files are still there", "match", match, "error", err)
		}
	}
}
