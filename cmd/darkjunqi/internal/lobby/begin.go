package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"unicode"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/page"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// config is how all sessions run.
var config = p2p.Config{AutoPass: true}

// maxName is how long a player's name may be, in characters.
const maxName = 40

// calls remembers what the player calls itself.
func (l *Lobby) calls(name string) (string, error) {
	name = strings.TrimSpace(name)
	if len([]rune(name)) > maxName || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", coded.Errorf("lobby.name", "a name has up to %d characters on one line", maxName)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.settings.Name == name {
		return name, nil
	}
	l.settings.Name = name
	return name, write(l.file(settingsFile), l.settings)
}

// Host implements [page.Backend].
func (l *Lobby) Host(_ context.Context, h page.Hosting) (string, error) {
	rs, err := l.Ruleset(h.Digest)
	if err != nil {
		return "", err
	}
	name, err := l.calls(h.Name)
	if err != nil {
		return "", err
	}
	return l.host(rs, engine.Red, name)
}

// host invites others to a match.
func (l *Lobby) host(rs *engine.Ruleset, own engine.Seat, name string) (string, error) {
	l.opening.Lock()
	defer l.opening.Unlock()
	if l.ctx.Err() != nil {
		return "", errClosed
	}
	table, err := p2p.NewTableSecret(rand.Reader)
	if err != nil {
		return "", err
	}
	player, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: own, Invites: table.Invites(rs, own)}, rand.Reader)
	if err != nil {
		return "", err
	}
	net, err := l.o.Host(nil)
	if err != nil {
		return "", err
	}
	session, err := p2p.Host(net, p2p.Files(l.dir), player, table, config)
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	return opened(l.open(runs{session: session, net: net, names: only(own, name)}))
}

// opened names a match that was opened.
func opened(r *room, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return r.id, nil
}

// only are the names where just one is known.
func only(own engine.Seat, name string) (names [engine.MaxSeats]string) {
	names[own] = name
	return names
}

// Invitation implements [page.Backend].
func (l *Lobby) Invitation(ctx context.Context, invite string) (page.Invitation, error) {
	inv, err := p2p.ParseInvite(invite)
	if err != nil {
		return page.Invitation{}, err
	}
	net, err := l.o.Listen(nil)
	if err != nil {
		return page.Invitation{}, err
	}
	defer net.Close()
	rs, _, err := fetchTerms(ctx, net, inv)
	if err != nil {
		return page.Invitation{}, err
	}
	l.know(rs)
	return page.Invitation{Ruleset: l.describe(rs), Seats: []string{inv.Seat().String()}, Warnings: warnings(rs)}, nil
}

// fetchTerms asks the host of an invite for what it offers.
func fetchTerms(ctx context.Context, net Network, inv *p2p.Invite) (*engine.Ruleset, []byte, error) {
	terms, err := p2p.FetchTerms(ctx, net, inv)
	if err != nil {
		return nil, nil, err
	}
	offered := protocol.NewMatch()
	if err := offered.Append(terms); err != nil {
		return nil, nil, err
	}
	return offered.Rules(), terms, nil
}

// Join implements [page.Backend].
func (l *Lobby) Join(ctx context.Context, j page.Joining) (string, error) {
	inv, err := p2p.ParseInvite(j.Invite)
	if err != nil {
		return "", err
	}
	if j.Seat != "" && j.Seat != inv.Seat().String() {
		return "", coded.Errorf("lobby.other-seat", "the invite is for %s", inv.Seat())
	}
	name, err := l.calls(j.Name)
	if err != nil {
		return "", err
	}
	net, err := l.o.Listen(nil)
	if err != nil {
		return "", err
	}
	_, terms, err := fetchTerms(ctx, net, inv)
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	l.opening.Lock()
	defer l.opening.Unlock()
	if l.ctx.Err() != nil {
		return "", errors.Join(errClosed, net.Close())
	}
	player, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	session, err := p2p.Join(net, p2p.Files(l.dir), inv, player, config)
	if errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrInUse) { // it was joined before
		return p2p.MatchID(inv.Terms(), inv.Seat()), net.Close()
	}
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	return opened(l.open(runs{session: session, net: net, names: only(inv.Seat(), name)}))
}

// Rematch implements [page.Backend]: a match by the same rules, with the seats moved on by one, against the computer if the last
// was. In a match with others it is to be joined by an invite, as the last was.
func (l *Lobby) Rematch(_ context.Context, match string) (string, error) {
	rs, own, err := l.seated(match)
	if err != nil {
		return "", err
	}
	own = engine.Seat((int(own) + 1) % rs.NumSeats())
	l.mu.Lock()
	name := l.settings.Name
	l.mu.Unlock()
	if level, ok := l.level(match); ok {
		b, err := bot.New(level)
		if err != nil {
			return "", err
		}
		return l.practise(rs, own, name, level, b)
	}
	return l.host(rs, own, name)
}

// seated is the rules of a match, and which seat is the own.
func (l *Lobby) seated(match string) (*engine.Ruleset, engine.Seat, error) {
	own, err := engine.ParseSeat(match[strings.LastIndexByte(match, '-')+1:])
	if err != nil {
		return nil, 0, err
	}
	if r := l.room(match); r != nil && r.seat.Rules() != nil {
		return r.seat.Rules(), own, nil
	}
	r, err := l.record(match)
	if err != nil {
		return nil, 0, err
	}
	return r.of.Game.Rules, own, nil
}
