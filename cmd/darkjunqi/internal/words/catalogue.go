package words

// The program as a whole.
var (
	RootShort = text("two-player dark Junqi without a referee", "不用裁判的二人军棋暗棋")
	RootLong  = text(
		`darkjunqi plays two-player dark Junqi (army chess with hidden pieces) between two computers. There is no server and no referee: the two programs work out together who leaves the board, and prove it to each other, without showing a piece.`,
		`darkjunqi 让两台电脑对下二人军棋暗棋。没有服务器，也没有裁判：两边的程序一起算出碰子后谁离开棋盘，并互相证明，谁也不用亮出自己的棋子。`)

	OverviewDemo   = text("watch two bots play a whole match, and see it audited", "看两个机器人下一整盘，再审核它")
	OverviewHost   = text("open a match and get an invite for your opponent", "开一盘棋，得到给对手的邀请")
	OverviewJoin   = text("take up an invite", "凭邀请加入")
	OverviewResume = text("go on with an interrupted match", "继续中断的对局")
	OverviewAudit  = text("check that a finished match was honest", "审核一盘下完的棋是否诚实")
	OverviewHelp   = text("everything else", "其他命令")

	GroupPlay  = text("Play:", "对局：")
	GroupCheck = text("Check and look back:", "审核与回看：")
	GroupRules = text("Rules and layouts:", "规则与布阵：")
	GroupAbout = text("About:", "其他：")

	HelpShort       = text("help about a command", "命令的说明")
	HelpUsage       = text("Usage:", "用法：")
	HelpExamples    = text("Examples:", "例子：")
	HelpCommands    = text("Commands:", "命令：")
	HelpFlags       = text("Flags:", "选项：")
	HelpGlobalFlags = text("Flags of every command:", "所有命令都有的选项：")
	HelpMore        = text("%s COMMAND --help tells more about a command.", "%s COMMAND --help 详细说明某个命令。")

	FlagHelp    = text("this help", "显示本说明")
	FlagLang    = text("speak `zh|en`; without it, the language of the locale", "用 `zh|en` 哪种语言；不给就按系统语言")
	FlagJSON    = text("print JSON for programs, and nothing else", "只输出供程序读取的 JSON")
	FlagRules   = text("the rules, as `NAME[,option=value…]`", "规则，写作 `NAME[,option=value…]`")
	FlagDefault = text(" (default %s)", "（默认 %s）")

	HintHelp           = text("%s shows how", "用法见 %s")
	HintDidYouMean     = text("did you mean %s?", "是不是想用 %s？")
	HintRules          = text("`darkjunqi rules list` names the rulesets and options that this version knows", "`darkjunqi rules list` 列出本版本支持的规则和选项")
	ErrUnknownCommand  = text("there is no command %q in %s", "没有命令 %q（在 %s 中）")
	ErrNeedsSubcommand = text("%s needs a command", "%s 后面要有命令")
	ErrMissingArgument = text("%s needs %s", "%s 缺少 %s")
	ErrExtraArgument   = text("%s takes no argument %q", "%s 不需要参数 %q")

	ErrOutDash    = text("--out and --certificate take the name of a file, and - is none", "--out 和 --certificate 后面应是文件名，- 不是")
	ErrOutIsInput = text("%s is the very file that was read: give another name", "%s 就是刚读的文件，请换一个名字")
	ErrOutput     = text("standard output: %v", "标准输出：%v")

	VersionShort = text("the version of the program and of the protocol", "程序与协议的版本")
	VersionLine  = text("darkjunqi %s, protocol %d, %s", "darkjunqi %s，协议 %d，%s")
)

// Seats, types and the board.
var (
	SeatRed  = text("red", "红方")
	SeatBlue = text("blue", "蓝方")
	Mountain = text("/\\", "山界")
)

// TypeShort is the one character by which Chinese players call a type.
var TypeShort = map[string]string{
	"flag": "旗", "mine": "雷", "engineer": "工", "platoon": "排", "company": "连", "battalion": "营",
	"regiment": "团", "brigade": "旅", "division": "师", "army": "军", "commander": "司", "bomb": "炸",
}

// `rules`.
var (
	RulesShort     = text("rulesets and their options", "规则与选项")
	RulesLong      = text("Rules are a named set (standard, qq, app) and any number of options after it, as standard,mines=exploding.", "规则由名称（standard、qq、app）加任意个选项组成，如 standard,mines=exploding。")
	RulesListShort = text("name the rulesets and the options", "列出规则与选项")
	RulesShowShort = text("show a ruleset: options, army, announcements, table of clashes", "显示一套规则：选项、棋子、宣告、碰子表")

	RulesListPresets = text("Rulesets:", "规则：")
	RulesListOptions = text("Options, with the values of standard:", "选项及其在 standard 中的值：")
	RulesListMore    = text("darkjunqi rules show NAME[,option=value…] shows one in full.", "darkjunqi rules show NAME[,option=value…] 显示全部内容。")
	PresetStandard   = text("the defaults", "默认规则")
	PresetQQ         = text("as on a well-known game site: 30 s a move, the 5th time-out loses, a draw after 71 quiet turns", "近似某知名平台：每步 30 秒，第 5 次超时判负，71 步不碰子和棋")
	PresetApp        = text("as in some phone apps: exploding mines, a draw when the last pieces leave together", "近似一些手机应用：地雷与踩雷者同归于尽，最后的棋子同归于尽算和棋")

	RulesShowName    = text("name", "名称")
	RulesShowDigest  = text("digest", "摘要")
	RulesShowOptions = text("Options:", "选项：")
	RulesShowArmy    = text("Army:", "棋子：")
	RulesShowCodes   = text("Announcements:", "宣告：")
	RulesShowClash   = text("What is announced when a piece (down) attacks another (across):", "棋子（竖）进攻另一棋子（横）时的宣告：")
)

// What a referee announces.
var (
	AnnAttackerLeaves = text("the attacker leaves", "进攻方离开")
	AnnDefenderLeaves = text("the defender leaves", "防守方离开")
	AnnBothLeave      = text("both leave", "双方都离开")
	AnnNobodyLeaves   = text("nobody leaves", "都不离开")
	AnnRepelled       = text("the attacker is repelled from the flag", "进攻方被军旗挡回")
	AnnFlagTaken      = text("the flag is taken", "军旗被夺")
	AnnAttackerFell   = text("the attacker's commander fell", "进攻方司令阵亡")
	AnnDefenderFell   = text("the defender's commander fell", "防守方司令阵亡")
	AnnSeen           = text("the engineer saw: %s", "工兵侦察到：%s")
	AnnSeparator      = text(", ", "，")
	SentenceEnd       = text(".", "。")
)

// `layout`.
var (
	LayoutShort        = text("check, draw, convert and count layouts", "布阵：检查、显示、转换、计数")
	LayoutLong         = text("A LAYOUT is a file, - for standard input, the name of a ready-made layout (%s), or the text itself: six groups of five letters, the front row first, each from its owner's left, . for a camp. Groups are separated by line breaks or /, as 42239/2.1.6/… Chinese names may stand in place of the letters, with spaces between them. A file may also be a .jql file of QQ Game.", "LAYOUT 可以是文件、-（标准输入）、现成布阵的名称（%s），或布阵文字本身：六组各五个字母，第一排在前，从己方左手起，. 表示行营。各组之间换行或用 / 隔开，如 42239/2.1.6/… 也可以用中文名，以空格隔开。文件也可以是 QQ 游戏的 .jql 文件。")
	LayoutCheckShort   = text("say whether a layout is legal", "检查布阵是否合法")
	LayoutCheckLong    = text("Says whether a layout is legal. Ends with 0 if it is, 1 if not, 2 if there is no such file.", "检查布阵是否合法。合法时退出码为 0，不合法为 1，文件读不到为 2。")
	LayoutRandomShort  = text("make a legal layout by chance, all equally likely", "随机生成合法布阵，机会均等")
	LayoutRandomLong   = text("Makes a layout by chance; every legal layout is equally likely.", "随机生成一个布阵；每种合法布阵机会均等。")
	LayoutShowShort    = text("draw a layout as its owner sees it", "按己方视角画出布阵")
	LayoutConvertShort = text("write a layout in another form", "把布阵换一种写法")
	LayoutConvertLong  = text("Writes a layout in another form: on one line, in six rows, in six rows with Chinese names, or as the .jql file of QQ Game. It reads all of these; the output goes to standard output or to --out, where a name that ends in .jql asks for that form.\n\nIt converts whatever has the form of a layout, and says on standard error if the rules don't allow it.", "把布阵换一种写法：一行字母、六排字母、六排中文名，或 QQ 游戏的 .jql 文件；这几种也都能读。结果写到标准输出或 --out 指定的文件，文件名以 .jql 结尾即写成 .jql。\n\n只要写法对就转换；布阵不合规则时在标准错误上说明。")
	LayoutCountShort   = text("count the legal layouts of a ruleset", "数出一套规则下的合法布阵数")

	FlagLayoutSeed = text("the same layout for the same `N`", "同一个 `N` 得到同一个布阵")
	FlagLayoutTo   = text("the form: `line|rows|chinese|jql`", "写法：`line|rows|chinese|jql`")

	LayoutLegal   = text("legal under the rules %s", "合法（规则 %s）")
	ErrLayoutForm = text("unknown form %q: choose line, rows, chinese or jql", "不认识的写法 %q：可用 line、rows、chinese、jql")
	ErrLayoutLong = text("%s is too long to be a layout", "%s 太长，不是布阵")
	HintLayout    = text("`darkjunqi layout --help` shows how a layout is written; `darkjunqi layout random` makes one", "布阵写法见 `darkjunqi layout --help`；`darkjunqi layout random` 可随机生成")
)

// `perft`.
var (
	PerftShort      = text("count the sequences of moves of two open layouts", "数出两个公开布阵的走法序列数")
	PerftLong       = text("Counts the legal sequences of exactly N plies from the start, red to move, under the standard rules. A move is a pair of nodes; routes are not counted apart, and a finished game has no continuation. The last line is the total.", "数出从开局起恰好 N 步的合法走法序列，红方先走，标准规则。一步由起点和终点决定，不同路线不重复计；终局后没有后续。最后一行是总数。")
	FlagLayoutRed   = text("red's `LAYOUT`", "红方的 `LAYOUT`")
	FlagLayoutBlue  = text("blue's `LAYOUT`", "蓝方的 `LAYOUT`")
	FlagDepth       = text("how many plies (`N`)", "步数 `N`")
	FlagDivide      = text("the count of each first move too", "分别列出每个第一步的数目")
	ErrPerftLayouts = text("perft needs both layouts: --layout-red and --layout-blue", "perft 需要双方的布阵：--layout-red 和 --layout-blue")
)

// A turn in words.
var (
	TurnPass       = text("%s's time is over: the turn passes", "%s超时，轮空")
	TurnNoMove     = text("%s has no legal move", "%s无子可走")
	TurnResign     = text("%s resigns", "%s认输")
	TurnAcceptDraw = text("%s accepts the draw", "%s同意和棋")
	TurnFlagShown  = text("%s's flag stands on %s", "%s军旗在 %s")
	TurnOffer      = text("%s offers a draw", "%s提和")

	ClashFlag      = text("%[1]s takes %[2]s's flag", "%[1]s夺得%[2]s军旗")
	ClashRepelled  = text("%[1]s is repelled from %[2]s's flag", "%[1]s被%[2]s军旗挡回")
	ClashBoth      = text("both leave", "同归于尽")
	ClashLeaves    = text("%s's piece leaves", "%s棋子离开")
	ClashCommander = text("%s's commander fell", "%s司令阵亡")
	ClashSeen      = text("the engineer saw that %s's piece is a %s", "工兵侦察到%s的棋子是%s")

	ResultWin  = text("%s has won: %s", "%s胜：%s")
	ResultDraw = text("draw: %s", "和棋：%s")
)

// Reasons are why a game ended, by the engine's word for it.
var Reasons = map[string]Text{
	"not over":    text("the game goes on", "对局还在进行"),
	"flag":        text("the flag was taken", "夺得军旗"),
	"no-move":     text("the other side has no legal move", "对方无子可走"),
	"resignation": text("the other side resigned", "对方认输"),
	"timeouts":    text("the other side ran out of time once too often", "对方超时次数已满"),
	"quiet":       text("too many turns without a clash", "长时间没有碰子"),
	"agreed":      text("agreed", "双方同意"),
	"last-both":   text("the last movable pieces left together", "最后的活子同归于尽"),
	"shaken":      text("the flag was taken by an army whose commander had fallen", "司令已阵亡的一方夺旗"),
}

// The panel beside the board.
var (
	SeatYou       = text("%s (you)", "%s（你）")
	PanelTurn     = text("Turn %d, %s to move", "第 %d 步，轮到%s")
	PanelQuiet    = text("%d of %d turns without a clash", "已 %d 步没有碰子（满 %d 步和棋）")
	PanelClock    = text("%d s for each move", "每步 %d 秒")
	PanelTimeouts = text("time-outs: red %d, blue %d (number %d loses)", "超时：红方 %d 次，蓝方 %d 次（第 %d 次判负）")
	PanelArmy     = text("%s: %d pieces, lost %d", "%s：%d 子，失 %d 子")
	PanelCarried  = text("its flag is carried by the piece on %s", "军旗被 %s 的棋子扛着")
	PanelLies     = text("its flag lies on %s", "军旗落在 %s")
	PanelSigns    = text("( ) camp, { } headquarters, • moved", "( ) 行营，{ } 大本营，• 走动过")
	PanelLast     = text("Last: %s", "上一步：%s")
)

// Things that are counted.
var (
	Turns   = count("%d turn", "%d turns", "%d 步")
	Clashes = count("%d clash", "%d clashes", "%d 次碰子")
	Proofs  = count("%d proof", "%d proofs", "%d 个证明")
	Records = count("%d record", "%d records", "%d 条记录")
)

// `audit`.
var (
	AuditShort = text("check that matches were honest", "审核对局是否诚实")
	AuditLong  = text(
		"Verifies transcripts of matches (ID.djq): every signature, every move, every proof, and, with the layouts that were revealed at the end, every announcement. It needs nothing but the file, and - reads standard input.\n\nEnds with 0 if the match ended by rule and was revealed as agreed, 1 if somebody is proven to have cheated, 2 if a file is unreadable, torn or altered, 3 if it's sound so far but unfinished or not revealed; with several files, with the worst of 1, 2, 3, 0.",
		"检验对局记录（ID.djq）：每个签名、每一步、每个证明；终局亮出布阵后，还检验每次宣告。只需要这个文件，- 表示从标准输入读取。\n\n按规则终局并如约亮出布阵时退出码为 0，证实有人作弊为 1，文件无法读取、残缺或被改动为 2，目前可信但没有下完或没有亮出为 3；有多个文件时取 1、2、3、0 中最靠前的。")

	ErrFileLong        = text("larger than any transcript (%d MiB)", "比任何对局记录都大（%d MiB）")
	AuditHonest        = text("%s: honest", "%s：诚实")
	AuditCheating      = text("%s: %s cheated, and this file proves it", "%s：%s作弊，本文件即为证据")
	AuditIncomplete    = text("%s: sound so far, but not complete", "%s：目前可信，但不完整")
	AuditUnreadable    = text("%s: unreadable", "%s：无法读取")
	AuditReason        = text("%s", "%s")
	AuditWhere         = text("record %d (%s): %s", "第 %d 条记录（%s）：%s")
	AuditConvicts      = text("the record is signed, so nobody else can have made it", "这条记录有签名，别人伪造不了")
	AuditResult        = text("%s, after %s", "%s，共 %s")
	AuditNoResult      = text("no result yet, after %s", "尚无结果，已走 %s")
	AuditHolds         = text("every signature, move and proof holds: %s, %s, %s", "签名、走法、证明全部成立：%s，%s，%s")
	AuditReplayed      = text("both layouts were revealed, and the game was replayed with open pieces: what was announced in %s is true", "双方布阵已亮出，按明棋重演：%s的宣告全部属实")
	AuditNeverRevealed = text("the layouts stay secret, as agreed; the proofs alone vouch for %s", "按约定布阵不公开；%s由证明担保")
	AuditMissing       = text("%s has not revealed its layout", "%s没有亮出布阵")
	AuditClaim         = text("%s claims that the other side fell silent; that can't be proven", "%s申告对方失联；这无法证实")
	AuditLayout        = text("%s's layout: %s", "%s布阵：%s")
	AuditRules         = text("rules %s, resolver %s", "规则 %s，裁决方式 %s")
	AuditMatch         = text("match %s", "对局 %s")
)

// A match that is being played.
var (
	PlayUnheard      = text("Waiting for the other side to say how far the match has come…", "等待对方告知对局进度……")
	PlayLinked       = text("The other player is here.", "对方已连上。")
	PlayLinkedAgain  = text("The other player is back.", "对方重新连上。")
	PlayLinkLost     = text("The connection is lost; trying to get it back…", "连接中断，正在重连……")
	PlayArranging    = text("The other player is choosing a layout…", "对方正在布阵……")
	PlayBegins       = text("Both layouts are committed and proven legal. The first to move: %s.", "双方布阵已承诺并证明合法。先走：%s。")
	PlayYourMove     = text("Your move, %s. Type it as a6-a7; help lists all you can type.", "轮到你（%s）。走法写作 a6-a7，输入 help 查看全部命令。")
	PlayOfferOpen    = text("%s offers a draw: accept takes it, any move declines it.", "%s提和：输入 accept 同意，走任何一步即拒绝。")
	PlayClockWarning = text("%d s left.", "还剩 %d 秒。")
	PlayOverdue      = text("The other side has owed a record for more than %d min. claim states so in the transcript, and quit leaves.", "对方拖欠应答已超过 %d 分钟。输入 claim 可在记录中申告，quit 离开。")
	PlayCheated      = text("%s cheated: record %d, %s", "%s作弊：第 %d 条记录，%s")
	PlayRevealing    = text("Both sides now reveal their layouts…", "双方亮出布阵……")
	PlayNo           = text("No: %v", "不行：%v")
	PlayUnknown      = text("I don't know %q; type a move as a6-a7, or help", "不明白 %q；走法写作 a6-a7，或输入 help")
	PlayNotYourTurn  = text("it is not your turn", "还没轮到你")
	PlayNoNode       = text("there is no node %q: files are a to e, rows 1 to 12", "没有节点 %q：列为 a 到 e，行为 1 到 12")
	PlayEmpty        = text("nothing stands on %s", "%s 上没有棋子")
	PlayNotYours     = text("the piece on %s is not yours", "%s 上不是你的棋子")
	PlayResignSure   = text("Really? Type resign again.", "确定吗？再输入一次 resign。")

	CommandMove   = text("move a piece from one node to another, or attack there", "走子，或进攻")
	CommandOffer  = text("move and offer a draw", "走子并提和")
	CommandAccept = text("accept the draw that was offered", "同意对方的提和")
	CommandResign = text("give up", "认输")
	CommandMoves  = text("where your piece can go", "你的棋子能去哪里")
	CommandLook   = text("what is known of a piece", "关于某个棋子已知什么")
	CommandBoard  = text("draw the board; list the turns; say the rules", "画棋盘；列出每一步；说明规则")
	CommandClaim  = text("state that the other side has been silent too long", "申告对方失联")
	CommandQuit   = text("leave; the match is kept and can be resumed", "离开；对局会保留，可以继续")

	LookWhere     = text("%s's piece on %s: started on %s", "%s在 %s 的棋子：从 %s 出发")
	LookMoved     = text("has moved", "走动过")
	LookNotMoved  = text("has not moved", "没走动过")
	LookIs        = text("It is your %s.", "这是你的%s。")
	LookSeen      = text("For the other side it may be: %s", "在对方看来可能是：%s")
	LookMaybe     = text("It may be: %s", "可能是：%s")
	MovesNone     = text("The piece on %s can't move.", "%s 上的棋子走不动。")
	ListSeparator = text(", ", "、")

	ArrangeMirrored = text("The same, with left and right exchanged:", "左右对调后：")
	ArrangeChosen   = text("The layout that you named, as you see it:", "你指定的布阵（己方视角）：")
	ArrangeProposal = text("A layout for you, as you see it:", "给你的布阵（己方视角）：")
	ArrangeHow      = text("Enter takes it, r draws another, m mirrors it. Or type a layout (6 rows, or one line with /), the name of a file, or one of: %s", "回车采用，r 换一个，m 左右对调。也可以输入布阵（六行，或用 / 连成一行）、文件名，或：%s")
	ArrangeRows     = text("%d of 6 rows so far; r starts again", "已输入 %d 排（共 6 排）；r 重新开始")
	ArrangePlaced   = text("Your layout: %s", "你的布阵：%s")
)

// `host`, `join`, `resume`.
var (
	HostShort   = text("open a match and invite somebody to it", "开一盘棋并邀请对手")
	HostLong    = text("Opens a match, prints an invite for your opponent, and plays your seat. An invite is good for one guest; give it to nobody else. Leave with quit or Ctrl-C at any time and come back with resume.\n\nEnds with the exit code that audit gives the match: 0, 1, 2 or 3.", "开一盘棋，打印给对手的邀请，并坐上你的位子。一个邀请只够一位客人，不要给别人。随时可以用 quit 或 Ctrl-C 离开，再用 resume 回来。\n\n退出码与 audit 对这盘棋的结论相同：0、1、2 或 3。")
	JoinShort   = text("take up an invite", "凭邀请加入")
	JoinLong    = text("Asks the host of an INVITE for the terms, shows them, and if you agree takes the free seat. Leave with quit or Ctrl-C at any time and come back with resume.\n\nEnds with the exit code that audit gives the match: 0, 1, 2 or 3.", "向 INVITE 的主人取得条款并显示，你同意后就坐上空位。随时可以用 quit 或 Ctrl-C 离开，再用 resume 回来。\n\n退出码与 audit 对这盘棋的结论相同：0、1、2 或 3。")
	ResumeShort = text("go on with an interrupted match", "继续中断的对局")
	ResumeLong  = text("Goes on with a match of the data folder, at the very record where it stopped. Without an ID, with the only one that is open; the first letters of an ID are enough.", "继续数据目录中的一盘棋，从中断处接着下。不给 ID 时继续唯一没下完的那盘；ID 只写开头几个字母即可。")

	FlagUI       = text("how to play: `plain`", "界面：`plain`")
	FlagLayout   = text("your `LAYOUT`: a file, a ready-made one, or the text", "你的布阵 `LAYOUT`：文件、现成布阵名或布阵文字")
	FlagBot      = text("let a bot play the seat: `NAME` is one of %s", "让机器人 `NAME` 代下：%s")
	FlagPort     = text("listen on TCP and UDP port `N`; any free one if it's taken", "监听 TCP 与 UDP 端口 `N`；被占用时任选")
	FlagAnnounce = text("put `HOST:PORT` into the invite first, as of a forwarded port", "把 `HOST:PORT`（如转发的端口）放在邀请最前面")
	FlagLoopback = text("stay on this computer (127.0.0.1)", "只在本机（127.0.0.1）连接")
	FlagStream   = text("print what happens as JSON, one object a line, and nothing else", "把经过输出为 JSON，每行一个对象")
	FlagResolver = text("how clashes are worked out: `NAME` is one of %s", "碰子的裁决方式 `NAME`：%s")
	FlagSeat     = text("the seat that you take: `red|blue`", "你坐哪一方：`red|blue`")
	FlagYes      = text("agree to the terms without being asked", "不再询问，直接同意条款")

	HostYouAre     = text("You are %s. Rules: %s.", "你是%s。规则：%s。")
	HostTerms      = text("Your opponent will be asked to agree to these terms:", "对手将被询问是否同意这些条款：")
	HostInvite     = text("Send this line to your opponent, and to nobody else:", "把这一行发给你的对手，不要给别人：")
	HostWaiting    = text("Waiting for the other player. You can leave with Ctrl-C, and come back with:\n  %s", "等待对方加入。可以按 Ctrl-C 离开，再这样回来：\n  %s")
	JoinYouWouldBe = text("You would be %s.", "你将是%s。")
	JoinTerms      = text("The host offers these terms (rules %s, resolver %s):", "主人提出的条款（规则 %s，裁决方式 %s）：")
	JoinStandard   = text("All else is as in the rules that `darkjunqi rules show standard` lists.", "其余见 `darkjunqi rules show standard`。")
	JoinRest       = text("All else is as in the standard rules: `darkjunqi rules show standard`.", "其余与标准规则相同：`darkjunqi rules show standard`。")
	JoinAsk        = text("Play by these terms?", "按这些条款下棋吗？")
	ResumeYouAre   = text("Match %s: you are %s. Rules: %s.", "对局 %s：你是%s。规则：%s。")
	SeatLeft       = text("You have left. The match is kept, and this goes on with it:\n  %s", "你已离开。对局已保存，可这样继续：\n  %s")
	SeatPeerGone   = text("the game is over, but the other side went away before it had everything", "对局已结束，但对方没有收齐记录就离开了")

	ErrUI              = text("unknown ui %q: there is plain", "没有界面 %q：可用 plain")
	ErrPort            = text("%d is no port: give 0 to 65535", "%d 不是端口号：应为 0 到 65535")
	ErrResolver        = text("unknown resolver %q: there are %s", "没有裁决方式 %q：可用 %s")
	ErrNoAnswer        = text("there was no answer: standard input has ended", "没有回答：标准输入已结束")
	ErrNotJoined       = text("interrupted: no seat was taken", "已中断，没有加入")
	ErrDeclined        = text("you did not agree to the terms, so no seat was taken", "你没有同意条款，没有加入")
	ErrNothingToResume = text("there is no match to go on with", "没有可以继续的对局")
	ErrSeveral         = text("several matches are open: %s", "有多盘没下完的棋：%s")
	HintYes            = text("--yes answers beforehand", "--yes 可以事先回答")
	HintInvite         = text("the host gets a new one from `darkjunqi host`, and the same one again from `darkjunqi resume`", "主人用 `darkjunqi host` 得到新邀请，用 `darkjunqi resume` 重看原邀请")
	HintTaken          = text("an invite is good for one guest; if you are that guest, `darkjunqi resume` goes on with the match", "一个邀请只够一位客人；如果你就是那位客人，用 `darkjunqi resume` 继续")
	HintUnreachable    = text("is the host's program still running, and can its computer be reached from here? `--loopback` on both sides plays on one computer", "对方的程序还在运行吗？从这里能连到对方的电脑吗？在同一台电脑上两边都用 `--loopback`")
	HintResume         = text("%s goes on with this match", "用 %s 继续这盘棋")
	HintMatches        = text("`darkjunqi matches list` names the matches", "`darkjunqi matches list` 列出对局")
	HintNameOne        = text("name one: darkjunqi resume ID", "请指明一盘：darkjunqi resume ID")
)

// `matches`.
var (
	MatchesShort       = text("the matches on this computer", "本机的对局")
	MatchesLong        = text("Each match has two files in the data folder: ID.djq, the transcript, which may be given to anyone, and ID.secret, which must be given to nobody.", "每盘棋在数据目录中有两个文件：ID.djq 是对局记录，可以给任何人；ID.secret 谁也不能给。")
	MatchesListShort   = text("list the matches, the latest first", "列出对局，最近的在前")
	MatchesShowShort   = text("show one match: its audit and its board", "显示一盘棋：审核结果与棋盘")
	MatchesShowLong    = text("Shows what anybody can see of a match: the audit of its transcript, and the board. It never reads the private file.", "显示任何人都能看到的内容：对局记录的审核结果和棋盘。不读取私密文件。")
	MatchesDeleteShort = text("delete a match for good", "永久删除一盘棋")
	MatchesDeleteLong  = text("Deletes both files of a match. An unfinished match can't be gone on with after that, and what was not revealed stays unrevealed for ever.", "删除一盘棋的两个文件。没下完的棋将不能再继续，没亮出的布阵也永远不会亮出。")
	MatchesNone        = text("There are no matches in %s.", "%s 中没有对局。")
	MatchesWhen        = text("last changed", "最后改动")
	MatchesRecords     = text("records", "记录数")
	MatchesState       = text("state", "状态")
	MatchesDeleted     = text("Match %s is deleted.", "已删除对局 %s。")
	MatchesDeleteAsk   = text("Delete match %s for good?", "永久删除对局 %s 吗？")
	FlagDeleteYes      = text("delete without being asked", "不再询问，直接删除")
	ErrNotDeleted      = text("nothing was deleted", "没有删除")

	StateTorn       = text("torn at the end", "末尾残缺")
	StateBehind     = text("the transcript is missing", "缺少对局记录")
	StateUnreadable = text("unreadable", "无法读取")
	StateRunning    = text("being played", "正在进行")
	StateFinished   = text("finished", "已结束")
	StateInvited    = text("nobody has joined", "无人加入")
	StateEnded      = text("game over, not yet complete on both sides", "已终局，双方的记录还没齐")
	StateSetup      = text("layouts are being chosen", "正在布阵")
	StateOpen       = text("open", "没下完")
)

// `demo`.
var (
	DemoShort = text("watch two bots play a whole match, and see it audited", "看两个机器人下一整盘，再审核它")
	DemoLong  = text("Runs two peers in this program, each with its own keys and its own folder, which share nothing but a libp2p connection over the loopback interface. Two bots play a whole match, reveal, and the transcript is audited.", "在本程序中运行两方，各有自己的密钥和目录，彼此只有一条本机的 libp2p 连接。两个机器人下一整盘，终局亮出布阵，再审核对局记录。")

	FlagSeed     = text("the same layouts and moves for the same `N`; red moves first, and keys stay random", "同一个 `N` 得到同样的布阵和走法；红方先走，密钥仍是随机的")
	FlagDelay    = text("wait so long before each move, as `1s`", "每步之前等待，如 `1s`")
	FlagMaxPlies = text("after `N` turns the seat to move resigns", "走满 `N` 步后，轮到的一方认输")
	FlagOut      = text("keep the transcript in `FILE`", "把对局记录保存为 `FILE`")
	FlagDemoBot  = text("the bot that plays both seats: `NAME` is one of %s", "双方用的机器人 `NAME`：%s")
	ErrMaxPlies  = text("--max-plies must not be negative", "--max-plies 不能为负数")
	ErrDelay     = text("--delay must not be negative", "--delay 不能为负数")
	ErrDemoLeft  = text("the demonstration was interrupted", "演示被中断")

	DemoStart       = text("Two peers on this computer, bot %s at both seats. Rules %s, resolver %s.", "本机上的两方，双方都由机器人 %s 下。规则 %s，裁决方式 %s。")
	DemoProgress    = text("%s, %s", "%s，%s")
	DemoLimit       = text("After %d turns %s resigned, because of --max-plies.", "走满 %d 步，因 --max-plies，%s认输。")
	DemoResult      = text("%s. %s, %.1f s.", "%s。共 %s，%.1f 秒。")
	DemoWhat        = text("What happened", "经过")
	DemoLayouts     = text("Before the first move each side encrypted its 25 pieces under a key of its own, committed to them, and proved the layout legal without showing a piece (%s each).", "开局前，双方各用自己的密钥加密 25 个棋子，作出承诺，并在不亮出任何棋子的情况下证明布阵合法（各 %s）。")
	DemoClashes     = text("%[1]s: each time the two sides worked out who leaves the board, and nothing else; no type was ever sent. From all the announcements together a careful spectator could name %[2]d of the %[3]d pieces.", "%[1]s：每次双方一起算出谁离开棋盘，除此之外什么也没透露；从未发送过棋子的类型。细心的旁观者从全部宣告中能推断出 %[3]d 个棋子中的 %[2]d 个。")
	DemoProofs      = text("Each side checked all %d zero-knowledge proofs of the match as they came. No server and no referee took part.", "双方各自当场检验了全部 %d 个零知识证明。没有服务器，也没有裁判。")
	DemoBytes       = text("Over the connection red sent %s and blue %s.", "红方共发送 %s，蓝方 %s。")
	DemoAudit       = text("At the end both gave their keys away. The audit opened all pieces, played the game again like an open one, and found all %d announcements true: honest.", "终局后双方公开密钥。审核打开了所有棋子，按明棋重演，%d 次宣告全部属实：诚实。")
	DemoOpen        = text("Then both opened their layouts, and played with all pieces in sight.", "随后双方亮出布阵，明着对下。")
	DemoAuditOpen   = text("The audit checked every record and every move: honest.", "审核检验了每条记录和每一步：诚实。")
	DemoAuditSecret = text("The layouts stay secret, as these rules say. The audit checked every proof: honest.", "按此规则布阵永不公开。审核检验了每个证明：诚实。")

	DemoNext = text("Try next", "接下来试试")

	DemoNextOut    = text("play again and keep the transcript", "再下一盘并保存对局记录")
	DemoNextAudit  = text("check it yourself, now or in ten years", "自己审核，现在或十年后都行")
	DemoNextReplay = text("look at it as a spectator saw it", "以旁观者的视角回看")
	DemoNextHost   = text("play against a person", "和人对局")
)
