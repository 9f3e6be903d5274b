package messages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var verb = regexp.MustCompile(`%(\[\d+\])?[-+# 0-9.*]*[a-zA-Z]`)

// verbs lists what a format takes, in the order of its arguments.
func verbs(format string) []string {
	var found []string
	numbered := false
	for _, v := range verb.FindAllString(strings.ReplaceAll(format, "%%", ""), -1) {
		numbered = numbered || strings.Contains(v, "[")
		found = append(found, v[:strings.LastIndex(v, "]")+1]+v[len(v)-1:])
	}
	if numbered {
		sort.Strings(found)
	}
	for i, v := range found {
		found[i] = v[strings.LastIndex(v, "]")+1:]
	}
	return found
}

// called lists what the sources of this package give to each call of a function.
func called(t *testing.T, function string) (calls [][]string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if named, ok := call.Fun.(*ast.Ident); ok && named.Name == function {
				var args []string
				for _, arg := range call.Args {
					s, ok := literal(arg)
					require.True(t, ok, "%s: a sentence has to stand where it is made", name)
					args = append(args, s)
				}
				calls = append(calls, args)
			}
			return true
		})
	}
	require.NotEmpty(t, calls)
	return calls
}

func TestEveryTextIsThereInEveryLanguage(t *testing.T) {
	for _, text := range called(t, "text") {
		en, zh := text[0], text[1]
		require.NotEmpty(t, en, "zh: %q", zh)
		require.NotEmpty(t, zh, "en: %q", en)
		require.Equal(t, verbs(en), verbs(zh), "the languages must take the same arguments: %q %q", en, zh)
		require.Equal(t, strings.HasSuffix(en, "\n"), strings.HasSuffix(zh, "\n"), "%q %q", en, zh)
	}
	for _, forms := range called(t, "count") {
		for _, form := range forms {
			require.Equal(t, []string{"d"}, verbs(form), "%q", forms)
		}
	}
}

func TestVerbsFollowTheArguments(t *testing.T) {
	require.Equal(t, []string{"s", "d"}, verbs("%s has %d"))
	require.Equal(t, []string{"s", "d"}, verbs("%[2]d of %[1]s"))
	require.Empty(t, verbs("100 %%"))
}

func TestLocalePicksTheLanguage(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		want Lang
	}{
		{"nothing set", nil, English},
		{"lang", map[string]string{"LANG": "zh_CN.UTF-8"}, Chinese},
		{"capitals", map[string]string{"LANG": "ZH_TW"}, Chinese},
		{"messages over lang", map[string]string{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, English},
		{"all over messages", map[string]string{"LC_ALL": "zh_HK", "LC_MESSAGES": "en_US.UTF-8"}, Chinese},
		{"empty counts as unset", map[string]string{"LC_ALL": "", "LANG": "zh_CN"}, Chinese},
		{"other", map[string]string{"LANG": "C.UTF-8"}, English},
	} {
		require.Equal(t, c.want, FromEnvironment(func(name string) string { return c.env[name] }), c.name)
	}
	_, err := Parse("fr")
	require.ErrorContains(t, err, "choose en or zh")
}

func TestWidthCountsColumns(t *testing.T) {
	require.Equal(t, 4, Width("司令"))
	require.Equal(t, 6, Width("[司令]"))
	require.Equal(t, 3, Width("░1░"))
	require.Equal(t, 2, Width("\x1b[1;31m司\x1b[0m"))
	require.Equal(t, 2, Width("，"))
	require.Equal(t, " 司令 ", Centre("司令", 6))
	require.Equal(t, "司 ", Pad("司", 3))
}

func TestWrapBreaksWhereALineMayEnd(t *testing.T) {
	require.Equal(t, []string{"one two", "three"}, Wrap("one two three", 8))
	require.Equal(t, []string{"红方攻", "蓝方，", "双方"}, Wrap("红方攻蓝方，双方", 6))
	require.Equal(t, []string{"用 a6-a7", "走子"}, Wrap("用 a6-a7 走子", 9))
	require.Equal(t, []string{"  one", "  two"}, Wrap("  one two", 6))
	require.Equal(t, []string{""}, Wrap("", 9))
	require.Equal(t, []string{"unbreakable"}, Wrap("unbreakable", 4))
}

func TestPluralsAreEnglish(t *testing.T) {
	c := Count{"%d clash", "%d clashes", "%d 次碰子"}
	require.Equal(t, "1 clash", c.In(English, 1))
	require.Equal(t, "0 clashes", c.In(English, 0))
	require.Equal(t, "1 次碰子", c.In(Chinese, 1))
}
