// Package robot lets a bot play a seat of a session, as a person would: it sees what the seat sees.
//
//	b, _ := bot.New("sensible")
//	r := robot.Robot{Bot: b, Rand: robot.FreshRand()}
//	err := r.Run(ctx, session) // until the match is over
package robot

import (
	"context"
	crand "crypto/rand"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Robot is a bot that plays a seat. Bot and Rand must be set.
type Robot struct {
	Bot   bot.Bot
	Rand  *rand.Rand      // of math/rand/v2: what the bot chooses by
	Delay time.Duration   // before each move
	Hurry <-chan struct{} // once closed, it moves without delay; nil: never
	Limit int             // plies after which the seat to move resigns, as soon as the rules let it; 0: none
}

// Run runs a session that nobody looks at, until the match is over or ctx ends. Its error is from
// [p2p.Session.Run] or a decision.
func (r *Robot) Run(ctx context.Context, s *p2p.Session) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	for {
		changed := s.Changed()
		if acted, err := r.Decide(ctx, s); err != nil {
			cancel()
			if end := <-ran; !errors.Is(end, context.Canceled) {
				err = errors.Join(err, end)
			}
			return err
		} else if acted {
			continue
		}
		select {
		case <-changed:
		case err := <-ran:
			return err
		}
	}
}

// Decide takes the decision that the seat waits for, if there is one: for a program that runs
// the session itself. Call it after each change until it has not acted.
func (r *Robot) Decide(ctx context.Context, s *p2p.Session) (acted bool, err error) {
	now := s.Snapshot()
	switch now.Decision {
	case protocol.ChooseLayout:
		var rs *engine.Ruleset
		s.View(func(_ *protocol.Player, m *protocol.Match) { rs = m.Rules() })
		err = s.Place(r.Bot.Layout(rs, r.Rand))
	case protocol.ChooseMove:
		err = r.move(ctx, s, now)
	default:
		return false, nil
	}
	if errors.Is(err, p2p.ErrUnheard) || errors.Is(err, p2p.ErrBehind) { // it can be taken later
		return false, nil
	}
	if err != nil && s.Snapshot().Records != now.Records { // it was about an earlier position
		return true, nil
	}
	return true, err
}

// move takes a turn.
func (r *Robot) move(ctx context.Context, s *p2p.Session, now p2p.Snapshot) error {
	if r.Delay > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.Hurry:
		case <-time.After(r.Delay):
		}
	}
	v, ok := view(s, now)
	switch {
	case !ok:
		return nil
	case r.Limit > 0 && now.Position.Ply() >= max(r.Limit, v.Rules.ResignFrom()):
		return s.Resign()
	case now.Position.OfferOpen() && r.Bot.AcceptDraw(v):
		return ignoreLate(s.AcceptDraw())
	}
	m := r.Bot.Move(v, r.Rand)
	if m.Flips() {
		return ignoreLate(s.Flip(m.From, false))
	}
	return ignoreLate(s.Play(m, false))
}

// view returns what the bot of a session's seat may see.
func view(s *p2p.Session, now p2p.Snapshot) (v bot.View, ok bool) {
	s.View(func(p *protocol.Player, m *protocol.Match) {
		if p == nil {
			return
		}
		v = bot.View{Rules: m.Rules(), Position: now.Position, Seat: now.Seat, History: now.Events}
		v.Layout, ok = p.Layout()
		ok = ok || v.Rules.Deck() != nil
		for _, seat := range m.Rules().Seats() {
			v.Open[seat], _ = p.Shown(seat)
			if l, lies := m.OpenedLayout(seat); lies && seat != now.Seat {
				v.Open[seat] = l
			}
		}
	})
	return v, ok
}

// FreshRand is for choices that nobody needs to repeat, such as a bot's; keys and coins never come
// from it.
func FreshRand() *rand.Rand {
	var seed [32]byte
	_, _ = crand.Read(seed[:]) // never fails (crypto/rand)
	return rand.New(rand.NewChaCha8(seed))
}

// ignoreLate forgives a decision that came too late because the clock had taken it.
func ignoreLate(err error) error {
	if errors.Is(err, protocol.ErrNotYourTurn) || errors.Is(err, protocol.ErrDecided) {
		return nil
	}
	return err
}
