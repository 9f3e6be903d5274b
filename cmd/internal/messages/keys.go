package messages

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Keys that begin with a capital letter have constants of the same name in constants.go, which is
// made from lang/en.json. Here are the others that Go code names: the page says some of them too, and
// others are picked from a family by a word of the engine or the protocol.

// Sentences that the page says too.
const (
	RulesNotOurs Text = "rules.foreign"
	AuditMatch   Text = "audit.match"
	AuditKey     Text = "audit.key"
	PathIs       Text = "path.is"
	ReasonBy     Text = "reason.by"
)

// Family is sentences whose keys are a prefix, a point and a name. They take the same arguments.
type Family string

// Families of sentences.
const (
	Commands         Family = "command"   // what commands do in a line, by their names from the program down; with ".long" what their help says
	Resolvers        Family = "resolver"  // in one sentence how clashes are worked out, and when a lie about one shows
	PlayPutOut       Family = "removed"   // by whom a seat was removed, by the cause that they give
	FactSources      Family = "source"    // what a conclusion comes from, by the engine's word for it
	Reasons          Family = "reason"    // why a match ended: what the losers did or suffered, or why it is a draw
	TermHeads        Family = "head"      // headings for the terms of our own rules, by their options
	ScreenOwes       Family = "owes"      // what a seat owes, by Owed.What
	ScreenShortTurns Family = "short"     // the turns in which nothing moves, in a list
	Presets          Family = "preset"    // what our rulesets are
	SumModes         Family = "mode"      // who sees what
	SumReveals       Family = "reveal"    // when layouts are shown
	WaysFar          Family = "far"       // the ways of moving without a bound
	WaysMost         Family = "most"      // those with one
	WaysOne          Family = "one"       // those of one edge
	DiffSubjects     Family = "subject"   // the parts of rules, by their names as fields, with what is named
	DiffFields       Family = "field"     // the fields of parts of rules in which they may differ
	Paths            Family = "path"      // which way a link goes, by what the state calls it
	Advice           Family = "advice"    // what to do, by what was found
	BenchParts       Family = "part"      // the things that `bench` compares
	BenchLink        Family = "live"      // a way between two programs, and what is measured there
	BenchWhen        Family = "when"      // how often a step is done
	BenchStep        Family = "step"      // what a step does
	DiffValues       Family = "value"     // the words of rules; others, such as the names of seats and nodes, are shown as they are
	BenchWho         Family = "by"        // the actor of a step
	Checks           Family = "check"     // what was checked of a record, besides its signature and its place, by its kind in lower case ([Checked])
	Flags            Family = "flag"      // what a flag does, by its name, where all commands mean the same by it
	CheatStops       Family = "stop"      // where a cheat ends, as package adversary says it
	BenchOperations  Family = "operation" // how many operations of the group, by their names
	Figures          Family = "figure"    // numbers about a player's results, by their names
	PlainTurns       Family = "plain"     // the turns in which nothing moves, by their kinds
)

// Of returns the sentence of a name.
func (f Family) Of(name string) Text { return Text(string(f) + "." + name) }

// Has reports whether there is a sentence of that name.
func (f Family) Has(name string) bool {
	_, ok := English.catalogue().sentences[string(f.Of(name))]
	return ok
}

// Checked returns what was checked of a record. Where everybody knows all pieces on the board, a move is legal for no hidden one.
func Checked(rs *engine.Ruleset, kind transcript.Kind) Text {
	if kind == transcript.Move && rs != nil && (rs.Open() || rs.Deck() != nil) {
		return "check.move.open"
	}
	return Checks.Of(strings.ToLower(kind.String()))
}

// black is the name of a seat that rules call black.
const black Text = "seat.name.black"

// seats are the seats' names.
var seats = [engine.MaxSeats]Text{"seat.name.red", "seat.name.blue", "seat.name.amber", "seat.name.teal", "seat.name.violet", "seat.name.slate"}

// Key explains a key, or a typed line, in the help.
type Key struct{ Name, Does Text }

// keys lists what keys do, by the keys of their names.
func keys(names ...Text) []Key {
	list := make([]Key, len(names))
	for i, name := range names {
		list[i] = Key{name, name + ".does"}
	}
	return list
}

// ScreenKeys are the keys of a game.
var ScreenKeys = keys("key.match.pick", "key.match.mouse", "key.match.next", "key.match.type", "key.match.draw", "key.match.mark", "key.match.read", "key.match.say", "key.match.tab", "key.match.leave")

// ScreenKeysArranging are the keys while a layout is being chosen.
var ScreenKeysArranging = keys("key.layout.pick", "key.layout.mouse", "key.layout.accept", "key.layout.other", "key.layout.file", "key.layout.tab")

// ScreenKeysReplay are the keys of a replay.
var ScreenKeysReplay = keys("key.replay.step", "key.replay.leap", "key.replay.ends", "key.replay.run", "key.replay.eyes", "key.replay.look", "key.replay.turn", "key.replay.leave")

// LineKeys list what a person may type where a match is played by lines.
var LineKeys = keys("key.line.move", "key.line.offer", "key.line.accept", "key.line.resign", "key.line.moves", "key.line.look", "key.line.know", "key.line.mark", "key.line.board", "key.line.position", "key.line.clock", "key.line.claim", "key.line.wait", "key.line.say", "key.line.mute", "key.line.invite", "key.line.quit")
