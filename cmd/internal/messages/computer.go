package messages

// `play`.
var (
	PlayShort    = text("play against the computer", "和电脑下一盘")
	PlayLong     = text("Plays a match against bots, one at every other seat, by the whole protocol: each seat is a program of its own with keys of its own, and nobody sees anybody's pieces. Nothing is sent over a network. The finished match is kept as any other; one that is left is not.\n\nEnds with the exit code that audit gives the match: 0, 1, 2 or 3.", "与机器人对局，其余每个座位各有一个，完整按协议进行：每家是各有密钥的独立一方，谁也看不见别人的棋子。不经过任何网络。下完的棋照常保存，中途离开的不保存。\n\n退出码与 audit 对这盘棋的结论相同：0、1、2 或 3。")
	FlagOpponent = text("the bot that you play against: `NAME` is one of %s", "对手机器人 `NAME`：%s")
	PlayDropped  = text("You have left. A match against the computer is kept only once it is finished: this one is gone.", "你已离开。与电脑的对局下完才保存，这一局没有保存。")
)
