package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Option is one rule that the players settle before a match, with the value that
// a ruleset gives it.
type Option struct {
	Name    string   // as "mines"
	Value   string   // as "spring"
	Default string   // the value in "standard"
	Allowed []string // the values there are, the default first; N stands for a number
	About   string   // what the option decides, in a few English words
}

// The names of the options, in the order of the table.
const (
	optMines      = "mines"
	optBombsFront = "bombs-front"
	optBombsFly   = "bombs-fly"
	optRail       = "rail"
	optExtraRails = "extra-rails"
	optScout      = "scout"
	optShowFlag   = "show-flag"
	optShaken     = "shaken"
	optFlagTakers = "flag-takers"
	optCarry      = "carry"
	optHQ         = "hq"
	optCamps      = "camps"
	optMountains  = "mountains"
	optLastBoth   = "last-both"
	optQuietDraw  = "quiet-draw"
	optClock      = "clock"
	optGrace      = "grace"
	optTimeouts   = "timeouts"
	optMode       = "mode"
	optFirst      = "first"
	optReveal     = "reveal"
)

// optionSpec describes one option. The first of allowed is the default. An option
// that takes more than the words listed has a read function, which returns the one
// way to write the value.
type optionSpec struct {
	name    string
	about   string
	allowed []string
	read    func(value string) (string, error)
}

// The bounds of the options that are numbers.
const (
	maxQuietDraw = 10_000 // plies
	maxClock     = 86_400 // seconds: a day
	maxGrace     = 10_080 // minutes: a week
	maxTimeouts  = 1_000

	maxExtraRails = 24 // pairs
)

// optionTable lists every option in the order in which they are printed and
// hashed.
var optionTable = []optionSpec{
	{optMines, "what a mine does to what meets it", []string{"spring", "exploding", "exploding-all"}, nil},
	{optBombsFront, "whether bombs may start in the front row", []string{"off", "on"}, nil},
	{optBombsFly, "whether bombs ride the rails like engineers", []string{"off", "on"}, nil},
	{optRail, "how pieces other than engineers ride the rails", []string{"line", "corners", "three", "three-corners"}, nil},
	{optExtraRails, "rails added to the board, as b6-c5+d6-c5", []string{"none", "PAIRS"}, readRails},
	{optScout, "whether an engineer that attacks and leaves shows what it met", []string{"off", "on"}, nil},
	{optShowFlag, "whether a commander's fall shows its owner's flag", []string{"on", "off"}, nil},
	{optShaken, "whether who lost its commander can no longer win by the flag of one who has not", []string{"off", "on"}, nil},
	{optFlagTakers, "who takes a flag", []string{"any", "not-commander", "engineers"}, nil},
	{optCarry, "where a flag must be carried to win", []string{"off", "front", "home"}, nil},
	{optHQ, "whether pieces are locked in a headquarters", []string{"locked", "free"}, nil},
	{optCamps, "whose camps a piece may enter", []string{"free", "own"}, nil},
	{optMountains, "who may stand on the two mountains", []string{"none", "any", "engineers"}, nil},
	{optLastBoth, "who wins when the last movable pieces leave together", []string{"attacker-wins", "draw"}, nil},
	{optQuietDraw, "how many plies in a row without a clash are a draw", []string{"70", "N", "off"}, number(1, maxQuietDraw, "off")},
	{optClock, "seconds for a move", []string{"60", "N", "off"}, number(1, maxClock, "off")},
	{optGrace, "minutes that a peer may owe a record before its silence may be claimed", []string{"10", "N", "off"}, number(1, maxGrace, "off")},
	{optTimeouts, "which time-out loses", []string{"4", "N"}, number(1, maxTimeouts, "")},
	{optMode, "whether the pieces are hidden from the opponent", []string{"dark", "open"}, nil},
	{optFirst, "who moves first", []string{"coin", "red", "blue"}, nil},
	{optReveal, "whether the layouts are shown after the end", []string{"end", "never"}, nil},
}

// presets are the rulesets that have a name, as what they change in the defaults.
var presets = []struct{ name, changes string }{
	{"standard", ""},
	{"qq", "quiet-draw=71,clock=30,timeouts=5"},
	{"app", "mines=exploding,last-both=draw"},
}

// RulesetNames lists the rulesets that have a name: standard, qq, app.
func RulesetNames() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// settings are the values of all options, in table order.
type settings [21]string

func optionIndex(name string) int {
	return slices.IndexFunc(optionTable, func(o optionSpec) bool { return o.name == name })
}

// get is the value of an option, which must exist.
func (s *settings) get(name string) string { return s[optionIndex(name)] }

// is reports whether an option, which must exist, has the value.
func (s *settings) is(name, value string) bool { return s.get(name) == value }

// number is the value of an option that holds a number; 0 if it is off.
func (s *settings) number(name string) int {
	n, _ := strconv.Atoi(s.get(name))
	return n
}

// set reads one "option=value".
func (s *settings) set(assignment string) (name string, err error) {
	name, value, ok := strings.Cut(assignment, "=")
	if !ok {
		return "", fmt.Errorf("%q is no option: write option=value, as mines=exploding", assignment)
	}
	i := optionIndex(name)
	if i < 0 {
		return "", fmt.Errorf("unknown option %q: there are %s", name, strings.Join(optionNames(), ", "))
	}
	o := &optionTable[i]
	if o.read != nil {
		if value, err = o.read(value); err != nil {
			return "", fmt.Errorf("option %s: %w", name, err)
		}
	} else if !slices.Contains(o.allowed, value) {
		return "", fmt.Errorf("option %s: unknown value %q: allowed are %s", name, value, strings.Join(o.allowed, ", "))
	}
	s[i] = value
	return name, nil
}

func optionNames() []string {
	var names []string
	for _, o := range optionTable {
		names = append(names, o.name)
	}
	return names
}

// number reads a decimal number between two bounds, or the word off if there is one.
func number(low, high int, off string) func(string) (string, error) {
	return func(value string) (string, error) {
		if value == off && off != "" {
			return value, nil
		}
		n, err := strconv.Atoi(value)
		if err != nil || strconv.Itoa(n) != value || n < low || n > high {
			if off != "" {
				return "", fmt.Errorf("bad value %q: allowed are %d to %d, or %s", value, low, high, off)
			}
			return "", fmt.Errorf("bad value %q: allowed are %d to %d", value, low, high)
		}
		return value, nil
	}
}

// extraRailSeparator stands between the pairs of extra-rails.
const extraRailSeparator = "+"

// readRails reads the pairs of nodes of extra-rails and writes them in order.
func readRails(value string) (string, error) {
	edges, err := parseRails(value)
	if err != nil {
		return "", err
	}
	if len(edges) == 0 {
		return "none", nil
	}
	var pairs []string
	for _, e := range edges {
		pairs = append(pairs, e.A.String()+"-"+e.B.String())
	}
	return strings.Join(pairs, extraRailSeparator), nil
}

// parseRails reads the pairs of nodes of extra-rails, in ascending order. An extra
// rail joins posts and camps. No source gives its place, so any two do, also two
// that a road joins; the road then gives way to the rail.
func parseRails(value string) ([]Edge, error) {
	if value == "none" {
		return nil, nil
	}
	var edges []Edge
	for pair := range strings.SplitSeq(value, extraRailSeparator) {
		a, b, ok := strings.Cut(pair, "-")
		if !ok {
			return nil, fmt.Errorf("bad pair %q: write none or pairs of nodes, as b6-c5+d6-c5", pair)
		}
		var e Edge
		for _, end := range []struct {
			name string
			node *Node
		}{{a, &e.A}, {b, &e.B}} {
			n, ok := standardBoard.Node(end.name)
			if !ok {
				return nil, fmt.Errorf("unknown node %q in %q: files are a to e and rows 1 to 12", end.name, pair)
			}
			if k := standardBoard.Kind(n); k != Post && k != Camp {
				return nil, fmt.Errorf("%s in %q is a headquarters: extra rails join posts and camps", end.name, pair)
			}
			*end.node = n
		}
		if e.A > e.B {
			e.A, e.B = e.B, e.A
		}
		switch {
		case e.A == e.B:
			return nil, fmt.Errorf("%q joins a node to itself", pair)
		case standardBoard.Rails(e.A).Has(e.B):
			return nil, fmt.Errorf("%q is a rail already", pair)
		case slices.Contains(edges, e):
			return nil, fmt.Errorf("%q stands twice", pair)
		}
		edges = append(edges, e)
	}
	if len(edges) > maxExtraRails {
		return nil, fmt.Errorf("%d pairs: at most %d are allowed", len(edges), maxExtraRails)
	}
	slices.SortFunc(edges, func(x, y Edge) int {
		if x.A != y.A {
			return int(x.A) - int(y.A)
		}
		return int(x.B) - int(y.B)
	})
	return edges, nil
}

// maxSpec bounds the text of a ruleset, which may come from a stranger.
const maxSpec = 2048

// readSpec reads a preset's name and the options that change it.
func readSpec(spec string) (settings, error) {
	var s settings
	if len(spec) > maxSpec {
		return s, fmt.Errorf("ruleset of %d bytes: the longest allowed is %d", len(spec), maxSpec)
	}
	for i, o := range optionTable {
		s[i] = o.allowed[0]
	}
	words := strings.Split(spec, ",")
	preset := slices.Index(RulesetNames(), words[0])
	if preset < 0 {
		return s, fmt.Errorf("unknown ruleset %q: begin with one of %s, then options, as standard,mines=exploding",
			words[0], strings.Join(RulesetNames(), ", "))
	}
	if changes := presets[preset].changes; changes != "" {
		for change := range strings.SplitSeq(changes, ",") {
			if _, err := s.set(change); err != nil {
				return s, fmt.Errorf("preset %s: %w", words[0], err)
			}
		}
	}
	var given []string
	for _, word := range words[1:] {
		name, err := s.set(word)
		if err != nil {
			return s, err
		}
		if slices.Contains(given, name) {
			return s, fmt.Errorf("option %s stands twice", name)
		}
		given = append(given, name)
	}
	s.derive(given)
	return s, s.check()
}

// derive settles the two defaults that hang on another option: in open mode the
// first mover is settled before the layouts, so red begins; and without a clock, in
// play by mail, silence is not claimed after minutes.
func (s *settings) derive(given []string) {
	if s.is(optMode, "open") && !slices.Contains(given, optFirst) {
		s[optionIndex(optFirst)] = "red"
	}
	if s.is(optClock, "off") && !slices.Contains(given, optGrace) {
		s[optionIndex(optGrace)] = "off"
	}
}

// check refuses the combinations that make no sense.
func (s *settings) check() error {
	switch {
	case s.is(optShaken, "on") && s.is(optShowFlag, "off"):
		return fmt.Errorf("shaken=on needs show-flag=on: without it nobody knows that a commander fell")
	case s.is(optMode, "open") && s.is(optFirst, "coin"):
		return fmt.Errorf("first=coin makes no sense with mode=open: who begins is settled before the layouts; say first=red or first=blue")
	case s.is(optMode, "open") && s.is(optReveal, "never"):
		return fmt.Errorf("reveal=never makes no sense with mode=open: the layouts are open from the start")
	case s.is(optMode, "open") && s.is(optScout, "on"):
		return fmt.Errorf("scout=on makes no sense with mode=open: every type is seen already")
	case s.is(optBombsFly, "on") && s.is(optRail, "corners"):
		return fmt.Errorf("bombs-fly=on makes no sense with rail=corners: everyone rides like an engineer")
	case !s.is(optClock, "off") && !s.is(optGrace, "off") && s.number(optGrace)*60 < s.number(optClock):
		return fmt.Errorf("grace=%s is shorter than clock=%s: silence could be claimed while a player may still think; say grace=%d or more",
			s.get(optGrace), s.get(optClock), (s.number(optClock)+59)/60)
	}
	return nil
}

// String is the canonical form: every option in table order.
func (s *settings) String() string {
	var b strings.Builder
	for i, o := range optionTable {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(o.name + "=" + s[i])
	}
	return b.String()
}
