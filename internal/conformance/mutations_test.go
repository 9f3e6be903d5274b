package conformance_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	mutate     = flag.Bool("mutate", false, "take out each step of testdata/mutations.txt in turn and run its tests")
	mutateOnly = flag.String("mutate.only", "", "with -mutate: the steps that match this regular expression, as in `protocol: a Vote is`")
)

// mutationsFile lists the verification steps, each with the tests that fail without it.
const mutationsFile = "../testdata/mutations.txt"

// A mutation takes out a verification step: what is edited for that, and the tests that
// fail without the step.
type mutation struct {
	folder, step string
	edits        []edit
	tests        []namedTest
}

// An edit changes a file in one place.
type edit struct {
	file    string
	refusal string   // the code of an error: the condition under which it is returned is never true
	code    []string // or lines that stand once in the file
	instead []string // what takes their place
	never   bool     // or: the condition in them is never true
}

func (m mutation) String() string { return m.folder + ": " + m.step }

type namedTest struct {
	folder, name string
	flags        []string
}

// mutations reads the list: for each step its folder and words, below it the tests that fail
// without it, in that folder or in another one that is named, and the files with what
// changes in each:
//
//	protocol: the step
//		test TestOfTheStep -and.its.flags
//		test p2p: TestOfAnotherFolder
//		match.go
//			refusal protocol.some-code
//		turn.go
//			- lines that appear once in the file,
//			- whatever their indentation
//			+ what replaces them; nothing if there is no such line
//		setup.go
//			! if whose condition is never true {
func mutations(t testing.TB) (list []mutation) {
	seen := map[string]bool{}
	for number, line := range strings.Split(read(t, mutationsFile), "\n") {
		text := strings.TrimLeft(line, "\t")
		depth := len(line) - len(text)
		if text == "" {
			continue
		}
		if depth == 0 {
			require.False(t, seen[text], "line %d: %s is listed twice", number+1, text)
			seen[text] = true
			folder, step, found := strings.Cut(text, ": ")
			require.True(t, found, "line %d: not FOLDER: STEP", number+1)
			list = append(list, mutation{folder: folder, step: step})
			continue
		}
		require.NotEmpty(t, list, "line %d: before the first step", number+1)
		m := &list[len(list)-1]
		test, isTest := strings.CutPrefix(text, "test ")
		switch {
		case depth == 1 && isTest:
			m.tests = append(m.tests, readTest(m.folder, test))
		case depth == 1:
			m.edits = append(m.edits, edit{file: filepath.Join("..", m.folder, text)})
		default:
			require.NotEmpty(t, m.edits, "line %d: no file before it", number+1)
			m.edits[len(m.edits)-1].read(t, text)
		}
	}
	for _, m := range list {
		require.NotEmpty(t, m.tests, "no test: %s: %s", m.folder, m.step)
		require.NotEmpty(t, m.edits, "not said how it is taken out: %s: %s", m.folder, m.step)
	}
	return list
}

// readTest reads a test: TestName in the folder of its step, or FOLDER: TestName, and then flags.
func readTest(folder, test string) namedTest {
	in, name, ok := strings.Cut(test, ": ")
	if !ok {
		in, name = folder, test
	}
	words := strings.Fields(name)
	return namedTest{filepath.Join("..", in), words[0], words[1:]}
}

// read takes a line of what changes in.
func (e *edit) read(t testing.TB, line string) {
	mark, text, _ := strings.Cut(line, " ")
	switch mark {
	case "refusal":
		e.refusal = text
	case "!":
		e.code, e.never = append(e.code, text), true
	case "-":
		e.code = append(e.code, text)
	case "+":
		e.instead = append(e.instead, text)
	default:
		require.Fail(t, "neither refusal, !, - nor +: "+line)
	}
}

// span is where the code of an edit is in its file: once.
func (e edit) span(t testing.TB, text string) (from, to int) {
	if e.refusal != "" {
		return refusalSpan(t, e.file, text, e.refusal)
	}
	found := e.pattern().FindAllStringIndex(text, -1)
	require.Len(t, found, 1, "%s in %s", e.code, e.file)
	return found[0][0], found[0][1]
}

// applied is the file with the edit made.
func (e edit) applied(t testing.TB, text string) string {
	from, to := e.span(t, text)
	if e.refusal != "" {
		return text[:from] + "false && (" + text[from:to] + ")" + text[to:]
	}
	return text[:from] + e.replacement(t) + text[to:]
}

// refusalSpan finds the condition, of an if or of a case without a tag, under which a file
// returns the error of this code: made there, or kept in a variable that is used there once.
func refusalSpan(t testing.TB, file, text, code string) (from, to int) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, 0)
	require.NoError(t, err)
	variable := ""
	for _, decl := range tree.Decls {
		if general, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range general.Specs {
				if value, ok := spec.(*ast.ValueSpec); ok && len(value.Values) == 1 && strings.Contains(text[value.Pos()-1:value.End()-1], strconv.Quote(code)) {
					variable = value.Names[0].Name
				}
			}
		}
	}
	var conditions []ast.Expr // of what is around
	var stack []ast.Node
	for _, decl := range tree.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(function, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			literal, isLiteral := n.(*ast.BasicLit)
			name, isName := n.(*ast.Ident)
			if isLiteral && literal.Value == strconv.Quote(code) || isName && variable != "" && name.Name == variable {
				for i := len(stack) - 1; i >= 0; i-- {
					if around, ok := stack[i].(*ast.IfStmt); ok && n.Pos() >= around.Body.Pos() {
						conditions = append(conditions, around.Cond)
						break
					}
					if around, ok := stack[i].(*ast.CaseClause); ok && len(around.List) == 1 {
						conditions = append(conditions, around.List[0])
						break
					}
				}
			}
			return true
		})
	}
	require.Len(t, conditions, 1, "conditions of %s in %s", code, file)
	return int(conditions[0].Pos()) - 1, int(conditions[0].End()) - 1
}

// pattern matches the code of an edit in its file.
func (e edit) pattern() *regexp.Regexp {
	var lines []string
	for _, line := range e.code {
		lines = append(lines, regexp.QuoteMeta(strings.TrimSpace(line)))
	}
	return regexp.MustCompile(strings.Join(lines, `\n\s*`))
}

var condition = regexp.MustCompile(`^(if (?:.*; )?)(.*)( \{)$`)

// replacement is what replaces the code.
func (e edit) replacement(t testing.TB) string {
	if !e.never {
		return strings.Join(e.instead, "\n")
	}
	lines := slices.Clone(e.code)
	for i, line := range lines {
		if parts := condition.FindStringSubmatch(strings.TrimSpace(line)); parts != nil {
			lines[i] = parts[1] + "false && (" + parts[2] + ")" + parts[3]
			return strings.Join(lines, "\n")
		}
	}
	require.Fail(t, "no condition in "+strings.Join(e.code, " "))
	return ""
}

// TestMutations: each step that testdata/mutations.txt lists can be taken out as it says, and
// its tests exist. With -mutate it also takes out each step in
// turn, or each of -mutate.only, and the tests must fail.
func TestMutations(t *testing.T) {
	list := mutations(t)
	require.Greater(t, len(list), 1)
	only := regexp.MustCompile(*mutateOnly)
	tests := map[string]string{}
	byFolder := map[string][]string{}
	for _, m := range list {
		for _, e := range m.edits {
			e.applied(t, read(t, e.file))
		}
		for _, test := range m.tests {
			if tests[test.folder] == "" {
				tests[test.folder] = testsIn(t, test.folder)
			}
			require.True(t, strings.Contains(tests[test.folder], "func "+test.name+"("), "%s: %s in %s", m.step, test.name, test.folder)
			if only.MatchString(m.String()) {
				byFolder[test.folder] = append(byFolder[test.folder], test.name)
			}
		}
	}
	if !*mutate {
		return
	}
	require.NotEmpty(t, byFolder, "no step matches %s", only)
	t.Run("unchanged", func(t *testing.T) {
		for folder, names := range byFolder {
			slices.Sort(names)
			failed, output := run(t, folder, slices.Compact(names), nil, nil)
			require.Empty(t, failed, output)
		}
	})
	t.Run("mutated", func(t *testing.T) {
		for _, m := range list {
			if only.MatchString(m.String()) {
				t.Run(m.String(), func(t *testing.T) {
					t.Parallel()
					m.exercise(t)
				})
			}
		}
	})
}

// verifiers are the folders whose errors refuse records.
var verifiers = []string{"protocol", "protocol/transcript", "protocol/layout", "protocol/clash", "protocol/clash/audited",
	"protocol/clash/garbled", "protocol/clash/yao82", "protocol/deck", "protocol/sigma", "protocol/group"}

// TestRefusalsAreMutated: each error with a code in a verifier is returned under a condition that some step of
// testdata/mutations.txt takes out, unless it refuses no record.
func TestRefusalsAreMutated(t *testing.T) {
	taken := map[string][][2]int{} // by file: what is taken out
	for _, m := range mutations(t) {
		for _, e := range m.edits {
			from, to := e.span(t, read(t, e.file))
			taken[e.file] = append(taken[e.file], [2]int{from, to})
		}
	}
	var missing []string
	for _, folder := range verifiers {
		for code, sites := range refusals(t, filepath.Join("..", folder)) {
			if !slices.ContainsFunc(sites, func(s site) bool {
				return slices.ContainsFunc(taken[s.file], func(span [2]int) bool { return span[0] < s.to && s.from < span[1] })
			}) {
				missing = append(missing, code)
			}
		}
	}
	slices.Sort(missing)
	require.Equal(t, refuseNoRecord, missing, "each refusal of a record has a step in testdata/mutations.txt that takes it out")
}

// errorCode matches the code of an error.
var errorCode = regexp.MustCompile(`^[a-z0-9]+\.[a-z0-9-]+$`)

// A site is where an error is returned: from the condition above it to the end of its own line.
type site struct {
	file     string
	from, to int
}

// refusals finds where the errors of a folder that have a code are returned, by code: where they are made or,
// if they are made in a variable or in a function without a condition, where that is used.
func refusals(t testing.TB, folder string) map[string][]site {
	type place struct {
		site
		guarded bool
		in      string // the function or variable
	}
	uses, made := map[string][]place{}, map[string][]place{}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text := read(t, file)
		tree, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
		require.NoError(t, err)
		var stack []ast.Node
		ast.Inspect(tree, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			name, isName := n.(*ast.Ident)
			literal, isLiteral := n.(*ast.BasicLit)
			if !isName && !isLiteral {
				return true
			}
			at := place{site: site{file: file, from: int(n.Pos()) - 1, to: int(n.End()) - 1}}
			for _, around := range stack {
				switch around := around.(type) {
				case *ast.FuncDecl:
					at.in = around.Name.Name
				case *ast.ValueSpec:
					if at.in == "" {
						at.in = around.Names[0].Name
					}
				case *ast.IfStmt:
					if n.Pos() >= around.Body.Pos() {
						at.from, at.guarded = int(around.Pos())-1, true
					}
				case *ast.CaseClause:
					at.from, at.guarded = int(around.Pos())-1, true
				}
			}
			if isName {
				uses[name.Name] = append(uses[name.Name], at)
				return true
			}
			code, _ := strconv.Unquote(literal.Value)
			if _, ok := stack[len(stack)-2].(*ast.CallExpr); ok && errorCode.MatchString(code) {
				made[code] = append(made[code], at)
			}
			return true
		})
	}
	sites := map[string][]site{}
	for code, places := range made {
		sites[code] = nil
		for _, at := range places {
			if at.guarded {
				sites[code] = append(sites[code], at.site)
				continue
			}
			for _, use := range uses[at.in] {
				sites[code] = append(sites[code], use.site)
			}
		}
	}
	return sites
}

// refuseNoRecord lists the codes that need no step: of errors that refuse no record, that only wrap another error, that
// a disputing seat finds with its secrets, or that are tested by tables of malformed bodies and bogus Faults.
var refuseNoRecord = []string{
	"audit.silent", "audited.attacker", "audited.defender", "certificate.form", "certificate.no-table", "certificate.unreadable",
	"certificate.version", "clash.attacking-piece", "deck.cards",
	"group.part-u", "group.random-scalar", "group.uniform-length", "layout.drawing-key", "layout.key-length",
	"protocol.box-key", "protocol.cheated", "protocol.claim-no-grace", "protocol.decided", "protocol.double", "protocol.fault-early",
	"protocol.fault-sound", "protocol.fresh", "protocol.known-otherwise", "protocol.lots", "protocol.no-clock", "protocol.no-computer",
	"protocol.no-game", "protocol.no-link-secret", "protocol.no-offer", "protocol.no-rules", "protocol.no-seat", "protocol.no-starter",
	"protocol.no-steps", "protocol.not-your-turn", "protocol.other-key", "protocol.resolver-places", "protocol.seat-taken",
	"protocol.signout-not-played", "protocol.stored", "protocol.word", "transcript.at-record",
	"transcript.invite-key", "yao82.close-roots", "yao82.no-code",
}

// testsIn is the code of all tests of a folder, without those below it.
func testsIn(t testing.TB, folder string) string {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	var b strings.Builder
	for _, file := range files {
		b.WriteString(read(t, file))
	}
	return b.String()
}

// exercise takes the step out and demands that each of its tests fails.
func (m mutation) exercise(t *testing.T) {
	changed := map[string]string{}
	for _, e := range m.edits {
		if changed[e.file] == "" {
			changed[e.file] = read(t, e.file)
		}
		changed[e.file] = e.applied(t, changed[e.file])
	}
	byFolder, flags := map[string][]string{}, map[string][]string{}
	for _, test := range m.tests {
		byFolder[test.folder] = append(byFolder[test.folder], test.name)
		flags[test.folder] = append(flags[test.folder], test.flags...)
	}
	for folder, names := range byFolder {
		failed, output := run(t, folder, names, flags[folder], changed)
		for _, name := range names {
			require.Contains(t, failed, name, "it survives: %s passes without it\n%s", name, output)
		}
	}
}

// run runs tests of a folder with some files changed, and returns those that
// failed. That the changed code compiles is required.
func run(t *testing.T, folder string, names, flags []string, changed map[string]string) (failed []string, output string) {
	dir := t.TempDir()
	replace := map[string]string{}
	for file, text := range changed {
		path, err := filepath.Abs(file)
		require.NoError(t, err)
		replace[path] = filepath.Join(dir, fmt.Sprintf("changed%d.go", len(replace)))
		require.NoError(t, os.WriteFile(replace[path], []byte(text), 0o600))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	overlayFile, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "tests")
	require.NoError(t, os.WriteFile(overlayFile, overlay, 0o600))

	build := exec.Command("go", "test", "-c", "-overlay", overlayFile, "-o", binary, ".")
	build.Dir = folder
	text, err := build.CombinedOutput()
	require.NoError(t, err, "it does not compile: %s", text)

	args := []string{"-test.run", "^(" + strings.Join(names, "|") + ")$", "-test.timeout", "5m", "-test.v"}
	tests := exec.Command(binary, append(args, flags...)...)
	tests.Dir = folder
	text, _ = tests.CombinedOutput() // failing tests are the point
	for _, match := range regexp.MustCompile(`(?m)^--- FAIL: (\w+)`).FindAllStringSubmatch(string(text), -1) {
		failed = append(failed, match[1])
	}
	if len(text) > 2000 {
		text = text[:2000]
	}
	return failed, string(text)
}
