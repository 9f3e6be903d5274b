package messages

// `relay`, and the ways that links go.
var (
	RelayShort = text("help friends behind routers to reach each other", "帮助路由器后面的朋友互相连上")
	RelayLong  = text(
		"Runs a relay on a computer that the Internet can reach. Its invite is the first line of standard output; it stays the same from run to run. Who has it hosts with `darkjunqi host --relay INVITE`, and the guests need nothing more than the invite to the match. The relay brings the two together; where their routers let them, they then go on without it, else all bytes go through it. It can't read them, and serves nobody without its invite.\n\nIt runs until it is told to stop, with Ctrl-C say.",
		"在一台能从互联网连到的电脑上运行中继。标准输出第一行是它的邀请，每次运行都相同。持有者用 `darkjunqi host --relay INVITE` 开棋，客人只要有对局邀请就行。中继让双方相遇；路由器允许的话，双方随后直接相连，否则数据都经过它。它读不懂这些数据，也不为没有邀请的人服务。\n\n一直运行到叫它停止，例如按 Ctrl-C。")
	FlagRelayPort  = text("listen on TCP and UDP port `N`; 0 for any free one, and the same in later runs", "监听 TCP 与 UDP 端口 `N`；0 表示任选一个，以后沿用")
	FlagFigures    = text("show figures for Prometheus at `HOST:PORT`, which must be of this computer", "在本机地址 `HOST:PORT` 提供 Prometheus 指标")
	FlagRelay      = text("be found through the relay of `INVITE`, in later matches too; none forgets it", "通过 `INVITE` 的中继被找到，以后的对局也用；none 表示忘掉它")
	FlagJoinRelay  = text("among more than two be found through the relay of `INVITE`, or with none through no relay, in place of the host's", "多于两人时，不用房主的中继，而通过 `INVITE` 的中继被其他人找到；none 表示不经任何中继被找到")
	FlagRelayOnly  = text("take no other way than the relay, so that the other side doesn't learn your address", "只走中继，不让对方知道你的地址")
	FlagNoNear     = text("don't look for each other on the local network (mDNS)", "不在本地网络里互相寻找（mDNS）")
	RelayUse       = text("That was the relay's invite: give it to friends who want to host. They say, once:\n  %s", "上面是中继的邀请：交给想开棋的朋友。他们只需说一次：\n  %s")
	ErrRelayRuns   = text("another relay runs with this data folder: end it first", "另一个中继正在使用这个数据目录：请先结束它")
	ErrRelayPort   = text("port %d is in use: is another relay running?", "端口 %d 已被占用：是否已有中继在运行？")
	HintRelayPort  = text("`--port N` takes another one", "用 `--port N` 换一个端口")
	RelayOtherPort = text("port %d is taken, so the relay listens on %d: its invite is another one now", "端口 %d 已被占用，中继改听 %d：邀请也随之变了")
	RelayAnnounce  = text("the invite names the addresses that this computer has itself, which are of no use outside its own network. Where friends come from outside, have the router forward port %[1]d, TCP and UDP, to this computer and say --announce HOST:%[1]d, with the address under which it is reached", "邀请里是本机自己的地址，在自家网络之外用不上。如果朋友从外面来，请让路由器把端口 %[1]d（TCP 和 UDP）转发到本机，并加 --announce 外网地址:%[1]d")
	RelayFigures   = text("Figures: %s", "指标：%s")
	RelayFound     = text("Friends can reach you through the relay.", "朋友可以通过中继连到你。")
	RelayTrouble   = text("Through the relay nobody can reach you for now: %v. Still trying.", "暂时不能通过中继被找到：%v。仍在尝试。")
	ErrRelayOnly   = text("--relay-only needs a relay: give --relay INVITE", "--relay-only 需要中继：请给出 --relay INVITE")
	ErrFigures     = text("%s is no address of this computer alone: give 127.0.0.1:PORT", "%s 不是只在本机有效的地址：请给出 127.0.0.1:端口")
	HintRelay      = text("the owner's `darkjunqi relay` prints it, as its first line", "它由中继主人的 `darkjunqi relay` 打印在第一行")
	HintRelayFile  = text("delete %s, or give --relay anew", "删除 %s，或重新给出 --relay")

	PathIs = text("Link: %s.", "连接：%s。")
	PathTo = text("Link to %s: %s.", "与%s的连接：%s。")
)

// Paths say which way a link goes, by what the state calls it.
var Paths = map[string]Text{
	"same-network": text("on the same network", "同一网络内"),
	"direct":       text("directly over the Internet", "经互联网直连"),
	"punched":      text("directly, through both routers", "穿过双方路由器直连"),
	"relay":        text("through the relay", "经中继"),
	"by-hand":      text("letters by hand", "手工传信"),
}
