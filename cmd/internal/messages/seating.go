package messages

// `host`, `join`, `resume`.
var (
	HostShort   = text("open a match and invite somebody to it", "开一盘棋并邀请对手")
	HostLong    = text("Opens a match, prints an invite for your opponent, and plays your seat. An invite is good for one guest; give it to nobody else. Leave with Ctrl-C at any time and come back with resume.\n\nEnds with the exit code that audit gives the match: 0, 1, 2 or 3.", "开一盘棋，打印给对手的邀请，并坐上你的位子。一个邀请只够一位客人，不要给别人。随时可以按 Ctrl-C 离开，再用 resume 回来。\n\n退出码与 audit 对这盘棋的结论相同：0、1、2 或 3。")
	JoinShort   = text("take up an invite", "凭邀请加入")
	JoinLong    = text("Asks the host of an INVITE for the terms, shows them, and if you agree takes the free seat. Leave with Ctrl-C at any time and come back with resume.\n\nEnds with the exit code that audit gives the match: 0, 1, 2 or 3.", "向 INVITE 的房主取得条款并显示，你同意后就坐上空位。随时可以按 Ctrl-C 离开，再用 resume 回来。\n\n退出码与 audit 对这盘棋的结论相同：0、1、2 或 3。")
	ResumeShort = text("go on with an interrupted match", "继续中断的对局")
	ResumeLong  = text("Goes on with a match of the data folder, at the very record where it stopped. Without an ID, with the only one that is open; the first letters of an ID are enough.", "继续数据目录中的一盘棋，从中断处接着下。不给 ID 时继续唯一没下完的那盘；ID 只写开头几个字母即可。")

	FlagUI        = text("how to show it: `terminal|lines`, the full screen or lines of text (the full screen where there is a terminal)", "显示方式：`terminal|lines`，全屏或逐行文字（有终端时默认全屏）")
	FlagASCII     = text("draw pieces as letters on the full screen", "全屏时棋子画成字母")
	FlagName      = text("what the others call you: `NAME`, remembered; an empty one forgets it", "别人看到的名字 `NAME`，会记住；留空则忘掉")
	FlagNoBell    = text("don't ring the terminal's bell when a turn of yours has come after a while", "等了一阵轮到你时不响铃")
	FlagLayout    = text("your `LAYOUT`: a file, a ready-made one, or the text", "你的布阵 `LAYOUT`：文件、现成布阵名或布阵文字")
	FlagBot       = text("let a bot play the seat: `NAME` is one of %s", "让机器人 `NAME` 代下：%s")
	FlagPort      = text("listen on TCP and UDP port `N`; without it on that of --announce, or any free one", "监听 TCP 与 UDP 端口 `N`；不给时用 --announce 的端口，否则任选")
	ErrPortTaken  = text("port %d is taken on this computer, by another program or another match", "本机的端口 %d 已被占用，可能是另一个程序或另一盘棋")
	HintAnnounced = text("end what uses it; or have the router forward to another port of this computer, and name that one with --port", "请先结束占用它的程序；或让路由器转发到本机的另一个端口，并用 --port 写明那个端口")
	HintPortTaken = text("name another with --port, which the router has to forward too; or leave it away, and any free one is used", "用 --port 换一个（路由器也要转发它），或去掉它，由程序任选")
	NearOnly      = text("This computer has no address on the Internet, and no router has opened a port for it: only friends on your own network will reach you. `darkjunqi doctor` says what to do for others: a relay (`host --relay INVITE`), or letters by hand (`host --by-hand FOLDER`).", "本机没有公网地址，路由器也没有开放端口：只有同一网络里的朋友能连到你。`darkjunqi doctor` 会说明怎样让别人连上：走中继（`host --relay 邀请`），或手工传信（`host --by-hand 文件夹`）。")
	FlagAnnounce  = text("put `HOST:PORT` into the invite first, as of a forwarded port", "把 `HOST:PORT`（如转发的端口）放在邀请最前面")
	FlagLoopback  = text("stay on this computer (127.0.0.1)", "只在本机（127.0.0.1）连接")
	FlagNoPrepare = text("prove no attack before it is chosen: less work, slower moves", "选定之前不预先证明进攻：省算力，走棋稍慢")
	FlagStream    = text("print what happens as JSON, one object a line, and nothing else", "把经过输出为 JSON，每行一个对象")
	FlagResolver  = text("how clashes are worked out: `NAME` is one of %s", "碰子的裁决方式 `NAME`：%s")
	FlagSeat      = text("the `SEAT` that you take: red, blue, and with more players amber, teal", "你坐哪一方 `SEAT`：red、blue，多家时还有 amber、teal")
	FlagYes       = text("agree to the terms without being asked", "不再询问，直接同意条款")

	HostYouAre     = text("You are %s. Rules: %s.", "你是%s。规则：%s。")
	HostTerms      = text("Your opponent will be asked to agree to these terms:", "对手将被询问是否同意这些条款：")
	HostTermsAll   = text("The other players will be asked to agree to these terms:", "其他各家将被询问是否同意这些条款：")
	HostInvite     = text("Send this line to your opponent, and to nobody else:", "把这一行发给你的对手，不要给别人：")
	HostInvites    = text("Send each of these lines to one of the other players, and to nobody else:", "把下面每一行各发给一位对手或对家，不要给别人：")
	HostWaiting    = text("Waiting for others to join. You can leave with Ctrl-C, and come back with:\n  %s", "等待对方加入。可以按 Ctrl-C 离开，再这样回来：\n  %s")
	JoinYouWouldBe = text("You would be %s.", "你将是%s。")
	JoinTerms      = text("The host offers these terms (rules %s, resolver %s):", "房主提出的条款（规则 %s，裁决方式 %s）：")
	JoinStandard   = text("All else is as in the rules that `darkjunqi rules show %s` lists.", "其余见 `darkjunqi rules show %s`。")
	JoinRest       = text("All else is as in the usual rules: `darkjunqi rules show %s`.", "其余与通常规则相同：`darkjunqi rules show %s`。")
	JoinAsk        = text("Play by these terms?", "按这些条款下棋吗？")
	ResumeYouAre   = text("Match %s: you are %s. Rules: %s.", "对局 %s：你是%s。规则：%s。")
	SeatLeft       = text("You have left. The match is kept, and this goes on with it:\n  %s", "你已离开。对局已保存，可这样继续：\n  %s")
	SeatPeerGone   = text("the game is over, but the other side went away before it said that it has everything", "对局已结束，但对方没有确认收齐记录就离开了")

	ErrUI              = text("unknown ui %q: choose terminal or lines", "没有界面 %q：可用 terminal、lines")
	ErrNoTerminal      = text("the full screen needs a terminal", "全屏需要终端")
	ErrFileThere       = text("%s is there already", "%s 已存在")
	ErrPort            = text("%d is no port: give 0 to 65535", "%d 不是端口号：应为 0 到 65535")
	ErrResolver        = text("unknown resolver %q: there are %s", "没有裁决方式 %q：可用 %s")
	ErrNoAnswer        = text("there was no answer: standard input has ended", "没有回答：标准输入已结束")
	ErrNotJoined       = text("interrupted: no seat was taken", "已中断，没有加入")
	ErrDeclined        = text("you did not agree to the terms, so no seat was taken", "你没有同意条款，没有加入")
	ErrNothingToResume = text("there is no match to go on with", "没有可以继续的对局")
	ErrNoSuchSeat      = text("there is no seat %s in these rules: there are %s", "这套规则没有%s：可选%s")
	ErrRunning         = text("%s runs already in another program", "%s 正在另一个程序里运行")
	HintRunning        = text("close it there first, or play on there", "先在那边关闭，或就在那边继续下")
	ErrSeveral         = text("several matches are open: %s", "有多盘没下完的棋：%s")
	HintYes            = text("--yes answers beforehand", "--yes 可以事先回答")
	HintInvite         = text("the host gets a new one from `darkjunqi host`, and the same one again from `darkjunqi resume`", "房主用 `darkjunqi host` 得到新邀请，用 `darkjunqi resume` 重看原邀请")
	HintInviteRelay    = text("who hosts gives it to `darkjunqi host --relay INVITE`; to join you need the invite to the match, which host then prints", "由房主用于 `darkjunqi host --relay 邀请`；加入对局要用房主随后打印的对局邀请")
	HintInviteWatch    = text("`darkjunqi watch` takes it; the host's program prints another to play", "用 `darkjunqi watch` 观战；对局邀请由房主的程序另外打印")
	HintSecretGone     = text("what the seat keeps to itself was in the file beside %s that ends in .secret: put your newest copy of that back; `darkjunqi replay` shows what was played", "座位的秘密保存在 %s 旁边以 .secret 结尾的文件里：请把最新的备份放回去；`darkjunqi replay` 可以看已下的棋")
	HintNoNetwork      = text("this computer is on no network: connect it first; `--by-hand` on both sides needs no connection at all", "本机没有连上网络：请先连上；两边都用 `--by-hand` 则完全不需要连接")
	HintOnlyRelay      = text("--relay-only takes no way but a relay that the invite names: leave it away, or ask for an invite of `darkjunqi host --relay`", "--relay-only 只走邀请里写明的中继：去掉它，或请对方用 `darkjunqi host --relay` 重新邀请")
	HintTakenNow       = text("somebody else has used the invite before you, and nothing of the match is kept here; ask the host for an invite of your own", "别人先用了这个邀请，本机没有保留这盘棋；请向房主另要一个邀请")
	HintTaken          = text("an invite is good for one guest; if you are that guest, `darkjunqi resume` goes on with the match", "一个邀请只够一位客人；如果你就是那位客人，用 `darkjunqi resume` 继续")
	HintDeadRelay      = text("the relay that the invite names does not answer, and no straight way leads to the host: is your own line up, and is `darkjunqi relay` still running on its owner's computer? With another relay the host runs `darkjunqi resume --relay INVITE` and sends the new invite; `--by-hand` on both sides needs no connection at all", "邀请里写明的中继没有应答，也没有直通房主的路：你的网络通吗？中继主人的 `darkjunqi relay` 还在运行吗？如换用别的中继，请房主运行 `darkjunqi resume --relay 邀请` 后重发对局邀请；两边都用 `--by-hand` 则完全不需要连接")
	HintUnreachable    = text("is the host's program still running (the match may be over)? If it is, have the host run `darkjunqi doctor`: it says what their network lets through, and what to do. Most often that is a relay (`host --relay`), or a port that their router forwards (`host --port 4001 --announce ADDRESS:4001`). `--by-hand` on both sides needs no connection at all; on one computer both take `--loopback`", "对方的程序还在运行吗（对局也可能已结束）？如果还在，请房主运行 `darkjunqi doctor`：它会说明对方的网络放行什么、该怎么办。多半是走中继（`host --relay`），或让路由器转发一个端口（`host --port 4001 --announce 地址:4001`）。两边都用 `--by-hand` 则完全不需要连接；在同一台电脑上两边都用 `--loopback`")
	HintResume         = text("%s goes on with this match", "用 %s 继续这盘棋")
	HintMatches        = text("`darkjunqi matches list` names the matches", "`darkjunqi matches list` 列出对局")
	HintNameOne        = text("name one: darkjunqi resume ID", "请指明一盘：darkjunqi resume ID")
)

// Resolvers say in one sentence how clashes are worked out, and when a lie about one shows.
var Resolvers = map[string]Text{
	"elgamal": text("clashes are worked out on encrypted pieces, and every message is proven at once", "碰子用加密的棋子算出，每条消息当场证明"),
	"yao82":   text("clashes are worked out by the list protocol of 1982; its messages carry no proof, and only the audit after the game shows whether they were true", "碰子用 1982 年的列表协议算出；消息不带证明，终局后的审核才能查明真假"),
	"garbled": text("clashes are worked out by garbled circuits; their messages carry no proof, and only the audit after the game shows whether they were true", "碰子用混淆电路算出；消息不带证明，终局后的审核才能查明真假"),
}

// JoinResolver stands before a sentence of Resolvers.
var JoinResolver = text("resolver %s: %s", "裁决方式 %s：%s")
