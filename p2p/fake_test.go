package p2p

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// fakeGame is a match small enough to be played thousands of times: Terms,
// Join, then the seats in turn, red first. Every third record needs no
// decision. Red hosts. Each record holds fresh bytes, so a record that is made
// twice is two records; the game's ledger notices.
type fakeGame struct {
	length int // of the chain at the end
	seats  int
	ledger *shownRecords
	silent engine.SeatSet // who was put out for its silence
	pairs  bool           // seats that sit opposite show each other something, from a third of the game on
	tried  *atomic.Int32  // counts Faults, none of which convicts anybody new; nil: all do
}

// shownRecords holds what each seat has ever shown to the other.
type shownRecords struct {
	mu    sync.Mutex
	shown map[int][]byte
	twice error
	peeks []fakePeek // opened ones
}

func newFakeGame(length int) *fakeGame {
	return &fakeGame{length: length, seats: 2, ledger: &shownRecords{shown: map[int][]byte{}}}
}

func (l *shownRecords) show(index int, raw []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old, ok := l.shown[index]; ok && !bytes.Equal(old, raw) {
		l.twice = fmt.Errorf("record %d was made twice", index)
	}
	l.shown[index] = bytes.Clone(raw)
}

// fakeSeat is one side of a fake match.
type fakeSeat struct {
	g        *fakeGame
	own      engine.Seat
	watches  bool
	chain    [][]byte
	reveals  [engine.MaxSeats][]byte
	fault    []byte
	evidence []byte
	readied  func() bool // stands for making an attack ready; nil if there never is one
}

const fakeFresh = 8

func fakeSignature(seat engine.Seat, prev transcript.Hash, kind transcript.Kind, body []byte) (sig [64]byte) {
	h := sha512.New()
	h.Write([]byte{byte(seat), byte(kind)})
	h.Write(prev[:])
	h.Write(body)
	h.Sum(sig[:0])
	return sig
}

func (s *fakeSeat) head() transcript.Hash {
	if len(s.chain) == 0 {
		return transcript.Hash{}
	}
	return transcript.HashRecord(s.chain[len(s.chain)-1])
}

func (g *fakeGame) kind(index int) transcript.Kind {
	switch {
	case index == 0:
		return transcript.Terms
	case index < g.seats:
		return transcript.Join
	case index%3 == 2:
		return transcript.Answer
	}
	return transcript.Move
}

func (g *fakeGame) turn(index int) engine.Seat { return engine.Seat(index % g.seats) }

func (s *fakeSeat) make(rng io.Reader) error {
	body := make([]byte, fakeFresh)
	if _, err := io.ReadFull(rng, body); err != nil {
		return err
	}
	return s.append(s.sign(s.g.kind(len(s.chain)), body))
}

func (s *fakeSeat) sign(kind transcript.Kind, body []byte) []byte {
	r := transcript.Record{Kind: kind, Seat: s.own, Body: body, Signature: fakeSignature(s.own, s.head(), kind, body)}
	return r.Marshal()
}

func (s *fakeSeat) append(raw []byte) error {
	r, err := transcript.Parse(raw)
	index := len(s.chain)
	bad := func(text string, provable bool) error {
		return &protocol.Refusal{Index: index, Kind: r.Kind, Culprit: r.Seat, Provable: provable, Err: errors.New(text)}
	}
	switch {
	case err != nil:
		return bad(err.Error(), false)
	case s.fault != nil:
		return bad("sealed", false)
	case r.Kind == transcript.Fault:
		if r.Signature != fakeSignature(r.Seat, transcript.Hash{}, r.Kind, r.Body) {
			return bad("bad signature", false)
		}
		s.fault = raw
		return nil
	case r.Signature != fakeSignature(r.Seat, s.head(), r.Kind, r.Body):
		return bad("bad signature", false)
	case r.Kind == transcript.Reveal && index == s.g.length:
		s.reveals[r.Seat] = raw
		return nil
	case index == s.g.length, r.Seat != s.g.turn(index), r.Kind != s.g.kind(index), len(r.Body) != fakeFresh:
		return bad("false", true)
	}
	s.chain = append(s.chain, raw)
	return nil
}

func (s *fakeSeat) ReceiveOther(_ int, raw []byte) error       { return s.Receive(raw) }
func (s *fakeSeat) ReceiveAhead(raw []byte, _ io.Reader) error { return s.Receive(raw) }

func (s *fakeSeat) Receive(raw []byte) error {
	for _, have := range append(s.extras(), s.chain...) {
		if bytes.Equal(have, raw) {
			return nil
		}
	}
	if s.g.tried != nil && transcript.Kind(raw[0]) == transcript.Fault {
		s.g.tried.Add(1)
		return nil
	}
	err := s.append(raw)
	if r, parseErr := transcript.Parse(raw); parseErr == nil && !r.Kind.Extra() {
		if err == nil {
			s.g.ledger.show(len(s.chain)-1, raw)
		}
		for i := 1; i < len(s.chain)-1 && err != nil; i++ {
			if r.Signature == fakeSignature(r.Seat, transcript.HashRecord(s.chain[i]), r.Kind, r.Body) {
				s.evidence = raw
				return &protocol.Refusal{Index: i + 1, Kind: r.Kind, Culprit: r.Seat, Provable: true, Err: errors.New("two records on one place")}
			}
		}
	}
	var refused *protocol.Refusal
	if errors.As(err, &refused) && refused.Provable {
		s.evidence = raw
	}
	return err
}

func (s *fakeSeat) Proceed(rng io.Reader) (bool, error) {
	switch {
	case s.evidence != nil && s.fault == nil:
		r := transcript.Record{Kind: transcript.Fault, Seat: s.own, Body: s.evidence}
		r.Signature = fakeSignature(s.own, transcript.Hash{}, r.Kind, r.Body)
		return true, s.append(r.Marshal())
	case s.fault != nil, s.own == wire.NoSeat:
		return false, nil
	case len(s.chain) == s.g.length:
		if s.reveals[s.own] != nil {
			return false, nil
		}
		return true, s.append(s.sign(transcript.Reveal, nil))
	case s.g.turn(len(s.chain)) == s.own && s.g.kind(len(s.chain)) != transcript.Move:
		return true, s.make(rng)
	}
	return false, nil
}

// decide makes the record that the seat has to decide on, if any.
func (s *fakeSeat) decide() error {
	if s.Decision() == protocol.Nothing {
		return nil
	}
	return s.make(rand.Reader)
}

func (s *fakeSeat) Decision() protocol.Decision {
	if n := len(s.chain); !s.watches && s.fault == nil && n < s.g.length && s.g.turn(n) == s.own && s.g.kind(n) == transcript.Move {
		return protocol.ChooseMove
	}
	return protocol.Nothing
}

func (s *fakeSeat) fork() ledger {
	next := *s
	next.chain = slices.Clone(s.chain)
	return &next
}
func (s *fakeSeat) length() int            { return len(s.chain) }
func (s *fakeSeat) record(i int) []byte    { return s.chain[i] }
func (s *fakeSeat) match() *protocol.Match { return nil }
func (s *fakeSeat) Prepare(rng io.Reader) (bool, error) {
	return s.readied != nil && s.readied(), nil
}
func (s *fakeSeat) GraceOver()              {}
func (s *fakeSeat) Pass(io.Reader) error    { return nil }
func (s *fakeSeat) Resign() ([]byte, error) { return nil, nil }
func (s *fakeSeat) Vouch(what []byte) []byte {
	signature := fakeSignature(s.own, transcript.Hash{}, 0, what)
	return signature[:]
}
func (s *fakeSeat) vouched(seat engine.Seat, what, signature []byte) bool {
	want := fakeSignature(seat, transcript.Hash{}, 0, what)
	return bytes.Equal(want[:], signature)
}
func (s *fakeSeat) LinkSecret(with engine.Seat) ([32]byte, error) {
	return [32]byte{1 + byte(min(s.own, with)), 1 + byte(max(s.own, with))}, nil
}
func (s *fakeSeat) ClaimSilence() error { return nil }

func (s *fakeSeat) hash(i int) transcript.Hash { return transcript.HashRecord(s.chain[i]) }

func (s *fakeSeat) isAbsent(seat engine.Seat) bool { return s.g.silent.Has(seat) }

func (s *fakeSeat) status() status {
	st := status{
		seats: s.g.seats, host: engine.Red, mover: wire.NoSeat, grace: time.Hour,
		over: s.over(), convicted: s.fault != nil,
	}
	for seat := range engine.Seat(s.g.seats) {
		if int(seat) < len(s.chain) {
			st.joined = st.joined.Add(seat)
		}
	}
	st.complete = s.fault != nil || s.over() && !slices.ContainsFunc(
		s.reveals[:s.g.seats], func(raw []byte) bool { return raw == nil })
	return st
}

func (s *fakeSeat) owing() (seats []engine.Seat) {
	if !s.over() {
		return []engine.Seat{s.g.turn(len(s.chain))}
	}
	for seat := range engine.Seat(s.g.seats) {
		seats = append(seats, seat)
	}
	return seats
}

func (s *fakeSeat) over() bool { return len(s.chain) == s.g.length || s.fault != nil }

func (s *fakeSeat) add(raw []byte) error { return s.Receive(raw) }

func (s *fakeSeat) Waits() []protocol.Wait                                   { return nil }
func (s *fakeSeat) Absentee() (engine.Seat, bool, error)                     { return 0, false, protocol.ErrNobodyOwes }
func (s *fakeSeat) TakesEnd() bool                                           { return false }
func (s *fakeSeat) VoteAbsent() error                                        { return nil }
func (s *fakeSeat) Votes(engine.Seat, transcript.Cause) (set engine.SeatSet) { return set }
func (s *fakeSeat) Notes() [][]byte                                          { return nil }
func (s *fakeSeat) Holds(transcript.Hash) bool                               { return false }
func (s *fakeSeat) Chose(transcript.Hash) bool                               { return false }
func (s *fakeSeat) Held() int                                                { return 0 }
func (s *fakeSeat) MakeRoom([]byte) bool                                     { return false }

func (s *fakeSeat) ReceiveResignRequest([]byte) error { return nil }

func (s *fakeSeat) extras() (out [][]byte) {
	for _, raw := range append(s.reveals[:s.g.seats:s.g.seats], s.fault) {
		if raw != nil {
			out = append(out, raw)
		}
	}
	return out
}

func (s *fakeSeat) Secret() []byte { return []byte{byte(s.own)} }

func (s *fakeSeat) Journal() [][]byte { return nil }

func (s *fakeSeat) signedBy(seat engine.Seat, raw []byte, index int) bool {
	r, err := transcript.Parse(raw)
	return err == nil && r.Seat == seat && index > 0 && index <= len(s.chain) &&
		r.Signature == fakeSignature(seat, transcript.HashRecord(s.chain[index-1]), r.Kind, r.Body)
}

// replica returns the replica of a program with this seat.
func (s *fakeSeat) replica() replica {
	if s.watches {
		return replica{ledger: s, own: s.own}
	}
	return replica{s, s, s.own}
}

func (g *fakeGame) restore(secret []byte, _, records [][]byte) (replica, int, error) {
	if len(secret) != 1 {
		return replica{}, len(records), errors.New("no secret")
	}
	return g.follower(engine.Seat(secret[0]), false, records)
}

func (g *fakeGame) follow(own engine.Seat, records [][]byte) (replica, int, error) {
	return g.follower(own, true, records)
}

func (g *fakeGame) follower(own engine.Seat, watches bool, records [][]byte) (replica, int, error) {
	s := &fakeSeat{g: g, own: own, watches: watches}
	for i, raw := range records {
		if err := s.append(raw); err != nil {
			return s.replica(), i, err
		}
	}
	return s.replica(), len(records), nil
}

// fakeTable is a fake match between programs in memory, one for each seat, each with its
// disk.
type fakeTable struct {
	t      testing.TB
	game   *fakeGame
	net    *pipenet.Net
	secret invite.HostSecret
	disks  [engine.MaxSeats]*crashfs.Disk
	hosts  [engine.MaxSeats]*pipenet.Host
	ids    [engine.MaxSeats]transport.Identity
	terms  []byte
	moored func(side int, kept []byte) transport.Transport // by what a side goes to the others; nil: by hosts
}

// reach is by what a side goes to the others; kept is what its match kept of it.
func (tb *fakeTable) reach(i int, kept []byte) transport.Transport {
	if tb.moored == nil {
		return tb.hosts[i]
	}
	return tb.moored(i, kept)
}

func newFakeTable(t testing.TB, length int) *fakeTable { return newFakeTableOf(t, length, 2) }

func newFakeTableOf(t testing.TB, length, seats int) *fakeTable {
	tb := &fakeTable{t: t, game: newFakeGame(length), net: pipenet.New(), secret: invite.HostSecret{1}}
	tb.game.seats = seats
	for i := range seats {
		tb.ids[i] = transport.Identity{byte(i + 1)}
		tb.disks[i] = crashfs.New()
		tb.hosts[i] = tb.net.Host(tb.ids[i])
	}
	host := &fakeSeat{g: tb.game, own: engine.Red}
	require.NoError(t, host.make(rand.Reader))
	tb.terms = host.chain[0]
	return tb
}

// start makes the match on one side's disk.
func (tb *fakeTable) start(i int) (*Session, error) { return tb.startAs(i, "/data") }

func (tb *fakeTable) startAs(i int, folder string) (*Session, error) {
	dir, err := store.OpenDirFS(tb.disks[i], folder)
	if err != nil {
		return nil, err
	}
	own := &fakeSeat{g: tb.game, own: engine.Seat(i), chain: [][]byte{tb.terms}}
	f := linkMeta{role: wire.Host, secret: tb.secret}
	if i > 0 {
		f.role, f.secret = wire.Guest, tb.secret.Seat(engine.Seat(i))
		f.peers = []peerMeta{{seat: engine.Red, key: tb.ids[0].Key(), addrs: []transport.Addr{"there"}}}
	}
	if i == 1 {
		if err := own.make(rand.Reader); err != nil {
			return nil, err
		}
	}
	return begin(tb.reach(i, nil), Files(dir), tb.game, own.replica(), f, Config{})
}

// resume continues the match from one side's disk.
func (tb *fakeTable) resume(i int) (*Session, error) {
	dir, err := store.OpenDirFS(tb.disks[i], "/data")
	if err != nil {
		return nil, err
	}
	terms := transcript.HashRecord(tb.terms)
	st, err := dir.Open(MatchID(terms, engine.Seat(i)))
	if err != nil {
		return nil, err
	}
	kept, err := Kept(st)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	s, err := resume(tb.reach(i, kept), tb.game, st, Config{})
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return s, nil
}

// reboot puts a side's program onto another disk and back onto the network.
func (tb *fakeTable) reboot(i int, disk *crashfs.Disk) {
	tb.hosts[i].Down()
	tb.disks[i] = disk
	tb.hosts[i] = tb.net.Host(tb.ids[i])
}

// playFake runs a session to its end, deciding whatever there is to decide.
func playFake(ctx context.Context, s *Session) error {
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	for {
		changed := s.Changed()
		err := s.do(func() error { return s.replica.ledger.(*fakeSeat).decide() })
		if err != nil && !errors.Is(err, ErrUnheard) && !errors.Is(err, ErrBehind) {
			err = errors.Join(err, <-ran)
			return errors.Join(err, s.Close())
		}
		select {
		case <-changed:
		case err := <-ran:
			return errors.Join(err, s.Close())
		}
	}
}

// file returns the match file of one side.
func (tb *fakeTable) file(i int) []byte {
	id := MatchID(transcript.HashRecord(tb.terms), engine.Seat(i))
	file, err := tb.disks[i].ReadFile("/data/"+id+".djq", 1<<20)
	require.NoError(tb.t, err)
	return file
}

// requireFinished checks that both sides hold one and the same whole match,
// and that nobody ever signed two records for one place.
func (tb *fakeTable) requireFinished() {
	tb.t.Helper()
	for i := 1; i < tb.game.seats; i++ {
		require.True(tb.t, bytes.Equal(tb.file(0), tb.file(i)), "two files differ: %d and %d bytes", len(tb.file(0)), len(tb.file(i)))
	}
	records, _, err := transcript.ParseFile(tb.file(0))
	require.NoError(tb.t, err)
	require.Len(tb.t, records, tb.game.length+tb.game.seats)
	require.NoError(tb.t, tb.game.ledger.twice)
}

func (tb *fakeTable) seat(i int) engine.Seat { return engine.Seat(i) }

func mustDir(t testing.TB, fsys store.FS) *store.Dir {
	t.Helper()
	dir, err := store.OpenDirFS(fsys, "/data")
	require.NoError(t, err)
	return dir
}
