package messages

// `perft`.
var (
	PerftShort      = text("count the sequences of moves of two open layouts", "数出两个公开布阵的走法序列数")
	PerftLong       = text("Counts the legal sequences of exactly N turns from the start. Who begins is who the rules say, else red. A move is a pair of nodes; routes are not counted apart, and a finished game has no continuation. The last line is the total.", "数出从开局起恰好 N 步的合法走法序列，先手由规则决定，未定则红方先走。一步由起点和终点决定，不同路线不重复计；终局后没有后续。最后一行是总数。")
	FlagLayoutOf    = text("%s's `LAYOUT`", "%s的 `LAYOUT`")
	FlagDepth       = text("how many turns (`N`)", "步数 `N`")
	FlagDivide      = text("the count of each first move too", "分别列出每个第一步的数目")
	ErrPerftLayouts = text("perft needs the layout of every seat: %s is missing", "perft 需要每一家的布阵：缺少 %s")
)
