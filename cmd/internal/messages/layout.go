package messages

// `layout`.
var (
	LayoutShort        = text("check, draw, convert and count layouts", "布阵：检查、显示、转换、计数")
	LayoutLong         = text("A LAYOUT is a file, - for standard input, the name of a ready-made layout (%s), or the text itself: six groups of five letters, the front row first, each from its owner's left, . for a camp. Groups are separated by line breaks or /, as 42239/2.1.6/… Chinese names may stand in place of the letters, with spaces between them. A file may also be a .jql file of QQ Game, or a recording (.jgs): game.jgs:blue is blue's layout in it, game.jgs that of who kept it.", "LAYOUT 可以是文件、-（标准输入）、现成布阵的名称（%s），或布阵文字本身：六组各五个字母，第一排在前，从己方左手起，. 表示行营。各组之间换行或用 / 隔开，如 42239/2.1.6/… 也可以用中文名，以空格隔开。文件也可以是 QQ 游戏的 .jql 文件或棋谱（.jgs）：game.jgs:blue 是其中蓝方的布阵，game.jgs 是保存者自己的。")
	LayoutCheckShort   = text("say whether a layout is legal", "检查布阵是否合法")
	LayoutCheckLong    = text("Says whether a layout is legal. Ends with 0 if it is, 1 if not, 2 if there is no such file.", "检查布阵是否合法。合法时退出码为 0，不合法为 1，文件读不到为 2。")
	LayoutRandomShort  = text("make a legal layout by chance, all equally likely", "随机生成合法布阵，机会均等")
	LayoutRandomLong   = text("Makes a layout by chance; every legal layout is equally likely.", "随机生成一个布阵；每种合法布阵机会均等。")
	LayoutShowShort    = text("draw a layout as its owner sees it", "按己方视角画出布阵")
	LayoutConvertShort = text("write a layout in another form", "把布阵换一种写法")
	LayoutConvertLong  = text("Writes a layout in another form: on one line, in six rows, in six rows with Chinese names, or as the .jql file of QQ Game. It reads all of these; the output goes to standard output or to --out, where a name that ends in .jql asks for that form.\n\nIt converts whatever has the form of a layout, and says on standard error if the rules don't allow it.", "把布阵换一种写法：一行字母、六排字母、六排中文名，或 QQ 游戏的 .jql 文件；这几种也都能读。结果写到标准输出或 --out 指定的文件，文件名以 .jql 结尾即写成 .jql。\n\n只要写法对就转换；布阵不合规则时在标准错误上说明。")
	LayoutCountShort   = text("count the legal layouts of a ruleset", "数出一套规则下的合法布阵数")

	FlagLayoutSeed = text("the same layout for the same `N`", "同一个 `N` 得到同一个布阵")
	FlagLayoutTo   = text("the form: `line|rows|chinese|jql`", "写法：`line|rows|chinese|jql`")

	LayoutLegal   = text("legal under the rules %s", "合法（规则 %s）")
	ErrNoLayout   = text("%q is neither a layout nor a ready-made one, and there is no such file", "%q 不是布阵，不是现成布阵，也没有这个文件")
	ErrLayoutForm = text("unknown form %q: choose line, rows, chinese or jql", "不认识的写法 %q：可用 line、rows、chinese、jql")
	ErrLayoutLong = text("%s is too long to be a layout", "%s 太长，不是布阵")
	HintLayout    = text("`darkjunqi layout --help` shows how a layout is written; `darkjunqi layout random` makes one", "布阵写法见 `darkjunqi layout --help`；`darkjunqi layout random` 可随机生成")
)

// Layout files.
var (
	FlagLayoutOut  = text("write it to `FILE`", "写入文件 `FILE`")
	LayoutIllegal  = text("not legal under the rules %s: %v", "不合规则 %s：%v")
	ErrJQLTerminal = text("a .jql file is no text for a terminal", ".jql 不是文字，不能显示在终端上")
	HintJQLOut     = text("--out my.jql writes it to a file", "用 --out my.jql 写入文件")
	HintJQL        = text("a .jql file of QQ Game has 50 bytes: a header of 20 and one for each cell; `darkjunqi layout convert` writes one", "QQ 游戏的 .jql 文件有 50 字节：20 字节的文件头，然后每格一个字节；可用 `darkjunqi layout convert` 写出")
)
