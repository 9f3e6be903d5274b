package app

import (
	"context"
	"errors"

	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Practising is what a practice match is played by.
type Practising struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	Level  string `json:"level"`
	Clock  bool   `json:"clock"` // the rules' clock runs; otherwise there is none
	// Seat and Resolver are as in Hosting.
	Seat     string `json:"seat"`
	Resolver string `json:"resolver"`
}

// Practise begins a match against bots, and returns its name. Each bot is a guest with a host and files of its own: the whole protocol runs between
// them and the person's seat, over a network within this program.
func (a *App) Practise(_ context.Context, p Practising) (string, error) {
	cfg, err := a.terms(p.Digest, p.Seat, p.Resolver)
	if err != nil {
		return "", err
	}
	if !p.Clock {
		if cfg.Rules, err = rulesets.WithoutClock(cfg.Rules); err != nil {
			return "", err
		}
	}
	if _, err := bot.New(p.Level); err != nil {
		return "", err
	}
	name, err := a.SetName(p.Name)
	if err != nil {
		return "", err
	}
	return a.practise(cfg, name, p.Level)
}

// practise begins a match against bots of a level.
func (a *App) practise(cfg protocol.HostConfig, name, level string) (_ string, err error) {
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.ctx.Err() != nil {
		return "", errClosed
	}
	player, table, err := newHost(cfg)
	if err != nil {
		return "", err
	}
	id := p2p.MatchID(player.Match().Hash(0), cfg.Seat)
	if err := a.bots.WriteFile(botFile(id), []byte(level)); err != nil { // before the match: a crash leaves nothing that waits for ever
		return "", err
	}
	place, bots := inMemory(pipe.New()), othersAt(level, cfg.Rules, cfg.Seat)
	m := matchParts{names: a.named(bots, nameOf(cfg.Seat, name)), closed: true}
	if m.net, err = place(nil); err != nil {
		return "", err
	}
	if m.session, err = p2p.Host(m.net.Transport, p2p.Files(a.dir), player, table, a.config("")); err != nil {
		return "", err
	}
	if m.bots, err = a.seatBots(place, m.session, bots); err != nil {
		return "", errors.Join(err, m.close())
	}
	return idOf(a.open(m))
}

// Pause stops the clocks of a practice match while nobody looks at it, or lets them run again. In other matches it does nothing: the
// time is everybody's.
func (a *App) Pause(match string, on bool) {
	if r := a.Match(match); r != nil {
		for _, s := range r.timed {
			s.Pause(on)
		}
	}
}

// Hurry has the bots of a practice match play on without delay, for a person who is out and need not watch. In other matches it does
// nothing.
func (a *App) Hurry(match string) {
	if r := a.Match(match); r != nil && r.hurry != nil {
		r.hurry()
	}
}

// othersAt are bots of a level in all seats but one.
func othersAt(level string, rs *engine.Ruleset, own engine.Seat) levels {
	of := levels{}
	for _, seat := range rs.Seats() {
		if seat != own {
			of[seat] = level
		}
	}
	return of
}

// findPractice is practiceLevel of a match that is about to be resumed. Where only the level is lost
// the bots play on at the usual one.
func (a *App) findPractice(match string) (string, bool) {
	level, ok := a.practiceLevel(match)
	if ok || len(a.computersOf(match)) > 0 {
		return level, ok
	}
	if _, err := a.bots.Find(tableOf(match) + "-"); errors.Is(err, store.ErrUnknown) {
		return "", false
	}
	if err := a.bots.WriteFile(botFile(match), []byte(usualLevel)); err != nil {
		a.o.Log.Warn("the bots' level can't be kept", "match", match, "error", err)
	}
	return usualLevel, true
}

func (a *App) resumePractice(st *store.Match, level string) (*Match, error) {
	place := inMemory(pipe.New())
	m, _, err := a.resumeAt(place, st, "", nil)
	if err != nil {
		return nil, err
	}
	m.closed = true
	var rs *engine.Ruleset
	m.session.View(func(_ *protocol.Player, match *protocol.Match) { rs = match.Rules() })
	if rs == nil { // the file is behind: there is nothing to play
		return a.open(m)
	}
	own := m.session.Snapshot().Seat
	bots := othersAt(level, rs, own)
	m.names = a.named(bots, nameOf(own, a.Name()))
	if m.bots, err = a.seatBots(place, m.session, bots); err != nil {
		return nil, errors.Join(err, m.close())
	}
	return a.open(m)
}
