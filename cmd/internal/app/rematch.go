package app

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const (
	rematchTime   = 30 * time.Minute // that those who have finished a match can ask each other for another
	inviteTimeout = 5 * time.Second  // that an answer is waited for: the invite can go by hand too
	leavingTime   = 2 * time.Second  // that somebody is asked again whose program has yet to leave the match
	partingTime   = 10 * time.Second // that this program may take to leave it: so long p2p waits for a goodbye
)

// rematchWindow is where those who have finished a match ask each other for another.
type rematchWindow struct {
	net   Network
	host  bool // of the match that is over: of two who ask at once, the host's invite counts
	at    map[engine.Seat]transport.Key
	where map[engine.Seat][]transport.Addr // they were last
	wake  func()                           // is called without the lock: the session that it wakes asks for what came

	mu      sync.Mutex
	offered map[engine.Seat]*invite.Invite // that came
	made    map[engine.Seat]*invite.Invite // that this program sends
}

// serve takes invites from those with whom a match was played, for some time.
func (w *rematchWindow) serve(ctx context.Context) {
	keys := make([]transport.Key, 0, len(w.at))
	for _, key := range w.at {
		keys = append(keys, key)
	}
	w.net.Serve(&p2p.RematchAcceptor{Peers: keys, Take: w.receive})
	ctx, stop := context.WithTimeout(ctx, rematchTime)
	defer stop()
	<-ctx.Done()
}

// receive takes in an invite. It returns one of this program's own that counts instead, or nil.
func (w *rematchWindow) receive(peer transport.Key, inv *invite.Invite) (instead *invite.Invite) {
	if instead = w.keep(peer, inv); instead == nil {
		w.wake()
	}
	return instead
}

// keep keeps an invite until somebody accepts it.
func (w *rematchWindow) keep(peer transport.Key, inv *invite.Invite) (instead *invite.Invite) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for of, key := range w.at {
		if key != peer {
			continue
		}
		if own := w.made[of]; own != nil && w.host {
			return own
		}
		w.offered[of] = inv
	}
	return nil
}

// asks reports whether a player has invited to another match.
func (w *rematchWindow) asks(of engine.Seat) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.offered[of] != nil
}

// asked reports whether anybody has invited to another match.
func (w *rematchWindow) asked() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.offered) > 0
}

// accept takes out an invite that came, if there is one.
func (w *rematchWindow) accept() *invite.Invite {
	inv := w.taken()
	if inv != nil {
		w.wake()
	}
	return inv
}

// taken removes an invite, without notice yet.
func (w *rematchWindow) taken() *invite.Invite {
	w.mu.Lock()
	defer w.mu.Unlock()
	for of, inv := range w.offered {
		delete(w.offered, of)
		return inv
	}
	return nil
}

// send brings invites to those whom this program reaches, and counts them. What comes back is an invite that counts instead, or nil.
func (w *rematchWindow) send(ctx context.Context, invites map[engine.Seat]*invite.Invite) (sent int, instead *invite.Invite) {
	w.mu.Lock()
	w.made = invites
	w.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, inviteTimeout)
	defer stop()
	type answer struct {
		instead *invite.Invite
		err     error
	}
	answers := make(chan answer, len(invites))
	asked := 0
	for of, inv := range invites {
		if key, known := w.at[of]; known {
			asked++
			go func() {
				instead, err := w.bring(ctx, key, append(w.net.AddrsOf(key), w.where[of]...), inv)
				answers <- answer{instead, err}
			}()
		}
	}
	for range asked {
		switch ans := <-answers; {
		case ans.instead != nil:
			return sent, ans.instead
		case ans.err == nil:
			sent++
		}
	}
	return sent, nil
}

// bring brings an invite to a program, which may be about to finish the match that the other has finished already.
func (w *rematchWindow) bring(ctx context.Context, key transport.Key, addrs []transport.Addr, inv *invite.Invite) (instead *invite.Invite, err error) {
	again := time.NewTicker(leavingTime / 10)
	defer again.Stop()
	for late := time.After(leavingTime); ; {
		if instead, err = p2p.SendInvite(ctx, w.net.Transport, key, addrs, inv); err == nil {
			return instead, nil
		}
		select {
		case <-again.C:
		case <-late:
			return nil, err
		case <-ctx.Done():
			return nil, err
		}
	}
}

// Rematch begins or joins another match: a match by the same rules, with the seats moved on by one, against the computer if the last
// was. In a match with others the invite goes to those who are still there, and whoever has already asked is followed. Asking
// again while a rematch is open leads to that one: two clicks begin one match.
func (a *App) Rematch(ctx context.Context, match string) (Begun, error) {
	last, err := a.seated(match)
	if err != nil {
		return Begun{}, err
	}
	once := a.rematchOnce(match)
	once.Lock()
	defer once.Unlock()
	w := a.rematchWindow(ctx, match)
	if asked := w != nil && w.asked(); !asked && a.playing(once.begun.Match) {
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

// rematchOnce is what followed a match of the data folder.
func (a *App) rematchOnce(match string) *rematchOnce {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rematches[match] == nil {
		a.rematches[match] = &rematchOnce{}
	}
	return a.rematches[match]
}

// playing reports whether a match is under way in this program.
func (a *App) playing(match string) bool {
	r := a.Match(match)
	if r == nil {
		return false
	}
	phase := r.seat.State().Phase
	return phase != seat.Over && phase != seat.Sealed
}

// rematch begins another match, or joins it.
func (a *App) rematch(ctx context.Context, match string, w *rematchWindow, last seatedMatch) (begun Begun, err error) {
	name, next := a.Name(), last.HostConfig
	next.Seat = nextSeat(last.Seat, last.Rules)
	switch level, practice := a.practiceLevel(match); {
	case practice:
		b, err := bot.New(level)
		if err != nil {
			return begun, err
		}
		begun.Match, err = a.practise(next, name, level, b)
		return begun, err
	case w != nil:
		if inv := w.accept(); inv != nil {
			begun.Match, err = a.joinRematch(ctx, inv, last, name)
			return begun, err
		}
	}
	if len(last.Computers) > 0 && last.host != last.Seat {
		return begun, coded.Errorf("lobby.rematch-computers", "only the host can ask for a rematch with computers: wait for the invite")
	}
	next.Computers = last.rotated()
	if w == nil {
		begun.Match, err = a.host(next, name, nil, a.computersOf(match).rotated(last.Rules))
		return begun, err
	}
	return a.hostRematch(ctx, match, w, last, next, name)
}

// rotated are the seats of the computers in a rematch.
func (m seatedMatch) rotated() transcript.Computers {
	next := transcript.Computers{}
	for seat, player := range m.Computers {
		next[nextSeat(seat, m.Rules)] = nextSeat(player, m.Rules)
	}
	return next
}

// rotated are the computers of a rematch.
func (l levels) rotated(rs *engine.Ruleset) levels {
	next := levels{}
	for seat, level := range l {
		next[nextSeat(seat, rs)] = level
	}
	return next
}

// nextSeat is the seat after a seat.
func nextSeat(s engine.Seat, rs *engine.Ruleset) engine.Seat {
	return engine.Seat((int(s) + 1) % rs.NumSeats())
}

// hostRematch hosts another match and brings the invites to those who are still there.
func (a *App) hostRematch(ctx context.Context, match string, w *rematchWindow, last seatedMatch, next protocol.HostConfig, name string) (begun Begun, err error) {
	rs := last.Rules
	kept, err := w.net.identity()
	if err != nil {
		return begun, err
	}
	if begun.Match, err = a.host(next, name, kept, a.computersOf(match).rotated(rs)); err != nil {
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
		begun.Match, err = a.joinInstead(ctx, begun.Match, instead, last, name)
		return begun, err
	}
	begun.Asked = sent == len(invites)
	return begun, nil
}

// joinInstead joins a match to replace one that was just hosted.
func (a *App) joinInstead(ctx context.Context, hosted string, inv *invite.Invite, last seatedMatch, name string) (string, error) {
	id, err := a.joinRematch(ctx, inv, last, name)
	if err != nil {
		return "", err
	}
	return id, a.Forget(hosted)
}

// joinRematch joins another match on the same terms, in the seat after the last: nobody was asked about others.
func (a *App) joinRematch(ctx context.Context, inv *invite.Invite, last seatedMatch, name string) (string, error) {
	return a.join(ctx, inv, name, last.level, func(offered *protocol.Match) error {
		computers := last.rotated()
		if offered.Rules().Digest() != last.Rules.Digest() || offered.Terms().Resolver != last.Resolver || inv.Seat() != nextSeat(last.Seat, last.Rules) ||
			!maps.Equal(offered.Computers(), computers) || len(computers) > 0 && offered.Host() != nextSeat(last.host, last.Rules) {
			return coded.Errorf("lobby.other-terms", "the invite is to a match on other terms: ask for it, and read its terms first")
		}
		return nil
	})
}

// rematchWindow is where those wait with whom a match was played; nil if that is not known any more. Programs that still part from a
// match are waited for.
func (a *App) rematchWindow(ctx context.Context, match string) *rematchWindow {
	r := a.Match(match)
	if r == nil {
		return nil
	}
	late := time.NewTimer(partingTime)
	defer late.Stop()
	select {
	case <-r.settled:
	case <-late.C:
	case <-ctx.Done():
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return r.rematch
}

// openRematchWindow takes invites to a rematch, after a match that has ended well, until the time is over or ctx ends.
func (a *App) openRematchWindow(ctx context.Context, r *Match, net Network) {
	w := &rematchWindow{
		net: net, at: map[engine.Seat]transport.Key{}, where: map[engine.Seat][]transport.Addr{},
		wake: func() { r.view.wake(nil) }, offered: map[engine.Seat]*invite.Invite{},
	}
	for _, peer := range People(r.session, r.session.Snapshot().Peers) {
		if !peer.Key.IsZero() {
			w.at[peer.Seat], w.where[peer.Seat] = peer.Key, peer.Addrs
		}
	}
	_, err := r.session.WatchInvite()
	w.host = err == nil // only a host can invite
	r.view.watchRematches(w)
	a.mu.Lock()
	r.rematch = w
	a.mu.Unlock()
	close(r.settled)
	w.serve(ctx)
	a.mu.Lock()
	r.rematch = nil
	a.mu.Unlock()
	if err := net.Close(); err != nil {
		a.o.Log.Warn("the network was not closed", "match", r.id, "error", err)
	}
}
