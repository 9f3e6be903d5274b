package p2p

import (
	"crypto/rand"
	"io"
	"log/slog"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/liar"
)

// Config describes how a session runs. The zero value is usable.
type Config struct {
	Rand     io.Reader    // crypto/rand's if nil
	Clock    Clock        // the system's if nil
	Name     string       // the player's name, shown to the others; ignored if it is not IsName
	AutoPass bool         // pass the turn when the time of the rules for a move is over
	AutoVote bool         // vote, a minute after silence may be claimed, to put the silent seat out
	Log      *slog.Logger // nothing secret is logged; none if nil

	// NoPrepare makes the proofs of attacks only when they are played. Otherwise the proofs of all
	// legal attacks are made while the player thinks, a millisecond of processor time for each, and
	// the attack that is played only has to be signed.
	NoPrepare bool

	liar liar.Liar // nil in every honest program
}

func init() {
	liar.Speak = func(config any, l liar.Liar) { config.(*Config).liar = l }
}

func (c Config) withDefaults() Config {
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	if c.Clock == nil {
		c.Clock = systemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// Clock gives a session the time, for the game's clock and grace. Tests supply their own.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own goroutine after d, unless stop is called first.
	AfterFunc(d time.Duration, f func()) (stop func())
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
