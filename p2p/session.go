package p2p

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
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

	doneBefore bool // the match was over for both when it was resumed

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

// turn is the decision that the seat has to take now.
type turn struct {
	length   int // of the chain when it came up
	decision protocol.Decision
	deadline time.Time // zero without a clock
	stop     []func()
}

// peerView is what is known of the other side's program.
type peerView struct {
	since     time.Time // of the link, or of its loss
	waiting   time.Time // since when the other side owes something
	arranging bool
	deadline  time.Time // of its move, as it says
}

// MatchID names a match in the data folder: the first four bytes of the hash
// of its Terms, and the owner's seat, so that both players of a match can
// share a folder.
func MatchID(terms transcript.Hash, seat engine.Seat) string {
	return hex.EncodeToString(terms[:4]) + "-" + seat.String()
}

// HostMatch stores a match that protocol.Host has opened, whose invite key is
// secret's. Invite says what to give to the guest; Run waits for them.
func HostMatch(dir *store.Dir, h *Host, p *protocol.Player, secret InviteSecret, cfg Config) (*Session, error) {
	return hostMatch(dir, h, p, secret, cfg)
}

func hostMatch(dir *store.Dir, n carrier, p *protocol.Player, secret InviteSecret, cfg Config) (*Session, error) {
	f := facts{role: hostRole, identity: n.identity(), port: n.port(), secret: secret, host: n.self()}
	return startMatch(dir, n, protocolGame{}, cfg.ownSeat(p), f, cfg)
}

// JoinMatch stores a match that protocol.Join has joined. Run brings the Join
// to the host.
func JoinMatch(dir *store.Dir, h *Host, inv *Invite, p *protocol.Player, cfg Config) (*Session, error) {
	return joinMatch(dir, h, inv, p, cfg)
}

func joinMatch(dir *store.Dir, n carrier, inv *Invite, p *protocol.Player, cfg Config) (*Session, error) {
	f := facts{
		role: guestRole, identity: n.identity(), port: n.port(), secret: inv.secret,
		host: inv.host, guest: n.self(), peer: inv.Addrs(),
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
// again: under the same identity and, if it is free, the same port.
func StoredListen(st *store.Match) (ListenConfig, error) {
	f, err := parseFacts(st.Slot(store.Link))
	if err != nil {
		return ListenConfig{}, err
	}
	return ListenConfig{Identity: &f.identity, Port: int(f.port)}, nil
}

// Resume goes on with a stored match. The host must listen as StoredListen
// says. The session takes over st, unless the error is not nil.
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
	s.st, s.doneBefore = st, f.done
	if err := s.reopen(); err != nil {
		return nil, fmt.Errorf("resume match %s: %w", st.ID(), err)
	}
	s.copyRecords()
	if err := n.door().enter(s); err != nil {
		return nil, err
	}
	return s, nil
}

// ownSeat reads the seat off the match's name: while the file is behind,
// nothing else may be known.
func ownSeat(st *store.Match) (engine.Seat, error) {
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
			if who, err = ownSeat(s.st); err != nil {
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

// Do lets f take a decision of the seat, under the session's lock. What f
// changes is stored, answered by what the seat owes without being asked, and
// sent. f must not keep p.
//
// The error is f's, or ErrUnheard or ErrBehind if nothing may be signed yet,
// or what has ended the session.
func (s *Session) Do(f func(p *protocol.Player) error) error {
	return s.do(func() error { return f(s.player()) })
}

// player returns the Player, nil while the match file is behind.
func (s *Session) player() *protocol.Player {
	switch own := s.seat.(type) {
	case playerSeat:
		return own.p
	case lyingSeat:
		return own.p
	}
	return nil
}

func (s *Session) do(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.checkSign(); err != nil {
		return err
	}
	err := f()
	return errors.Join(err, s.settle())
}

func (s *Session) checkSign() error {
	switch {
	case s.err != nil:
		return s.err
	case s.closed:
		return errors.New("the session is closed")
	case s.seat.watching():
		return ErrBehind
	case !s.maySign():
		return ErrUnheard
	}
	return nil
}

// maySign reports whether the seat may make records: not before the peer has
// said how far the match is. After the end there is nothing left that a
// forgotten record could contradict.
func (s *Session) maySign() bool { return !s.seat.watching() && (s.heard || s.seat.over()) }

// Place chooses the seat's layout.
func (s *Session) Place(l engine.Layout) error {
	return s.Do(func(p *protocol.Player) error { return p.Place(l) })
}

// Play moves a piece and may offer a draw with it.
func (s *Session) Play(m engine.Move, offer bool) error {
	return s.Do(func(p *protocol.Player) error { return p.Play(m, offer, s.cfg.Rand) })
}

// AcceptDraw ends the game by the other's offer, in place of a move.
func (s *Session) AcceptDraw() error {
	return s.Do(func(p *protocol.Player) error { return p.AcceptDraw() })
}

// Pass gives up the turn because its time is over.
func (s *Session) Pass() error {
	return s.Do(func(p *protocol.Player) error { return p.Pass() })
}

// Claim states in the transcript that the other side has been silent for
// longer than the grace of the rules. It proves nothing, and ends nothing: the
// match goes on if the other side comes back. The error is ErrNoGrace or
// ErrNotOverdue if there is nothing to claim.
func (s *Session) Claim() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.err != nil || s.closed || s.seat.watching():
		return s.checkSign()
	case s.seat.grace() == 0:
		return ErrNoGrace
	case !s.overdue():
		return ErrNotOverdue
	}
	// Even a seat that has not heard the other since it started may claim: it
	// says so about a record that both have, and signs nothing in the chain.
	err := s.seat.claim()
	return errors.Join(err, s.settle())
}

// Resign gives up the game: at once if it is the seat's turn; else the other
// side is asked to take it, and failing that the seat resigns when its turn
// comes.
func (s *Session) Resign() error {
	return s.do(func() error {
		request, err := s.seat.resign()
		if err != nil || request == nil {
			return err
		}
		s.request = request
		if s.link != nil {
			s.link.push(frame{frameResign, request})
		}
		return nil
	})
}

// Arranging tells the other side that the layout is being chosen.
func (s *Session) Arranging() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != nil && s.seat.decision() == protocol.ChooseLayout {
		s.link.push(signalFrame(signalArranging, 0))
	}
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

// update is all that must be on disk now.
func (s *Session) update() store.Update {
	u := store.Update{Link: s.facts.marshal(), Seat: s.seat.secret(), Fresh: s.seat.fresh(s.fresh), Extras: s.seat.extras()}
	for i := range s.seat.length() {
		raw := s.seat.record(i)
		u.Chain = append(u.Chain, raw)
		u.Signed = u.Signed || i >= len(s.chain) && signer(raw) == s.seat.seat()
	}
	return u
}

// signer reads off a record whose it is, without verifying it.
func signer(raw []byte) engine.Seat { return engine.Seat(raw[1]) }

// saved notes that update is on disk.
func (s *Session) saved() {
	s.fresh += len(s.seat.fresh(s.fresh))
	s.copyRecords()
}

// copyRecords lets the seat's records be sent.
func (s *Session) copyRecords() {
	for i := len(s.chain); i < s.seat.length(); i++ {
		s.chain = append(s.chain, s.seat.record(i))
	}
	s.extras = s.seat.extras()
}

// settle follows up on any change: the seat makes what it owes without being
// asked, all that is new is stored, and then it may be sent.
func (s *Session) settle() error {
	if s.err != nil {
		return s.err
	}
	if s.closed {
		return errors.New("the session is closed")
	}
	if s.seat.watching() {
		return s.catchUp()
	}
	var err error
	for made := s.maySign(); made && err == nil; {
		made, err = s.seat.proceed(s.cfg.Rand)
	}
	before := s.progress()
	if saveErr := s.st.Save(s.update()); saveErr != nil {
		s.fail(saveErr)
		return saveErr
	}
	s.saved()
	if err != nil {
		s.fail(err)
		return err
	}
	s.newTurn()
	s.checkEnd()
	if s.link != nil {
		s.link.poke()
	}
	if s.progress() != before {
		s.notify()
	}
	return nil
}

// progress sums up what settle can change.
func (s *Session) progress() any {
	return struct {
		chain, extras int
		decision      protocol.Decision
		heard, done   bool
	}{len(s.chain), len(s.extras), s.turn.decision, s.heard, s.facts.done}
}

// catchUp turns a watching seat into a player once the chain has reached what
// was sent.
func (s *Session) catchUp() error {
	defer s.notify()
	w := s.seat
	count, hash := s.st.Marker()
	if w.length() < count {
		return nil
	}
	if transcript.HashRecord(w.record(count-1)) != hash {
		s.fail(ErrOwnRecords)
		return s.err
	}
	var records [][]byte
	for i := range w.length() {
		records = append(records, w.record(i))
	}
	own, _, err := s.game.restore(s.st.Slot(store.Seat), append(records, w.extras()...))
	if err != nil {
		s.fail(err)
		return err
	}
	s.seat = own
	s.cfg.Log.Info("the match file has caught up", "match", s.ID(), "records", len(records))
	return s.settle()
}

// fail ends the session for good.
func (s *Session) fail(err error) {
	if s.err != nil {
		return
	}
	s.err = err
	close(s.failed)
	s.notify()
}

// newTurn starts the clock of a decision that has come up.
func (s *Session) newTurn() {
	s.peer.waiting = s.waitingSince()
	d := s.seat.decision()
	if !s.maySign() {
		d = protocol.Nothing
	}
	if d == s.turn.decision && s.seat.length() == s.turn.length {
		return
	}
	s.turn.end()
	s.turn = turn{length: s.seat.length(), decision: d}
	s.peer.deadline = time.Time{}
	limit := s.seat.clock()
	if d != protocol.ChooseMove || limit == 0 {
		return
	}
	s.turn.deadline = s.cfg.Clock.Now().Add(limit)
	length := s.turn.length
	s.turn.stop = []func(){
		s.cfg.Clock.AfterFunc(limit, func() { s.timeUp(length) }),
		// A turn that is over within a moment isn't worth a signal.
		s.cfg.Clock.AfterFunc(time.Second, func() { s.tellClock(length) }),
	}
}

func (t *turn) end() {
	for _, stop := range t.stop {
		stop()
	}
	t.stop = nil
}

// waitingSince returns since when the other side owes what this one waits for.
func (s *Session) waitingSince() time.Time {
	if s.seat.complete() || s.seat.decision() != protocol.Nothing || s.seat.length() < 2 {
		return time.Time{}
	}
	if s.peer.waiting.IsZero() || s.turn.length != s.seat.length() {
		return s.cfg.Clock.Now()
	}
	return s.peer.waiting
}

func (s *Session) timeUp(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.turn.decision != protocol.ChooseMove || s.checkSign() != nil {
		return
	}
	if s.cfg.AutoPass {
		if err := s.seat.pass(); err != nil {
			s.cfg.Log.Warn("could not pass", "match", s.ID(), "error", err)
		}
		s.settle() // its error has ended the session
		return
	}
	s.notify()
}

func (s *Session) tellClock(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.turn.deadline.IsZero() || s.link == nil {
		return
	}
	if left := s.turn.deadline.Sub(s.cfg.Clock.Now()); left > 0 {
		s.link.push(signalFrame(signalClock, uint32(min(left.Milliseconds(), 1<<31))))
	}
}

// checkEnd looks whether the match is over, and whether the peer has all of
// it.
func (s *Session) checkEnd() {
	if !s.seat.over() {
		return
	}
	if patience := s.patience(); s.graceStop == nil && patience > 0 {
		s.graceStop = s.cfg.Clock.AfterFunc(patience, s.graceEnds)
	}
	if s.facts.done {
		shut(s.finished) // before this program started
	}
	if s.seat.convicted() {
		shut(s.sealed)
	}
	if s.seat.complete() && s.link != nil && s.link.hasAll() {
		s.finish()
	}
}

// patience is how long a finished match waits for the other side: the grace of
// the rules. Where they give none (play by mail) it waits for what the other
// still owes without end, but not to be told that the other has everything.
func (s *Session) patience() time.Duration {
	const toBeTold = 10 * time.Minute
	if grace := s.seat.grace(); grace > 0 || !s.seat.complete() {
		return grace
	}
	return toBeTold
}

// finish notes that the peer has everything, and tells it so.
func (s *Session) finish() {
	s.link.close(byeDone, "")
	shut(s.finished)
	if s.facts.done {
		return
	}
	s.facts.done = true
	if err := s.st.Save(s.update()); err != nil {
		s.fail(err)
		return
	}
	s.saved()
}

// shut closes a channel that may be closed already.
func shut(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// graceEnds: whoever has not revealed by now is not waited for.
func (s *Session) graceEnds() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return
	}
	s.seat.graceOver()
	if s.settle() != nil {
		return
	}
	// A peer that is here gets what was just made.
	s.graceStop = s.cfg.Clock.AfterFunc(handshakeTime, func() { shut(s.late) })
}

// notify wakes those who wait for a change.
func (s *Session) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Changed returns a channel that is closed at the next change of anything
// that Snapshot tells. Take it before the Snapshot, so that nothing is missed.
func (s *Session) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// Snapshot is the state of a session at one moment.
type Snapshot struct {
	Seat     engine.Seat
	Stage    protocol.Stage
	Joined   bool        // somebody has taken the guest's seat
	Records  int         // in the chain
	First    engine.Seat // who begins, from Play on
	Position engine.Position
	Events   []engine.Event
	Result   engine.Result
	// Conviction says who cheated, if the match was sealed for it.
	Conviction *protocol.Conviction

	Decision protocol.Decision // what the seat has to decide; Nothing if it may not sign yet
	Deadline time.Time         // of that decision; zero without a clock

	Online    bool      // there is a link
	Since     time.Time // it came up, or was lost; zero if there was none yet
	Heard     bool      // the peer has said how far the match is: needed before anything is signed
	Behind    bool      // the match file is older than what was sent (store.Match.Behind)
	Arranging bool      // the other side says that it is choosing its layout
	PeerClock time.Time // until when the other side has time to move, as far as is known; or zero
	Waiting   time.Time // since when the other side owes something; or zero
	Trouble   error     // why the last link ended, or could not be made

	Over    bool // by rule or sealed
	Done    bool // over, and both sides hold all of it
	Traffic Traffic
}

// Overdue reports whether the other side has owed a record for longer than
// the grace of the rules, so that its silence may be claimed. Without a grace
// it never may.
func (s *Session) Overdue() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.overdue()
}

func (s *Session) overdue() bool {
	grace := s.seat.grace()
	return grace > 0 && !s.peer.waiting.IsZero() && s.cfg.Clock.Now().Sub(s.peer.waiting) > grace
}

// peerClock is until when the other side has time for its move: as its program
// says, or until that has been heard, as far as can be seen from here.
func (s *Session) peerClock() time.Time {
	limit := s.seat.clock()
	if limit == 0 || !s.seat.awaitsMove() || s.peer.waiting.IsZero() || !s.peer.deadline.IsZero() {
		return s.peer.deadline
	}
	return s.peer.waiting.Add(limit)
}

// Snapshot returns the present state. Its slices are the caller's.
func (s *Session) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	snap := Snapshot{
		Seat: s.seat.seat(), Records: s.seat.length(), Joined: s.seat.length() > 1,
		Decision: s.turn.decision, Deadline: s.turn.deadline,
		Online: s.link != nil, Since: s.peer.since, Heard: s.heard, Behind: s.seat.watching(),
		Arranging: s.peer.arranging, PeerClock: s.peerClock(), Waiting: s.peer.waiting, Trouble: s.trouble,
		Over: s.seat.over(), Done: s.facts.done,
		Traffic: Traffic{s.traffic.sent.Load(), s.traffic.received.Load()},
	}
	if m := s.seat.match(); m != nil {
		snap.Stage, snap.Position, snap.Result = m.Stage(), m.Position(), m.Result()
		snap.First = m.FirstMover()
		snap.Events, snap.Conviction = slices.Clone(m.Events()), m.Conviction()
	}
	return snap
}

// View lets f read the Player or, while the file is behind, its Match (p is
// nil then), under the session's lock. f must change nothing and keep neither.
func (s *Session) View(f func(p *protocol.Player, m *protocol.Match)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.player(), s.seat.match())
}
