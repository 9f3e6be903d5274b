package seat_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// standardTable is a match of standard rules in which red moves first.
func standardTable(t *testing.T) *table {
	rs := rules(t, "standard")
	l, err := rs.ParseLayout("63425/8.1.7/B5.69/4.B.7/3M121/MFM23")
	require.NoError(t, err)
	return newTable(rs, []engine.Layout{l, l}, engine.Red)
}

func seatOf(t *testing.T, s seat.Session) *seat.Seat {
	sat := sit(t, s)
	t.Cleanup(sat.Close)
	return sat
}

// move is a move's event by the names of its nodes.
func (t *table) move(text string) engine.Event {
	m, err := t.rules.Board().ParseMove(text)
	if err != nil {
		panic(err)
	}
	return engine.MoveEvent(t.referee.ToAct(), m, false)
}

func kinds(events []seat.Event) []seat.EventKind {
	var list []seat.EventKind
	for _, e := range events {
		list = append(list, e.Kind)
	}
	return list
}

func pieceAt(t *testing.T, st seat.State, node string) seat.Piece {
	for _, p := range st.Pieces {
		if p.Node == node {
			return p
		}
	}
	require.Fail(t, "nothing stands on "+node)
	return seat.Piece{}
}

func TestAClashIsTold(t *testing.T) {
	game := standardTable(t)
	red, blue := seatOf(t, game.session(engine.Red)), seatOf(t, game.session(engine.Blue))
	before := red.State()
	require.Equal(t, "move", before.Decision)
	require.Contains(t, before.Moves, "a6")
	require.Empty(t, blue.State().Moves)

	require.NoError(t, red.Do(seat.Command{Do: seat.DoMove, From: "a6", To: "a7"}))
	events := blue.Events(before.Number)
	require.Equal(t, []seat.EventKind{seat.EventMove, seat.EventClash}, kinds(events))
	require.False(t, events[0].Turn.Complete)
	require.Equal(t, []string{"a6", "a7"}, events[0].Turn.Path)
	require.Nil(t, events[0].Turn.Announcement)
	turn := events[1].Turn
	require.True(t, turn.Complete)
	require.Equal(t, "a6xa7+", turn.Text)
	require.True(t, turn.Announcement.DefenderLeaves)
	require.Equal(t, []seat.Ref{*turn.Met}, turn.Left)

	st := blue.State()
	require.Equal(t, turn, st.Last)
	require.Equal(t, "blue", st.ToMove)
	attacker := pieceAt(t, st, "a7")
	require.Empty(t, attacker.Type)
	require.NotContains(t, attacker.May, "mine")
	require.Equal(t, []seat.Fact{{
		Source: "clash", Ply: 1, Types: attacker.May, Met: turn.Met, Announcement: turn.Announcement,
	}}, attacker.Facts)
	require.Equal(t, map[string]int{"regiment": 1}, st.Seats[engine.Blue].LostTypes)
	require.Equal(t, 24, st.Seats[engine.Blue].Left)
	require.Empty(t, red.State().Seats[engine.Blue].LostTypes, "red does not know what it took")
	require.Equal(t, 1, red.State().Seats[engine.Blue].Lost)
}

func TestPartnersSeeEachOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	game := randomTable(rules(t, "siguo,way=partners"), rng)
	red, watcher := seatOf(t, game.session(engine.Red)), seatOf(t, game.session(nobody))
	for _, p := range red.State().Pieces {
		require.Equal(t, map[string]string{"red": "own", "amber": "opened"}[p.Seat], p.By)
		require.Equal(t, p.By == "", p.Type == "")
	}
	for _, p := range watcher.State().Pieces {
		require.Empty(t, p.Type)
	}
	require.Equal(t, []seat.Player{{Seat: "red", You: true}, {Seat: "blue", Team: 1}, {Seat: "amber"}, {Seat: "teal", Team: 1}}, red.Table().Players)
}

// What a partner shows comes a while after the game has begun, or is false: both are told,
// and a true one after a false one shows its pieces.
func TestPeeksAreTold(t *testing.T) {
	game := randomTable(rules(t, "siguo,way=partners"), rand.New(rand.NewPCG(5, 6)))
	var stage atomic.Value // which the seat reads whenever it looks
	stage.Store(seat.PeekAwaited)
	game.edit = func(l *seat.Look) {
		if l.Watching {
			return
		}
		side := &l.Sides[engine.Amber]
		if side.Peek = stage.Load().(string); side.Peek != seat.PeekShown {
			side.Layout = nil
		}
	}
	red := seatOf(t, game.session(engine.Red))
	told := func() []seat.Event {
		return slices.DeleteFunc(red.Events(0), func(e seat.Event) bool { return e.Kind != seat.EventPeek && e.Kind != seat.EventFalse })
	}
	opened := func() (n int) {
		for _, p := range red.State().Pieces {
			if p.By == "opened" {
				n++
			}
		}
		return n
	}
	require.Equal(t, seat.PeekAwaited, red.State().Seats[engine.Amber].Peek)
	require.Empty(t, told())
	require.Zero(t, opened())

	stage.Store(seat.PeekFalse)
	require.Equal(t, seat.PeekFalse, red.State().Seats[engine.Amber].Peek)
	require.Len(t, told(), 1)
	require.Equal(t, seat.EventFalse, told()[0].Kind)
	require.Zero(t, opened())

	stage.Store(seat.PeekShown)
	require.Equal(t, 25, opened())
	require.Len(t, told(), 2)
	require.Equal(t, game.rules.FormatLayout(game.referee.Layout(engine.Amber)), told()[1].Layout)
}

func TestWhoLostIsToldSo(t *testing.T) {
	game := standardTable(t)
	sessions := map[string]*seat.Seat{
		"won": seatOf(t, game.session(engine.Blue)), "lost": seatOf(t, game.session(engine.Red)), "": seatOf(t, game.session(nobody)),
	}
	require.NoError(t, game.play(game.move("a6-a7"), nil))
	require.NoError(t, game.play(engine.ResignEvent(engine.Red), nil))
	for you, s := range sessions {
		require.Equal(t, &seat.Result{Winners: []string{"blue"}, Reason: "resignation", You: you}, s.State().Result)
		events := s.Events(0)
		require.Equal(t, seat.EventOver, events[len(events)-1].Kind)
	}
}

func TestAMatchIsToldInOrder(t *testing.T) {
	game := standardTable(t)
	joined, ready := 1, 0
	game.edit = func(l *seat.Look) {
		for i := range l.Sides {
			l.Sides[i].Joined, l.Sides[i].Ready, l.Sides[i].Online = i < joined, i < ready, i < joined
		}
		if ready < 2 {
			l.Phase = seat.Arrange
		}
	}
	red := seatOf(t, game.session(engine.Red))
	require.Empty(t, red.State().Pieces)
	for _, f := range []func(){func() { joined = 2 }, func() { ready = 1 }, func() { ready = 2 }, func() { joined = 1 }} {
		game.change(f)
		red.State()
	}
	require.Equal(t, []seat.EventKind{
		seat.EventJoined, seat.EventJoined, seat.EventOnline, seat.EventLayout, seat.EventLayout, seat.EventStarted, seat.EventOffline,
	}, kinds(red.Events(0)))
	require.Zero(t, red.Events(0)[0].At, "before this run")
	require.EqualValues(t, day.UnixMilli(), red.Events(1)[0].At)
	require.NotEmpty(t, red.Events(3)[0].Layout, "its own layout")
	require.Empty(t, red.Events(4)[0].Layout, "blue's")
	require.Len(t, red.State().Pieces, 50)
}

func TestRefusalsHaveCodes(t *testing.T) {
	far := seat.Ref{Seat: "amber", Number: 3}
	for name, test := range map[string]struct {
		command seat.Command
		code    string
	}{
		"unknown":           {seat.Command{Do: "dance"}, "seat.unknown-command"},
		"no node":           {seat.Command{Do: seat.DoMove, From: "z9", To: "a7"}, "seat.no-such-node"},
		"to no node":        {seat.Command{Do: seat.DoMove, From: "a6", To: ""}, "seat.no-such-node"},
		"empty node":        {seat.Command{Do: seat.DoMove, From: "b8", To: "a7"}, "engine.node-empty"},
		"mark nothing":      {seat.Command{Do: seat.DoMark, Mark: "?"}, "seat.which-piece"},
		"mark nobody's":     {seat.Command{Do: seat.DoMark, Mark: "?", Piece: &far}, "seat.no-such-piece"},
		"mark no such seat": {seat.Command{Do: seat.DoMark, Mark: "?", Piece: &seat.Ref{Seat: "grey"}}, "engine.unknown-seat"},
		"mark too far":      {seat.Command{Do: seat.DoMark, Mark: "?", Piece: &seat.Ref{Seat: "red", Number: 25}}, "seat.no-such-piece"},
		"mark below":        {seat.Command{Do: seat.DoMark, Mark: "?", Piece: &seat.Ref{Seat: "red", Number: -1}}, "seat.no-such-piece"},
		"long mark":         {seat.Command{Do: seat.DoMark, Mark: strings.Repeat("x", 33), Piece: &seat.Ref{Seat: "red"}}, "seat.mark-long"},
		"mark of two lines": {seat.Command{Do: seat.DoMark, Mark: "a\nb", Piece: &seat.Ref{Seat: "red"}}, "seat.mark-text"},
		"mark of no text":   {seat.Command{Do: seat.DoMark, Mark: "\xff", Piece: &seat.Ref{Seat: "red"}}, "seat.mark-text"},
		"layout of nothing": {seat.Command{Do: seat.DoLayout}, "engine.layout-few-rows"},
	} {
		t.Run(name, func(t *testing.T) {
			red := seatOf(t, standardTable(t).session(engine.Red))
			before := toJSON(t, red.State())
			err := red.Do(test.command)
			var c seat.Coded
			require.ErrorAs(t, err, &c)
			require.Equal(t, test.code, c.Code(), err)
			require.Equal(t, before, toJSON(t, red.State()))
		})
	}
}

// What is no command is refused in the words of the format, and not of this language.
func TestCommandsOfTheWrongFormAreRefused(t *testing.T) {
	for text, problem := range map[string]struct{ code, text string }{
		`{"do": "layout", "layout": 5}`:             {"seat.field-type", `the field "layout" of a command is of JSON type string, not number`},
		`{"do": "move", "offer": "yes"}`:            {"seat.field-type", `the field "offer" of a command is of JSON type boolean, not string`},
		`{"do": ["move"]}`:                          {"seat.field-type", `the field "do" of a command is of JSON type string, not array`},
		`{"do": "mark", "piece": "a6"}`:             {"seat.field-type", `the field "piece" of a command is of JSON type object, not string`},
		`{"do": "mark", "piece": {"number": 1.5}}`:  {"seat.field-type", `the field "piece.number" of a command is of JSON type integer, not number`},
		`{"do": "mark", "piece": {"number": true}}`: {"seat.field-type", `the field "piece.number" of a command is of JSON type integer, not boolean`},
		`["move"]`: {"seat.no-object", "a command is a JSON object, not of type array"},
		`true`:     {"seat.no-object", "a command is a JSON object, not of type boolean"},
	} {
		var c seat.Command
		err := json.Unmarshal([]byte(text), &c)
		require.Equal(t, problem.code, coded.Code(err), text)
		require.EqualError(t, err, problem.text)
	}
	var c seat.Command
	require.NoError(t, json.Unmarshal([]byte(`{"do": "move", "from": "a6", "to": "a7", "later": 1}`), &c))
	require.Equal(t, seat.Command{Do: seat.DoMove, From: "a6", To: "a7"}, c)
}

// The error of an illegal layout has a code, and says which piece stands where it may not.
func TestAnIllegalLayoutIsRefusedWithItsPiece(t *testing.T) {
	red := seatOf(t, standardTable(t).session(engine.Red))
	err := red.Do(seat.Command{Do: seat.DoLayout, Layout: "M3425/8.1.7/B5.69/4.B.7/36121/MFM23"})
	var c seat.Coded
	require.ErrorAs(t, err, &c)
	require.NotEmpty(t, c.Code())
	var at *engine.LayoutError
	require.ErrorAs(t, err, &at)
	require.Equal(t, 0, at.Number)
}

func TestALayoutCanBeNamed(t *testing.T) {
	session := standardTable(t).session(engine.Red)
	require.NoError(t, seatOf(t, session).Do(seat.Command{Do: seat.DoLayout, Layout: "triangle"}))
	require.Equal(t, junqi.Layouts()["triangle"], session.placed)

	text, err := os.ReadFile("../../testdata/rulesets/skirmish.json")
	require.NoError(t, err)
	skirmish, err := engine.ParseRules(text)
	require.NoError(t, err)
	game := randomTable(skirmish, rand.New(rand.NewPCG(1, 2)))
	err = seatOf(t, game.session(engine.Red)).Do(seat.Command{Do: seat.DoLayout, Layout: "triangle"})
	require.Equal(t, "engine.layout-few-rows", coded.Code(err), "a name of another game's")
}

func TestErrorsWithoutACodeGetOne(t *testing.T) {
	session := standardTable(t).session(engine.Red)
	session.err = errors.New("the disk is full")
	err := seatOf(t, session).Do(seat.Command{Do: seat.DoResign})
	require.ErrorIs(t, err, session.err)
	require.Equal(t, "seat.failed", coded.Code(err))
	require.Equal(t, seat.Problem{
		Code: "seat.failed", Text: "the disk is full",
		Args: []any{seat.Problem{Text: "the disk is full", Args: []any{}}},
	}, seat.ProblemOf(err))
}

func TestCommandsReachTheSession(t *testing.T) {
	session := standardTable(t).session(engine.Red)
	red := seatOf(t, session)
	for _, what := range []string{seat.DoArranging, seat.DoAccept, seat.DoResign, seat.DoPass, seat.DoClaim} {
		require.NoError(t, red.Do(seat.Command{Do: what}))
	}
	require.NoError(t, red.Do(seat.Command{Do: seat.DoLayout, Layout: "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"}))
	require.Equal(t, []string{"arranging", "accept", "resign", "pass", "claim", "place"}, session.did)
	require.Equal(t, session.referee.Layout(engine.Red), session.placed)
}

// can says which commands make sense if the network tells something else.
func can(t *testing.T, who engine.Seat, edit func(*seat.Look)) []string {
	game := standardTable(t)
	game.edit = edit
	return seatOf(t, game.session(who)).State().Can
}

func TestWhatCanBeDone(t *testing.T) {
	require.Equal(t, []string{"move", "offer", "pass", "resign", "mark"}, can(t, engine.Red, func(*seat.Look) {}))
	require.Equal(t, []string{"resign", "mark"}, can(t, engine.Blue, func(*seat.Look) {}))
	require.Equal(t, []string{"mark"}, can(t, nobody, func(*seat.Look) {}))
	require.Equal(t, []string{"mark"}, can(t, engine.Red, func(l *seat.Look) { l.Link.Hold = "unheard" }))
	require.Equal(t, []string{"resign", "claim", "mark"}, can(t, engine.Blue, func(l *seat.Look) { l.Claimable = day }))
	require.Equal(t, []string{"resign", "mark"}, can(t, engine.Blue, func(l *seat.Look) { l.Claimable = day.Add(time.Second) }))
	require.Equal(t, []string{"resign", "claim", "wait", "mark"}, can(t, engine.Blue, func(l *seat.Look) { l.Claimable, l.VoteAt = day, day.Add(time.Minute) }))
	require.Equal(t, []string{"resign", "mark"}, can(t, engine.Blue, func(l *seat.Look) { l.Claimable, l.VoteAt = day.Add(time.Second), day.Add(time.Minute) }), "nobody is silent yet")
	require.Equal(t, []string{"layout", "arranging"}, can(t, engine.Red, func(l *seat.Look) {
		l.Decision, l.Phase = "layout", seat.Arrange
		l.Sides[engine.Blue].Ready = false
	}))
}

// kept keeps marks as a folder would.
type kept struct{ marks map[engine.Piece]string }

func (k *kept) Load() (map[engine.Piece]string, error) { return k.marks, nil }

func (k *kept) Save(m map[engine.Piece]string) error {
	k.marks = m
	return nil
}

func TestMarksOutlastTheProgram(t *testing.T) {
	session := standardTable(t).session(engine.Red)
	folder := &kept{}
	open := func() *seat.Seat {
		s, err := seat.New(session, seat.Options{Marks: folder})
		require.NoError(t, err)
		t.Cleanup(s.Close)
		return s
	}
	piece := seat.Ref{Seat: "blue", Number: 3}
	require.NoError(t, open().Do(seat.Command{Do: seat.DoMark, Piece: &piece, Mark: "雷?"}))
	again := open()
	marked := func() (list []seat.Ref) {
		for _, p := range again.State().Pieces {
			if p.Mark == "雷?" {
				list = append(list, p.Ref)
			}
		}
		return list
	}
	require.Equal(t, []seat.Ref{piece}, marked())
	require.NoError(t, again.Do(seat.Command{Do: seat.DoMark, Piece: &piece}))
	require.Empty(t, marked())
	require.Empty(t, folder.marks)
}

// keptTimes keeps times as a folder would.
type keptTimes struct{ all []seat.Millis }

func (k *keptTimes) Load() []seat.Millis { return k.all }

func (k *keptTimes) Save(all []seat.Millis) { k.all = all }

// When each turn was seen is known after the program has started again, in the match or once it is over; but of turns
// that were not kept.
func TestTimesOutlastTheProgram(t *testing.T) {
	game := standardTable(t)
	var passed atomic.Int64 // a time.Duration since day
	open := func(k *keptTimes) func() []seat.Millis {
		s, err := seat.New(game.session(engine.Red), seat.Options{Times: k, Now: func() time.Time { return day.Add(time.Duration(passed.Load())) }})
		require.NoError(t, err)
		t.Cleanup(s.Close)
		return func() []seat.Millis {
			var at []seat.Millis
			for _, e := range s.Events(0) {
				if e.Turn != nil {
					at = append(at[:e.Turn.Number-1], e.At)
				}
			}
			return at
		}
	}
	whole, half := &keptTimes{}, &keptTimes{}
	first := open(whole)
	first()
	require.NoError(t, game.play(game.move("a6-a7"), nil))
	began := seat.Millis(day.UnixMilli())
	require.Equal(t, []seat.Millis{began}, first())
	require.Equal(t, []seat.Millis{began}, whole.all)
	require.Equal(t, []seat.Millis{began}, open(&keptTimes{whole.all})(), "resumed")
	second := open(half)
	second()
	passed.Add(int64(time.Minute))
	require.NoError(t, game.play(engine.ResignEvent(engine.Red), nil))
	require.Equal(t, []seat.Millis{began, began + 60_000}, first())
	require.Equal(t, []seat.Millis{0, began + 60_000}, second())
	passed.Add(int64(time.Hour))
	require.Equal(t, []seat.Millis{began, began + 60_000}, open(whole)())
	require.Equal(t, []seat.Millis{0, began + 60_000}, open(half)())
	require.Equal(t, []seat.Millis{0, 0}, open(&keptTimes{})())
}

func TestALogDoesNotGrowWithALinkThatFlaps(t *testing.T) {
	game := standardTable(t)
	online := true
	game.edit = func(l *seat.Look) { l.Sides[engine.Blue].Online = online }
	red := seatOf(t, game.session(engine.Red))
	require.NoError(t, game.play(game.move("a6-a7"), nil))
	for range 1000 {
		game.change(func() { online = !online })
		red.State()
	}
	events := red.Events(0)
	require.Less(t, len(events), 300)
	require.Contains(t, kinds(events), seat.EventClash)
	last := red.State().Number
	require.Equal(t, last, events[len(events)-1].Number)
	require.Empty(t, red.Events(last))
	require.Len(t, red.Events(last-1), 1)
}

func TestAChangeWakesWhoWaits(t *testing.T) {
	game := standardTable(t)
	blue := seatOf(t, game.session(engine.Blue))
	blue.State()
	move := game.move("a6-a7")
	changed := blue.Changed()
	go game.play(move, nil)
	for ; blue.State().Ply == 0; changed = blue.Changed() {
		<-changed
	}
}

func TestAnEventThatBreaksARuleEndsTheFold(t *testing.T) {
	game := standardTable(t)
	red := seatOf(t, game.session(engine.Red))
	game.change(func() { game.events = append(game.events, engine.PassEvent(engine.Blue)) })
	require.Equal(t, 0, red.State().Ply)
	var broken *engine.RuleError
	require.ErrorAs(t, red.Err(), &broken)
}

func TestOldStatesStay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	game := randomTable(rules(t, "siguo"), rng)
	red := seatOf(t, game.session(engine.Red))
	var states []seat.State
	var texts []string
	game.playOut(rng, 40, func() {
		st := red.State()
		states, texts = append(states, st), append(texts, toJSON(t, st))
	})
	for i, st := range states {
		require.Equal(t, texts[i], toJSON(t, st))
	}
}

func TestAStateSurvivesItsJSON(t *testing.T) {
	game := standardTable(t)
	red := seatOf(t, game.session(engine.Red))
	require.NoError(t, game.play(game.move("a6-a7"), nil))
	var back seat.State
	require.NoError(t, json.Unmarshal([]byte(toJSON(t, red.State())), &back))
	require.Equal(t, red.State(), back)
	require.NotContains(t, toJSON(t, back), "null,\"moves\"", "lists are empty, not null")
}
