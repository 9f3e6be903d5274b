package messages

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// `bench`.
var (
	BenchShort = text("measure what a clash and a layout proof cost on this machine", "在本机测量碰子与布阵证明的开销")
	BenchLong  = text(
		"Measures the layout proof and each way to work out a clash side by side: rounds, bytes of the records, and the time of every step, as the median of many runs. The clash is a6xa7, the first of many games. Nothing is sent: the times are those of computing, on one core.",
		"并排测量布阵证明与每种碰子裁决方式：往返次数、记录的字节数，以及每一步的时间（多次运行的中位数）。测的碰子是 a6xa7，许多对局的第一次碰子。不发送任何数据：时间只是单核计算的时间。")

	FlagRuns      = text("run each step `N` times", "每一步运行 `N` 次")
	ErrRuns       = text("--runs must be from 1 to %d", "--runs 应为 1 到 %d")
	ErrBenchOpen  = text("with mode=open nothing is proven, so there is nothing to measure", "mode=open 时没有任何证明，也就没有可测的")
	HintBenchOpen = text("choose rules with mode=dark", "请选用 mode=dark 的规则")

	BenchHead           = text("Rules %s. Each step %d times; %s, %s/%s, %d processors.", "规则 %s。每一步 %d 次；%s，%s/%s，%d 个处理器。")
	BenchMessages       = text("What is sent, in bytes of whole signed records; in the clash red attacks", "发送的内容（含签名的整条记录，字节）；碰子由红方进攻")
	BenchSteps          = text("How long each step takes; the floor is what its operations take at least, by the least times of the first part.", "每一步的时间；下限是其群运算按第一部分的最小时间至少所需。")
	BenchLegend         = text("A batch is encoded at once, a fixed multiple is one of a generator, terms stand in large public sums.", "成批编码为一次编码多个，生成元倍数之外为其他元素的倍数，项在大的公开和式中。")
	BenchFewRuns        = text("With so few runs a step may take less than its floor: both are chance.", "运行次数太少，时间可能低于下限：两者都带偶然。")
	BenchMedian         = text("median", "中位数")
	BenchLeast          = text("least", "最小")
	BenchFloor          = text("floor", "下限")
	BenchOperationsHead = text("operations", "群运算")
	BenchClash          = text("One clash, all its steps after each other, without network and signatures", "一次碰子，全部步骤依次相加，不含网络与签名")

	BenchAudits = text("A match of %s, %d clashes, %s, audited again and again on %d processors: one every %s, %.0f a second", "一盘对局（%s，碰子 %d 次，%s），在 %d 个处理器上反复审核：每 %s 一盘，每秒 %.0f 盘")

	BenchFirst    = text("%s, first clash", "%s，首次碰子")
	BenchRounds   = text("rounds", "往返")
	BenchRed      = text("red→blue", "红→蓝")
	BenchBlue     = text("blue→red", "蓝→红")
	BenchTogether = text("together", "合计")
)

// BenchOperations count the operations of the group.
var BenchOperations = [group.NumOperations]Count{
	group.Decode:       count("%d decoding", "%d decodings", "解码 %d"),
	group.Encode:       count("%d encoding", "%d encodings", "编码 %d"),
	group.BatchEncode:  count("%d batch encoding", "%d batch encodings", "成批编码 %d"),
	group.FixedBase:    count("%d fixed multiple", "%d fixed multiples", "生成元倍数 %d"),
	group.VariableBase: count("%d multiple", "%d multiples", "倍数 %d"),
	group.PublicTerm:   count("%d term", "%d terms", "项 %d"),
	group.PublicSum:    count("%d sum", "%d sums", "和式 %d"),
}

// BenchParts are the things that `bench` compares.
var BenchParts = map[string]Text{
	"group":    text("group", "群"),
	"mobility": text("mobility", "可走"),
	"audit":    text("audit", "审核"),
	"layout":   text("layout", "布阵"),
	"elgamal":  text("elgamal", "elgamal"),
	"yao82":    text("yao82", "yao82"),
	"garbled":  text("garbled", "garbled"),
	"record":   text("record", "记录"),
}

// BenchWho is who does a step.
var BenchWho = map[string]Text{
	"red":      seats[engine.Red],
	"blue":     seats[engine.Blue],
	"everyone": text("everyone", "所有人"),
	"auditor":  text("auditor", "审核者"),
}

// BenchWhen is how often a step is done.
var BenchWhen = map[string]Text{
	"operation": text("each operation", "每次运算"),
	"turn":      text("while thinking", "思考期间"),
	"match":     text("once a match", "每盘一次"),
	"stock":     text("every 16 clashes", "每 16 次碰子"),
	"clash":     text("each clash", "每次碰子"),
	"record":    text("each record", "每条记录"),
	"audit":     text("in the audit", "审核时"),
}

// BenchStep is what a step does.
var BenchStep = map[string]Text{
	"decodings":       text("decode an element", "解码群元素"),
	"encodings":       text("encode an element", "编码群元素"),
	"batch-encodings": text("encode one among many", "成批编码，每个"),
	"fixed-mults":     text("multiply a generator", "生成元的倍数"),
	"mults":           text("multiply another element, in a large sum", "其他元素的倍数（大和式中）"),
	"sum-terms":       text("a term of a large public sum", "大的公开和式中的一项"),
	"prove-none":      text("prove that no piece can move", "证明无子可走"),
	"check-none":      text("check that proof", "检验该证明"),
	"prove-some":      text("prove that some piece can move", "证明有子可走"),
	"check-some":      text("check that proof", "检验该证明"),
	"prepare":         text("make one attack ready, with its check", "备好一次进攻（含自检）"),
	"play-ready":      text("play an attack that is ready", "走出已备好的进攻"),
	"fold":            text("check a match, record by record", "逐条检验一盘对局"),
	"audit":           text("audit it, all sums in one", "审核，全部和式合一"),
	"prove":           text("encrypt a layout and prove it legal", "加密布阵并证明合法"),
	"verify":          text("check that proof", "检验该证明"),
	"open":            text("open a layout with the revealed key", "用公开的密钥打开布阵"),
	"attack":          text("add up the row, blind it, prove", "累加对方的行、盲化、证明"),
	"check-attack":    text("check that proof", "检验该证明"),
	"answer":          text("decrypt the announcement, prove", "解密宣告并证明"),
	"check-answer":    text("check that proof", "检验该证明"),
	"key":             text("make a fresh RSA key", "生成新的 RSA 密钥"),
	"compile":         text("make the circuit of the rules", "由规则生成电路"),
	"offer":           text("offer transfers", "发起茫然传输"),
	"check-offer":     text("check the offer", "检验要约"),
	"blind":           text("hide the column", "隐藏所在的列"),
	"choose":          text("choose in 64 transfers", "在 64 次传输中选择"),
	"stock":           text("deal the labels of 64 transfers", "给出 64 次传输的标签"),
	"swap":            text("say which choices to swap", "说明哪些选择对调"),
	"check-request":   text("check the request", "检验请求"),
	"list":            text("make the list", "生成名单"),
	"garble":          text("garble the circuit", "混淆电路"),
	"check-reply":     text("check the reply", "检验答复"),
	"read":            text("read one entry", "读出一项"),
	"evaluate":        text("evaluate the circuit", "求值电路"),
	"check-code":      text("check the answer", "检验应答"),
	"accept":          text("compare it with one's own piece", "与自己的棋子对照"),
	"replay":          text("make all messages again and compare", "重新生成全部消息并对照"),
	"sign":            text("sign a record", "签名"),
	"check-signature": text("check a signature", "检验签名"),
}
