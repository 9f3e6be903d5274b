package seat

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	paths "github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Of returns the Session of a match that p2p replicates, over a transport of that name, such as
// "libp2p".
func Of(s *p2p.Session, transport string) Session { return &match{Session: s, transport: transport} }

// WithoutInvites returns a session that nobody outside this program can join: it shows no invites.
func WithoutInvites(s Session) Session { return uninviting{s} }

type uninviting struct{ Session }

// Look implements [Session].
func (s uninviting) Look(events int) Look {
	l := s.Session.Look(events)
	l.Invites, l.WatchInvite = map[string]string{}, ""
	return l
}

// match is a session of p2p as a seat sees it.
type match struct {
	*p2p.Session
	transport string

	mu      sync.Mutex
	proofs  Proofs // of so many records of the chain
	counted int
}

// Look implements [Session].
func (m *match) Look(events int) Look {
	l := looking{snap: m.Snapshot()}
	l.Match, l.Seat, l.Watching = m.ID(), l.snap.Seat, l.snap.Watching
	l.Traffic = Traffic(l.snap.Traffic)
	l.Link = l.link(m.transport)
	m.View(func(p *protocol.Player, public *protocol.Match) {
		if public != nil && public.Rules() != nil {
			l.read(p, public, events)
			l.Proofs = m.count(public, l.name(), l.snap.Took)
		}
		l.Phase = l.phase(public)
	})
	l.Watchers = l.snap.Watchers
	l.invite(m.Session)
	return l.Look
}

// count counts the proofs of the match, each record once.
func (m *match) count(public *protocol.Match, own string, took []time.Duration) Proofs {
	m.mu.Lock()
	defer m.mu.Unlock()
	for ; m.counted < min(public.Len(), len(took)); m.counted++ { // the rest with the next Snapshot
		proof := proofIn(public, m.counted, took)
		if proof.Count == 0 {
			continue
		}
		if proof.Seat == own {
			m.proofs.Made += proof.Count
		} else {
			m.proofs.Checked += proof.Count
		}
		m.proofs.Bytes += proof.Bytes
		m.proofs.Last = &proof
	}
	return m.proofs
}

// proofIn returns what a record of the chain proves, and how long that took here.
func proofIn(m *protocol.Match, i int, took []time.Duration) Proof {
	raw := m.Record(i)
	record, err := transcript.Parse(raw)
	if err != nil {
		return Proof{Record: i} // unreachable: the Match took it
	}
	proof := Proof{Record: i, What: record.Kind.String(), Seat: record.Seat.String(), Count: m.Proven(i), Bytes: len(raw)}
	if i < len(took) {
		proof.Micros = took[i].Microseconds()
	}
	return proof
}

// convictedBy returns what a Conviction says; nil for none.
func convictedBy(c *protocol.Conviction) *Convicted {
	if c == nil {
		return nil
	}
	return &Convicted{Seat: c.Culprit, Record: c.Index, Kind: c.Kind.String(), Reason: c.Reason}
}

// looking is a Look that is being filled in. What the game says is read off the Match, all
// at one moment; the Snapshot, of a moment before, has the peers and times.
type looking struct {
	Look
	snap p2p.Snapshot
}

// phase returns how far the match has come.
func (l *looking) phase(m *protocol.Match) Phase {
	switch {
	case l.Rules == nil:
		return Waiting
	case m.Stage() == protocol.Sealed && m.PutsOut(): // it goes on
		return Play
	case m.Stage() == protocol.Sealed:
		return Sealed
	case m.Stage() == protocol.Ended:
		return Over
	case m.Stage() == protocol.Play:
		return Play
	case l.Decision == DoLayout:
		return Arrange
	case !m.Joined():
		return Waiting
	}
	return Setup
}

// link returns how the program is linked to the others.
func (l *looking) link(transport string) Link {
	snap := &l.snap
	k := Link{How: transport, Trouble: snap.Trouble, Done: snap.Done, Deserted: snap.Deserted}
	for _, peer := range snap.Peers {
		if peer.Online {
			k.Path = k.Path.Worse(peer.Path)
		}
	}
	if snap.ByHand {
		k.Path = paths.ByHand
	}
	missing := l.missing()
	k.Online = missing == 0 && slices.ContainsFunc(snap.Peers, func(p p2p.Peer) bool { return p.Online })
	k.Since = l.since(missing)
	switch {
	case snap.Behind && !snap.Watching:
		k.Hold = HoldBehind
	case !snap.Heard && !snap.Over && !snap.Watching && slices.ContainsFunc(snap.Peers, func(p p2p.Peer) bool { return p.Joined }):
		k.Hold = HoldUnheard
	}
	if k.Online && k.Hold != HoldBehind {
		k.Trouble = nil // of a link that came again, or that another makes up for
	}
	return k
}

// missing returns the seats that are not within reach, of those who have joined and were not put
// out for their silence. A spectator needs only the host's program.
func (l *looking) missing() (seats engine.SeatSet) {
	for _, p := range l.snap.Peers {
		gone := p.Seat.Valid() && l.snap.Joined && l.snap.Position.Out(p.Seat) == engine.ByAbsence
		if !l.snap.Watching && p.Joined && !gone && !l.snap.Reached.Has(p.Seat) {
			seats = seats.Add(p.Seat)
		}
	}
	return seats
}

// since is since when those are missing, or if none is, since when all are within reach.
func (l *looking) since(missing engine.SeatSet) (at time.Time) {
	if missing == 0 {
		at = l.snap.Since
	}
	for _, p := range l.snap.Peers {
		if !p.Seat.Valid() {
			continue
		}
		since := l.snap.ReachedSince[p.Seat]
		first := at.IsZero() || !since.IsZero() && since.Before(at)
		if missing.Has(p.Seat) && first || missing == 0 && since.After(at) {
			at = since
		}
	}
	return at
}

// invite asks for invites to what is free.
func (l *looking) invite(s *p2p.Session) {
	l.Invites = map[string]string{}
	for i, side := range l.Sides {
		if side.Joined || side.Computer != "" {
			continue
		}
		seat := engine.Seat(i)
		if invite, err := s.Invite(seat); err == nil {
			l.Invites[seat.String()] = invite.String()
		}
	}
	if watch, err := s.WatchInvite(); err == nil {
		l.WatchInvite = watch.String()
	}
}

// decision returns what the seat has to decide. A host may choose its layout before anybody has
// joined, when the protocol does not yet wait for it.
func (l *looking) decision(p *protocol.Player, m *protocol.Match) string {
	_, chosen := ownLayout(p)
	switch {
	case p == nil || l.Link.Hold != "":
	case m.Stage() == protocol.Setup && !chosen && m.Rules().Deck() == nil && !m.Rules().Drawn():
		return DoLayout
	case l.snap.Decision == protocol.ChooseMove:
		return DoMove
	}
	return ""
}

// read takes what the Match and the Player show. The Player is nil for a watcher, and
// while the match file is behind.
func (l *looking) read(p *protocol.Player, m *protocol.Match, events int) {
	snap := &l.snap
	l.Rules, l.Resolver = m.Rules(), m.Terms().Resolver
	l.Decision, l.First = l.decision(p, m), m.FirstMover()
	l.Events = slices.Clone(m.Events()[min(events, len(m.Events())):])
	for i := range l.Events {
		l.Records = append(l.Records, proofIn(m, m.Source(events+i), snap.Took))
	}
	l.talk(m)
	for _, due := range owing(m, snap.Waits) {
		d := Due{Seat: due.Seat, What: owedKind(due.Kinds[0])}
		if due.Seat != snap.Seat {
			d.Since = snap.Waiting
		}
		l.Owes = append(l.Owes, d)
	}
	for _, seat := range l.Rules.Seats() {
		side := l.side(m, seat)
		if own, ok := ownLayout(p); ok && seat == snap.Seat {
			side.Layout, side.Chosen = own, true
		}
		side.Name, side.Muted = snap.Names[seat], snap.Muted.Has(seat)
		if player, ok := m.Computers()[seat]; ok {
			side.Computer = player.String()
		}
		l.peek(&side, p, m, seat)
		l.Sides = append(l.Sides, side)
	}
	l.Conviction = convictedBy(m.Conviction())
	l.VoteAt = l.snap.VoteAt
	if !l.snap.Watching {
		l.Claimable = l.snap.ClaimAt
	}
}

// talk fills in what was said, and what this seat may say.
func (l *looking) talk(m *protocol.Match) {
	if l.snap.Watching || !m.Joined() {
		return
	}
	l.Said = l.snap.Said
	for _, seat := range l.Rules.Seats() {
		level := l.Rules.Talk(l.snap.Seat, seat)
		left := l.snap.Done && !slices.ContainsFunc(l.snap.Peers, func(p p2p.Peer) bool { return p.Seat == seat && p.Talks })
		if left || seat == l.snap.Seat || level == engine.TalkNothing || m.Computers().Has(seat) {
			continue
		}
		l.Talk, l.TalkTo = map[engine.TalkLevel]string{engine.TalkPhrases: "phrases", engine.TalkFree: "free"}[level], append(l.TalkTo, seat.String())
	}
}

// peek fills in what a seat has shown to ours alone, or has to show.
func (l *looking) peek(side *Side, p *protocol.Player, m *protocol.Match, seat engine.Seat) {
	if p == nil || seat == l.snap.Seat || !m.Shows(seat, l.snap.Seat) {
		return
	}
	shown, ok := p.Shown(seat)
	switch {
	case ok:
		side.Peek = PeekShown
		if side.Layout == nil {
			side.Layout = shown
		}
	case p.PeekRefused(seat) != nil:
		side.Peek = PeekFalse
	case m.PeekDue(seat, l.snap.Seat):
		side.Peek = PeekAwaited
	}
}

func ownLayout(p *protocol.Player) (engine.Layout, bool) {
	if p == nil {
		return nil, false
	}
	return p.Layout()
}

// owedKind returns a kind of record as Owed.What says it.
func owedKind(k transcript.Kind) string {
	if k == transcript.Commit {
		k = transcript.Layout
	}
	return strings.ToLower(k.String())
}

// owing returns what the match waits for: where every record is acknowledged, perhaps for the Seen of one that is
// not in the Match yet.
func owing(m *protocol.Match, waits []protocol.Wait) (owed protocol.Owed) {
	if m.Stage() != protocol.Play || len(waits) == 0 || !waits[0].Seen {
		return m.Owed()
	}
	for _, w := range waits {
		owed = append(owed, protocol.Due{Seat: w.Seat, Kinds: []transcript.Kind{transcript.Seen}})
	}
	return owed
}

// putOut returns how the others put a seat out, nil if they have not.
func putOut(m *protocol.Match, seat engine.Seat) *PutOut {
	s := m.SignedOut(seat)
	if s == nil {
		return nil
	}
	proven := slices.ContainsFunc(m.Convictions(), func(c *protocol.Conviction) bool { return c.Culprit == seat })
	return &PutOut{Cause: s.Cause.String(), By: seatNames(s.By), Record: s.Record, Proven: proven}
}

// side returns what is known of a seat.
func (l *looking) side(m *protocol.Match, seat engine.Seat) Side {
	side := Side{
		Joined: !m.Key(seat).IsZero(), Chosen: m.Committed(seat), Ready: m.Commitment(seat) != nil || !m.Rules().Drawn() && m.Shuffled(seat),
		Claims: m.Claimed(seat), Revealed: m.Revealed(seat), Votes: l.snap.Votes.Has(seat), PutOut: putOut(m, seat),
	}
	if opened, ok := m.OpenedLayout(seat); ok {
		side.Layout = opened
	}
	limit, position := l.Rules.Clock(), m.Position()
	mover := limit > 0 && m.Stage() == protocol.Play && position.Phase() == engine.PhaseMove && position.ToAct() == seat
	if seat == l.snap.Seat && !l.snap.Watching {
		side.Online = true
		if side.Deadline = l.snap.Deadline; mover && !side.Deadline.IsZero() {
			side.Moving = side.Deadline.Add(-limit)
		}
		return side
	}
	side.Online, side.Since = side.Joined && l.snap.Reached.Has(seat), l.snap.ReachedSince[seat]
	if waiting := l.snap.Waiting; mover && !waiting.IsZero() {
		side.Moving = waiting
		if side.Online { // otherwise nobody here knows its clock
			side.Deadline = waiting.Add(limit)
		}
	}
	for _, peer := range l.snap.Peers {
		if peer.Seat != seat {
			continue
		}
		side.Path, side.Arranging = peer.Path, peer.Arranging
		if mover && !peer.Clock.IsZero() {
			side.Deadline = peer.Clock
		}
	}
	return side
}
