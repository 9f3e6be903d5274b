package junqi

import (
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Checked is the result of checking a recording against the rules.
type Checked struct {
	// Game is the recorded game in our own terms, as far as the rules could follow it.
	Game engine.Game
	// Whole says that they could follow it to its end.
	Whole bool
	// What the rules confirm: moves, what was said of clashes, flags shown, seats put out.
	Moves, Clashes, Flags, Outs int
	// Findings list what they don't, in the order of the steps.
	Findings []Finding
}

// Finding is a deviation of a recording from the rules.
type Finding struct {
	Step int   // from 1; 0 if it is about the whole
	Err  error // what, as an error with a code
}

// Check plays a recording over by the rules of siguo, with the layouts that it holds, and says
// what of it they confirm. It fails if the layouts are not legal.
//
// QQ differs from our rules in two ways, and the recorded game follows QQ. QQ puts a seat out
// as soon as it has no move, our rules only at its turn: a seat that QQ puts out before its
// turn resigns in our game, which takes its pieces off the board at the same moment. What is
// checked is QQ's own rule: after each move exactly those seats go out that have no move left.
// And a player who leaves the table is absent in our game, or resigns if that decides it. An
// agreed draw is written as offers made with the last moves.
//
// If a game goes on after so many quiet plies that our rules end it, or a seat gives up
// earlier than they allow, that is a finding, and the game is played by rules without this
// limit; a draw later than that is taken for one by quiet plies, and the game left open.
func (r *Recording) Check() (Checked, error) {
	var relaxed []Finding
	spec := "siguo"
	for {
		rs, err := Rules(spec)
		if err != nil {
			return Checked{}, err // unreachable: these are options of siguo
		}
		c := checker{recording: r, checked: Checked{Game: engine.Game{Rules: rs}, Findings: slices.Clone(relaxed)}}
		if err := c.begin(); err != nil {
			return Checked{}, err
		}
		option := c.play()
		if option == "" || strings.Contains(spec, option) {
			slices.SortStableFunc(c.checked.Findings, func(a, b Finding) int { return a.Step - b.Step })
			return c.checked, nil
		}
		relaxed = append(relaxed, c.checked.Findings[len(c.checked.Findings)-1])
		spec += "," + option
	}
}

// The options without which the rules follow a game further, in one of two ways.
const (
	noQuietDraw = "quiet-draw=off"
	noResignPly = "resign-from=off"
)

// checker plays a recording over.
type checker struct {
	recording *Recording
	checked   Checked
	position  engine.Position
	layouts   []engine.Layout
	step      int            // the step that is being played, from 1
	told      engine.SeatSet // the seats that are out by the recording
	stuck     engine.SeatSet // of whom it was found that they have no move and are not put out
	expected  *Step          // the last step that said who moves next
	ended     bool
}

func (c *checker) begin() error {
	g := &c.checked.Game
	g.First = c.first()
	for seat, player := range c.recording.Players {
		g.Layouts[seat] = player.Layout
		c.layouts = append(c.layouts, player.Layout)
	}
	var err error
	if c.position, err = g.Replay(); err != nil {
		return coded.Errorf("junqi.jgs", "jgs: %w", err)
	}
	return nil
}

// first returns who moves first, or would: whose piece moves, or whose time runs out.
func (c *checker) first() engine.Seat {
	rs := c.checked.Game.Rules
	for _, s := range c.recording.Steps {
		switch s.Kind {
		case StepTimeout:
			return s.Seat
		case StepMove:
			for _, seat := range rs.Seats() {
				if _, starts := rs.Starter(seat, s.Move.From); starts {
					return seat
				}
			}
		}
	}
	return engine.Red
}

// play plays the steps until the end, or until the rules can't follow. It returns the option
// with which they could, if there is one; what it is about is the last finding then.
func (c *checker) play() (option string) {
	for i, s := range c.recording.Steps {
		c.step = i + 1
		events := len(c.checked.Game.Events)
		if err := c.take(&s); err != nil {
			c.find(err)
			c.checked.Game.Events = c.checked.Game.Events[:events]
			return relaxation(err)
		}
		if s.HasNext && s.Kind != StepEnd {
			c.expected = &c.recording.Steps[i]
		}
	}
	c.settle()
	c.checked.Whole = true
	return ""
}

// relaxation returns the option that does away with a refusal.
func relaxation(err error) string {
	switch coded.Code(err) {
	case "junqi.jgs-quiet":
		return noQuietDraw
	case "junqi.jgs-resigned-early":
		return noResignPly
	}
	return ""
}

func (c *checker) find(err error) {
	c.checked.Findings = append(c.checked.Findings, Finding{c.step, err})
}

var errGoesOn = coded.Errorf("junqi.jgs-goes-on", "the game goes on after its end")

// take plays a step. What does not change how the pieces stand is a finding; an error is what
// the rules can't follow.
func (c *checker) take(s *Step) error {
	if c.ended && s.Kind != StepLeft {
		return errGoesOn
	}
	switch s.Kind {
	case StepMove, StepTimeout:
		if err := c.due(s); err != nil {
			return err
		}
		if s.Kind == StepMove {
			return c.move(s)
		}
		return c.timeout(s)
	case StepOut:
		return c.out(s)
	case StepLeft:
		if c.position.Out(s.Seat) == engine.NotOver && !c.position.Result().Over {
			c.find(coded.Errorf("junqi.jgs-left", "%s leaves the table without being out", s.Seat))
		}
		return nil
	}
	return c.end(s)
}

// due checks that a turn may come, and that it is this seat's.
func (c *checker) due(s *Step) error {
	c.settle()
	seat := s.Seat
	if s.Kind == StepMove {
		piece := c.position.At(s.Move.From)
		if piece == engine.NoPiece {
			return coded.Errorf("junqi.jgs-no-piece", "nothing stands on %s", c.name(s.Move.From))
		}
		seat = piece.Seat()
	}
	switch result := c.position.Result(); {
	case result.Reason == engine.ByQuiet:
		return coded.Errorf("junqi.jgs-quiet", "the game goes on after %d turns without a clash", c.position.Quiet())
	case result.Over:
		return errGoesOn
	}
	if c.expected != nil && c.expected.Next != seat {
		c.find(coded.Errorf("junqi.jgs-next", "the recording names %s as next, but it is the turn of %s", c.expected.Next, seat))
	}
	if seat != c.position.Turn() {
		return coded.Errorf("junqi.jgs-turn", "it is the turn of %s, not of %s", c.position.Turn(), seat)
	}
	return nil
}

func (c *checker) name(n engine.Node) string { return c.checked.Game.Rules.Board().Name(n) }

// settle compares the seats that are out by the rules, or have no move, with the recording's,
// once all steps of the last turn are read.
func (c *checker) settle() {
	for _, seat := range c.checked.Game.Rules.Seats() {
		switch out := c.position.Out(seat); {
		case out != engine.NotOver && !c.told.Has(seat):
			c.told = c.told.Add(seat)
			c.find(coded.Errorf("junqi.jgs-not-out", "under the rules %s is out (%s); the recording doesn't say so", seat, out))
		case out == engine.NotOver && !c.position.Result().Over && !c.stuck.Has(seat) && !c.position.HasMove(seat, c.layouts[seat]):
			c.stuck = c.stuck.Add(seat)
			c.find(coded.Errorf("junqi.jgs-stuck", "%s has no move left; the recording doesn't put it out", seat))
		}
	}
}

// apply plays an event that must be true of the layouts.
func (c *checker) apply(e engine.Event) error {
	before := c.position
	if err := c.position.Apply(e); err != nil {
		return err
	}
	if err := before.Refute(e, c.layouts[e.Seat]); err != nil {
		c.position = before
		return err
	}
	c.checked.Game.Events = append(c.checked.Game.Events, e)
	return nil
}

func (c *checker) move(s *Step) error {
	mover := c.position.Turn()
	if err := c.apply(engine.MoveEvent(mover, s.Move, false)); err != nil {
		return err
	}
	said, target, want := engine.Announcement{}, engine.Seat(0), Moved
	if c.position.Phase() == engine.PhaseAnswer {
		target = c.position.ToAct()
		answer := c.position.Announce(c.layouts)
		said, _ = c.checked.Game.Rules.Announcement(answer.Code)
		want = outcome(said)
	}
	if s.Result != want {
		return coded.Errorf("junqi.jgs-result", "%s: the recording says %s; the layouts say %s",
			c.checked.Game.Rules.Board().FormatMove(s.Move), outcomes[s.Result], outcomes[want])
	}
	for {
		owed, ok := c.position.Next(c.layouts)
		if !ok {
			break
		}
		if err := c.apply(owed); err != nil {
			return err // unreachable: the rules announce what they accept
		}
	}
	c.checked.Moves++
	if want != Moved {
		c.checked.Clashes++
	}
	c.flag(said.AttackerShowsFlag, mover, s.MoverFlag)
	c.flag(said.DefenderShowsFlag, target, s.TargetFlag)
	return nil
}

// outcome returns how the file says what is announced.
func outcome(said engine.Announcement) Outcome {
	switch {
	case said.BothLeave():
		return BothFall
	case said.AttackerLeaves:
		return AttackerFalls
	}
	return AttackerWins
}

// flag compares where a flag is to be shown, if it is, with where the recording shows it.
func (c *checker) flag(due bool, seat engine.Seat, shown engine.Node) {
	rs := c.checked.Game.Rules
	stands := engine.NoNode
	if due {
		stands = rs.Start(seat, slices.Index(c.layouts[seat], Flag)) // flags don't move
	}
	switch {
	case shown == stands && due:
		c.checked.Flags++
	case shown != stands && due:
		c.find(coded.Errorf("junqi.jgs-flag", "%s's commander fell, and its flag is on %s; the recording shows %s", seat, rs.Board().Name(stands), nowhere(rs, shown)))
	case shown != stands:
		c.find(coded.Errorf("junqi.jgs-flag-unasked", "the recording shows a flag on %s, and no commander fell", rs.Board().Name(shown)))
	}
}

// nowhere returns the name of a node, or a word for none.
func nowhere(rs *engine.Ruleset, n engine.Node) coded.Name {
	if n == engine.NoNode {
		return coded.Name{English: "none", Chinese: "没有亮旗"}
	}
	return coded.Name{English: rs.Board().Name(n), Chinese: rs.Board().Name(n)}
}

func (c *checker) timeout(s *Step) error {
	if err := c.apply(engine.PassEvent(s.Seat)); err != nil {
		return err
	}
	if had := c.position.Timeouts(s.Seat); had != s.Timeouts {
		c.find(coded.Errorf("junqi.jgs-timeouts", "time-out %d of %s is counted as number %d", had, s.Seat, s.Timeouts))
	}
	return nil
}

// outReasons are the reasons of the rules.
var outReasons = map[OutReason]engine.Reason{
	OutFlag: engine.ByFlag, OutNoMove: engine.ByNoMove, OutTimeouts: engine.ByTimeouts,
}

// out puts a seat out, if the rules haven't done so.
func (c *checker) out(s *Step) error {
	c.told = c.told.Add(s.Seat)
	if by := c.position.Out(s.Seat); by != engine.NotOver {
		if by != outReasons[s.Why] {
			c.find(coded.Errorf("junqi.jgs-out-otherwise", "%s is out for a different reason than under the rules (%s)", s.Seat, by))
		} else {
			c.checked.Outs++
		}
		return nil
	}
	if c.position.Result().Over {
		return errGoesOn
	}
	confirmed := true
	switch moves := c.position.LegalMoves(s.Seat, c.layouts[s.Seat]); {
	case s.Why == OutFlag || s.Why == OutTimeouts:
		confirmed = false
		c.find(coded.Errorf("junqi.jgs-out", "under the rules %s still plays; the recording has it out", s.Seat))
	case s.Why == OutNoMove && len(moves) > 0:
		confirmed = false
		c.find(coded.Errorf("junqi.jgs-can-move", "%s is put out because it can't move, but it can, for example %s", s.Seat, c.checked.Game.Rules.Board().FormatMove(moves[0])))
	}
	if err := c.leave(s, confirmed); err != nil {
		return err
	}
	if confirmed {
		c.checked.Outs++
	}
	return nil
}

// leave writes down that a seat goes out, by an event that the rules have for it.
func (c *checker) leave(s *Step, confirmed bool) error {
	if s.Why == OutNoMove && confirmed && s.Seat == c.position.Turn() {
		return c.apply(engine.NoMoveEvent(s.Seat))
	}
	if s.Why == OutLeft && c.apply(engine.AbsentEvent(s.Seat)) == nil {
		return nil
	}
	if c.apply(engine.ResignEvent(s.Seat)) != nil {
		return coded.Errorf("junqi.jgs-resigned-early", "%s is out after %d turns, before a seat may resign", s.Seat, c.position.Ply())
	}
	return nil
}

// end compares how the game ended.
func (c *checker) end(s *Step) error {
	c.ended = true
	result := c.position.Result()
	switch {
	case s.How == EndDraw && !result.Over && c.position.Quiet() > recordedRules().QuietDraw():
		return nil // QQ's draw by a later turn: nobody offered one
	case s.How == EndDraw && !result.Over:
		return c.agree()
	case s.How == EndDraw && !result.Draw, s.How != EndDraw && result.Draw:
		return coded.Errorf("junqi.jgs-end", "the recording ends differently from the rules (%s)", result)
	case s.How == EndDecided && !result.Over:
		return coded.Errorf("junqi.jgs-undecided", "the recording calls the game decided; under the rules it is not over")
	}
	return nil
}

// agree writes an agreed draw down: the last turn of each of the others offers it, and who is
// to move takes it.
func (c *checker) agree() error {
	g := &c.checked.Game
	others := c.position.Living().Remove(c.position.Turn())
	events := slices.Clone(g.Events)
	for i := len(events) - 1; i >= 0 && others != 0; i-- {
		if e := &events[i]; others.Has(e.Seat) && (e.Kind == engine.EventMove || e.Kind == engine.EventPass) {
			e.Offer = e.Kind == engine.EventMove
			others = others.Remove(e.Seat)
		}
	}
	drawn := *g
	drawn.Events = append(events, engine.AcceptDrawEvent(c.position.Turn()))
	p, err := drawn.Replay()
	if err != nil {
		return coded.Errorf("junqi.jgs-draw", "a draw was agreed, which can't be recorded here under the rules: %w", err)
	}
	g.Events, c.position = drawn.Events, p
	return nil
}
