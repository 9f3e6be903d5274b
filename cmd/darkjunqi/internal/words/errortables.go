package words

// errorTables hold the Chinese of every code, a table for each floor.
var errorTables = []map[string]string{rulesErrors, engineErrors, protocolErrors, linkErrors, seatErrors, lobbyErrors}

// phrases are what some errors name in English.
var phrases = map[string]string{
	"the board": "棋盘", "whose turn it is": "轮到谁", "what is owed": "该做什么", "the plies": "步数", "the quiet plies": "没有碰子的步数",
	"the time-outs": "超时", "the moved pieces": "动过的棋子", "the flags": "军旗", "the last turn": "上一步", "who is out": "出局的人",
}

// terms are words that stand in errors.
var terms = map[string]string{
	"flag": "军旗被夺", "no-move": "无子可走", "resignation": "认输", "timeouts": "超时", "absent": "被请出局",
	"quiet": "长时间没有碰子", "agreed": "同意和棋", "last-both": "最后的活子同归于尽", "shaken": "亮过军旗的一方夺旗",
}
