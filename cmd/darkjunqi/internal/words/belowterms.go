package words

// termClauses are words that stand in the clauses.
var termClauses = []clause{
	{"red", "红方"},
	{"blue", "蓝方"},
	{"flag", "军旗"},
	{"mine", "地雷"},
	{"bomb", "炸弹"},
	{"commander", "司令"},
	{"army", "军长"},
	{"division", "师长"},
	{"brigade", "旅长"},
	{"regiment", "团长"},
	{"battalion", "营长"},
	{"company", "连长"},
	{"platoon", "排长"},
	{"engineer", "工兵"},
	{"attacker", "进攻方"},
	{"defender", "防守方"},
	{"offer", "提议"},
	{"request", "请求"},
	{"reply", "回复"},
	{"no piece", "没有棋子"},
	{"not over", "未结束"},
	{"draw (%s)", "和棋（%s）"},
	{"%s wins (%s)", "%s胜（%s）"},
}

// systemClauses are what Go and the operating system say, and this program where it says it to programs too.
var systemClauses = []clause{
	{"[%s]", "%s"},
	{"no such file or directory", "没有这个文件或目录"},
	{"file does not exist", "文件不存在"},
	{"permission denied", "没有权限"},
	{"is a directory", "是一个目录"},
	{"not a directory", "不是目录"},
	{"file exists", "文件已存在"},
	{"no space left on device", "磁盘已满"},
	{"read-only file system", "文件系统只读"},
	{"address already in use", "地址已被占用"},
	{"larger than any transcript (%d MiB)", "比任何对局记录都大（%s MiB）"},
	{"unknown language %q", "不会说语言 %s"},
	{"choose en or zh", "请用 en 或 zh"},
	{"file already closed", "文件已关闭"},
	{"open %s", "打开 %s"},
	{"write %s", "写入 %s"},
}
