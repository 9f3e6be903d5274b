package messages

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

var codeForm = regexp.MustCompile(`^[a-z][a-z0-9]*\.[a-z0-9-]+$`)

// literal is the value of a string that is written out, in one piece or several.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, ok2 := literal(e.Y)
		return left + right, ok && ok2 && e.Op == token.ADD
	}
	return "", false
}

// codedFormats finds in the source of the module what formats each code has: wherever a code and a format are the first two
// arguments of a call, of coded.Errorf or of what hands them on to it.
func codedFormats(t *testing.T) map[string]map[string]bool {
	t.Helper()
	formats := map[string]map[string]bool{}
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		// Packages whose names end so only serve tests, and nobody reads their errors.
		if name := entry.Name(); entry.IsDir() && (name == "testdata" || strings.HasSuffix(name, "test") || strings.HasPrefix(name, ".") && name != ".." && name != ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			code, isCode := literal(call.Args[0])
			format, isFormat := literal(call.Args[1])
			if isCode && isFormat && codeForm.MatchString(code) {
				if formats[code] == nil {
					formats[code] = map[string]bool{}
				}
				formats[code][format] = true
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	return formats
}

var indexed = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0-9.]*([a-zA-Z])`)

// arguments lists the arguments that a format says, by their places, each with how it is said: as text, which any verb for
// text does, or by the very verb.
func arguments(format string) map[int]string {
	said := map[int]string{}
	next := 1
	for _, v := range indexed.FindAllStringSubmatch(strings.ReplaceAll(format, "%%", ""), -1) {
		if v[1] != "" {
			next, _ = strconv.Atoi(v[1])
		}
		verb := v[2]
		if verb == "s" || verb == "v" || verb == "w" || verb == "d" {
			verb = "text"
		}
		said[next] = verb
		next++
	}
	return said
}

// translated lists the arguments that a translation of an error says, as arguments does.
func translated(words string) map[int]string {
	said := map[int]string{}
	for _, p := range placeholders(words) {
		number, verb, _ := strings.Cut(p, ":")
		n, _ := strconv.Atoi(number)
		if verb = strings.TrimLeft(verb, ".0123456789"); verb == "" || verb == "d" {
			verb = "text"
		}
		said[n] = verb
	}
	return said
}

// Every code has one format, and either is listed as said in English only, or has words with the same arguments in every language; there are no words for codes that are gone.
func TestErrorsAreTranslated(t *testing.T) {
	formats := codedFormats(t)
	require.Greater(t, len(formats), 400)
	list, err := os.ReadFile("testdata/englishonly.txt")
	require.NoError(t, err)
	only := strings.Fields(string(list))
	require.True(t, slices.IsSorted(only))
	for _, code := range only {
		require.NotNil(t, formats[code], "testdata/englishonly.txt lists %s, which is gone", code)
	}
	for _, l := range Languages()[1:] {
		for code, all := range formats {
			require.Len(t, all, 1, "%s has several formats: %v", code, all)
			words, ok := l.catalogue().of(errorSection, code)
			for en := range all {
				if slices.Contains(only, code) {
					require.False(t, ok, "%s.json translates %s, which testdata/englishonly.txt lists", l, code)
					continue
				}
				if !ok {
					t.Errorf("%s.json lacks %s: %s. If nobody can cause it or act on it, list it in testdata/englishonly.txt", l, code, en)
					continue
				}
				require.Equal(t, arguments(en), translated(words), "%s: %q %q", code, en, words)
			}
		}
		for code := range l.catalogue().sections[errorSection] {
			require.NotNil(t, formats[code], "%s.json has words for %s, which is gone", l, code)
		}
	}
}

// What is wrong with a message of a clash names who made it, also in Chinese.
func TestMessagesOfAClashAreSaidInChinese(t *testing.T) {
	wrong := audited.Malformed(tape.Answer, "engine.resign-early", "%d time-outs in %d plies", 5, 3)
	require.Equal(t, "防守方的应答格式不对：走满 5 步后才能认输，现在走了 3 步", Chinese.Error(wrong))
	wrong = audited.Disputed(tape.Offer, "engine.resign-early", "%d time-outs in %d plies", 5, 3)
	require.Equal(t, "进攻方发起的消息不实：走满 5 步后才能认输，现在走了 3 步", Chinese.Error(wrong))
	require.Equal(t, "进攻方的答复：与其布阵和事先承诺的随机数不符", Chinese.Error(&audited.Deviation{Step: tape.Reply, Offset: 95}))
	require.Equal(t, "防守方的请求：没有这个文件或目录", Chinese.Error(&audited.Deviation{Step: tape.Request, Reason: fs.ErrNotExist}))
}

func TestErrorsAreSaidWithTheirArguments(t *testing.T) {
	inner := coded.Errorf("engine.resign-early", "%d time-outs in %d plies", 5, 3)
	outer := fmt.Errorf("%w", coded.Errorf("engine.position", "position: %w", inner))
	require.Equal(t, "局面：走满 5 步后才能认输，现在走了 3 步", Chinese.Error(outer))
	require.Equal(t, "position: 5 time-outs in 3 plies", English.Error(outer))
	require.Equal(t, "现在轮到黄方", Chinese.Error(coded.Errorf("engine.not-to-act", "it is %s's turn to act", engine.Amber)))

	require.Equal(t, "没有这个文件或目录", Chinese.Error(&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}))
	both := errors.Join(inner, os.ErrPermission)
	require.Equal(t, "走满 5 步后才能认输，现在走了 3 步\n没有权限", Chinese.Error(both))
	named := fmt.Errorf("match %s: %w", "52be06ba-red", coded.Errorf("store.unknown", "no such match in this folder"))
	require.Equal(t, "52be06ba-red：此文件夹中没有这场对局", Chinese.Error(named))
	waits := protocol.Owed{{Seat: engine.Blue, Kinds: []transcript.Kind{transcript.Answer, transcript.Step}}, {Seat: engine.Teal, Kinds: []transcript.Kind{transcript.Claim}}}
	require.Equal(t, "对局未完：等蓝方应答进攻、等绿方发 Claim 记录", Chinese.Error(coded.Errorf("audit.unfinished", "the match is unfinished: %s", waits)))
	require.Equal(t, "something else", Chinese.Error(errors.New("something else")))
	require.Equal(t, "malformed [transcript.malformed]", Chinese.Error(coded.Errorf("transcript.malformed", "malformed")), "not translated")
	require.Equal(t, "malformed", English.Error(coded.Errorf("transcript.malformed", "malformed")))
}

// What a store was about to do is said in Chinese too, whatever kept it from it.
func TestEveryDeedOfAStoreIsSaidInChinese(t *testing.T) {
	files, err := filepath.Glob("../../../p2p/store/*.go")
	require.NoError(t, err)
	done := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, found := range regexp.MustCompile(`fmt\.Errorf\("([a-z ]+)(%[sq])?: %w"`).FindAllStringSubmatch(string(source), -1) {
			done++
			said := Chinese.Error(fmt.Errorf(found[1]+"%s: %w", strings.Repeat("7", len(found[2])), fs.ErrPermission))
			require.NotRegexp(t, `[A-Za-z]`, said, file)
			require.Contains(t, said, "没有权限")
		}
	}
	require.Greater(t, done, 10)
}

// Where a piece may start is said in the language of the sentence around it.
func TestCellsAreNamedInChinese(t *testing.T) {
	rs, err := junqi.Rules("standard")
	require.NoError(t, err)
	require.Equal(t, "第 6 行第 2、4 列", Chinese.Arg(rs.Starts(junqi.Flag)))
	require.Equal(t, "第 2 至 6 行", Chinese.Arg(rs.Starts(junqi.Bomb)))
	require.Equal(t, "第 5 至 6 行", Chinese.Arg(rs.Starts(junqi.Mine)))
}

// A seat that its rules call black is so called in errors, whatever they wrap.
func TestErrorsCallSeatsAsTheRulesDo(t *testing.T) {
	rs, err := junqi.Rules("banqi")
	require.NoError(t, err)
	inner := coded.Errorf("protocol.no-computer", "under these terms the host's program does not play %s", engine.Blue)
	wrapped := fmt.Errorf("record 3: %w", coded.Errorf("transcript.at-record", "record %d: %w", 3, inner))
	require.Equal(t, "record 3: record 3: under these terms the host's program does not play blue", English.Error(wrapped))
	require.Equal(t, "record 3: record 3: under these terms the host's program does not play black", English.Under(rs).Error(wrapped))
	require.Contains(t, Chinese.Under(rs).Error(inner), "黑方")
	require.Contains(t, English.Error(About(rs, wrapped)), "black")
	require.Contains(t, Chinese.Error(About(rs, inner)), "黑方")
	require.NoError(t, About(rs, nil))
	require.Contains(t, Chinese.Error(inner), "蓝方")
}
