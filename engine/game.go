package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Game is a game, or the beginning of one, as it is stored and exchanged: its rules, the first
// mover, the events, and the layouts shown so far.
type Game struct {
	Rules   *Ruleset
	First   Seat
	Events  []Event
	Layouts [MaxSeats]Layout // nil where a layout has not been shown
}

// Replay returns the position after all events. It fails if an event breaks a rule, or
// contradicts a layout that was shown.
func (g *Game) Replay() (Position, error) {
	p, err := g.start()
	for i := 0; err == nil && i < len(g.Events); i++ {
		err = g.step(&p, g.Events[i])
	}
	return p, err
}

// start returns the position before the first event, if the game may begin so.
func (g *Game) start() (Position, error) {
	if err := g.checkFirst(); err != nil {
		return Position{}, err
	}
	for seat := range g.Layouts {
		if err := g.checkLayout(Seat(seat)); err != nil {
			return Position{}, err
		}
	}
	return Start(g.Rules, g.First), nil
}

func (g *Game) checkFirst() error {
	if !g.Rules.HasSeat(g.First) {
		return coded.Errorf("engine.first-not-here", "%s moves first, but there are only %s", g.First, SeatsOf(g.Rules.Seats()...))
	}
	if first, settled := g.Rules.First(); settled && g.First != first {
		return coded.Errorf("engine.first-otherwise", "%s moves first, but under the rules it is %s", g.First, first)
	}
	return nil
}

func (g *Game) checkLayout(seat Seat) error {
	l := g.Layouts[seat]
	if l == nil {
		return nil
	}
	if !g.Rules.HasSeat(seat) {
		return coded.Errorf("engine.layout-of-nobody", "a layout of %s, but there are only %s", seat, SeatsOf(g.Rules.Seats()...))
	}
	if err := g.Rules.CheckLayout(l); err != nil {
		return coded.Errorf("engine.layout-of-seat", "%s: %w", seat, err)
	}
	return nil
}

// step applies an event, or refuses it with a *RuleError.
func (g *Game) step(p *Position, e Event) error {
	before := *p
	if err := p.Apply(e); err != nil {
		return err
	}
	if err := g.untrue(&before, e); err != nil {
		*p = before
		return g.Rules.refuse(e, err)
	}
	return nil
}

// untrue says what the layouts that were shown have against an event that looks legal
// to everybody.
func (g *Game) untrue(before *Position, e Event) error {
	if own := g.Layouts[e.Seat]; own != nil {
		if err := before.Refute(e, own); err != nil {
			return err
		}
		if flag := before.flagOf(e.Seat, own); e.Flag != NoNode && e.Flag != flag {
			return coded.Errorf("engine.flag-elsewhere", "%s's flag is on %s", e.Seat, g.Rules.board.Name(flag))
		}
	}
	if e.Kind != EventAnswer {
		return nil
	}
	attacker, defender, movers, _ := before.Clash()
	attackers, defenders := g.types(before, attacker)&movers, g.types(before, defender)
	if !before.clashRules().clash.possible(e.Code, attackers, defenders) {
		return coded.Errorf("engine.not-announced", "that is not what is announced when %s meets %s",
			g.Rules.Letters(attackers), g.Rules.Letters(defenders))
	}
	return nil
}

// types returns what a piece may be by what is publicly known, or what it is, if its layout
// was shown.
func (g *Game) types(p *Position, piece Piece) TypeSet {
	if own := g.Layouts[piece.Seat()]; own != nil {
		return TypesOf(own[piece.Number()])
	}
	return p.Known(piece) & p.left(piece)
}

// The tags of a game's text, beside the layouts' tags, which are the seats' names.
const (
	tagRules  = "Rules"
	tagFirst  = "First"
	tagResult = "Result"
)

// tagSeat returns the tag of a seat's layout, such as "Red".
func tagSeat(seat Seat) string {
	name := seat.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// FormatGame writes a game down. First come the rules as rules writes them, who moved first, the
// layouts that were shown, and the result, then the turns, one of each seat per line, written as
// [Turn] says:
//
//	[Rules "standard,mines=exploding"]
//	[First "red"]
//	[Red "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"]
//	[Result "red wins (resignation)"]
//
//	1. a6-a7 b12-a12
//	2. a7xa8+ resign:blue
//
// rules must return one line; if it is nil, FormatGame writes the canonical text of the rules.
// A game that is not over has the result "not over". It fails if the game breaks a rule.
func FormatGame(g Game, rules func(*Ruleset) string) (string, error) {
	p, err := g.Replay()
	if err != nil {
		return "", coded.Errorf("engine.game", "game: %w", err)
	}
	turns, err := Turns(g.Rules, g.First, g.Events)
	if err != nil {
		return "", coded.Errorf("engine.game", "game: %w", err)
	}
	if rules == nil {
		rules = func(rs *Ruleset) string { return string(rs.text) }
	}
	var b strings.Builder
	tag := func(name, value string) { fmt.Fprintf(&b, "[%s \"%s\"]\n", name, value) }
	tag(tagRules, rules(g.Rules))
	tag(tagFirst, g.First.String())
	for seat, l := range g.Layouts {
		if l != nil {
			tag(tagSeat(Seat(seat)), g.Rules.FormatLayout(l))
		}
	}
	tag(tagResult, p.Result().String())
	if len(turns) > 0 {
		b.WriteByte('\n')
	}
	line := 1
	for round := range slices.Chunk(turns, g.Rules.numSeats) {
		fmt.Fprintf(&b, "%d.", line)
		for _, t := range round {
			b.WriteString(" " + g.Rules.FormatTurn(t))
		}
		b.WriteByte('\n')
		line++
	}
	return b.String(), nil
}

// ParseGame reads a game as [FormatGame] writes it, where rules reads the content of the Rules tag;
// if it is nil, [ParseRules] does. ParseGame replays the game, and refuses one that breaks a rule,
// contradicts a shown layout, or does not end with the stated result; the error names the line.
// Blank lines, and spaces and line breaks between turns, are free, and turn numbers may be omitted.
func ParseGame(text string, rules func(string) (*Ruleset, error)) (Game, error) {
	if rules == nil {
		rules = func(text string) (*Ruleset, error) { return ParseRules([]byte(text)) }
	}
	r := gameReader{rules: rules, tags: map[string]tag{}}
	if err := r.readAll(text); err != nil {
		return Game{}, coded.Errorf("engine.game-line", "game: line %d: %w", r.line, err)
	}
	return r.game, nil
}

// gameReader is a game that is being read.
type gameReader struct {
	rules func(string) (*Ruleset, error)
	line  int
	tags  map[string]tag
	begun bool // the tags are read

	game     Game
	position Position
	turns    int
	last     Turn // the turn before
}

// tag is the value of a tag and the line where it stands.
type tag struct {
	value string
	line  int
}

// readAll reads a game's text; if that fails, line is where.
func (r *gameReader) readAll(text string) error {
	for line := range strings.SplitSeq(text, "\n") {
		r.line++
		if err := r.read(strings.TrimSpace(line)); err != nil {
			return err
		}
	}
	if !r.begun {
		if err := r.begin(); err != nil {
			return err
		}
	}
	if said := r.tags[tagResult]; said.value != r.position.Result().String() {
		r.line = said.line
		return coded.Errorf("engine.game-result", "the result is %q, but the turns make it %q", said.value, r.position.Result())
	}
	return nil
}

func (r *gameReader) read(line string) error {
	switch {
	case line == "":
		return nil
	case line[0] == '[':
		return r.readTag(line)
	case !r.begun:
		if err := r.begin(); err != nil {
			return err
		}
	}
	for word := range strings.FieldsSeq(line) {
		if err := r.readWord(word); err != nil {
			return err
		}
	}
	return nil
}

func tagNames() []string {
	names := []string{tagRules, tagFirst}
	for seat := range Seat(MaxSeats) {
		names = append(names, tagSeat(seat))
	}
	return append(names, tagResult)
}

func (r *gameReader) readTag(line string) error {
	name, value, _ := strings.Cut(strings.TrimPrefix(line, "["), " ")
	switch value, ok := strings.CutSuffix(value, "\"]"); {
	case !slices.Contains(tagNames(), name):
		return coded.Errorf("engine.unknown-tag", "unknown tag %q: expected one of %s", name, strings.Join(tagNames(), ", "))
	case !ok || !strings.HasPrefix(value, "\""):
		return coded.Errorf("engine.bad-tag", "tag %s: write [%s \"value\"]", name, name)
	case r.begun:
		return coded.Errorf("engine.late-tag", "tag %s comes after the first turn: tags must come first", name)
	case r.tags[name].line > 0:
		return coded.Errorf("engine.tag-twice", "tag %s is given twice", name)
	default:
		r.tags[name] = tag{value[1:], r.line}
	}
	return nil
}

func (r *gameReader) begin() error {
	r.begun = true
	for _, due := range []struct{ name, example string }{
		{tagRules, "standard"}, {tagFirst, Red.String()}, {tagResult, Result{}.String()},
	} {
		if r.tags[due.name].line == 0 {
			return coded.Errorf("engine.no-tag", "there is no tag %s: add [%s \"%s\"] above the turns", due.name, due.name, due.example)
		}
	}
	steps := []struct {
		name string
		take func(value string) error
	}{
		{tagRules, func(value string) (err error) {
			r.game.Rules, err = r.rules(value)
			return err
		}},
		{tagFirst, func(value string) (err error) {
			if r.game.First, err = ParseSeat(value); err != nil {
				return err
			}
			return r.game.checkFirst()
		}},
	}
	for seat := range Seat(MaxSeats) {
		steps = append(steps, struct {
			name string
			take func(value string) error
		}{tagSeat(seat), func(value string) error { return r.layout(seat, value) }})
	}
	for _, step := range steps { // an error in a tag is one of the tag's line
		if t := r.tags[step.name]; t.line > 0 {
			if err := step.take(t.value); err != nil {
				r.line = t.line
				return err
			}
		}
	}
	r.position = Start(r.game.Rules, r.game.First)
	return nil
}

func (r *gameReader) layout(seat Seat, text string) error {
	l, err := r.game.Rules.ParseLayout(text)
	if err != nil {
		return err
	}
	r.game.Layouts[seat] = l
	return r.game.checkLayout(seat)
}

// readWord reads the number of a line of turns, or a turn.
func (r *gameReader) readWord(word string) error {
	seats := r.game.Rules.numSeats
	if number, ok := strings.CutSuffix(word, "."); ok {
		if want := fmt.Sprint(r.turns/seats + 1); number != want || r.turns%seats > 0 {
			return coded.Errorf("engine.turn-number", "number %s is out of place before turn %d: 1. goes before turn 1, 2. before turn %d, and so on",
				word, r.turns+1, seats+1)
		}
		return nil
	}
	t, err := r.game.Rules.ParseTurn(word)
	if err != nil {
		return err
	}
	if err := r.play(t); err != nil {
		return coded.Errorf("engine.game-turn", "turn %d, %s: %w", r.turns+1, word, err)
	}
	r.turns++
	return nil
}

func (r *gameReader) play(want Turn) error {
	var got *Turn
	step := func(e Event) error {
		next := TurnOf(&r.position, e)
		if got == nil {
			got = &next
		} else {
			got.Join(next)
		}
		r.game.Events = append(r.game.Events, e)
		return r.game.step(&r.position, e)
	}
	implied := func() error {
		for e, ok := r.position.implied(); ok; e, ok = r.position.implied() {
			if err := step(e); err != nil {
				return err
			}
		}
		return nil
	}
	if want.Kind != EventAnswer && want.Kind != EventShow && want.Kind != EventFace {
		if err := cmp.Or(step(r.opening(want)), implied()); err != nil {
			return err
		}
	}
	if r.position.Phase() == PhaseShare && want.Token != NoToken {
		if err := cmp.Or(step(FaceEvent(r.position.ToAct(), want.Token)), implied()); err != nil {
			return err
		}
	}
	if r.position.phase == PhaseAnswer && want.answered() && want.Kind != EventShow {
		code, flag, err := r.answer(want)
		if err != nil {
			return err
		}
		if err := cmp.Or(step(AnswerEvent(r.position.ToAct(), code, flag)), implied()); err != nil {
			return err
		}
	}
	if seat := r.position.turn; r.position.phase == PhaseShow && want.Flag[seat] != NoNode {
		if err := step(ShowEvent(seat, want.Flag[seat])); err != nil {
			return err
		}
	}
	switch {
	case got == nil:
		return coded.Errorf("engine.announcement-unasked", "nothing asks for this announcement")
	case *got != want:
		return coded.Errorf("engine.turn-by-rules", "under the rules this turn is written %s", r.game.Rules.FormatTurn(*got))
	case r.last.Join(want):
		return coded.Errorf("engine.announcement-apart", "an announcement is written without a space after the turn that it belongs to")
	}
	r.last = want
	return nil
}

// opening returns the first event of a turn.
func (r *gameReader) opening(t Turn) Event {
	switch t.Kind {
	case EventMove:
		return MoveEvent(r.position.ToAct(), t.Move, t.Offers)
	case EventFlip:
		return FlipEvent(r.position.ToAct(), t.Move.To, t.Offers)
	case EventArrive:
		return ArriveEvent(r.position.ToAct(), t.Move.To)
	case EventResign, EventAbsent:
		return plainEvent(t.Kind, t.Seat)
	}
	return plainEvent(t.Kind, r.position.ToAct())
}

func (t Turn) answered() bool {
	unanswered := quietTurn(t.Kind)
	unanswered.Seat, unanswered.Move, unanswered.Attacks, unanswered.Offers = t.Seat, t.Move, t.Attacks, t.Offers
	unanswered.Token = t.Token
	return t != unanswered
}

// answer returns the announcement that a turn writes down, as its code, with the place of
// the flag of the seat that was attacked.
func (r *gameReader) answer(t Turn) (Code, Node, error) {
	attacker, defender := r.position.turn, r.position.ToAct()
	code := r.game.Rules.Code(Announcement{
		AttackerLeaves:    t.AttackerLeaves,
		DefenderLeaves:    t.DefenderLeaves,
		FlagTaken:         t.FlagTaken,
		AttackerShowsFlag: t.Fell[attacker],
		DefenderShowsFlag: t.Fell[defender] && defender != attacker,
		Repelled:          t.Repelled,
		AttackerSeen:      t.AttackerSeen,
		DefenderSeen:      t.DefenderSeen,
	})
	if code == NoCode {
		return code, NoNode, coded.Errorf("engine.never-announced", "under these rules that is never announced")
	}
	return code, t.Flag[defender], nil
}
