package messages

// `position`.
var (
	PositionShort = text("draw a position that is written on one line", "画出写成一行的局面")
	PositionLong  = text(
		"Draws the public position that replay --position prints, as the table does: where the pieces stand, whose turn it is, and what everybody knows of them. LINE is one argument, in quotes; - reads standard input. The line does not name the rules; give them with --rules.",
		"画出 replay --position 输出的公开局面：棋子的位置、轮到谁、众人对棋子所知的。LINE 是一个参数，须加引号；- 表示从标准输入读取。行内不含规则，用 --rules 给出。")
	PositionAttack = text("%s attacks from %s to %s; %s owes the answer.", "%s从 %s 进攻 %s，等待%s应答。")
	PositionShow   = text("%s owes the place of its flag.", "%s须亮出军旗的位置。")
	PositionProve  = text("The other side can't move; any legal move of %s wins.", "对方无子可走；%s走任何一步合法的棋即胜。")

	FlagSVG       = text("print a picture (SVG)", "输出图片（SVG）")
	FlagTheme     = text("the colours of the picture: `auto|light|dark`", "图片配色：`auto|light|dark`（随系统、浅色、深色）")
	FlagNear      = text("the seat that sits below: `SEAT`", "坐在下方的一方：`SEAT`")
	ErrTheme      = text("--theme %q: choose auto, light or dark", "--theme %q：可用 auto、light、dark")
	ErrThemeAlone = text("--theme goes with --svg", "--theme 须与 --svg 一起使用")
	HintPosition  = text("`darkjunqi replay FILE --position` writes one; another set of rules is named with --rules", "可用 `darkjunqi replay FILE --position` 写出；其他规则用 --rules 指明")
)
