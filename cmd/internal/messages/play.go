package messages

// A match that is being played.
var (
	PlayUnheard      = text("Waiting for the other side to say how far the match has come…", "等待对方告知对局进度……")
	PlayUnheardAll   = text("Waiting for the others to say how far the match has come; for one that stays away, two minutes…", "等待其他各家告知对局进度，有不在的最多等两分钟……")
	PlayStillAway    = text("The other player has been away for half a minute. Does their program run? `darkjunqi doctor` looks at your own line. If the relay between you is gone, its owner has to start it again; or go on by letter: quit, and at both ends `darkjunqi resume %s --by-hand FOLDER`.", "对方已离线半分钟。对方的程序开着吗？`darkjunqi doctor` 可检查你这边的网络。如果你们之间的中继停了，要请它的主人重新启动；也可以改用书信继续：先退出，再在两边都运行 `darkjunqi resume %s --by-hand 目录`。")
	PlayBehind       = text("Records that you have signed are missing in %s.djq. The other side has them: they come back once you are linked, and nothing can be signed before that.", "%s.djq 中缺少你已签名的记录。对方那里有：连上后会取回，在此之前不能签名。")
	PlayBothBehind   = text("The other side has lost them as well, so the match can't go on. Put %s.djq back into the data folder from a copy of yours, or the other side its own from one of theirs, and resume.", "对方也丢失了这些记录，对局无法继续。请用你的备份把 %s.djq 放回数据目录，或由对方用其备份放回对方的文件，然后 resume。")
	TheOther         = text("the other player", "对方")
	PlayLinked       = text("%s is here.", "%s已连上。")
	PlayLinkedAgain  = text("%s is back.", "%s重新连上。")
	PlayLinkLost     = text("%s is away; trying to get the connection back…", "%s的连接中断，正在重连……")
	PlayAlone        = text("You reach none of the others. The line may be down at your end (`darkjunqi doctor` looks at that), or they are all away. Nothing is lost: the match goes on as soon as one of them is back, and until then your program does not vote against anybody.", "其他各家都连不上。可能是你这边的网络断了（可用 `darkjunqi doctor` 检查），也可能他们都不在。什么都不会丢：只要有一家回来，对局就继续；在此之前程序不会投票请任何人出局。")
	PlayOverdueAlone = text("%s has owed its next record for longer than the rules grant. But you reach none of the others, so it may be you who is away: your program does not vote. claim votes all the same, quit leaves, and resume goes on later.", "%s欠着下一条记录，已超过规则允许的时间。但你谁也连不上，失联的也可能是你自己：程序不会投票。输入“声明”仍可投票，“离开”退出，之后可用 resume 继续。")
	PlayHeld         = text("Others have played on since you voted, and your program holds that back: %s has to say first whether the vote stands. Ask for `darkjunqi resume %s` to be run there. If that never comes, your seat can't go on; the others can without it, and nothing that was signed is lost.", "你投票之后别人又走了棋，程序把它压着：要先由%s说明这一票是否作数。请对方运行 `darkjunqi resume %s`。如果对方再也不来，你的座位无法继续，其余各家可以继续下，已签名的内容不会丢失。")
	PlayArranging    = text("%s is choosing a layout…", "%s正在布阵……")
	PlayBegins       = text("All layouts are committed and proven legal. The first to move: %s.", "各方布阵已承诺并证明合法。先走：%s。")
	PlayYourMove     = text("Your move, %s. Type it as %s; help lists all you can type.", "轮到你（%s）。走法写作 %s，输入“帮助”查看全部命令。")
	PlayClockWarning = text("%d s left.", "还剩 %d 秒。")
	PlayOverdue      = text("%s has been silent for longer than the rules grant (%s). claim states so in the transcript, and quit leaves.", "%s失联已超过规则允许的时间（%s）。输入“声明”可在记录中写明，“离开”退出。")
	PlayOverdrawn    = text("%s has not moved within its time (%s), and the connection doesn't explain it. claim states so in the transcript, and quit leaves.", "%s超过了走棋时限（%s），也不是网络造成的。输入“声明”可在记录中写明，“离开”退出。")
	Minutes          = text("%d min", "%d 分钟")
	Seconds          = text("%d s", "%d 秒")
	PlayCheated      = text("%s cheated: record %d, %s", "%s作弊：第 %d 条记录，%s")
	PlaySealedSetup  = text("With that the match has ended before it began. Whoever hosts can open another, without %s.", "对局因此在开局前终止。房主可以另开一局，不再邀请%s。")
	PlayWaitingAtEnd = text("The game is over; waiting until the other side has all of it too. Ctrl-C loses nothing: resume goes on.", "对局已结束，等待对方也收齐记录。按 Ctrl-C 不会丢失什么，可用 resume 继续。")
	PlayDeserted     = text("None of the others is here. They have finished without you, or can't reach you: ask who hosts, or failing that another, to run `darkjunqi resume %s`: your program gets the rest of the match from any of them, and waits for it.", "其他各家都不在线。他们可能已经下完，也可能连不上你：请房主（或其他任何一家）运行 `darkjunqi resume %s`：你的程序从任何一家都能取回其余记录，现在正等着。")
	PlayRevealing    = text("All sides now reveal their layouts…", "各方亮出布阵……")
	PlayOver         = text("%s.", "%s。")
	PlayOut          = text("%s is out: %s.", "%s出局：%s。")
	PlayPeek         = text("%s shows you its pieces.", "%s向你亮出了布阵。")
	PlayPeekFalse    = text("What %s has shown of its pieces is not true: you play without seeing them.", "%s亮出的布阵是假的：这一局你看不到它的棋子。")
	PlayClaims       = text("%s claims in the transcript that you have been silent.", "%s在记录中声明你失联。")
	PlayNotYet       = text("not yet: the game has not begun", "还没开始")
	PlayNo           = text("No: %v", "不行：%v")
	PlayKept         = text("Kept until its time comes: %s", "先记下，到时执行：%s")
	PlayKeptEnough   = text("No: %d lines are kept already", "不行：已记下 %d 行")
	PlayUnknown      = text("I don't know %q; type a move as a6-a7, or help", "不明白 %q；走法写作 a6-a7，或输入“帮助”")
	PlayNotYourTurn  = text("it is not your turn", "还没轮到你")
	PlayWhichNode    = text("of which node? Type look a7, or moves a6", "哪个位置？如“看 a7”“走法 a6”")
	PlayNoNode       = text("there is no node %q on this board", "棋盘上没有 %q 这个位置")
	PlayEmpty        = text("nothing stands on %s", "%s 上没有棋子")
	PlayNotYours     = text("the piece on %s is not yours", "%s 上不是你的棋子")
	PlayResignSure   = text("Really? Type resign again.", "确定吗？再输入一次“认输”。")

	CommandMove   = text("move a piece from one node to another, or attack there", "走子，或进攻")
	CommandResign = text("give up", "认输")
	CommandMoves  = text("where your piece can go", "你的棋子能去哪里")
	CommandLook   = text("what is known of a piece", "关于某个棋子已知什么")
	CommandBoard  = text("draw the board; list the turns; say the rules", "画棋盘；列出每一步；说明规则")
	CommandClaim  = text("state that the other side has been silent too long", "声明对方失联")
	CommandMark   = text("put a note on a piece, or take it off", "给棋子做标记，或取消")
	CommandQuit   = text("leave; the match is kept and can be resumed", "离开；对局会保留，可以继续")

	LookWhere     = text("%s's piece on %s: started on %s", "%s在 %s 的棋子：从 %s 出发")
	LookMoved     = text("has moved", "走动过")
	LookNotMoved  = text("has not moved", "没走动过")
	LookIs        = text("It is your %s.", "这是你的%s。")
	LookSeen      = text("For the others it may be: %s", "在别人看来可能是：%s")
	LookMark      = text("your note: %s", "你的标记：%s")
	LookMaybe     = text("It may be: %s", "可能是：%s")
	MovesNone     = text("The piece on %s can't move.", "%s 上的棋子走不动。")
	ListSeparator = text(", ", "、")

	ArrangeMirrored = text("The same, with left and right exchanged:", "左右对调后：")
	ArrangeChosen   = text("The layout that you named, as you see it:", "你指定的布阵（己方视角）：")
	ArrangeProposal = text("A layout for you, as you see it:", "给你的布阵（己方视角）：")
	ArrangeHow      = text("Enter takes it, r draws another, m mirrors it. Or type a layout row by row, the front one first (%d rows), or on one line with /, or the name of a file", "回车采用，r 换一个，m 左右对调。也可以逐排输入布阵（第一排在前，共 %d 排），或用 / 连成一行，或输入文件名")
	ArrangeReady    = text(", or one of: %s", "，或：%s")
	ArrangeLetters  = text("Pieces: %s; . where none stands.", "棋子：%s；. 表示不放棋子的位置。可写字母、单字或全名。")
	ArrangeAt       = text("%v (on %s)", "%v（在 %s）")
	ArrangeMayNot   = text("a %s can't start on %s; there may stand: %s", "%s不能放在 %s；那里可以放：%s")
	ArrangeOnly     = text("a %s starts only on %s", "%s只能放在 %s")
	ArrangeNotHere  = text("a %s can't start on %s, only on %s", "%s不能放在 %s，只能放在 %s")
	ArrangeTooMany  = text("there are only %d of %s", "只有 %d 个%s")
	ArrangeNoMirror = text("this layout can't be mirrored", "这个布阵不能左右对调")
	PromptLayout    = text("layout> ", "布阵> ")
	ArrangeRows     = text("%d of %d rows so far; r starts again", "已输入 %d 排（共 %d 排）；r 重新开始")
	ArrangePlaced   = text("Your layout: %s", "你的布阵：%s")
)

// PlayPutOut says by whom a seat was put out, by the cause that they give.
var PlayPutOut = map[string]Text{
	"absent":    text("%s is out: claimed absent by %s; its pieces leave, and the others play on.", "%s出局：%s声明其失联；其棋子撤下，其余继续。"),
	"convicted": text("%s is out: put out as a cheat by %s; its pieces leave, and the others play on.", "%s出局：%s判其作弊；其棋子撤下，其余继续。"),
}

// What a person can ask for while a match is being played.
var (
	CommandKnow = text("what you may conclude about a piece that you don't see, and from what; without a node, about all", "能推断出某个看不见的棋子是什么，根据什么；不写位置则列出全部")

	TypeResign   = text("resign", "认输")
	TypeMoves    = text("moves a6", "走法 a6")
	TypeLook     = text("look a7", "看 a7")
	TypeKnow     = text("know, know a7", "推断、推断 a7")
	TypeMark     = text("mark a7 bomb?", "标记 a7 炸弹？")
	TypeBoard    = text("board, log, rules", "棋盘、记录、规则")
	TypePosition = text("position", "局面")
	TypeClock    = text("clock", "时间")
	TypeClaim    = text("claim", "声明")
	TypeWait     = text("wait", "等待")
	TypeQuit     = text("quit", "离开")

	CommandPosition = text("the position on one line", "用一行文字写出局面")
	CommandClock    = text("the time that is left", "剩余时间")
	CommandWait     = text("go on waiting for who is silent: your program does not vote by itself", "继续等待失联的一家：程序不自动投票")

	ClockNone    = text("There is no clock in this match.", "本局不计时。")
	ClockWaiting = text("%s has owed something for %d s; after %d min its silence may be claimed.", "%s已拖欠 %d 秒；超过 %d 分钟即可声明其失联。")
	ClockNoGrace = text("These rules never let anybody claim the other's silence.", "按此规则不能声明对方失联。")

	PlayVotes    = text("%s votes that whoever is silent now be put out.", "%s投票请失联的一家出局。")
	PlayVoteSoon = text("In %d s your program votes that %s be put out; when all others have voted it is done, and the game goes on. wait keeps it from voting, claim votes now.", "%d 秒后程序将投票请%s出局；其余各家都投票后即出局，对局继续。输入“等待”则不投票，“声明”立即投票。")
	PlayCaught   = text("%s has cheated: record %d: %s. The others put it out, and the game goes on.", "%s作弊：第 %d 条记录：%s。其余各家将其判出局，对局继续。")
	WaitSaid     = text("Your program goes on waiting, and does not vote for this record.", "程序继续等待，这一步不投票。")
	VoteMade     = text("You have voted that whoever is silent be put out. When all others have voted too it is, and the game goes on; that it was silent remains a claim.", "你已投票请失联的一家出局。其余各家都投票后它即出局，对局继续；其失联始终只是声明。")

	ClaimMade = text("The transcript now says that you claim the other side's silence. It is a claim and no proof: audit ends with 3. If the other side comes back, the match goes on; quit leaves.", "对局记录已写明你声明对方失联。这只是声明，不是证据：audit 的退出码为 3。对方回来则继续对局；输入“离开”退出。")

	KnowOpen       = text("All pieces lie open: board shows them.", "棋子都已亮明：输入“棋盘”查看。")
	KnowIs         = text("It is %s's %s.", "它是%s的%s。")
	KnowNothingYet = text("Of the other pieces nothing is known that their places don't tell.", "除了位置透露的，敌方棋子还一无所知。")
	KnowLine       = text("%[1]s's on %[2]s, from %[3]s: %[4]s", "%[1]s %[2]s（从 %[3]s 出发）：%[4]s")
	KnowGone       = text("gone", "已离开")
	KnowFact       = text("turn %d, %s: %s", "第 %d 步，%s：%s")
	KnowBefore     = text("%s: %s", "%s：%s")
	KnowTogether   = text("So it may be: %s", "所以可能是：%s")
	KnowCertain    = text("So it is %s's %s.", "所以它是%s的%s。")

	FactMet      = text("it met a piece of %s (%s)", "与%s的棋子相遇（%s）")
	FactMetYours = text("it met your %s (%s)", "与你的%s相遇（%s）")
)

// FactSources say what a conclusion comes from, by the engine's word for it.
var FactSources = map[string]Text{
	"place": text("where it started", "出发的位置"),
	"move":  text("how it moved", "走法"),
	"clash": text("a clash", "碰子"),
	"flag":  text("it was shown as the flag", "亮出为军旗"),
	"stuck": text("it could not move", "走不动"),
	"count": text("what the others must be", "其余棋子的数目"),
}

// PlayMustProve stands before the question for a move under last-both=draw, when the other side can't move.
var PlayMustProve = text("The other side can't move. Any legal move of yours wins; what it meets is not asked.", "对方无子可走。你走任何一步合法的棋即胜，碰子不再裁决。")
