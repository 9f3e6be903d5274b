package engine

import (
	"crypto/sha512"
	"fmt"
	"slices"
	"time"
)

// Ruleset is a set of rules as data: board, army, placement, movement, clash
// table, endings. It never changes once made; share it by pointer.
type Ruleset struct {
	settings settings
	name     string
	board    *Board
	allowed  [ArmySize]TypeSet
	gaits    []gait
	clash    *clashTable

	lockedIn   NodeSet           // nodes that only a carrier leaves
	closed     [NumSeats]NodeSet // nodes that a seat may not enter
	showFlag   bool
	shaken     bool
	lastDraw   bool // last-both=draw
	carry      carryRule
	quietDraw  int // 0: never
	timeouts   int
	open       bool
	json       []byte // without name and digest
	digest     [32]byte
	clock      time.Duration
	grace      time.Duration
	first      Seat
	firstKnown bool
}

// carryRule says where a taken flag must be carried.
type carryRule uint8

const (
	carryOff carryRule = iota
	carryFront
	carryHome
)

// standardBoard is the board without mountains or extra rails.
var standardBoard = newBoard(false, nil)

// Rules makes the ruleset that a text names: a preset's name (see [RulesetNames]),
// then any options that differ from it, as "standard,mines=exploding". The error of
// an unknown name or value says what is allowed; that of a combination that makes
// no sense says why.
func Rules(spec string) (*Ruleset, error) {
	s, err := readSpec(spec)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	return newRuleset(s), nil
}

// Standard is the ruleset "standard", all options at their defaults.
func Standard() *Ruleset { return standard }

var standard = func() *Ruleset {
	s, err := readSpec("standard")
	if err != nil {
		panic(err) // the table of options would be wrong
	}
	return newRuleset(s)
}()

// ParseCanonical reads exactly what [Ruleset.Canonical] printed, and refuses
// everything else.
func ParseCanonical(text string) (*Ruleset, error) {
	s, err := readSpec("standard," + text)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	if s.String() != text {
		return nil, fmt.Errorf("rules: not in canonical form, which lists every option once, in order: %s", s.String())
	}
	return newRuleset(s), nil
}

// newRuleset works out what the settings mean.
func newRuleset(s settings) *Ruleset {
	board := standardBoard
	extra, _ := parseRails(s.get(optExtraRails)) // checked when it was set
	mountains := !s.is(optMountains, "none")
	if mountains || len(extra) > 0 {
		board = newBoard(mountains, extra)
	}
	rs := &Ruleset{
		settings:  s,
		name:      presetName(s),
		board:     board,
		allowed:   newPlacement(&s, board),
		gaits:     newGaits(&s, board),
		clash:     newClashTable(&s),
		showFlag:  s.is(optShowFlag, "on"),
		shaken:    s.is(optShaken, "on"),
		lastDraw:  s.is(optLastBoth, "draw"),
		quietDraw: s.number(optQuietDraw),
		timeouts:  s.number(optTimeouts),
		open:      s.is(optMode, "open"),
		clock:     time.Duration(s.number(optClock)) * time.Second,
		grace:     time.Duration(s.number(optGrace)) * time.Minute,
	}
	switch s.get(optCarry) {
	case "front":
		rs.carry = carryFront
	case "home":
		rs.carry = carryHome
	}
	if s.is(optHQ, "locked") {
		rs.lockedIn = board.headquarters[Red] | board.headquarters[Blue]
	}
	if s.is(optCamps, "own") {
		rs.closed = [NumSeats]NodeSet{board.camps[Blue], board.camps[Red]}
	}
	if first, err := ParseSeat(s.get(optFirst)); err == nil {
		rs.first, rs.firstKnown = first, true
	}
	rs.json = rs.rulesJSON()
	rs.digest = sha512.Sum512_256(slices.Concat([]byte("darkjunqi/v1/ruleset\x00"), rs.json))
	return rs
}

// presetName is the name of the preset with these settings, or "custom".
func presetName(s settings) string {
	for _, p := range presets {
		if preset, err := readSpec(p.name); err == nil && preset == s {
			return p.name
		}
	}
	return "custom"
}

// newPlacement is, for each piece by number, the set of types that may start there:
// flags in a headquarters, mines in rows 5 and 6, bombs not in row 1, unless
// bombs-front=on.
func newPlacement(s *settings, b *Board) (allowed [ArmySize]TypeSet) {
	for number := range allowed {
		row := numberRow(number)
		types := AllTypes
		if b.kind[startNodes[Red][number]] != Headquarters {
			types = types.Remove(Flag)
		}
		if row < 5 {
			types = types.Remove(Mine)
		}
		if row == 1 && s.is(optBombsFront, "off") {
			types = types.Remove(Bomb)
		}
		allowed[number] = types
	}
	return allowed
}

// numberRow is the row, from 1 at the front to 6 at the back, of the piece of that
// number.
func numberRow(number int) int {
	return rowsASide - int(startNodes[Red][number]%numRows)
}

// Name is "standard", "qq" or "app" if all options are as in that preset, else
// "custom".
func (rs *Ruleset) Name() string { return rs.name }

// Canonical is the one text that lists every option in table order, as
// "mines=spring,bombs-front=off,…". The name of the preset is not part of it.
func (rs *Ruleset) Canonical() string { return rs.settings.String() }

// String is the shortest text that [Rules] turns into this ruleset again, as
// "standard,mines=exploding".
func (rs *Ruleset) String() string {
	if rs.name != "custom" {
		return rs.name
	}
	text := "standard"
	for i, o := range optionTable {
		// What the text says so far settles the defaults of what it leaves out.
		if so, _ := readSpec(text); so[i] != rs.settings[i] {
			text += "," + o.name + "=" + rs.settings[i]
		}
	}
	return text
}

// Digest identifies the rules: SHA-512/256 of "darkjunqi/v1/ruleset", a zero byte,
// and the object of [Ruleset.JSON] without its name and digest.
func (rs *Ruleset) Digest() [32]byte { return rs.digest }

// Option is the value of the option of that name, "" if there is none.
func (rs *Ruleset) Option(name string) string {
	if i := optionIndex(name); i >= 0 {
		return rs.settings[i]
	}
	return ""
}

// Options lists every option with its value, in table order.
func (rs *Ruleset) Options() []Option {
	list := make([]Option, len(optionTable))
	for i, o := range optionTable {
		list[i] = Option{
			Name:    o.name,
			Value:   rs.settings[i],
			Default: o.allowed[0],
			Allowed: slices.Clone(o.allowed),
			About:   o.about,
		}
	}
	return list
}

// Board is the board that is played on.
func (rs *Ruleset) Board() *Board { return rs.board }

// Allowed is the set of types that may start as the piece of that number (0 to
// 24): the placement rules. Empty if the number is out of range.
func (rs *Ruleset) Allowed(number int) TypeSet {
	if number < 0 || number >= ArmySize {
		return NoTypes
	}
	return rs.allowed[number]
}

// Count is how many pieces of a type each seat has.
func (rs *Ruleset) Count(t Type) int {
	if !t.Valid() {
		return 0
	}
	return army[t].count
}

// Codes lists all announcements that this ruleset can yield; a [Code] is an index
// into it.
func (rs *Ruleset) Codes() []Announcement { return slices.Clone(rs.clash.codes) }

// Announcement is the announcement of a code, and whether there is such a code.
func (rs *Ruleset) Announcement(c Code) (Announcement, bool) {
	if rs.clash.check(c) != nil {
		return Announcement{Seen: NoType}, false
	}
	return rs.clash.codes[c], true
}

// Code is the code of an announcement; NoCode if this ruleset never yields it.
func (rs *Ruleset) Code(a Announcement) Code {
	if i := slices.Index(rs.clash.codes, a); i >= 0 {
		return Code(i)
	}
	return NoCode
}

// Clash is the announcement, as a code, when a piece of type attacker moves onto one
// of type defender; NoCode if the attacker never moves.
func (rs *Ruleset) Clash(attacker, defender Type) Code {
	if !attacker.Valid() || !defender.Valid() {
		return NoCode
	}
	return rs.clash.code[attacker][defender]
}

// Open reports whether both layouts are open from the start (明棋).
func (rs *Ruleset) Open() bool { return rs.open }

// RevealAtEnd reports whether the layouts are to be shown after the end.
func (rs *Ruleset) RevealAtEnd() bool { return rs.settings.is(optReveal, "end") }

// First is who moves first, and whether that is settled by the rules; if not, the
// match draws it.
func (rs *Ruleset) First() (seat Seat, settled bool) { return rs.first, rs.firstKnown }

// Clock is the time for a move; 0 if there is no clock.
func (rs *Ruleset) Clock() time.Duration { return rs.clock }

// Grace is how long a peer may owe a record before its silence may be claimed; 0 if
// it may never be claimed.
func (rs *Ruleset) Grace() time.Duration { return rs.grace }

// Timeouts is the number of the time-out that loses.
func (rs *Ruleset) Timeouts() int { return rs.timeouts }

// QuietDraw is the number of plies in a row without a clash that are a draw; 0 if
// they never are.
func (rs *Ruleset) QuietDraw() int { return rs.quietDraw }

// gaitOf is the gait of a type; nil if it never moves.
func (rs *Ruleset) gaitOf(t Type) *gait {
	for i := range rs.gaits {
		if rs.gaits[i].types.Has(t) {
			return &rs.gaits[i]
		}
	}
	return nil
}
