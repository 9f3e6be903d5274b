package messages

// The offer of a draw, wherever it is said. The page has its own words for it.
var (
	TurnOffer      = text("%s offers a draw", "%s提和")
	PlayOfferOpen  = text("%s offers a draw: accept takes it, any move declines it.", "%s提和：输入“同意”接受，走任何一步即拒绝。")
	PlayOfferHow   = text("nobody has offered a draw; to offer one, type it behind a move, as %s", "没有人提和；要提和，请写在走法后面，如 %s")
	CommandOffer   = text("move and offer a draw", "走子并提和")
	CommandAccept  = text("accept the draw that was offered", "同意对方的提和")
	TypeOffer      = text("a6-a7 draw", "a6-a7 提和")
	TypeDraw       = text("draw", "提和")
	TypeAccept     = text("accept", "同意")
	PositionOffer  = text("%s offers a draw.", "%s提和。")
	ScreenOffered  = text("%s offers a draw: a accepts it, any move declines it.", "%s提和：a 同意，走棋即拒绝。")
	ScreenOffering = text("Your next move will offer a draw.", "下一步将同时提和。")
	ScreenOffer    = text("offer draw", "提和")
	ScreenNoOffer  = text("no draw", "不提和")
)
