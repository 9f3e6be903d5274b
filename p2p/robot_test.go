package p2p_test

import (
	"crypto/rand"
	mathrand "math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// unheard is a bot that, at its first move, finds a link that has come up since the robot looked, to
// a program that says nothing for a while.
type unheard struct {
	bot.Bot
	session *p2p.Session
	moves   int
}

func (b *unheard) Move(v bot.View, rng *mathrand.Rand) engine.Move {
	if b.moves++; b.moves == 1 {
		p2p.SetHeard(b.session, engine.Blue, false)
		time.AfterFunc(time.Minute, func() { p2p.SetHeard(b.session, engine.Blue, true) })
	}
	return b.Bot.Move(v, rng)
}

// A robot forgives a session that only asks it to wait, and plays on afterwards.
func TestRobotWaitsUntilOthersAreHeard(t *testing.T) {
	playRobots(t, func(sensible bot.Bot, red *p2p.Session) (bot.Bot, *int) {
		late := &unheard{Bot: sensible, session: red}
		return late, &late.moves
	})
}

// overtaken is a bot that thinks about its first move until the match has gone on without it.
type overtaken struct {
	bot.Bot
	session *p2p.Session
	moves   int
}

func (b *overtaken) Move(v bot.View, rng *mathrand.Rand) engine.Move {
	m := b.Bot.Move(v, rng)
	if b.moves++; b.moves > 1 {
		return m
	}
	for err := b.session.Play(m, false); err == nil; {
		changed, now := b.session.Changed(), b.session.Snapshot()
		if now.Decision == protocol.ChooseMove && now.Position.Ply() > 1 {
			break
		}
		<-changed
	}
	return m // of a piece that is elsewhere now
}

// Nor does a move end it that was meant for an earlier position.
func TestRobotForgivesWhatComesTooLate(t *testing.T) {
	playRobots(t, func(sensible bot.Bot, red *p2p.Session) (bot.Bot, *int) {
		late := &overtaken{Bot: sensible, session: red}
		return late, &late.moves
	})
}

// playRobots has robots play a short match. The one for red is called more than once.
func playRobots(t *testing.T, forRed func(bot.Bot, *p2p.Session) (of bot.Bot, moves *int)) {
	synctest.Test(t, func(t *testing.T) {
		open := func() p2p.Folder {
			dir, err := store.OpenDir(t.TempDir())
			require.NoError(t, err)
			return p2p.Files(dir)
		}
		rules, err := junqi.Rules("standard,first=red,clock=off")
		require.NoError(t, err)
		net, secret := pipenet.New(), invite.HostSecret{1}
		host, err := protocol.Host(protocol.HostConfig{Rules: rules, Seat: engine.Red, Invites: secret.Invites(rules, engine.Red)}, rand.Reader)
		require.NoError(t, err)
		red, err := p2p.Host(net.Host(transport.Identity{1}), open(), host, secret, p2p.Config{})
		require.NoError(t, err)
		inv, err := red.Invite(engine.Blue)
		require.NoError(t, err)
		guest, err := protocol.Join(host.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
		require.NoError(t, err)
		blue, err := p2p.Join(net.Host(transport.Identity{2}), open(), inv, guest, p2p.Config{})
		require.NoError(t, err)

		sensible, err := bot.New("sensible")
		require.NoError(t, err)
		late, moves := forRed(sensible, red)
		ran := make(chan error)
		for i, s := range []*p2p.Session{red, blue} {
			r := robot.Robot{Bot: []bot.Bot{late, sensible}[i], Rand: mathrand.New(mathrand.NewPCG(1, uint64(i))), Limit: 3}
			go func() { ran <- r.Run(t.Context(), s) }()
		}
		for range 2 {
			require.NoError(t, <-ran)
		}
		require.Greater(t, *moves, 1, "it has tried again")
		require.NoError(t, red.Close())
		require.NoError(t, blue.Close())
	})
}
