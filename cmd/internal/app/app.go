// Package app is a program that plays matches for a person: it hosts, joins, practises, resumes,
// stores friends, layouts and past matches, and audits. It knows no screen, no HTTP and no terminal: the page, the
// command line, the full screen and --json are views of it. It reaches others through a [Listen] and
// the disk through a [store.Dir], so that it also runs in a browser.
//
//	a, err := app.New(app.Options{Dir: dir, Listen: listen})
//	defer a.Close()
//	id, err := a.Practise(ctx, Practising{Digest: digest, Level: "strong"})
//	s, err := a.Seat(ctx, id)
//
// Each match is found on the network under a name of its own, so that nobody can see that two of them share a player; but a friend, and
// who asks for a rematch, meets the name of the last match.
package app

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/jsonfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Options configure a lobby.
type Options struct {
	Dir     *store.Dir // the data folder
	Listen  Listen     // how matches with others reach them
	Version string
	Pace    time.Duration // how long a bot waits before each move, so that a person can follow
	Log     *slog.Logger  // nothing secret is logged; none if nil

	BotName   func(level string) string // what a bot of a practice match is called; nothing if nil
	Player    bot.Bot                   // plays the person's seats; nil if the person does
	Called    string                    // what Player is called
	NoPrepare bool                      // no attack is proven before it is chosen
}

// App is the program. Its methods may be called by several goroutines at once, and their errors have a
// code. Matches are called by their names in the data folder, rulesets by their digests in hex.
type App struct {
	o                   Options
	*rulesets.Catalogue // the rules that the program knows

	dir  *store.Dir
	bots *store.Dir // what the bots of practice matches keep
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	layouts  *layouts.Files
	audits   *history.Audits
	reviewed review.Recent

	opening sync.Mutex // one match is opened, and one is forgotten, at a time

	mu        sync.Mutex // guards what follows
	settings  settings
	matches   map[string]*Match
	rematches map[string]*rematchOnce // by the match before
}

// New returns the program of a data folder. The error comes from the folder.
func New(o Options) (*App, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.BotName == nil {
		o.BotName = func(string) string { return "" }
	}
	open := places{open: map[transport.Key]*sharedPlace{}}
	o.Listen = open.share(o.Listen)
	dir := o.Dir
	a := &App{o: o, dir: dir, layouts: layouts.Of(dir), matches: map[string]*Match{}, rematches: map[string]*rematchOnce{}}
	a.ctx, a.stop = context.WithCancel(context.Background())
	var err error
	if a.bots, err = dir.Sub("bots"); err != nil {
		return nil, err
	}
	a.sweepLevels()
	a.Catalogue = rulesets.New(dir)
	jsonfile.Read(dir, settingsFile, &a.settings)
	a.audits = history.OpenAudits(dir, func(match string) [engine.MaxSeats]string { return a.namesOf(match) }, o.Log)
	return a, nil
}

// Close leaves all matches, which can be resumed, and waits until their files are closed.
func (a *App) Close() error {
	a.stop()
	a.opening.Lock() // whoever opens a match from now on is refused
	a.mu.Lock()
	all := slices.Collect(maps.Values(a.matches))
	a.mu.Unlock()
	a.opening.Unlock()
	var err error
	for _, r := range all {
		err = errors.Join(err, r.Leave())
	}
	a.work.Wait()
	return err
}

// errClosed reports that the program is about to end.
var errClosed = coded.Errorf("lobby.closed", "the program is ending")

// Match returns a match that this program has begun, joined or resumed; nil if it has not.
func (a *App) Match(id string) *Match {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.matches[id]
}
