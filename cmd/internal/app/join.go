package app

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Joining describes how an invite is accepted.
type Joining struct {
	Name   string `json:"name"`
	Invite string `json:"invite"`
	Seat   string `json:"seat"`
	Level  string `json:"level"` // of the computer that the terms have this program play too; "" is the usual one
}

// Invitation describes the match that an invite offers, or says that its seat was taken here before.
type Invitation struct {
	Match   string           `json:"match"` // the match whose seat this program already has; if it is not "", the rest is empty
	Ruleset rulesets.Ruleset `json:"ruleset"`
	Seats   []string         `json:"seats"` // the free ones
	// Computers are the seats that the programs of others play, by seat: they could look into their layouts.
	Computers map[string]string `json:"computers"`
	Hosts     string            `json:"hosts"` // the host's seat
	Host      string            `json:"host"`  // what the host calls itself, or what it is called here if it is known
	Known     bool              `json:"known"` // it is somebody with whom a match was finished
	Phrase    messages.Names    `json:"phrase"`
	Warnings  []messages.Names  `json:"warnings"`
}

// Invitation asks the host of an invite what it offers. If this program already has its seat, it resumes that match instead.
func (a *App) Invitation(ctx context.Context, text string) (Invitation, error) {
	inv, err := invite.Parse(text)
	if err != nil {
		return Invitation{}, err
	}
	id := p2p.MatchID(inv.Terms(), inv.Seat()) // who comes back by the invite finds the match, not a seat that is taken
	if _, err := a.Resume(id); !errors.Is(err, store.ErrUnknown) {
		return Invitation{Match: id}, err
	}
	offer, err := a.Offer(ctx, inv)
	if err != nil {
		return Invitation{}, err
	}
	defer offer.Close()
	a.Know(offer.Rules())
	rules := a.Describe(offer.Rules())
	shown := Invitation{
		Ruleset: rules, Seats: []string{inv.Seat().String()}, Host: offer.Names[offer.Match.Host()],
		Warnings: rulesets.Warnings(offer.Rules()), Phrase: PhraseOf(inv.Terms()),
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

// Offer is an open invitation to a match: accept it, or close it.
type Offer struct {
	p2p.Offer
	Match  *protocol.Match // as far as its Terms
	Friend *friends.Friend // the host, if this program has played with it before; otherwise nil

	app *App
	inv *invite.Invite
	net Network
}

// Rules returns those that whoever accepts agrees to.
func (o *Offer) Rules() *engine.Ruleset { return o.Match.Rules() }

// Offer asks the host of an invite what it offers. A host that wishes to be recognised is met under
// the name on the network that it knows.
func (a *App) Offer(ctx context.Context, inv *invite.Invite) (*Offer, error) {
	return a.offer(ctx, inv, nil)
}

// offer does that at a place in the network, if it is not nil.
func (a *App) offer(ctx context.Context, inv *invite.Invite, at opening) (*Offer, error) {
	o := &Offer{app: a, inv: inv, Match: protocol.NewMatch()}
	var kept []byte
	if one, ok := a.friends().ByKey(inv.Host()); ok {
		o.Friend, kept = &one, one.Own[:]
	}
	if at == nil {
		at = a.o.Listen.opens(kept)
	}
	var err error
	if o.net, err = at(); err != nil {
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
// usual one. If the match was joined before, the error is what [store.Dir.Create] returns.
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
	if m.bots, err = a.seatBots(a.computerPlace(nil, m), session, computers); err != nil {
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
	case o.net.byHand() && len(computers) > 0:
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
	return a.join(ctx, inv, nil, name, j.Level, func(*protocol.Match) error { return nil })
}

// join joins a match, if its terms are agreed to, at a place as in offer.
func (a *App) join(ctx context.Context, inv *invite.Invite, at opening, name, level string, agree func(*protocol.Match) error) (string, error) {
	offer, err := a.offer(ctx, inv, at)
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
