package messages

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
	RulesDiffer      = text("unlike %s: %s", "与 %s 不同：%s")
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
	SumTeams     = text("%d seats in %d teams: %s", "%d 家，分 %d 方：%s")
	SumArmy      = text("each seat has %s of %s, %d of which can move", "每家 %s，%s，其中 %d 种能走")
	SumBoard     = text("a board of %d nodes, %d roads and %d rails", "棋盘有 %d 个位置，%d 段公路，%d 段铁路")
	SumLayouts   = text("%d legal layouts", "合法布阵 %d 种")
	SumTells     = text("%d different announcements after a clash", "碰子后共有 %d 种宣告")
	SumShowsNone = text("a clash tells who leaves, and no type", "碰子只公布谁离场，不公布兵种")
	SumShowsBoth = text("a clash shows the types of both pieces", "碰子公布双方的兵种")
	SumShowsSome = text("a clash may show these types: %s", "碰子可能公布这些兵种：%s")
	SumShowsFlag = text("who loses one of these shows its flag: %s", "损失这些棋子要亮旗：%s")
	SumRepelled  = text("some attacks are repelled: nobody leaves", "有些进攻会被挡回，谁也不离场")
	SumFlag      = text("who loses the %s is out", "%s被夺就出局")
	SumCarry     = text("who takes the %s has to carry it to win: %s", "夺到%s还要扛到指定位置才赢：%s")
	SumNoFlag    = text("no flag: who can't move is out", "没有旗：不能走就出局")
	SumQuiet     = text("%d turns in a row without a clash are a draw", "连续 %d 步没有碰子算和棋")
	SumNoQuiet   = text("no draw by quiet turns", "不限不碰子的步数")
	SumLastBoth  = text("if the last pieces that move leave together, it's a draw", "最后的活子同归于尽算和棋")
	SumShaken    = text("who wins by the flag after showing its own, while the other hasn't, only draws", "自己亮过旗而对方没有时凭军旗取胜，只算和棋")
	SumResign    = text("one may resign after %d turns", "%d 步后可以认输")
	SumAbsent    = text("a seat that falls silent may be put out by the others", "失联的一家可以由别家判出局")
	SumOutSees   = text("who is out is shown its partner's pieces", "出局的人看得见对家的棋子")
	SumFirst     = text("%s moves first", "%s先走")
	SumCoin      = text("a coin that all throw together decides who moves first", "各方共同掷币决定先手")
	SumClock     = text("%d seconds for each move; time-out number %d loses", "每步 %d 秒，第 %d 次超时判负")
	SumNoClock   = text("no clock", "不计时")
	SumGrace     = text("silence may be claimed after %d seconds", "沉默 %d 秒后可以声明失联")
	SumNoGrace   = text("silence is never claimed", "不声明失联")
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

// A game in words.
var (
	SumNobodyMoves = text("in this game nobody can ever move: it ends before it begins", "这个游戏谁都走不了一步：还没开始就结束了")

	SumStarts      = text("%s: %s", "%s：%s")
	SumStartsWhose = text("rows count from the front, and places are red's; the others' are the same from their own side", "行从最前面数起，位置按红方的叫法；别家从自己一边看是一样的")
	StartAnywhere  = text("may start anywhere", "可以摆在任何位置")
	StartOn        = text("may start on %s", "可以摆在%s")
	StartNot       = text("may start anywhere but on %s", "除%s外都可以摆")
	StartRow       = text("row %d", "第 %d 行")

	SumKind         = text("%s: %s", "%s：%s")
	KindSafe        = text("nobody is attacked there", "在里面不受攻击")
	KindCalm        = text("nobody attacks from there", "不能从里面进攻")
	KindHomeOnly    = text("only pieces of the seat whose home it is enter or pass", "只有本家的棋子能进入或通过")
	KindLocked      = text("who stands there stays there", "进去就不能再走")
	KindLockedCarry = text("who stands there leaves only with a flag that it carries", "进去后只有扛着旗才能离开")
	KindEnter       = text("only these may enter: %s", "只有这些棋子能进入：%s")
	KindNobody      = text("nobody may enter", "谁也不能进入")
	KindAll         = text("all may enter", "都能进入")

	SumMoves = text("%s: %s", "%s：%s")
	WayNone  = text("never move", "不能走")
	WayEdge  = text("one step by road or rail", "沿公路或铁路走一步")

	SumLadder    = text("from the strongest: %s: the stronger stays and the weaker leaves, and equals leave together", "由大到小：%s；大吃小，相同则同归于尽")
	SumAnyAttack = text("whoever attacks: %s", "无论谁进攻：%s")
	SumAttacks   = text("attacks by %s: %s", "%s进攻：%s")
	SumMeets     = text("against %s %s", "遇%s，%s")

	CarryTo     = text("%s to %s", "%s扛到 %s")
	CarryHome   = text("any place of its home", "自家任一位置")
	CarryBeside = text(", and next to these while other pieces fill them", "；这些位置被占满时，旁边也行")

	WordsAnd    = text(", ", "、")
	WordsOr     = text("; or ", "；或")
	WordsEither = text(" or ", " 或 ")
	WordsAlso   = text("; ", "；")
	WordsPart   = text(", %s", "，%s")
)

// WaysFar are the ways of moving without a bound, WaysMost those with one.
var (
	WaysFar = map[string]Text{
		"line": text("any distance along one line", "沿一条直线走任意远"),
		"rail": text("any distance along rails, turning at will", "沿铁路走任意远，可以拐弯"),
	}
	WaysMost = map[string]Text{
		"line": text("up to %d steps along one line", "沿一条直线最多走 %d 步"),
		"rail": text("up to %d steps along rails, turning at will", "沿铁路最多走 %d 步，可以拐弯"),
	}
)

// What a game consists of.
var (
	TermWarning = text("Warning", "注意")
	TermPlaces  = text("Placing", "布阵")
	TermNodes   = text("Places", "位置")
	TermMoves   = text("Moving", "走法")
	TermClashes = text("Who beats whom", "胜负")
	TermDiffers = text("Differs", "不同")

	Pieces = count("%d piece", "%d pieces", "%d 枚棋子")
	Types  = count("%d type", "%d types", "%d 种")
)

// In what rules differ.
var (
	DiffAdded   = text("%s: new", "%s：新增")
	DiffMissing = text("%s: not there", "%s：没有")
	DiffChanged = text("%s: %s there, %s here", "%s：那里是%s，这里是%s")
	DiffNothing = text("in nothing but names", "只有名称不同")
	DiffMeets   = text("%s attacks %s", "%s进攻%s")
	DiffAtOnce  = text("wins at once", "夺旗即胜")
	DiffYes     = text("yes", "“是”")
	DiffNo      = text("no", "“否”")
	DiffOther   = text("something else", "别的")
)

// DiffSubjects are the parts of rules, by their names as fields, with what is named.
var DiffSubjects = map[string]Text{
	"seats": text("seat %s", "座位%s"), "kinds": text("kind of place %s", "位置种类 %s"), "nodes": text("place %s", "位置 %s"), "roads": text("road %s", "公路 %s"),
	"rails": text("rail %s", "铁路 %s"), "lines": text("line %s", "直线 %s"), "start": text("starting places of %s", "%s的开局位置"), "types": text("%s", "%s"),
	"clash": text("%s", "%s"), "ends": text("%s", "%s"), "times": text("%s", "%s"), "views": text("%s", "%s"),
}

// DiffFields are the fields of parts of rules in which they may differ.
var DiffFields = map[string]Text{
	"seats.team": text("team", "属于哪方"),
	"kinds.en":   text("English name", "英文名"), "kinds.zh": text("Chinese name", "中文名"), "kinds.safe": text("nobody is attacked there", "在里面不受攻击"),
	"kinds.locked": text("who enters is locked in", "进去就不能再走"), "kinds.calm": text("nobody attacks from there", "不能从里面进攻"),
	"kinds.homeOnly": text("for its owner only", "只有本家能进"), "kinds.enter": text("who may enter", "谁能进入"),
	"nodes.kind": text("kind", "种类"), "nodes.x": text("drawn at x", "画在横坐标"), "nodes.y": text("drawn at y", "画在纵坐标"), "nodes.home": text("whose home", "属于谁家"),
	"types.en": text("English name", "英文名"), "types.zh": text("Chinese name", "中文名"), "types.sign": text("sign", "单字"), "types.letter": text("letter", "字母"),
	"types.count": text("how many", "数量"), "types.starts": text("where it starts", "摆在哪里"), "types.ways": text("how it moves", "走法"),
	"ends.flag": text("what is lost by being taken", "军旗是哪种棋子"), "ends.carry": text("what taking the flag does", "夺旗之后"),
	"ends.shaken":   text("the flag only draws for who showed its own", "亮过旗的一方夺旗只算和棋"),
	"ends.lastBoth": text("the last pieces leave together", "最后的活子同归于尽"), "ends.quiet": text("turns in a row without a clash that are a draw", "连续多少步没有碰子算和棋"),
	"ends.timeouts": text("the time-out that loses", "第几次超时判负"), "ends.resignFrom": text("turns after which one may resign", "多少步后可以认输"),
	"times.clock": text("seconds for a move", "每步秒数"), "times.grace": text("seconds of silence until it may be claimed", "沉默多少秒可以声明"),
	"views.mode": text("who sees what", "谁看得见什么"), "views.reveal": text("layouts are revealed", "何时亮出布阵"), "views.outSeesPartner": text("who is out sees its partner's pieces", "出局后看得见对家"),
	"views.first": text("who moves first", "谁先走"), "views.absent": text("what becomes of a silent seat", "失联的一家"),
}

// DiffValues are the words of rules; others, as the names of seats and nodes, stand for
// themselves.
var DiffValues = map[string]Text{
	"": text("none", "没有"), "attacker": text("the attacker wins", "进攻方胜"), "draw": text("a draw", "和棋"), "dark": text("dark", "暗棋"),
	"partners": text("partners see each other's", "双明"), "open": text("open", "明棋"), "end": text("after the end", "终局后"), "never": text("never", "永不"),
	"coin": text("a coin", "掷币"), "out": text("the others may put it out", "别家可以判它出局"), "stop": text("the game stops", "棋局停下"),
	"red": text("red", "红方"), "blue": text("blue", "蓝方"), "amber": text("amber", "黄方"), "teal": text("teal", "绿方"),
}
