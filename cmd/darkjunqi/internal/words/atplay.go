package words

// What a person can ask for while a match is being played.
var (
	CommandKnow     = text("what you may conclude about an enemy piece, and from what; without a node, about all", "能推断出敌方某个棋子是什么，根据什么；不写位置则列出全部")
	CommandPosition = text("the position on one line", "用一行文字写出局面")
	CommandClock    = text("both clocks", "双方的时间")

	PanelClocks  = text("Clock: %s %d s, %s %d s", "时间：%s %d 秒，%s %d 秒")
	ClockNone    = text("There is no clock in this match.", "本局不计时。")
	ClockWaiting = text("%s has owed something for %d s; after %d min its silence may be claimed.", "%s已拖欠 %d 秒；超过 %d 分钟即可申告其失联。")
	ClockNoGrace = text("These rules never let anybody claim the other's silence.", "按此规则不能申告对方失联。")

	ClaimMade     = text("The transcript now says that you claim the other side's silence. It is a claim and no proof: audit ends with 3. If the other side comes back, the match goes on; quit leaves.", "对局记录已写明你申告对方失联。这只是申告，不是证据：audit 的退出码为 3。对方回来则继续对局；quit 离开。")
	ClaimNever    = text("these rules never let anybody claim the other's silence (grace=off)", "按此规则不能申告对方失联（grace=off）")
	ClaimNotYours = text("it is for you to go on now, so there is no silence to claim", "现在轮到你，没有什么可申告的")
	ClaimTooEarly = text("the other side may be silent for %d min before that can be claimed", "对方沉默超过 %d 分钟才能申告")
	ClaimStands   = text("the transcript says so already", "对局记录里已经写明")

	KnowOpen       = text("All pieces lie open: board shows them.", "棋子都已亮明：输入 board 查看。")
	KnowIs         = text("It is the other side's %s.", "它是对方的%s。")
	KnowNothingYet = text("Of the other pieces nothing is known that their places don't tell.", "除了位置透露的，敌方棋子还一无所知。")
	KnowLine       = text("%s, from %s: %s", "%s（从 %s 出发）：%s")
	KnowGone       = text("gone", "已离开")
	KnowOwn        = text("the piece on %s is your own: look %s tells what the other side may think of it", "%s 上是你自己的棋子：look %s 告诉你对方会怎么想")
	KnowFact       = text("turn %d, %s: %s", "第 %d 步，%s：%s")
	KnowBefore     = text("%s: %s", "%s：%s")
	KnowTogether   = text("So it may be: %s", "所以可能是：%s")
	KnowCertain    = text("So it is the other side's %s.", "所以它是对方的%s。")

	FactPlace = text("where it started", "出发的位置")
	FactMove  = text("how it moved", "走法")
	FactClash = text("it met your %s (%s)", "与你的%s相遇（%s）")
	FactFlag  = text("it was shown as the flag", "亮出为军旗")
	FactStuck = text("it could not move", "走不动")
	FactCount = text("what the others must be", "其余棋子的数目")
)

// Resolvers say in one sentence how clashes are worked out, and when a lie about one shows.
var Resolvers = map[string]Text{
	"elgamal": text("clashes are worked out on encrypted pieces, and every message is proven at once", "碰子用加密的棋子算出，每条消息当场证明"),
	"yao82":   text("clashes are worked out by the list protocol of 1982; its messages carry no proof, and only the audit after the game shows whether they were true", "碰子用 1982 年的列表协议算出；消息不带证明，终局后的审核才能查明真假"),
	"garbled": text("clashes are worked out by garbled circuits; their messages carry no proof, and only the audit after the game shows whether they were true", "碰子用混淆电路算出；消息不带证明，终局后的审核才能查明真假"),
}

// JoinResolver stands before a sentence of Resolvers.
var JoinResolver = text("resolver %s: %s", "裁决方式 %s：%s")

// DemoAudited stands in the summary of a demonstration whose resolver is only audited.
var DemoAudited = text("The messages of the clashes carried no proof (resolver %s): that they were true is shown by the audit alone.", "碰子的消息不带证明（裁决方式 %s）：只有审核才能说明它们属实。")

// PlayMustProve stands before the question for a move under last-both=draw, when the other side can't move.
var PlayMustProve = text("%s can't move. Any legal move of yours wins; what it meets is not asked.", "%s无子可走。你走任何一步合法的棋即胜，碰子不再裁决。")
