package messages

// The full screen of a terminal.
var (
	ScreenBrand    = text("darkjunqi", "暗军棋")
	ScreenWatching = text("watching", "旁观")

	ScreenOnline  = text("online", "在线")
	ScreenDone    = text("finished", "已结束")
	ScreenAlone   = text("nobody is here yet", "还没有人连上")
	ScreenOffline = text("offline for %d s", "已断线 %d 秒")

	ScreenArrange    = text("Choose your layout", "请布阵")
	ScreenArrangeHow = text("Arrows and Enter, or clicks: two pieces change places. p plays with it.", "方向键加回车（或点击）让两枚棋子互换；p 采用。")
	ScreenHidden     = text("Nobody sees it. It is proven legal without being shown.", "谁也看不到。不亮子也能证明布阵合法。")
	ScreenBefore     = text("Before the game", "开局之前")
	ScreenNoTerms    = text("The match file is behind: waiting for the others to send what is missing.", "对局文件不全，等待对方补齐。")

	ScreenYourTurn   = text("turn %d, your move", "第 %d 步，轮到你")
	ScreenYourMove   = text("Your move: arrows and Enter, or a click, pick a piece.", "轮到你：用方向键和回车（或点击）选棋子。")
	ScreenWhere      = text("Where does the piece on %s go? Esc lets go of it.", "%s 的棋子走到哪里？Esc 放下。")
	ScreenNotThere   = text("%s can't go to %s.", "%s 不能走到 %s。")
	ScreenWaited     = text(" (%d s)", "（%d 秒）")
	ScreenNobody     = text("Waiting for the others to join.", "等待其他人加入。")
	ScreenMoment     = text("One moment…", "请稍候……")
	ScreenBusy       = text("Working out the proof…", "正在作出证明……")
	ScreenNobodyHere = text("You reach none of the others; it goes on when one is back. Is your line up? darkjunqi doctor", "其他各家都连不上，有一家回来就继续。你的网络通吗？可用 darkjunqi doctor 检查")
	ScreenMissing    = text("%s away for %d s", "%s已离线 %d 秒")
	ScreenDeserted   = text("Nobody else is here: ask one of the others to run darkjunqi resume %s", "其他各家都不在线：请其中一位运行 darkjunqi resume %s")
	ScreenOver       = text("The game is over, and all of it is kept. q leaves; the audit follows.", "对局结束，记录已存好。按 q 离开，随后给出审核结论。")
	ScreenSealed     = text("The match has ended before it began: host another without %s. q leaves.", "对局在开局前终止：请另开一局，不再邀请%s。按 q 离开。")
	ScreenTooLate    = text("It is too late for that.", "已经晚了一步。")
	ScreenLastClash  = text("Last clash, turn %d: %s", "上次碰子，第 %d 步：%s")
	ScreenOut        = text("%s is out.", "%s出局。")
	ScreenUnknown    = text("Nothing is known of it but where it started.", "除了出发的位置，一无所知。")
	ScreenTurns      = text("Turns", "棋谱")

	ScreenFree      = text("%s: free, waiting for somebody", "%s：空位，等人加入")
	ScreenJoined    = text("%s has joined", "%s已加入")
	ScreenReady     = text("%s is ready: the layout is proven legal", "%s已布好，合法性已证明")
	ScreenInviteHow = text("i shows the invite.", "按 i 显示邀请。")
	ScreenGoOn      = text("Enter goes to the board, where i shows this again.", "按回车去棋盘；在那里按 i 再看一遍。")

	ScreenLeaveSure  = text("Leave?", "离开吗？")
	ScreenResignSure = text("Give up this game?", "认输吗？")
	ScreenAcceptSure = text("Accept the draw?", "同意和棋吗？")
	ScreenClaimSure  = text("State in the transcript that the other side is silent?", "在记录中声明对方失联吗？")
	ScreenKept       = text("The match is kept; %s goes on with it.", "对局会保存，用 %s 继续。")
	ScreenNotKept    = text("A match against the computer is kept only once it is finished.", "与电脑的对局下完才保存。")
	ScreenWatched    = text("The match goes on without you.", "对局照常进行。")

	ScreenTypeMove  = text("Move (as a6-a7):", "走法（如 a6-a7）：")
	ScreenMark      = text("Note on the piece on %s:", "给 %s 的棋子做标记：")
	ScreenOpenWhat  = text("A file, a ready-made layout, or the letters:", "文件、现成布阵名，或字母：")
	ScreenSaveWhere = text("Save to the file (.jql for QQ Game):", "存为文件（.jql 为 QQ 游戏格式）：")
	ScreenSaved     = text("Saved: %s", "已保存：%s")
)

// What can be chosen at the bar.
var (
	ScreenYes    = text("yes", "是")
	ScreenNo     = text("no", "否")
	ScreenBack   = text("back", "返回")
	ScreenLeave  = text("leave", "离开")
	ScreenHelp   = text("help", "帮助")
	ScreenRules  = text("rules", "规则")
	ScreenInvite = text("invite", "邀请")
	ScreenNext   = text("next", "下一个")
	ScreenList   = text("turns", "棋谱")
	ScreenType   = text("type", "输入")
	ScreenAccept = text("accept draw", "同意和棋")
	ScreenNote   = text("mark", "标记")
	ScreenFlip   = text("flip", "翻转")
	ScreenClaim  = text("claim", "声明")
	ScreenWait   = text("wait", "再等等")
	ScreenResign = text("resign", "认输")
	ScreenPlace  = text("play with it", "采用")
	ScreenRandom = text("random", "随机")
	ScreenMirror = text("mirror", "对调")
	ScreenPreset = text("ready-made", "常用阵形")
	ScreenUndo   = text("undo", "撤销")
	ScreenOpen   = text("open", "打开")
	ScreenSave   = text("save", "保存")
	ScreenStart  = text("start", "开局")
	ScreenEnd    = text("end", "终局")
	ScreenFore   = text("forward", "下一步")
	ScreenRewind = text("back", "上一步")
	ScreenAuto   = text("run", "播放")
	ScreenHalt   = text("stop", "暂停")
	ScreenEyes   = text("seen as", "视角")
)

// ScreenOwes say what a seat owes, by Owed.What.
var ScreenOwes = map[string]Text{
	"join":   text("Waiting for %s to join.", "等%s加入。"),
	"layout": text("Waiting for %s's layout.", "等%s布阵。"),
	"move":   text("Waiting for %s's move.", "等%s走棋。"),
	"answer": text("Waiting for %s's answer.", "等%s应答。"),
	"show":   text("Waiting for %s to show its flag.", "等%s亮旗。"),
	"reveal": text("Waiting for %s to reveal its layout.", "等%s亮出布阵。"),
}

// ScreenOwesElse is said of all other records.
var ScreenOwesElse = text("Waiting for %s.", "等%s。")

// ScreenShortTurns are the turns in which nothing moves, in a list.
var ScreenShortTurns = map[string]Text{
	"pass": text("passes", "轮空"), "no-move": text("no move", "无子可走"), "resign": text("resigns", "认输"),
	"draw": text("draw", "和棋"), "absent": text("put out", "出局"),
}

// Key is what a key does, for the help.
type Key struct{ Name, Does Text }

// ScreenKeys are the keys of a game.
var ScreenKeys = []Key{
	{text("arrows, Enter", "方向键、回车"), text("go to a piece and pick it; then to where it goes; Esc lets go", "移到棋子上选中，再移到目的地；Esc 放下")},
	{text("mouse", "鼠标"), text("a click picks and moves; the right button marks a piece", "点击选子、走子；右键做标记")},
	{text("n", "n"), text("the next piece that can move, or the next place for the one picked", "下一枚能走的棋子，或选中后的下一个目的地")},
	{text("/", "/"), text("type a move: a6-a7, a6a7, a6-a7 draw", "输入走法：a6-a7、a6a7、a6-a7 提和")},
	{text("d, a", "d、a"), text("offer a draw with the next move; accept one", "随下一步提和；同意和棋")},
	{text("m", "m"), text("put a note on the enemy's piece under the cursor", "给光标处的敌子做标记")},
	{text("l, u, f", "l、u、f"), text("list the turns, read the rules, turn the board", "看棋谱、看规则、翻转棋盘")},
	{text("Tab", "Tab"), text("go to the actions at the bottom; Enter does one", "转到底部的操作，回车执行")},
	{text("r, q, Ctrl-C", "r、q、Ctrl-C"), text("resign, leave: you are asked first", "认输、离开：都会先问你")},
}

// ScreenKeysArranging are the keys while a layout is being chosen.
var ScreenKeysArranging = []Key{
	{text("arrows, Enter", "方向键、回车"), text("pick a piece, then the one that it changes places with; x marks those that may", "选一枚棋子，再选与它互换的棋子；标 x 的可以互换")},
	{text("mouse", "鼠标"), text("the same with two clicks", "点击两次也一样")},
	{text("p", "p"), text("play with this layout; it can't be changed afterwards", "采用这个布阵，之后不能再改")},
	{text("r, t, m, z", "r、t、m、z"), text("another one, a ready-made one, left and right exchanged, undo", "换一个、常用阵形、左右对调、撤销")},
	{text("o, s", "o、s"), text("open one from a file or by its letters; save it to a file", "从文件或字母打开；存为文件")},
	{text("Tab", "Tab"), text("go to the actions at the bottom; Enter does one", "转到底部的操作，回车执行")},
}

// ScreenKeysReplay are the keys of a replay.
var ScreenKeysReplay = []Key{
	{text("left, right", "左、右"), text("a turn back, a turn forward; the wheel does the same", "上一步、下一步；滚轮也行")},
	{text("PgUp, PgDn", "PgUp、PgDn"), text("ten turns back, ten forward", "后退十步、前进十步")},
	{text("Home, End", "Home、End"), text("before the first turn, after the last", "开局、终局")},
	{text("Space", "空格"), text("let it run, stop it", "自动播放、暂停")},
	{text("e", "e"), text("see it with the next eyes: everybody's, each seat's, all open", "换视角：旁观、各方、全亮")},
	{text("click, h j k l", "点击、h j k l"), text("look at a piece: what could be known of it then", "看一枚棋子：当时能知道什么")},
	{text("f, u", "f、u"), text("turn the board; read the rules", "翻转棋盘；看规则")},
	{text("q", "q"), text("leave", "离开")},
}

// The signs on the board.
var (
	ScreenSigns       = text("Signs", "符号")
	ScreenSignsPieces = text("[ ] your piece   ' has moved   ? a conclusion   > < cursor   * * picked   o it can go there   x x it can attack there   ~ ~ the last move", "[ ] 己方棋子   ' 走动过   ? 推断   > < 光标   * * 选中   o 可走   x x 可进攻   ~ ~ 上一步")
)

// A replay.
var (
	ScreenReplay  = text("Replay", "复盘")
	ScreenStep    = text("turn %d of %d", "第 %d 步，共 %d 步")
	ScreenSeenAs  = text("seen as: %s", "视角：%s")
	ScreenPublic  = text("everybody", "旁观者")
	ScreenOpenAll = text("all open", "全亮")
	ScreenBegin   = text("Before the first turn.", "开局。")
	ScreenStepHow = text("Left and right step, Space runs, e changes the eyes.", "左右键逐步看，空格播放，e 换视角。")
)
