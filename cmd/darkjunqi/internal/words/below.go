package words

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The floors below know no languages: their errors and reasons are English, clauses with a colon and a space between
// them. Below says such a text in the language, clause by clause; a clause that has no translation stays as it is.
func (l Lang) Below(text string) string {
	if l == English {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		parts := splitClauses(line)
		for j, part := range parts {
			parts[j] = translated(part)
		}
		lines[i] = strings.Join(parts, "：")
	}
	return strings.Join(lines, "\n")
}

// splitClauses cuts a text at its colons, but for those in quotes.
func splitClauses(text string) []string {
	var clauses []string
	start, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(text[i:], ": "):
			clauses = append(clauses, text[start:i])
			start = i + len(": ")
		}
	}
	return append(clauses, text[start:])
}

// translated is one clause in Chinese, and so are the words in it that have a translation themselves.
func translated(text string) string {
	if items := strings.Split(text, ", "); len(items) > 1 && !slices.ContainsFunc(items, unknown) {
		return listed(items)
	}
	for _, p := range patterns() {
		found := p.en.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		args := make([]any, len(found)-1)
		for i, arg := range found[1:] {
			args[i] = translated(arg)
		}
		return fmt.Sprintf(p.zh, args...)
	}
	return listed(strings.Split(text, ", "))
}

func listed(items []string) string {
	if len(items) == 1 {
		return items[0]
	}
	said := make([]string, len(items))
	for i, item := range items {
		said[i] = translated(item)
	}
	return strings.Join(said, "、")
}

func unknown(text string) bool {
	return !slices.ContainsFunc(patterns(), func(p pattern) bool { return p.en.MatchString(text) })
}

// pattern is a clause ready to be recognized.
type pattern struct {
	en *regexp.Regexp
	zh string
}

// patterns are all of them, those that say more in their own words first: they are the more particular ones.
var patterns = sync.OnceValue(func() []pattern {
	clauses := slices.Concat(termClauses, systemClauses, engineClauses, protocolClauses, p2pClauses)
	own := func(c clause) int { return len(anyVerb.ReplaceAllString(c.en, "")) }
	slices.SortStableFunc(clauses, func(a, b clause) int { return own(b) - own(a) })
	var list []pattern
	for _, c := range clauses {
		list = append(list, pattern{c.recognizer(), c.zh})
	}
	return list
})

// clause is what a floor below says and how that is said in Chinese. The English is a format as it stands in the code;
// the Chinese takes its arguments as texts.
type clause struct{ en, zh string }

var anyVerb = regexp.MustCompile(`%[0-9.]*[a-zA-Z]`)

// recognizer matches what the format can print, and its arguments.
func (c clause) recognizer() *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	rest := c.en
	for _, at := range anyVerb.FindAllString(c.en, -1) {
		before, after, _ := strings.Cut(rest, at)
		b.WriteString(regexp.QuoteMeta(before))
		switch at[len(at)-1] {
		case 'd':
			b.WriteString(`(-?\d+)`)
		case 'x':
			b.WriteString(`([0-9a-f]+)`)
		case 'c':
			b.WriteString(`(.)`)
		case 'q':
			b.WriteString(`("(?:[^"\\]|\\.)*")`)
		default:
			b.WriteString(`(.+?)`)
		}
		rest = after
	}
	b.WriteString(regexp.QuoteMeta(rest) + "$")
	return regexp.MustCompile(b.String())
}

// termClauses are words that stand in the clauses.
var termClauses = []clause{
	{"red", "红方"},
	{"blue", "蓝方"},
	{"flag", "军旗"},
	{"mine", "地雷"},
	{"bomb", "炸弹"},
	{"commander", "司令"},
	{"army", "军长"},
	{"division", "师长"},
	{"brigade", "旅长"},
	{"regiment", "团长"},
	{"battalion", "营长"},
	{"company", "连长"},
	{"platoon", "排长"},
	{"engineer", "工兵"},
	{"no piece", "没有棋子"},
	{"not over", "未结束"},
	{"draw (%s)", "和棋（%s）"},
	{"%s wins (%s)", "%s胜（%s）"},
}

// systemClauses are what Go and the operating system say, and this program where it says it to programs too.
var systemClauses = []clause{
	{"[%s]", "%s"},
	{"no such file or directory", "没有这个文件或目录"},
	{"file does not exist", "文件不存在"},
	{"permission denied", "没有权限"},
	{"is a directory", "是一个目录"},
	{"not a directory", "不是目录"},
	{"file exists", "文件已存在"},
	{"no space left on device", "磁盘已满"},
	{"read-only file system", "文件系统只读"},
	{"address already in use", "地址已被占用"},
	{"larger than any transcript (%d MiB)", "比任何对局记录都大（%s MiB）"},
	{"file already closed", "文件已关闭"},
	{"open %s", "打开 %s"},
	{"write %s", "写入 %s"},
}

// engineClauses are what the engine says.
var engineClauses = []clause{
	// Events that break a rule.
	{"%s by %s", "%[2]s的 %[1]s"},
	{"there is no such event", "没有这种事件"},
	{"the game is over", "对局已结束"},
	{"it is for %s to act", "现在轮到%s"},
	{"%s owes %s", "%s还欠%s"},
	{"an answer to the attack", "对进攻的应答"},
	{"the place of its flag", "军旗的位置"},
	{"a move", "一步棋"},
	{"%s's flag was shown on %s, and a flag never moves", "%s的军旗已在 %s 亮出，军旗不能移动"},
	{"only %s could go so, and this piece is one of %s", "只有 %s 能这样走，而这枚棋子是 %s 之一"},
	{"code %d can't be", "不可能是宣告 %s"},
	{"code %d", "宣告 %s"},
	{"this ruleset has codes 0 to %d", "本规则的宣告编号为 0 到 %s"},
	{"no types that these pieces may have announce it", "这两枚棋子可能的兵种都不会有这样的宣告"},
	{"nothing asks for the place of a flag", "现在无须亮旗"},
	{"the place of %s's flag must be shown, in one of its headquarters", "必须亮出%s军旗的位置，且在其大本营之一"},
	{"%s's flag can't stand on %s", "%s的军旗不可能在 %s"},
	{"%s's flag stands on %s", "%s的军旗在 %s"},
	{"there is no clock, so no time-out", "没有计时，也就没有超时"},
	{"%s has to show that it can move, or say that it can't", "%s须证明自己还能走，或承认无棋可走"},
	{"the piece on %s can move, whatever it is", "%s 上的棋子无论是什么都能走"},
	{"no draw was offered with the last turn", "上一步没有人提和"},
	{"%s has a legal move, as %s", "%s还有棋可走，如 %s"},
	{"%s had no legal move, and had to say so or resign", "%s当时已无棋可走，须说明或认输"},
	{"that is for the referee to say", "这要由裁判来说"},
	{"that is not what is announced when %s meets %s", "%s碰%s时裁判不会这样说"},
	// Moves.
	{"there is no such node on this board", "棋盘上没有这个位置"},
	{"nothing stands on %s", "%s 上没有棋子"},
	{"the piece on %s is not %s's", "%s 上的棋子不是%s的"},
	{"a move goes to another node", "不能原地不动"},
	{"%s's own piece stands on %s", "%[2]s 上是%[1]s自己的棋子"},
	{"who stands in a headquarters (%s) never leaves it", "进了大本营（%s）的棋子不能再动"},
	{"%s is a camp of %s, which only %s enters", "%[1]s 是%[2]s的行营，只有%[3]s能进"},
	{"who stands in a camp (%s) is safe", "行营（%s）里的棋子不能攻击"},
	{"who stands on a mountain (%s) is safe", "山界（%s）上的棋子不能攻击"},
	{"a mountain (%s) is left only onto an empty node", "离开山界（%s）只能走到空位"},
	{"no road or open rail leads a piece of any kind from %s to %s", "从 %s 到 %s 没有公路或畅通的铁路，任何棋子都走不到"},
	{"the %s on %s can't go to %s", "%[2]s 上的%[1]s走不到 %[3]s"},
	{"move %q", "着法 %s"},
	{"files are a to e and rows 1 to 12, as in a6-a7", "列为 a 到 e，行为 1 到 12，如 a6-a7"},
	{"there is no node %q", "没有位置 %s"},
	{"write where from and where to, as a6-a7", "请写出起点和终点，如 a6-a7"},
	{"written %q", "应写作 %s"},
	{"%q stands only after an attack", "%s 只能写在进攻之后"},
	{"after ( goes a piece's letter and )", "( 之后应是棋子的字母和 )"},
	{"there are + - = ~ # ! ( and ?", "可用的有 + - = ~ # ! ( 和 ?"},
	{"unknown mark %q", "不认识的记号 %s"},
	{"a flag stands in one", "军旗只在大本营里"},
	{"%s is no headquarters", "%s 不是大本营"},
	{"unknown seat %q", "没有座位 %s"},
	{"say red or blue", "请写 red 或 blue"},
	{"unknown node %q", "没有位置 %s"},
	{"files are a to e and rows 1 to 12, as in c7", "列为 a 到 e，行为 1 到 12，如 c7"},
	// Layouts.
	{"layout", "布阵"},
	{"row %d, column %d", "第 %s 行第 %s 列"},
	{"row %d (%q) has %d cells", "第 %s 行（%s）有 %s 格"},
	{"a row has 5", "每行应有 5 格"},
	{"1 row", "只有 1 行"},
	{"%d rows", "共 %s 行"},
	{"row 7 (%q) is too many", "第 7 行（%s）多余"},
	{"a layout has 6 rows, not %d", "布阵有 6 行，不是 %s 行"},
	{"row %d (%q) has 1 cell", "第 %s 行（%s）只有 1 格"},
	{"write 6 rows of 5 cells, front row first, separated by / or line breaks", "请写 6 行，每行 5 格，前排在先，用 / 或换行分隔"},
	{"a text of %d bytes", "共 %s 字节"},
	{"the longest allowed is %d", "最长 %s 字节"},
	{"row %d, column %d is a camp", "第 %s 行第 %s 列是行营"},
	{"it stays empty, write . there, not %q", "行营须空着，应写 .，不能是 %s"},
	{"row %d, column %d is no camp", "第 %s 行第 %s 列不是行营"},
	{"a piece must stand there", "那里必须有棋子"},
	{"unknown piece %q", "不认识的棋子 %s"},
	{"say a letter of %s, a name such as engineer, or 工兵", "可写 %s 中的字母、engineer 之类的英文名，或“工兵”"},
	{"%d is no piece", "%s 不是棋子"},
	{"a flag (F) stands in a headquarters (row 6, column 2 or 4)", "军旗（F）只能放在大本营（第 6 行第 2 或第 4 列）"},
	{"a mine (M) stands in row 5 or 6", "地雷（M）只能放在第 5 或第 6 行"},
	{"a bomb (B) may not start in the front row", "炸弹（B）不能放在第一排"},
	{"a %s (%c) may not start there", "%s（%s）不能放在那里"},
	{"%s; allowed there", "%s；那里可放"},
	{"not the army's pieces", "棋子数目不对"},
	{"%d of %s (%c) instead of %d", "%[2]s（%[3]s）有 %[1]s 枚，应为 %[4]s 枚"},
	{"jql", ".jql 文件"},
	{"%d bytes", "共 %s 字节"},
	{"a .jql file has exactly %d", ".jql 文件恰好有 %s 字节"},
	{"byte %d is %02x, not %02x", "第 %s 字节是 %s，应为 %s"},
	{"a .jql file begins with %q", ".jql 文件以 %s 开头"},
	{"it stays empty, so its byte is %d, not %d", "行营须空着，字节应为 %s，不能是 %s"},
	{"byte %d is no piece", "字节 %s 不是棋子"},
	{"2 is the flag, 3 a mine, 4 a bomb, 5 the commander, 6 the army, and so on down to 12 for a platoon and 13 for an engineer",
		"2 是军旗，3 是地雷，4 是炸弹，5 是司令，6 是军长，依次到 12 排长、13 工兵"},
	// Rules.
	{"rules", "规则"},
	{"%q is no option", "%s 不是选项"},
	{"write option=value, as mines=exploding", "请写“选项=值”，如 mines=exploding"},
	{"unknown option %q", "没有选项 %s"},
	{"there are %s", "可用的有 %s"},
	{"option %s", "选项 %s"},
	{"unknown value %q", "没有这个值 %s"},
	{"bad value %q", "值 %s 不对"},
	{"allowed are %d to %d, or %s", "可取 %s 到 %s，或 %s"},
	{"allowed are %d to %d", "可取 %s 到 %s"},
	{"allowed are %s", "可取 %s"},
	{"bad pair %q", "位置对 %s 不对"},
	{"write none or pairs of nodes, as b6-c5+d6-c5", "请写 none 或成对的位置，如 b6-c5+d6-c5"},
	{"unknown node %q in %q", "%[2]s 中的位置 %[1]s 不存在"},
	{"files are a to e and rows 1 to 12", "列为 a 到 e，行为 1 到 12"},
	{"%s in %q is a headquarters", "%[2]s 中的 %[1]s 是大本营"},
	{"extra rails join posts and camps", "加设的铁路只能连接兵站和行营"},
	{"%q joins a node to itself", "%s 的两端是同一个位置"},
	{"%q is a rail already", "%s 已经是铁路"},
	{"%q stands twice", "%s 写了两次"},
	{"%d pairs", "共 %s 对"},
	{"at most %d are allowed", "最多 %s 对"},
	{"ruleset of %d bytes", "规则共 %s 字节"},
	{"unknown ruleset %q", "没有规则 %s"},
	{"begin with one of %s, then options, as standard,mines=exploding", "请以 %s 之一开头，再写选项，如 standard,mines=exploding"},
	{"preset %s", "预设 %s"},
	{"option %s stands twice", "选项 %s 写了两次"},
	{"shaken=on needs show-flag=on", "shaken=on 需要 show-flag=on"},
	{"without it nobody knows that a commander fell", "否则无人知道司令已阵亡"},
	{"first=coin makes no sense with mode=open", "mode=open 时不能用 first=coin"},
	{"who begins is settled before the layouts; say first=red or first=blue", "先手在布阵之前就要定下；请写 first=red 或 first=blue"},
	{"reveal=never makes no sense with mode=open", "mode=open 时不能用 reveal=never"},
	{"the layouts are open from the start", "布阵一开始就是公开的"},
	{"scout=on makes no sense with mode=open", "mode=open 时不必用 scout=on"},
	{"every type is seen already", "兵种本来就看得见"},
	{"bombs-fly=on makes no sense with rail=corners", "rail=corners 时不必用 bombs-fly=on"},
	{"everyone rides like an engineer", "所有棋子都已像工兵一样走铁路"},
	{"grace=%s is shorter than clock=%s", "grace=%s 比 clock=%s 还短"},
	{"silence could be claimed while a player may still think; say grace=%d or more", "对方还在思考时就可能被申告失联；请写 grace=%s 或更大"},
	{"not in canonical form, which lists every option once, in order", "不是规范写法：每个选项依次只列一次"},
	// Perft.
	{"depth 0 has no first move to divide by", "深度为 0 时没有第一步可分"},
	{"depth %d is negative", "深度 %s 是负数"},
	// Games as text.
	{"game", "棋谱"},
	{"line %d", "第 %s 行"},
	{"the result is %q, but by the turns it is %q", "结果写的是 %s，而按着法应为 %s"},
	{"unknown tag %q", "没有标签 %s"},
	{"tag %s", "标签 %s"},
	{"write [%s \"value\"]", "请写 [%s \"值\"]"},
	{"tag %s stands after the first turn", "标签 %s 写在了第一步之后"},
	{"tags come first", "标签应写在前面"},
	{"tag %s stands twice", "标签 %s 写了两次"},
	{"there is no tag %s", "没有标签 %s"},
	{"add [%s \"%s\"] above the turns", "请在着法之前加上 [%s \"%s\"]"},
	{"number %s is out of place before turn %d", "第 %[2]s 步之前的序号 %[1]s 不对"},
	{"1. stands before turn 1, 2. before turn 3, and so on", "1. 写在第 1 步之前，2. 写在第 3 步之前，依此类推"},
	{"turn %d, %s", "第 %s 步 %s"},
	{"under these rules that is never announced", "按本规则不会有这样的宣告"},
	{"by the rules this turn is written %s", "按规则这一步应写作 %s"},
	{"%s moves first, but by the rules it is %s", "写的是%s先走，而规则规定为 %s"},
	// Positions as text.
	{"position", "局面"},
	{"the board", "棋盘"},
	{"whose turn it is", "轮到谁"},
	{"what is owed", "所欠"},
	{"the plies", "步数"},
	{"the quiet plies", "无吃子步数"},
	{"the time-outs", "超时"},
	{"the moved pieces", "动过的棋子"},
	{"the flags", "军旗"},
	{"the last turn", "上一步"},
	{"%d fields", "共 %s 项"},
	{"there are %d, between single spaces", "应有 %s 项，用一个空格分隔"},
	{"%s (%.40q)", "%s（%s）"},
	{"a number from 0 to %d is due", "应为 0 到 %s 的数"},
	{"this board has %d", "这个棋盘有 %s 行"},
	{"%q in %q", "%[2]s 中的 %[1]s"},
	{"there are A to Y, a to y and 1 to 5", "可用的有 A 到 Y、a 到 y 和 1 到 5"},
	{"the piece %c stands on %s and on %s", "棋子 %s 同时在 %s 和 %s"},
	{"%q has too many nodes", "%s 的位置太多"},
	{"%q has too few nodes", "%s 的位置太少"},
	{"%d are due", "应有 %s 个"},
	{"move, prove, show, an attack as a6xa7, or an end as draw:quiet is due", "应为 move、prove、show、进攻（如 a6xa7）或终局（如 draw:quiet）"},
	{"draw, red-wins or blue-wins is due", "应为 draw、red-wins 或 blue-wins"},
	{"%q is no reason for a game to end", "%s 不是终局的原因"},
	{"there are the letters of pieces, and types in brackets after them", "应为棋子的字母，其后括号内为兵种"},
	{"(%s) is no set of types that this piece may be", "（%s）不是这枚棋子可能的兵种"},
	{"after it goes a selection of (%s)", "其后应从（%s）中选"},
	{"%d quiet plies of %d", "%[2]s 步中有 %[1]s 步无吃子"},
	{"%d and %d time-outs in %d plies", "%[3]s 步中超时 %[1]s 次和 %[2]s 次"},
	{"there is no clock, so there are no time-outs", "没有计时，也就没有超时"},
	{"%d pieces have moved in %d plies", "%[2]s 步中有 %[1]s 枚棋子动过"},
	{"%d pieces have left in %d plies, of which the last %d were quiet", "%[2]s 步中有 %[1]s 枚棋子离场，而最后 %[3]s 步无吃子"},
	{"if both left in the last turn, no ply has been quiet since, and two pieces are gone", "若上一步同归于尽，其后就没有无吃子的步数，且少了两枚棋子"},
	{"a draw is offered with a move, and there was none", "提和要随一步棋提出，而还没有人走过"},
	{"the game ended after %d", "对局在 %s 步后结束"},
	{"%d quiet plies", "无吃子 %s 步"},
	{"the game is a draw after %d quiet plies", "无吃子满 %s 步即和棋"},
	{"the time-out %d loses", "第 %s 次超时即判负"},
	{"a flag was taken, so the game is over", "军旗已被夺，对局已结束"},
	{"a flag was carried home, so the game is over", "军旗已被扛回，对局已结束"},
	{"a commander fell in the last turn, so it was not quiet", "上一步有司令阵亡，不是无吃子"},
	{"who must prove that it can move has just left a clash together with the other, under last-both=draw", "须证明能走的一方刚与对方同归于尽（last-both=draw）"},
	{"on %s stands no piece of %s that attacks one on %s", "%[1]s 上没有%[2]s的棋子可进攻 %[3]s"},
	{"a piece that may be %s does not attack from %s to %s", "可能是 %s 的棋子不能从 %s 进攻 %s"},
	{"an attack is not answered, so in the last turn nobody left", "进攻尚未应答，上一步没有棋子离场"},
	{"the game did not end as %s", "对局不是以 %s 结束的"},
	{"the game is over, so no draw is offered", "对局已结束，不能提和"},
	{"a flag was taken, so the game ended by that", "军旗已被夺，对局因此结束"},
	{"the piece %s stands on %s but has not moved from %s", "棋子 %[1]s 在 %[2]s，却没有离开过 %[3]s"},
	{"the piece %s started on %s, which nobody leaves, but has moved", "棋子 %s 始于 %s，那里不能离开，却动过"},
	{"the piece %s stands in a camp (%s) that it may not enter", "棋子 %s 在它不能进的行营（%s）里"},
	{"the piece %s may be nothing", "棋子 %s 没有可能的兵种"},
	{"the piece %s may be %s, but no way tells these from the others of %s", "棋子 %s 可能是 %s，但没有走法能把它们与 %s 中的其他兵种区分"},
	{"the piece %s stands on %s, where %s never goes", "棋子 %s 在 %s，而 %s 到不了那里"},
	{"under show-flag=off nobody is told that a commander fell", "show-flag=off 时无人得知司令阵亡"},
	{"%s's commander fell, but none of its pieces has left", "%s的司令阵亡了，却没有棋子离场"},
	{"%s owes the place of its flag, which follows only on the fall of its commander", "%s还欠军旗的位置，而这只在其司令阵亡之后"},
	{"%s's commander fell, but its flag was not shown", "%s的司令阵亡了，却没有亮旗"},
	{"%s's flag was taken, so it is not shown on %s", "%s的军旗已被夺，不会在 %s 亮出"},
	{"%s's flag was taken, but none of its pieces has left", "%s的军旗已被夺，却没有棋子离场"},
	{"%s's flag is carried by a piece of %s that has moved and stands on the board", "%s的军旗应由%s一枚动过且在棋盘上的棋子扛着"},
	{"a flag lies nowhere where it need not be carried (option carry)", "不须扛旗时（选项 carry）军旗不会落在地上"},
	{"%s's flag can't lie on %s", "%s的军旗不可能落在 %s"},
}
