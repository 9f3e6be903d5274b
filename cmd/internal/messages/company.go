package messages

// Who takes part in a match: invites, friends, those who watch, and versions that don't fit.
var (
	InviteWatch     = text("Whoever wants to watch can have this line; who watches sees what everybody may see, and can't take part:", "想观战的人可以用这一行；观战者只看得到公开的内容，不能参与：")
	InviteEachWhat  = text("Each is good for one guest. Who uses it first has the seat; after that it opens nothing for anybody else.", "每个邀请只够一位客人。谁先用，位子就归谁；此后别人再用也进不来。")
	InviteWhat      = text("It is good for one guest. Who uses it first has the seat; after that it opens nothing for anybody else.", "每个邀请只够一位客人。谁先用，位子就归谁；此后别人再用也进不来。")
	InviteByCamera  = text("The same invite for a camera:", "同一个邀请的二维码：")
	InviteNoRoom    = text("(In a window of %d columns and %d lines it would show as a QR code too.)", "（窗口有 %d 列、%d 行时，这里会显示二维码。）")
	InviteTaken     = text("%s has taken the invite: the seat is taken, and the invite opens nothing any more.", "%s已凭邀请入座，这个邀请从此失效。")
	InviteSeatTaken = text("%s has joined.", "%s已入座。")
	InviteUsed      = text("You have used the invite; if nobody was faster, the seat is yours, and the invite good for nobody else now. This comes back to the match:\n  %s", "你已用掉这个邀请；只要没有别人更快，位子就是你的，别人再用无效。以后这样回到这盘棋：\n  %s")
	InviteNone      = text("All seats are taken: the invites are used up.", "各方都已入座，邀请已全部用掉。")
	InviteNotYours  = text("Only the host can invite; who may still join is up to the host.", "只有房主能邀请。")

	PhraseSay = text("Phrase of this match: %s\nWhoever plays with you sees the same words. Read them to each other, over a telephone say: if they differ, somebody stands between you.", "本局口令：%s\n和你对局的人看到的词应当相同。可以在电话里互相念一遍：如果不同，就是有人插在中间。")

	FriendIs        = text("%s is %s, whom you know.", "%s是你认识的 %s。")
	FriendNameless  = text("%s is somebody you have played with, without a name yet (match %s).", "%s和你下过棋（对局 %s），还没起名。")
	FriendIsnt      = text("%s is not %s: somebody else has taken the invite.", "%s不是 %s：邀请被别人用了。")
	FriendInvites   = text("This invite comes from %s, whom you know.", "这个邀请来自你认识的 %s。")
	NamelessInvites = text("This invite comes from somebody you have played with, without a name yet (match %s).", "这个邀请来自和你下过棋（对局 %s）、还没起名的人。")
	FriendNew       = text("So that you recognise each other the next time, give the other player a name:\n%s", "想在下次认出对方，可以给对方起个名字：\n%s")
	FriendsNew      = text("So that you recognise each other the next time, give the other players names:\n%s", "想在下次认出大家，可以给各家起个名字：\n%s")
	FriendCalled    = text("%s calls itself %s.", "%s自称 %s。")
	FriendFrom      = text("somebody without a name yet (match %s)", "还没起名的棋友（对局 %s）")

	VersionCame = text("Somebody has tried to connect: %v.", "有人尝试连接：%v。")
	HintVersion = text("`darkjunqi version` says which release this is", "`darkjunqi version` 显示本机版本")
)

// What a person types for it.
var (
	TypeInvite    = text("invite", "邀请")
	CommandInvite = text("show the invites again, or say what became of them", "再次显示邀请，或说明邀请的去向")
)

// `friends`.
var (
	FriendsShort       = text("whom you have played with, and their names", "一起下过棋的人和他们的名字")
	FriendsLong        = text("Every match has a name of its own for you on the network, so that nobody can tell who plays with whom. Of each player with whom a match was finished this computer keeps the key by which they can be recognised, and yours which they know. `host --friend NAME` uses that again: NAME sees that the invite is yours, and you see whether it is NAME who joins. The keys are for you alone; they are in the data folder.", "每盘棋在网络上都用不同的身份，别人看不出谁和谁下棋。和谁下完一盘棋，本机就记住可以认出对方的密钥，以及对方认得的你的密钥。`host --friend NAME` 会再次使用：NAME 看得出邀请是你发的，你也看得出入座的是不是 NAME。这些密钥只供你自己使用，保存在数据目录。")
	FriendsListShort   = text("list them, the last that you played with first", "列出来，最近下过棋的在前")
	FriendsNameShort   = text("give somebody a name", "给某人起名")
	FriendsNameLong    = text("WHO is the name of the match that you played, as the list shows it, or a name that somebody has.", "WHO 是列表中显示的对局名，或某人现有的名字。")
	FriendsForgetShort = text("forget somebody", "忘记某人")
	FriendsNone        = text("You have finished no match with anybody yet.", "还没有和谁下完过一盘棋。")
	FriendsName        = text("name", "名字")
	FriendsCalled      = text("– (calls itself %s)", "–（自称 %s）")
	FriendsMatch       = text("last match, and their seat", "最近的对局和对方的位子")
	FriendsWhen        = text("played", "时间")
	FriendsNamed       = text("%s is called %s now. `darkjunqi host --friend %q` invites them to another match.", "%s 现在叫 %s。用 `darkjunqi host --friend %q` 邀请再下一盘。")
	FriendsForgotten   = text("%s is forgotten.", "已忘记 %s。")
	FlagFriend         = text("let `NAME` recognise you, and say whether it is NAME who joins", "让 `NAME` 认出你，并说明入座的是不是 NAME")
	ErrNoFriend        = text("you know nobody as %q", "没有叫 %q 的棋友")
	ErrSeveralFriends  = text("%q fits several: %s", "%q 对应多人：%s")
	ErrFriendByHand    = text("by hand nobody can be recognised: leave --friend away", "手工传递的对局认不出棋友：去掉 --friend")
	HintFriendSeat     = text("the name of the match ends with the other's seat: %s", "对局名的末尾是对方的座位：%s")
	HintFriends        = text("`darkjunqi friends list` names them", "`darkjunqi friends list` 列出棋友")
)

// `watch`.
var (
	WatchShort     = text("follow a match that others play", "观看别人的对局")
	WatchLong      = text("Follows a match from outside: every record is verified here as the players verify it, and you see what everybody may see. The host's program prints the INVITE. Ctrl-C leaves; the match does not notice.\n\nEnds with the exit code that audit gives to what was seen: 0, 1, 2 or 3.", "从旁观看一盘棋：每条记录都像棋手那样在本机验证，看到的只有公开的内容。INVITE 由房主的程序打印。按 Ctrl-C 离开，不影响对局。\n\n退出码与 audit 对所见记录的结论相同：0、1、2 或 3。")
	FlagWatchOut   = text("keep the transcript in `FILE`", "把对局记录保存到 `FILE`")
	WatchTrying    = text("Looking for the host of the match…", "正在连接房主……")
	WatchHostGone  = text("%s: no longer waiting. What was seen up to there counts; `darkjunqi watch` with the same invite goes on if the host comes back.", "%s：不再等待。此前所见仍然有效；房主回来后，用同一邀请 `darkjunqi watch` 可继续。")
	WatchTrouble   = text("Not there yet: %v. Still trying; Ctrl-C gives up.", "还没连上：%v。仍在尝试，按 Ctrl-C 放弃。")
	WatchLinked    = text("You watch. The host is here.", "开始观战，房主在线。")
	WatchLost      = text("The host is away; trying to get the connection back…", "与房主的连接中断，正在重连……")
	WatchBack      = text("The host is back.", "房主重新连上。")
	WatchRules     = text("Match %s. Rules: %s, resolver %s.", "对局 %s。规则：%s，裁决方式 %s。")
	WatchLeft      = text("You have left. What was seen up to here:", "你已离开。到此为止看到的：")
	WatchSaved     = text("The transcript is in %s; darkjunqi audit and darkjunqi replay read it.", "对局记录保存在 %s，可用 darkjunqi audit、darkjunqi replay 打开。")
	WatchName      = text("the match", "对局")
	WatchSeatsFree = text("Seats that are still free: %s.", "还空着的位子：%s。")
	HintWatch      = text("the host's program prints the invite to watch, below the one to play", "观战邀请由房主的程序打印，在对局邀请的下面")
	HintWatchSeat  = text("this one is for `darkjunqi join`; the host's program prints another to watch", "这是 `darkjunqi join` 用的邀请；观战邀请由房主的程序另外打印")
)

// A match by hand.
var (
	FlagByHand      = text("play without a network: what is to be sent appears in the folder `DIR`, and what comes is put there", "不用网络下棋：要发出的信出现在文件夹 `DIR`，收到的信也放进去")
	ByHandHow       = text("This match goes by hand. Letters to the other player appear in %[1]s: send each as a file, or paste its text into any chat. Put what comes back into the same folder, under any name; it is read at once.", "这盘棋由你手工传递。给对方的信出现在 %[1]s：每封可以作为文件发送，也可以把文字贴进任何聊天。收到的信放进同一个文件夹，文件名随意，程序会立刻读取。")
	ByHandJoin      = text("FOLDER is any folder of theirs. They need the first letter too, which appears below.", "FOLDER 是对方自己的任意文件夹。对方还需要第一封信，见下面。")
	ByHandSend      = text("To be sent now: %s", "现在要发出：%s")
	ByHandNewest    = text("(The newest letter is enough: it holds whatever was not answered yet. Your older ones, and those that came and were read, may be deleted; keep your newest until it is answered.)", "（只发最新的一封就够了，它包含所有尚未得到回复的内容。更早发出的信和已读过的来信都可以删除；最新的一封请留到对方回复。）")
	ErrNotByHand    = text("this invite is to a match over the network, not by hand", "这个邀请是网络对局的，不是手工传信的")
	HintNotByHand   = text("leave --by-hand away; if the network lets nothing through, the host begins anew with `darkjunqi host --by-hand FOLDER`", "去掉 --by-hand；如果网络不通，请房主用 `darkjunqi host --by-hand 文件夹` 重新开一盘")
	ErrByHandOnly   = text("this invite is to a match by hand, by letters that you carry", "这个邀请是手工传信的对局")
	HintByHandOnly  = text("`darkjunqi join INVITE --by-hand letters`, where letters is any folder; the host's first letter goes into it", "`darkjunqi join 邀请 --by-hand letters`，letters 可以是任意文件夹，把房主的第一封信放进去")
	ByHandBad       = text("%s is of no use: %v", "%s 用不上：%v")
	ByHandOther     = text("%s is a letter of another match, %s, whose phrase is: %s. It is not read here: put it into the folder of that match, and ask for the letter of this one.", "%s 是另一场对局 %s（口令：%s）的信，这里不读：请放进那场对局的文件夹，并向对方要这一局的信。")
	ByHandWaitTerms = text("Put the host's letter into %s. Waiting for it; Ctrl-C leaves.", "请把房主的信放进 %s。正在等待，按 Ctrl-C 离开。")
	ErrByHandClock  = text("by hand there can be no clock: letters take longer than %d seconds", "手工传递不能计时：信件往返超过 %d 秒")
	HintByHandRules = text("--rules standard,clock=off,grace=off", "--rules standard,clock=off,grace=off")
	HintByHandTerms = text("only the host can choose rules without a clock", "只有房主能选择不计时的规则")
	ErrByHandFlags  = text("%s is for a network, and --by-hand does without one", "%s 用于网络，与 --by-hand 不能同用")
)
