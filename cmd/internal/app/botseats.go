package app

import (
	"crypto/rand"
	"errors"
	"maps"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// botSeat is a seat of a match that a bot plays in this program.
type botSeat struct {
	session *p2p.Session
	net     Network
	robot   robot.Robot
}

func (a *App) robot(b bot.Bot) robot.Robot {
	return robot.Robot{Bot: b, Rand: robot.FreshRand(), Delay: a.o.Pace}
}

// errBotsGone is about a match that no program can continue.
var errBotsGone = coded.Errorf("lobby.bots-gone", "the computer's files of this match are gone from the folder bots: put them back, or delete the match")

// seatBots has bots take or resume their seats in the match of a session of this program.
func (a *App) seatBots(place Listen, own *p2p.Session, of levels) (bots []botSeat, err error) {
	for _, seat := range slices.Sorted(maps.Keys(of)) {
		b, err := bot.New(of[seat])
		if err != nil {
			return bots, err
		}
		c := botSeat{robot: a.robot(b)}
		switch st, err := a.bots.Open(tableOf(own.ID()) + "-" + seat.String()); {
		case errors.Is(err, store.ErrUnknown) && own.Snapshot().Done:
			continue // it was dismissed
		case errors.Is(err, store.ErrUnknown) && own.Snapshot().Joined:
			return bots, errBotsGone
		case errors.Is(err, store.ErrUnknown):
			c.session, c.net, err = a.joinBot(place, own, seat)
			if err != nil {
				return bots, err
			}
		case err != nil:
			return bots, err
		default:
			m, _, err := a.resumeAt(place, st, "", nil)
			if err != nil {
				return bots, err
			}
			c.session, c.net = m.session, m.net
		}
		bots = append(bots, c)
	}
	return bots, nil
}

func (a *App) joinBot(place Listen, own *p2p.Session, seat engine.Seat) (*p2p.Session, Network, error) {
	inv, err := own.Invite(seat)
	if err != nil {
		return nil, Network{}, err
	}
	var player *protocol.Player
	own.View(func(p *protocol.Player, m *protocol.Match) {
		switch {
		case p == nil:
			err = store.ErrUnknown
		case p.Seat() == m.Host() && m.Computers().Has(seat):
			player, err = p.JoinComputer(seat, rand.Reader)
		default:
			player, err = protocol.Join(m.Record(0), seat, inv.Key(), rand.Reader)
		}
	})
	if err != nil {
		return nil, Network{}, err
	}
	net, err := place(nil)
	if err != nil {
		return nil, Network{}, err
	}
	session, err := p2p.Join(net.Transport, p2p.Files(a.bots), inv, player, a.config(""))
	if err != nil {
		return nil, Network{}, errors.Join(err, net.Close())
	}
	return session, net, nil
}
