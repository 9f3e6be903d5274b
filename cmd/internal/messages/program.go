package messages

// The program as a whole.
var (
	RootShort = text("dark Junqi without a referee", "不用裁判的暗军棋")
	RootLong  = text(
		"darkjunqi plays dark Junqi (army chess with hidden pieces) between the players' own computers: for two, for four, or by rules of your own. There is no server and no referee: the programs work out together who leaves the board, and prove it to each other, without showing a piece.\n\nWithout a command it opens the table, a page to play on.",
		"darkjunqi 让各位棋手的电脑直接对下暗军棋：双人、四国，或你自己的规则。没有服务器，也没有裁判：各方的程序一起算出碰子后谁离开棋盘，并互相证明，谁也不用亮出自己的棋子。\n\n不带命令时打开棋桌网页。")

	GroupPlay  = text("Play:", "对局：")
	GroupCheck = text("Check and look back:", "审核与回看：")
	GroupRules = text("Rules and layouts:", "规则与布阵：")
	GroupAbout = text("About:", "其他：")

	HelpShort       = text("help about a command", "命令的说明")
	HelpUsage       = text("Usage:", "用法：")
	HelpExamples    = text("Examples:", "例子：")
	HelpCommands    = text("Commands:", "命令：")
	HelpFlags       = text("Flags:", "选项：")
	HelpGlobalFlags = text("Flags of every command:", "所有命令都有的选项：")
	HelpMore        = text("%s COMMAND --help tells more about a command.", "%s COMMAND --help 详细说明某个命令。")

	FlagHelp    = text("this help", "显示本说明")
	FlagLang    = text("speak `zh|en`; without it, the language of the locale", "用 `zh|en` 哪种语言；不给就按系统语言")
	FlagJSON    = text("print JSON for programs, and nothing else", "只输出供程序读取的 JSON")
	FlagRules   = text("the rules, as `NAME[,option=value…]`, or a file of your own, my.json", "规则，写作 `NAME[,option=value…]`，或自己的规则文件 my.json")
	FlagDefault = text(" (default %s)", "（默认 %s）")

	HintHelp           = text("%s shows how", "用法见 %s")
	HintDidYouMean     = text("did you mean %s?", "是不是想用 %s？")
	HintRulesFile      = text("`darkjunqi rules show standard --json` prints a file to start from", "`darkjunqi rules show standard --json` 可输出一份规则文件作为起点")
	HintRules          = text("`darkjunqi rules list` names the rulesets and options that this version knows", "`darkjunqi rules list` 列出本版本支持的规则和选项")
	ErrUnknownCommand  = text("there is no command %q in %s", "没有命令 %q（在 %s 中）")
	ErrNeedsSubcommand = text("%s needs a command", "%s 后面要有命令")
	ErrMissingArgument = text("%s needs %s", "%s 缺少 %s")
	ErrExtraArgument   = text("%s takes no argument %q", "%s 不需要参数 %q")

	ErrorLine     = text("darkjunqi: error: %s", "darkjunqi：错误：%s")
	HintLine      = text("darkjunqi: hint: %s", "darkjunqi：提示：%s")
	ErrFile       = text("%s: %v", "%s：%v")
	ErrOutDash    = text("--out and --certificate take the name of a file, and - is none", "--out 和 --certificate 后面应是文件名，- 不是")
	ErrOutIsInput = text("%s is the very file that was read: give another name", "%s 就是刚读的文件，请换一个名字")
	ErrOutput     = text("standard output: %v", "标准输出：%v")

	VersionShort = text("the version of the program and of the protocol", "程序与协议的版本")
	VersionLine  = text("darkjunqi %s, protocol %d, %s", "darkjunqi %s，协议 %d，%s")
)
