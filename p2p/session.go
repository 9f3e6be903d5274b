package p2p

import (
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Session runs one match over links that may break. It owns the Player, which it guards
// with one lock, and the match's store: what changes is stored, and only then sent. See
// the package's comment for the calls, the phases and the lock.
type Session struct {
	net      transport.Transport
	cfg      Config
	acceptor *linkAcceptor

	mu      fairMutex // guards what follows
	meta    linkMeta
	st      Store
	game    game
	replica replica
	log     log // on disk, so it may be sent
	bound   int // entries of its journal on disk that it made

	life     lifecycle
	complete bool // nothing was owed any more when Run began

	peers        peers
	where        []byte           // where we are, signed; nil before the match has its id
	whereAddrs   []transport.Addr // those it names to others
	isolated     bool             // the others have had their time to come; see heardLocked
	isolatedStop func()
	aloneSince   time.Time // since when there has been no link to any peer
	aloneStop    func()
	parting      time.Duration      // how long this program stays, once its match is over, for the others to learn that
	links        map[*peerLink]bool // all that have proven themselves
	visits       *admission.Paces   // of those who watch
	presence     presence
	number       uint64 // of the last link
	useless      passed // Faults that were judged, and convict nobody new: each new link would bring them again

	turn         turn
	elapsed      elapsed
	paused       bool
	graceStop    func()
	votes        votes
	resigning    bool   // the player has resigned, and is not out yet
	request      []byte // to resign
	asked        int    // how long the chain was when it was made: it is for that head
	pendingPeeks pendingPeeks
	talk         talk

	timings timings    // by record of the chain, as Snapshot.Took
	unread  bool       // there may be letters that have not been taken: nothing is signed before
	posted  letterMark // what our newest letter says
	mailed  []ledger   // while the match file is behind: the match as letters have brought it, which may contradict each other

	names   [engine.MaxSeats]string // of the players, as they call themselves; "" where that is not known
	foreign error                   // a *VersionError if one has come who speaks another version

	running sync.WaitGroup // links, and what makes attacks ready
	traffic link.Meter
}

// MatchID names a match in the data folder: the first four bytes of the hash
// of its Terms, and the owner's seat, so that all players of a match can
// share a folder.
func MatchID(terms transcript.Hash, seat engine.Seat) string {
	return wire.Table(terms) + "-" + seatName(seat)
}

func seatName(seat engine.Seat) string {
	if seat == wire.NoSeat {
		return "watch"
	}
	return seat.String()
}

// Format keeps the session's secrets out of logs and errors.
func (s *Session) Format(f fmt.State, _ rune) { io.WriteString(f, "[session]") }

// LogValue keeps the session's secrets out of logs.
func (s *Session) LogValue() slog.Value { return slog.StringValue("[session]") }

// ID returns the match's name in the data folder.
func (s *Session) ID() string { return s.st.ID() }

// Invite returns the host's invite to a seat, with its present addresses; a guest has those to the seats
// that its computer plays. It is an error to ask for any other.
func (s *Session) Invite(seat engine.Seat) (*invite.Invite, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	computers := s.replica.computers()
	switch player, isComputer := computers[seat]; {
	case s.meta.role == wire.Host && s.peers.of(seat) != nil:
		return invite.New(s.meta.terms, s.net.Key(), s.net.Addrs(), seat, s.meta.seatSecret(seat, computers)), nil
	case s.meta.role == wire.Guest && isComputer && player == s.meta.seat:
		host := s.peers.host()
		return invite.New(s.meta.terms, host.key, host.addrs, seat, invite.Secret(s.meta.secret)), nil
	}
	return nil, coded.Errorf("p2p.not-host", "only the host of a match can invite")
}

// WatchInvite returns the host's invite for watchers.
func (s *Session) WatchInvite() (*invite.Watch, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meta.role != wire.Host {
		return nil, coded.Errorf("p2p.not-host", "only the host of a match can invite")
	}
	return invite.NewWatch(s.meta.terms, s.net.Key(), s.net.Addrs(), invite.HostSecret(s.meta.secret).Watch()), nil
}
