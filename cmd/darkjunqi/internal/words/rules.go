package words

// `rules`.
var (
	RulesShort     = text("rulesets and their options", "规则与选项")
	RulesLong      = text("Rules are a named set (standard, qq, app) and any number of options after it, as standard,mines=exploding.", "规则由名称（standard、qq、app）加任意个选项组成，如 standard,mines=exploding。")
	RulesListShort = text("name the rulesets and the options", "列出规则与选项")
	RulesShowShort = text("show a ruleset: options, army, announcements, table of clashes", "显示一套规则：选项、棋子、宣告、碰子表")

	RulesListPresets = text("Rulesets:", "规则：")
	RulesListOptions = text("Options, with the values of standard:", "选项及其在 standard 中的值：")
	RulesListMore    = text("darkjunqi rules show NAME[,option=value…] shows one in full.", "darkjunqi rules show NAME[,option=value…] 显示全部内容。")
	PresetStandard   = text("the defaults", "默认规则")
	PresetQQ         = text("as on a well-known game site: 30 s a move, the 5th time-out loses, a draw after 71 quiet turns", "近似某知名平台：每步 30 秒，第 5 次超时判负，71 步不碰子和棋")
	PresetApp        = text("as in some phone apps: exploding mines, a draw when the last pieces leave together", "近似一些手机应用：地雷与踩雷者同归于尽，最后的棋子同归于尽算和棋")

	RulesShowName    = text("name", "名称")
	RulesShowDigest  = text("digest", "摘要")
	RulesShowOptions = text("Options:", "选项：")
	RulesShowArmy    = text("Army:", "棋子：")
	RulesShowCodes   = text("Announcements:", "宣告：")
	RulesShowClash   = text("What is announced when a piece (down) attacks another (across):", "棋子（竖）进攻另一棋子（横）时的宣告：")
)

// OptionOthers are the values that an option may have instead of the default.
var OptionOthers = text(" (or %s)", "（或 %s）")
