package messages

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

var update = flag.Bool("update", false, "write constants.go again from lang/en.json")

// constants is constants.go: a constant for each English sentence whose key begins with a capital.
func constants() string {
	byKind := map[string][]string{}
	for key, words := range English.catalogue().sentences {
		switch {
		case !ast.IsExported(key) || strings.Contains(key, "."):
		case words.One != words.Other:
			byKind["Count"] = append(byKind["Count"], key)
		default:
			byKind["Text"] = append(byKind["Text"], key)
		}
	}
	var b strings.Builder
	b.WriteString("// Code generated from lang/en.json by go test -update; DO NOT EDIT.\n\npackage messages\n")
	for _, kind := range []string{"Text", "Count"} {
		fmt.Fprintf(&b, "\nconst (\n")
		keys := slices.Sorted(slices.Values(byKind[kind]))
		for len(keys) > 0 {
			names, values := keys[0], strconv.Quote(keys[0])
			n := 1
			for ; n < len(keys) && len(names)+len(values)+2*len(keys[n])+20 < 100; n++ {
				names, values = names+", "+keys[n], values+", "+strconv.Quote(keys[n])
			}
			fmt.Fprintf(&b, "%s %s = %s\n", names, kind, values)
			keys = keys[n:]
		}
		b.WriteString(")\n")
	}
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Each key of lang/en.json that begins with a capital has a constant of its name.
func TestConstantsAreThoseOfTheFile(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile("constants.go", []byte(constants()), 0o644))
	}
	text, err := os.ReadFile("constants.go")
	require.NoError(t, err)
	require.Equal(t, constants(), string(text), "lang/en.json has changed: go test ./cmd/internal/messages -update")
}

// The guide names what --lang takes.
func TestTheGuideNamesEveryLanguage(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/playing.md")
	require.NoError(t, err)
	for _, tag := range Tags()[1:] {
		require.True(t, strings.Contains(string(guide), "`--lang "+tag+"`"), "docs/playing.md lacks `--lang %s`", tag)
	}
}

// Chinese has one word for one thing; what a person may type is another matter.
func TestOneWordForOneThing(t *testing.T) {
	for _, l := range Languages()[1:] {
		for section, sentences := range l.catalogue().sections {
			for key, words := range sentences {
				if slices.Contains([]string{"answers", "offers", "commands"}, section) {
					continue
				}
				for better, word := range map[string]string{"求和": "提和", "左右对调": "镜像", "左右對調": "鏡像", "跳过": "轮空", "跳過": "輪空"} {
					require.NotContains(t, words.Other, word, "%s: %s says %s", l, key, better)
				}
			}
		}
	}
}

// The page sets English as print does; what a terminal shows has the signs that people type.
func TestApostrophes(t *testing.T) {
	for section, sentences := range English.catalogue().sections {
		wrong := "’"
		if slices.Contains(pageSections, section) {
			wrong = "'"
		}
		for key, words := range sentences {
			require.NotContains(t, words.One+words.Other, wrong, "%s: %s", section, key)
		}
	}
	said := Each(func(l Lang) string { return l.Error(errors.New("it can't start, by the players' rules")) })
	require.Equal(t, "it can’t start, by the players’ rules", said["en"], "as the page shows it")
}

var literalKey = regexp.MustCompile(`"([a-z]+(?:\.[a-z-]+)+)"`)

// declared lists the keys that Go code names: the identifiers and the literals of the programs, and
// the prefixes of families.
func declared(t *testing.T) (keys map[string]bool, families []string) {
	t.Helper()
	keys = map[string]bool{}
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || d.Name() == "constants.go" {
			return err
		}
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, word := range regexp.MustCompile(`\b[A-Z][A-Za-z0-9]+\b`).FindAll(source, -1) {
			keys[string(word)] = true
		}
		for _, found := range literalKey.FindAllSubmatch(source, -1) {
			keys[string(found[1])] = true
		}
		for _, found := range regexp.MustCompile(`Family += "([a-z]+)"`).FindAllSubmatch(source, -1) {
			families = append(families, string(found[1]))
		}
		return nil
	}))
	for _, key := range slices.Concat(ScreenKeys, ScreenKeysArranging, ScreenKeysReplay, LineKeys) {
		keys[string(key.Name)], keys[string(key.Does)] = true, true
	}
	require.Greater(t, len(families), 20)
	return keys, families
}

var placeholder = regexp.MustCompile(`\{([^}]*)\}`)

// placeholders lists the arguments that a sentence takes, each with its verb.
func placeholders(words string) []string {
	var found []string
	for _, p := range placeholder.FindAllStringSubmatch(words, -1) {
		found = append(found, p[1])
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// abroad are the sections of sentences whose English is in the code of the packages below.
var abroad = []string{errorSection, wordSection, systemSection, storeSection, cheatSection, errorPartPrefix}

// Every sentence is there in every language, once, with the same arguments, and none that nobody
// says.
func TestEveryLanguageHasEverySentence(t *testing.T) {
	inLang, err := fs.Glob(files, "lang/*.json")
	require.NoError(t, err)
	require.Len(t, inLang, len(languages), "each file in lang has its line in lang.go")
	named, families := declared(t)
	en, second := English.catalogue(), Languages()[1].catalogue()
	for _, l := range Languages() {
		c := l.catalogue()
		for key, words := range c.sentences {
			require.NotEmpty(t, words.Other, "%s: %s", l, key)
		}
		for section, list := range c.sections {
			if section == nameSection {
				continue
			}
			from := en
			if l == English || slices.Contains(abroad, section) {
				from = second
			}
			require.ElementsMatch(t, slices.Collect(maps.Keys(from.sections[section])), slices.Collect(maps.Keys(list)), "%s: %s", l, section)
			ofPage := slices.Contains(pageSections, section)
			for key, words := range list {
				if section == commandSection || section == answerSection || section == offerSection || section == phraseSection {
					continue
				}
				require.Equal(t, placeholders(from.sections[section][key].Other), placeholders(words.Other), "%s: %s", l, key)
				require.Equal(t, strings.HasSuffix(from.sections[section][key].Other, "\n"), strings.HasSuffix(words.Other, "\n"), "%s: %s", l, key)
				if family, _, _ := strings.Cut(key, "."); l == English && !ofPage && !slices.Contains(families, family) {
					require.True(t, named[key], "nobody says %s", key)
				}
				names := pageArgumentsOf(key)
				if _, own := pageArguments[key]; ofPage && strings.HasPrefix(key, lessonPrefix) && !own {
					require.Subset(t, names, placeholders(words.Other), "lessonArguments of %s", key)
				} else if ofPage && len(names) != len(placeholders(words.Other)) {
					require.True(t, len(names) == 0 && len(placeholders(words.Other)) == 1, "pageArguments of %s", key)
				}
			}
		}
		sections := slices.Collect(maps.Keys(en.sections))
		if l != English {
			sections = append(sections, abroad...)
		}
		if l > Chinese {
			sections = append(sections, nameSection)
		}
		require.ElementsMatch(t, sections, slices.Collect(maps.Keys(c.sections)), "%s", l)
	}
}

var hanInSource = regexp.MustCompile("\"[^\"\\n]*\\p{Han}[^\"\\n]*\"")

// The rulesets and options of package junqi, and the rulesets in files, have names in every language.
func TestRulesetsHaveNamesInEveryLanguage(t *testing.T) {
	names := map[string]bool{}
	for _, name := range slices.Concat(glob(t, "../../../engine/junqi/*.go"), glob(t, "../../../testdata/rulesets/*.json"), glob(t, "../../../docs/*.json")) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, found := range hanInSource.FindAllString(string(source), -1) {
			names[strings.Trim(found, "\"")] = true
		}
	}
	require.Greater(t, len(names), 200)
	for _, l := range Languages()[2:] {
		translated := l.catalogue().sections[nameSection]
		for zh := range names {
			require.NotEmpty(t, translated[zh].Other, "%s.json lacks %s under %q", l, zh, nameSection)
		}
		for zh, words := range translated {
			require.True(t, names[zh], "%s.json: nothing is called %s", l, zh)
			require.Equal(t, strings.Count(zh, "%"), strings.Count(words.Other, "%"), zh)
		}
	}
	require.Equal(t, "標準陸軍棋，每步 30 秒", Lang(2).Name("standard,clock=30", "标准军棋，每步30秒"))
	require.Equal(t, "翻棋，排盡地雷後，由工兵扛旗，每步 30 秒", Lang(2).Name("flip,win=engineers,clock=30", "翻棋，排尽地雷后，由工兵扛旗，每步30秒"))
	require.Equal(t, "西洋陸軍棋，只報勝負", Lang(2).Name("Stratego", "西洋陆军棋，只报胜负"))
	require.Equal(t, "猎犬，70 步未交戰為和局", Lang(2).Name("hound", "猎犬，70步不碰子和棋"))
	require.Equal(t, "猎犬", Lang(2).Name("hound", "猎犬"), "a ruleset of somebody else")
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, found, pattern)
	return found
}

// Pieces and sides are called as their rules have them.
func TestArmiesHaveNamesOfTheirOwn(t *testing.T) {
	rs, err := junqi.Rules("banqi")
	require.NoError(t, err)
	general, _ := rs.Type("general")
	for l, want := range map[Lang]string{English: "general general K red black", Lang(2): "帥 將 將 紅方 黑方"} {
		u := l.Under(rs)
		require.Equal(t, want, fmt.Sprint(u.Piece(rs, general, engine.Red), " ", u.Piece(rs, general, engine.Blue), " ", u.Sign(rs.TypeRule(general), engine.Blue), " ",
			u.Seat(engine.Red), " ", u.Seat(engine.Blue)), l)
		require.Equal(t, l, u.Under(nil))
		require.Equal(t, l.String(), u.String())
	}
	for _, sign := range []string{"帅", "将", "帅将", "K"} {
		found, err := rs.ParseType(sign)
		require.NoError(t, err)
		require.Equal(t, general, found, sign)
	}
}

// What a sentence suggests to type is understood.
func TestSuggestedWordsAreUnderstood(t *testing.T) {
	for _, l := range Languages() {
		for _, key := range LineKeys {
			if key.Name == "key.line.move" || key.Name == "key.line.offer" {
				continue // a move is no word
			}
			command, text := strings.TrimPrefix(string(key.Name), "key.line."), key.Name
			word, _, _ := strings.Cut(Plain(strings.ReplaceAll(text.In(l), ",", " ")), " ")
			require.Equal(t, command, Command(word), "%s: %s", l, text.In(l))
		}
		if l == English {
			continue
		}
		for _, text := range []Text{PlayYourMove, PlayUnknown, PlayOverdue, PlayOverdrawn, PlayOverdueAlone, PlayVoteSoon, PlayOfferOpen, ClaimMade, KnowOpen, PlayResignSure} {
			for _, word := range regexp.MustCompile("[“「]([^”」{]+)[”」]").FindAllStringSubmatch(text.In(l), -1) {
				require.NotEmpty(t, Command(word[1]), "%s: %s", l, word[1])
			}
		}
	}
}

// No key is in a file twice: the second would silently replace the first.
func TestNoKeyIsTwiceInAFile(t *testing.T) {
	for _, l := range Languages() {
		data, err := files.ReadFile("lang/" + l.String() + ".json")
		require.NoError(t, err)
		d := json.NewDecoder(bytes.NewReader(data))
		seen, section, depth, inKey := map[string]bool{}, "", 0, false
		for d.More() || depth > 0 {
			token, err := d.Token()
			require.NoError(t, err)
			switch token := token.(type) {
			case json.Delim:
				if token == '{' {
					depth++
				} else {
					depth--
				}
				inKey = depth > 0
			case string:
				if !inKey {
					inKey = true
					continue
				}
				switch depth {
				case 1:
					section = token
				case 2:
					key := token
					if slices.Contains(byName, section) {
						key = section + ": " + token
					}
					require.False(t, seen[key], "%s: %s", l, key)
					seen[key] = true
				}
				inKey = false
			}
		}
		require.Greater(t, len(seen), 1000)
	}
}

func TestSentencesAreFilled(t *testing.T) {
	names := []string{"who", "seconds"}
	require.Equal(t, "red: 1.5 s, red", fill("{who}: {seconds:.1f} s, {who}", names, []any{"red", 1.5}))
	require.Equal(t, `"a" `, fill("{who:q} {unknown}", names, []any{"a"}))
	require.Equal(t, "100 %", fill("100 %", names, []any{"a"}))
	require.Equal(t, "等 Ben 走 7 步", fill("等{who}走{seconds}步", names, []any{"Ben", 7}))
	require.Equal(t, "Ben 认输", fill("{who}{seconds}", names, []any{"Ben", "认输"}))
	require.Equal(t, "等林间，3 秒", fill("等{who}，{seconds} 秒", names, []any{"林间", 3}))
	require.Equal(t, "an error: 红方认输", fill("an error: {1}", numbers, []any{"红方认输"}))
}

func TestCountsHaveForms(t *testing.T) {
	require.Equal(t, "1 clash", Clashes.In(English, 1))
	require.Equal(t, "0 clashes", Clashes.In(English, 0))
	require.Equal(t, "1 次碰子", Clashes.In(Chinese, 1))
}

// The page gets its sentences with numbers for the names of arguments.
func TestPageCountsArguments(t *testing.T) {
	page := Page(English, true)
	require.Equal(t, "{1}: {2}–{3}", page["turn.move"])
	require.Equal(t, "turn {1}", page["turn.number"])
	require.Equal(t, "These rules also reveal: {1}.", page["lesson.heard.seen"])
	require.Equal(t, forms{"{1} record", "{1} records"}, page["count.records"])
	for key, words := range page {
		if words, ok := words.(string); ok {
			require.NotRegexp(t, `\{[^1-9]`, words, key)
		}
	}
}

func TestLocalePicksTheLanguage(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		want Lang
	}{
		{"nothing set", nil, English},
		{"lang", map[string]string{"LANG": "zh_CN.UTF-8"}, Chinese},
		{"capitals", map[string]string{"LANG": "ZH_SG"}, Chinese},
		{"Taiwan", map[string]string{"LANG": "zh_TW.UTF-8"}, Lang(2)},
		{"Hong Kong", map[string]string{"LANG": "zh_HK"}, Lang(2)},
		{"script", map[string]string{"LANG": "zh-Hant-TW"}, Lang(2)},
		{"messages over lang", map[string]string{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, English},
		{"all over messages", map[string]string{"LC_ALL": "zh_CN", "LC_MESSAGES": "en_US.UTF-8"}, Chinese},
		{"empty counts as unset", map[string]string{"LC_ALL": "", "LANG": "zh_CN"}, Chinese},
		{"other", map[string]string{"LANG": "C.UTF-8"}, English},
	} {
		require.Equal(t, c.want, FromEnvironment(func(name string) string { return c.env[name] }), c.name)
	}
	l, err := Parse("ZH-hant")
	require.NoError(t, err)
	require.Equal(t, "zh-Hant", l.String())
	_, err = Parse("xx")
	require.ErrorContains(t, err, "unknown language \"xx\": choose one of "+strings.Join(Tags(), ", "))
}
