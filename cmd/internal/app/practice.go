package app

import (
	"context"
	"crypto/rand"
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
	b, err := bot.New(p.Level)
	if err != nil {
		return "", err
	}
	name, err := a.SetName(p.Name)
	if err != nil {
		return "", err
	}
	return a.practise(cfg, name, p.Level, b)
}

func (a *App) practise(cfg protocol.HostConfig, name, level string, b bot.Bot) (_ string, err error) {
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.ctx.Err() != nil {
		return "", errClosed
	}
	player, table, err := newHost(cfg)
	if err != nil {
		return "", err
	}
	rs, own := cfg.Rules, cfg.Seat
	id := p2p.MatchID(player.Match().Hash(0), own)
	if err := a.bots.WriteFile(botFile(id), []byte(level)); err != nil { // before the match: a crash leaves nothing that waits for ever
		return "", err
	}
	network := pipe.New()
	m := matchParts{names: a.practiceNames(rs, own, name, level), closed: true}
	if m.net, err = inMemory(network)(nil); err != nil {
		return "", err
	}
	if m.session, err = p2p.Host(m.net.Transport, p2p.Files(a.dir), player, table, a.config("")); err != nil {
		return "", err
	}
	for _, seat := range rs.Seats() {
		if seat == own {
			continue
		}
		c, err := a.joinBot(network, m.session, player.Match().Record(0), seat, b)
		if err != nil {
			return "", errors.Join(err, m.close())
		}
		m.bots = append(m.bots, c)
	}
	return idOf(a.open(m))
}

// joinBot lets a bot join a match.
func (a *App) joinBot(network *pipe.Net, host *p2p.Session, terms []byte, seat engine.Seat, b bot.Bot) (botSeat, error) {
	inv, err := host.Invite(seat)
	if err != nil {
		return botSeat{}, err
	}
	player, err := protocol.Join(terms, seat, inv.Key(), rand.Reader)
	if err != nil {
		return botSeat{}, err
	}
	net, err := inMemory(network)(nil)
	if err != nil {
		return botSeat{}, err
	}
	session, err := p2p.Join(net.Transport, p2p.Files(a.bots), inv, player, a.config(""))
	return botSeat{session, net, a.robot(b)}, err
}

// practiceNames are the names of the players of a practice match.
func (a *App) practiceNames(rs *engine.Ruleset, own engine.Seat, name, level string) (of names) {
	for _, seat := range rs.Seats() {
		of[seat] = a.o.BotName(level)
	}
	of[own] = name
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

// resumePractice takes up a practice match where it was left, with its bots.
func (a *App) resumePractice(st *store.Match, level string) (_ *Match, err error) {
	b, err := bot.New(level)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	network := pipe.New()
	m := matchParts{closed: true}
	if m.session, m.net, err = a.resumeAt(inMemory(network), st); err != nil {
		return nil, err
	}
	var rs *engine.Ruleset
	var terms []byte
	m.session.View(func(_ *protocol.Player, match *protocol.Match) {
		if rs = match.Rules(); rs != nil {
			terms = match.Record(0)
		}
	})
	if rs == nil { // the file is behind: there is nothing to play
		return a.open(m)
	}
	own := m.session.Snapshot().Seat
	a.mu.Lock()
	m.names = a.practiceNames(rs, own, a.settings.Name, level)
	a.mu.Unlock()
	for _, seat := range rs.Seats() {
		if seat == own {
			continue
		}
		var c botSeat
		switch st, err := a.bots.Open(tableOf(m.session.ID()) + "-" + seat.String()); {
		case errors.Is(err, store.ErrUnknown) && m.session.Snapshot().Done:
			continue // it was dismissed
		case errors.Is(err, store.ErrUnknown) && !m.session.Snapshot().Joined: // the program was killed before
			if c, err = a.joinBot(network, m.session, terms, seat, b); err != nil {
				return nil, errors.Join(err, m.close())
			}
		case errors.Is(err, store.ErrUnknown):
			return nil, errors.Join(errBotsGone, m.close())
		case err != nil:
			return nil, errors.Join(err, m.close())
		default:
			c.robot = a.robot(b)
			if c.session, c.net, err = a.resumeAt(inMemory(network), st); err != nil {
				return nil, errors.Join(err, m.close())
			}
		}
		m.bots = append(m.bots, c)
	}
	return a.open(m)
}
