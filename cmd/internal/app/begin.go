package app

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// config is how all sessions run.
func config(name string) p2p.Config {
	return p2p.Config{AutoPass: true, AutoVote: true, Name: name}
}

// calls remembers what the player calls itself.
func (l *App) calls(name string) (string, error) {
	name, err := plainName(name)
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.settings.Name == name {
		return name, nil
	}
	l.settings.Name = name
	return name, write(l.dir, settingsFile, l.settings)
}

// plainName is a name as it is told to others; "" is none.
func plainName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if name != "" && !p2p.IsName(name) {
		return "", coded.Errorf("lobby.name", "a name has up to %d characters on one line", p2p.MaxName)
	}
	return name, nil
}

// Name is what the player of a data folder calls itself; "" is nothing.
func Name(dir *store.Dir) string {
	var kept settings
	read(dir, settingsFile, &kept)
	name, _ := plainName(kept.Name) // somebody may have written anything into the file
	return name
}

// KeepName remembers what the player of a data folder calls itself; "" is nothing. It returns the name as others are told it.
func KeepName(dir *store.Dir, name string) (string, error) {
	name, err := plainName(name)
	if err != nil || name == Name(dir) {
		return name, err
	}
	return name, write(dir, settingsFile, settings{Name: name})
}

// Host begins a match that others may join, and returns its name.
func (l *App) Host(_ context.Context, h Hosting) (string, error) {
	rs, err := l.Ruleset(h.Digest)
	if err != nil {
		return "", err
	}
	name, err := l.calls(h.Name)
	if err != nil {
		return "", err
	}
	var kept []byte
	if h.Friend != "" {
		one, err := l.friend(h.Friend)
		if err != nil {
			return "", err
		}
		kept = one.Own[:]
	}
	return l.host(rs, engine.Red, name, kept)
}

// host invites others to a match, under the name on the network that kept tells of, or a new one.
func (l *App) host(rs *engine.Ruleset, own engine.Seat, name string, kept []byte) (string, error) {
	l.opening.Lock()
	defer l.opening.Unlock()
	if l.ctx.Err() != nil {
		return "", errClosed
	}
	table, err := invite.NewHostSecret(rand.Reader)
	if err != nil {
		return "", err
	}
	player, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: own, Invites: table.Invites(rs, own)}, rand.Reader)
	if err != nil {
		return "", err
	}
	net, err := l.o.Host(kept)
	if err != nil {
		return "", err
	}
	session, err := p2p.Host(net, p2p.Files(l.dir), player, table, config(name))
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
func only(own engine.Seat, name string) (of names) {
	of[own] = name
	return of
}

// Invitation asks the host of an invite what it offers.
func (l *App) Invitation(ctx context.Context, text string) (Invitation, error) {
	inv, err := invite.Parse(text)
	if err != nil {
		return Invitation{}, err
	}
	net, err := l.o.Listen(nil)
	if err != nil {
		return Invitation{}, err
	}
	defer net.Close()
	offer, err := fetch(ctx, net, inv)
	if err != nil {
		return Invitation{}, err
	}
	l.know(offer.rules)
	rules := l.describe(offer.rules)
	shown := Invitation{
		Ruleset: rules, Seats: []string{inv.Seat().String()}, Host: offer.Names[offer.host], Warnings: warnings(offer.rules, rules.Spec), Phrase: phrase(inv.Terms()),
	}
	if one, ok := l.friends().ByKey(inv.Host()); ok {
		shown.Known = true
		if one.Name != "" {
			shown.Host = one.Name
		}
	}
	return shown, nil
}

// offer is what an invite leads to.
type offer struct {
	p2p.Offer
	rules *engine.Ruleset
	host  engine.Seat
}

// fetch asks the host of an invite for what it offers.
func fetch(ctx context.Context, net Network, inv *invite.Invite) (o offer, err error) {
	if o.Offer, err = p2p.FetchOffer(ctx, net, inv); err != nil {
		return o, err
	}
	m := protocol.NewMatch()
	if err := m.Append(o.Terms); err != nil {
		return o, err
	}
	o.rules, o.host = m.Rules(), m.Host()
	return o, nil
}

// Join takes the seat of an invite, and returns the name of the match.
func (l *App) Join(ctx context.Context, j Joining) (string, error) {
	inv, err := invite.Parse(j.Invite)
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
	return l.join(ctx, inv, name, func(*engine.Ruleset) error { return nil })
}

// join joins a match, if its rules are agreed to. A host that wishes to be recognised is met under the name that it knows.
func (l *App) join(ctx context.Context, inv *invite.Invite, name string, agree func(*engine.Ruleset) error) (string, error) {
	var kept []byte
	if one, ok := l.friends().ByKey(inv.Host()); ok {
		kept = one.Own[:]
	}
	net, err := l.o.Listen(kept)
	if err != nil {
		return "", err
	}
	offered, err := fetch(ctx, net, inv)
	if err == nil {
		err = agree(offered.rules)
	}
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	l.opening.Lock()
	defer l.opening.Unlock()
	session, err := l.sit(net, inv, offered.Terms, name)
	if errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrInUse) { // it was joined before
		return p2p.MatchID(inv.Terms(), inv.Seat()), net.Close()
	}
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	return opened(l.open(runs{session: session, net: net, names: only(inv.Seat(), name)}))
}

// sit takes the seat of an invite. The caller holds l.opening.
func (l *App) sit(net Network, inv *invite.Invite, terms []byte, name string) (*p2p.Session, error) {
	if l.ctx.Err() != nil {
		return nil, errClosed
	}
	player, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	if err != nil {
		return nil, err
	}
	return p2p.Join(net, p2p.Files(l.dir), inv, player, config(name))
}

// seated is the rules of a match, and which seat is the own.
func (l *App) seated(match string) (*engine.Ruleset, engine.Seat, error) {
	own, err := engine.ParseSeat(seatOf(match))
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
