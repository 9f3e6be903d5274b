package words

// Layout files.
var (
	FlagLayoutOut  = text("write it to `FILE`", "写入文件 `FILE`")
	LayoutIllegal  = text("not legal under the rules %s: %v", "不合规则 %s：%v")
	ErrJQLTerminal = text("a .jql file is no text for a terminal", ".jql 不是文字，不能显示在终端上")
	HintJQLOut     = text("--out my.jql writes it to a file", "用 --out my.jql 写入文件")
	HintJQL        = text("a .jql file of QQ Game has 50 bytes: a header of 20 and one for each cell; `darkjunqi layout convert` writes one", "QQ 游戏的 .jql 文件有 50 字节：20 字节的文件头，然后每格一个字节；可用 `darkjunqi layout convert` 写出")
)
