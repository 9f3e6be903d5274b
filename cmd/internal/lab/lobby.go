package lab

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// A lobby is where a host waits for guests. Strangers may connect all the time: each has a
// moment to say hello, and none keeps another waiting.
type lobby struct {
	env      *cli.Env
	listener net.Listener
	seats    int // for guests
	guests   []*link
	news     chan news
	done     chan struct{}
}

// News is a guest's first frame after a hello, or its end; hello says that it has come.
type news struct {
	from  net.Addr
	link  *link // nil for a stranger
	hello bool
	frame frame
	open  bool
}

// agrees reports whether a guest has agreed, perhaps to earlier terms.
func (n news) agrees() bool { return n.open && n.frame.kind == frameAgreed }

// strangers is the maximum number of connections without a hello.
const strangers = 64

func newLobby(env *cli.Env, address string, seats int) (*lobby, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, env.Fail(messages.ErrMeetListen, address, addressless(err))
	}
	b := &lobby{env: env, listener: listener, seats: seats, news: make(chan news), done: make(chan struct{})}
	env.Say(messages.MeetListening, listener.Addr(), seats)
	go b.accept()
	return b, nil
}

func (b *lobby) close() {
	close(b.done)
	b.listener.Close()
	for _, g := range b.guests {
		g.close()
	}
}

func (b *lobby) accept() {
	var lock sync.Mutex
	var unknown []net.Conn // without a hello, the oldest first
	forget := func(conn net.Conn) {
		lock.Lock()
		defer lock.Unlock()
		unknown = slices.DeleteFunc(unknown, func(c net.Conn) bool { return c == conn })
	}
	for {
		conn, err := b.listener.Accept()
		if err != nil {
			select {
			case <-b.done:
				return
			case <-time.After(time.Second): // too many files are open
				continue
			}
		}
		lock.Lock()
		unknown = append(unknown, conn)
		if len(unknown) > strangers {
			unknown[0].Close() // a guest says hello at once; the one that has been silent longest makes room
			unknown = slices.Delete(unknown, 0, 1)
		}
		lock.Unlock()
		go func() {
			l, err := greet(conn)
			forget(conn)
			if err != nil {
				conn.Close()
				b.tell(news{from: conn.RemoteAddr()})
				return
			}
			b.tell(news{from: conn.RemoteAddr(), link: l, hello: true})
			b.await(l)
		}()
	}
}

func (b *lobby) tell(n news) {
	select {
	case b.news <- n:
	case <-b.done:
		if n.link != nil {
			n.link.close()
		}
	}
}

// await tells the next frame of a guest, and when it leaves after it has agreed.
func (b *lobby) await(l *link) {
	f, open := <-l.in
	n := news{from: l.conn.RemoteAddr(), link: l, frame: f, open: open}
	b.tell(n)
	if n.agrees() {
		<-l.over
		b.tell(news{from: n.from, link: l})
	}
}

// fill waits until all seats are taken.
func (b *lobby) fill(own ed25519.PublicKey) {
	for len(b.guests) < b.seats {
		switch n := <-b.news; {
		case n.link == nil:
			b.env.Say(messages.MeetStranger, n.from)
		case n.agrees():
			go b.await(n.link)
		case !n.hello:
			if b.remove(n.link) {
				b.env.Say(messages.MeetLeft, n.from, b.seats-len(b.guests))
			}
		case own.Equal(n.link.key) || slices.ContainsFunc(b.guests, func(g *link) bool { return g.key.Equal(n.link.key) }):
			n.link.close()
			b.env.Say(messages.MeetTwice, n.from)
		default:
			b.guests = append(b.guests, n.link)
			b.env.Say(messages.MeetJoined, n.from, b.seats-len(b.guests))
		}
	}
}

// remove takes a guest's seat away, if it has one.
func (b *lobby) remove(l *link) bool {
	l.close()
	i := slices.Index(b.guests, l)
	if i >= 0 {
		b.guests = slices.Delete(b.guests, i, i+1)
	}
	return i >= 0
}

// refuse closes the link of a guest that comes too late.
func refuse(l *link) {
	_ = l.send(frameFull, nil)
	l.close()
}

// settle asks everybody whether to sign under terms of this id. If a guest does not agree it
// leaves, and the others hear it: then there are no such terms, and all is false.
func (b *lobby) settle(terms []byte, id [32]byte, yes bool) (all bool, err error) {
	for _, g := range b.guests {
		_ = g.send(frameTerms, terms) // its end is told
	}
	own := agree(b.env, id, yes)
	late := time.After(deliberation)
	agreed := map[*link]bool{}
	for own.answer != nil || len(agreed) < len(b.guests) {
		var lost *link
		select {
		case err := <-own.answer:
			if err != nil {
				b.not(0)
				return false, err
			}
			own.answer = nil
		case n := <-b.news:
			switch {
			case n.link == nil:
			case n.hello:
				refuse(n.link)
			case n.agrees() && bytes.Equal(n.frame.body, id[:]):
				agreed[n.link] = true
			case n.agrees():
				go b.await(n.link)
			case slices.Contains(b.guests, n.link):
				lost = n.link
			}
		case <-late:
			lost = b.guests[slices.IndexFunc(b.guests, func(g *link) bool { return !agreed[g] })]
		}
		if lost != nil {
			if own.answer != nil {
				own.withdraw()
			}
			party := slices.Index(b.guests, lost) + 1
			b.remove(lost)
			b.not(party)
			b.env.Say(messages.MeetNotAgreed, party)
			for g := range agreed {
				go b.await(g)
			}
			return false, nil
		}
	}
	go func() {
		for {
			select {
			case n := <-b.news:
				if n.hello {
					refuse(n.link)
				}
			case <-b.done:
				return
			}
		}
	}()
	return true, nil
}

// not tells all guests which party has not agreed.
func (b *lobby) not(party int) {
	for _, g := range b.guests {
		_ = g.send(frameNot, []byte{byte(party)})
	}
}

// A question is one that the person is asked, until it is withdrawn.
type question struct {
	answer   chan error // nil for a yes
	withdraw func()
}

// agree asks whether to sign under terms of this id, which the person has read, unless --yes has
// said so.
func agree(env *cli.Env, id [32]byte, yes bool) *question {
	env.Say(messages.MeetTerms, boards.Short(id))
	q := &question{answer: make(chan error, 1)}
	if yes {
		q.answer <- nil
		q.withdraw = func() {}
		return q
	}
	env.Say(messages.MeetAsk)
	ctx, cancel := context.WithCancel(context.Background())
	q.withdraw = func() {
		cancel()
		<-q.answer
		if env.Terminal != nil { // the question's line has no end
			fmt.Fprintln(env.Out)
		}
		env.Say(messages.MeetWithdrawn)
	}
	go func() {
		defer cancel()
		q.answer <- env.Confirm(ctx, messages.ErrMeetDeclined)
	}()
	return q
}

// host waits for guests until there are n parties, the first of which is here, and all agree to
// the terms.
func (s session) host(env *cli.Env, address string, n int, yes bool) ([]byte, member, error) {
	b, err := newLobby(env, address, n-1)
	if err != nil {
		return nil, nil, err
	}
	defer b.close()
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	for {
		b.fill(public)
		parties := []ed25519.PublicKey{public}
		for _, g := range b.guests {
			parties = append(parties, g.key)
		}
		terms, err := s.terms(parties)
		if err != nil {
			return nil, nil, err
		}
		id, here, err := s.sit(env, terms, key)
		if err != nil {
			return nil, nil, err
		}
		all, err := b.settle(terms, id, yes)
		if err != nil {
			return nil, nil, err
		}
		if !all {
			continue
		}
		places := []place{local{here}}
		for _, g := range b.guests {
			places = append(places, guest{g})
		}
		records, err := meet(places, func(party int) { env.Say(messages.MeetLost, party) })
		for _, g := range b.guests {
			_ = g.send(frameEnd, nil)
		}
		return whole(terms, records), here, err
	}
}

// addressless returns an error of the network without the address, which its message has.
func addressless(err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	if bad, ok := errors.AsType[*net.AddrError](err); ok {
		err = errors.New(bad.Err)
	}
	return err
}

// join takes part at a host's, if its terms are agreed to.
func (s session) join(env *cli.Env, address string, yes bool) ([]byte, member, error) {
	conn, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return nil, nil, env.Fail(messages.ErrMeetNobody, address, addressless(err))
	}
	l := newLink(conn, nil)
	defer l.close()
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	if err := l.send(frameHello, hello(public)); err != nil {
		return nil, nil, err
	}
	env.Say(messages.MeetWaiting, address)
	var terms []byte
	var id [32]byte
	var asked, here member // for the terms that are asked about, and agreed to
	q := &question{}
	var records [][]byte
	for {
		select {
		case err := <-q.answer:
			if err != nil {
				return nil, nil, err
			}
			q.answer, here = nil, asked
			_ = l.send(frameAgreed, id[:]) // its end follows
			continue
		case f, open := <-l.in:
			if q.answer != nil { // nobody signs under these terms
				q.withdraw()
				q.answer = nil
			}
			switch {
			case !open && records == nil:
				return nil, nil, env.Fail(messages.ErrMeetGone)
			case !open:
				env.Say(messages.MeetGone)
				return whole(terms, records), here, nil
			case f.kind == frameTerms && records == nil:
				terms, here = f.body, nil
				if id, asked, err = s.sit(env, terms, key); err != nil {
					return nil, nil, err
				}
				q = agree(env, id, yes)
			case f.kind == frameNot && len(f.body) == 1 && records == nil:
				if f.body[0] == 0 {
					return nil, nil, env.Fail(messages.ErrMeetNotAgreed, 0)
				}
				here = nil
				env.Say(messages.MeetNotAgreed, f.body[0])
			case f.kind == frameFull:
				return nil, nil, env.Fail(messages.ErrMeetFull)
			case f.kind == framePoll && len(f.body) == 3 && here != nil:
				record, err := here.next(f.body[0] == 1, gone(f.body[1])<<8|gone(f.body[2]))
				if err != nil {
					return whole(terms, records), here, err
				}
				if record != nil {
					records = append(records, record)
				}
				_ = l.send(frameRecord, record)
			case f.kind == frameRecord && here != nil:
				records = append(records, f.body)
				if err := here.Append(f.body); err != nil {
					return whole(terms, records), here, nil // whoever reads the records sees why
				}
			case f.kind == frameEnd && here != nil:
				return whole(terms, records), here, nil
			default:
				return nil, nil, errFrame
			}
		}
	}
}

// sit says what the terms of a file are, and makes the party of this key.
func (s session) sit(env *cli.Env, file []byte, key ed25519.PrivateKey) (id [32]byte, m member, err error) {
	about, err := aboutTerms(env, file)
	if err != nil {
		return id, nil, err
	}
	number := slices.IndexFunc(about.Parties, func(p ed25519.PublicKey) bool { return p.Equal(key.Public()) })
	if number < 0 {
		return id, nil, env.Fail(messages.ErrMeetForeign)
	}
	if about.Command != s.command {
		return id, nil, env.Fail(messages.ErrMeetOther, about.Command).WithHint(env.T(messages.HintHelp, "darkjunqi-lab "+about.Command+" --help"))
	}
	env.Say(messages.MeetNumber, number)
	m, err = s.member(file, number, key)
	return about.ID, m, err
}
