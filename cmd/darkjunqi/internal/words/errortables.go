package words

// errorTables hold the Chinese of every code, a table for each floor.
var errorTables = []map[string]string{rulesErrors, engineErrors, protocolErrors, linkErrors, seatErrors, lobbyErrors}

// terms are words that stand in errors.
var terms = map[string]string{
	"flag": "军旗被夺", "no-move": "无子可走", "resignation": "认输", "timeouts": "超时", "absent": "失联",
	"quiet": "长时间没有碰子", "agreed": "同意和棋", "last-both": "最后的活子同归于尽", "shaken": "亮过军旗的一方夺旗",
}
