package app

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// config is how a session of the person's seat runs.
func (a *App) config(name string) p2p.Config {
	return p2p.Config{AutoPass: true, AutoVote: true, NoPrepare: a.o.NoPrepare, Name: name}
}

// Name is what the player calls itself; "" is nothing.
func (a *App) Name() string {
	if a.o.Player != nil {
		name, _ := plainName(a.o.Called)
		return name
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	name, _ := plainName(a.settings.Name) // somebody may have written anything into the file
	return name
}

// SetName remembers what the player calls itself, "" for nothing, and returns the name as others are
// told it.
func (a *App) SetName(name string) (string, error) {
	name, err := plainName(name)
	if err != nil {
		return "", err
	}
	if a.o.Player != nil { // it is not the person's name
		return name, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.settings.Name == name {
		return name, nil
	}
	a.settings.Name = name
	return name, write(a.dir, settingsFile, a.settings)
}

// plainName is a name as others see it; "" means none.
func plainName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if name != "" && !p2p.IsName(name) {
		return "", coded.Errorf("lobby.name", "a name has up to %d characters on one line", p2p.MaxName)
	}
	return name, nil
}

// Host begins a match that others may join, and returns its name.
func (a *App) Host(_ context.Context, h Hosting) (string, error) {
	cfg, err := a.terms(h.Digest, h.Seat, h.Resolver)
	if err != nil {
		return "", err
	}
	name, err := a.SetName(h.Name)
	if err != nil {
		return "", err
	}
	var kept []byte
	if h.Friend != "" {
		one, err := a.friend(h.Friend)
		if err != nil {
			return "", err
		}
		kept = one.Own[:]
	}
	computers, err := parseComputers(&cfg, h.Computers)
	if err != nil {
		return "", err
	}
	return a.host(cfg, name, kept, computers)
}

// terms are the terms of a match that a person asks for.
func (a *App) terms(digest, own, resolver string) (cfg protocol.HostConfig, err error) {
	cfg = protocol.HostConfig{Seat: engine.Red, Resolver: resolver}
	if cfg.Rules, err = a.Ruleset(digest); err == nil && own != "" {
		cfg.Seat, err = engine.ParseSeat(own)
	}
	return cfg, err
}

// newHost is the player of a host, and what its invites are made from.
func newHost(cfg protocol.HostConfig) (*protocol.Player, invite.HostSecret, error) {
	secret, err := invite.NewHostSecret(rand.Reader)
	if err != nil {
		return nil, secret, err
	}
	cfg.Invites = secret.Invites(cfg.Rules, cfg.Seat)
	player, err := protocol.Host(cfg, rand.Reader)
	return player, secret, err
}

// host invites others to a match, under the network identity in kept, or a new one. The computers are those of the
// configuration that this program plays.
func (a *App) host(cfg protocol.HostConfig, name string, kept []byte, computers levels) (string, error) {
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.ctx.Err() != nil {
		return "", errClosed
	}
	player, secret, err := newHost(cfg)
	if err != nil {
		return "", err
	}
	net, err := a.o.Host(kept)
	if err != nil {
		return "", err
	}
	if net.Mail && len(cfg.Computers) > 0 {
		return "", errors.Join(errComputerByHand, net.Close())
	}
	carrier, inside, err := withComputers(net, computers)
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	if err := a.keepComputers(p2p.MatchID(player.Match().Hash(0), cfg.Seat), computers); err != nil { // before the match, as in practise
		return "", errors.Join(err, net.Close())
	}
	session, err := p2p.Host(carrier, p2p.Files(a.dir), player, secret, a.config(name))
	if err != nil {
		return "", errors.Join(err, net.Close())
	}
	m := matchParts{session: session, net: net, names: a.named(computers, nameOf(cfg.Seat, name))}
	if m.bots, err = a.seatComputers(inside, session, computers); err != nil {
		return "", errors.Join(err, m.close())
	}
	return idOf(a.open(m))
}

// idOf is the name of a match that was opened.
func idOf(r *Match, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return r.id, nil
}

// nameOf is the name of one seat, where no other is known.
func nameOf(own engine.Seat, name string) (of names) {
	of[own] = name
	return of
}

// Invitation asks the host of an invite what it offers.
func (a *App) Invitation(ctx context.Context, text string) (Invitation, error) {
	inv, err := invite.Parse(text)
	if err != nil {
		return Invitation{}, err
	}
	offer, err := a.Offer(ctx, inv)
	if err != nil {
		return Invitation{}, err
	}
	defer offer.Close()
	a.Know(offer.Rules())
	rules := a.describe(offer.Rules())
	shown := Invitation{
		Ruleset: rules, Seats: []string{inv.Seat().String()}, Host: offer.Names[offer.Match.Host()],
		Warnings: warnings(offer.Rules(), rules.Spec), Phrase: PhraseOf(inv.Terms()),
		Hosts: offer.Match.Host().String(), Computers: map[string]string{},
	}
	for seat, player := range offer.Match.Computers() {
		shown.Computers[seat.String()] = player.String()
	}
	if offer.Friend != nil {
		shown.Known = true
		if offer.Friend.Name != "" {
			shown.Host = offer.Friend.Name
		}
	}
	return shown, nil
}

// Offer is what an invite leads to. It is accepted, or closed.
type Offer struct {
	p2p.Offer
	Match  *protocol.Match // as far as its Terms
	Friend *friends.Friend // the host, if this program has played with it before; otherwise nil

	app *App
	inv *invite.Invite
	net Network
}

// Rules are those that whoever accepts agrees to.
func (o *Offer) Rules() *engine.Ruleset { return o.Match.Rules() }

// Offer asks the host of an invite what it offers. A host that wishes to be recognised is met under
// the name on the network that it knows.
func (a *App) Offer(ctx context.Context, inv *invite.Invite) (*Offer, error) {
	o := &Offer{app: a, inv: inv, Match: protocol.NewMatch()}
	var kept []byte
	if one, ok := a.friends().ByKey(inv.Host()); ok {
		o.Friend, kept = &one, one.Own[:]
	}
	var err error
	if o.net, err = a.o.Listen(kept); err != nil {
		return nil, err
	}
	if o.Offer, err = p2p.FetchOffer(ctx, o.net.Transport, inv); err == nil {
		err = o.Match.Append(o.Terms)
	}
	if err != nil {
		return nil, errors.Join(err, o.net.Close())
	}
	return o, nil
}

// Close gives up an offer that is not accepted.
func (o *Offer) Close() error { return o.net.Close() }

// Accept takes the seat, and those that the Terms give to this program's computer, of a level or, for "", the
// usual one. If the match was joined before, the error is that of [store.Dir.Create].
func (o *Offer) Accept(name, level string) (*Match, error) {
	a := o.app
	a.opening.Lock()
	defer a.opening.Unlock()
	computers, err := given(o.Match, o.inv.Seat(), level)
	if err != nil {
		return nil, errors.Join(err, o.net.Close())
	}
	session, err := o.sit(name, computers)
	if err != nil {
		return nil, errors.Join(err, o.net.Close())
	}
	m := matchParts{session: session, net: o.net, names: a.named(computers, nameOf(o.inv.Seat(), name))}
	if m.bots, err = a.seatComputers(nil, session, computers); err != nil {
		return nil, errors.Join(err, m.close())
	}
	return a.open(m)
}

// sit takes the seat. The caller holds the App's opening.
func (o *Offer) sit(name string, computers levels) (*p2p.Session, error) {
	a := o.app
	switch {
	case a.ctx.Err() != nil:
		return nil, errClosed
	case o.net.Mail && len(computers) > 0:
		return nil, errComputerByHand
	}
	player, err := protocol.Join(o.Terms, o.inv.Seat(), o.inv.Key(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if err := a.keepComputers(p2p.MatchID(o.inv.Terms(), o.inv.Seat()), computers); err != nil { // before the match, as in host
		return nil, err
	}
	return p2p.Join(o.net.Transport, p2p.Files(a.dir), o.inv, player, a.config(name))
}

// Join takes the seat of an invite, and returns the name of the match.
func (a *App) Join(ctx context.Context, j Joining) (string, error) {
	inv, err := invite.Parse(j.Invite)
	if err != nil {
		return "", err
	}
	if j.Seat != "" && j.Seat != inv.Seat().String() {
		return "", coded.Errorf("lobby.other-seat", "the invite is for %s", inv.Seat())
	}
	name, err := a.SetName(j.Name)
	if err != nil {
		return "", err
	}
	return a.join(ctx, inv, name, j.Level, func(*protocol.Match) error { return nil })
}

// join joins a match, if its terms are agreed to.
func (a *App) join(ctx context.Context, inv *invite.Invite, name, level string, agree func(*protocol.Match) error) (string, error) {
	offer, err := a.Offer(ctx, inv)
	if err != nil {
		return "", err
	}
	if err := agree(offer.Match); err != nil {
		return "", errors.Join(err, offer.Close())
	}
	id, err := idOf(offer.Accept(name, level))
	if errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrInUse) { // it was joined before
		return p2p.MatchID(inv.Terms(), inv.Seat()), nil
	}
	return id, messages.About(offer.Match.Rules(), err)
}

// seated are the terms of a match, and this player's seat.
func (a *App) seated(match string) (cfg seatedMatch, err error) {
	if cfg.Seat, err = engine.ParseSeat(seatOf(match)); err != nil {
		return cfg, err
	}
	for _, cfg.level = range a.computersOf(match) {
	}
	if r := a.Match(match); r != nil && r.seat.Rules() != nil {
		r.session.View(func(_ *protocol.Player, m *protocol.Match) {
			cfg.Rules, cfg.Resolver, cfg.Computers, cfg.host = m.Rules(), m.Terms().Resolver, m.Computers(), m.Host()
		})
		return cfg, nil
	}
	r, err := a.auditedMatch(match)
	if err != nil {
		return cfg, err
	}
	cfg.Rules, cfg.Resolver, cfg.Computers, cfg.host = r.of.Game.Rules, r.of.Resolver, r.report.Computers, r.report.Host
	return cfg, nil
}

// seatedMatch is a match in which this player has a seat.
type seatedMatch struct {
	protocol.HostConfig
	host  engine.Seat
	level string // of this program's computers, if it had any; a guest's are all of one level
}

// WatchMatch watches the match of an invite to watch, and returns its name.
func (a *App) WatchMatch(_ context.Context, w Watching) (string, error) {
	inv, err := invite.ParseWatch(w.Invite)
	if err != nil {
		return "", err
	}
	id := p2p.MatchID(inv.Terms(), watcherSeat)
	if r := a.Match(id); r != nil && !r.left() {
		return id, nil
	}
	return idOf(a.Watch(inv))
}

// watcherSeat is the seat of a program without one, in names of matches.
const watcherSeat = engine.Seat(0xff)

// Watch watches a match without a seat in it. Nothing of it is kept on disk.
func (a *App) Watch(inv *invite.Watch) (*Match, error) {
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.ctx.Err() != nil {
		return nil, errClosed
	}
	net, err := a.o.Listen(nil)
	if err != nil {
		return nil, err
	}
	session, err := p2p.Watch(net.Transport, inv, p2p.Config{})
	if err != nil {
		return nil, errors.Join(err, net.Close())
	}
	return a.open(matchParts{session: session, net: net, watched: true})
}
