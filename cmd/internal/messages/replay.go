package messages

// `replay`.
var (
	ReplayShort = text("look at a match again", "回看一盘棋")
	ReplayLong  = text(
		"Steps through a match on the full screen of a terminal; elsewhere, or with --ui lines or where something is to be printed, lists the turns with what was announced, and draws the board. FILE is a transcript (ID.djq), the ID of one of your matches, a game as text, as --game prints it, or a recording of QQ Game (.jgs); - reads standard input. Without --as it shows all that was revealed; with it, only what that seat, or everybody, could see and conclude. A seat's own view needs its layout to have been revealed.\n\nA game as text is checked against its rules and against the layouts that it shows, but nothing in it is signed: for proof use audit on the transcript. Of a recording it says what our rules confirm; --game writes it as text.",
		"在终端上全屏逐步回看一盘棋；不是终端、加 --ui lines 或要求输出文字时，列出每一步和宣告，并画出棋盘。FILE 是对局记录（ID.djq）、自己对局的 ID、--game 输出的文字棋谱，或 QQ 游戏的棋谱（.jgs）；- 表示从标准输入读取。不给 --as 时显示所有已亮出的棋子；给出时只显示该方（或旁观者）能看到和推断的内容。要看某一方的视角，该方布阵须已亮出。\n\n文字棋谱会按规则和其中的布阵检查，但没有签名；要证据请用 audit 审核对局记录。QQ 棋谱会说明哪些与我们的规则相符；--game 把它写成文字棋谱。")
	RecordingOf        = text("A recording of QQ Game, kept by %s. It is not signed.", "QQ 游戏的棋谱，由%s保存，没有签名。")
	RecordingPlayer    = text("%s: %s", "%s：%s")
	RecordingConfirmed = text("Our rules confirm %s, %s, %s and %s.", "我们的规则确认了 %s、%s、%s、%s。")
	RecordingWhole     = text("Nothing in it is against them.", "没有不符之处。")
	RecordingDiffers   = text("Not as the rules have it:", "与规则不符之处：")
	RecordingStep      = text("step %d: %s", "第 %d 步：%s")
	RecordingStops     = text("The rules can't follow it further; what is shown ends here.", "此后无法按规则继续，以下只到这里。")
	RecordingWarn      = text("the recording is not in all as the rules have it: `darkjunqi replay %s` says where", "棋谱与规则不尽相符，可用 `darkjunqi replay %s` 查看")
	RecordingComments  = text("Comments:", "注释：")
	ReplayRules        = text("Rules: %s", "规则：%s")
	ReplayAsText       = text("A game as text: it keeps the rules, but nothing in it is signed.", "文字棋谱：符合规则，但没有签名。")
	ReplayFits         = text("A game as text: it keeps the rules and is true to all layouts, but nothing in it is signed.", "文字棋谱：符合规则，也与各方布阵相符，但没有签名。")
	ReplayKnown        = text("What %[1]s may conclude of %[2]s's pieces from clashes and flags:", "%[1]s从碰子与亮旗可推断%[2]s的棋子：")
	ReplayThese        = text("%s: %s", "%s：%s")
	ReplayNot          = text("can't be %s", "不是%s")
	ReplayNoneLeft     = text("none left: %s", "已全部阵亡：%s")
	Everybody          = text("everybody", "旁观者")

	FlagAs       = text("see it with the eyes of `SEAT|public|all`", "以 `SEAT|public|all` 的视角看")
	FlagTurn     = text("only draw the board after turn `N`; 0 is the start", "只画第 `N` 步之后的棋盘，0 为开局")
	FlagBoard    = text("when to draw the board: `every|last|none`", "何时画棋盘：`every|last|none`（每步、最后、不画）")
	FlagGame     = text("print the game as text, which replay reads again", "输出文字棋谱，replay 可再读入")
	FlagPosition = text("print the position on one line, at the end or after --turn", "把局面写成一行：终局时，或 --turn 之后")

	ErrReplayAs        = text("unknown eyes %q: choose public, all, or one of the seats: %s", "不认识的视角 %q：可用 public、all 或座位名：%s")
	ErrReplayBoard     = text("--board %q: choose every, last or none", "--board %q：可用 every、last、none")
	ErrReplayTurn      = text("there is no turn %d: the match has %s", "没有第 %d 步：这盘棋共 %s")
	ErrNotRevealed     = text("the layouts were not all revealed", "布阵没有全部亮出")
	ErrSeatNotRevealed = text("%s's layout was not revealed", "%s的布阵没有亮出")
	ErrNoGame          = text("%s holds no match", "%s 中没有对局")
	ErrNotBegun        = text("%s: the game has not begun: the layouts are still being chosen", "%s：对局还没开始，双方仍在布阵")
	HintPublic         = text("--as public shows what everybody saw", "--as public 显示众人所见")
	HintAudit          = text("`darkjunqi audit %s` says what is wrong with it", "`darkjunqi audit %s` 会说明问题所在")
	HintGameText       = text("a game as text begins with [Rules \"…\"]; `darkjunqi replay FILE --game` prints one", "文字棋谱以 [Rules \"…\"] 开头，可用 `darkjunqi replay FILE --game` 输出")
)
