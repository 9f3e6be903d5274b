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
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The programs of players can play seats that no friend takes. Each such computer is a guest with files of its
// own. Within the host's program it is linked to the host alone, through whom all others reach it; a guest's
// has its own place in the network. The Terms say whose they are, since that program could look into their layouts.

// parseComputers reads who shall play seats: bots of this program by their levels, or a guest's by the guest's seat.
func parseComputers(cfg *protocol.HostConfig, wanted map[string]string) (levels, error) {
	of := levels{}
	cfg.Computers = transcript.Computers{}
	for name, by := range wanted {
		seat, err := engine.ParseSeat(name)
		if err != nil {
			return nil, err
		}
		if player, err := engine.ParseSeat(by); err == nil {
			cfg.Computers[seat] = player
			continue
		}
		if _, err := bot.New(by); err != nil {
			return nil, err
		}
		of[seat], cfg.Computers[seat] = by, cfg.Seat
	}
	if len(cfg.Computers) == cfg.Rules.NumSeats()-1 && !cfg.Computers.Has(cfg.Seat) {
		return nil, coded.Errorf("lobby.only-computers", "every other seat is the computer's: practise instead, or keep a seat for a friend")
	}
	return of, nil
}

// given are the computers that the Terms give to a seat's program, all of one level.
func given(m *protocol.Match, own engine.Seat, level string) (levels, error) {
	if level == "" {
		level = usualLevel
	}
	if _, err := bot.New(level); err != nil {
		return nil, err
	}
	of := levels{}
	for seat, player := range m.Computers() {
		if player == own {
			of[seat] = level
		}
	}
	return of, nil
}

var errComputerByHand = coded.Errorf("lobby.computer-by-hand", "in a match by hand people play all seats: a computer can't play one")

// seatComputers has the computers of a match take or resume their seats.
func (a *App) seatComputers(inside *pipe.Net, own *p2p.Session, of levels) (bots []botSeat, err error) {
	place := a.o.Aside
	if _, err := own.WatchInvite(); err == nil { // it hosts
		place = func(kept []byte) (Network, error) { return computerNetwork(inside, kept) }
	}
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
			c.session, c.net, err = a.joinComputer(place, own, seat)
			if err != nil {
				return bots, err
			}
		case err != nil:
			return bots, err
		default:
			if c.session, c.net, err = a.resumeAt(place, st); err != nil {
				return bots, err
			}
		}
		bots = append(bots, c)
	}
	return bots, nil
}

func (a *App) joinComputer(place Listen, own *p2p.Session, seat engine.Seat) (*p2p.Session, Network, error) {
	inv, err := own.Invite(seat)
	if err != nil {
		return nil, Network{}, err
	}
	var player *protocol.Player
	own.View(func(p *protocol.Player, m *protocol.Match) {
		switch {
		case p == nil:
			err = store.ErrUnknown
		case p.Seat() == m.Host():
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

// People are the peers of a match except its computers.
func People(s *p2p.Session, peers []p2p.Peer) []p2p.Peer {
	var computers transcript.Computers
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil {
			computers = m.Computers()
		}
	})
	return slices.DeleteFunc(slices.Clone(peers), func(p p2p.Peer) bool { return computers.Has(p.Seat) })
}
