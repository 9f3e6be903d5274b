package messages

import (
	"slices"
	"strings"
)

// typedAs is what keyboards make of - and x.
var typedAs = strings.NewReplacer(
	"–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-", "－", "-", "→", "-", "至", "-", "到", "-",
	"×", "x", "✕", "x", "✗", "x", "吃", "x", "碰", "x", "、", " ", "，", ",", "？", "?", "　", " ",
)

// Plain is what a person has typed in the characters that programs expect: fullwidth
// forms are narrow, all dashes are one, capitals are small, and there is one space between
// words.
func Plain(line string) string {
	return strings.ToLower(strings.Join(strings.Fields(Narrow(typedAs.Replace(line))), " "))
}

// Narrow is a text with narrow forms in place of fullwidth ones, and points for Chinese stops.
func Narrow(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 0xff01 <= r && r <= 0xff5e: // fullwidth ASCII (Unicode block Halfwidth and Fullwidth Forms)
			return r - 0xff01 + '!'
		case r == '。':
			return '.'
		}
		return r
	}, text)
}

// Commands are the words for what a person can do during a match, in both languages; each
// stands for the English one. "draw" offers one behind a move, and accepts one alone.
var Commands = named(map[string]string{
	"help":     "help h ? 帮助 帮",
	"quit":     "quit q exit 离开 退出",
	"board":    "board b 棋盘 盘",
	"log":      "log 记录 着法",
	"rules":    "rules 规则",
	"look":     "look l 看 查看",
	"moves":    "moves m 走法 能走",
	"know":     "know k 推断 判断",
	"mark":     "mark 标记 标",
	"position": "position p 局面",
	"clock":    "clock 时间 时钟",
	"claim":    "claim 声明",
	"wait":     "wait 等待 等",
	"invite":   "invite i 邀请",
	"accept":   "accept draw 同意 提和 求和 和",
	"resign":   "resign 认输 投降",
})

// OffersDraw reports whether a word is one by which a move offers a draw. Alone it accepts one.
func OffersDraw(word string) bool {
	return slices.Contains([]string{"draw", "提和", "求和", "和"}, word)
}

// Answers are the words for what a person can say while a layout is being chosen, or to a
// question.
var Answers = named(map[string]string{
	"help":   "help h ? 帮助 帮",
	"quit":   "quit q exit 离开 退出",
	"random": "random r 换 随机",
	"mirror": "mirror m 对调 镜像",
	"yes":    "yes y ok 是 好 可以 采用",
})

func named(commands map[string]string) map[string]string {
	all := map[string]string{}
	for command, names := range commands {
		for name := range strings.FieldsSeq(names) {
			all[name] = command
		}
	}
	return all
}
