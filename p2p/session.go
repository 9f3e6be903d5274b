package p2p

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// carrier is what a session needs of a Host.
type carrier interface {
	self() peerKey
	identity() Identity
	port() uint16
	addrs() []string
	dial(ctx context.Context, peer peerKey, addrs []string) (conn, error)
	addrsOf(peer peerKey) []string // where a linked peer listens
	drop(peer peerKey)             // forgets connections to a peer that may be dead
	door() *door
}

// Config is how a session runs. The zero value is usable.
type Config struct {
	Rand     io.Reader    // crypto/rand's if nil
	Clock    Clock        // the system's if nil
	AutoPass bool         // pass the turn when the time of the rules for a move is over
	Log      *slog.Logger // nothing secret is logged; none if nil
	Liar     Liar         // nil in every honest program
}

// ownSeat is the seat of a Player, or of whoever speaks for it.
func (c Config) ownSeat(p *protocol.Player) seat {
	if c.Liar != nil {
		return lyingSeat{newPlayerSeat(p), c.Liar}
	}
	return newPlayerSeat(p)
}

func (c Config) withDefaults() Config {
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	if c.Clock == nil {
		c.Clock = systemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// Session runs one match over a link that may break. It owns the Player,
// which it guards with one lock, and the match's files: what changes is
// stored, and only then sent.
type Session struct {
	net    carrier
	cfg    Config
	terms  transcript.Hash
	linker []byte // key of the link proofs

	mu       sync.Mutex
	facts    facts
	st       *store.Match
	game     game
	seat     seat
	chain    [][]byte // on disk, so it may be sent
	extras   [][]byte // likewise
	fresh    int      // fresh bytes on disk that this Player drew
	closed   bool
	err      error // what ended the session for good
	running  bool
	stopping bool

	done bool // both sides hold all of the finished match

	heard   bool // the peer has said how far the match is since we started
	number  uint64
	link    *link
	links   sync.WaitGroup
	relink  chan struct{} // pokes the dialer: the link or the peer's addresses changed
	request []byte        // to resign, for the head it names
	trouble error         // why the last link ended

	turn      turn
	peer      peerView
	graceStop func()
	changed   chan struct{}
	finished  chan struct{} // closed when both sides hold all of the finished match
	parted    chan struct{} // closed when the peer has said so too
	failed    chan struct{} // closed when err is set
	sealed    chan struct{} // closed when somebody was convicted
	late      chan struct{} // closed when the grace after the end is over
	traffic   meter
}

// MatchID names a match in the data folder: the first four bytes of the hash
// of its Terms, and the owner's seat, so that both players of a match can
// share a folder.
func MatchID(terms transcript.Hash, seat engine.Seat) string {
	return hex.EncodeToString(terms[:4]) + "-" + seat.String()
}

// HostMatch stores a match that protocol.Host has opened, whose invite key is
// secret's. Invite says what to give to the guest; Run waits for them. The error
// is one of store.Dir.Create.
func HostMatch(dir *store.Dir, h *Host, p *protocol.Player, secret InviteSecret, cfg Config) (*Session, error) {
	return hostMatch(dir, h, p, secret, cfg)
}

func hostMatch(dir *store.Dir, n carrier, p *protocol.Player, secret InviteSecret, cfg Config) (*Session, error) {
	f := facts{role: hostRole, identity: n.identity(), port: n.port(), secret: secret, host: n.self()}
	return startMatch(dir, n, protocolGame{}, cfg.ownSeat(p), f, cfg)
}

// JoinMatch stores a match that protocol.Join has joined. Run brings the Join
// to the host. The error is one of store.Dir.Create: store.ErrExists if this
// folder has joined before.
func JoinMatch(dir *store.Dir, h *Host, inv *Invite, p *protocol.Player, cfg Config) (*Session, error) {
	return joinMatch(dir, h, inv, p, cfg)
}

func joinMatch(dir *store.Dir, n carrier, inv *Invite, p *protocol.Player, cfg Config) (*Session, error) {
	f := facts{
		role: guestRole, identity: n.identity(), port: n.port(), secret: inv.secret,
		host: inv.host, guest: n.self(), peer: inv.addrs,
	}
	if p.Match().Len() > 0 && p.Match().Hash(0) != inv.terms {
		return nil, errors.New("the terms are not those of the invite")
	}
	return startMatch(dir, n, protocolGame{}, cfg.ownSeat(p), f, cfg)
}

func startMatch(dir *store.Dir, n carrier, g game, own seat, f facts, cfg Config) (*Session, error) {
	if own.length() == 0 {
		return nil, errors.New("a match without terms can't be played")
	}
	f.terms = transcript.HashRecord(own.record(0))
	s := newSession(n, g, f, cfg)
	s.seat, s.heard = own, true
	st, err := dir.Create(MatchID(f.terms, own.seat()), s.update())
	if err != nil {
		return nil, err
	}
	s.st = st
	s.saved()
	if err := n.door().enter(s); err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return s, nil
}

// StoredListen returns how the host of a stored match must listen to be found
// again: under the same identity and, if it is free, the same port. It is an
// error if the private file does not tell.
func StoredListen(st *store.Match) (ListenConfig, error) {
	f, err := parseFacts(st.Slot(store.Link))
	if err != nil {
		return ListenConfig{}, err
	}
	return ListenConfig{Identity: &f.identity, Port: int(f.port)}, nil
}

// Resume goes on with a stored match. The host must listen as StoredListen
// says. The session takes over st, unless the error is not nil, which means that
// the host listens under another identity, or that the files can't be restored.
func Resume(h *Host, st *store.Match, cfg Config) (*Session, error) {
	return resume(h, protocolGame{}, st, cfg)
}

func resume(n carrier, g game, st *store.Match, cfg Config) (*Session, error) {
	f, err := parseFacts(st.Slot(store.Link))
	if err != nil {
		return nil, err
	}
	if f.identity != n.identity() {
		return nil, errors.New("the host listens under an identity that is not this match's")
	}
	s := newSession(n, g, *f, cfg)
	s.st, s.done = st, st.Done()
	if err := s.reopen(); err != nil {
		return nil, fmt.Errorf("resume match %s: %w", st.ID(), err)
	}
	s.copyRecords()
	if err := n.door().enter(s); err != nil {
		return nil, err
	}
	return s, nil
}

// seatInName reads the seat off the match's name: while the file is behind,
// nothing else may be known.
func seatInName(st *store.Match) (engine.Seat, error) {
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		if id := st.ID(); len(id) > 8 && id[8:] == "-"+seat.String() {
			return seat, nil
		}
	}
	return 0, fmt.Errorf("match %s: its name does not say which seat is ours", st.ID())
}

// reopen brings the seat back. Records that can't be verified are dropped: a
// crash can leave the last of them with the right length and the wrong bytes.
// If the file then is behind what was signed, the seat can only watch.
func (s *Session) reopen() error {
	for {
		records := s.st.Records()
		var own seat
		var sound int
		var err error
		if s.st.Behind() {
			var who engine.Seat
			if who, err = seatInName(s.st); err != nil {
				return err
			}
			own, sound, err = s.game.watch(who, records)
		} else {
			own, sound, err = s.game.restore(s.st.Slot(store.Seat), records)
		}
		switch {
		case err == nil:
			if own.length() > 0 && transcript.HashRecord(own.record(0)) != s.terms {
				return errors.New("the two files are not of one match")
			}
			s.seat, s.fresh = own, 0
			return nil
		case sound == len(records):
			return err
		}
		s.cfg.Log.Warn("dropped a damaged record", "match", s.ID(), "record", sound, "error", err)
		if err := s.st.DropFrom(sound); err != nil {
			return err
		}
	}
}

func newSession(n carrier, g game, f facts, cfg Config) *Session {
	return &Session{
		net: n, game: g, cfg: cfg.withDefaults(), terms: f.terms, linker: f.secret.linkKey(), facts: f,
		number:   uint64(time.Now().UnixMilli()),
		relink:   make(chan struct{}, 1),
		changed:  make(chan struct{}),
		finished: make(chan struct{}),
		parted:   make(chan struct{}),
		failed:   make(chan struct{}),
		sealed:   make(chan struct{}),
		late:     make(chan struct{}),
	}
}

// Format keeps the session's secrets out of logs and errors.
func (s *Session) Format(f fmt.State, _ rune) { io.WriteString(f, "[session]") }

// LogValue keeps the session's secrets out of logs.
func (s *Session) LogValue() slog.Value { return slog.StringValue("[session]") }

// ID returns the match's name in the data folder.
func (s *Session) ID() string { return s.st.ID() }

// Invite returns the host's invite, with its present addresses.
func (s *Session) Invite() (*Invite, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.facts.role != hostRole {
		return nil, errors.New("only the host of a match can invite")
	}
	return newInvite(s.facts.secret, s.terms, s.facts.host, s.net.addrs()), nil
}

// Close gives the match's files back. Call it after Run has returned, or
// instead of Run.
func (s *Session) Close() error {
	s.hangUp(byeClosing)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.st.Close()
}
