package messages

// `audit`.
var (
	AuditShort = text("check that matches were honest", "审核对局是否诚实")
	AuditLong  = text(
		"Verifies transcripts of matches (ID.djq): every signature, every move, every proof, and, with the layouts that were revealed at the end, every announcement. It needs nothing but the file. A folder stands for all transcripts below it; - reads transcripts from standard input, one behind the other; --names FILE reads names of files, one a line, --names - from standard input. All processors are used.\n\nEnds with 0 if the match ended by rule and was revealed as agreed, 1 if somebody is proven to have cheated, 2 if a file is unreadable, torn or altered, 3 if it's sound so far but unfinished or not revealed; with several files, with the worst of 1, 2, 3, 0.",
		"检验对局记录（ID.djq）：每个签名、每一步、每个证明；终局亮出布阵后，还检验每次宣告。只需要这个文件。给出文件夹则审核其下所有记录；- 从标准输入读取首尾相接的对局记录；--names 文件 读取每行一个的文件名，--names - 从标准输入读取。所有处理器一起工作。\n\n按规则终局并如约亮出布阵时退出码为 0，证实有人作弊为 1，文件无法读取、残缺或被改动为 2，目前可信但没有下完或没有亮出为 3；有多个文件时取 1、2、3、0 中最靠前的。")

	FlagNames = text("audit too the files that `FILE` names, one a line; - is standard input; may be given several times", "也审核 `FILE` 里列出的文件，每行一个；- 表示标准输入；可以给出多次")

	AuditHonest         = text("%s: honest", "%s：诚实")
	AuditCheating       = text("%s: %s cheated, and this file proves it", "%s：%s作弊，本文件即为证据")
	AuditWord           = text("%s: played to the end, and sound as far as it can be known", "%s：已下完，就能知道的而言可信")
	AuditWordHow        = text("Nothing proves why %s went out, so it is not called honest. All that the others owe is here", "没有证据说明%s为何出局，所以不能称为诚实。其余各家该交的都在")
	AuditIncomplete     = text("%s: sound so far, but not complete", "%s：目前可信，但不完整")
	AuditUnreadable     = text("%s: unreadable", "%s：无法读取")
	AuditLine           = text("%s (%s, after %s)", "%s（%s，共 %s）")
	AuditLineReason     = text("%s: %s", "%s：%s")
	AuditSummary        = text("%s in %.1f s, %.0f a second: %d honest, %d cheating, %d incomplete, %d unreadable.", "共 %s，%.1f 秒，每秒 %.0f 局：诚实 %d，作弊 %d，未完 %d，无法读取 %d。")
	AuditNothing        = text("There was nothing to audit.", "没有可审核的对局。")
	AuditCut            = text("From %s on the stream can't be told apart: what stands behind it was not looked at.", "数据流从 %s 起无法分辨：其后的内容没有审核。")
	ErrAuditInterrupted = text("interrupted after %s: the rest is not audited", "审核%s后中断：其余没有审核")

	// How far an audit has come.
	ProgressFiles   = text("%d audited, %.0f a second", "已审核 %d 局，每秒 %.0f 局")
	ProgressOf      = text("%d of %d audited, %.0f a second", "已审核 %d / %d 局，每秒 %.0f 局")
	ProgressBytes   = text("%.0f of %.0f MB", "%.0f / %.0f MB")
	ProgressRecord  = text("record %d of %d", "第 %d / %d 条记录")
	ProgressReplay  = text("clash %d of %d made again", "重演碰子 %d / %d")
	ProgressLeft    = text("about %s left", "大约还要%s")
	ProgressNext    = text("the next: %s", "下一份：%s")
	ProgressSeconds = text("%ds", " %d 秒")
	ProgressMinutes = text("%dm%ds", " %d 分 %d 秒")
	ProgressHours   = text("%dh%dm", " %d 小时 %d 分")
	ProgressJoin    = text(", ", "，")

	AuditReason        = text("%s", "%s")
	AuditWhere         = text("record %d (%s): %s", "第 %d 条记录（%s）：%s")
	AuditConvicts      = text("the record is signed, so nobody else can have made it", "这条记录有签名，别人伪造不了")
	AuditResult        = text("%s, after %s", "%s，共 %s")
	AuditNoResult      = text("no result yet, after %s", "尚无结果，已走 %s")
	AuditHolds         = text("every signature, move and proof holds: %s, %s, %s", "签名、走法、证明全部成立：%s，%s，%s")
	AuditReplayed      = text("all layouts were revealed, and the game was replayed with open pieces: what was announced in %s is true", "各方布阵已亮出，按明棋重演：%s的宣告全部属实")
	AuditNeverRevealed = text("the layouts stay secret, as agreed; the proofs alone vouch for %s", "按约定布阵不公开；%s由证明担保")
	AuditMissing       = text("%s has not revealed its layout", "%s没有亮出布阵")
	AuditClaim         = text("%s claims that another side fell silent; that can't be proven", "%s声明有人失联；这无法证实")
	AuditOutAbsent     = text("%s was signed out: claimed absent by %s; that can't be proven", "%s出局：%s声明其失联；这无法证实")
	AuditOutOwned      = text("%s was signed out: claimed absent by %s; its own Reveal owns to it", "%s出局：%s声明其失联；它自己亮子承认")
	AuditOutProven     = text("%s was signed out: proven to have cheated, put out by %s", "%s出局：作弊属实，由%s判出局")
	AuditOutConvicted  = text("%s was signed out: put out as a cheat by %s, and no proof of that is in this file", "%s出局：%s判其作弊，但本文件中没有证据")
	AuditLayout        = text("%s's layout: %s", "%s布阵：%s")
	AuditRules         = text("rules %s, resolver %s", "规则 %s，裁决方式 %s")
	AuditMatch         = text("match %s", "对局 %s")
	AuditKey           = text("%s signed with the key %s", "%s的签名密钥 %s")
)
