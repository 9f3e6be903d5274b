package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/engine/picture"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

var update = flag.Bool("update", false, "redraw docs/pictures instead of comparing")

// A scene is a game after some events, as a seat sees it.
type scene struct {
	file   string
	game   engine.Game
	events int
	seat   engine.Seat
	style  picture.Style
}

// The pictures of README and docs are drawn by the program: boards for two and for four, and
// one that is no Junqi.
func TestPicturesOfTheDocs(t *testing.T) {
	standard, siguo := readGame(t, "standard.txt"), readGame(t, "siguo.txt")
	for _, s := range []scene{
		{"board.svg", standard, 0, engine.Red, picture.Style{Chinese: true}},
		{"play.svg", standard, 62, engine.Red, picture.Style{}},
		{"siguo.svg", siguo, 120, engine.Red, picture.Style{Chinese: true}},
		{"stratego.svg", stratego(t, 40), 40, engine.Blue, picture.Style{}},
		{"sanguo.svg", of(t, "sanguo", 60), 60, engine.Red, picture.Style{Chinese: true}},
		{"liuguo.svg", of(t, "liuguo", 150), 150, engine.Red, picture.Style{Chinese: true}},
	} {
		t.Run(s.file, func(t *testing.T) {
			drawn := picture.SVG(s.view(t), s.style)
			wellFormed(t, drawn)
			path := filepath.Join("../../docs/pictures", s.file)
			if *update {
				require.NoError(t, os.WriteFile(path, drawn, 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "draw it with go test -update")
			require.True(t, bytes.Equal(want, drawn), "%s is not what the program draws: go test ./engine/picture -update", path)
		})
	}
}

// view is the game as the seat sees it, with what it may conclude.
func (s scene) view(t testing.TB) picture.View {
	g := s.game
	p := engine.Start(g.Rules, g.First)
	own := g.Layouts[s.seat]
	knowledge := engine.NewKnowledge(g.Rules, s.seat, own)
	var last engine.Move
	var way []engine.Node
	for _, e := range g.Events[:s.events] {
		if e.Kind == engine.EventMove {
			last, way = e.Move, p.Way(e.Move)
		}
		knowledge.Note(&p, e)
		require.NoError(t, p.Apply(e))
	}
	var seen [engine.MaxSeats]engine.Layout
	seen[s.seat] = own
	v := picture.Of(&p, s.seat, seen, knowledge.Possible)
	v.Last, v.Way = last, way
	return v
}

func readGame(t testing.TB, file string) engine.Game {
	text, err := os.ReadFile(filepath.Join("testdata", file))
	require.NoError(t, err)
	g, err := junqi.ParseGame(string(text))
	require.NoError(t, err)
	return g
}

// stratego is a game of Stratego by chance.
func stratego(t testing.TB, plies int) engine.Game {
	text, err := os.ReadFile("../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	return random(t, rs, rand.New(rand.NewPCG(6, 7)), plies)
}

// of is a game by chance under rules of ours.
func of(t *testing.T, spec string, plies int) engine.Game {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return random(t, rs, rand.New(rand.NewPCG(6, 7)), plies)
}

// random is a game by chance of at most so many moves.
func random(t require.TestingT, rs *engine.Ruleset, rng *rand.Rand, plies int) engine.Game {
	g := engine.Game{Rules: rs}
	g.First, _ = rs.First()
	var layouts []engine.Layout
	for _, seat := range rs.Seats() {
		g.Layouts[seat] = rs.RandomLayout(rng)
		layouts = append(layouts, g.Layouts[seat])
	}
	referee, err := engine.NewReferee(rs, layouts, g.First)
	require.NoError(t, err)
	for range plies {
		p := referee.Position()
		moves := p.LegalMoves(p.Turn(), layouts[p.Turn()])
		if len(moves) == 0 {
			break
		}
		events, err := referee.Play(engine.MoveEvent(p.Turn(), moves[rng.IntN(len(moves))], false))
		require.NoError(t, err)
		g.Events = append(g.Events, events...)
	}
	return g
}

// wellFormed reads a picture as XML to its end, and returns its texts.
func wellFormed(t require.TestingT, svg []byte) (texts []string, elements []string) {
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	depth := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			require.Zero(t, depth)
			return texts, elements
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			elements = append(elements, token.Name.Local)
		case xml.EndElement:
			depth--
		case xml.CharData:
			texts = append(texts, string(token))
		}
	}
}

// Whatever rules say, the picture is XML, and what they call things is text in it.
func TestAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulestest.Rules(t, rulestest.Any)
		// The worst that rules may hold; what they may not, TestEscaped sees to.
		hostile := rapid.SampledFrom([]string{`&lt`, `&amp&`, `'&'`, `a&b=c`}).Draw(t, "name")
		rules.Name = engine.Names{EN: hostile, ZH: hostile}
		for i := range rules.Types {
			rules.Types[i].EN, rules.Types[i].ZH = hostile+fmt.Sprint(i), fmt.Sprintf("&amp%d", i)
			rules.Types[i].Sign = string([]rune(rules.Types[i].Sign)[:1]) // one for each seat would have to be the name
		}
		for i := range rules.Kinds {
			rules.Kinds[i].EN, rules.Kinds[i].ZH = fmt.Sprintf("&g%d", i), fmt.Sprintf("&x%d", i)
		}
		rs, err := engine.NewRuleset(rules)
		require.NoError(t, err)
		g := random(t, rs, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), 10)
		p, err := g.Replay()
		require.NoError(t, err)
		near := rapid.SampledFrom(rs.Seats()).Draw(t, "near")
		layouts := g.Layouts
		layouts[rapid.SampledFrom(rs.Seats()).Draw(t, "hidden")] = nil
		v := picture.Of(&p, near, layouts, p.Known)
		texts, elements := wellFormed(t, picture.SVG(v, picture.Style{Chinese: rapid.Bool().Draw(t, "chinese"), Theme: rapid.SampledFrom([]picture.Theme{picture.Auto, picture.Light, picture.Dark}).Draw(t, "theme")}))
		require.Contains(t, texts, hostile, "the title is the name as it is")
		for _, e := range elements {
			require.Contains(t, drawn, e)
		}
	})
}

// drawn are the elements that pictures are made of.
var drawn = []string{"svg", "title", "style", "defs", "pattern", "g", "use", "path", "rect", "ellipse", "circle", "text", "polygon"}

// What the viewer doesn't know stands nowhere in the file.
func TestHidden(t *testing.T) {
	g := readGame(t, "standard.txt")
	p := engine.Start(g.Rules, g.First)
	pieces := func(layouts [engine.MaxSeats]engine.Layout) (types []string) {
		texts, _ := wellFormed(t, picture.SVG(picture.Of(&p, engine.Red, layouts, p.Known), picture.Style{Chinese: true}))
		for _, text := range texts {
			if slices.ContainsFunc(g.Rules.Types().Types(), func(t engine.Type) bool { return g.Rules.TypeRule(t).ZH == text }) {
				types = append(types, text)
			}
		}
		return types
	}
	require.Empty(t, pieces([engine.MaxSeats]engine.Layout{}))
	require.Len(t, pieces([engine.MaxSeats]engine.Layout{engine.Red: g.Layouts[engine.Red]}), 25)
	require.Len(t, pieces(g.Layouts), 50)
}

// Colours follow the theme, and nothing else does.
func TestThemes(t *testing.T) {
	v := scene{game: readGame(t, "standard.txt"), seat: engine.Red}.view(t)
	styles := regexp.MustCompile(`(?s)<style>.*</style>`)
	sheets := map[string]bool{}
	bodies := map[string]bool{}
	for _, theme := range []picture.Theme{picture.Auto, picture.Light, picture.Dark} {
		svg := string(picture.SVG(v, picture.Style{Theme: theme}))
		sheets[styles.FindString(svg)] = true
		bodies[styles.ReplaceAllString(svg, "")] = true
		require.Equal(t, theme == picture.Auto, strings.Contains(svg, "prefers-color-scheme"))
		parsed, ok := picture.ParseTheme(theme.String())
		require.True(t, ok)
		require.Equal(t, theme, parsed)
	}
	require.Len(t, sheets, 3)
	require.Len(t, bodies, 1)
	_, ok := picture.ParseTheme("sepia")
	require.False(t, ok)
}

// A view that makes no sense draws what does.
func TestForeignView(t *testing.T) {
	rs := junqi.Standard()
	v := picture.View{
		Rules: rs, Near: engine.Teal,
		Pieces: []picture.Piece{{Node: 200, Seat: engine.Red}, {Node: 1, Seat: engine.Teal}, {Node: 2, Seat: engine.Red, Type: 99, Seen: true}},
		Flags:  []picture.Flag{{Seat: 9, Node: 0}, {Seat: engine.Blue, Node: 200}},
		Last:   engine.Move{From: 0, To: 200}, Way: []engine.Node{0, 200},
	}
	_, elements := wellFormed(t, picture.SVG(v, picture.Style{}))
	uses := slices.DeleteFunc(elements, func(e string) bool { return e != "use" })
	require.Len(t, uses, 1)
	v.Last, v.Way = engine.Move{From: 0, To: 1}, []engine.Node{0, 7, 1}
	wellFormed(t, picture.SVG(v, picture.Style{}))
}

// Nodes on the front lie between the rows there; the board stays as large as without them.
func TestNodesOnTheFront(t *testing.T) {
	width := func(spec string) (width int) {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		_, err = fmt.Sscanf(string(picture.SVG(picture.View{Rules: rs}, picture.Style{})), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d `, &width)
		require.NoError(t, err)
		return width
	}
	require.InEpsilon(t, width("standard"), width("standard,mountains=any"), 0.1)
}
