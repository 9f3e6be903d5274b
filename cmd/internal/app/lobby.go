// Package app is a program that plays matches for a person: it hosts, joins, practises, resumes,
// keeps what the person keeps, and audits. It knows no screen, no HTTP and no terminal: the page, the
// command line, the full screen and --json are views of it. It reaches others through a [Listen] and
// the disk through a [store.Dir], so that it also runs in a browser.
//
//	a, err := app.New(app.Options{Dir: dir, Listen: listen})
//	defer a.Close()
//	id, err := a.Practise(ctx, Practising{Digest: digest, Level: "strong"})
//	s, err := a.Seat(ctx, id)
//
// Each match runs over a network of its own: nobody can tell that two of them have a player in common.
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
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Options are what a lobby is made with.
type Options struct {
	Dir     *store.Dir // the data folder
	Listen  Listen     // how matches with others reach them
	Host    Listen     // and those that it hosts; Listen if nil
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

	mu       sync.Mutex // guards what follows
	settings settings
	matches  map[string]*Match
	rules    map[string]*engine.Ruleset // by digest in hex
	shown    map[string]Ruleset         // those that were described, likewise
	offered  []string                   // the digests that the lobby offers: ours, and those of files
	past     past
	records  records
	others   map[string]*another // by the match before
}

// New is the program of a data folder. The error is that of the folder.
func New(o Options) (*App, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Host == nil {
		o.Host = o.Listen
	}
	if o.BotName == nil {
		o.BotName = func(string) string { return "" }
	}
	dir := o.Dir
	l := &App{o: o, dir: dir, matches: map[string]*Match{}, rules: map[string]*engine.Ruleset{}, shown: map[string]Ruleset{}, others: map[string]*another{}}
	l.ctx, l.stop = context.WithCancel(context.Background())
	var err error
	if l.bots, err = dir.Sub("bots"); err != nil {
		return nil, err
	}
	for _, name := range junqi.Names() {
		rs, err := junqi.Rules(name)
		if err != nil {
			return nil, err
		}
		l.offered = append(l.offered, l.Know(rs))
	}
	l.readRules()
	read(dir, settingsFile, &l.settings)
	l.past.load(dir)
	return l, nil
}

// Close leaves all matches, which can be resumed, and waits until their files are closed.
func (l *App) Close() error {
	l.stop()
	l.opening.Lock() // whoever opens a match from now on is refused
	l.mu.Lock()
	all := slices.Collect(maps.Values(l.matches))
	l.mu.Unlock()
	l.opening.Unlock()
	var err error
	for _, r := range all {
		err = errors.Join(err, r.Leave())
	}
	l.work.Wait()
	return err
}

// errClosed says that the program is about to end.
var errClosed = coded.Errorf("lobby.closed", "the program is ending")

// Match is a match that this program has begun, joined or resumed; nil if it has not.
func (l *App) Match(id string) *Match {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.matches[id]
}

// Seat is the seat at a match, which is resumed if it is not running.
func (l *App) Seat(_ context.Context, match string) (Seat, error) {
	r, err := l.Resume(match)
	if err != nil {
		return nil, err
	}
	return r.seat, nil
}

// Forget deletes a match for good, with all that its bots have kept.
func (l *App) Forget(match string) error {
	if !store.ValidID(match) {
		return store.ErrBadID
	}
	l.opening.Lock()
	defer l.opening.Unlock()
	if r := l.Match(match); r != nil {
		if err := r.Leave(); err != nil {
			return err
		}
		l.mu.Lock()
		delete(l.matches, match)
		l.mu.Unlock()
	}
	l.mu.Lock()
	delete(l.others, match)
	l.mu.Unlock()
	l.dismissBots(match)
	l.bots.RemoveFile(botFile(match)) // it need not be there
	if err := l.dir.Delete(match); err != nil {
		return err
	}
	list, err := l.dir.List()
	if err != nil {
		return err
	}
	return l.forgetAllBut(list)
}

// Lobby is everything that a lobby shows.
func (l *App) Lobby(context.Context) (Lobby, error) {
	matches, err := l.listMatches()
	if err != nil {
		return Lobby{}, err
	}
	levels := bot.Names()
	slices.Reverse(levels)
	known, err := l.listFriends()
	if err != nil {
		return Lobby{}, err
	}
	shown := Lobby{Version: l.o.Version, Levels: levels, Matches: matches, Friends: known, Presets: []Ruleset{}}
	shown.Name = l.Name()
	for _, rs := range l.offeredRules() {
		shown.Presets = append(shown.Presets, l.describe(rs))
	}
	return shown, nil
}

// digestOf names a ruleset.
func digestOf(rs *engine.Ruleset) string {
	digest := rs.Digest()
	return hex.EncodeToString(digest[:])
}
