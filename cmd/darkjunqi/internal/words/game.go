package words

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
	SentenceEnd       = text(".", "。")
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
