package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Game is a game, or the beginning of one, as it is kept and passed on: by what rules,
// who began, what happened, and the layouts as far as they have been shown.
type Game struct {
	Rules   *Ruleset
	First   Seat
	Events  []Event
	Layouts [NumSeats]*Layout // nil where a layout has not been shown
}

// Replay is the position after all events. It fails where an event breaks a rule, or is
// not what a layout says that was shown.
func (g *Game) Replay() (Position, error) {
	p, err := g.start()
	for i := 0; err == nil && i < len(g.Events); i++ {
		err = g.step(&p, g.Events[i])
	}
	return p, err
}

// start is the position before the first event, if the game may begin so.
func (g *Game) start() (Position, error) {
	if err := g.checkFirst(); err != nil {
		return Position{}, err
	}
	for seat := Red; seat.Valid(); seat++ {
		if err := g.checkLayout(seat); err != nil {
			return Position{}, err
		}
	}
	return Start(g.Rules, g.First), nil
}

func (g *Game) checkFirst() error {
	if first, settled := g.Rules.First(); !g.First.Valid() || settled && g.First != first {
		return fmt.Errorf("%s moves first, but by the rules it is %s", g.First, g.Rules.Option(optFirst))
	}
	return nil
}

func (g *Game) checkLayout(seat Seat) error {
	if g.Layouts[seat] == nil {
		return nil
	}
	if err := g.Rules.CheckLayout(*g.Layouts[seat]); err != nil {
		return fmt.Errorf("%s: %w", seat, err)
	}
	return nil
}

// step applies an event, or refuses it with a *RuleError.
func (g *Game) step(p *Position, e Event) error {
	before := *p
	if err := p.Apply(e); err != nil {
		return err
	}
	if reason := g.untrue(&before, e); reason != "" {
		*p = before
		return &RuleError{e, reason}
	}
	return nil
}

// untrue says what the layouts that were shown have against an event that looks legal
// to everybody.
func (g *Game) untrue(before *Position, e Event) (reason string) {
	if own := g.Layouts[e.Seat]; own != nil {
		if reason := before.Refute(e, *own); reason != "" {
			return reason
		}
		if e.Flag != NoNode && e.Flag != before.flagOf(e.Seat, *own) {
			return fmt.Sprintf("%s's flag stands on %s", e.Seat, before.flagOf(e.Seat, *own))
		}
	}
	if attacker, defender, movers, ok := before.Clash(); ok {
		attackers, defenders := g.types(before, attacker)&movers, g.types(before, defender)
		if !g.Rules.clash.possible(e.Code, attackers, defenders) {
			return fmt.Sprintf("that is not what is announced when %s meets %s", attackers, defenders)
		}
	}
	return ""
}

// types is what a piece may be by what is publicly known, or what it is, if its layout
// was shown.
func (g *Game) types(p *Position, piece Piece) TypeSet {
	if own := g.Layouts[piece.Seat()]; own != nil {
		return SetOf(own[piece.Number()])
	}
	return p.known[piece] & p.left(piece)
}

// The tags of a game's text.
const (
	tagRules  = "Rules"
	tagFirst  = "First"
	tagRed    = "Red"
	tagBlue   = "Blue"
	tagResult = "Result"
)

// FormatGame writes a game down. First come the rules as [Ruleset.String] has them,
// who moved first, the layouts that were shown, and the result, then two turns a line,
// written as [Turn] says:
//
//	[Rules "standard,mines=exploding"]
//	[First "red"]
//	[Red "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"]
//	[Result "red wins (resignation)"]
//
//	1. a6-a7 b12-a12
//	2. a7xa8+ resign
//
// Who resigned is not said by the turn, which may be the other seat's, but by the
// result. A game that is not over has the result "not over". It fails if the game
// breaks a rule.
func FormatGame(g Game) (string, error) {
	p, err := g.Replay()
	if err != nil {
		return "", fmt.Errorf("game: %w", err)
	}
	turns, err := Turns(g.Rules, g.First, g.Events)
	if err != nil {
		return "", fmt.Errorf("game: %w", err)
	}
	var b strings.Builder
	tag := func(name, value string) { fmt.Fprintf(&b, "[%s \"%s\"]\n", name, value) }
	tag(tagRules, g.Rules.String())
	tag(tagFirst, g.First.String())
	for seat, name := range []string{tagRed, tagBlue} {
		if l := g.Layouts[seat]; l != nil {
			tag(name, l.String())
		}
	}
	tag(tagResult, p.Result().String())
	for i, t := range turns {
		switch {
		case i%2 == 1:
			fmt.Fprintf(&b, " %s", t)
			continue
		case i == 0:
			b.WriteByte('\n')
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%d. %s", i/2+1, t)
	}
	if len(turns) > 0 {
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// ParseGame reads a game as [FormatGame] writes it. It plays the game over, and refuses
// what breaks a rule, contradicts a layout that was shown, or ends otherwise than the
// result says; the error names the line. Blank lines, the spaces between turns and the
// way in which turns are spread over lines are free, and numbers of turns may be left out.
func ParseGame(text string) (Game, error) {
	r := gameReader{tags: map[string]tag{}}
	for line := range strings.SplitSeq(text, "\n") {
		r.line++
		if err := r.read(strings.TrimSpace(line)); err != nil {
			return Game{}, fmt.Errorf("game: line %d: %w", r.line, err)
		}
	}
	if !r.begun {
		if err := r.begin(); err != nil {
			return Game{}, fmt.Errorf("game: line %d: %w", r.line, err)
		}
	}
	if said := r.tags[tagResult]; said.value != r.position.Result().String() {
		return Game{}, fmt.Errorf("game: line %d: the result is %q, but by the turns it is %q", said.line, said.value, r.position.Result())
	}
	return r.game, nil
}

// gameReader is a game that is being read.
type gameReader struct {
	line  int
	tags  map[string]tag
	begun bool // the tags are read

	game     Game
	position Position
	turns    int
}

// tag is the value of a tag and the line where it stands.
type tag struct {
	value string
	line  int
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

func (r *gameReader) readTag(line string) error {
	name, value, _ := strings.Cut(strings.TrimPrefix(line, "["), " ")
	names := []string{tagRules, tagFirst, tagRed, tagBlue, tagResult}
	switch value, ok := strings.CutSuffix(value, "\"]"); {
	case !slices.Contains(names, name):
		return fmt.Errorf("unknown tag %q: there are %s", name, strings.Join(names, ", "))
	case !ok || !strings.HasPrefix(value, "\""):
		return fmt.Errorf("tag %s: write [%s \"value\"]", name, name)
	case r.begun:
		return fmt.Errorf("tag %s stands after the first turn: tags come first", name)
	case r.tags[name].line > 0:
		return fmt.Errorf("tag %s stands twice", name)
	default:
		r.tags[name] = tag{value[1:], r.line}
	}
	return nil
}

// begin takes the tags in.
func (r *gameReader) begin() (err error) {
	r.begun = true
	for _, name := range []string{tagRules, tagFirst, tagResult} {
		if r.tags[name].line == 0 {
			return fmt.Errorf("there is no tag %s: add [%s \"%s\"] above the turns", name, name,
				map[string]string{tagRules: "standard", tagFirst: "red", tagResult: Result{}.String()}[name])
		}
	}
	// An error in a tag is one of the tag's line.
	for _, step := range []struct {
		name string
		take func(value string) error
	}{
		{tagRules, func(value string) error {
			r.game.Rules, err = Rules(value)
			return err
		}},
		{tagFirst, func(value string) error {
			if r.game.First, err = ParseSeat(value); err != nil {
				return err
			}
			return r.game.checkFirst()
		}},
		{tagRed, func(value string) error { return r.layout(Red, value) }},
		{tagBlue, func(value string) error { return r.layout(Blue, value) }},
	} {
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
	l, err := ParseLayout(text)
	if err != nil {
		return err
	}
	r.game.Layouts[seat] = &l
	return r.game.checkLayout(seat)
}

// readWord reads the number of two turns, or a turn.
func (r *gameReader) readWord(word string) error {
	if number, ok := strings.CutSuffix(word, "."); ok {
		if want := fmt.Sprint(r.turns/2 + 1); number != want || r.turns%2 == 1 {
			return fmt.Errorf("number %s is out of place before turn %d: 1. stands before turn 1, 2. before turn 3, and so on", word, r.turns+1)
		}
		return nil
	}
	t, err := ParseTurn(word)
	if err != nil {
		return err
	}
	if err := r.play(t); err != nil {
		return fmt.Errorf("turn %d, %s: %w", r.turns+1, word, err)
	}
	r.turns++
	return nil
}

// play makes a turn.
func (r *gameReader) play(want Turn) error {
	from := len(r.game.Events)
	before := r.position
	step := func(e Event) error {
		r.game.Events = append(r.game.Events, e)
		return r.game.step(&r.position, e)
	}
	seat := before.ToAct()
	if err := step(r.opening(seat, want)); err != nil {
		return err
	}
	if r.position.Phase() == PhaseAnswer && want.answered() {
		code := r.game.Rules.Code(want.announcement(seat))
		if code == NoCode {
			return fmt.Errorf("under these rules that is never announced")
		}
		if err := step(AnswerEvent(seat.Other(), code, want.Flag[seat.Other()])); err != nil {
			return err
		}
	}
	if r.position.Phase() == PhaseShow && want.Flag[seat] != NoNode {
		if err := step(ShowEvent(seat, want.Flag[seat])); err != nil {
			return err
		}
	}
	if got := turnOf(&before, r.game.Events[from:]); got != want {
		return fmt.Errorf("by the rules this turn is written %s", got)
	}
	return nil
}

// opening is the first event of a turn of a seat. A resignation is of who did not win.
func (r *gameReader) opening(seat Seat, t Turn) Event {
	switch t.Kind {
	case EventMove:
		return MoveEvent(seat, t.Move, t.Offers)
	case EventResign:
		if r.tags[tagResult].value == won(seat, ByResignation).String() {
			return ResignEvent(seat.Other())
		}
	}
	return plainEvent(t.Kind, seat)
}

// answered reports whether anything was announced of a turn.
func (t Turn) answered() bool {
	unanswered := quietTurn(t.Kind)
	unanswered.Move, unanswered.Attacks, unanswered.Offers = t.Move, t.Attacks, t.Offers
	return t != unanswered
}

// announcement is what was announced of an attack by a seat.
func (t Turn) announcement(attacker Seat) Announcement {
	return Announcement{
		AttackerLeaves:        t.AttackerLeaves,
		DefenderLeaves:        t.DefenderLeaves,
		FlagTaken:             t.FlagTaken,
		AttackerCommanderFell: t.Fell[attacker],
		DefenderCommanderFell: t.Fell[attacker.Other()],
		Repelled:              t.Repelled,
		Seen:                  t.Seen,
	}
}
