package app

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Begun names a match that was begun.
type Begun struct {
	Match string `json:"match"`
	Asked bool   `json:"asked"` // the others have the invite
}

// Rematch begins or joins another match: a match by the same rules, with the seats moved on by one, against the computer if the last
// was. In a match with others the invite goes to those who are still there, and whoever has already asked is followed. Asking
// again leads to the same rematch, once it is over too: its own rematch follows, and nobody waits for another here.
func (a *App) Rematch(ctx context.Context, match string) (Begun, error) {
	last, err := a.seated(match)
	if err != nil {
		return Begun{}, err
	}
	once := a.rematchOnce(match)
	once.Lock()
	defer once.Unlock()
	w := a.rematchWindow(ctx, match)
	if asked := w != nil && w.asked(); !asked && a.Match(once.begun.Match) != nil {
		return once.begun, nil
	}
	begun, err := a.rematch(ctx, match, w, last)
	if err == nil {
		once.begun = begun
	}
	return begun, err
}

// rematchOnce is the match that followed a match. Its lock is held while one is begun.
type rematchOnce struct {
	sync.Mutex
	begun Begun // the zero value while there is none
}

// rematchOnce returns what followed a match of the data folder.
func (a *App) rematchOnce(match string) *rematchOnce {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rematches[match] == nil {
		a.rematches[match] = &rematchOnce{}
	}
	return a.rematches[match]
}

// rematch begins another match, or joins it.
func (a *App) rematch(ctx context.Context, match string, w *rematchWindow, last seatedMatch) (begun Begun, err error) {
	name, next := a.Name(), last.HostConfig
	next.Seat = nextSeat(last.Seat, last.Rules)
	switch level, practice := a.practiceLevel(match); {
	case practice:
		begun.Match, err = a.practise(next, name, level)
		return begun, err
	case w != nil:
		if inv := w.accept(); inv != nil {
			begun.Match, err = a.joinRematch(ctx, w, inv, last, name)
			// The page of a browser that can't be dialled can reach this program, and follows when it asks again.
			if !errors.Is(err, webnet.ErrBrowserHost) {
				return begun, err
			}
		}
	}
	if len(last.Computers) > 0 && last.host != last.Seat {
		return begun, coded.Errorf("lobby.rematch-computers", "only the host can ask for a rematch with computers: wait for the invite")
	}
	next.Computers = last.rotated()
	if w == nil {
		kept, err := a.waysOf(match)
		if err != nil {
			return begun, err
		}
		begun.Match, err = a.host(next, name, a.o.Listen.opens(kept), a.computersOf(match).rotated(last.Rules))
		return begun, err
	}
	return a.hostRematch(ctx, match, w, last, next, name)
}

// waysOf returns what a match's place in the network has kept: a rematch goes the same ways, or it could show an address that was hidden.
func (a *App) waysOf(match string) ([]byte, error) {
	if r := a.Match(match); r != nil && r.net != nil {
		return r.net.Keep(), nil
	}
	a.opening.Lock()
	defer a.opening.Unlock()
	st, err := a.dir.Open(match)
	if errors.Is(err, store.ErrNoSecret) {
		return nil, errWaysGone
	}
	if err != nil {
		return nil, err
	}
	kept, err := p2p.Kept(st)
	if err = errors.Join(err, st.Close()); err == nil && keptInMemory(kept) {
		err = errWaysGone
	}
	return kept, err
}

var errWaysGone = coded.Errorf("lobby.rematch-ways", "this program no longer knows whether the last match hid your network address: host a new match instead")

// seated returns the terms of a match, and this player's seat.
func (a *App) seated(match string) (cfg seatedMatch, err error) {
	if cfg.Seat, err = engine.ParseSeat(history.SeatOf(match)); err != nil {
		return cfg, err
	}
	for _, cfg.level = range a.computersOf(match) {
	}
	if r := a.Match(match); r != nil && r.seat.Rules() != nil {
		r.session.View(func(_ *protocol.Player, m *protocol.Match) {
			cfg.Rules, cfg.Resolver, cfg.Computers, cfg.host = m.Rules(), m.Terms().Resolver, m.Computers(), m.Host()
		})
		return cfg, nil
	}
	r, err := a.examined(match)
	if err != nil {
		return cfg, err
	}
	cfg.Rules, cfg.Resolver, cfg.Computers, cfg.host = r.Rules(), r.Resolver(), r.Report().Computers, r.Report().Host
	return cfg, nil
}

type seatedMatch struct {
	protocol.HostConfig
	host  engine.Seat
	level string // of this program's computers, if it had any; a guest's are all of one level
}

func (m seatedMatch) rotated() transcript.Computers {
	next := transcript.Computers{}
	for seat, player := range m.Computers {
		next[nextSeat(seat, m.Rules)] = nextSeat(player, m.Rules)
	}
	return next
}

func (l levels) rotated(rs *engine.Ruleset) levels {
	next := levels{}
	for seat, level := range l {
		next[nextSeat(seat, rs)] = level
	}
	return next
}

func nextSeat(s engine.Seat, rs *engine.Ruleset) engine.Seat {
	return engine.Seat((int(s) + 1) % rs.NumSeats())
}

// hostRematch hosts another match and brings the invites to those who are still there.
func (a *App) hostRematch(ctx context.Context, match string, w *rematchWindow, last seatedMatch, next protocol.HostConfig, name string) (begun Begun, err error) {
	rs := last.Rules
	if begun.Match, err = a.host(next, name, w.net.again, a.computersOf(match).rotated(rs)); err != nil {
		return begun, err
	}
	invites := map[engine.Seat]*invite.Invite{}
	for _, s := range rs.Seats() {
		if s == last.Seat || last.Computers.Has(s) {
			continue
		}
		if invites[s], err = a.Match(begun.Match).session.Invite(nextSeat(s, rs)); err != nil {
			return begun, err
		}
	}
	sent, instead := w.send(ctx, invites)
	if instead != nil {
		begun.Match, err = a.joinInstead(ctx, w, begun.Match, instead, last, name)
		return begun, err
	}
	if sent > 0 && w.onlyFromHere() {
		return Begun{}, errors.Join(errAskAgain, a.Forget(begun.Match))
	}
	begun.Asked = sent == len(invites)
	return begun, nil
}

var errAskAgain = coded.Errorf("lobby.rematch-ask-again", "the other player sees your request, but without a relay their program can't reach this page: once they have asked for the rematch too, ask again here")

// joinInstead joins a match to replace one that was just hosted.
func (a *App) joinInstead(ctx context.Context, w *rematchWindow, hosted string, inv *invite.Invite, last seatedMatch, name string) (string, error) {
	id, err := a.joinRematch(ctx, w, inv, last, name)
	if err != nil {
		return "", err
	}
	return id, a.Forget(hosted)
}

// joinRematch joins another match on the same terms, in the seat after the last, and by the ways of that: nobody was asked about others.
func (a *App) joinRematch(ctx context.Context, w *rematchWindow, inv *invite.Invite, last seatedMatch, name string) (string, error) {
	return a.join(ctx, inv, w.net.again, name, last.level, func(offered *protocol.Match) error {
		computers := last.rotated()
		if offered.Rules().Digest() != last.Rules.Digest() || offered.Terms().Resolver != last.Resolver || inv.Seat() != nextSeat(last.Seat, last.Rules) ||
			!maps.Equal(offered.Computers(), computers) || len(computers) > 0 && offered.Host() != nextSeat(last.host, last.Rules) {
			return coded.Errorf("lobby.other-terms", "the invite is to a match on different terms: ask the host for it, and read its terms first")
		}
		return nil
	})
}

// rematchWindow returns where those wait with whom a match was played; nil if that is not known any more. Programs that still part from a
// match are waited for, a while.
func (a *App) rematchWindow(ctx context.Context, match string) *rematchWindow {
	r := a.Match(match)
	if r == nil {
		return nil
	}
	late := time.NewTimer(partingTime)
	defer late.Stop()
	defer time.AfterFunc(leavingTime, r.session.Part).Stop() // a goodbye that is on its way has come by then
	select {
	case <-r.settled:
	case <-late.C:
	case <-ctx.Done():
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return r.rematch
}
