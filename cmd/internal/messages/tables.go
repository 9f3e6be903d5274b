package messages

// `table`.
var (
	TableShort = text("open the table: a page to play, practise, replay and audit on", "打开棋桌网页：对局、练习、复盘、审核")
	TableLong  = text(
		"Serves the table, a page in your browser, to this computer only, and opens it. Matches go on while the program runs, whether the page is open or not; those that were interrupted are taken up again. It runs until it is told to stop, with Ctrl-C say.\n\nWith --no-open, or where there is no display, the page's address is the first line of standard output. It holds a token that is good once, for one browser.",
		"在本机提供棋桌网页并打开。程序开着，对局就在进行，网页开不开都行；中断的对局会自动接着下。一直运行到叫它停止，例如按 Ctrl-C。\n\n加 --no-open，或没有显示器时，标准输出的第一行就是网页地址。地址里的口令只能用一次，只对一个浏览器有效。")
	FlagNoOpen      = text("open no browser; print the page's address", "不打开浏览器，只输出网页地址")
	FlagData        = text("keep matches in the folder `DIR`", "对局存在文件夹 `DIR`")
	TableOpened     = text("The table is open in your browser. Keep this program running while you play; Ctrl-C ends it and loses nothing. If no page has opened: darkjunqi table --no-open.", "棋桌已在浏览器中打开。下棋时别关本程序；按 Ctrl-C 结束，不会丢失什么。如果网页没有打开：darkjunqi table --no-open。")
	TableNoDisplay  = text("there is no display here: open the address above in a browser of this computer, or play in the terminal: darkjunqi play, darkjunqi host", "这里没有显示器：请在本机的浏览器里打开上面的地址，或在终端里下：darkjunqi play、darkjunqi host")
	TableNoBrowser  = text("no browser could be opened (%v): open the address above in one of this computer", "打不开浏览器（%v）：请在本机的浏览器里打开上面的地址")
	VerdictTwice    = text("%s cheated: %v", "%s作弊：%v")
	VerdictCheating = text("%s cheated: record %d is false, and signed: %v", "%s作弊：第 %d 条记录有签名，却是假的：%v")
)

// TermHeads are headings for the terms of our own rules, by their options.
var TermHeads = map[string]Text{
	"way": text("Sides", "对家"), "mode": text("Open or dark", "明暗"), "first": text("First move", "先走"), "clock": text("Clock", "时限"), "grace": text("Silence", "失联"),
	"timeouts": text("Time-outs", "超时"), "quiet-draw": text("Quiet turns", "静步"), "mines": text("Mines", "地雷"), "reveal": text("Afterwards", "终局"),
}

// TermOther is the heading of all other terms, TermSummary that of what sums up rules that aren't ours.
var (
	TermOther    = text("Also", "另外")
	TermSummary  = text("Rules", "规则")
	TermResolver = text("Clashes", "裁决")
)
