package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Host stores a match that protocol.Host has opened, with invite keys of the table's secret:
// table.Seat(seat).PublicKey(). Invite returns what to give to the guests; Run waits for them. The
// error is one of Folder.Create.
func Host(net transport.Transport, in Folder, p *protocol.Player, table invite.HostSecret, cfg Config) (*Session, error) {
	f := linkMeta{role: wire.Host, secret: table}
	return begin(net, in, protocolGame{}, newReplica(p, cfg.liar), f, cfg)
}

// Join stores a match that protocol.Join has joined. Run brings the Join
// to the host. The error is one of Folder.Create: store.ErrExists if this
// folder has joined before.
func Join(net transport.Transport, in Folder, inv *invite.Invite, p *protocol.Player, cfg Config) (*Session, error) {
	if p.Match().Len() > 0 && p.Match().Hash(0) != inv.Terms() {
		return nil, errOtherTerms
	}
	f := linkMeta{role: wire.Guest, secret: inv.Secret(), peers: []peerMeta{{seat: p.Match().Host(), key: inv.Host(), addrs: inv.Addrs()}}}
	return begin(net, in, protocolGame{}, newReplica(p, cfg.liar), f, cfg)
}

func begin(net transport.Transport, in Folder, g game, own replica, f linkMeta, cfg Config) (*Session, error) {
	if own.length() == 0 {
		return nil, coded.Errorf("p2p.no-terms", "a match without terms can't be played")
	}
	f.terms, f.seat, f.seats, f.key, f.net = own.hash(0), own.own, own.status().seats, net.Key(), net.Keep()
	s := newSession(net, g, f, own, cfg)
	for _, p := range s.peers {
		p.heard = true // nobody has anything that we could have forgotten
	}
	st, err := in.Create(MatchID(f.terms, f.seat), s.updateLocked()) // nobody else has s yet
	if err != nil {
		return nil, err
	}
	s.st = st
	s.savedLocked()
	net.Serve(s.acceptor)
	return s, nil
}

// Watch follows a match from outside: it receives and verifies every record, and contributes none.
// It keeps the match in memory; View shows the Match, whose File can be saved.
func Watch(net transport.Transport, inv *invite.Watch, cfg Config) (*Session, error) {
	f := linkMeta{
		role: wire.Watcher, seat: wire.NoSeat, secret: inv.Secret(), terms: inv.Terms(), net: net.Keep(),
		peers: []peerMeta{{seat: wire.NoSeat, key: inv.Host(), addrs: inv.Addrs()}},
	}
	g := protocolGame{}
	s := newSession(net, g, f, newWatcherReplica(), cfg)
	s.st = &memory{id: MatchID(inv.Terms(), wire.NoSeat)}
	net.Serve(s.acceptor)
	return s, nil
}

// Kept returns what the transport of a stored match must be started with to be found again
// (transport.Transport.Keep). The error means that the private file does not have it.
func Kept(st Store) ([]byte, error) {
	f, err := parseLinkMeta(st.Slot(store.Link))
	if err != nil {
		return nil, err
	}
	return f.net, nil
}

// Resume continues a stored match. The transport must have been started with what Kept returns. The
// session takes over st unless there is an error, which means that the transport has another name,
// or that the files can't be restored.
func Resume(net transport.Transport, st Store, cfg Config) (*Session, error) {
	return resume(net, protocolGame{}, st, cfg)
}

func resume(net transport.Transport, g game, st Store, cfg Config) (*Session, error) {
	f, err := parseLinkMeta(st.Slot(store.Link))
	if err != nil {
		return nil, err
	}
	if f.key != net.Key() {
		return nil, coded.Errorf("p2p.another-name", "the host listens under an identity that is not this match's")
	}
	own, err := reopen(g, *f, st, cfg.withDefaults())
	if err != nil {
		return nil, coded.Errorf("p2p.not-resumed", "resume match %s: %w", st.ID(), err)
	}
	f.net = net.Keep() // the same name; it may listen elsewhere now
	s := newSession(net, g, *f, own, cfg)
	s.st = st
	s.log.take(&own)
	s.elapsed = parseElapsed(st.Slot(store.Spent))
	net.Serve(s.acceptor)
	return s, nil
}

// reopen brings the seat back. Records that can't be verified are dropped: a
// crash can leave the last of them with the right length and the wrong bytes.
// If the file then is behind what was signed, the seat can only be caught up.
func reopen(g game, f linkMeta, st Store, cfg Config) (own replica, err error) {
	if id := MatchID(f.terms, f.seat); st.ID() != id { // with a copy under another name two programs could sign
		return own, coded.Errorf("p2p.renamed", "the private file belongs to match %s: put the right one back", id)
	}
	for {
		records := st.Records()
		var sound int
		if st.Behind() {
			own, sound, err = g.follow(f.seat, records)
		} else {
			own, sound, err = g.restore(st.Slot(store.Seat), st.Journal(), records)
		}
		switch {
		case err == nil:
			if own.length() > 0 && own.hash(0) != f.terms {
				return own, coded.Errorf("p2p.mixed-files",
					"%s.djq belongs to another match: move it away and resume the match; the other side's copy then replaces it", st.ID())
			}
			return own, own.recall(st.Slot(store.Notes))
		case sound == len(records):
			return own, err
		}
		cfg.Log.Warn("dropped a damaged record", "match", st.ID(), "record", sound, "error", err)
		if err := st.DropFrom(sound); err != nil {
			return own, err
		}
	}
}

func newSession(net transport.Transport, g game, f linkMeta, own replica, cfg Config) *Session {
	s := &Session{
		net: net, game: g, cfg: cfg.withDefaults(), meta: f, replica: own,
		peers: newPeers(f, own.status().host), links: map[*peerLink]bool{}, useless: passed{}, visits: admission.NewPaces(visitsOf, maxSources),
		// The clock may have gone back since the program ran last.
		number: max(uint64(time.Now().UnixMilli()), f.numbers),
		life:   lifecycle{changed: make(chan struct{})}, timings: make([]time.Duration, own.length()),
	}
	if f.role != wire.Watcher && wire.IsName(cfg.Name) {
		s.names[f.seat] = cfg.Name
	}
	s.acceptor = newLinkAcceptor(s)
	_, s.unread = net.(MailTransport)
	return s
}

// Close releases the match's files. Call it after Run has returned, or instead of Run.
func (s *Session) Close() error {
	s.hangUp()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.phase == closed {
		return nil
	}
	s.saveElapsedLocked()
	s.life.phase = closed
	return s.st.Close()
}
