package messages

// `demo`.
var (
	DemoShort = text("watch two bots play a whole match, and see it audited", "看两个机器人下一整盘，再审核它")
	DemoLong  = text("Runs a peer for each seat in this program, each with its own keys and its own folder, which share nothing but libp2p connections over the loopback interface. Bots play a whole match, reveal, and the transcript is audited.", "在本程序中为每一家运行一方，各有自己的密钥和目录，彼此只有本机的 libp2p 连接。机器人下一整盘，终局亮出布阵，再审核对局记录。")

	FlagSeed     = text("the same layouts and moves for the same `N`; red moves first, and keys stay random", "同一个 `N` 得到同样的布阵和走法；红方先走，密钥仍是随机的")
	FlagDelay    = text("wait so long before each move, as `1s`", "每步之前等待，如 `1s`")
	FlagMaxTurns = text("after `N` turns the seat to move resigns, or as soon as the rules let it", "走满 `N` 步后，轮到的一方认输；规则不许这么早认输时，许可后即认")
	FlagOut      = text("keep the transcript in `FILE`", "把对局记录保存为 `FILE`")
	FlagDemoBot  = text("the bot that plays all seats: `NAME` is one of %s", "各方用的机器人 `NAME`：%s")
	ErrMaxTurns  = text("--max-turns must not be negative", "--max-turns 不能为负数")
	ErrDelay     = text("--delay must not be negative", "--delay 不能为负数")
	ErrDemoLeft  = text("the demonstration was interrupted", "演示被中断")

	DemoStart       = text("%s on this computer, bot %s at every seat. Rules %s, resolver %s.", "本机上有 %s，都由机器人 %s 下。规则 %s，裁决方式 %s。")
	DemoProgress    = text("%s, %s", "%s，%s")
	DemoLimit       = text("After %d turns whoever was to move resigned, because of --max-turns.", "走满 %d 步，因 --max-turns，轮到的一方认输。")
	DemoResult      = text("%s. %s, %.1f s.", "%s。共 %s，%.1f 秒。")
	DemoWhat        = text("What happened", "经过")
	DemoLayouts     = text("Before the first move each side encrypted its %s under a key of its own, committed to them, and proved the layout legal without showing a piece (%s each).", "开局前，各方用自己的密钥加密 %s，作出承诺，并在不亮出任何棋子的情况下证明布阵合法（各 %s）。")
	DemoClashes     = text("%[1]s: each time the two that met worked out who leaves the board, and nothing else; no type was ever sent. From all the announcements together a careful spectator could name %[2]d of the %[3]d pieces.", "%[1]s：每次相遇的双方一起算出谁离开棋盘，除此之外什么也没透露；从未发送过棋子的类型。细心的旁观者从全部宣告中能推断出 %[3]d 个棋子中的 %[2]d 个。")
	DemoProofs      = text("Each side checked all %d zero-knowledge proofs of the match as they came. No server and no referee took part.", "各方当场检验了全部 %d 个零知识证明。没有服务器，也没有裁判。")
	DemoBytes       = text("Over the connections was sent: %s.", "共发送：%s。")
	DemoBytesOf     = text("%s %s", "%s %s")
	DemoAudit       = text("At the end all gave their keys away. The audit opened all pieces, played the game again like an open one, and found all %d announcements true: honest.", "终局后各方公开密钥。审核打开了所有棋子，按明棋重演，%d 次宣告全部属实：诚实。")
	DemoOpen        = text("Then all opened their layouts, and played with all pieces in sight.", "随后各方亮出布阵，明着对下。")
	DemoAuditOpen   = text("The audit checked every record and every move: honest.", "审核检验了每条记录和每一步：诚实。")
	DemoAuditSecret = text("The layouts stay secret, as these rules say. The audit checked every proof: honest.", "按此规则布阵永不公开。审核检验了每个证明：诚实。")

	DemoNext = text("Try next", "接下来试试")

	DemoNextOut    = text("play again and keep the transcript", "再下一盘并保存对局记录")
	DemoNextAudit  = text("check it yourself, now or in ten years", "自己审核，现在或十年后都行")
	DemoNextReplay = text("look at it as a spectator saw it", "以旁观者的视角回看")
	DemoNextHost   = text("play against a person", "和人对局")
)

// DemoAudited stands in the summary of a demonstration whose resolver is only audited.
var DemoAudited = text("The messages of the clashes carried no proof (resolver %s): that they were true is shown by the audit alone.", "碰子的消息不带证明（裁决方式 %s）：只有审核才能说明它们属实。")
