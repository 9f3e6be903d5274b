package messages

// `demo --cheat`.
var (
	FlagCheat     = text("show how a cheat is stopped, in a short game of its own: `KIND` is one of those that `--cheat list` names", "演示某种作弊如何被制止，自带短局：`KIND` 可取 `--cheat list` 列出的名称")
	ErrCheat      = text("there is no cheat called %q", "没有名为 %q 的作弊")
	HintCheatList = text("`darkjunqi demo --cheat list` names them", "`darkjunqi demo --cheat list` 列出全部名称")
	ErrCheatSlow  = text("nothing came of the cheat %s within %s", "作弊 %s 在 %s 内没有结果")

	ErrCheatRules  = text("the cheat %q is one of two seats, and brings its own rules", "作弊 %q 属于两家对局，自带规则")
	ErrCheatTable  = text("the cheat %q needs rules for two teams of two, and one that shows partners their pieces for a false Peek", "作弊 %q 需要四家结盟的规则；假示棋还需要双明")
	HintCheatTable = text("`--rules siguo,way=partners` is right for all of them", "`--rules siguo,way=partners` 对所有此类作弊都适用")

	CheatOfFour    = text(" (needs four: `--rules siguo`)", "（需四家：`--rules siguo`）")
	CheatTable     = text("Four programs on this computer. %s cheats: %s.", "本机上的四方。%s作弊：%s。")
	CheatAmongFour = text("The others refused what convicts it (record %d, %s): %s.", "其余各家拒绝了足以定罪的记录（第 %d 条，%s）：%s。")
	CheatPutOut    = text("%s is put out by the votes of all others (record %d). They played on, for %d records more.", "%s被其余各家投票请出（第 %d 条）。其余各家继续对局，又有 %d 条记录。")
	CheatTold      = text("Its partner is told, and plays on without: %s. Nobody else hears of it, and nobody is convicted.", "只有对家得知，并在看不到它棋子的情况下继续：%s。其他人不知情，也不定任何人的罪。")

	CheatStart   = text("Two peers on this computer. %s cheats: %s.", "本机上的两方。%s作弊：%s。")
	CheatRefused = text("%s refused the very record (record %d, %s): %s.", "%s当场拒绝了这条记录（第 %d 条，%s）：%s。")
	CheatAccused = text("%s accused %s of a cheat, and the accusation itself was false: %s.", "%s指控%s作弊，但指控本身是假的：%s。")
	CheatLost    = text("Its game stands where it stood before that record, and it answered with nothing but the Fault that seals the match.", "局面停在该记录之前，除了封存对局的 Fault，没有作出任何回应。")
	CheatDropped = text("%s refused the record and dropped the connection: %s. Anybody could have made these bytes, so they convict nobody, and change nothing.", "%s拒绝了记录并断开连接：%s。任何人都可能造出这些字节，所以不能定谁的罪，也不改变任何事。")
	CheatAudited = text("%s could not see it at once. The game ended, both gave their keys away, and the audit made every message again: %s.", "%s当场看不出来。终局后双方公开密钥，审核重算每条消息：%s。")
	CheatSilent  = text("%s said nothing false: it owes one %s record and does not send it. %s can claim the silence, but nobody can prove it.", "%s没有说假话：它欠一条 %s 而不发送。%s可以声明对方失联，但无法证实。")
	CheatProof   = text("A certificate of %s convicts %s in a stranger's eyes.", "一份 %s 的证书足以向陌生人证明%s作弊。")
	CheatMissed  = text("This is not how it should have been stopped: %s", "它不是按应有的方式被制止的：%s")
	CheatCaught  = text("Stopped as it should be: %s.", "按应有的方式被制止：%s。")
)

// CheatStops says where a cheat ends.
var CheatStops = map[string]Text{
	"convicted at once":                                 text("convicted at once", "当场定罪"),
	"refused at once, convicts nobody":                  text("refused at once, convicts nobody", "当场拒绝，不定任何人的罪"),
	"convicted by the audit":                            text("convicted by the audit", "由审核定罪"),
	"claimed, never proven":                             text("claimed, never proven", "仅声明，永远无法证实"),
	"convicted at once and put out; the others play on": text("convicted at once and put out; the others play on", "当场定罪并请出，其余各家继续对局"),
	"seen by the partner alone, convicts nobody":        text("seen by the partner alone, convicts nobody", "只有对家看到，不定任何人的罪"),
}
