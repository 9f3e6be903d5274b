package app

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
	"github.com/darkjunqi/darkjunqi/protocol"
)

const (
	rematchTime   = 30 * time.Minute // how long players who have finished a match can ask each other for another
	inviteTimeout = 5 * time.Second  // how long to wait for an answer: the invite can go by hand too
	leavingTime   = 2 * time.Second  // how long a program that has all of the match may take to leave it
	partingTime   = 10 * time.Second // how long this program may take to leave it: p2p waits as long for a goodbye
)

// rematchWindow lets players who have finished a match ask each other for another.
type rematchWindow struct {
	net   Network
	host  bool        // of the match that is over: of two who ask at once, the host's invite counts
	hosts engine.Seat // whose that is
	at    map[engine.Seat]transport.Key
	where map[engine.Seat][]transport.Addr // they were last
	wake  func()                           // is called without the lock: the session that it wakes asks for what came

	mu      sync.Mutex
	offered map[engine.Seat]*invite.Invite // received
	made    map[engine.Seat]*invite.Invite // sent by this program
}

// serve takes invites from those with whom a match was played, and lets them talk, for some time.
func (w *rematchWindow) serve(ctx context.Context, r *Match) {
	ctx, stop := context.WithTimeout(ctx, rematchTime)
	defer stop()
	w.net.Serve(&p2p.RematchAcceptor{
		Peers: slices.Collect(maps.Values(w.at)), Take: w.receive,
		Terms: r.Terms(), Talk: func(c transport.Conn, peer transport.Key) { r.session.TakeTalk(ctx, c, peer) },
	})
	var talk sync.WaitGroup
	defer talk.Wait()
	talk.Go(func() { r.session.KeepTalking(ctx, slices.Collect(maps.Keys(w.at))) })
	for {
		changed := r.session.Changed()
		w.wake()
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// receive keeps an invite until somebody accepts it. It returns one of this program's own that counts instead, or nil.
func (w *rematchWindow) receive(peer transport.Key, inv *invite.Invite) (instead *invite.Invite) {
	w.mu.Lock()
	for of, key := range w.at {
		switch {
		case key != peer:
		case w.host && w.made[of] != nil:
			instead = w.made[of]
		default:
			w.offered[of] = inv
		}
	}
	w.mu.Unlock()
	if instead == nil {
		w.wake()
	}
	return instead
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

// accept removes an invite and returns it; nil if there is none.
func (w *rematchWindow) accept() (inv *invite.Invite) {
	w.mu.Lock()
	for of, offered := range w.offered {
		inv = offered
		delete(w.offered, of)
		break
	}
	w.mu.Unlock()
	if inv != nil {
		w.wake()
	}
	return inv
}

// send brings invites to those whom this program reaches, and counts them. What comes back is an invite that counts instead, or nil.
func (w *rematchWindow) send(ctx context.Context, invites map[engine.Seat]*invite.Invite) (sent int, instead *invite.Invite) {
	w.mu.Lock()
	w.made = invites
	w.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, inviteTimeout)
	defer stop()
	type answer struct {
		of      engine.Seat
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
				answers <- answer{of, instead, err}
			}()
		}
	}
	for range asked {
		switch ans := <-answers; {
		case ans.instead != nil && ans.of == w.hosts:
			return sent, ans.instead
		case ans.instead == nil && ans.err == nil:
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

// onlyFromHere reports whether some of the others can't dial this program: it is a browser that no relay leads to, and they are not.
func (w *rematchWindow) onlyFromHere() bool {
	isOther := func(addr transport.Addr) bool { _, ok := rtc.Offer(addr); return !ok }
	if slices.ContainsFunc(w.net.Addrs(), isOther) {
		return false
	}
	for _, addrs := range w.where {
		if slices.ContainsFunc(addrs, isOther) {
			return true
		}
	}
	return false
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
	r.session.View(func(_ *protocol.Player, m *protocol.Match) { w.hosts = m.Host() })
	r.view.watchRematches(w.asks)
	a.mu.Lock()
	r.rematch = w
	a.mu.Unlock()
	close(r.settled)
	w.serve(ctx, r)
	a.mu.Lock()
	r.rematch = nil
	a.mu.Unlock()
	if err := net.Close(); err != nil {
		a.o.Log.Warn("the network was not closed", "match", r.id, "error", err)
	}
}
