package words

// seatErrors is the Chinese of what can be wrong with the seat in play, its views, and the program itself.
var seatErrors = map[string]string{
	"cmd.bench-match":          "要审核的对局%v：%v",
	"cmd.no-turn":              "没有轮到任何人",
	"cmd.no-clash":             "按这套规则棋子碰不到一起",
	"cmd.no-command":           "每行应是一个命令，写成 JSON 对象：%v",
	"cmd.not-remembered":       "记住对方：%v",
	"cmd.no-transcripts":       "这个文件夹里没有对局记录（*%s）",
	"cmd.transcript-too-large": "比任何对局记录都大（%d MiB）",
	"page.layout-size":         "布阵有 %d 枚棋子，不是 %d 枚",
	"page.no-mirror":           "这个棋盘没有左右对称",
	"page.number":              "%q 不是数目",
	"page.request":             "读不懂这个请求：%v",
	"seat.failed":              "%v",
	"seat.mark-long":           "标记最多 %d 字节，这个有 %d 字节",
	"seat.mark-text":           "标记应是一行普通文字",
	"seat.no-such-node":        "没有位置 %q",
	"seat.no-such-piece":       "没有 %[2]v 的第 %[1]d 枚棋子",
	"seat.not-begun":           "对局还没开始",
	"seat.not-revealed":        "%v的布阵没有亮出",
	"seat.terms-unknown":       "还不知道对局的条款",
	"seat.unknown-command":     "没有命令 %q：可用的有 %v",
	"seat.which-piece":         "请写明是哪枚棋子",
}
