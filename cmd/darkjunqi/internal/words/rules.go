package words

// `rules`.
var (
	RulesShort      = text("rulesets and their options", "规则与选项")
	RulesLong       = text("Rules are a named set (standard, qq, app, siguo) and any number of options after it, as standard,mines=exploding; or a file that says everything about a game of your own: board, army, moves, clashes, endings. A match carries its rules, so nobody else needs the file.", "规则由名称（standard、qq、app、siguo）加任意个选项组成，如 standard,mines=exploding；也可以是自己写的规则文件，棋盘、棋子、走法、碰子、胜负都由它规定。对局自带规则，别人不需要这个文件。")
	RulesListShort  = text("name the rulesets and the options", "列出规则与选项")
	RulesShowShort  = text("show a ruleset: options, army, announcements, table of clashes", "显示一套规则：选项、棋子、宣告、碰子表")
	RulesCheckShort = text("say what is wrong with a file of rules, or sum the game up", "检查规则文件：指出错误，或概括这个游戏")
	RulesCheckLong  = text("Reads a ruleset from a file, says where and why it can't be played, or sums it up in words: who plays, with what, how many layouts are legal, what a clash tells, how it ends, and in what it differs from ours.", "读取规则文件：不能玩就说明哪里不对、为什么；能玩就概括：几家对局、多少棋子、多少种合法布阵、碰子公布什么、怎样终局，以及与现成规则有何不同。")

	RulesListPresets = text("Rulesets:", "规则：")
	RulesListOptions = text("Options, with the values of %s:", "选项及其在 %s 中的值：")
	RulesListMore    = text("darkjunqi rules show NAME[,option=value…] shows one in full; with --json it's a file to change and to play by.", "darkjunqi rules show NAME[,option=value…] 显示全部内容；加 --json 输出规则文件，可以改了再玩。")

	RulesShowName    = text("name", "名称")
	RulesShowDigest  = text("digest", "摘要")
	RulesShowOptions = text("Options:", "选项：")
	RulesShowArmy    = text("Army:", "棋子：")
	RulesShowCodes   = text("Announcements:", "宣告：")
	RulesShowClash   = text("What is announced when a piece (down) attacks another (across):", "棋子（竖）进攻另一棋子（横）时的宣告：")
	RulesCheckGood   = text("%s: can be played: %s", "%s：可以玩：%s")
	RulesNotOurs     = text("%s (not one of ours)", "%s（不是现成规则）")
	RulesUnknown     = text("these rules, %s, are not well-known ones: read what they say before you agree", "这套规则（%s）不是现成规则：先看清楚再同意")
	RulesDiffer      = text("In what it differs from %s:", "与 %s 的不同：")
)

// Presets say what our rulesets are.
var Presets = map[string]Text{
	"standard": text("two players, the defaults", "两人对局，默认规则"),
	"qq":       text("as on a well-known game site: 30 s a move, the 5th time-out loses, a draw after 71 quiet turns", "近似某知名平台：每步 30 秒，第 5 次超时判负，71 步不碰子和棋"),
	"app":      text("as in some phone apps: exploding mines, a draw when the last pieces leave together", "近似一些手机应用：地雷与踩雷者同归于尽，最后的棋子同归于尽算和棋"),
	"siguo":    text("four armies around a cross, two against two", "四国军棋：四家对局，对家联盟"),
}

// OptionOthers are the values that an option may have instead of the default.
var OptionOthers = text(" (or %s)", "（或 %s）")

// What rules say, summed up.
var (
	SumSeats     = text("%d seats in %d teams", "%d 家，分 %d 方")
	SumArmy      = text("each seat has %d pieces of %d types, %d of which move", "每家 %d 枚棋子，%d 种，其中 %d 种能走")
	SumBoard     = text("a board of %d nodes, %d roads and %d rails", "棋盘有 %d 个位置，%d 段公路，%d 段铁路")
	SumLayouts   = text("%d legal layouts", "合法布阵 %d 种")
	SumTells     = text("%d different announcements after a clash", "碰子后共有 %d 种宣告")
	SumShowsNone = text("a clash tells who leaves, and no type", "碰子只公布谁离场，不公布兵种")
	SumShowsBoth = text("a clash shows the types of both pieces", "碰子公布双方的兵种")
	SumShowsSome = text("a clash may show these types: %s", "碰子可能公布这些兵种：%s")
	SumShowsFlag = text("who loses one of these shows its flag: %s", "损失这些棋子要亮旗：%s")
	SumRepelled  = text("some attacks are repelled: nobody leaves", "有些进攻会被挡回，谁也不离场")
	SumFlag      = text("who loses the %s is out", "%s被夺就出局")
	SumCarry     = text("the %s has to be carried home to win", "夺到%s要扛回才赢")
	SumNoFlag    = text("no flag: who can't move is out", "没有旗：不能走就出局")
	SumQuiet     = text("%d turns in a row without a clash are a draw", "连续 %d 步没有碰子算和棋")
	SumNoQuiet   = text("no draw by quiet turns", "不限不碰子的步数")
	SumLastBoth  = text("if the last pieces that move leave together, it's a draw", "最后的活子同归于尽算和棋")
	SumShaken    = text("who wins by the flag after showing its own, while the other hasn't, only draws", "自己亮过旗而对方没有时凭军旗取胜，只算和棋")
	SumFirst     = text("%s moves first", "%s先走")
	SumCoin      = text("a coin that all throw together decides who moves first", "各方共同掷币决定先手")
	SumClock     = text("%d seconds for each move; time-out number %d loses", "每步 %d 秒，第 %d 次超时判负")
	SumNoClock   = text("no clock", "不计时")
	SumGrace     = text("silence may be claimed after %d seconds", "沉默 %d 秒后可以申告失联")
	SumNoGrace   = text("silence is never claimed", "不申告失联")
)

// SumModes say who sees what.
var SumModes = map[string]Text{
	"dark":     text("dark: nobody sees the others' pieces", "暗棋：看不见别家的棋子"),
	"partners": text("partners see each other's pieces", "双明：对家互相看得见"),
	"open":     text("open: all layouts are shown before the first move", "明棋：开局前各方都亮出布阵"),
}

// SumReveals say when layouts are shown.
var SumReveals = map[string]Text{
	"end":   text("after the end all reveal their layouts, so that anyone can audit the match", "终局后各方亮出布阵，任何人都能审核"),
	"never": text("the layouts are never revealed; the proofs alone vouch for the match", "布阵永不公开，只凭证明担保"),
}

// In what rules differ.
var (
	DiffAdded   = text("%s %s: new", "%s %s：新增")
	DiffMissing = text("%s %s: not there", "%s %s：没有")
	DiffChanged = text("%s %s: %s there, %s here", "%s %s：那里是%s，这里是%s")
	DiffMore    = text("and %d more", "另有 %d 处")
)

// DiffSubjects are the parts of rules.
var DiffSubjects = map[string]Text{
	"seats": text("seat", "座位"), "kinds": text("kind of node", "位置种类"), "nodes": text("node", "位置"), "roads": text("road", "公路"),
	"rails": text("rail", "铁路"), "lines": text("line", "直线"), "start": text("starting places of", "开局位置"), "types": text("type", "兵种"),
	"clash": text("clash", "碰子"), "ends": text("ending", "终局"), "times": text("time", "时间"), "views": text("view", "公开"),
}
