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

	// Refusal is why the honest seat did not take a record; nil if it took all.
	Refusal *protocol.Refusal
	// Refused is that record; Before and After are the honest seat's transcript
	// before it came, and after it was refused.
	Refused, Before, After []byte
	// Since lists the records that the honest seat has made after a record that it did
	// not take, or after the liar fell silent.
	Since []transcript.Kind
}

// Play plays the scene of a kind until nobody makes anything any more.
func Play(kind Kind, rng io.Reader) (*Game, error) {
	g, err := seat(kind, rng)
	if err != nil {
		return nil, err
	}
	for moved := true; moved; {
		if moved, err = g.liarsTurn(); err != nil {
			return nil, err
		}
		answered, err := g.honestTurn(kind.Scene, rng)
		if err != nil {
			return nil, err
		}
		moved = moved || answered
	}
	return g, nil
}

// seat opens the match, red hosting.
func seat(kind Kind, rng io.Reader) (*Game, error) {
	rules, err := kind.Scene.Ruleset()
	if err != nil {
		return nil, err
	}
	var seed [ed25519.SeedSize]byte
	if _, err := io.ReadFull(rng, seed[:]); err != nil {
		return nil, err
	}
	key := ed25519.NewKeyFromSeed(seed[:])
	invite := key.Public().(ed25519.PublicKey)
	red, err := protocol.Host(protocol.HostConfig{Rules: rules, Seat: engine.Red, Resolver: kind.Scene.Resolver, Invites: []ed25519.PublicKey{invite}}, rng)
	if err != nil {
		return nil, err
	}
	blue, err := protocol.Join(red.Match().Record(0), engine.Blue, key, rng)
	if err != nil {
		return nil, err
	}
	g := &Game{Honest: blue}
	liar := red
	if kind.Scene.Liar == engine.Blue {
		g.Honest, liar = red, blue
	}
	g.Liar, err = New(kind, liar, rng)
	return g, err
}

// liarsTurn lets the liar make what it has to say, and brings it over.
func (g *Game) liarsTurn() (moved bool, err error) {
	if err := g.Liar.Decide(); err != nil {
		return false, err
	}
	if _, err := g.Liar.Proceed(g.Liar.rng); err != nil {
		return false, err
	}
	if g.Refusal != nil {
		return false, nil // it has been heard out
	}
	for i := g.Honest.Match().Len(); i < g.Liar.Len() && g.Refusal == nil; i++ {
		moved = true
		if err := g.bring(g.Liar.Record(i)); err != nil {
			return false, err
		}
	}
	before := len(g.Honest.Match().Extras())
	for _, raw := range g.Liar.Extras() {
		if err := g.bring(raw); err != nil {
			return false, err
		}
	}
	return moved || len(g.Honest.Match().Extras()) > before, nil
}

// bring brings a record to the honest seat.
func (g *Game) bring(raw []byte) error {
	before := g.Honest.Match().File()
	err := g.Honest.Receive(raw)
	if err == nil {
		return nil
	}
	if !errors.As(err, &g.Refusal) {
		return err
	}
	g.Refused, g.Before, g.After = raw, before, g.Honest.Match().File()
	return nil
}

// honestTurn lets the honest seat do what it has to, and brings it to the liar.
func (g *Game) honestTurn(s Scene, rng io.Reader) (moved bool, err error) {
	heardOut := g.Liar.over()
	m := g.Honest.Match()
	length, extras := m.Len(), m.Extras()
	if g.Refusal == nil { // who was lied to plays no more
		if err := s.Decide(g.Honest, rng); err != nil {
			return false, err
		}
	}
	made, err := g.Honest.Proceed(rng)
	if err != nil {
		return false, err
	}
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
		return made, nil // they are in two different matches
	}
	for i := g.Liar.Match().Len(); i < m.Len(); i++ {
		made = true
		if err := g.Liar.Receive(m.Record(i)); err != nil {
			return false, err
		}
	}
	for _, raw := range m.Extras() {
		if err := g.Liar.Receive(raw); err != nil {
			return false, err
		}
	}
	return made, nil
}
