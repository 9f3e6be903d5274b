package p2p

import (
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Changed returns a channel that is closed at the next change of anything in the Snapshot. Take it
// before the Snapshot, so that nothing is missed.
func (s *Session) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.life.changed
}

// Snapshot is the state of a session at one moment.
type Snapshot struct {
	Seat     engine.Seat    // our own; 255 for a watcher
	Watching bool           // this program has no seat
	ByHand   bool           // people carry the match in letters
	Stage    protocol.Stage // Ended is not the end of the work: see Over and Done
	Joined   bool           // every seat is taken
	Records  int            // in the chain
	// Took is the time each of them took this program to make or to check; 0 where that was not measured.
	Took     []time.Duration
	First    engine.Seat // who begins, from Play on
	Position engine.Position
	Events   []engine.Event
	Result   engine.Result
	// Conviction says who cheated, if the match was sealed for it.
	Conviction *protocol.Conviction

	Decision protocol.Decision // what the seat has to decide; Nothing if it may not sign yet
	Deadline time.Time         // of that decision; zero without a clock

	Names    [engine.MaxSeats]string // as players call themselves, unverified; "" if unknown
	Said     []Saying                // the newest, oldest first
	Muted    engine.SeatSet          // seats that are not heard
	Peers    []Peer                  // the programs of all other seats; for a spectator, the host's
	Watchers int                     // links of those who watch
	// Reached are the seats whose programs are linked to this one, or to one linked to this one, by
	// its own report. Reports are unverified: they are for display.
	Reached      engine.SeatSet
	ReachedSince [engine.MaxSeats]time.Time // since when each is, or is not; zero if that never changed
	// Foreign is a *VersionError if a program of another version has connected, otherwise nil. Such a
	// connection uses up no invite.
	Foreign error

	// The following fields sum up the peers; a match of two has one.
	Online    bool      // there is a link to each of them, or if another hosts, to any
	Since     time.Time // the last of the links came up, or was lost; zero if there was none yet
	Heard     bool      // all that matter have reported how far the match is, and all letters are read: see ErrUnheard
	Arranging bool      // one says that it is choosing its layout
	PeerClock time.Time // until when the seat that is to move has time, or zero; when it has passed, its clock is overdrawn
	Waiting   time.Time // since when others owe something, counting what was waited before a restart; or zero
	// Overdue means that silence may be claimed: another seat has owed a record for longer than the
	// grace of the rules, or its program was linked to ours, while it owed a move, for longer than the
	// time for a move plus the delay that the line explains. Both count what this program has seen,
	// across restarts of either. Without a grace it never may.
	Overdue bool
	ClaimAt time.Time      // from when it is, if nothing comes and the links stay as they are; or zero
	Votes   engine.SeatSet // who has voted to put out the seat that the match waits for
	VoteAt  time.Time      // when this program votes for that by itself, unless told to wait; or zero
	Trouble error          // why the last link ended, or could not be made: *ByeError, ErrSilent, ErrNotInvited, a *protocol.Refusal, or the network's

	// Waits lists the seats that the match has waited for since Waiting: each owes a record, or only
	// its program's Seen of the last one.
	Waits []protocol.Wait

	// Deserted means that none of several others has been here for a while; they may have finished
	// without this seat and gone. Any of them that runs again brings what is missing here.
	Deserted bool

	Behind  bool // the match file is older than what was sent (Store.Behind)
	Over    bool // by rule or sealed
	Done    bool // over, and everybody holds all of it
	Traffic Traffic
}

// Peer holds what is known about another program of the match.
type Peer struct {
	Seat      engine.Seat
	Hosts     bool
	Key       transport.Key    // authenticates its links; zero while it is not known
	Addrs     []transport.Addr // where it listens, as far as it has said
	Joined    bool
	Online    bool           // there is a link, and something came over it lately
	Since     time.Time      // it came up, or was lost; zero if there was none yet
	Heard     bool           // it has said how far the match is
	Arranging bool           // it says that it is choosing its layout
	Clock     time.Time      // until when it has time to move, as far as is known; or zero
	Trouble   error          // why the last link ended, or could not be made
	Done      bool           // it holds all of the finished match
	Talks     bool           // after the match: there is a link to talk, as KeepTalking keeps it
	Path      transport.Path // the way that its link goes; "" without one
}

// Snapshot returns the present state. Its Events must not be changed.
func (s *Session) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, watchers := s.othersLocked()
	s.countLocked()
	snap := Snapshot{
		Seat: s.replica.own, Watching: s.meta.role == wire.Watcher, Records: s.replica.length(), Joined: s.replica.allJoined(),
		Decision: s.turn.decision, Deadline: s.turn.deadline,
		Names: s.names, Said: slices.Clone(s.talk.said), Muted: s.talk.muted, Took: s.timings[:len(s.timings):len(s.timings)],
		Reached: s.presence.seats, ReachedSince: s.presence.since,
		Online: true, Heard: !s.unread && s.peers.heard(&s.replica, s.isolated), Behind: s.replica.behind(), Deserted: s.desertedLocked(), Watchers: len(watchers),
		Waiting: s.elapsed.waitingSince(&s.replica), Overdue: s.elapsed.overdue(&s.replica, s.peers), ClaimAt: s.elapsed.claimAt(&s.replica, s.peers), Over: s.replica.status().over, Done: s.doneLocked(), Foreign: s.foreign,
		Traffic: Traffic{s.traffic.Sent.Load(), s.traffic.Received.Load()},
	}
	_, snap.ByHand = s.net.(MailTransport)
	if m := s.replica.match(); m != nil {
		snap.Stage, snap.Position, snap.Result = m.Stage(), m.Position(), m.Result()
		snap.First = m.FirstMover()
		snap.Events, snap.Conviction = m.Events(), m.Conviction()
	}
	if s.replica.player != nil && snap.Joined {
		snap.Waits = s.replica.Waits()
	}
	if seat, ok := s.replica.votable(); ok && !s.replica.TakesEnd() {
		snap.Votes, snap.VoteAt = s.replica.Votes(seat, transcript.Absent), s.voteAtLocked()
	}
	for _, p := range s.peers {
		peer := Peer{
			Seat: p.seat, Hosts: p.host, Key: p.key, Addrs: slices.Clone(p.addrs), Joined: s.replica.hasJoined(p.seat), Online: p.isHere(), Since: p.since, Heard: p.heard,
			Arranging: p.arranging, Clock: s.elapsed.clockOf(p, &s.replica), Trouble: p.trouble, Done: p.has, Talks: p.talk != nil,
		}
		if peer.Online {
			peer.Path = p.link.pathLocked()
		}
		snap.Peers = append(snap.Peers, peer)
		snap.add(peer)
	}
	if s.meta.role == wire.Guest && slices.ContainsFunc(s.peers, (*peer).isHere) {
		snap.Online = true
		if host := s.peers.host(); host.isHere() { // whom else it can't reach, it reaches through the host
			snap.Trouble = host.trouble
		}
	}
	return snap
}

// add sums a peer up with the others.
func (snap *Snapshot) add(p Peer) {
	snap.Online = snap.Online && p.Online
	snap.Arranging = snap.Arranging || p.Arranging
	if p.Since.After(snap.Since) {
		snap.Since = p.Since
	}
	if !p.Clock.IsZero() {
		snap.PeerClock = p.Clock
	}
	if snap.Trouble == nil || p.Hosts && p.Trouble != nil {
		snap.Trouble = p.Trouble
	}
}

// View lets f read the Player or, while the file is behind and for a watcher, its Match
// (p is nil then), under the session's lock. f must change nothing and keep neither.
func (s *Session) View(f func(p *protocol.Player, m *protocol.Match)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.replica.protocolPlayer(), s.replica.match())
}

// Traffic counts the bytes of frames, before encryption.
type Traffic struct{ Sent, Received uint64 }
