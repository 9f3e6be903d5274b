package app

import (
	"context"
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
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The programs of players can play seats that no friend takes. Each such computer is a guest with files of its
// own. Within the host's program it is linked to the host alone, through whom all others reach it; a guest's
// has its own place in the network. The Terms say whose they are, since that program could look into their layouts.

// levels are those of the computers of a match that this program plays, by seat.
type levels map[engine.Seat]string

// usualLevel is that of a computer for which nobody has chosen one.
const usualLevel = "sensible"

// computersFile keeps the levels of the computers of a match.
func computersFile(match string) string { return tableOf(match) + ".computers" }

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

// keepComputers stores which bots play the seats of a match.
func (a *App) keepComputers(match string, of levels) error {
	if len(of) == 0 {
		return nil
	}
	named := map[string]string{}
	for seat, level := range of {
		named[seat.String()] = level
	}
	return write(a.bots, computersFile(match), named)
}

// computersOf are the computers that this program plays in a match.
func (a *App) computersOf(match string) levels {
	named, of := map[string]string{}, levels{}
	read(a.bots, computersFile(match), &named)
	for name, level := range named {
		seat, err := engine.ParseSeat(name)
		if _, unknown := bot.New(level); err == nil && unknown == nil {
			of[seat] = level
		}
	}
	return of
}

// named puts the computers among the names of the players.
func (a *App) named(of levels, among names) names {
	for seat, level := range of {
		among[seat] = a.o.BotName(level)
	}
	return among
}

var errComputerByHand = coded.Errorf("lobby.computer-by-hand", "in a match by hand people play all seats: a computer can't play one")

// withComputers is a network for a session, with room in this program for a host's computers.
func withComputers(net Network, of levels) (transport.Transport, *pipe.Net, error) {
	if len(of) == 0 {
		return net.Transport, nil, nil
	}
	id, err := net.identity()
	if err != nil {
		return nil, nil, err
	}
	inside := pipe.New()
	return hostTransport{net.Transport, inside.Host(transport.Identity(id))}, inside, nil
}

// hostTransport reaches computers of this program, and others by its usual ways.
type hostTransport struct {
	transport.Transport
	inside pipe.Host
}

// here is the address of all within this program: the network in memory goes by names.
var here = []transport.Addr{"here"}

func (h hostTransport) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	if c, err := h.inside.Dial(ctx, peer, here); !errors.Is(err, pipe.ErrNobody) {
		return c, err
	}
	return h.Transport.Dial(ctx, peer, addrs)
}

func (h hostTransport) Drop(peer transport.Key) {
	h.inside.Drop(peer)
	h.Transport.Drop(peer)
}

func (h hostTransport) Serve(a transport.Acceptor) {
	h.inside.Serve(a)
	h.Transport.Serve(a)
}

// computerTransport reaches the host alone, and gives no address to anybody.
type computerTransport struct{ pipe.Host }

func (computerTransport) Addrs() []transport.Addr { return nil }

func (computerTransport) AddrsOf(transport.Key) []transport.Addr { return nil }

func (c computerTransport) Dial(ctx context.Context, peer transport.Key, _ []transport.Addr) (transport.Conn, error) {
	return c.Host.Dial(ctx, peer, here)
}

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

// computerNetwork is a computer's place in a host's program.
func computerNetwork(inside *pipe.Net, kept []byte) (Network, error) {
	net, err := inMemory(inside)(kept)
	if err == nil {
		net.Transport = computerTransport{net.Transport.(pipe.Host)}
	}
	return net, err
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
