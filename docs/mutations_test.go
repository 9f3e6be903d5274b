package docs_test

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

var mutate = flag.Bool("mutate", false, "take out each verification step of security-tests.md in turn and run the tests that it names")

// A mutation takes out a verification step, a row of the tables of security-tests.md: what
// is edited for that, and the tests that fail without the step.
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

type namedTest struct{ folder, name string }

// mutations are the steps of the page, each with its edits.
func mutations(t testing.TB) []mutation {
	edits := readEdits(t)
	list := readSteps(t)
	for i, m := range list {
		key := m.folder + ": " + m.step
		require.NotEmpty(t, edits[key], "testdata/mutations.txt does not say how this step is taken out: %s", key)
		list[i].edits = edits[key]
		delete(edits, key)
	}
	require.Empty(t, edits, "testdata/mutations.txt takes out steps that security-tests.md doesn't have")
	return list
}

// readSteps reads the tables of the page. Their headings name the folder:
//
//	### protocol/layout
//	| step | tests |
func readSteps(t testing.TB) (list []mutation) {
	folder, inTable := "", false
	for _, line := range strings.Split(read(t, "security-tests.md"), "\n") {
		if heading, ok := strings.CutPrefix(line, "### "); ok {
			folder = heading
		}
		row := cells(line)
		switch {
		case row == nil:
			inTable = false
		case row[0] == "step":
			require.Equal(t, []string{"step", "tests"}, row)
			inTable = true
		case inTable && !strings.HasPrefix(row[0], "---"):
			require.Len(t, row, 2, "a row is a step and its tests; how it is taken out stands in testdata/mutations.txt: %s", line)
			list = append(list, mutation{folder: folder, step: row[0], tests: namedTests(folder, row[1])})
		}
	}
	return list
}

// namedTests reads the tests of a row. A test stands in the folder of the heading, or in the
// one before its name.
func namedTests(folder, cell string) (list []namedTest) {
	for _, test := range strings.Split(strings.Trim(cell, "`"), "`, `") {
		in, name, ok := strings.Cut(test, ": ")
		if !ok {
			in, name = folder, test
		}
		list = append(list, namedTest{filepath.Join("..", in), name})
	}
	return list
}

// cells splits a row of a table. A pipe inside a cell is written \|.
func cells(line string) []string {
	if !strings.HasPrefix(line, "| ") {
		return nil
	}
	line = strings.ReplaceAll(line, `\|`, "\x00")
	var out []string
	for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
		out = append(out, strings.ReplaceAll(strings.TrimSpace(cell), "\x00", "|"))
	}
	return out
}

// readEdits reads testdata/mutations.txt: for each step its folder and words, and below it
// the files with what changes in each:
//
//	protocol: the step
//		match.go
//			refusal protocol.some-code
//		turn.go
//			- lines that stand once in the file,
//			- whatever their indentation
//			+ what takes their place; nothing if there is no such line
//		setup.go
//			! if whose condition is never true {
func readEdits(t testing.TB) map[string][]edit {
	steps := map[string][]edit{}
	step, folder := "", ""
	for number, line := range strings.Split(read(t, "testdata/mutations.txt"), "\n") {
		text := strings.TrimLeft(line, "\t")
		switch list := steps[step]; len(line) - len(text) {
		case 0:
			if text == "" {
				continue
			}
			step = text
			folder, _, _ = strings.Cut(step, ": ")
			require.NotContains(t, steps, step, "line %d", number+1)
		case 1:
			steps[step] = append(list, edit{file: filepath.Join("..", folder, text)})
		default:
			require.NotEmpty(t, list, "line %d", number+1)
			list[len(list)-1].read(t, text)
		}
	}
	return steps
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

// span is where the code of an edit stands in its file: once.
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

// replacement is what stands in the place of the code.
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

// TestMutations: each step that security-tests.md lists can be taken out as
// testdata/mutations.txt says, and its tests exist. With -mutate it also takes out each step in
// turn, and the tests must fail.
func TestMutations(t *testing.T) {
	list := mutations(t)
	require.Greater(t, len(list), 1)
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
			byFolder[test.folder] = append(byFolder[test.folder], test.name)
		}
	}
	if !*mutate {
		return
	}
	t.Run("unchanged", func(t *testing.T) {
		for folder, names := range byFolder {
			slices.Sort(names)
			failed, output := run(t, folder, slices.Compact(names), nil)
			require.Empty(t, failed, output)
		}
	})
	t.Run("mutated", func(t *testing.T) {
		for _, m := range list {
			t.Run(filepath.Base(m.folder)+": "+m.step, func(t *testing.T) {
				t.Parallel()
				m.exercise(t)
			})
		}
	})
}

// Every test and fuzz target that the rest of the page names exists.
func TestNamedTargetsExist(t *testing.T) {
	tests := sources(t, "..", true)
	for _, name := range regexp.MustCompile(`\b(Test|Fuzz)[A-Z]\w+`).FindAllString(read(t, "security-tests.md"), -1) {
		require.True(t, strings.Contains(tests, "func "+name+"("), "security-tests.md names %s", name)
	}
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
	byFolder := map[string][]string{}
	for _, test := range m.tests {
		byFolder[test.folder] = append(byFolder[test.folder], test.name)
	}
	for folder, names := range byFolder {
		failed, output := run(t, folder, names, changed)
		for _, name := range names {
			require.Contains(t, failed, name, "it survives: %s passes without it\n%s", name, output)
		}
	}
}

// run runs tests of a folder with some files changed, and returns those that
// failed. That the changed code compiles is required.
func run(t *testing.T, folder string, names []string, changed map[string]string) (failed []string, output string) {
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

	tests := exec.Command(binary, "-test.run", "^("+strings.Join(names, "|")+")$", "-test.timeout", "5m", "-test.v")
	tests.Dir = folder
	text, _ = tests.CombinedOutput() // that tests fail is the point
	for _, match := range regexp.MustCompile(`(?m)^--- FAIL: (\w+)`).FindAllStringSubmatch(string(text), -1) {
		failed = append(failed, match[1])
	}
	if len(text) > 2000 {
		text = text[:2000]
	}
	return failed, string(text)
}
