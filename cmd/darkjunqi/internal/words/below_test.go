package words

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

func TestBelowSpeaksChinese(t *testing.T) {
	for english, chinese := range map[string]string{
		"layout: row 6, column 5: a flag (F) stands in a headquarters (row 6, column 2 or 4); allowed there: M123456789B": "布阵：第 6 行第 5 列：军旗（F）只能放在大本营（第 6 行第 2 或第 4 列）；那里可放：M123456789B",
		"layout: not the army's pieces: 2 of bomb (B) instead of 3, 1 of flag (F) instead of 0":                           "布阵：棋子数目不对：炸弹（B）有 2 枚，应为 3 枚、军旗（F）有 1 枚，应为 0 枚",
		"a6-a8 by red: the platoon on a6 can't go to a8":                                                                  "红方的 a6-a8：a6 上的排长走不到 a8",
		"rules: option mines: unknown value \"a: b\": allowed are spring, exploding":                                      "规则：选项 mines：没有这个值 \"a: b\"：可取 spring、exploding",
		"the match is unfinished: red owes a move; its silence is claimed, which proves nothing":                          "对局未完：红方还欠一步棋；有人申告其失联，但这不能证明什么",
		"out of turn: red and blue owe a Reveal record":                                                                   "没有轮到：红方和蓝方还欠一条 Reveal 记录",
		"altered or not a match of this version: red cheated: Move (record 7): proof does not verify":                     "内容被改动，或不是本版本的对局：红方作弊：Move（第 7 条记录）：证明验证不过",
		"malformed Terms: too short\nopen x.djq: no such file or directory":                                               "Terms 格式不对：太短\n打开 x.djq：没有这个文件或目录",
		"a sentence that nobody wrote":                                                                                    "a sentence that nobody wrote",
		"":                                                                                                                "",
	} {
		require.Equal(t, chinese, Chinese.Below(english))
		require.Equal(t, english, English.Below(english))
	}
	for _, piece := range engine.AllTypes.Types() {
		require.Equal(t, piece.Chinese(), Chinese.Below(piece.String()))
	}
	said := text("No: %v (%d)", "不行：%v（%d）")
	all = all[:len(all)-1]
	require.Equal(t, "不行：还没有轮到你（3）", said.In(Chinese, errors.New("it is not your turn"), 3))
	require.Equal(t, "No: it is not your turn (3)", said.In(English, errors.New("it is not your turn"), 3))
}

// Whoever rewords an error below finds here which translation goes with it.
func TestWhatIsSaidBelowHasItsTranslation(t *testing.T) {
	said := saidBelow(t)
	translations := slices.Concat(termClauses, engineClauses, protocolClauses, p2pClauses)
	seen := map[string]bool{}
	for _, c := range translations {
		require.True(t, said[c.en], "nothing below says %q", c.en)
		require.False(t, seen[c.en], "%q stands twice", c.en)
		seen[c.en] = true
	}
	for clause := range said {
		if strings.Contains(clause, " ") && !seen[clause] && !slices.Contains(untranslated, clause) {
			t.Errorf("no Chinese for %q", clause)
		}
	}
}

// Each clause is recognized as itself, not as a more general one, and uses all of its arguments.
func TestEachClauseIsItsOwn(t *testing.T) {
	for _, c := range slices.Concat(termClauses, systemClauses, engineClauses, protocolClauses, p2pClauses) {
		samples := map[byte]string{'d': "7", 'x': "0f", 'c': "Q", 'q': `"Q"`}
		count := 0
		text := anyVerb.ReplaceAllStringFunc(c.en, func(verb string) string {
			count++
			if sample := samples[verb[len(verb)-1]]; sample != "" {
				return sample
			}
			return "Q"
		})
		got := translated(text)
		require.NotContains(t, got, "%!", "%q: %q", c.en, c.zh)
		require.Equal(t, c.recognizer().FindStringSubmatch(text)[0], text)
		require.Len(t, verb.FindAllString(c.zh, -1), count, "%q: %q", c.en, c.zh)
		for _, piece := range verb.Split(c.zh, -1) {
			require.Contains(t, got, piece, "%q is taken for something else", c.en)
		}
	}
}

// saidBelow are the clauses of the string literals of the floors below.
func saidBelow(t *testing.T) map[string]bool {
	root := filepath.Join("..", "..", "..", "..")
	said := map[string]bool{}
	for _, dir := range []string{
		"engine", "engine/bot", "protocol", "protocol/*", "protocol/clash/*", "p2p", "p2p/store",
	} {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.Contains(file, "adversary") || strings.Contains(file, "auditedtest") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			require.NoError(t, err)
			ast.Inspect(tree, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "panic" {
						return false
					}
				}
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text, ok := constant(e)
				if !ok {
					return true
				}
				for _, clause := range strings.Split(text, ": ") {
					said[malformed.ReplaceAllString(clause, "malformed %s")] = true
				}
				return false
			})
		}
	}
	return said
}

// malformed is how transcript.ErrMalformed is wrapped.
var malformed = regexp.MustCompile(`^%w (%s|[A-Z][a-z]+|record|resign request)$`)

// constant is the text of a string literal, or of several joined by +.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		left, ok := constant(e.X)
		right, also := constant(e.Y)
		return left + right, e.Op == token.ADD && ok && also
	}
	return "", false
}

// untranslated are texts below that no person reads, or that have their words elsewhere.
var untranslated = []string{
	// The options have their words in options.go.
	"what a mine does to what meets it",
	"whether bombs may start in the front row",
	"whether bombs ride the rails like engineers",
	"how pieces other than engineers ride the rails",
	"rails added to the board, as b6-c5+d6-c5",
	"whether an engineer that attacks and leaves shows what it met",
	"whether a commander's fall shows its owner's flag",
	"whether who lost its commander can no longer win by the flag of one who has not",
	"who takes a flag",
	"where a flag must be carried to win",
	"whether pieces are locked in a headquarters",
	"whose camps a piece may enter",
	"who may stand on the two mountains",
	"who wins when the last movable pieces leave together",
	"how many plies in a row without a clash are a draw",
	"seconds for a move",
	"minutes that a peer may owe a record before its silence may be claimed",
	"which time-out loses",
	"whether the pieces are hidden from the opponent",
	"who moves first",
	"whether the layouts are shown after the end",
	// Formats of files, and separators.
	" ", ", ", " /", " + ", " %s", "%s %d", "%d. %s", "[%s \"%s\"]\n", "code%d = %v\n", "g%d = b%d * (%v)\n",
	"QQGame JQL File\x00W\x04\x00\x00", "darkjunqi certificate ", "darkjunqi certificate 1\n",
	"darkjunqi secret 1\n", "darkjunqi transcript ", "darkjunqi transcript 1\n", "Application Support",
	// What only a program's author can bring about.
	"type %d", "seat %d", "kind %d", "node %d", "event %d", "source %d", "phase %d", "reason %d", "stage %d",
	"no rules", "engine.Standard has the usual ones", "no seat %d", "a host is red or blue", "player of %s",
	"the ruleset allows no type for piece %d", "the ruleset wants %d of one type", "the referee's own %s",
	"a match without terms can't be played", "a session runs once",
}
