package page_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// scripts is all that the page's scripts say.
func scripts(t *testing.T) string {
	var all strings.Builder
	names, err := filepath.Glob("web/*.js")
	require.NoError(t, err)
	more, err := filepath.Glob("../../darkjunqi-web/web/*.js") // the pages that are built from these
	require.NoError(t, err)
	for _, name := range append(names, more...) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		all.Write(text)
	}
	return all.String()
}

// The keys of words are literals, or begin with one.
var (
	wholeKeys = regexp.MustCompile(`'([a-z]+(?:\.[a-z-]+)+)'`)
	halfKeys  = regexp.MustCompile("(?:say\\(|about\\([^,]+, )`([a-z.]+\\.)\\$")
	fileName  = regexp.MustCompile(`\.(js|svg|html|webmanifest)$`)
	aboutKeys = regexp.MustCompile(`about\([^,]+, '([a-z.]+)'`) // said to the reader in other words
)

func TestEveryWordOfThePageIsInTheTable(t *testing.T) {
	table, text := messages.Page(messages.English, true), scripts(t)
	used := map[string]bool{"names": true, "nav": true, "tabs": true, "board": true, "brand": true, "you": true, "partner": true, "copy": true, "copied": true, "eyes": true, "guide": true}
	for _, found := range wholeKeys.FindAllStringSubmatch(text, -1) {
		if fileName.MatchString(found[1]) || strings.HasPrefix(found[1], "page.") {
			continue // a file, or the code of a refusal
		}
		key := found[1]
		if table[key] == nil {
			key = "lesson." + key // as told puts it in front
		}
		require.True(t, table[key] != nil, "the table lacks %s", found[1])
		used[key] = true
	}
	for _, found := range aboutKeys.FindAllStringSubmatch(text, -1) {
		require.True(t, table[found[1]+".you"] != nil, "the table lacks %s.you", found[1])
		used[found[1]+".you"] = true
	}
	begun := []string{}
	for _, found := range halfKeys.FindAllStringSubmatch(text, -1) {
		begun = append(begun, found[1])
	}
	require.NotEmpty(t, begun)
	for key := range table {
		half := false
		for _, start := range begun {
			half = half || strings.HasPrefix(key, start)
		}
		require.True(t, used[key] || half, "no script says %s", key)
	}
}

// The page of a program beside it gets all that it says, and nothing of what only a page that is alone says:
// its own scripts, and how two such pages connect.
func TestWordsOfAServedPage(t *testing.T) {
	_, _, text := guest(t, fake.Serve(t, fake.NewProgram())).get("/api/words?lang=en")
	var served map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &served))
	names, err := filepath.Glob("web/*.js")
	require.NoError(t, err)
	said := ""
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		said += string(text)
	}
	alone := 0
	for key := range messages.Page(messages.English, true) {
		if served[key] == nil {
			alone++
			require.NotContains(t, said, "'"+key+"'")
		}
	}
	require.NotZero(t, alone)
}

// All that the page loads comes from here, and holds no script or style inline.
func TestPageIsAlone(t *testing.T) {
	err := filepath.WalkDir("web", func(name string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		if entry.IsDir() {
			return nil
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, address := range regexp.MustCompile(`https?://[^'"\s)]+`).FindAllString(string(text), -1) {
			require.Equal(t, "http://www.w3.org/2000/svg", address, name)
		}
		require.NotRegexp(t, `innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function`, string(text), name)
		if strings.HasSuffix(name, ".html") {
			require.NotRegexp(t, `<style|style=|<script>|\son\w+=`, string(text))
		}
		return nil
	})
	require.NoError(t, err)
}

// A match knows nothing of the cards that show it.
func TestMatchImportsNoView(t *testing.T) {
	text, err := os.ReadFile("web/match.js")
	require.NoError(t, err)
	for _, found := range regexp.MustCompile(`from './([a-z]+)\.js'`).FindAllStringSubmatch(string(text), -1) {
		require.Contains(t, []string{"api", "deal", "words"}, found[1])
	}
}

// index.html is the one list of style sheets: cmd/darkjunqi-web reads it too, so links have this form.
func TestEveryStyleSheetIsListed(t *testing.T) {
	index, err := os.ReadFile("web/index.html")
	require.NoError(t, err)
	sheets, err := filepath.Glob("web/*.css")
	require.NoError(t, err)
	var linked []string
	for _, link := range regexp.MustCompile(`<link rel="stylesheet" href="([a-z]+\.css)">`).FindAllStringSubmatch(string(index), -1) {
		linked = append(linked, "web/"+link[1])
	}
	require.ElementsMatch(t, sheets, linked)
}

// What is sent until the lobby stands, words and all, is under 200 kB.
func TestPageIsSmall(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	names, err := filepath.Glob("web/*")
	require.NoError(t, err)
	total := 0
	for _, name := range names {
		status, head, text := v.get("/"+filepath.Base(name), func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") })
		require.Equal(t, http.StatusOK, status)
		require.Equal(t, "gzip", head.Get("Content-Encoding"))
		total += len(text)
	}
	for _, path := range []string{"/api/words?lang=zh", "/api/lobby"} {
		_, _, text := v.get(path, func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") })
		total += len(text)
	}
	require.Less(t, total, 200_000)
	t.Logf("%d bytes", total)
}

// The words are sent compressed, and no other answer is: its length would tell of what a player keeps to themselves.
func TestOnlyWordsAreCompressed(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	asked := func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") }
	_, head, plain := v.get("/api/words?lang=zh")
	require.Empty(t, head.Get("Content-Encoding"))
	_, head, sent := v.get("/api/words?lang=zh", asked)
	require.Equal(t, "gzip", head.Get("Content-Encoding"))
	require.Less(t, len(sent), len(plain)/2)
	unpacked, err := gzip.NewReader(strings.NewReader(sent))
	require.NoError(t, err)
	text, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	require.JSONEq(t, plain, string(text))
	_, head, _ = v.get("/api/lobby", asked)
	require.Empty(t, head.Get("Content-Encoding"))
}

func TestFilesAreKeptByTheBrowser(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	_, head, _ := v.get("/main.js")
	tag := head.Get("ETag")
	require.NotEmpty(t, tag)
	status, _, text := v.get("/main.js")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, text, "import")
	status, _, text = v.get("/main.js", func(r *http.Request) { r.Header.Set("If-None-Match", tag) })
	require.Equal(t, http.StatusNotModified, status)
	require.Empty(t, text)
}

func TestRefusalsAreWordedInEachLanguage(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	status, _, text := v.send(http.MethodPost, "/api/join/look", `{"invite":"hello"}`)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	var f struct {
		Code  string
		Words messages.Names
	}
	require.NoError(t, json.Unmarshal([]byte(text), &f))
	require.Equal(t, "test.invite", f.Code)
	require.Len(t, f.Words, len(messages.Languages()))
	for lang, words := range f.Words {
		require.NotEmpty(t, words, lang)
	}
}

func TestRequestsAreBounded(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	status, _, text := v.send(http.MethodPost, "/api/layouts/check", `{"layout":"`+strings.Repeat("x", 2<<20)+`"}`)
	require.Equal(t, http.StatusRequestEntityTooLarge, status)
	require.Contains(t, text, `"code":"page.long"`)
	require.Contains(t, text, `"en":"More than 1048576 bytes`)
	status, _, _ = v.send(http.MethodPost, "/api/rules", strings.Repeat(" ", 2<<20))
	require.Equal(t, http.StatusRequestEntityTooLarge, status)
	status, _, _ = v.send(http.MethodPost, "/api/do?match=n1", `{`)
	require.Equal(t, http.StatusUnprocessableEntity, status)
}

// Refusals call the seats what the rules of the match do.
func TestRefusalsCallSeatsAsTheRulesDo(t *testing.T) {
	for spec, name := range map[string]string{"banqi": "Pass by red: it is black’s turn to act", "flip": "Pass by red: it is blue’s turn to act"} {
		p := fake.NewProgram()
		v := guest(t, fake.Serve(t, p))
		m := p.Sit(p.Add(fake.Rules(spec)), seat.Arrange)
		m.Slow, m.First = true, engine.Blue
		m.Begin()
		status, _, text := v.send(http.MethodPost, "/api/do?match="+m.Name, `{"do":"pass"}`)
		require.Equal(t, http.StatusUnprocessableEntity, status)
		require.Contains(t, text, `"en":"`+name)
	}
}

// editor asks about a layout as the page does.
func editor[T any](v *visitor, what, digest, layout string) (out T) {
	in, err := json.Marshal(map[string]string{"digest": digest, "layout": layout, "name": "mine"})
	require.NoError(v.t, err)
	status, _, text := v.send(http.MethodPost, "/api/layouts/"+what, string(in))
	require.Equal(v.t, http.StatusOK, status, text)
	require.NoError(v.t, json.Unmarshal([]byte(text), &out))
	return out
}

type answered struct {
	Layout   string
	Problems []struct {
		Number int
		Words  messages.Names
	}
	Swaps [][]int
}

func TestEditorSaysWhatIsIllegal(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	rs := junqi.Standard()
	legal := editor[answered](v, "random", p.Presets[0], "")
	checked := editor[answered](v, "check", p.Presets[0], legal.Layout)
	require.Empty(t, checked.Problems)
	require.Equal(t, legal.Layout, checked.Layout)

	l, err := rs.ParseLayout(legal.Layout)
	require.NoError(t, err)
	for i, list := range checked.Swaps {
		for j := range l {
			swapped := l.Clone()
			swapped[i], swapped[j] = l[j], l[i]
			offered := false
			for _, k := range list {
				offered = offered || k == j
			}
			require.Equal(t, rs.CheckLayout(swapped) == nil && l[i] != l[j], offered, "%d with %d", i, j)
		}
	}

	flag := 0
	for i, typ := range l {
		if typ == rs.Flag() {
			flag = i
		}
	}
	l[flag], l[0] = l[0], l[flag]
	checked = editor[answered](v, "check", p.Presets[0], rs.FormatLayout(l))
	require.NotEmpty(t, checked.Problems)
	require.Equal(t, 0, checked.Problems[0].Number, "the flag in the front row is marked where it is")
	require.NotEmpty(t, checked.Problems[0].Words["zh"])
}

// A recording holds a layout of each who played; that of who kept it comes first.
func TestEditorImportsRecordings(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	file, err := os.ReadFile("../../../testdata/recordings/whole.jgs")
	require.NoError(t, err)
	status, _, text := v.send(http.MethodPost, "/api/layouts/import?digest="+p.Presets[0], string(file))
	require.Equal(t, http.StatusOK, status, text)
	var got struct {
		Layout string
		All    []struct{ Seat, Name, Layout string }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &got))
	recording, err := junqi.ParseJGS(file)
	require.NoError(t, err)
	require.Len(t, got.All, len(recording.Players))
	rs := p.Rules[p.Presets[0]]
	for i, l := range got.All {
		of := recording.Players[i]
		require.Equal(t, []string{engine.Seat(i).String(), of.Name, rs.FormatLayout(of.Layout)}, []string{l.Seat, l.Name, l.Layout})
	}
	require.Equal(t, got.All[recording.Recorder].Layout, got.Layout)
	status, _, text = v.send(http.MethodPost, "/api/layouts/import?digest="+p.Presets[0], string(file[:500]))
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Contains(t, text, `"junqi.jgs"`)
	for _, other := range []string{"", "module darkjunqi\n\ngo 1.26\n", strings.Repeat("x", 1<<15)} {
		status, _, text = v.send(http.MethodPost, "/api/layouts/import?digest="+p.Presets[0], other)
		require.Equal(t, http.StatusUnprocessableEntity, status)
		require.Contains(t, text, `"code":"page.not-layout"`)
	}
}

func TestEditorMirrorsExportsAndImports(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	digest := p.Presets[0]
	l := editor[answered](v, "random", digest, "").Layout
	require.Equal(t, l, editor[answered](v, "mirror", digest, editor[answered](v, "mirror", digest, l).Layout).Layout)
	file := editor[struct{ JQL []byte }](v, "export", digest, l).JQL
	status, _, text := v.send(http.MethodPost, "/api/layouts/import?digest="+digest, string(file))
	require.Equal(t, http.StatusOK, status, text)
	require.JSONEq(t, `{"layout":"`+l+`"}`, text)
	editor[struct{}](v, "save", digest, l)
	saved, err := p.Layouts(digest)
	require.NoError(t, err)
	require.Contains(t, saved, layouts.Saved{Name: "mine", Digest: digest, Layout: l})
	editor[struct{}](v, "delete", digest, l)
	status, _, _ = v.send(http.MethodPost, "/api/layouts/save", `{"digest":"`+digest+`","layout":"FFFFF"}`)
	require.Equal(t, http.StatusUnprocessableEntity, status)
}
