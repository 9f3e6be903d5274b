package review

import (
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditwords"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Examined is a transcript or a certificate after its audit.
type Examined struct {
	data    []byte
	of      seat.Recorded
	report  *protocol.Report
	summary Summary

	mu      sync.Mutex
	replays map[string]*seat.Replay // by whose eyes
}

// Rules returns the rules of the match.
func (r *Examined) Rules() *engine.Ruleset { return r.of.Game.Rules }

// Report returns what the audit found.
func (r *Examined) Report() *protocol.Report { return r.report }

// Resolver returns the resolver of the match.
func (r *Examined) Resolver() string { return r.of.Resolver }

// Called returns the same match by its name in the data folder, seen from a seat, with the players' names.
func (r *Examined) Called(id, own string, names []string) *Examined {
	named := &Examined{data: r.data, of: r.of, report: r.report, summary: r.summary}
	named.summary.ID, named.summary.Name = id, id+".djq"
	named.summary.Table.Seat = own
	named.of.Names = names
	named.summary.Table.Players = slices.Clone(r.summary.Table.Players)
	for i := range named.summary.Table.Players {
		player := &named.summary.Table.Players[i]
		player.Name, player.You = names[i], player.Seat == own
	}
	return named
}

// folded is a match as its records make it, and what each of them took to check.
type folded struct {
	match   *protocol.Match
	refused error
	checked []checked
}

// checked is one record.
type checked struct {
	place  int  // in the chain; -1 beside it, or not in it yet
	before bool // play
	kind   transcript.Kind
	seat   engine.Seat // the signer
	bytes  int
	took   time.Duration
	ok     bool
	proven error // of a Fault: why it convicts
}

// add appends a record to a match, and notes what that showed and took.
func (f *folded) add(m *protocol.Match, raw []byte) error {
	c := checked{place: -1, seat: engine.MaxSeats, before: m.Stage() == protocol.Setup, bytes: len(raw), ok: true}
	if parsed, err := transcript.Parse(raw); err == nil {
		c.kind, c.seat = parsed.Kind, parsed.Seat
	}
	before, convicted, began := m.Len(), m.Convictions(), time.Now()
	f.refused = m.Append(raw)
	c.took = time.Since(began)
	switch {
	case f.refused != nil:
		c.ok, c.place = false, before
	case m.Len() > before:
		c.place = before
	case c.kind == transcript.Fault:
		for _, conviction := range m.Convictions() {
			if !slices.Contains(convicted, conviction) {
				c.proven = conviction.Reason
			}
		}
	}
	f.checked = append(f.checked, c)
	return f.refused
}

// addAll appends records up to the first that doesn't hold.
func (f *folded) addAll(m *protocol.Match, raws [][]byte) {
	for _, raw := range raws {
		if f.add(m, raw) != nil {
			return
		}
	}
}

// Examine audits a transcript or a certificate. The name is its file's.
func Examine(name string, data []byte) (*Examined, error) {
	raws, _, err := transcript.ParseFile(data)
	if errors.Is(err, transcript.ErrForeign) {
		return examineCertificate(name, data)
	}
	r, f, began := &Examined{data: data}, folded{}, time.Now()
	r.report, f.match = protocol.AuditEach(data, f.add)
	if err != nil { // it is torn, for example: what comes before that is shown
		f.addAll(f.match, raws)
	}
	r.summary.Micros = time.Since(began).Microseconds()
	if f.match.Rules() == nil {
		return nil, coded.Errorf("lobby.no-match", "no match can be read from %s: %w", name, r.report.Reason)
	}
	r.of = seat.RecordedOf(f.match, r.report.Conviction)
	if err := r.summarise(f); err != nil {
		return nil, err
	}
	r.judge(name, f.match, r.report)
	return r, nil
}

// examineCertificate verifies a certificate. What it holds of the game is looked at as any other match; one about two records
// on one place of the chain holds the match only as it was when all seats were taken.
func examineCertificate(name string, data []byte) (*Examined, error) {
	f, began := folded{}, time.Now()
	report, m, err := protocol.AuditCertificateEach(data, f.add)
	if errors.Is(err, protocol.ErrNoCertificate) {
		return nil, coded.Errorf("lobby.foreign", "this is neither the transcript of a match nor a certificate, or it was altered: %s", name)
	}
	if err != nil {
		return nil, err
	}
	f.match = m
	report.Bytes = len(data)
	r := &Examined{data: data, report: report, of: seat.RecordedOf(f.match, report.Conviction)}
	r.summary.Evidence, r.summary.Micros = true, time.Since(began).Microseconds()
	if err := r.summarise(f); err != nil {
		return nil, err
	}
	r.judge(name, f.match, report)
	return r, nil
}

// summarise plays the match over and notes what was checked of each turn.
func (r *Examined) summarise(f folded) error {
	replay, err := seat.NewReplay(&r.of, seat.Open)
	if err != nil {
		return err
	}
	rs := r.of.Game.Rules
	s := &r.summary
	s.Table, s.Turns, s.Left = replay.Table(), []seat.Turn{}, make([][]int, rs.NumSeats())
	for n := range replay.Len() + 1 {
		replay.To(n)
		state := replay.State()
		for i, side := range state.Seats {
			s.Left[i] = append(s.Left[i], side.Left)
		}
		if n > 0 {
			s.Turns = append(s.Turns, *state.Last)
		}
		s.Steps = append(s.Steps, Step{Number: n, Checks: []Check{}})
	}
	turn := turnsOf(replay)
	at := 0
	for _, c := range f.checked {
		switch n, ok := turn[c.place]; {
		case ok:
			at = n
		case c.place < 0 && !c.before && f.match.Stage() > protocol.Play: // it is not in the chain, and was given at the end
			at = len(s.Turns)
		}
		s.Steps[at].Checks = append(s.Steps[at].Checks, checkOf(rs, c, f.refused))
	}
	for _, of := range rs.Seats() {
		if r.of.Game.Layouts[of] != nil {
			s.Eyes = append(s.Eyes, of.String())
		}
	}
	s.Eyes = append(s.Eyes, seat.Public)
	if len(s.Eyes) > 1 {
		s.Eyes = append(s.Eyes, seat.Open)
	}
	last := replay.State()
	s.Result, s.Conviction = last.Result, last.Conviction
	return nil
}

// turnsOf says to which turn each record of the chain belongs that is one of the game.
func turnsOf(replay *seat.Replay) map[int]int {
	turns := map[int]int{}
	for _, e := range replay.Events(0) {
		if e.Proof != nil && e.Turn != nil {
			turns[e.Proof.Record] = e.Turn.Number
		}
	}
	return turns
}

func checkOf(rs *engine.Ruleset, c checked, refused error) Check {
	check := Check{Bytes: c.bytes, Micros: c.took.Microseconds(), OK: c.ok}
	if slices.Contains(rs.Seats(), c.seat) {
		check.Seat = c.seat.String()
	}
	check.Words = messages.Each(func(l messages.Lang) string { return messages.Checked(rs, c.kind).In(l) })
	if c.proven != nil { // the Fault holds, and what it encloses doesn't: that is what is shown
		check.OK = false
		check.Words = messages.Each(func(l messages.Lang) string { return messages.CheckConvicts.In(l.Under(rs), c.proven) })
	}
	if !c.ok {
		var refusal *protocol.Refusal
		if errors.As(refused, &refusal) {
			refused = refusal.Err
		}
		check.Words = messages.Each(func(l messages.Lang) string { return messages.CheckFailed.In(l.Under(rs), refused) })
	}
	return check
}

// judge puts the verdict of an audit into the summary, and in which match it convicts whose key.
func (r *Examined) judge(name string, m *protocol.Match, report *protocol.Report) {
	s := &r.summary
	s.Name, s.Verdict, s.Words = name, VerdictOf(report.Verdict), messages.Each(func(l messages.Lang) string { return auditwords.Verdict(l, report) })
	s.Records, s.Proofs, s.Bytes = report.Records, report.Proofs, report.Bytes
	if report.Match != (transcript.Hash{}) {
		s.Match = hex.EncodeToString(report.Match[:])
	}
	if c := report.Conviction; c != nil {
		key := m.Key(c.Culprit).Bytes()
		s.Key, s.Grounds = hex.EncodeToString(key[:]), grounds(report)
		if report.Turn > 0 || c.Kind == transcript.Layout {
			s.False = &FalseTurn{Number: report.Turn}
			if board := report.Rules.Board(); report.Move != (engine.Move{}) {
				s.False.From, s.False.To = board.Name(report.Move.From), board.Name(report.Move.To)
			}
		}
	}
}

// grounds is [auditwords.Grounds] in each language.
func grounds(report *protocol.Report) (all []messages.Names) {
	for i := range auditwords.Grounds(messages.English, report) {
		all = append(all, messages.Each(func(l messages.Lang) string { return messages.Capital(auditwords.Grounds(l, report)[i]) }))
	}
	return all
}

// VerdictOf returns a verdict as the page calls it.
func VerdictOf(v protocol.Verdict) string {
	return [...]string{protocol.Honest: Honest, protocol.Cheating: Cheating, protocol.Unreadable: Unreadable, protocol.Incomplete: Unfinished}[v]
}

// Summary implements [Match].
func (r *Examined) Summary() Summary { return r.summary }

// Frame implements [Match].
func (r *Examined) Frame(turns int, eyes string) (seat.State, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.replays == nil {
		r.replays = map[string]*seat.Replay{}
	}
	replay := r.replays[eyes]
	if replay == nil {
		if !slices.Contains(r.summary.Eyes, eyes) {
			return seat.State{}, coded.Errorf("lobby.eyes", "the match can't be viewed as %q", eyes)
		}
		var err error
		if replay, err = seat.NewReplay(&r.of, eyes); err != nil {
			return seat.State{}, err
		}
		r.replays[eyes] = replay
	}
	replay.To(turns)
	return replay.State(), nil
}

// File implements [Match].
func (r *Examined) File() ([]byte, error) { return r.data, nil }
