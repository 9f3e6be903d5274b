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
)

// The host's program can play seats that no friend takes. Each such computer is a guest with
// files of its own, which is linked to the host within this program: all others reach it through the
// host. The Terms say which seats these are, since this program could look into their layouts.

// levels are those of the computers of a match, by seat.
type levels map[engine.Seat]string

// computersFile keeps the levels of the computers of a match.
func computersFile(match string) string { return tableOf(match) + ".computers" }

// parseLevels reads who shall play seats by their names.
func parseLevels(cfg protocol.HostConfig, wanted map[string]string) (levels, error) {
	of := levels{}
	for name, level := range wanted {
		seat, err := engine.ParseSeat(name)
		if err != nil {
			return nil, err
		}
		if seat == cfg.Seat || int(seat) >= cfg.Rules.NumSeats() {
			return nil, coded.Errorf("lobby.computer-seat", "the computer can't play %s in this match", seat)
		}
		if _, err := bot.New(level); err != nil {
			return nil, err
		}
		of[seat] = level
	}
	if len(of) == cfg.Rules.NumSeats()-1 {
		return nil, coded.Errorf("lobby.only-computers", "every other seat is the computer's: practise instead, or keep a seat for a friend")
	}
	return of, nil
}

// seats are those that the computers play.
func (l levels) seats() (set engine.SeatSet) {
	for seat := range l {
		set = set.Add(seat)
	}
	return set
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

// computersOf are the computers that this program plays in a match that it hosts.
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

// withComputers is a host's network, with room in this program for its computers.
func withComputers(net Network, of levels) (Network, *pipe.Net, error) {
	if len(of) == 0 {
		return net, nil, nil
	}
	if net.Mail {
		return net, nil, coded.Errorf("lobby.computer-by-hand", "by hand all seats are people's: a computer can't play one")
	}
	id, err := net.identity()
	if err != nil {
		return net, nil, err
	}
	inside := pipe.New()
	net.Transport = hostTransport{net.Transport, inside.Host(transport.Identity(id))}
	return net, inside, nil
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
func (a *App) seatComputers(inside *pipe.Net, host *p2p.Session, of levels) (bots []botSeat, err error) {
	for _, seat := range slices.Sorted(maps.Keys(of)) {
		b, err := bot.New(of[seat])
		if err != nil {
			return bots, err
		}
		c := botSeat{robot: a.robot(b)}
		switch st, err := a.bots.Open(tableOf(host.ID()) + "-" + seat.String()); {
		case errors.Is(err, store.ErrUnknown) && host.Snapshot().Done:
			continue // it was dismissed
		case errors.Is(err, store.ErrUnknown):
			c.session, c.net, err = a.joinComputer(inside, host, seat)
			if err != nil {
				return bots, err
			}
		case err != nil:
			return bots, err
		default:
			at := func(id transport.Identity) Network { return computerNetwork(inside, id) }
			if c.session, c.net, err = a.resumeInside(at, st); err != nil {
				return bots, err
			}
		}
		bots = append(bots, c)
	}
	return bots, nil
}

// computerNetwork is a computer's place in a host's program.
func computerNetwork(inside *pipe.Net, id transport.Identity) Network {
	h := inside.Host(id)
	return Network{Transport: computerTransport{h}, How: "memory", Close: func() error { h.Down(); return nil }}
}

func (a *App) joinComputer(inside *pipe.Net, host *p2p.Session, seat engine.Seat) (*p2p.Session, Network, error) {
	inv, err := host.Invite(seat)
	if err != nil {
		return nil, Network{}, err
	}
	var player *protocol.Player
	host.View(func(own *protocol.Player, _ *protocol.Match) {
		if own == nil {
			err = store.ErrUnknown
			return
		}
		player, err = own.JoinComputer(seat, rand.Reader)
	})
	if err != nil {
		return nil, Network{}, err
	}
	id, err := transport.NewIdentity(rand.Reader)
	if err != nil {
		return nil, Network{}, err
	}
	net := computerNetwork(inside, id)
	session, err := p2p.Join(net.Transport, p2p.Files(a.bots), inv, player, a.config(""))
	if err != nil {
		return nil, Network{}, errors.Join(err, net.Close())
	}
	return session, net, nil
}

// People are the peers of a match except its computers.
func People(s *p2p.Session, peers []p2p.Peer) []p2p.Peer {
	var computers engine.SeatSet
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil {
			computers = m.Computers()
		}
	})
	return slices.DeleteFunc(slices.Clone(peers), func(p p2p.Peer) bool { return computers.Has(p.Seat) })
}
