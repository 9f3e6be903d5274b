package app

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
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

// given returns the computers that the Terms give to a seat's program, all of one level.
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

// computerPlace is where the computers of a session take their seats.
func (a *App) computerPlace(inside *pipe.Net, m matchParts) Listen {
	switch _, err := m.session.WatchInvite(); {
	case err == nil: // it hosts
	case m.net.Beside != nil:
		return m.net.Beside
	default:
		return a.o.Listen
	}
	return func(kept []byte) (Network, error) { return computerNetwork(inside, kept) }
}

// People returns the peers of a match except its computers.
func People(s *p2p.Session, peers []p2p.Peer) []p2p.Peer {
	var computers transcript.Computers
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil {
			computers = m.Computers()
		}
	})
	return slices.DeleteFunc(slices.Clone(peers), func(p p2p.Peer) bool { return computers.Has(p.Seat) })
}
