// Package relay joins pipes of programs that can't reach each other, such as WebSockets of browsers,
// for programs that show a pass from its owner. What it passes on is sealed end to end.
package relay

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha512"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/relaywire"
)

// What a relay gives. A match takes some hundred kilobytes and an evening.
const (
	places       = 256 // programs that can be found at once
	placesOf     = 32  // from one source
	placesAs     = 5   // under one key, of which one is found
	waiting      = 128 // programs that wait for an answer
	circuits     = 512 // pairs of pipes
	circuitsOf   = 64  // for programs from one source
	circuitsTo   = 208 // to one program, which itself bounds who it hears: 128 who watch, 64 strangers, 16 who have a seat
	circuitTime  = 24 * time.Hour
	circuitBytes = 16 << 20         // each way
	idleTime     = 2 * time.Minute  // without a message, either way
	helloTime    = 10 * time.Second // to show a pass
	byeTime      = 2 * time.Second  // to read a refusal
	sendTime     = 30 * time.Second // for the other end to take a message
)

// Config identifies a relay.
type Config struct {
	Key    transport.Key // the relay's link key, of its invite
	Secret invite.RelaySecret
	STUN   uint16 // UDP port at which the same computer answers STUN; 0 for none
}

// Relay joins pipes.
type Relay struct {
	config  Config
	callers *callers.Set
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup
	masking [32]byte // key of the names that sources are given

	mu      sync.Mutex // guards what follows
	closed  bool
	places  map[transport.Key][]*place            // the last is found there, the others wait for it to end
	waiting *admission.Room                       // who waits for an answer
	calls   map[relaywire.Ticket]chan webnet.Pipe // which take the pipe of the program called
	of      map[string]int                        // circuits, by the source that has asked for them
	to      map[transport.Key]int                 // circuits, by the program they lead to
	figures Figures
}

// place is the place where a program is found.
type place struct {
	source string
	calls  chan relaywire.Call
	news   chan relaywire.Reply // Moved when another program has taken the place, Granted when it is this one's again; the last only
	end    context.CancelFunc
}

// tell leaves news for the program. The caller has the relay's lock.
func (p *place) tell(news relaywire.Reply) {
	select {
	case <-p.news:
	default:
	}
	p.news <- news
}

// Figures count what a relay is doing now, and has done.
type Figures struct {
	Places, Circuits                  int
	Opened, Passed, Refused, Answered uint64 // circuits, bytes, requests, STUN requests
}

// New makes a relay. Whatever accepts pipes passes them to Expect and AcceptFrom.
func New(c Config) *Relay {
	r := &Relay{
		config: c, callers: callers.New(), waiting: admission.NewRoom(waiting), places: map[transport.Key][]*place{},
		calls: map[relaywire.Ticket]chan webnet.Pipe{}, of: map[string]int{}, to: map[transport.Key]int{},
	}
	rand.Read(r.masking[:])
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r
}

// Close ends all pipes, and waits until they have ended.
func (r *Relay) Close() error {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stop()
	r.running.Wait()
	return nil
}

// Figures returns the present figures.
func (r *Relay) Figures() Figures {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.figures
	f.Places, f.Circuits = len(r.places), 0
	for _, n := range r.of {
		f.Circuits += n
	}
	return f
}

// Expect makes room for a pipe, as [webnet.Host.Expect] does.
func (r *Relay) Expect(source string, hangUp func()) *callers.Caller {
	return r.callers.Expect(source, hangUp)
}

// AcceptFrom runs an inbound pipe to its end.
func (r *Relay) AcceptFrom(c *callers.Caller, p webnet.Pipe) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		p.Close()
		return
	}
	r.running.Add(1)
	r.mu.Unlock()
	defer r.running.Done()
	defer c.Leave()
	if !r.serve(c, p) {
		p.Close()
	}
}

// serve hears what a program wants. It reports whether the pipe has been taken by another program's.
func (r *Relay) serve(c *callers.Caller, p webnet.Pipe) (taken bool) {
	ctx, cancel := context.WithTimeout(r.ctx, helloTime)
	defer cancel()
	hello := relaywire.Hello{STUN: r.config.STUN}
	rand.Read(hello.Nonce[:])
	if p.Send(ctx, hello.Encode()) != nil {
		return false
	}
	message, err := p.Receive(ctx)
	if err != nil {
		return false
	}
	q, ok := relaywire.ParseRequest(message)
	switch {
	case ok && q.Kind == relaywire.Answer:
		return r.take(c, p, q.Ticket)
	case !ok || !q.Admits(r.config.Secret, r.config.Key, hello.Nonce):
		r.refuse(p, relaywire.Refused)
	case q.Kind == relaywire.Place:
		defer c.Proven() // so that it costs its source nothing, even if it is refused
		r.keep(c, p, q.Key)
	default:
		r.join(c, p, q.Key)
	}
	return false
}

// refuse says why, and waits a little until the other end has read it, and closes.
func (r *Relay) refuse(p webnet.Pipe, why relaywire.Reply) {
	ctx, cancel := context.WithTimeout(r.ctx, byeTime)
	defer cancel()
	r.mu.Lock()
	r.figures.Refused++
	r.mu.Unlock()
	p.Send(ctx, why.Encode())
	p.Receive(ctx)
}

// keep lets a program be found until its pipe ends.
func (r *Relay) keep(c *callers.Caller, p webnet.Pipe, key transport.Key) {
	ctx, leave := context.WithCancel(r.ctx)
	defer leave()
	defer context.AfterFunc(ctx, func() { p.Close() })()
	here := &place{source: c.Source(), calls: make(chan relaywire.Call, circuitsTo), news: make(chan relaywire.Reply, 1), end: leave}
	if !r.enter(here, key) {
		r.refuse(p, relaywire.Full)
		return
	}
	defer r.leave(here, key)
	c.Proven()
	heard := make(chan struct{}, 1)
	var pings atomic.Int32 // not returned yet
	go func() {            // a program sends nothing but what it returns
		defer leave()
		for {
			message, err := p.Receive(ctx)
			if err != nil || len(message) > 0 || pings.Add(-1) < 0 {
				return
			}
			select {
			case heard <- struct{}{}:
			case <-ctx.Done():
				return
			}
		}
	}()
	send := func(message []byte) bool {
		ctx, cancel := context.WithTimeout(ctx, sendTime)
		defer cancel()
		return p.Send(ctx, message) == nil
	}
	if !send(relaywire.Granted.Encode()) {
		return
	}
	ping := time.NewTicker(relaywire.PingTime)
	defer ping.Stop()
	dead := time.AfterFunc(relaywire.DeadTime, leave)
	defer dead.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case news := <-here.news:
			if !send(news.Encode()) {
				return
			}
		case <-heard:
			dead.Reset(relaywire.DeadTime)
		case <-ping.C:
			pings.Add(1)
			if !send(nil) {
				return
			}
		case c := <-here.calls:
			if !send(c.Encode()) {
				return
			}
		}
	}
}

// enter notes a place. One under the same key is of a pipe that may be dead, or of another program with a copy of the key: that
// hears of it and waits until the newer ends, so that the two do not take the place from each other for ever.
func (r *Relay) enter(here *place, key transport.Key) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	all, same := r.places[key], 0
	for other, ps := range r.places { // found there or waiting: two sources that take each other's could otherwise hold all
		if other != key && slices.ContainsFunc(ps, func(p *place) bool { return p.source == here.source }) {
			same++
		}
	}
	switch {
	case same >= placesOf, len(all) == 0 && len(r.places) >= places:
		return false
	case len(all) > 0:
		all[len(all)-1].tell(relaywire.Moved)
	}
	if len(all) == placesAs {
		all[0].end()
		all = all[1:]
	}
	r.places[key] = append(slices.Clone(all), here)
	return true
}

func (r *Relay) leave(here *place, key transport.Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.places[key]
	left := slices.DeleteFunc(slices.Clone(all), func(p *place) bool { return p == here })
	switch {
	case len(left) == 0:
		delete(r.places, key)
		return
	case all[len(all)-1] == here:
		left[len(left)-1].tell(relaywire.Granted)
	}
	r.places[key] = left
}

// join calls a program that has a place, and joins its pipe with the pipe of the program that asks.
func (r *Relay) join(c *callers.Caller, p webnet.Pipe, to transport.Key) {
	ctx, cancel := context.WithTimeout(r.ctx, circuitTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() { p.Close() })()
	waiting, hungUp := context.WithCancel(ctx)
	defer hungUp()
	caller := listen(ctx, p, hungUp)
	other, why := r.call(waiting, c, to)
	if other == nil {
		r.refuse(caller, why)
		return
	}
	defer r.forget(c.Source(), to)
	defer other.Close()
	granted := relaywire.Granted.Encode()
	for _, end := range []webnet.Pipe{other, caller} {
		ctx, cancel := context.WithTimeout(ctx, sendTime)
		err := end.Send(ctx, granted)
		cancel()
		if err != nil {
			return
		}
	}
	r.splice(ctx, caller, other)
}

// listener is a pipe whose first message is received before it is asked for, which shows if the other end hangs up.
type listener struct {
	webnet.Pipe
	first   []byte
	err     error
	arrived chan struct{} // closed once first and err are set
	given   bool
}

func listen(ctx context.Context, p webnet.Pipe, hungUp func()) *listener {
	l := &listener{Pipe: p, arrived: make(chan struct{})}
	go func() {
		defer close(l.arrived)
		if l.first, l.err = p.Receive(ctx); l.err != nil {
			hungUp()
		}
	}()
	return l
}

func (l *listener) Receive(ctx context.Context) ([]byte, error) {
	if l.given {
		return l.Pipe.Receive(ctx)
	}
	select {
	case <-l.arrived:
		l.given = l.err == nil
		return l.first, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// call has a program open a pipe to the relay, and returns it. Without one, why says what is missing. A call costs its source
// nothing if it is answered. While it is not, it gives way to others, as a stranger does.
func (r *Relay) call(ctx context.Context, c *callers.Caller, to transport.Key) (other webnet.Pipe, why relaywire.Reply) {
	ctx, giveWay := context.WithCancel(ctx)
	defer giveWay()
	answer := make(chan webnet.Pipe)
	var ticket relaywire.Ticket
	rand.Read(ticket[:])
	visit, why := r.note(answer, ticket, c.Source(), to, giveWay)
	if why != relaywire.Granted {
		return nil, why
	}
	c.Leave()
	late := time.NewTimer(relaywire.CallTime)
	defer late.Stop()
	select {
	case other = <-answer:
	case <-late.C:
		why = relaywire.Absent
	case <-ctx.Done():
		why = relaywire.Full
	}
	r.mu.Lock()
	r.waiting.Leave(visit)
	_, waits := r.calls[ticket]
	delete(r.calls, ticket)
	r.mu.Unlock()
	if other == nil && waits {
		return nil, why
	}
	if other == nil { // it is being answered now
		other = <-answer
	}
	if !r.occupy(c.Source(), to) {
		other.Close()
		return nil, relaywire.Full
	}
	c.Refund()
	return other, relaywire.Granted
}

// note notes a call, and passes it on to the program that is called.
func (r *Relay) note(
	answer chan webnet.Pipe, ticket relaywire.Ticket, source string, to transport.Key, giveWay func(),
) (*admission.Visit, relaywire.Reply) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.places[to]
	switch {
	case len(found) == 0:
		return nil, relaywire.Absent
	case !r.hasRoom(source, to):
		return nil, relaywire.Full
	}
	select {
	case found[len(found)-1].calls <- relaywire.Call{Ticket: ticket, Source: r.mask(source)}:
	default:
		return nil, relaywire.Full
	}
	r.calls[ticket] = answer
	return r.waiting.Enter(source, giveWay), relaywire.Granted
}

// hasRoom reports whether there is room for a circuit. The caller has the relay's lock.
func (r *Relay) hasRoom(source string, to transport.Key) bool {
	all := 0
	for _, n := range r.of {
		all += n
	}
	return all < circuits && r.of[source] < circuitsOf && r.to[to] < circuitsTo
}

// occupy takes the room of a circuit, if there is any.
func (r *Relay) occupy(source string, to transport.Key) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.hasRoom(source, to) {
		return false
	}
	r.of[source]++
	r.to[to]++
	return true
}

// forget gives the room of a circuit back.
func (r *Relay) forget(source string, to transport.Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[source]--; r.of[source] == 0 {
		delete(r.of, source)
	}
	if r.to[to]--; r.to[to] == 0 {
		delete(r.to, to)
	}
}

// take hands the pipe of a program that was called to the one that has called it, and waits until both
// have ended.
func (r *Relay) take(c *callers.Caller, p webnet.Pipe, ticket relaywire.Ticket) (taken bool) {
	r.mu.Lock()
	waits := r.calls[ticket]
	delete(r.calls, ticket)
	r.mu.Unlock()
	if waits == nil {
		r.refuse(p, relaywire.Refused)
		return false
	}
	c.Proven()
	ended := &watched{Pipe: p, closed: make(chan struct{})}
	waits <- ended
	<-ended.closed
	return true
}

// watched is a pipe whose end shows.
type watched struct {
	webnet.Pipe
	once   sync.Once
	closed chan struct{}
}

func (w *watched) Close() error {
	err := w.Pipe.Close()
	w.once.Do(func() { close(w.closed) })
	return err
}

// mask names a source without showing it.
func (r *Relay) mask(source string) [8]byte {
	h := hmac.New(sha512.New512_256, r.masking[:])
	h.Write([]byte(source))
	return [8]byte(h.Sum(nil))
}

// splice passes messages on in both directions, until either pipe ends or a bound is met.
func (r *Relay) splice(ctx context.Context, a, b webnet.Pipe) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.mu.Lock()
	r.figures.Opened++
	r.mu.Unlock()
	idle := time.AfterFunc(idleTime, cancel)
	defer idle.Stop()
	var both sync.WaitGroup
	pass := func(from, to webnet.Pipe) {
		defer cancel()
		for sum := 0; ; {
			message, err := from.Receive(ctx)
			if sum += len(message); err != nil || sum > circuitBytes || len(message) > webnet.MaxMessage ||
				len(message) == 0 { // which no bound would count
				return
			}
			idle.Reset(idleTime)
			r.count(len(message))
			sending, done := context.WithTimeout(ctx, sendTime)
			err = to.Send(sending, message)
			done()
			if err != nil {
				return
			}
		}
	}
	both.Go(func() { pass(a, b) })
	both.Go(func() { pass(b, a) })
	<-ctx.Done()
	a.Close()
	b.Close()
	both.Wait()
}

func (r *Relay) count(bytes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.figures.Passed += uint64(bytes)
}
