package messages

// lobbyErrors is the Chinese of what the lobby refuses.
var lobbyErrors = map[string]string{
	"friends.file":          "不是朋友的文件",
	"friends.name":          "%q 不能作名字：应为 1 到 %d 个可见字符",
	"friends.taken":         "已有别人叫 %s",
	"lobby.closed":          "程序正在结束",
	"lobby.eyes":            "不能用 %q 的视角看这盘棋",
	"lobby.foreign":         "%s 既不是对局记录也不是证书，或者被改动过",
	"lobby.layout-name":     "布阵的名字是一行最多 %d 个字",
	"lobby.many-layouts":    "已经存了 %d 个布阵",
	"lobby.many-rules":      "最多存 %d 套规则：请从文件夹 %s 里删掉一些",
	"lobby.name":            "名字是一行最多 %d 个字",
	"lobby.no-match":        "%s：读不出对局：%v",
	"lobby.other-seat":      "这份邀请是给%v的",
	"lobby.rules-unknown":   "这里没有这套规则：请打开它的文件",
	"lobby.other-terms":     "对方邀请的是另一种条件的对局：请要一份邀请，先看条件",
	"lobby.long-file":       "%s：超过 %d 字节",
	"lobby.unreadable-file": "读不了 %s：%v",
	"lobby.unknown-friend":  "没有记着这个人",
	"lobby.unknown-record":  "这盘棋已不在这里：请重新打开它的文件",
}
