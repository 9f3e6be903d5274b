package messages

import (
	"encoding/json"
	"strconv"
	"strings"
)

// pageArguments are the arguments of the page's sentences that take several, in the order in which
// its scripts give them.
var pageArguments = map[string]string{
	"turn.move":               "who from to",
	"reason.by":               "who reason",
	"clash.shown":             "who place",
	"carry.dropped":           "who place",
	"carry.now":               "who place",
	"carry.now.own":           "who place",
	"carry.lies":              "who place",
	"voice.convicted.what":    "record reason",
	"voice.offline":           "who seconds",
	"voice.owes.seen":         "who seconds",
	"turn.timeouts":           "most count",
	"seats.peek.of":           "player who",
	"seats.told.of":           "player who",
	"fate.timeout":            "turn timeouts",
	"losses.count":            "lost all",
	"lost.long":               "lost left",
	"fact.clash":              "turn type",
	"fact.clash.other":        "turn type",
	"node.enemy":              "who what",
	"rules.clock":             "most seconds",
	"rules.quiet":             "turns most",
	"rules.quiet.deck":        "turns most",
	"step.of":                 "turn turns",
	"end.stuck.locked":        "types kind",
	"guide.takes":             "type types",
	"guide.atmost":            "n types",
	"guide.attacked.defender": "types type",
	"guide.attacks.attacker":  "types type",
	"invite.joined":           "joined all",
	"invite.letter.for":       "who invite",
	"list.paren":              "what more",
	"waits.with":              "rules who",
	"waits.timeouts":          "count most",
	"talk.said":               "who words",
	"audit.figures":           "records proofs turns time",
	"audit.evidence":          "bytes time",
	"audit.key":               "who key",
	"proof.cost":              "bytes time",
	"audit.long":              "size",
	"deal.turned":             "node who type",
	"deal.turned.own":         "node type",
	"deal.turning":            "who node",
	"deal.chance":             "type count percent",
	"lesson.step":             "n all",
	"lesson.of":               "rules",
	"lesson.heard.seen":       "types",
	"lesson.starts":           "who place",
	"lesson.starts.not":       "who place",
	"lesson.starts.row":       "n",
	"lesson.starts.last":      "n",
	"lesson.starts.on":        "places",
	"lesson.starts.kind":      "kind places",
	"lesson.flag.where":       "n kind who",
}

// The keys of the sentences of lessons begin so. Each takes what it needs of the same arguments, unless
// it is among those above.
const (
	lessonPrefix    = "lesson."
	lessonArguments = "who types kind own place ally n"
)

// pageSections are the sections of the page's sentences, which its scripts name by their keys: those
// of a page that only audits and replays, the rest of those that lead to a match and its play, and
// what only a page that is the whole program says.
var pageSections = []string{"page", "page play", aloneSection}

const aloneSection = "page alone"

// LanguagesJSON lists the languages for the page.
func LanguagesJSON() string {
	text, err := json.Marshal(languages)
	if err != nil {
		panic(err) // they are strings
	}
	return string(text)
}

// Page gives the sentences of the page in one language, by their keys: strings, and objects of two forms; and
// by "names" the translated names of rulesets, as in Name. The placeholders of sentences are numbered from {1}, in
// the order in which the scripts give the arguments. A page is alone if it runs the program itself.
func Page(l Lang, alone bool) map[string]any {
	said := map[string]any{}
	for _, section := range pageSections {
		if section == aloneSection && !alone {
			continue
		}
		for key, words := range l.catalogue().sections[section] {
			names := pageArgumentsOf(key)
			if words.One != words.Other {
				said[key] = forms{numbered(words.One, names), numbered(words.Other, names)}
			} else {
				said[key] = numbered(words.Other, names)
			}
		}
	}
	names := map[string]string{}
	for zh, words := range l.catalogue().sections[nameSection] {
		names[zh] = words.Other
	}
	said["names"] = names
	return said
}

// pageArgumentsOf are the arguments of a sentence that takes several, in their order.
func pageArgumentsOf(key string) []string {
	if words, ok := pageArguments[key]; ok || !strings.HasPrefix(key, lessonPrefix) {
		return strings.Fields(words)
	}
	return strings.Fields(lessonArguments)
}

// numbered replaces the name of each placeholder with its number. One that is alone needs no
// list of names.
func numbered(words string, names []string) string {
	if len(names) == 0 {
		if _, after, found := strings.Cut(words, "{"); found {
			name, _, _ := strings.Cut(after, "}")
			names = []string{name}
		}
	}
	for i, name := range names {
		words = strings.ReplaceAll(words, "{"+name+"}", "{"+strconv.Itoa(i+1)+"}")
	}
	return words
}
