package junqi

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// preset is a ruleset that has a name, as what it changes in the defaults.
type preset struct {
	name    string
	zh      string
	game    game
	changes string
}

// The first preset of a game is the usual one.
var presets = []preset{
	{"standard", "标准军棋", duel, ""},
	{"qq", "QQ军棋", duel, "quiet-draw=71,clock=30,timeouts=5"},
	{"app", "手机军棋", duel, "mines=exploding,last-both=draw"},
	{"half-open", "半明军棋", duel, "half-open=attacked"},
	{"drawn", "布阵抽签", duel, "mode=drawn"},
	{"flip", "翻棋", flip, "hq=free"},
	{"banqi", "象棋暗棋", banqi, ""},
	{"siguo", "四国军棋", siguo, "quiet-draw=71,clock=30,timeouts=5,resign-from=20"},
	{"sanguo", "三国鼎立", sanguo, "quiet-draw=71,clock=30,timeouts=5,resign-from=15"},
	{"liuguo", "六国大战", liuguo, "quiet-draw=71,clock=30,timeouts=5,resign-from=30"},
}

// Names lists the rulesets that have a name, such as standard and siguo.
func Names() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

func (g game) presets() []preset {
	return slices.DeleteFunc(slices.Clone(presets), func(p preset) bool { return p.game != g })
}

// settings are the values of all options of a game.
type settings struct {
	game   game
	values map[string]string
}

// get returns the value of an option; "" if this game has no such option.
func (s *settings) get(name string) string { return s.values[name] }

// is reports whether an option has the value.
func (s *settings) is(name, value string) bool { return s.get(name) == value }

// number returns the value of an option that holds a number; 0 if it is off.
func (s *settings) number(name string) int {
	n, _ := strconv.Atoi(s.get(name))
	return n
}

// maxSpec bounds the text of a ruleset, which may come from a stranger.
const maxSpec = 2048

// readSpec reads a preset's name and the options that change it.
func readSpec(spec string) (settings, error) {
	if len(spec) > maxSpec {
		return settings{}, coded.Errorf("junqi.spec-too-long", "ruleset of %d bytes: the longest allowed is %d", len(spec), maxSpec)
	}
	words := strings.Split(spec, ",")
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == words[0] })
	if i < 0 {
		return settings{}, coded.Errorf("junqi.unknown-ruleset", "unknown ruleset %q: begin with one of %s, then options, such as standard,mines=exploding",
			words[0], strings.Join(Names(), ", "))
	}
	s := presets[i].settings()
	var given []string
	for _, word := range words[1:] {
		name, err := s.set(word)
		if err != nil {
			return s, err
		}
		if slices.Contains(given, name) {
			return s, coded.Errorf("junqi.option-twice", "option %s is given twice", name)
		}
		given = append(given, name)
	}
	s.derive(given)
	return s, s.check()
}

func (p preset) settings() settings {
	s := settings{p.game, map[string]string{}}
	for _, o := range p.game.options() {
		s.values[o.name] = o.values[0].word
	}
	for change := range strings.SplitSeq(p.changes, ",") {
		if name, value, ok := strings.Cut(change, "="); ok {
			s.values[name] = value
		}
	}
	return s
}

// set reads one "option=value".
func (s *settings) set(assignment string) (name string, err error) {
	name, value, ok := strings.Cut(assignment, "=")
	if !ok {
		return "", coded.Errorf("junqi.no-option", "%q is not an option: write option=value, such as mines=exploding", assignment)
	}
	o := s.game.option(name)
	if o == nil {
		var names []string
		for _, o := range s.game.options() {
			names = append(names, o.name)
		}
		return "", coded.Errorf("junqi.unknown-option", "unknown option %q: expected one of %s", name, strings.Join(names, ", "))
	}
	if o.read != nil {
		if value, err = o.read(value); err != nil {
			return "", coded.Errorf("junqi.bad-option", "option %s: %w", name, err)
		}
	} else if !slices.Contains(o.allowed(), value) {
		return "", coded.Errorf("junqi.unknown-value", "option %s: unknown value %q: expected one of %s", name, value, strings.Join(o.allowed(), ", "))
	}
	s.values[name] = value
	return name, nil
}

// derive settles the defaults that hang on another option: where all is open the first
// mover is settled before the layouts, so red begins; without a clock, in play by mail,
// silence is not claimed after minutes; without four seats there are no partners; and with
// two nobody is left to put out a third.
func (s *settings) derive(given []string) {
	usual := func(when bool, option, value string) {
		if when && !slices.Contains(given, option) {
			s.values[option] = value
		}
	}
	usual(s.open(), "first", engine.Red.String())
	usual(s.is("clock", "off"), "grace", "off")
	usual(s.game.option("seats") != nil && s.game.option("teams") != nil && !s.is("seats", "4"), "teams", "all")
	usual(s.game == flip && s.is("seats", "4"), "colours", "fixed")
	usual(s.is("seats", "2"), "absent", engine.AbsentStop)
}

// open reports whether everybody sees all pieces.
func (s *settings) open() bool { return s.is("mode", "open") || s.is("way", "open") }

// way is the option and the value that lay all open.
func (s *settings) openWord() string {
	if s.get("way") != "" {
		return "way=open"
	}
	return "mode=open"
}

// check refuses the combinations that make no sense.
func (s *settings) check() error {
	return cmp.Or(s.checkRules(), s.checkOpen(), s.checkSeats(), s.checkFlip(), s.checkTimes())
}

func (s *settings) checkRules() error {
	switch {
	case s.is("shaken", "on") && s.is("show-flag", "off"):
		return coded.Errorf("junqi.shaken-needs-show-flag", "shaken=on needs show-flag=on: without it nobody knows that a commander fell")
	case s.is("bombs-fly", "on") && s.is("rail", "corners"):
		return coded.Errorf("junqi.all-turn-corners", "bombs-fly=on makes no sense with rail=corners: everyone rides like an engineer")
	}
	return nil
}

func (s *settings) checkOpen() error {
	if !s.open() {
		return nil
	}
	switch {
	case s.is("first", "coin"):
		return coded.Errorf("junqi.coin-when-open", "first=coin makes no sense with %s: the first mover is settled before the layouts; write first=red or first=blue", s.openWord())
	case s.is("reveal", "never"):
		return coded.Errorf("junqi.hidden-when-open", "reveal=never makes no sense with %s: the layouts are open from the start", s.openWord())
	case s.is("scout", "on"):
		return coded.Errorf("junqi.scout-when-open", "scout=on makes no sense with %s: every type is seen already", s.openWord())
	case s.shows():
		return coded.Errorf("junqi.half-when-open", "half-open=%s makes no sense with %s: every type is seen already", s.get("half-open"), s.openWord())
	}
	return nil
}

func (s *settings) checkSeats() error {
	seats := s.seats()
	if first, err := engine.ParseSeat(s.get("first")); err == nil && int(first) >= seats {
		return coded.Errorf("junqi.first-not-seated", "first=%s makes no sense with %d seats: nobody sits there", first, seats)
	}
	if seats == 2 && s.game.option("seats") == nil {
		return nil
	}
	partners := s.is("teams", "partners") || s.is("teams", "pairs")
	allied := partners || s.is("teams", "two")
	switch {
	case s.is("teams", "partners") && seats != 4:
		return coded.Errorf("junqi.partners-need-four", "teams=partners needs seats=4, not %d", seats)
	case s.is("way", "partners") && !partners:
		return coded.Errorf("junqi.way-needs-partners", "way=partners needs teams of two, each with one partner")
	case s.is("out-sees", "on") && !allied:
		return coded.Errorf("junqi.out-sees-needs-partners", "out-sees=on needs teams: nobody has a partner")
	case s.is("chiefs", "on") && !allied:
		return coded.Errorf("junqi.chiefs-need-teams", "chiefs=on needs teams: nobody has a partner")
	case s.is("out-sees", "on") && !s.is("way", "dark"):
		return coded.Errorf("junqi.out-sees-needs-dark", "out-sees=on needs way=dark: partners see each other's pieces already")
	case s.is("empty-arms", "open") && seats == 4:
		return coded.Errorf("junqi.no-empty-arms", "empty-arms=open makes no sense with seats=4: every arm is played")
	case s.is("turn", "clockwise") && seats == 2:
		return coded.Errorf("junqi.no-turn-of-two", "turn=clockwise makes no sense with seats=2: the players alternate")
	case s.is("absent", engine.AbsentOut) && seats == 2:
		return coded.Errorf("junqi.absent-needs-others", "absent=out makes no sense with seats=2: there are no others")
	}
	return nil
}

func (s *settings) seats() int {
	switch s.game {
	case sanguo:
		return 3
	case liuguo:
		return 6
	}
	if s.game.option("seats") == nil {
		return 2
	}
	return s.number("seats")
}

// shows reports whether a clash shows pieces that stay.
func (s *settings) shows() bool { return s.is("half-open", "attacked") || s.is("half-open", "fought") }

// cross reports whether the board has four arms.
func (s *settings) cross() bool {
	return s.game == siguo || s.is("board", "cross") || s.game == flip && s.is("seats", "4")
}

// checkFlip refuses what the flip game has only on one of its boards.
func (s *settings) checkFlip() error {
	if s.game != flip || !s.cross() {
		return nil
	}
	for _, only := range []struct{ option, value string }{
		{"colours", "fixed"}, {"extra-rails", "none"}, {"mountains", "none"}, {"last-both", "attacker-wins"},
	} {
		if !s.is(only.option, only.value) {
			return coded.Errorf("junqi.two-only", "%s=%s makes no sense with seats=4: it is for two players", only.option, s.get(only.option))
		}
	}
	if s.is("win", "home") {
		return coded.Errorf("junqi.home-two-only", "win=home makes no sense with seats=4: nobody carries a flag there")
	}
	return nil
}

func (s *settings) checkTimes() error {
	if s.is("clock", "off") || s.is("grace", "off") || s.number("grace")*60 >= s.number("clock") {
		return nil
	}
	return coded.Errorf("junqi.grace-short", "grace=%s is shorter than clock=%s: silence could be claimed while a player may still think; write grace=%d or more",
		s.get("grace"), s.get("clock"), (s.number("clock")+59)/60)
}

// shortest returns the preset and the options, in the order of the table, that make these
// settings: as few as can be, from the first preset that does with so few.
func (s *settings) shortest() (from preset, changes []string) {
	for i, p := range s.game.presets() {
		if list := s.changesTo(p); i == 0 || len(list) < len(changes) {
			from, changes = p, list
		}
	}
	return from, changes
}

// changesTo lists the options that turn a preset into these settings.
func (s *settings) changesTo(p preset) []string {
	text := p.name
	so, _ := readSpec(text)
	var names []string
	for _, o := range s.game.options() {
		// What the text says so far settles the defaults of what it leaves out.
		if so.get(o.name) != s.get(o.name) {
			text += "," + o.name + "=" + s.get(o.name)
			so, _ = readSpec(text)
			names = append(names, o.name)
		}
	}
	if !maps.Equal(so.values, s.values) {
		panic("junqi: " + text + " are other settings") // options would derive from later ones
	}
	return names
}

// names returns the ruleset's name: the shortest text that [Rules] makes it of, and the
// same in Chinese words.
func (s *settings) names() engine.Names {
	from, changes := s.shortest()
	n := engine.Names{EN: from.name, ZH: from.zh}
	for _, name := range changes {
		value := s.get(name)
		n.EN += "," + name + "=" + value
		n.ZH += "，" + s.game.option(name).means(value).ZH
	}
	return n
}
