package messages

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// errorTables hold the Chinese of every code, a table for each floor.
var errorTables = []map[string]string{rulesErrors, engineErrors, protocolErrors, linkErrors, seatErrors, lobbyErrors}

// phrases are what some errors name in English.
var phrases = map[string]string{
	"the board": "棋盘", "whose turn it is": "轮到谁", "what is owed": "该做什么", "the plies": "步数", "the quiet plies": "没有碰子的步数",
	"the time-outs": "超时", "the moved pieces": "动过的棋子", "the flags": "军旗", "the last turn": "上一步", "who is out": "出局的人",
	"attack": "进攻", "answer": "应答", "opening": "亮明", "no move": "无子可走", "some move": "有子可走", "layout": "布阵", // what is proven
}

// dues is what a seat is to do next, by the first record that it owes.
var dues = map[transcript.Kind]string{
	transcript.Terms: "发来条件", transcript.Join: "入座", transcript.Commit: "布阵", transcript.Layout: "证明布阵", transcript.Move: "走棋", transcript.Step: "应答", transcript.Answer: "应答进攻",
	transcript.Show: "亮出军旗的位置", transcript.Seen: "确认终局", transcript.Reveal: "亮子",
}

// owed is what a match waits for.
func owed(list protocol.Owed) string {
	waits := make([]string, len(list))
	for i, d := range list {
		what, known := dues[d.Kinds[0]]
		if !known {
			what = fmt.Sprintf("发 %s 记录", d.Kinds[0])
		}
		waits[i] = "等" + seats[d.Seat].In(Chinese) + what
	}
	return strings.Join(waits, "、")
}

// messages are those of a clash that is audited, with who makes them.
var messages = map[tape.Step]string{
	tape.Offer: "进攻方的要约", tape.Request: "防守方的请求", tape.Reply: "进攻方的答复", tape.Answer: "防守方的应答",
}

// refused says in Chinese what is wrong with a message of a clash.
func refused(r *audited.Refusal) string {
	what := "不实"
	if r.Public {
		what = "格式不对"
	}
	return messages[r.Step] + what + "：" + Chinese.Error(r.Reason)
}

// deviated says in Chinese where a message of a clash is not what it should be.
func deviated(d *audited.Deviation) string {
	if d.Reason != nil {
		return messages[d.Step] + "：" + Chinese.Error(d.Reason)
	}
	return fmt.Sprintf("%s：第 %d 字节与其布阵和随机带不符", messages[d.Step], d.Offset)
}

// terms are words that stand in errors.
var terms = map[string]string{
	"flag": "军旗被夺", "no-move": "无子可走", "resignation": "认输", "timeouts": "超时", "absent": "被请出局",
	"quiet": "长时间没有碰子", "agreed": "同意和棋", "last-both": "最后的活子同归于尽", "shaken": "亮过军旗的一方夺旗",
}
