package engine_test

import (
	"bytes"
	"crypto/sha512"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// toyText is the text of a small game that uses most of what rules can say.
func toyText(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/toy.json")
	require.NoError(t, err)
	return text
}

func toy(t testing.TB) *engine.Ruleset {
	t.Helper()
	rs, err := engine.ParseRules(toyText(t))
	require.NoError(t, err)
	return rs
}

func TestParseRules(t *testing.T) {
	rs := toy(t)
	require.Equal(t, 2, rs.NumSeats())
	require.Equal(t, 5, rs.ArmySize())
	require.Equal(t, "FHXW", rs.Letters(rs.Types()))
	require.Equal(t, "HXW", rs.Letters(rs.Mobile()))
	require.Equal(t, engine.Names{EN: "toy", ZH: "玩具"}, rs.Name())
	r := rs.Rules()
	require.Nil(t, r.Kinds[0].Enter)
	require.Equal(t, []string{"fox", "wolf"}, r.Kinds[1].Enter)
	require.Nil(t, r.Ends.Carry)

	// The canonical text is what any JSON library makes of the file without white space.
	var compact bytes.Buffer
	require.NoError(t, json.Compact(&compact, toyText(t)))
	require.Equal(t, compact.String(), string(rs.Text()))
	require.Equal(t, sha512.Sum512_256([]byte("darkjunqi/v1/ruleset\x00"+compact.String())), rs.Digest())

	for _, text := range []string{
		"\ufeff" + string(toyText(t)),
		"\n\t " + strings.ReplaceAll(compact.String(), ":", "\r\n:\t") + "\n",
		strings.Replace(compact.String(), "玩具", `\u73a9\u5177`, 1),
	} {
		again, err := engine.ParseRules([]byte(text))
		require.NoError(t, err)
		require.Equal(t, rs.Digest(), again.Digest())
		_, err = engine.ParseCanonical([]byte(text))
		require.Error(t, err)
	}
}

// Rules are a value: what one does with the value it gave or got changes nothing.
func TestRulesetKeepsItsRules(t *testing.T) {
	r := readToy(t)
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	digest := rs.Digest()
	for _, r := range []engine.Rules{r, rs.Rules()} {
		r.Nodes[0].Name, r.Types[1].Starts[0], r.Lines[0][0] = "q9", 4, "q9"
	}
	rs.Text()[0] = 'x'
	again, err := engine.NewRuleset(rs.Rules())
	require.NoError(t, err)
	require.Equal(t, digest, again.Digest())
}

// readToy is the toy's rules as JSON readers see them.
func readToy(t testing.TB) engine.Rules {
	t.Helper()
	var r engine.Rules
	decoder := json.NewDecoder(bytes.NewReader(toyText(t)))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&r))
	return r
}

// The JSON of the Go value is the canonical text, if it has no null but where null means
// something.
func TestTextIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		require.NoError(t, encoder.Encode(rs.Rules()))
		require.Equal(t, b.String(), string(rs.Text())+"\n")

		again, err := engine.ParseCanonical(rs.Text())
		require.NoError(t, err)
		require.Equal(t, rs, again)
		again, err = engine.NewRuleset(rs.Rules())
		require.NoError(t, err)
		require.Equal(t, rs, again)
	})
}

// The rules that were read last are not made again, and serve for no other text.
func TestSameRulesAreReadOnce(t *testing.T) {
	one := toy(t).Text()
	standard, err := junqi.Rules("standard")
	require.NoError(t, err)
	first, err := engine.ParseCanonical(one)
	require.NoError(t, err)
	again, err := engine.ParseCanonical(slices.Clone(one))
	require.NoError(t, err)
	require.Same(t, first, again)

	for _, text := range [][]byte{standard.Text(), one} {
		rs, err := engine.ParseCanonical(text)
		require.NoError(t, err)
		require.Equal(t, text, rs.Text())
	}
	for _, text := range [][]byte{one[:len(one)-1], append(slices.Clone(one), ' '), nil} {
		_, err := engine.ParseCanonical(text)
		require.Error(t, err)
	}
}

func TestRulesRefusedByShape(t *testing.T) {
	var compact bytes.Buffer
	require.NoError(t, json.Compact(&compact, toyText(t)))
	text := compact.String()
	for _, c := range []struct{ old, new, code, says string }{
		{text, "", "json", "rules: top level (line 1): not JSON: unexpected end of JSON input"},
		{text, "null", "syntax", `top level (line 1): expected {, found null`},
		{text, "[]", "syntax", `expected {, found [`},
		{text, text + "{}", "json", `invalid character '{' after top-level value`},
		{text, text + "\x00", "json", `invalid character '\x00' after top-level value`},
		{text, text[:len(text)-1], "json", "unexpected end"},
		{text, text[:40], "json", "name (line 1): not JSON: unexpected end"},
		{text, strings.Repeat("[", 1<<16), "json", "exceeded max depth"},
		{`{"language"`, `{"langage"`, "syntax", `language (line 1): expected the field "language", found "langage"`},
		{`{"language"`, `{"Language"`, "syntax", `expected the field "language", found "Language"`},
		{`"home":"red"},{"name":"a2"`, `"home":"red","color":"red"},{"name":"a2"`, "syntax", `nodes[0] (line 1): expected }, found "color"`},
		{`"x":0,"y":4`, `"y":4,"x":0`, "syntax", `nodes[1].x (line 1): expected the field "x", found "y"`},
		{`"x":0,"y":4`, `"x":0,"x":0,"y":4`, "syntax", `nodes[1].y (line 1): expected the field "y", found "x"`},
		{`"x":0,"y":4`, `"y":4`, "syntax", `nodes[1].x (line 1): expected the field "x", found "y"`},
		{`,"home":"red"},{"name":"a3"`, `},{"name":"a3"`, "syntax", `nodes[1].home (line 1): expected the field "home", found }`},
		{`{"clock":60,"grace":600}`, `{}`, "syntax", `times.clock (line 1): expected the field "clock", found }`},
		{`{"clock":60,"grace":600}`, `{"clock":60 "grace":600}`, "json", `times.clock (line 1): not JSON: invalid character '"' after`},
		{`{"clock":60,"grace":600}`, `{"clock":60,"grace":600,}`, "json", `times.grace (line 1): not JSON: invalid character '}'`},
		{`{"clock":60,`, `{"clock" 60,`, "json", `times.clock (line 1): not JSON: invalid character '6' after`},
		{`{"clock":60,`, `{"clock":6.5,`, "syntax", `times.clock (line 1): expected a whole number from 0, found 6.5`},
		{`{"clock":60,`, `{"clock":6e1,`, "syntax", `expected a whole number from 0, found 6e1`},
		{`{"clock":60,`, `{"clock":-0,`, "syntax", `expected a whole number from 0, found -0`},
		{`{"clock":60,`, `{"clock":060,`, "json", `times.clock (line 1): not JSON: invalid character '6' after`},
		{`{"clock":60,`, `{"clock":-1,`, "number", `times.clock: expected a number from 0 to 86400, not -1`},
		{`{"clock":60,`, `{"clock":"60",`, "syntax", `times.clock (line 1): expected a whole number from 0, found "60"`},
		{`{"clock":60,`, `{"clock":99999999999999999999,`, "syntax", `expected a whole number from 0, found 99999999999999999999`},
		{`{"clock":60,`, "\n\n" + `{"clock":x,`, "json", `times.clock (line 3)`},
		{`{"clock":60,`, "\n\n" + `{"clock":true,`, "syntax", `times.clock (line 3)`},
		{`"shaken":false`, `"shaken":0`, "syntax", `ends.shaken (line 1): expected true or false, found 0`},
		{`"shaken":false`, `"shaken":null`, "syntax", `ends.shaken (line 1): expected true or false, found null`},
		{`"carry":null`, `"carry":5`, "syntax", `ends.carry (line 1): expected`},
		{`"lines":[["a1"`, `"lines":[[1`, "syntax", `lines[0][0] (line 1): expected a string, found 1`},
		{`["a1","b1"]`, `["a1"]`, "syntax", `roads[0][1] (line 1): expected a string, found ]`},
		{`["a1","b1"]`, `["a1","b1","c1"]`, "syntax", `roads[0] (line 1): expected ], found "c1"`},
		{`["a1","b1"]`, `["a1" "b1"]`, "json", `roads[0][0] (line 1): not JSON: invalid character '"' after array element`},
		{`["a1","b1"]`, `["a1",]`, "json", `roads[0][0] (line 1): not JSON: invalid character ']'`},
		{`["a1","b1"]`, `null`, "syntax", `roads[0] (line 1): expected [, found null`},
		{`"roads":[`, `"roads":["`, "json", `roads[0] (line 1): not JSON`},
		{`"field","en"`, "\"fi\neld\",\"en\"", "json", `kinds[0].id (line 1): not JSON: invalid character '\n' in string literal`},
		{`"resignFrom":0`, `"resignFrom":"`, "json", "ends.resignFrom (line 1): not JSON"},
		{`"zh":"玩具"`, `"zh":"` + "\xff" + `"`, "word-chinese", "name.zh: \"\ufffd\" is not a Chinese name"},
		{`"zh":"玩具"`, `"zh":"\q"`, "json", "name.zh (line 1): not JSON: invalid character 'q' in string escape code"},
	} {
		require.Contains(t, text, c.old)
		_, err := engine.ParseRules([]byte(strings.Replace(text, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.says)
		require.Equal(t, "engine.rules-"+c.code, coded.Code(err), c.says)
	}
	_, err := engine.ParseRules(bytes.Repeat([]byte(" "), 4*engine.MaxRulesText+1))
	require.Equal(t, "engine.rules-too-long", coded.Code(err))
	_, err = engine.ParseCanonical(bytes.Repeat([]byte(" "), engine.MaxRulesText+1))
	require.Equal(t, "engine.rules-too-long", coded.Code(err))
	_, err = engine.ParseCanonical(toyText(t))
	require.Equal(t, "engine.rules-not-canonical", coded.Code(err))
}

// A text may be long for its white space, never for what it says.
func TestRulesTooLong(t *testing.T) {
	r := readToy(t)
	for range 6000 {
		r.Lines = append(r.Lines, []string{"a1", "a2"})
	}
	_, err := engine.NewRuleset(r)
	require.Equal(t, "engine.rules-too-long", coded.Code(err))
	spaced := strings.ReplaceAll(string(toyText(t)), "\n", strings.Repeat("\n", 2000))
	require.Greater(t, len(spaced), engine.MaxRulesText)
	_, err = engine.ParseRules([]byte(spaced))
	require.NoError(t, err)
}

func TestRulesRefusedBySense(t *testing.T) {
	// said is the announcement that the toy's clash of two types yields.
	said := func(r *engine.Rules, a, d int) *engine.AnnouncementRule {
		return &r.Clash.Announcements[r.Clash.Table[a][d]]
	}
	four := func(r *engine.Rules, teams ...int) {
		r.Seats = nil
		for i, team := range teams {
			r.Seats = append(r.Seats, engine.SeatRule{Name: engine.Seat(i).String(), Team: team})
		}
	}
	for _, c := range []struct {
		change     func(r *engine.Rules)
		code, says string
	}{
		{func(r *engine.Rules) { r.Language = "darkjunqi rules 2" }, "language", `"darkjunqi rules 2"`},
		{func(r *engine.Rules) { r.Name.EN = "" }, "word-length", "name.en: a name of 0 characters"},
		{func(r *engine.Rules) { r.Name.ZH = strings.Repeat("长", 513) }, "word-length", "name.zh: a name of 513 characters: expected 1 to 512"},
		{func(r *engine.Rules) { r.Name.EN = "to\ny" }, "word-english", "name.en"},
		{func(r *engine.Rules) { r.Name.EN = `to"y` }, "word-english", "name.en"},
		{func(r *engine.Rules) { r.Name.EN = "to\u202ey" }, "word-english", "name.en"},
		{func(r *engine.Rules) { r.Name.EN = "to\ufffdy" }, "word-english", "name.en"},
		{func(r *engine.Rules) { r.Name.EN = "standard (one of ours)" }, "word-english", "name.en"},
		{func(r *engine.Rules) { r.Types[1].EN = "h\u043eund" }, "word-english", `types[1].en`},
		{func(r *engine.Rules) { r.Types[1].EN = "houn\u0301d" }, "word-english", `types[1].en`},
		{func(r *engine.Rules) { r.Types[1].EN = "猎犬" }, "word-english", `types[1].en`},
		{func(r *engine.Rules) { r.Types[1].ZH = "h\u043eund" }, "word-chinese", `types[1].zh`},
		{func(r *engine.Rules) { r.Types[1].ZH = "猎\ufe0f犬" }, "word-chinese", `types[1].zh`},
		{func(r *engine.Rules) { r.Types[1].ZH = "\uf900" }, "word-chinese", `types[1].zh`},
		{func(r *engine.Rules) { r.Types[1].EN = strings.Repeat("a", 25) }, "word-length", `types[1].en: a name of 25 characters: expected 1 to 24`},
		{func(r *engine.Rules) { r.Types[1].EN = "FOX" }, "name-shared", `types[2].id: "fox" is a name of types[1] too`},
		{func(r *engine.Rules) { r.Name.EN = "to\xffy" }, "word-english", "name.en"},
		{func(r *engine.Rules) { r.Name.EN = " toy" }, "word-space", "name.en"},
		{func(r *engine.Rules) { r.Name.EN = "to  y" }, "word-space", "name.en"},

		{func(r *engine.Rules) { r.Seats = r.Seats[:1] }, "size-range", "seats: expected 2 to 6 entries, not 1"},
		{func(r *engine.Rules) { four(r, 0, 1, 0, 1, 0, 1, 0) }, "size-range", "seats: expected 2 to 6 entries, not 7"},
		{func(r *engine.Rules) { r.Seats[1].Name = "amber" }, "seat-name", `seats[1].name: seats are called, in order, red, blue; not "amber"`},
		{func(r *engine.Rules) { r.Seats[1].Team = 0 }, "one-team", "seats: all are in one team"},
		{func(r *engine.Rules) { r.Seats[0].Team = 1 }, "team-number", "seats[0].team: teams are numbered from 0"},
		{func(r *engine.Rules) { r.Seats[1].Team = 2 }, "team-number", "seats[1].team"},
		{func(r *engine.Rules) { r.Seats[0].Team = -1 }, "team-number", "seats[0].team"},

		{func(r *engine.Rules) { r.Kinds = nil }, "size-range", "kinds: expected 1 to 16 entries"},
		{func(r *engine.Rules) { r.Kinds[1].ID = "Den" }, "form", `kinds[1].id: "Den" does not match`},
		{func(r *engine.Rules) { r.Kinds[1].ID = "field" }, "twice", `kinds[1].id: "field" is already in kinds[0].id`},
		{func(r *engine.Rules) { r.Kinds[1].EN = "" }, "word-length", "kinds[1].en"},
		{func(r *engine.Rules) { r.Kinds[1].Enter[1] = "wulf" }, "unknown-name", `kinds[1].enter[1]: there is no type "wulf"`},
		{func(r *engine.Rules) { r.Kinds[1].Enter[1] = "fox" }, "twice", `kinds[1].enter[1]`},

		{func(r *engine.Rules) { r.Nodes = r.Nodes[:1] }, "size-range", "nodes: expected 2 to 192 entries"},
		{func(r *engine.Rules) { r.Nodes[0].Name = "x1" }, "form", `nodes[0].name: "x1"`},
		{func(r *engine.Rules) { r.Nodes[0].Name = "a1x2" }, "form", `nodes[0].name`},
		{func(r *engine.Rules) { r.Nodes[0].Name = "abcdefg" }, "form", `nodes[0].name`},
		{func(r *engine.Rules) { r.Nodes[1].Name = "a1" }, "twice", `nodes[1].name: "a1" is already in nodes[0].name`},
		{func(r *engine.Rules) { r.Nodes[11].Name = "teal" }, "node-seat", `nodes[11].name: "teal" is what a seat is called`},
		{func(r *engine.Rules) { r.Nodes[1].Kind = "wood" }, "unknown-name", `nodes[1].kind: there is no kind "wood"`},
		{func(r *engine.Rules) { r.Nodes[1].X = 100 }, "number", `nodes[1].x: expected a number from 0 to 99, not 100`},
		{func(r *engine.Rules) { r.Nodes[1].Y = 100 }, "number", `nodes[1].y`},
		{func(r *engine.Rules) { r.Nodes[1].Y = 6 }, "node-place", `nodes[1]: a2 lies where a1 lies`},
		{func(r *engine.Rules) { r.Nodes[1].Home = "teal" }, "unknown-name", `nodes[1].home: there is no seat "teal"`},
		{func(r *engine.Rules) { r.Nodes[4].Home = "" }, "nobodys-home", `nodes[4].home: name a seat: only the pieces of its owner enter a den`},

		{func(r *engine.Rules) { r.Roads[0][1] = "z9" }, "unknown-name", `roads[0][1]: there is no node "z9"`},
		{func(r *engine.Rules) { r.Rails[2][0] = "" }, "unknown-name", `rails[2][0]: there is no node ""`},
		{func(r *engine.Rules) { r.Roads[0][1] = "a1" }, "loop", `roads[0]: joins a1 to itself`},
		{func(r *engine.Rules) { r.Roads = append(r.Roads, [2]string{"b1", "a1"}) }, "twice", `roads[11]: "a1-b1" is already in roads[0]`},
		{func(r *engine.Rules) { r.Rails[0] = r.Roads[0] }, "twice", `rails[0]: "a1-b1" is already in roads[0]`},
		{func(r *engine.Rules) { r.Lines[0] = []string{"a1"} }, "size-range", `lines[0]: expected 2 to 192 entries`},
		{func(r *engine.Rules) { r.Lines[0][1] = "q" }, "unknown-name", `lines[0][1]: there is no node "q"`},
		{func(r *engine.Rules) { r.Lines[0] = []string{"a1", "a2", "a1"} }, "twice", `lines[0][2]: "a1" is already in lines[0][0]`},
		{func(r *engine.Rules) { r.Lines[0] = []string{"a1", "a3"} }, "broken-line", `lines[0][1]: neither road nor rail joins a1 and a3`},
		{func(r *engine.Rules) { r.Lines = slices.Repeat(r.Lines, 33) }, "size-range", `lines: expected 0 to 128 entries, not 132`},

		{func(r *engine.Rules) { r.Start = r.Start[:1] }, "not-each-seat", `start: expected 2 lists, one for each seat, not 1`},
		{func(r *engine.Rules) { r.Start[1] = nil }, "size-range", `start[1]: expected 1 to 32 entries`},
		{func(r *engine.Rules) { r.Start[1][1] = nil }, "size-range", `start[1][1]: expected 1 to 32 entries`},
		{func(r *engine.Rules) { r.Start[1][1] = []string{"c4", "a4", ""} }, "start-shape", `start[1]: its shape differs from that of start[0]`},
		{func(r *engine.Rules) { r.Start[1][0] = []string{"c3", "b3"} }, "start-shape", `start[1]: its shape differs from that of start[0]`},
		{func(r *engine.Rules) { r.Start[1][0][1] = "b9" }, "unknown-name", `start[1][0][1]: there is no node "b9"`},
		{func(r *engine.Rules) { r.Start[1][0][1] = "c3" }, "twice", `start[1][0][1]: "c3" is already in start[1][0][0]`},
		{func(r *engine.Rules) { r.Start[1][0][1] = "a1" }, "twice", `start[1][0][1]: "a1" is already in start[0][1][0]`},
		{func(r *engine.Rules) { r.Start = [][][]string{{{""}}, {{""}}} }, "size-range", `start[0]: expected 1 to 48 entries, not 0`},

		{func(r *engine.Rules) { r.Types = nil; r.Kinds[1].Enter = nil }, "size-range", `types: expected 1 to 16 entries`},
		{func(r *engine.Rules) { r.Types = slices.Repeat(r.Types, 5) }, "size-range", `types: expected 1 to 16 entries, not 20`},
		{func(r *engine.Rules) { r.Types[1].ID = "1st" }, "form", `types[1].id`},
		{func(r *engine.Rules) { r.Types[1].ID = "flag" }, "twice", `types[1].id`},
		{func(r *engine.Rules) { r.Types[1].ZH = "" }, "word-length", `types[1].zh`},
		{func(r *engine.Rules) { r.Types[1].EN = "fox, hen" }, "word-comma", `types[1].en: "fox, hen" has a comma`},
		{func(r *engine.Rules) { r.Types[1].ZH = "狐、鸡" }, "word-comma", `types[1].zh`},
		{func(r *engine.Rules) { r.Kinds[1].EN = "camp,post" }, "word-comma", `kinds[1].en`},
		{func(r *engine.Rules) { r.Kinds[1].ZH = "营，站" }, "word-comma", `kinds[1].zh`},
		{func(r *engine.Rules) { r.Types[1].ZH = "猎 犬" }, "cell-name", `types[1].zh`},
		{func(r *engine.Rules) { r.Types[1].ZH = "猎/犬" }, "word-chinese", `types[1].zh`},
		{func(r *engine.Rules) { r.Types[1].ZH = "." }, "cell-name", `types[1].zh`},
		{func(r *engine.Rules) { r.Types[1].Sign = "大猎犬" }, "word-length", `types[1].sign: a name of 3 characters`},
		{func(r *engine.Rules) { r.Types[1].Sign = "猎." }, "sign", `types[1].sign`},
		{func(r *engine.Rules) { r.Types[1].Sign = "犬猎" }, "signs-name", `types[1].sign`},
		{func(r *engine.Rules) { r.Types[1].Sign, r.Types[1].ZH = "猎f", "猎f" }, "name-shared", `types[1].sign: "f" is a name of types[0] too`},
		{func(r *engine.Rules) { r.Seats[0].Colour = "black" }, "colour", `seats[0].colour`},
		{func(r *engine.Rules) { r.Seats[1].Colour = "blue" }, "colour", `seats[1].colour`},
		{func(r *engine.Rules) { r.Types[1].Sign = "." }, "sign", `types[1].sign`},
		{func(r *engine.Rules) { r.Types[1].Sign = "/" }, "word-chinese", `types[1].sign`},
		{func(r *engine.Rules) { r.Types[1].Sign = "" }, "word-length", `types[1].sign`},
		{func(r *engine.Rules) { r.Types[1].Letter = "h" }, "form", `types[1].letter`},
		{func(r *engine.Rules) { r.Types[1].Letter = "HO" }, "form", `types[1].letter`},
		{func(r *engine.Rules) { r.Types[1].Letter = "F" }, "name-shared", `types[1].letter: "F" is a name of types[0] too`},
		{func(r *engine.Rules) { r.Types[1].EN = "fox" }, "name-shared", `types[2].id: "fox" is a name of types[1] too`},
		{func(r *engine.Rules) { r.Types[1].Sign = "f" }, "name-shared", `types[1].sign: "f" is a name of types[0] too`},
		{func(r *engine.Rules) { r.Kinds[1].ZH = "狼" }, "name-shared", `kinds[1].zh: "狼" is a name of types[3] too`},
		{func(r *engine.Rules) { r.Types[1].Count = 0 }, "number", `types[1].count: expected a number from 1 to 48, not 0`},
		{func(r *engine.Rules) { r.Types[1].Count = 3 }, "army-size", `the counts make 6 pieces, but a seat has 5 cells`},
		{func(r *engine.Rules) { r.Types[0].Starts[1] = 5 }, "number", `types[0].starts[1]: expected a number from 0 to 4, not 5`},
		{func(r *engine.Rules) { r.Types[0].Starts[1] = 3 }, "not-ascending", `types[0].starts[1]: 3 does not come after 3`},
		{func(r *engine.Rules) { r.Types[1].Starts = []int{2} }, "few-starts", `types[1].starts: 1 cells for 2 pieces`},
		{func(r *engine.Rules) { r.Types[1].Starts, r.Types[2].Starts = []int{0, 1}, []int{1} }, "no-layout", `no layout fits the starts of all types: 3 pieces of hound, fox have only 2 cells between them`},
		{func(r *engine.Rules) { r.Types[1].Ways[1].Along = "air" }, "choice", `types[1].ways[1].along: expected one of edge, line, rail, walk, over, leap, not "air"`},
		{func(r *engine.Rules) { r.Types[1].Ways[1].Most = 192 }, "number", `types[1].ways[1].most: expected a number from 0 to 191, not 192`},
		{func(r *engine.Rules) { r.Types[1].Ways[0].Most = 2 }, "number", `types[1].ways[0].most: expected a number from 1 to 1, not 2`},
		{func(r *engine.Rules) { r.Types[1].Ways[1] = r.Types[1].Ways[0] }, "twice", `types[1].ways[1].along: "edge" is already in`},
		{func(r *engine.Rules) { r.Types[1].Ways = slices.Repeat(r.Types[1].Ways, 3) }, "size-range", `types[1].ways`},
		{func(r *engine.Rules) {
			for i := range r.Types {
				r.Types[i].Ways = nil
			}
		}, "nothing-moves", `types: none has a way of moving`},

		{func(r *engine.Rules) { r.Clash.Announcements = nil }, "size-range", `clash.announcements: expected 1 to 250 entries`},
		{func(r *engine.Rules) { said(r, 1, 1).Repelled = true }, "repelled", `clash.announcements[4]: either a piece leaves or the attacker is repelled`},
		{func(r *engine.Rules) { r.Clash.Announcements[0] = engine.AnnouncementRule{} }, "repelled", `clash.announcements[0]`},
		{func(r *engine.Rules) { said(r, 1, 2).FlagTaken = true }, "taken-stays", `clash.announcements[3]: a flag that is taken must leave`},
		{func(r *engine.Rules) { said(r, 1, 2).DefenderShowsFlag = true }, "shows-staying", `clash.announcements[3]`},
		{func(r *engine.Rules) { said(r, 2, 1).AttackerShowsFlag = true }, "shows-staying", `clash.announcements[0]`},
		{func(r *engine.Rules) { said(r, 1, 0).DefenderShowsFlag = true }, "shows-taken", `clash.announcements[2]`},
		{func(r *engine.Rules) { said(r, 2, 3).DefenderSeen = "bear" }, "unknown-name", `clash.announcements[1].defenderSeen: there is no type "bear"`},
		{func(r *engine.Rules) { said(r, 2, 3).AttackerSeen = "bear" }, "unknown-name", `clash.announcements[1].attackerSeen`},
		{func(r *engine.Rules) { slices.Reverse(r.Clash.Announcements) }, "announcement-order", `clash.announcements[1]: out of order, or repeated`},
		{func(r *engine.Rules) { r.Clash.Announcements[1] = r.Clash.Announcements[0] }, "announcement-order", `clash.announcements[1]`},
		{func(r *engine.Rules) { r.Clash.Table = r.Clash.Table[:3] }, "size", `clash.table: expected 4 entries, not 3`},
		{func(r *engine.Rules) { r.Clash.Table[0] = r.Clash.Table[1] }, "size", `clash.table[0]: expected 0 entries, not 4`},
		{func(r *engine.Rules) { r.Clash.Table[1] = nil }, "size", `clash.table[1]: expected 4 entries, not 0`},
		{func(r *engine.Rules) { r.Clash.Table[1][1] = 6 }, "number", `clash.table[1][1]: expected a number from 0 to 5, not 6`},
		{func(r *engine.Rules) { r.Clash.Table[1][1] = 2 }, "flag-taken", `clash.table[1][1]: a flag is taken where`},
		{func(r *engine.Rules) { r.Clash.Table[1][0] = 4 }, "flag-taken", `clash.table[1][0]`},
		{func(r *engine.Rules) { r.Clash.Table[1][1] = 5 }, "seen", `clash.table[1][1]: shows wolf, but what is there is hound`},
		{func(r *engine.Rules) { said(r, 2, 2).AttackerSeen = "fox" }, "seen", `clash.table[1][1]: shows fox, but what is there is hound`},
		{func(r *engine.Rules) { r.Clash.Table[1][2] = 1 }, "seen", `clash.table[1][2]: shows wolf, but what is there is fox`},
		{func(r *engine.Rules) { r.Clash.Table[3][3] = 4 }, "announcement-unused", `clash.announcements[5]: no clash of the table announces it`},

		{func(r *engine.Rules) { r.Ends.Flag = "king" }, "unknown-name", `ends.flag: there is no type "king"`},
		{func(r *engine.Rules) { r.Ends.Flag = "" }, "no-flag", `ends.flag: name a type: a flag is taken, shown or carried`},
		{func(r *engine.Rules) { r.Ends.Flag = "fox" }, "flag-moves", `ends.flag: fox has ways of moving`},
		{func(r *engine.Rules) { r.Ends.Flag = ""; said(r, 1, 0).FlagTaken = false; r.Clash = sorted(r) }, "no-flag", `ends.flag: name a type: a flag is taken, shown or carried`},
		{func(r *engine.Rules) { withoutFlag(r); r.Ends.Carry = &engine.CarryRule{} }, "no-flag", `ends.flag`},
		{func(r *engine.Rules) { mobileFlag(r) }, "flag-moves", `ends.flag: flag has ways of moving`},
		{func(r *engine.Rules) { r.Types[0].Count, r.Types[1].Count = 2, 1 }, "many-flags", `ends.flag: a seat has 2 of flag`},
		{func(r *engine.Rules) { withoutFlag(r); r.Ends.Shaken = true }, "shaken", `ends.shaken`},
		{func(r *engine.Rules) { three(r); r.Ends.Shaken = true }, "shaken-seats", `ends.shaken: only a game of two seats`},
		{func(r *engine.Rules) { three(r); r.Ends.LastBoth = "draw" }, "last-both-seats", `ends.lastBoth: only a game of two seats`},
		{func(r *engine.Rules) { r.Ends.LastBoth = "red" }, "choice", `ends.lastBoth: expected one of attacker, draw, not "red"`},
		{func(r *engine.Rules) { r.Ends.Quiet = 10001 }, "number", `ends.quiet: expected a number from 0 to 10000`},
		{func(r *engine.Rules) { r.Ends.Timeouts = 0 }, "number", `ends.timeouts: expected a number from 1 to 1000`},
		{func(r *engine.Rules) { r.Ends.ResignFrom = 1001 }, "number", `ends.resignFrom`},
		{func(r *engine.Rules) { r.Ends.Carry = &engine.CarryRule{To: [][]string{{"a1"}}} }, "not-each-seat", `ends.carry.to: expected 2 lists`},
		{func(r *engine.Rules) { r.Ends.Carry = &engine.CarryRule{To: [][]string{{"a1"}, {}}} }, "size-range", `ends.carry.to[1]: expected 1 to 192`},
		{func(r *engine.Rules) { r.Ends.Carry = &engine.CarryRule{To: [][]string{{"a1"}, {"z1"}}} }, "unknown-name", `ends.carry.to[1][0]`},
		{func(r *engine.Rules) { r.Ends.Carry = &engine.CarryRule{To: [][]string{{"a1"}, {"a1", "a1"}}} }, "twice", `ends.carry.to[1][1]`},

		{func(r *engine.Rules) { r.Times.Clock = 86401 }, "number", `times.clock`},
		{func(r *engine.Rules) { r.Times.Grace = 604801 }, "number", `times.grace`},
		{func(r *engine.Rules) { r.Times.Clock = 601 }, "grace", `times.grace: 600 seconds are less than the 601 of the clock`},
		{func(r *engine.Rules) { r.Times.Seen = 601 }, "number", `times.seen: expected a number from 0 to 600`},

		{func(r *engine.Rules) { r.Views.Mode = "grey" }, "choice", `views.mode: expected one of dark, partners, open, drawn, flip, not "grey"`},
		{func(r *engine.Rules) { r.Views.Reveal = "" }, "choice", `views.reveal`},
		{func(r *engine.Rules) { r.Views.First = "amber" }, "choice", `views.first: expected one of coin, red, blue, not "amber"`},
		{func(r *engine.Rules) { r.Views.Absent = "win" }, "choice", `views.absent`},
		{func(r *engine.Rules) { r.Views.Absent = "out" }, "absent-two", `views.absent`},
		{func(r *engine.Rules) { r.Views.Mode = "open" }, "open-coin", `views.first`},
		{func(r *engine.Rules) { r.Views.Mode, r.Views.First, r.Views.Reveal = "open", "red", "never" }, "open-reveal", `views.reveal`},
		{func(r *engine.Rules) { r.Views.Mode, r.Views.First = "open", "red" }, "open-seen", `views.mode`},
		{func(r *engine.Rules) { r.Views.Mode = "partners" }, "partners", `views.mode: partners can see`},
		{func(r *engine.Rules) { three(r); r.Seats[2].Team = 1; r.Views.Mode = "partners" }, "partners", `views.mode: partners can see`},
		{func(r *engine.Rules) { r.Views.OutSeesPartner = true }, "out-sees", `views.outSeesPartner`},
		{func(r *engine.Rules) { three(r); r.Views.OutSeesPartner = true }, "out-sees", `views.outSeesPartner`},
	} {
		r := readToy(t)
		c.change(&r)
		_, err := engine.NewRuleset(r)
		require.ErrorContains(t, err, "rules: ", c.says)
		require.Equal(t, "engine.rules-"+c.code, coded.Code(err), err)
		require.ErrorContains(t, err, c.says)
	}
}

// sorted is the rules' table of clashes with its announcements listed again.
func sorted(r *engine.Rules) engine.ClashRule {
	return engine.NewClashRule(r.Types, func(a, d int) engine.AnnouncementRule {
		return r.Clash.Announcements[r.Clash.Table[a][d]]
	})
}

// withoutFlag makes the flag a piece like others, and lets nothing show it.
func withoutFlag(r *engine.Rules) {
	r.Ends.Flag = ""
	for i := range r.Clash.Announcements {
		n := &r.Clash.Announcements[i]
		n.FlagTaken, n.AttackerShowsFlag, n.DefenderShowsFlag = false, false, false
	}
	r.Clash = sorted(r)
}

// three adds a third seat, which plays for itself, on a row of nodes of its own.
func three(r *engine.Rules) {
	r.Seats = append(r.Seats, engine.SeatRule{Name: "amber", Team: 2})
	for i, name := range []string{"d1", "d2", "d3", "d4", "d5"} {
		r.Nodes = append(r.Nodes, engine.NodeRule{Name: name, Kind: "field", X: 2 * i, Y: 8, Home: "amber"})
	}
	r.Start = append(r.Start, [][]string{{"d1", "d2", "d3"}, {"d4", "", "d5"}})
}

// mobileFlag gives the flag a way of moving.
func mobileFlag(r *engine.Rules) {
	r.Types[0].Ways = r.Types[3].Ways
	r.Clash.Table[0] = r.Clash.Table[1]
}

// What the toy leaves out is accepted too.
func TestRulesAccepted(t *testing.T) {
	for _, change := range []func(r *engine.Rules){
		withoutFlag,
		three,
		func(r *engine.Rules) {
			three(r)
			r.Seats[2].Team, r.Views.OutSeesPartner, r.Views.Absent = 1, true, "out"
		},
		func(r *engine.Rules) { r.Kinds[1].Enter = []string{} },
		func(r *engine.Rules) {
			r.Ends.Carry = &engine.CarryRule{To: [][]string{{"a1"}, {"a4", "b4"}}, Beside: true}
		},
		func(r *engine.Rules) { r.Ends.Shaken, r.Ends.LastBoth, r.Views.First = true, "draw", "blue" },
		func(r *engine.Rules) { r.Times.Clock, r.Times.Grace = 0, 0 },
		func(r *engine.Rules) { r.Types[0].EN, r.Types[0].ID = "king's flag", "flag" },
		func(r *engine.Rules) {
			for i := range r.Clash.Announcements {
				r.Clash.Announcements[i].AttackerSeen, r.Clash.Announcements[i].DefenderSeen = "", ""
			}
			r.Clash = sorted(r)
			r.Views.Mode, r.Views.First = "open", "red"
		},
	} {
		r := readToy(t)
		change(&r)
		_, err := engine.NewRuleset(r)
		require.NoError(t, err)
	}
}

// Placement rules that would take too long to count are refused at once.
func TestRulesRefuseEndlessCounting(t *testing.T) {
	r := readToy(t)
	r.Nodes, r.Start, r.Roads, r.Rails, r.Lines = nil, nil, nil, nil, nil
	for seat := range 2 {
		var row []string
		for i := range 32 {
			n := engine.NodeRule{Name: string(rune('a'+seat)) + string(rune('a'+i%8)) + string(rune('a'+i/8)), Kind: "field", X: i, Y: seat}
			r.Nodes, row = append(r.Nodes, n), append(row, n.Name)
		}
		r.Start = append(r.Start, [][]string{row})
	}
	r.Types = nil
	for i := range 16 {
		starts := []int{}
		for number := range 32 {
			if number != i {
				starts = append(starts, number)
			}
		}
		name := string(rune('a' + i))
		r.Types = append(r.Types, engine.TypeRule{ID: "t" + name, EN: "t" + name, ZH: "子" + name, Sign: string(rune('甲' + i)),
			Letter: strings.ToUpper(name), Count: 2, Starts: starts, Ways: []engine.WayRule{{Along: "edge", Most: 1}}})
	}
	r.Kinds[1].Enter, r.Ends.Flag = nil, ""
	r.Clash = engine.NewClashRule(r.Types, func(a, d int) engine.AnnouncementRule {
		return engine.AnnouncementRule{DefenderLeaves: true}
	})
	_, err := engine.NewRuleset(r)
	require.Equal(t, "engine.rules-placement-work", coded.Code(err), err)
	for i := range r.Types {
		r.Types[i].Starts = r.Types[i%2].Starts
	}
	_, err = engine.NewRuleset(r)
	require.NoError(t, err)
}

func FuzzParseRules(f *testing.F) {
	f.Add(toyText(f))
	for _, spec := range junqi.Names() {
		rs, err := junqi.Rules(spec)
		require.NoError(f, err)
		f.Add(rs.Text())
	}
	text := toy(f).Text()
	f.Add(text)
	for _, cut := range []int{10, 100, 500, 1500} {
		f.Add(text[:cut])
		f.Add(slices.Concat(text[:cut], text[cut+1:]))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		rs, err := engine.ParseRules(text)
		canonical, err2 := engine.ParseCanonical(text)
		if err != nil {
			require.NotEmpty(t, coded.Code(err))
			require.Error(t, err2)
			return
		}
		require.Equal(t, err2 == nil, bytes.Equal(rs.Text(), text))
		if err2 == nil {
			require.Equal(t, rs, canonical)
		}
		again, err := engine.ParseCanonical(rs.Text())
		require.NoError(t, err)
		require.Equal(t, rs, again)
		require.True(t, json.Valid(text) || bytes.HasPrefix(text, []byte("\ufeff")))
	})
}
