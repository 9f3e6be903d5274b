package adversary

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"io"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A Game is a scene that was played in memory, as far as it went.
type Game struct {
	Liar   *Player
	Honest *protocol.Player

	// Refusal is the reason the honest seat did not take a record; nil if it took all.
	Refusal *protocol.Refusal
	// Refused is that record; Before and After are the honest seat's transcript
	// before it came, and after it was refused.
	Refused, Before, After []byte
	// Since lists the records that the honest seat has made after a record that it did
	// not take, or after the liar fell silent.
	Since []transcript.Kind
}

// Play plays the scene of a kind until nobody makes anything any more.
func Play(kind Kind, rng io.Reader) (g *Game, err error) {
	defer catch(&err)
	g = seat(kind, rng)
	for moved := true; moved; {
		moved = g.liarsTurn()
		moved = g.honestTurn(kind.Scene, rng) || moved
	}
	return g, nil
}

func seat(kind Kind, rng io.Reader) *Game {
	players := open(must(kind.Scene.Ruleset()), kind.Scene.Resolver, rng)
	liar := kind.Scene.Liar
	return &Game{Honest: players[1-liar], Liar: must(New(kind, players[liar], rng))}
}

// open opens a match that red hosts and the others join, and returns its players by seats.
func open(rules *engine.Ruleset, resolver string, rng io.Reader) []*protocol.Player {
	config := protocol.HostConfig{Rules: rules, Seat: engine.Red, Resolver: resolver}
	var keys []ed25519.PrivateKey
	for range rules.NumSeats() - 1 {
		var seed [ed25519.SeedSize]byte
		must(io.ReadFull(rng, seed[:]))
		key := ed25519.NewKeyFromSeed(seed[:])
		keys, config.Invites = append(keys, key), append(config.Invites, key.Public().(ed25519.PublicKey))
	}
	host := must(protocol.Host(config, rng))
	players := []*protocol.Player{host}
	for i, key := range keys {
		players = append(players, must(protocol.Join(host.Match().Record(0), engine.Seat(i+1), key, rng)))
	}
	return players
}

// liarsTurn lets the liar make what it has to say, and brings it over.
func (g *Game) liarsTurn() (moved bool) {
	check(g.Liar.Decide())
	must(g.Liar.Proceed(g.Liar.rng))
	if g.Refusal != nil {
		return false // it has been heard out
	}
	for i := g.Honest.Match().Len(); i < g.Liar.Len() && g.Refusal == nil; i++ {
		moved = true
		g.bring(g.Liar.Record(i))
	}
	before := len(g.Honest.Match().Extras())
	for _, raw := range g.Liar.Extras() {
		g.bring(raw)
	}
	return moved || len(g.Honest.Match().Extras()) > before
}

// bring brings a record to the honest seat.
func (g *Game) bring(raw []byte) {
	before := g.Honest.Match().File()
	if err := g.Honest.Receive(raw); errors.As(err, &g.Refusal) {
		g.Refused, g.Before, g.After = raw, before, g.Honest.Match().File()
	} else {
		check(err)
	}
}

// honestTurn lets the honest seat do what it has to, and brings it to the liar.
func (g *Game) honestTurn(s Scene, rng io.Reader) (moved bool) {
	heardOut := g.Liar.over()
	m := g.Honest.Match()
	length, extras := m.Len(), m.Extras()
	if g.Refusal == nil { // who was lied to plays no more
		check(s.Decide(g.Honest, rng))
	}
	made := must(g.Honest.Proceed(rng))
	if heardOut {
		for i := length; i < m.Len(); i++ {
			g.Since = append(g.Since, transcript.Kind(m.Record(i)[0]))
		}
		for _, raw := range m.Extras() {
			if !slices.ContainsFunc(extras, func(e []byte) bool { return bytes.Equal(e, raw) }) {
				g.Since = append(g.Since, transcript.Kind(raw[0]))
			}
		}
	}
	if g.Liar.kept >= 0 {
		return made // they are in two different matches
	}
	for i := g.Liar.Match().Len(); i < m.Len(); i++ {
		made = true
		check(g.Liar.Receive(m.Record(i)))
	}
	for _, raw := range m.Extras() {
		check(g.Liar.Receive(raw))
	}
	return made
}
