package app

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Practise begins a match against bots, and returns its name. Each bot is a guest with a host and files of its own: the whole protocol runs between
// them and the person's seat, over a network within this program.
func (l *App) Practise(_ context.Context, p Practising) (string, error) {
	cfg, err := l.terms(p.Digest, p.Seat, p.Resolver)
	if err != nil {
		return "", err
	}
	b, err := bot.New(p.Level)
	if err != nil {
		return "", err
	}
	name, err := l.SetName(p.Name)
	if err != nil {
		return "", err
	}
	return l.practise(cfg, name, p.Level, b)
}

func (l *App) practise(cfg protocol.HostConfig, name, level string, b bot.Bot) (_ string, err error) {
	l.opening.Lock()
	defer l.opening.Unlock()
	if l.ctx.Err() != nil {
		return "", errClosed
	}
	player, table, err := newHost(cfg)
	if err != nil {
		return "", err
	}
	rs, own := cfg.Rules, cfg.Seat
	id := p2p.MatchID(player.Match().Hash(0), own)
	if err := l.bots.WriteFile(botFile(id), []byte(level)); err != nil { // before the match: a crash leaves nothing that waits for ever
		return "", err
	}
	network := pipe.New()
	m := runs{names: l.practising(rs, own, name, level), closed: true}
	if m.net, err = somewhere(network); err != nil {
		return "", err
	}
	if m.session, err = p2p.Host(m.net.Transport, p2p.Files(l.dir), player, table, l.config("")); err != nil {
		return "", err
	}
	for _, seat := range rs.Seats() {
		if seat == own {
			continue
		}
		c, err := l.guest(network, m.session, player.Match().Record(0), seat, b)
		if err != nil {
			return "", errors.Join(err, m.close())
		}
		m.bots = append(m.bots, c)
	}
	return opened(l.open(m))
}

// somewhere is a new place in a network.
func somewhere(network *pipe.Net) (Network, error) {
	id, err := transport.NewIdentity(rand.Reader)
	return within(network, id), err
}

// guest lets a bot join a match.
func (l *App) guest(network *pipe.Net, host *p2p.Session, terms []byte, seat engine.Seat, b bot.Bot) (botSeat, error) {
	inv, err := host.Invite(seat)
	if err != nil {
		return botSeat{}, err
	}
	player, err := protocol.Join(terms, seat, inv.Key(), rand.Reader)
	if err != nil {
		return botSeat{}, err
	}
	net, err := somewhere(network)
	if err != nil {
		return botSeat{}, err
	}
	session, err := p2p.Join(net.Transport, p2p.Files(l.bots), inv, player, l.config(""))
	return botSeat{session, net, l.robot(b)}, err
}

func (l *App) robot(b bot.Bot) robot.Robot {
	return robot.Robot{Bot: b, Rand: robot.FreshRand(), Delay: l.o.Pace}
}

// practising are the names of the players of a practice match.
func (l *App) practising(rs *engine.Ruleset, own engine.Seat, name, level string) (of names) {
	for _, seat := range rs.Seats() {
		of[seat] = l.o.BotName(level)
	}
	of[own] = name
	return of
}

// botFile says of a match that it is played against bots, and against which.
func botFile(match string) string { return tableOf(match) + ".level" }

// tableOf is the part of a match's name that all its seats share.
func tableOf(match string) string {
	table, _ := store.SplitID(match)
	return table
}

// level is that of the bots of a match, if it is played against bots.
func (l *App) level(match string) (string, bool) {
	text, err := l.bots.ReadFile(botFile(match), 100)
	if err != nil {
		return "", false
	}
	level := strings.TrimSpace(string(text))
	_, err = bot.New(level)
	return level, err == nil
}

// dismissBots deletes what the bots of a match have kept.
func (l *App) dismissBots(match string) {
	for seat := range engine.Seat(engine.MaxSeats) {
		if err := l.bots.Delete(tableOf(match) + "-" + seat.String()); err != nil && !errors.Is(err, store.ErrUnknown) {
			l.o.Log.Warn("the bot's files are still there", "match", match, "error", err)
		}
	}
}

// resumePractice takes up a practice match where it was left, with its bots.
func (l *App) resumePractice(st *store.Match, level string) (_ *Match, err error) {
	b, err := bot.New(level)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	network := pipe.New()
	m := runs{closed: true}
	if m.session, m.net, err = l.takeUp(network, st); err != nil {
		return nil, err
	}
	var rs *engine.Ruleset
	m.session.View(func(_ *protocol.Player, match *protocol.Match) { rs = match.Rules() })
	if rs == nil { // the file is behind: there is nothing to play
		return l.open(m)
	}
	own := m.session.Snapshot().Seat
	l.mu.Lock()
	m.names = l.practising(rs, own, l.settings.Name, level)
	l.mu.Unlock()
	for _, seat := range rs.Seats() {
		if seat == own {
			continue
		}
		st, err := l.bots.Open(tableOf(m.session.ID()) + "-" + seat.String())
		if errors.Is(err, store.ErrUnknown) && m.session.Snapshot().Done {
			continue // it was dismissed
		}
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		c := botSeat{robot: l.robot(b)}
		if c.session, c.net, err = l.takeUp(network, st); err != nil {
			return nil, errors.Join(err, m.close())
		}
		m.bots = append(m.bots, c)
	}
	return l.open(m)
}

// takeUp resumes a stored match in a network within this program.
func (l *App) takeUp(network *pipe.Net, st *store.Match) (*p2p.Session, Network, error) {
	kept, err := p2p.Kept(st)
	if err != nil {
		return nil, Network{}, errors.Join(err, st.Close())
	}
	id, _, err := transport.Kept(kept)
	if err != nil {
		return nil, Network{}, errors.Join(err, st.Close())
	}
	net := within(network, id)
	session, err := p2p.Resume(net.Transport, st, l.config(""))
	if err != nil {
		return nil, Network{}, errors.Join(err, net.Close(), st.Close())
	}
	return session, net, nil
}
