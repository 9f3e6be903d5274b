package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// The characters of identifiers. There is no x in the names of nodes: it stands
// between them in the notation of a move that attacks.
const (
	small    = "abcdefghijklmnopqrstuvwyz" // without x
	numerals = "0123456789"
)

var (
	idForm     = form{`^[a-z][a-z0-9-]{0,23}$`, small + "x", small + "x" + numerals + "-", 24}
	nodeForm   = form{`^[a-wyz][a-wyz0-9]{0,5}$`, small, small + numerals, 6}
	letterForm = form{`^[0-9A-Z]$`, numerals + "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "", 1}
)

// A form is a regular expression, and what it says: with which characters a text begins and goes on, and
// how many it has at most. Package regexp would add 3 % to the page that runs in browsers.
type form struct {
	pattern     string
	first, rest string
	most        int
}

func (f form) String() string { return f.pattern }

func (f form) fits(text string) bool {
	return 1 <= len(text) && len(text) <= f.most && strings.Contains(f.first, text[:1]) && strings.Trim(text[1:], f.rest) == ""
}

// checkRules reports the first thing that keeps rules from being playable; nil if there
// is none. What passes never makes play, proofs or drawing fail. That there is a legal
// layout, and that layouts can be counted, is checked by newLayoutCount.
func checkRules(r *Rules) error {
	c := &ruleCheck{r, newIndex(r)}
	for _, check := range []func() error{
		c.title, c.seats, c.kinds, c.nodes, c.edges, c.lines, c.leaps, c.start, c.types, c.names,
		c.announcements, c.flag, c.tables, c.ends, c.goals, c.times, c.views, c.deck,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// ruleCheck is rules that are being checked. What the index finds by a name that stands
// twice does not matter: that is refused.
type ruleCheck struct {
	r *Rules
	x *index
}

func (c *ruleCheck) title() error {
	if c.r.Language != RulesLanguage {
		return coded.Errorf("engine.rules-language", "rules: language: this program doesn't read the language %q: it reads %q", c.r.Language, RulesLanguage)
	}
	return checkNames("name", c.r.Name.EN, c.r.Name.ZH, maxGameName)
}

func (c *ruleCheck) seats() error {
	if err := checkSize("seats", len(c.r.Seats), 2, MaxSeats); err != nil {
		return err
	}
	teams := 0
	for i, s := range c.r.Seats {
		if s.Name != seatNames[i] {
			return coded.Errorf("engine.rules-seat-name", "rules: seats[%d].name: seats are called, in order, %s; not %q",
				i, strings.Join(seatNames[:len(c.r.Seats)], ", "), s.Name)
		}
		if s.Team < 0 || s.Team > teams {
			return coded.Errorf("engine.rules-team-number", "rules: seats[%d].team: teams are numbered from 0 in the order in which they come: at most %d here, not %d", i, teams, s.Team)
		}
		teams = max(teams, s.Team+1)
	}
	for i, s := range c.r.Seats {
		if s.Colour != "" && (s.Colour != Black || i != 1 || len(c.r.Seats) != 2) {
			return coded.Errorf("engine.rules-colour", "rules: seats[%d].colour: %q: only the second of two seats may have one, %q", i, s.Colour, Black)
		}
		partners, chiefs := 0, 0
		for _, other := range c.r.Seats {
			if other.Team == s.Team {
				partners++
				if other.Chief {
					chiefs++
				}
			}
		}
		if s.Chief && (partners < 2 || chiefs > 1) {
			return coded.Errorf("engine.rules-chief", "rules: seats[%d].chief: a team of two or more has one commander-in-chief at most", i)
		}
	}
	if teams < 2 {
		return coded.Errorf("engine.rules-one-team", "rules: seats: all are in one team: they have nobody to play against")
	}
	return nil
}

func (c *ruleCheck) kinds() error {
	if err := checkSize("kinds", len(c.r.Kinds), 1, MaxKinds); err != nil {
		return err
	}
	var ids distinct
	for i, k := range c.r.Kinds {
		place := at("kinds", i)
		if err := cmp.Or(
			checkForm(place+".id", k.ID, idForm),
			ids.add(place+".id", k.ID),
			checkNames(place, k.EN, k.ZH, maxWord),
			checkListed(place, k.EN, k.ZH),
		); err != nil {
			return err
		}
		var types distinct
		for j, id := range k.Enter {
			place := at(place+".enter", j)
			if err := cmp.Or(c.knowsType(place, id), types.add(place, id)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *ruleCheck) nodes() error {
	if err := checkSize("nodes", len(c.r.Nodes), 2, MaxNodes); err != nil {
		return err
	}
	var names distinct
	drawn := map[[2]int]string{}
	for i, n := range c.r.Nodes {
		place := at("nodes", i)
		if err := cmp.Or(
			checkForm(place+".name", n.Name, nodeForm),
			names.add(place+".name", n.Name),
			knownName(c.x.kinds, place+".kind", "kind", n.Kind),
			checkNumber(place+".x", n.X, 0, MaxPlace),
			checkNumber(place+".y", n.Y, 0, MaxPlace),
		); err != nil {
			return err
		}
		if slices.Contains(seatNames[:], n.Name) {
			return coded.Errorf("engine.rules-node-seat", "rules: %s.name: %q is what a seat is called", place, n.Name)
		}
		xy := [2]int{n.X, n.Y}
		if other, ok := drawn[xy]; ok {
			return coded.Errorf("engine.rules-node-place", "rules: %s: %s lies where %s lies", place, n.Name, other)
		}
		drawn[xy] = n.Name
		if n.Home != "" {
			if err := knownName(c.x.seats, place+".home", "seat", n.Home); err != nil {
				return err
			}
		} else if c.r.Kinds[c.x.kinds[n.Kind]].HomeOnly {
			return coded.Errorf("engine.rules-nobodys-home", "rules: %s.home: name a seat: only the pieces of its owner enter a %s", place, n.Kind)
		}
	}
	return nil
}

func (c *ruleCheck) edges() error {
	var edges distinct
	for _, list := range []struct {
		name  string
		edges [][2]string
	}{{"roads", c.r.Roads}, {"rails", c.r.Rails}} {
		for i, e := range list.edges {
			place := at(list.name, i)
			if err := cmp.Or(c.knowsNode(at(place, 0), e[0]), c.knowsNode(at(place, 1), e[1])); err != nil {
				return err
			}
			if e[0] == e[1] {
				return coded.Errorf("engine.rules-loop", "rules: %s: joins %s to itself", place, e[0])
			}
			if err := edges.add(place, edgeName(e[0], e[1])); err != nil {
				return err
			}
		}
	}
	return nil
}

// edgeName returns one name for an edge in both directions.
func edgeName(a, b string) string { return min(a, b) + "-" + max(a, b) }

func (c *ruleCheck) lines() error {
	if err := checkSize("lines", len(c.r.Lines), 0, MaxLines); err != nil {
		return err
	}
	joined := map[string]bool{}
	for _, e := range slices.Concat(c.r.Roads, c.r.Rails) {
		joined[edgeName(e[0], e[1])] = true
	}
	for i, line := range c.r.Lines {
		place := at("lines", i)
		if err := cmp.Or(checkSize(place, len(line), 2, MaxNodes), c.nodeList(place, line)); err != nil {
			return err
		}
		for j := 1; j < len(line); j++ {
			if !joined[edgeName(line[j-1], line[j])] {
				return coded.Errorf("engine.rules-broken-line", "rules: %s: neither road nor rail joins %s and %s", at(place, j), line[j-1], line[j])
			}
		}
	}
	return nil
}

func (c *ruleCheck) leaps() error {
	if err := checkSize("leaps", len(c.r.Leaps), 0, MaxLeaps); err != nil {
		return err
	}
	for i, leap := range c.r.Leaps {
		place := at("leaps", i)
		if err := cmp.Or(checkSize(place, len(leap), 2, MaxNodes), c.nodeList(place, leap)); err != nil {
			return err
		}
	}
	return nil
}

func (c *ruleCheck) nodeList(place string, names []string) error {
	var nodes distinct
	for i, name := range names {
		if err := cmp.Or(c.knowsNode(at(place, i), name), nodes.add(at(place, i), name)); err != nil {
			return err
		}
	}
	return nil
}

func (c *ruleCheck) start() error {
	if c.r.Deck != nil {
		return checkSize("start", len(c.r.Start), 0, 0)
	}
	if len(c.r.Start) != len(c.r.Seats) {
		return coded.Errorf("engine.rules-not-each-seat", "rules: %s: expected %d lists, one for each seat, not %d", "start", len(c.r.Seats), len(c.r.Start))
	}
	var nodes distinct
	for seat, rows := range c.r.Start {
		place := at("start", seat)
		if err := checkSize(place, len(rows), 1, maxRows); err != nil {
			return err
		}
		army := 0
		for i, row := range rows {
			place := at(place, i)
			if err := checkSize(place, len(row), 1, maxRows); err != nil {
				return err
			}
			for j, name := range row {
				if name == "" {
					continue
				}
				army++
				if err := cmp.Or(c.knowsNode(at(place, j), name), nodes.add(at(place, j), name)); err != nil {
					return err
				}
			}
		}
		if !slices.EqualFunc(rows, c.r.Start[0], sameShape) {
			return coded.Errorf("engine.rules-start-shape", "rules: %s: its shape differs from that of start[0]: the rows, cells and gaps must match", place)
		}
		if err := checkSize(place, army, 1, MaxArmy); err != nil {
			return err
		}
	}
	return nil
}

// sameShape reports whether two rows have gaps in the same places.
func sameShape(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return (x == "") == (y == "") })
}

// armySize returns the number of pieces of a seat, in rules whose start is in order.
func (c *ruleCheck) armySize() int {
	n := 0
	if c.r.Deck != nil {
		for _, t := range c.r.Types {
			n += t.Count
		}
		return n
	}
	for _, row := range c.r.Start[0] {
		for _, name := range row {
			if name != "" {
				n++
			}
		}
	}
	return n
}

func (c *ruleCheck) types() error {
	if err := checkSize("types", len(c.r.Types), 1, MaxTypes); err != nil {
		return err
	}
	var ids distinct
	sum, moving := 0, 0
	for i, t := range c.r.Types {
		place := at("types", i)
		if err := cmp.Or(
			checkForm(place+".id", t.ID, idForm),
			ids.add(place+".id", t.ID),
			checkNames(place, t.EN, t.ZH, maxWord),
			checkListed(place, t.EN, t.ZH),
			checkChinese(place+".sign", t.Sign, len(c.r.Seats)),
			checkForm(place+".letter", t.Letter, letterForm),
			checkNumber(place+".count", t.Count, 1, MaxArmy),
			c.starts(place+".starts", t.Starts),
			c.ways(place+".ways", t.Ways),
		); err != nil {
			return err
		}
		signs := []rune(t.Sign)
		if len(signs) != 1 && len(signs) != len(c.r.Seats) || strings.ContainsFunc(t.Sign, func(r rune) bool { return r == ' ' || unicode.IsPunct(r) || unicode.IsSymbol(r) }) {
			return coded.Errorf("engine.rules-sign", "rules: %s.sign: %q: expected a letter, a digit or a Chinese character, or one for each seat", place, t.Sign)
		}
		if len(signs) > 1 && t.Sign != t.ZH { // else pieces could bear the name of another type
			return coded.Errorf("engine.rules-signs-name", "rules: %s.sign: %q: a sign for each seat is also the zh, which is %q", place, t.Sign, t.ZH)
		}
		if t.ZH == gapLetter || strings.ContainsAny(t.ZH, " /") {
			return coded.Errorf("engine.rules-cell-name", "rules: %s.zh: %q is used as a cell in layout texts, so it can't contain a space or /, or be a full stop", place, t.ZH)
		}
		if c.r.Deck != nil {
			if err := cmp.Or(checkSize(place+".starts", len(t.Starts), 0, 0), checkSize("types", sum+t.Count, 1, MaxArmy)); err != nil {
				return err
			}
		} else if len(t.Starts) < t.Count {
			return coded.Errorf("engine.rules-few-starts", "rules: %s.starts: %d cells for %d pieces", place, len(t.Starts), t.Count)
		}
		sum += t.Count
		moving += min(len(t.Ways), 1)
	}
	if army := c.armySize(); sum != army {
		return coded.Errorf("engine.rules-army-size", "rules: types: the counts make %d pieces, but a seat has %d cells to fill", sum, army)
	}
	if moving == 0 {
		return coded.Errorf("engine.rules-nothing-moves", "rules: types: none has a way of moving")
	}
	return nil
}

func (c *ruleCheck) starts(place string, numbers []int) error {
	for i, n := range numbers {
		if err := checkNumber(at(place, i), n, 0, c.armySize()-1); err != nil {
			return err
		}
		if i > 0 && n <= numbers[i-1] {
			return coded.Errorf("engine.rules-not-ascending", "rules: %s: %d does not come after %d: expected numbers in ascending order", at(place, i), n, numbers[i-1])
		}
	}
	return nil
}

func (c *ruleCheck) ways(place string, ways []WayRule) error {
	if err := checkSize(place, len(ways), 0, MaxWays); err != nil {
		return err
	}
	var seen distinct
	for i, w := range ways {
		place := at(place, i)
		low, high := 0, MaxNodes-1
		if slices.Contains([]string{AlongEdge, AlongWalk, AlongLeap}, w.Along) {
			low, high = 1, 1
		}
		if w.Along == AlongOver && w.Most == 1 {
			return coded.Errorf("engine.rules-over-one", "rules: %s.most: the place behind a piece is at least two edges away: expected 0, or 2 to %d", place, high)
		}
		if err := cmp.Or(
			checkChoice(place+".along", w.Along, AlongEdge, AlongLine, AlongRail, AlongWalk, AlongOver, AlongLeap),
			seen.add(place+".along", w.Along),
			checkNumber(place+".most", w.Most, low, high),
		); err != nil {
			return err
		}
	}
	return nil
}

// names makes sure that who names a piece, or a gap by its kind of node, is understood:
// no two are called alike in any way, in capitals or not.
func (c *ruleCheck) names() error {
	owner := map[string]string{}
	claim := func(place, name, who string) error {
		folded := strings.ToLower(name)
		if other, ok := owner[folded]; ok && other != who {
			return coded.Errorf("engine.rules-name-shared", "rules: %s: %q is a name of %s too", place, name, other)
		}
		owner[folded] = who
		return nil
	}
	for i, t := range c.r.Types {
		place := at("types", i)
		names := []struct{ field, name string }{{".id", t.ID}, {".en", t.EN}, {".zh", t.ZH}, {".letter", t.Letter}}
		for _, sign := range t.Sign {
			names = append(names, struct{ field, name string }{".sign", string(sign)})
		}
		for _, name := range names {
			if err := claim(place+name.field, name.name, place); err != nil {
				return err
			}
		}
	}
	for i, k := range c.r.Kinds {
		place := at("kinds", i)
		for _, name := range []struct{ field, name string }{{".id", k.ID}, {".en", k.EN}, {".zh", k.ZH}} {
			if err := claim(place+name.field, name.name, place); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *ruleCheck) announcements() error {
	list := c.r.Clash.Announcements
	if err := checkSize("clash.announcements", len(list), 1, MaxCodes); err != nil {
		return err
	}
	for i, a := range list {
		place := at("clash.announcements", i)
		leave := a.AttackerLeaves || a.DefenderLeaves
		for _, seen := range []struct{ field, id string }{{".attackerSeen", a.AttackerSeen}, {".defenderSeen", a.DefenderSeen}} {
			if seen.id != "" {
				if err := c.knowsType(place+seen.field, seen.id); err != nil {
					return err
				}
			}
		}
		switch {
		case a.Repelled == leave:
			return coded.Errorf("engine.rules-repelled", "rules: %s: either a piece leaves or the attacker is repelled, never both", place)
		case a.FlagTaken && !a.DefenderLeaves:
			return coded.Errorf("engine.rules-taken-stays", "rules: %s: a flag that is taken must leave", place)
		case a.AttackerShowsFlag && !a.AttackerLeaves || a.DefenderShowsFlag && !a.DefenderLeaves:
			return coded.Errorf("engine.rules-shows-staying", "rules: %s: only a piece that leaves makes its owner show its flag", place)
		case a.DefenderShowsFlag && a.FlagTaken:
			return coded.Errorf("engine.rules-shows-taken", "rules: %s: a flag that is taken is not shown", place)
		case i > 0 && c.announcement(i-1).compare(c.announcement(i)) >= 0:
			return coded.Errorf("engine.rules-announcement-order", "rules: %s: out of order, or repeated: "+
				"announcements are sorted field by field, false before true, and none before the types, which keep their order", place)
		}
	}
	return nil
}

// announcement returns an announcement with types by number.
func (c *ruleCheck) announcement(i int) Announcement {
	return c.x.announcement(c.r.Clash.Announcements[i])
}

// table checks a table of clashes, and notes what it announces. What the flag is has been checked.
func (c *ruleCheck) table(place string, table [][]int, used []bool) error {
	list, types, flag := c.r.Clash.Announcements, c.r.Types, c.r.Ends.Flag
	if err := checkSize(place, len(table), len(types), len(types)); err != nil {
		return err
	}
	for a, row := range table {
		place := at(place, a)
		size := len(types)
		if len(types[a].Ways) == 0 {
			size = 0 // never attacks
		}
		if err := checkSize(place, len(row), size, size); err != nil {
			return err
		}
		for d, code := range row {
			place := at(place, d)
			if err := checkNumber(place, code, 0, len(list)-1); err != nil {
				return err
			}
			used[code] = true
			said := list[code]
			lost := types[d].ID == flag && said.DefenderLeaves
			switch {
			case said.FlagTaken != lost:
				return coded.Errorf("engine.rules-flag-taken", "rules: %s: a flag is taken where the defender is the flag and leaves, and nowhere else", place)
			case said.AttackerSeen != "" && said.AttackerSeen != types[a].ID:
				return coded.Errorf("engine.rules-seen", "rules: %s: shows %s, but what is there is %s", place, said.AttackerSeen, types[a].ID)
			case said.DefenderSeen != "" && said.DefenderSeen != types[d].ID:
				return coded.Errorf("engine.rules-seen", "rules: %s: shows %s, but what is there is %s", place, said.DefenderSeen, types[d].ID)
			}
		}
	}
	return nil
}

// flag checks what the rules do with a flag.
func (c *ruleCheck) flag() error {
	e := &c.r.Ends
	shows := slices.ContainsFunc(c.r.Clash.Announcements, func(a AnnouncementRule) bool { return a.AttackerShowsFlag || a.DefenderShowsFlag })
	takes := slices.ContainsFunc(c.r.Clash.Announcements, func(a AnnouncementRule) bool { return a.FlagTaken })
	if e.Flag == "" {
		if takes || shows || e.Carry != nil {
			return coded.Errorf("engine.rules-no-flag", "rules: ends.flag: name a type: a flag is taken, shown or carried")
		}
	} else if err := c.knowsType("ends.flag", e.Flag); err != nil {
		return err
	} else {
		flag := c.r.Types[c.x.types[e.Flag]]
		switch {
		case len(flag.Ways) > 0:
			return coded.Errorf("engine.rules-flag-moves", "rules: ends.flag: %s has ways of moving: a flag stays where it is", e.Flag)
		case (shows || e.Carry != nil) && flag.Count != 1:
			return coded.Errorf("engine.rules-many-flags", "rules: ends.flag: a seat has %d of %s: where a flag is shown or carried, it has one", flag.Count, e.Flag)
		}
	}
	if e.Shaken && !shows {
		return coded.Errorf("engine.rules-shaken", "rules: ends.shaken: no announcement makes a seat show its flag, so none is ever shaken")
	}
	return nil
}

func (c *ruleCheck) ends() error {
	e := &c.r.Ends
	if err := cmp.Or(
		checkChoice("ends.lastBoth", e.LastBoth, LastBothAttacker, LastBothDraw),
		checkNumber("ends.quiet", e.Quiet, 0, MaxQuiet),
		checkNumber("ends.timeouts", e.Timeouts, 1, MaxTimeouts),
		checkNumber("ends.resignFrom", e.ResignFrom, 0, MaxResign),
	); err != nil {
		return err
	}
	if len(c.r.Seats) > 2 {
		switch { // these decide a game between one winner and one loser
		case e.Shaken:
			return coded.Errorf("engine.rules-shaken-seats", "rules: ends.shaken: only a game of two seats can be drawn by the flag")
		case e.LastBoth == LastBothDraw:
			return coded.Errorf("engine.rules-last-both-seats", "rules: ends.lastBoth: only a game of two seats can be drawn by the last pieces: write %q", LastBothAttacker)
		}
	}
	if e.Carry == nil {
		return nil
	}
	if len(e.Carry.To) != len(c.r.Seats) {
		return coded.Errorf("engine.rules-not-each-seat", "rules: %s: expected %d lists, one for each seat, not %d", "ends.carry.to", len(c.r.Seats), len(e.Carry.To))
	}
	for seat, nodes := range e.Carry.To {
		place := at("ends.carry.to", seat)
		if err := cmp.Or(checkSize(place, len(nodes), 1, MaxNodes), c.nodeList(place, nodes)); err != nil {
			return err
		}
	}
	return nil
}

func (c *ruleCheck) times() error {
	t := c.r.Times
	if err := cmp.Or(checkNumber("times.clock", t.Clock, 0, MaxClock), checkNumber("times.grace", t.Grace, 0, MaxGrace),
		checkNumber("times.seen", t.Seen, 0, t.Grace)); err != nil {
		return err
	}
	if t.Grace > 0 && t.Grace < t.Clock {
		return coded.Errorf("engine.rules-grace", "rules: times.grace: %d seconds are less than the %d of the clock: silence could be claimed while a player may still think", t.Grace, t.Clock)
	}
	return nil
}

func (c *ruleCheck) views() error {
	v := &c.r.Views
	firsts := []string{FirstCoin}
	size := map[int]int{} // of each team
	for _, s := range c.r.Seats {
		firsts = append(firsts, s.Name)
		size[s.Team]++
	}
	pairs, partners := true, false
	for _, n := range size {
		pairs = pairs && n == 2
		partners = partners || n > 1
	}
	if err := cmp.Or(
		checkChoice("views.mode", v.Mode, ModeDark, ModePartners, ModeOpen, ModeDrawn, ModeFlip),
		checkChoice("views.reveal", v.Reveal, RevealEnd, RevealNever),
		checkChoice("views.first", v.First, firsts...),
		checkChoice("views.absent", v.Absent, AbsentOut, AbsentStop),
	); err != nil {
		return err
	}
	open := v.Mode == ModeOpen
	switch {
	case open && v.First == FirstCoin:
		return coded.Errorf("engine.rules-open-coin", "rules: views.first: a coin makes no sense in an open game: who begins is settled before the layouts; name a seat")
	case open && v.Reveal != RevealEnd:
		return coded.Errorf("engine.rules-open-reveal", `rules: views.reveal: in an open game the layouts are open from the start: write "end"`)
	case open && slices.ContainsFunc(c.r.Clash.Announcements, func(a AnnouncementRule) bool { return a.AttackerSeen != "" || a.DefenderSeen != "" }):
		return coded.Errorf("engine.rules-open-seen", "rules: views.mode: in an open game every type is seen already: no announcement shows one")
	case v.Mode == ModeDrawn && slices.ContainsFunc(c.r.Types, func(t TypeRule) bool { return len(t.Starts) != c.armySize() }):
		return coded.Errorf("engine.rules-drawn", "rules: views.mode: where layouts are drawn by lot, every piece may be of any type: starts list all numbers")
	case v.Mode == ModePartners && !pairs:
		return coded.Errorf("engine.rules-partners", "rules: views.mode: partners can see each other's pieces only if all teams are of two")
	case v.OutSeesPartner && (v.Mode != ModeDark || !partners):
		return coded.Errorf("engine.rules-out-sees", "rules: views.outSeesPartner: makes sense only in a dark game with partners")
	case v.Absent == AbsentOut && len(c.r.Seats) == 2:
		return coded.Errorf("engine.rules-absent-two", `rules: views.absent: with two seats, neither can put the other out: write "stop"`)
	}
	return nil
}

func (c *ruleCheck) knowsType(place, id string) error { return knownName(c.x.types, place, "type", id) }

func (c *ruleCheck) knowsNode(place, name string) error {
	return knownName(c.x.nodes, place, "node", name)
}

// knownName makes sure that a name is in an index.
func knownName[T any](index map[string]T, place, what, name string) error {
	if _, ok := index[name]; !ok {
		return coded.Errorf("engine.rules-unknown-name", "rules: %s: there is no %s %q", place, what, name)
	}
	return nil
}

// distinct is names of which none may appear twice.
type distinct struct{ places map[string]string }

// add refuses a name that has been added before.
func (d *distinct) add(place, name string) error {
	if first, ok := d.places[name]; ok {
		return coded.Errorf("engine.rules-twice", "rules: %s: %q is already in %s", place, name, first)
	}
	if d.places == nil {
		d.places = map[string]string{}
	}
	d.places[name] = place
	return nil
}

func at(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

func checkSize(place string, size, low, high int) error {
	switch {
	case size >= low && size <= high:
		return nil
	case low == high:
		return coded.Errorf("engine.rules-size", "rules: %s: expected %d entries, not %d", place, low, size)
	}
	return coded.Errorf("engine.rules-size-range", "rules: %s: expected %d to %d entries, not %d", place, low, high, size)
}

func checkNumber(place string, n, low, high int) error {
	if n >= low && n <= high {
		return nil
	}
	return coded.Errorf("engine.rules-number", "rules: %s: expected a number from %d to %d, not %d", place, low, high, n)
}

func checkChoice(place, word string, choices ...string) error {
	if slices.Contains(choices, word) {
		return nil
	}
	return coded.Errorf("engine.rules-choice", "rules: %s: expected one of %s, not %q", place, strings.Join(choices, ", "), word)
}

func checkForm(place, text string, form form) error {
	if form.fits(text) {
		return nil
	}
	return coded.Errorf("engine.rules-form", "rules: %s: %q does not match %s", place, text, form)
}

// checkNames checks the English and the Chinese name of a thing.
func checkNames(place, en, zh string, most int) error {
	return cmp.Or(checkEnglish(place+".en", en, most), checkChinese(place+".zh", zh, most))
}

// checkListed refuses a name that reads like two in a list: rules in words list types and kinds, and
// "fox, hen" may be one type or two.
func checkListed(place, en, zh string) error {
	for _, name := range []struct{ field, name string }{{".en", en}, {".zh", zh}} {
		if strings.ContainsAny(name.name, listMarks) {
			return coded.Errorf("engine.rules-word-comma", "rules: %s: %q has a comma: it would read like two names in a list", place+name.field, name.name)
		}
	}
	return nil
}

// The marks that names may hold beside letters and digits; a space stands nowhere but
// between others.
const (
	marks        = " '+,-.=!&"
	chineseMarks = "，、·"
	listMarks    = ",，、" // of these, the ones that separate names in a list
)

// checkEnglish checks an English name: of letters, digits and marks of ASCII, so that
// what looks alike is alike, nothing changes how the rest of a line looks, and nothing
// needs an escape in JSON.
func checkEnglish(place, text string, most int) error {
	if i := strings.IndexFunc(text, func(r rune) bool { return !plain(r) }); i >= 0 {
		return coded.Errorf("engine.rules-word-english", "rules: %s: %q is not an English name: use only the letters a to z, digits, spaces and %s", place, text, marks[1:])
	}
	return checkWord(place, text, most)
}

// checkChinese checks a Chinese name, which may hold Chinese characters besides.
func checkChinese(place, text string, most int) error {
	if i := strings.IndexFunc(text, func(r rune) bool { return !plain(r) && !chinese(r) }); i >= 0 {
		return coded.Errorf("engine.rules-word-chinese", "rules: %s: %q is not a Chinese name: use only Chinese characters, the letters a to z, digits, spaces and %s", place, text, marks[1:]+chineseMarks)
	}
	return checkWord(place, text, most)
}

// checkWord checks the length and the spaces of a name.
func checkWord(place, text string, most int) error {
	if n := utf8.RuneCountInString(text); n < 1 || n > most {
		return coded.Errorf("engine.rules-word-length", "rules: %s: a name of %d characters: expected 1 to %d", place, n, most)
	}
	if strings.Trim(text, " ") != text || strings.Contains(text, "  ") {
		return coded.Errorf("engine.rules-word-space", "rules: %s: %q begins or ends with a space, or has two in a row", place, text)
	}
	return nil
}

// plain reports whether a character is a letter or digit of ASCII, or one of marks.
func plain(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(marks, r)
}

// chinese reports whether a character is one of the two blocks of Unicode that hold all
// Chinese characters in use, each of them once, or one of chineseMarks. The blocks are
// named, not taken from a table of Unicode, which grows.
func chinese(r rune) bool {
	return 0x3400 <= r && r <= 0x4dbf || 0x4e00 <= r && r <= 0x9fff || strings.ContainsRune(chineseMarks, r)
}
