package app

import (
	"context"
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
)

const (
	parlourTime = 30 * time.Minute // that those who have finished a match can ask each other for another
	askTime     = 5 * time.Second  // that an answer is waited for: the invite can go by hand too
	comingTime  = 2 * time.Second  // that somebody is asked again whose program has yet to leave the match
)

// parlour is where those who have finished a match ask each other for another.
type parlour struct {
	net   Network
	host  bool // of the match that is over: of two who ask at once, the host's invite counts
	at    map[engine.Seat]transport.Key
	where map[engine.Seat][]transport.Addr // they were last
	wake  func()                           // who is woken looks into the parlour: it is called without the lock

	mu      sync.Mutex
	offered map[engine.Seat]*invite.Invite // that came
	made    map[engine.Seat]*invite.Invite // that this program sends
}

// linger takes invites from those with whom a match was played, for some time.
func (p *parlour) linger(ctx context.Context) {
	keys := make([]transport.Key, 0, len(p.at))
	for _, key := range p.at {
		keys = append(keys, key)
	}
	p.net.Serve(&p2p.RematchAcceptor{Peers: keys, Take: p.take})
	ctx, stop := context.WithTimeout(ctx, parlourTime)
	defer stop()
	<-ctx.Done()
}

// take takes an invite. What comes back is one of this program's own that counts instead.
func (p *parlour) take(peer transport.Key, inv *invite.Invite) (instead *invite.Invite) {
	if instead = p.keep(peer, inv); instead == nil {
		p.wake()
	}
	return instead
}

// keep keeps an invite until somebody accepts it.
func (p *parlour) keep(peer transport.Key, inv *invite.Invite) (instead *invite.Invite) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for of, key := range p.at {
		if key != peer {
			continue
		}
		if own := p.made[of]; own != nil && p.host {
			return own
		}
		p.offered[of] = inv
	}
	return nil
}

// asks reports whether a player has invited to another match.
func (p *parlour) asks(of engine.Seat) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.offered[of] != nil
}

// asked reports whether anybody has invited to another match.
func (p *parlour) asked() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.offered) > 0
}

// accept takes out an invite that came, if there is one.
func (p *parlour) accept() *invite.Invite {
	inv := p.taken()
	if inv != nil {
		p.wake()
	}
	return inv
}

// taken takes out an invite, and tells nobody yet.
func (p *parlour) taken() *invite.Invite {
	p.mu.Lock()
	defer p.mu.Unlock()
	for of, inv := range p.offered {
		delete(p.offered, of)
		return inv
	}
	return nil
}

// send brings invites to those whom this program reaches, and counts them. What comes back is an invite that counts instead.
func (p *parlour) send(ctx context.Context, invites map[engine.Seat]*invite.Invite) (sent int, instead *invite.Invite) {
	p.mu.Lock()
	p.made = invites
	p.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, askTime)
	defer stop()
	type answer struct {
		instead *invite.Invite
		err     error
	}
	answers := make(chan answer, len(invites))
	asked := 0
	for of, inv := range invites {
		if key, known := p.at[of]; known {
			asked++
			go func() {
				instead, err := p.bring(ctx, key, append(p.net.AddrsOf(key), p.where[of]...), inv)
				answers <- answer{instead, err}
			}()
		}
	}
	for range asked {
		switch a := <-answers; {
		case a.instead != nil:
			return sent, a.instead
		case a.err == nil:
			sent++
		}
	}
	return sent, nil
}

// bring brings an invite to a program, which may be about to finish the match that the other has finished already.
func (p *parlour) bring(ctx context.Context, key transport.Key, addrs []transport.Addr, inv *invite.Invite) (instead *invite.Invite, err error) {
	again := time.NewTicker(comingTime / 10)
	defer again.Stop()
	for late := time.After(comingTime); ; {
		if instead, err = p2p.SendInvite(ctx, p.net.Transport, key, addrs, inv); err == nil {
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
// was. In a match with others the invite goes to those who are still there, and who has already asked is followed. Who asks once
// more for what goes on is led there: two clicks begin one match.
func (l *App) Rematch(ctx context.Context, match string) (Begun, error) {
	last, err := l.seated(match)
	if err != nil {
		return Begun{}, err
	}
	another := l.another(match)
	another.Lock()
	defer another.Unlock()
	p := l.parlour(ctx, match)
	if asked := p != nil && p.asked(); !asked && l.playing(another.begun.Match) {
		return another.begun, nil
	}
	begun, err := l.rematch(ctx, match, p, last)
	if err == nil {
		another.begun = begun
	}
	return begun, err
}

// another is the match that followed a match. Its lock is held while one is begun.
type another struct {
	sync.Mutex
	begun Begun // the zero value while there is none
}

// another is what followed a match of the data folder.
func (l *App) another(match string) *another {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.others[match] == nil {
		l.others[match] = &another{}
	}
	return l.others[match]
}

// playing reports whether a match is under way in this program.
func (l *App) playing(match string) bool {
	r := l.Match(match)
	if r == nil {
		return false
	}
	phase := r.seat.State().Phase
	return phase != seat.Over && phase != seat.Sealed
}

// rematch begins another match, or joins it.
func (l *App) rematch(ctx context.Context, match string, p *parlour, last protocol.HostConfig) (begun Begun, err error) {
	name, next := l.Name(), last
	next.Seat = moved(last.Seat, last.Rules)
	switch level, practice := l.level(match); {
	case practice:
		b, err := bot.New(level)
		if err != nil {
			return begun, err
		}
		begun.Match, err = l.practise(next, name, level, b)
		return begun, err
	case p == nil:
		begun.Match, err = l.host(next, name, nil)
		return begun, err
	}
	if inv := p.accept(); inv != nil {
		begun.Match, err = l.follow(ctx, inv, last.Rules, name)
		return begun, err
	}
	return l.ask(ctx, p, last.Seat, next, name)
}

// moved is the seat after a seat.
func moved(s engine.Seat, rs *engine.Ruleset) engine.Seat {
	return engine.Seat((int(s) + 1) % rs.NumSeats())
}

// ask hosts another match and brings the invites to those who are still there.
func (l *App) ask(ctx context.Context, p *parlour, own engine.Seat, next protocol.HostConfig, name string) (begun Begun, err error) {
	rs := next.Rules
	kept, err := p.net.identity()
	if err != nil {
		return begun, err
	}
	if begun.Match, err = l.host(next, name, kept); err != nil {
		return begun, err
	}
	invites := map[engine.Seat]*invite.Invite{}
	for _, s := range rs.Seats() {
		if s == own {
			continue
		}
		if invites[s], err = l.Match(begun.Match).session.Invite(moved(s, rs)); err != nil {
			return begun, err
		}
	}
	sent, instead := p.send(ctx, invites)
	if instead != nil {
		begun.Match, err = l.instead(ctx, begun.Match, instead, rs, name)
		return begun, err
	}
	begun.Asked = sent == rs.NumSeats()-1
	return begun, nil
}

// instead joins a match in place of one that was just hosted.
func (l *App) instead(ctx context.Context, hosted string, inv *invite.Invite, rs *engine.Ruleset, name string) (string, error) {
	id, err := l.follow(ctx, inv, rs, name)
	if err != nil {
		return "", err
	}
	return id, l.Forget(hosted)
}

// follow joins another match by the same rules: nobody was asked about others.
func (l *App) follow(ctx context.Context, inv *invite.Invite, rs *engine.Ruleset, name string) (string, error) {
	return l.join(ctx, inv, name, func(offered *engine.Ruleset) error {
		if offered.Digest() != rs.Digest() {
			return coded.Errorf("lobby.other-terms", "the invite is to a match on other terms: ask for it, and read them first")
		}
		return nil
	})
}

// parlour is where those wait with whom a match was played; nil if that is not known any more. Programs that still part from a
// match are waited for.
func (l *App) parlour(ctx context.Context, match string) *parlour {
	r := l.Match(match)
	if r == nil {
		return nil
	}
	late := time.NewTimer(comingTime)
	defer late.Stop()
	select {
	case <-r.settled:
	case <-late.C:
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return r.parlour
}

// lounge opens the parlour of a match that has ended well, until ctx ends.
func (l *App) lounge(ctx context.Context, r *Match, net Network) {
	p := &parlour{
		net: net, at: map[engine.Seat]transport.Key{}, where: map[engine.Seat][]transport.Addr{},
		wake: func() { r.view.wake(nil) }, offered: map[engine.Seat]*invite.Invite{},
	}
	for _, peer := range r.session.Snapshot().Peers {
		if !peer.Key.IsZero() {
			p.at[peer.Seat], p.where[peer.Seat] = peer.Key, peer.Addrs
		}
	}
	_, err := r.session.WatchInvite()
	p.host = err == nil // only a host can invite
	r.view.watchFor(p)
	l.mu.Lock()
	r.parlour = p
	l.mu.Unlock()
	close(r.settled)
	p.linger(ctx)
	l.mu.Lock()
	r.parlour = nil
	l.mu.Unlock()
	if err := net.Close(); err != nil {
		l.o.Log.Warn("the network was not closed", "match", r.id, "error", err)
	}
}
