package webnet

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/relaywire"
)

// Paces of a relay's calls. A pace for each source keeps anyone who knows the way from crowding others out.
var (
	calls   = admission.Pace{Burst: 64, PerSecond: 8}
	callsOf = admission.Pace{Burst: 16, PerSecond: 1} // as the relay names it
)

// saidOf bounds what else a relay says of a place: that it is there, and whose it is.
var saidOf = admission.Pace{Burst: 16, PerSecond: 0.2}

// place is the place at a relay where this program is found.
type place struct {
	route transport.Addr     // "" for nowhere
	leave context.CancelFunc // ends the stay; nil before the first
}

// takePlace has this program found at a relay until another place is taken, or Close. report hears of
// each change: nil when it is found.
func (h *Host) takePlace(r invite.Route, report func(error)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	if h.place.leave != nil {
		h.place.leave()
	}
	ctx, leave := context.WithCancel(h.ctx)
	h.place = place{r.Addr(), leave}
	go h.keepPlace(ctx, r, report)
}

// keepPlace stays at a relay until ctx ends. While another program with the same key has the place, it waits there. A relay that
// soon ends the stay is asked ever more rarely.
func (h *Host) keepPlace(ctx context.Context, r invite.Route, report func(error)) {
	tries, told, first := retry.Tries{}, error(nil), true
	tell := func(err error) {
		isNews := (err == nil) != (told == nil) || errors.Is(err, ErrMoved) != errors.Is(told, ErrMoved)
		if ctx.Err() == nil && (first || isNews) {
			first, told = false, err
			report(err)
		}
	}
	var said admission.Meter
	for ctx.Err() == nil {
		granted := time.Time{}
		tell(h.stay(ctx, r, &said, func(err error) {
			if granted.IsZero() {
				granted = time.Now()
			}
			tell(err)
		}))
		if !granted.IsZero() && time.Since(granted) >= relaywire.PingTime {
			tries = retry.Tries{}
		}
		pause := time.NewTimer(tries.Fail(time.Now()))
		select {
		case <-ctx.Done():
		case <-pause.C:
		}
		pause.Stop()
	}
}

// stay takes a place at a relay and answers its calls until the pipe ends. hears is given nil when this
// program is found there, and ErrMoved when another is instead.
func (h *Host) stay(ctx context.Context, r invite.Route, said *admission.Meter, hears func(error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	late := time.AfterFunc(retry.TryTime, cancel)
	defer late.Stop()
	at, err := h.callRelay(ctx, r)
	if err != nil {
		return err
	}
	defer at.Close()
	err = at.ask(ctx, relaywire.Request{
		Kind: relaywire.Place, Key: h.Key(),
		Proof:     relaywire.Proof(r.Pass, relaywire.Place, r.Relay, at.nonce, h.Key()),
		Signature: relaywire.Sign(h.id, r.Relay, at.nonce),
	})
	if err != nil {
		return err
	}
	if !late.Stop() {
		return atRelay(context.DeadlineExceeded)
	}
	hears(nil)
	var pace admission.Meter
	sources := admission.NewPaces(callsOf, callers.Sources)
	for {
		dead := time.AfterFunc(relaywire.DeadTime, cancel)
		message, err := at.Receive(ctx)
		dead.Stop()
		if err != nil {
			return atRelay(err)
		}
		call, isCall := relaywire.ParseCall(message)
		if !isCall && !said.Spend(saidOf, time.Now()) {
			return atRelay(errNotRelay)
		}
		if len(message) == 0 {
			if err := at.Send(ctx, nil); err != nil {
				return atRelay(err)
			}
			continue
		}
		switch reply, ok := relaywire.ParseReply(message); {
		case ok && reply == relaywire.Moved:
			hears(ErrMoved)
			continue
		case ok && reply == relaywire.Granted:
			hears(nil)
			continue
		}
		if !isCall {
			return atRelay(errNotRelay)
		}
		if now := time.Now(); sources.Spend(string(call.Source[:]), now) && pace.Spend(calls, now) {
			go h.takeCall(r, call)
		}
	}
}

// takeCall answers a call, and runs the pipe that the relay then makes to its end.
func (h *Host) takeCall(r invite.Route, call relaywire.Call) {
	ctx, hangUp := context.WithCancel(h.ctx)
	defer hangUp()
	caller := h.Expect("relay "+hex.EncodeToString(call.Source[:]), hangUp)
	if caller == nil {
		return
	}
	defer caller.Leave()
	asking, cancel := context.WithTimeout(ctx, relaywire.CallTime)
	defer cancel()
	at, err := h.callRelay(asking, r)
	if err != nil || at.ask(asking, relaywire.Request{Kind: relaywire.Answer, Ticket: call.Ticket}) != nil {
		return
	}
	defer context.AfterFunc(ctx, func() { at.Close() })()
	h.AcceptFrom(caller, relayed{at.Pipe, caller.Source()})
}

// LentReservation returns the way to a peer through this program's own relay.
func (h *Host) LentReservation(peer transport.Key) transport.Addr {
	if h.config.Relay == nil {
		return ""
	}
	return h.config.Relay.Route(peer).Addr()
}

// UseReservation has this program found at a relay, if it has none of its own.
func (h *Host) UseReservation(way transport.Addr) (news bool) {
	r, ok := invite.ParseRoute(way)
	if !ok || h.config.Relay != nil || h.config.RelayOnly || way == h.placeNow() {
		return false
	}
	h.takePlace(r, func(error) {})
	return true
}

// placeNow returns where this program is found; "" for nowhere.
func (h *Host) placeNow() transport.Addr {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.place.route
}
