package play

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boardprint"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// arrangement is a layout that a person is choosing: one is proposed, and can be taken, replaced or typed.
type arrangement struct {
	proposed engine.Layout
	rows     []string // of a layout that is typed or pasted row by row
}

// typed is a parsed line.
type typed struct {
	command  string // the English word for it, "move" for a move, "" if it is not understood
	rest     string
	from, to string
	offer    bool
}

// read reads a line, in the words of either language.
func (t *terminal) read(line string) typed {
	line = messages.Plain(line)
	word, rest, _ := strings.Cut(line, " ")
	if command := messages.Command(word); command != "" {
		return typed{command: command, rest: strings.TrimSpace(rest)}
	}
	from, to, offer := t.now.ReadMove(line)
	if to == "" {
		return typed{}
	}
	for _, name := range []string{from, to} {
		if _, ok := t.now.Rules.Board().Node(name); !ok {
			return typed{rest: name}
		}
	}
	return typed{command: "move", from: from, to: to, offer: offer}
}

// isDecision reports whether a line takes a turn.
func (t *terminal) isDecision(line string) bool {
	if t.now.Rules == nil {
		return messages.Command(messages.Plain(line)) != "quit"
	}
	said := t.read(line)
	return said.command == "move" || said.command == "accept"
}

func (t *terminal) error(text messages.Text, args ...any) error {
	return errors.New(t.env.T(text, args...))
}

// shortened returns what is repeated of a line that nobody can have meant.
func shortened(line string) string {
	const most = 60
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}

// terminal shows a match to a person in sentences and drawings.
type terminal struct {
	env    *cli.Env
	runner *matchRunner
	now    *viewmodel.Scene
	rng    func() engine.Layout // proposes a layout
	plays  bool                 // a person decides, not a bot
	show   func()               // the invites, once more

	asking  *arrangement // the layout that is being chosen
	confirm string       // a command that waits to be said again
	kept    []string     // lines that were typed before their time

	// What has been shown already.
	linked    map[string]bool        // seats that were here
	arranging map[string]bool        // seats that choose their layouts
	turn      int                    // the last complete one
	drawn     int                    // the turns on the board that was drawn last
	asked     int                    // the turns after which the person was asked for a move, plus one
	warned    seat.Millis            // the deadline that was warned of
	claimable seat.Millis            // from when a claim was offered
	voteAt    seat.Millis            // when the program votes, as it was announced
	alone     bool                   // nobody is within reach
	away      time.Time              // since when the only opponent is; zero: it is not
	held      time.Time              // since when records wait to be acknowledged; zero: none do
	notes     map[messages.Text]bool // what is said once
}

func newTerminal(env *cli.Env, c *matchRunner, propose func() engine.Layout) *terminal {
	return &terminal{
		env: env, runner: c, rng: propose, plays: !c.bot,
		linked: map[string]bool{}, arranging: map[string]bool{}, notes: map[messages.Text]bool{},
	}
}

func (t *terminal) say(text messages.Text, args ...any) { t.env.Say(text, args...) }

func (t *terminal) once(text messages.Text, args ...any) {
	if !t.notes[text] {
		t.notes[text] = true
		t.say(text, args...)
	}
}

func (t *terminal) draw() {
	t.drawn = t.now.Turns
	fmt.Fprintln(t.env.Out)
	boardprint.Print(t.env, t.now)
}

// exampleMove returns a move that could be typed now.
func (t *terminal) exampleMove() (from, to string) {
	for _, from := range slices.Sorted(maps.Keys(t.now.Moves)) {
		return from, t.now.Moves[from][0]
	}
	if t.now.Deal != nil && len(t.now.Deal.Down) > 0 {
		return t.now.Deal.Down[0], t.now.Deal.Down[0] // which turns up the piece there
	}
	return "a6", "a7"
}

// early reports whether a line is kept until its time comes: a move from a pipe, which can't
// see whose turn it is, and before the terms are known all but quit.
func (t *terminal) early(line string) bool {
	if t.runner.console.terminal != nil || t.asking != nil || t.now == nil || t.now.Decision == seat.DoMove {
		return false
	}
	return t.now.Phase != seat.Over && t.now.Phase != seat.Sealed && t.isDecision(line)
}

// maxKept is the maximum number of lines that are kept when typed before their time.
const maxKept = 256

// keep puts a line aside until its time comes.
func (t *terminal) keep(line string) {
	if len(t.kept) == maxKept {
		t.say(messages.PlayKeptEnough, maxKept)
		return
	}
	t.kept = append(t.kept, line)
	t.say(messages.PlayKept, shortened(line))
}

// due implements [presenter].
func (t *terminal) due() (line string, ok bool) {
	if len(t.kept) == 0 || t.early(t.kept[0]) {
		return "", false
	}
	line, t.kept = t.kept[0], t.kept[1:]
	return line, true
}
