package app

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Hosting is what a match is hosted by.
type Hosting struct {
	Name   string `json:"name"` // what the player calls itself; may be empty
	Digest string `json:"digest"`
	Friend string `json:"friend"` // the key of the friend who will recognise this player; "" for nobody
	// Seat and Resolver may be ""; that is red, and the resolver of [protocol.Host].
	Seat     string `json:"seat"`
	Resolver string `json:"resolver"`
	// Computers name the players of other seats, by seat: the level of a bot of this program, or the seat of the
	// guest whose program shall play it.
	Computers map[string]string `json:"computers"`
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
	return a.host(cfg, name, a.o.Listen.opens(kept), computers)
}

// terms returns the terms of a match that a person asks for.
func (a *App) terms(digest, own, resolver string) (cfg protocol.HostConfig, err error) {
	cfg = protocol.HostConfig{Seat: engine.Red, Resolver: resolver}
	if cfg.Rules, err = a.Ruleset(digest); err == nil && own != "" {
		cfg.Seat, err = engine.ParseSeat(own)
	}
	return cfg, err
}

// newHost returns the player of a host, and what its invites are made from.
func newHost(cfg protocol.HostConfig) (*protocol.Player, invite.HostSecret, error) {
	secret, err := invite.NewHostSecret(rand.Reader)
	if err != nil {
		return nil, secret, err
	}
	cfg.Invites = secret.Invites(cfg.Rules, cfg.Seat)
	player, err := protocol.Host(cfg, rand.Reader)
	return player, secret, err
}

// host invites others to a match, at a place in the network. The computers are the seats of the
// configuration that this program plays.
func (a *App) host(cfg protocol.HostConfig, name string, at opening, computers levels) (string, error) {
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.ctx.Err() != nil {
		return "", errClosed
	}
	player, secret, err := newHost(cfg)
	if err != nil {
		return "", err
	}
	net, err := at()
	if err != nil {
		return "", err
	}
	if net.byHand() && len(cfg.Computers) > 0 {
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
	if m.bots, err = a.seatBots(a.computerPlace(inside, m), session, computers); err != nil {
		return "", errors.Join(err, m.close())
	}
	return idOf(a.open(m))
}
