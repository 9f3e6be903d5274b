package protocol

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// beside is a match with its cryptography, and beside it a referee who sees both
// layouts.
type beside struct {
	*table
	referee *engine.Referee
	layouts []engine.Layout
}

// sitBeside seats two players, places their layouts, and calls the referee.
func sitBeside(t testing.TB, config HostConfig, seed uint64, layouts []engine.Layout) *beside {
	t.Helper()
	tb := seatTable(t, config, seed)
	for seat, p := range tb.players {
		if !config.Rules.Drawn() {
			require.NoError(t, p.Place(layouts[seat]))
		}
	}
	tb.sync()
	if config.Rules.Drawn() {
		layouts = slices.Clone(layouts)
		for seat, p := range tb.players {
			layouts[seat] = p.secret.Layout
		}
	}
	referee, err := engine.NewReferee(config.Rules, layouts, tb.match().FirstMover())
	require.NoError(t, err)
	return &beside{tb, referee, layouts}
}

// judge plays what a seat does before a referee. Returned is all that happens,
// also that a seat then has no move, which in dark mode no referee says by himself.
func judge(r *engine.Referee, e engine.Event) ([]engine.Event, error) {
	happened, err := r.Play(e)
	for err == nil && r.Stuck() {
		var more []engine.Event
		more, err = r.Play(engine.NoMoveEvent(r.ToAct()))
		happened = append(happened, more...)
	}
	return happened, err
}

// turn has a seat do something, on both sides, and demands that the players see
// what the referee says, and nothing else.
func (s *beside) turn(e engine.Event) {
	s.t.Helper()
	rules, seen, records := s.match().Rules(), len(s.match().Events()), s.match().Len()
	expected, err := judge(s.referee, e)
	require.NoError(s.t, err, "under %s", rules)
	require.NoError(s.t, s.decide(e), "under %s", rules)
	s.sync()
	if rules.Open() {
		require.Equal(s.t, records+1, s.match().Len(), "what everybody sees has no record: under %s", rules)
	}
	for _, p := range s.players {
		require.Equal(s.t, expected, p.Match().Events()[seen:], "under %s", rules)
		require.Equal(s.t, s.referee.Position(), p.Match().Position(), "under %s", rules)
	}
}

// decide has a player decide for its seat.
func (s *beside) decide(e engine.Event) error {
	p, other := s.players[e.Seat], s.players[1-e.Seat]
	switch e.Kind {
	case engine.EventPass:
		return p.Pass(s.rng)
	case engine.EventAcceptDraw:
		return p.AcceptDraw(s.rng)
	case engine.EventResign:
		request, err := p.Resign()
		if request != nil { // it is the other's turn
			return other.ReceiveResignRequest(request)
		}
		return err
	}
	return p.Play(e.Move, e.Offer, s.rng)
}

// refuse has the seat to move try a move, in good faith and with a record of its
// own making. The referee refuses it, and so do the player, and the match, by
// which the record convicts who signed it.
func (s *beside) refuse(e engine.Event) {
	s.t.Helper()
	_, err := s.referee.Play(e)
	require.Error(s.t, err, e.Move)
	var rule *engine.RuleError
	require.ErrorAs(s.t, s.decide(e), &rule)
	kind, body := transcript.Resign, []byte(nil)
	if e.Kind == engine.EventMove {
		move := transcript.MoveBody{Move: e.Move}
		kind, body = transcript.Move, move.Marshal()
	}
	var refusal *Refusal
	require.ErrorAs(s.t, s.match().Append(s.forge(e.Seat, kind, body)), &refusal)
	require.True(s.t, refusal.Provable)
	require.Equal(s.t, e.Seat, refusal.Culprit)
}

// audit demands that the game has ended as the referee says, and that its
// transcript is honest.
func (s *beside) audit() {
	s.t.Helper()
	m, position := s.match(), s.referee.Position()
	result := position.Result()
	require.Equal(s.t, Ended, m.Stage())
	require.Equal(s.t, result, m.Result())
	report := Audit(m.File())
	require.Equal(s.t, Honest, report.Verdict, "%s under %s", report.Reason, m.Rules())
	require.Equal(s.t, result, report.Result)
	require.Equal(s.t, position.Ply(), report.Plies)
	if m.Rules().RevealAtEnd() {
		for seat, l := range s.layouts {
			require.Equal(s.t, l, report.Layouts[seat])
		}
	}
}
