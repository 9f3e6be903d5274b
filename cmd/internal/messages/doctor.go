package messages

// `doctor`.
var (
	DoctorShort = text("say what this network lets through", "检查本机网络能通什么")
	DoctorLong  = text(
		"Looks at this computer's addresses, asks the router for a port, and with the help of a relay finds out how others see you and whether they get in. It ends with one suggestion. Without --relay it asks the one that your matches use.",
		"查看本机地址，向路由器申请端口，并在中继帮助下弄清别人怎样看到你、能不能连进来，最后给出一条建议。不给 --relay 时询问你的对局所用的中继。")
	FlagAskRelay       = text("ask the relay of `INVITE`; none asks nobody", "询问 `INVITE` 的中继；none 表示不问")
	DoctorLooking      = text("Looking; this takes some seconds…", "正在检查，需要几秒钟……")
	DoctorIPv4         = text("IPv4: %v", "IPv4：%v")
	DoctorIPv6         = text("IPv6: %v", "IPv6：%v")
	DoctorNone         = text("none", "无")
	DoctorMapped       = text("The router opens a port when asked: %v.", "路由器应要求开放了端口：%v。")
	DoctorUnmapped     = text("No router opens a port when asked (UPnP, NAT-PMP).", "没有路由器应要求开放端口（UPnP、NAT-PMP）。")
	DoctorNoRelay      = text("No relay was asked, so nobody has looked from outside.", "没有询问中继，因此没有从外面看过。")
	DoctorRelayTrouble = text("%v", "%v")
	DoctorRelay        = text("The relay can be reached over UDP: %s; over TCP: %s.", "能连到中继：UDP %s；TCP %s。")
	DoctorSeen         = text("It sees you at %v.", "它看到你在 %v。")
	DoctorStrangers    = text("Others get in unasked, over UDP: %s; over TCP: %s.", "外人能直接连进来：UDP %s；TCP %s。")
	DoctorKeepsPort    = text("Connections leave by the port that they ask for: holes can be punched.", "连接保持原来的端口：可以打洞直连。")
	DoctorOtherPort    = text("Connections leave by another port than they ask for: holes can hardly be punched.", "连接被换了端口：很难打洞直连。")
	DoctorYes          = text("yes", "能")
	DoctorNo           = text("no", "不能")
)

// Advice is what to do, by what was found.
var Advice = map[string]Text{
	"host":        text("You can host: `darkjunqi host` is enough, friends reach you directly.", "你可以开棋：`darkjunqi host` 就够了，朋友能直接连到你。"),
	"punch":       text("Host with the relay: `darkjunqi host --relay INVITE`. With most friends the link will soon go on without it.", "用中继开棋：`darkjunqi host --relay 邀请`。和多数朋友的连接很快就会直连。"),
	"relay":       text("Host with the relay: `darkjunqi host --relay INVITE`. The link will most likely stay on it, which does no harm.", "用中继开棋：`darkjunqi host --relay 邀请`。连接多半会一直走中继，不要紧。"),
	"try":         text("Try `darkjunqi host`: this computer has an address of its own on the Internet, and only a firewall could be in the way. A relay could tell: `darkjunqi doctor --relay INVITE`.", "试试 `darkjunqi host`：本机有自己的公网地址，只有防火墙可能挡路。中继能看出来：`darkjunqi doctor --relay 邀请`。"),
	"mapped":      text("Try `darkjunqi host --port N --announce ADDRESS:N` with the router's address above: it opens ports when asked. A relay could tell: `darkjunqi doctor --relay INVITE`.", "试试 `darkjunqi host --port N --announce 地址:N`，地址用上面路由器的：它应要求开放端口。中继能看出来：`darkjunqi doctor --relay 邀请`。"),
	"no-network":  text("This computer is on no network: connect it and ask again, or play by hand: `darkjunqi host --by-hand letters`.", "本机没有连上网络：连上后再检查，或手工传信：`darkjunqi host --by-hand letters`。"),
	"other-relay": text("This relay is of no use from here: ask its owner. Until then let the other one host, or play by hand: `darkjunqi host --by-hand letters`.", "从这里用不了这个中继：请问它的主人。在那之前让对方开棋，或手工传信：`darkjunqi host --by-hand letters`。"),
	"find-relay":  text("You can join, but hardly host: let the other one host, or have a friend with an address on the Internet run `darkjunqi relay`. Without either, play by hand: `darkjunqi host --by-hand letters`.", "你可以加入，但很难开棋：让对方开棋，或请有公网地址的朋友运行 `darkjunqi relay`。都不行就手工传信：`darkjunqi host --by-hand letters`。"),
}
