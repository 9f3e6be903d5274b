package rulestext

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// silent are the fields that no words of the terms need to show, and why.
var silent = map[string]string{
	"Language":                      "there is one",
	"Name.EN":                       "what the game is called: that nobody plays by",
	"Name.ZH":                       "the same",
	"Seats.Name":                    "fixed by their order",
	"Seats.Colour":                  "how it is drawn and called",
	"Kinds.ID":                      "a name that other fields refer to",
	"Kinds.ZH":                      "the other language's",
	"Nodes.Name":                    "a name that other fields refer to",
	"Nodes.X":                       "where it is drawn",
	"Nodes.Y":                       "where it is drawn",
	"Types.ID":                      "a name that other fields refer to",
	"Types.ZH":                      "the other language's",
	"Clash.Announcements.FlagTaken": "never changed alone: it is where the flag leaves",
	"Clash.Announcements.Repelled":  "never changed alone: it is where nobody leaves",
	"Ends.Flag":                     "never changed alone: announcements take it",
	"Types.Sign":                    "how it is drawn", "Types.Letter": "how it is written",
}

// A leaf is a value in rules: the names of the fields that lead to it, and how to change it.
type leaf struct {
	path   string
	change func(r *engine.Rules, to any)
	now    any
}

// leaves lists all values of rules, and for each list those with an entry less or one twice.
func leaves(r *engine.Rules) (all []leaf) {
	var walk func(path string, at func(*engine.Rules) reflect.Value)
	walk = func(path string, at func(*engine.Rules) reflect.Value) {
		v := at(r)
		whole := func(path string) {
			all = append(all, leaf{path, func(r *engine.Rules, to any) {
				if to == nil {
					at(r).SetZero()
				} else {
					at(r).Set(reflect.ValueOf(to))
				}
			}, v.Interface()})
		}
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				name := v.Type().Field(i).Name
				if path != "" {
					name = path + "." + name
				}
				walk(name, func(r *engine.Rules) reflect.Value { return at(r).Field(i) })
			}
		case reflect.Pointer:
			whole(path + "*")
			if !v.IsNil() {
				walk(path, func(r *engine.Rules) reflect.Value { return at(r).Elem() })
			}
		case reflect.Slice, reflect.Array:
			whole(path + "[]")
			for i := range v.Len() {
				walk(path, func(r *engine.Rules) reflect.Value { return at(r).Index(i) })
			}
		default:
			whole(path)
		}
	}
	walk("", func(r *engine.Rules) reflect.Value { return reflect.ValueOf(r).Elem() })
	return all
}

// others are values to which one may be changed: other names of its sort, other numbers, lists with an entry
// less or in another order, nothing at all.
func others(r *engine.Rules, now any) (all []any) {
	switch v := now.(type) {
	case bool:
		return []any{!v}
	case int:
		return []any{v + 1, v - 1, 0}
	case string:
		sorts := [][]string{{}, {}, {}, {engine.FirstCoin},
			{engine.AlongEdge, engine.AlongLine, engine.AlongRail, engine.AlongWalk, engine.AlongOver, engine.AlongLeap},
			{engine.LastBothAttacker, engine.LastBothDraw}, {engine.ModeDark, engine.ModePartners, engine.ModeOpen, engine.ModeDrawn},
			{engine.RevealEnd, engine.RevealNever}, {engine.AbsentOut, engine.AbsentStop}, {engine.StrikeOpen, engine.StrikeNever},
		}
		for _, n := range r.Nodes {
			sorts[0] = append(sorts[0], n.Name)
		}
		for _, k := range r.Kinds {
			sorts[1] = append(sorts[1], k.ID)
		}
		for _, t := range r.Types {
			sorts[2] = append(sorts[2], t.ID)
		}
		for _, s := range r.Seats {
			sorts[3] = append(sorts[3], s.Name)
		}
		for _, sort := range sorts {
			if slices.Contains(sort, v) || v == "" {
				for i := 0; i < len(sort); i += 1 + len(sort)/20 {
					all = append(all, sort[i])
				}
				all = append(all, "")
			}
		}
		return append(all, v+"q", "Q", "冗")
	}
	v := reflect.ValueOf(now)
	if v.Kind() == reflect.Slice && !v.IsNil() {
		for _, drop := range []int{0, v.Len() - 1} {
			if drop >= 0 {
				less := reflect.MakeSlice(v.Type(), 0, v.Len())
				for i := range v.Len() {
					if i != drop {
						less = reflect.Append(less, v.Index(i))
					}
				}
				all = append(all, less.Interface())
			}
		}
		if v.Len() > 1 {
			turned := reflect.MakeSlice(v.Type(), 0, v.Len())
			for i := range v.Len() {
				turned = reflect.Append(turned, v.Index(v.Len()-1-i))
			}
			all = append(all, turned.Interface())
		}
	}
	return append(all, nil)
}

// known are the rulesets that this test changes, which together use every field.
func known(t *testing.T) map[string]engine.Rules {
	found := map[string]engine.Rules{}
	for _, spec := range []string{"banqi", "flip,colours=engineer,win=smallest"} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		found[spec] = rs.Rules()
	}
	for _, file := range []string{"geister.json", "jungle.json", "three-lamps.json", "../../engine/testdata/toy.json"} {
		text, err := os.ReadFile("../../../testdata/rulesets/" + file)
		require.NoError(t, err)
		rs, err := engine.ParseRules(text)
		require.NoError(t, err)
		found[filepath.Base(file)] = rs.Rules()
	}
	with := func(name, of string, change func(*engine.Rules)) {
		r := found[of]
		rs, err := engine.NewRuleset(r)
		require.NoError(t, err)
		r = rs.Rules()
		change(&r)
		_, err = engine.NewRuleset(r)
		require.NoError(t, err, name)
		found[name] = r
	}
	flip := "flip,colours=engineer,win=smallest"
	with("three takers", flip, func(r *engine.Rules) { r.Deck.Takers = r.Deck.Takers[:3] })
	delete(found, flip)
	with("one count", "geister.json", func(r *engine.Rules) { r.Ends.Counts = r.Ends.Counts[:1] })
	with("carrying", "toy.json", func(r *engine.Rules) {
		r.Ends.Carry = &engine.CarryRule{To: [][]string{{"a1", "b1", "c1"}, {"a4", "b4", "c4"}}, Beside: true}
	})
	with("partners", "three-lamps.json", func(r *engine.Rules) { r.Seats[1].Team, r.Seats[2].Team = 1, 1 })
	return found
}

// Whatever one field of the rules is changed to changes the words of the terms, or does not matter: of every field that
// there is. A field that is new fails here until its words, or why it needs none, are there.
func TestEveryFieldIsToldOrDoesNotMatter(t *testing.T) {
	told := map[string]bool{}
	langs := messages.Languages()[:2] // two, as each takes its time
	rulesets := known(t)
	for _, name := range slices.Sorted(maps.Keys(rulesets)) {
		r := rulesets[name]
		r.Name = engine.Names{EN: "own", ZH: "own"}
		before, err := engine.NewRuleset(r)
		require.NoError(t, err)
		words := map[messages.Lang][]string{}
		for _, l := range langs {
			words[l] = Terms(l, before)
		}
		byPath := map[string][]leaf{}
		for _, l := range leaves(&r) {
			byPath[l.path] = append(byPath[l.path], l)
		}
		for path, list := range byPath {
			if silent[path] != "" {
				continue
			}
			for i := 0; i < len(list); i += max(1, (len(list)+1)/2) {
				tried := 0
				for _, to := range others(&r, list[i].now) {
					if tried == *changes {
						break
					}
					changed := before.Rules()
					list[i].change(&changed, to)
					balance(&changed, &r)
					after, err := engine.NewRuleset(changed)
					if err != nil || after.Digest() == before.Digest() {
						continue
					}
					tried++
					alike := slices.IndexFunc(langs, func(l messages.Lang) bool { return slices.Equal(words[l], Terms(l, after)) })
					if alike < 0 {
						told[path] = true
						continue
					}
					for _, d := range engine.Differences(before, after) {
						require.False(t, matters(before, after, d), "%s: %s changed from %v to %v: the words in %v are the same, but %s %s %s differs",
							name, path, list[i].now, to, langs[alike], d.Subject, d.What, d.Field)
					}
				}
			}
		}
	}
	var untold []string
	for _, path := range paths(reflect.TypeFor[engine.Rules](), "") {
		if !told[path] && silent[path] == "" {
			untold = append(untold, path)
		}
	}
	require.Empty(t, untold, "no change of these has changed the words: are they in no ruleset of this test?")
}

// balance changes the count of another type where that of one was changed: all counts together fill the cells.
func balance(changed, r *engine.Rules) {
	more := 0
	for i := range changed.Types[:min(len(changed.Types), len(r.Types))] {
		more += changed.Types[i].Count - r.Types[i].Count
	}
	for i := range changed.Types[:min(len(changed.Types), len(r.Types))] {
		if t := &changed.Types[i]; more != 0 && t.Count == r.Types[i].Count && t.Count > more {
			t.Count -= more
			return
		}
	}
}

// paths are the names of the fields that lead to each value of a type.
func paths(t reflect.Type, at string) (all []string) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			name := t.Field(i).Name
			if at != "" {
				name = at + "." + name
			}
			all = append(all, paths(t.Field(i).Type, name)...)
		}
		return all
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return paths(t.Elem(), at)
	}
	return []string{at}
}
