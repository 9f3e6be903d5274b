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
// Each match runs over a network of its own: nobody can see that two of them share a player.
package app

import (
	"context"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Options are what a lobby is made with.
type Options struct {
	Dir     *store.Dir // the data folder
	Listen  Listen     // how matches with others reach them
	Host    Listen     // and those that it hosts; Listen if nil
	Aside   Listen     // and the computers that it plays for others' matches, each beside its own; Listen if nil
	Words   Words
	Version string
	Pace    time.Duration // that a bot takes before each move, so that a person can follow
	Log     *slog.Logger  // nothing secret is logged; none if nil

	BotName   func(level string) string // what a bot of a practice match is called; nothing if nil
	Player    bot.Bot                   // plays the person's seats; nil if the person does
	Called    string                    // what Player is called
	NoPrepare bool                      // no attack is proven before it is chosen
}

// Words are the sentences that the command line has too.
type Words struct {
	Terms   func(rs *engine.Ruleset, resolver string) Terms // what rules come to
	Verdict func(r *protocol.Report) Names                  // what an audit found, in a sentence
	Grounds func(r *protocol.Report) []Names                // what a conviction means, and what it can't mean
}

// App is the program. Its methods may be called by several goroutines at once, and their errors have a
// code. Matches are called by their names in the data folder, rulesets by their digests in hex.
type App struct {
	o    Options
	dir  *store.Dir
	bots *store.Dir // what the bots of practice matches keep
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	opening sync.Mutex // one match is opened, and one is forgotten, at a time

	mu        sync.Mutex // guards what follows
	settings  settings
	matches   map[string]*Match
	rules     map[string]*engine.Ruleset // by digest in hex
	shown     map[string]Ruleset         // those that were described, likewise
	offered   []string                   // the digests that the lobby offers: ours, and those of files
	audits    auditCache
	recent    recentAudits
	rematches map[string]*rematchOnce // by the match before
}

// New is the program of a data folder. The error is that of the folder.
func New(o Options) (*App, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Host == nil {
		o.Host = o.Listen
	}
	if o.Aside == nil {
		o.Aside = o.Listen
	}
	if o.BotName == nil {
		o.BotName = func(string) string { return "" }
	}
	dir := o.Dir
	a := &App{o: o, dir: dir, matches: map[string]*Match{}, rules: map[string]*engine.Ruleset{}, shown: map[string]Ruleset{}, rematches: map[string]*rematchOnce{}}
	a.ctx, a.stop = context.WithCancel(context.Background())
	var err error
	if a.bots, err = dir.Sub("bots"); err != nil {
		return nil, err
	}
	a.sweepLevels()
	for _, name := range junqi.Names() {
		rs, err := junqi.Rules(name)
		if err != nil {
			return nil, err
		}
		a.offered = append(a.offered, a.Know(rs))
	}
	a.readRules()
	read(dir, settingsFile, &a.settings)
	a.audits.load(dir)
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

// errClosed says that the program is about to end.
var errClosed = coded.Errorf("lobby.closed", "the program is ending")

// Match is a match that this program has begun, joined or resumed; nil if it has not.
func (a *App) Match(id string) *Match {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.matches[id]
}

// Seat is the seat at a match, which is resumed if it is not running.
func (a *App) Seat(_ context.Context, match string) (Seat, error) {
	r, err := a.Resume(match)
	if err != nil {
		return nil, err
	}
	return r.seat, nil
}

// Forget deletes a match for good, with all that its bots have kept.
func (a *App) Forget(match string) error {
	if !store.ValidID(match) {
		return store.ErrBadID
	}
	a.opening.Lock()
	defer a.opening.Unlock()
	if r := a.Match(match); r != nil {
		if err := r.Leave(); err != nil {
			return err
		}
		a.mu.Lock()
		delete(a.matches, match)
		a.mu.Unlock()
	}
	a.mu.Lock()
	delete(a.rematches, match)
	a.mu.Unlock()
	if err := a.dir.Delete(match); err != nil { // another program may be running it, with its bots
		return err
	}
	a.deleteBotFiles(match)
	a.bots.RemoveFile(botFile(match)) // it need not be there
	a.bots.RemoveFile(computersFile(match))
	list, err := a.dir.List()
	if err != nil {
		return err
	}
	return a.forgetAllBut(list)
}

// Lobby is everything that a lobby shows.
func (a *App) Lobby(context.Context) (Lobby, error) {
	matches, err := a.listMatches()
	if err != nil {
		return Lobby{}, err
	}
	levels := bot.Names()
	slices.Reverse(levels)
	known, err := a.listFriends()
	if err != nil {
		return Lobby{}, err
	}
	shown := Lobby{Version: a.o.Version, Levels: levels, Matches: matches, Friends: known, Presets: []Ruleset{}}
	shown.Name = a.Name()
	for _, rs := range a.offeredRules() {
		shown.Presets = append(shown.Presets, a.describe(rs))
	}
	return shown, nil
}

// digestOf names a ruleset.
func digestOf(rs *engine.Ruleset) string {
	digest := rs.Digest()
	return hex.EncodeToString(digest[:])
}

// Network is the transport of one match. A session is given the Transport itself, which may be able to do
// more than the interface says.
type Network struct {
	transport.Transport
	How   string // what it is called, such as "libp2p"
	Mail  bool   // letters, carried by hand: no link recognises anybody, and there is no rematch
	Close func() error
}

// identity is what another network is started with so that others recognise it.
func (n Network) identity() ([]byte, error) {
	id, _, err := transport.Kept(n.Keep())
	return id[:], err
}

// Listen makes the transport of a match: a new one, or if kept is not nil the one that
// [transport.Transport.Keep] described.
type Listen func(kept []byte) (Network, error)
