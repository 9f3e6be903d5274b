package messages

// What a referee announces.
var (
	AnnAttackerLeaves = text("the attacker leaves", "进攻方离开")
	AnnDefenderLeaves = text("the defender leaves", "防守方离开")
	AnnBothLeave      = text("both leave", "双方都离开")
	AnnRepelled       = text("the attacker is repelled", "进攻方被挡回")
	AnnFlagTaken      = text("the flag is taken", "军旗被夺")
	AnnAttackerFlag   = text("the attacker's side shows its flag", "进攻方亮旗")
	AnnDefenderFlag   = text("the defender's side shows its flag", "防守方亮旗")
	AnnAttackerSeen   = text("the attacker was: %s", "进攻的是%s")
	AnnDefenderSeen   = text("the defender was: %s", "防守的是%s")
	AnnSeparator      = text(", ", "，")
)

// A turn in words.
var (
	TurnPass       = text("%s's time is over: the turn passes", "%s超时，轮空")
	TurnNoMove     = text("%s has no legal move", "%s无子可走")
	TurnResign     = text("%s resigns", "%s认输")
	TurnAbsent     = text("%s is out: its silence was too long", "%s失联，出局")
	TurnAcceptDraw = text("%s accepts the draw", "%s同意和棋")
	TurnFlagShown  = text("%s's flag stands on %s", "%s军旗在 %s")

	ClashFlag     = text("%[1]s takes %[2]s's flag", "%[1]s夺得%[2]s军旗")
	ClashRepelled = text("%[1]s is repelled from %[2]s's flag", "%[1]s被%[2]s军旗挡回")
	ClashBoth     = text("both leave", "同归于尽")
	ClashLeaves   = text("%s's piece leaves", "%s棋子离开")
	ClashFell     = text("%s's %s fell", "%s%s阵亡")
	ClashSeen     = text("%s's piece is a %s", "%s的棋子是%s")

	You           = text("you", "你")
	YourSide      = text("your side", "己方")
	OtherSide     = text("the other side", "对方")
	LastOfOthers  = text("the last of the others", "其余最后一家")
	ResultYouWon  = text("You have won, %s", "你（%s）胜")
	ResultYouLost = text("You have lost, %s", "你（%s）负")
	ResultWon     = text("%s won", "%s胜")
	ResultBecause = text("%s: %s", "%s：%s")
	ResultDraw    = text("draw: %s", "和棋：%s")
)

// LossReasons say by what those who lost have lost.
var LossReasons = map[string]Text{
	"flag":        text("%s lost the flag", "%s军旗被夺"),
	"no-move":     text("%s had no legal move", "%s无子可走"),
	"resignation": text("%s resigned", "%s认输"),
	"timeouts":    text("%s ran out of time once too often", "%s超时次数已满"),
	"absent":      text("%s was put out by the others", "%s被其余各家请出局"),
}

// DrawReasons say why nobody has won.
var DrawReasons = map[string]Text{
	"quiet":     text("too many turns without a clash", "长时间没有碰子"),
	"agreed":    text("agreed", "双方同意"),
	"last-both": text("the last movable pieces left together", "最后的活子同归于尽"),
	"shaken":    text("the flag was taken by an army that had shown its own", "亮过军旗的一方夺旗"),
}

// OutReasons say why a seat is out while the others go on.
var OutReasons = map[string]Text{
	"flag":        text("its flag was taken", "军旗被夺"),
	"no-move":     text("it had no legal move", "无子可走"),
	"resignation": text("it resigned", "认输"),
	"timeouts":    text("it ran out of time once too often", "超时次数已满"),
	"absent":      text("the others have put it out", "被其余各家请出局"),
}

// The panel beside the board.
var (
	SeatYou         = text("%s (you)", "%s（你）")
	SeatNamed       = text("%s \"%s\"", "%s「%s」")
	PanelTurn       = text("Turn %d, %s to move", "第 %d 步，轮到%s")
	PanelQuiet      = text("%d of %d turns without a clash", "已 %d 步没有碰子（满 %d 步和棋）")
	PanelClock      = text("%d s for each move", "每步 %d 秒")
	PanelTimeouts   = text("time-outs: %s (number %d loses)", "超时：%s（第 %d 次判负）")
	PanelTimeoutsOf = text("%s %d", "%s %d 次")
	PanelClockRuns  = text("Clock: %s, %s (%d s a move)", "时间：%s%s（每步 %d 秒）")
	PanelSeconds    = text("%d s left", "还剩 %d 秒")
	PanelOverdrawn  = text("over by %d s", "已超 %d 秒")
	PanelOut        = text("%s is out: %s", "%s出局：%s")
	PanelArmy       = text("%s: %s, lost %d", "%s：%s，失 %d 子")
	PanelPieces     = count("%d piece", "%d pieces", "%d 子")
	PanelCarried    = text("its flag is carried by the piece on %s", "军旗被 %s 的棋子扛着")
	PanelLies       = text("its flag lies on %s", "军旗落在 %s")
	PanelMoved      = text("• moved", "• 走动过")
	PanelLast       = text("Last: %s", "上一步：%s")
)

// Things that are counted.
var (
	Turns       = count("%d turn", "%d turns", "%d 步")
	Moves       = count("%d move", "%d moves", "%d 步棋")
	FlagsShown  = count("%d flag shown", "%d flags shown", "%d 次亮旗")
	SeatsOut    = count("%d seat put out", "%d seats put out", "%d 家出局")
	Clashes     = count("%d clash", "%d clashes", "%d 次碰子")
	Proofs      = count("%d proof", "%d proofs", "%d 个证明")
	Peers       = count("%d peer", "%d peers", "%d 方")
	Transcripts = count("%d transcript", "%d transcripts", "%d 份对局记录")
	Records     = count("%d record", "%d records", "%d 条记录")
)
