package messages

// pageTexts are the sentences of the page, by the names that its scripts call them. The page fills %s, %d and their
// numbered forms, and no others.
var pageTexts = map[string]Text{
	"brand":    text("darkjunqi", "暗军棋"),
	"you":      text("You", "你"),
	"partner":  text("partner", "对家"),
	"copied":   text("Copied", "已复制"),
	"copy":     text("Copy", "复制"),
	"board":    text("Board", "棋盘"),
	"tabs":     text("More about the match", "对局的其他内容"),
	"zoom.out": text("Whole board", "看全图"), "zoom.in": text("Close up", "放大"), "zoom.how": text("Drag the board to move about; pinch it, or tap “Whole board”, to see all.", "拖动棋盘看别处，双指捏合或点“看全图”看全局。"),
	"nav":       text("Rooms", "页面"),
	"nav.lobby": text("Lobby", "大厅"), "nav.layouts": text("Layouts", "布阵"), "nav.replay": text("Replay", "复盘"),
	"nav.skip": text("To the content", "跳到内容"), "nav.theme": text("Light or dark", "明暗"),
	"list.separator": text(", ", "、"),

	"seat.red": text("Red", "红方"), "seat.blue": text("Blue", "蓝方"), "seat.amber": text("Amber", "黄方"), "seat.teal": text("Teal", "绿方"),
	"seat.free": text("free, waiting for somebody", "空位，等人加入"), "seat.computer": text("computer", "电脑"), "seat.online": text("connected", "在线"), "seat.offline": text("offline", "掉线"), "seat.out": text("out: %s", "出局：%s"),
	"seat.revealed": text("layout shown", "已亮子"), "seat.thinks": text("thinking", "思考中"), "seat.ready": text("ready, layout proven", "已布好，合法性已证明"), "seat.peek.awaited": text("its pieces are on their way", "布阵还没传到"), "seat.peek.false": text("what it showed is false", "亮出的布阵是假的"), "seat.chosen": text("has chosen a layout", "已布好"), "seat.arranging": text("choosing a layout", "正在布阵"),

	"seat.chosen.you": text("have chosen a layout", "已布好"), "seat.unchosen": text("layout still to come", "布阵还没到"),

	"turn.yours": text("your move", "轮到你走"), "turn.yours.first": text("Your move", "轮到你走"), "turn.offered": text("a draw is offered", "求和"), "turn.declined": text("the draw is declined", "不接受和棋"), "turn.of": text("%s to move", "轮到%s"), "turn.number": text("turn %d", "第 %d 步"),
	"turn.move": text("%s: %s–%s", "%s：%s–%s"), "turn.pass": text("%s ran out of time and passes", "%s超时，轮空"), "turn.no-move": text("%s has no legal move", "%s无子可走"),
	"turn.resign": text("%s resigns", "%s认输"), "turn.draw": text("%s accepts the draw", "%s同意和棋"), "turn.absent": text("%s is put out by the others", "%s被其余各家请出局"),
	"turn.pass.you": text("Your turn passed: time was over", "你超时，轮空"), "turn.no-move.you": text("You have no legal move", "你无子可走"), "turn.resign.you": text("You resign", "你认输"), "turn.draw.you": text("You accept the draw", "你同意和棋"), "turn.absent.you": text("The others put you out", "你被其余各家请出局"),
	"turn.short.pass": text("passes", "轮空"), "turn.short.no-move": text("no move", "无子可走"), "turn.short.resign": text("resigns", "认输"), "turn.short.draw": text("draw", "和棋"), "turn.short.absent": text("put out", "出局"),

	"clash.both": text("Both leave", "双方离场"), "clash.attacker": text("The attacker leaves", "攻方离场"), "clash.defender": text("The defender leaves", "守方离场"),
	"clash.flag": text("The flag is taken", "军旗被夺"), "clash.repelled": text("The attacker is repelled", "攻方被挡回"),
	"clash.shown": text("%s’s flag is on %s", "%s的军旗在 %s"), "clash.out": text("%s is out", "%s出局"), "clash.shown.you": text("Your flag is on %s", "你的军旗在 %s"), "clash.out.you": text("You are out", "你出局"), "clash.own": text("your %s", "你的%s"), "clash.seen": text("seen: %s", "看清是%s"),

	"reason.flag": text("the flag was taken", "军旗被夺"), "reason.no-move": text("no legal move is left", "无子可走"), "reason.resignation": text("resigned", "认输"), "reason.timeouts": text("out of time once too often", "超时次数已满"), "reason.absent": text("put out by the others", "被其余各家请出局"),
	"reason.quiet": text("too many turns without a clash", "长时间没有碰子"), "reason.agreed": text("agreed", "双方同意"), "reason.last-both": text("the last movable pieces left together", "最后的活子同归于尽"), "reason.shaken": text("the flag was taken by an army whose commander had fallen", "司令已阵亡的一方夺旗"),

	"over.won": text("You won", "你赢了"), "over.lost": text("You lost", "你输了"), "over.drew": text("A draw", "和棋"), "over.winner": text("%s won", "%s获胜"),

	"play.title":  text("Match", "对局"),
	"voice.label": text("Referee", "裁判"), "voice.loading": text("One moment…", "请稍候……"),
	"voice.again": text("%s would like another match", "%s想再来一盘"), "voice.again.yes": text("Play again, seats swapped", "换边再来"), "voice.again.yes.many": text("Play again, each one seat on", "依次换座再来"), "voice.asked": text("The other side was asked. If nothing happens, send the invite.", "已经问过对方。没有动静就把邀请发过去。"), "voice.asked.many": text("The others were asked. If somebody doesn’t come, send the invite.", "已经问过各家。谁没有动静就把邀请发过去。"),
	"voice.silent": text("The program does not answer", "程序没有响应"), "voice.silent.how": text("Is darkjunqi still running? This page goes on by itself when it is back.", "darkjunqi 还在运行吗？恢复后本页会自动继续。"),
	"voice.past": text("Looking back: turn %d", "回看：第 %d 步"), "voice.live": text("Back to the match", "回到对局"),
	"voice.convicted": text("%s cheated: proven", "%s作弊，已证实"), "voice.convicted.you": text("The others have proof that you cheated", "对方证明你作弊"),
	"voice.convicted.why": text("Proven: %s.", "已证实：%s。"), "voice.convicted.what": text("Record %d is false: %s.", "第 %d 条记录是假的：%s。"), "voice.convicted.next": text("The match has ended. The evidence is kept, and anybody can check it.", "对局终止，证据已保存，任何人都能核对。"), "voice.convicted.again": text("Whoever hosts can open another, without %s.", "房主可以另开一局，不再邀请%s。"), "voice.evidence": text("Evidence", "查看证据"),
	"voice.replay": text("Replay", "复盘"), "voice.rematch": text("Rematch, seats swapped", "换边再来"), "voice.rematch.many": text("Rematch, each one seat on", "依次换座再来"), "voice.revealing": text("Layouts are being shown…", "正在亮子……"),
	"voice.deserted": text("None of the others is here", "其他各家都不在线"), "voice.deserted.how": text("They have finished without you, or can’t reach you. Ask who hosts, or failing that another, to run in a terminal: darkjunqi resume %s. You get the rest of the match from any of them.", "他们可能已经下完，也可能连不上你。请房主（或其他任何一家）在终端运行 darkjunqi resume %s：从任何一家都能取回其余记录。"),
	"voice.alone": text("You reach none of the others, for %d s", "其他各家都连不上，已 %d 秒"), "voice.alone.how": text("The line may be down at your end, or they are all away. The match is saved, and goes on as soon as one of them is back.", "可能是你这边断网，也可能他们都不在。局面已存好，有一家回来就继续。"),
	"voice.offline": text("%s: offline for %d s", "%s掉线 %d 秒"), "voice.offline.how": text("Reconnecting; the match is saved.", "正在重连，局面已存好。"), "voice.claim": text("Claim the silence", "声明失联"), "voice.leave": text("Leave for now", "稍后再下"),
	"voice.vote": text("Silent: %s", "失联：%s"), "voice.vote.how": text("In %d s your program votes to put it out. When all others have voted, the game goes on without it.", "%d 秒后程序投票请其出局，其余各家都投票后对局继续。"), "voice.vote.now": text("Vote now", "立即投票"), "voice.vote.wait": text("Go on waiting", "继续等"),
	"voice.waiting": text("Waiting for your friend", "等朋友来"), "voice.waiting.many": text("Waiting for your friends", "等朋友们来"), "voice.waiting.how": text("Send the invite to one person only. You may close this page; keep the program running.", "邀请只发给要请的人。可以关掉本页，但程序要开着。"),
	"voice.layout": text("Arrange your army", "请布阵"), "voice.layout.how": text("Nobody sees it. It is proven legal without being shown.", "谁也看不到。不亮子也能证明布阵合法。"), "voice.layout.ready": text("The other side is ready.", "对方已布好，等你。"),
	"voice.arranging": text("Waiting for the layout: %s", "等%s布阵"), "voice.arranging.how": text("Yours is committed: nobody sees it, and nobody can change it.", "你的布阵已承诺，谁也看不到，也不能再改。"),
	"voice.setup": text("Layouts are being proven", "正在证明布阵合法"),
	"voice.owes":  text("Waiting for %s’s answer", "等%s应答"), "voice.answering": text("Answering…", "正在应答……"), "voice.proof.sent": text("the proof is sent", "证明已发出"),
	"voice.offering": text("Your next move carries an offer of a draw", "下一步同时求和"), "voice.offer": text("%s offers a draw", "%s求和"), "voice.offer.how": text("To decline, just make your move.", "不接受就直接走棋。"), "voice.accept": text("Accept", "接受"),
	"voice.begin": text("Pick a piece, then where it goes.", "先点棋子，再点目的地。"), "voice.begin.wait": text("The other side begins.", "对方先走。"), "voice.begin.at": text("Before the first move", "开局"),
	"hold.unheard": text("Waiting for the others to say how far the match is", "等对方告知对局进度"), "hold.unheard.how": text("Nothing is signed before that, so that nothing is signed twice. Of several others, one that stays away is waited for two minutes.", "在此之前不签名，以免重复签名。多人局里有不在的，最多等两分钟。"),
	"hold.behind": text("The match file is older than what was sent", "对局文件比已发出的旧"), "hold.behind.how": text("Put the newer file back, or wait until the other side sends it.", "请换回较新的文件，或等对方发来。"),
	"setup.what": text("Your layout is committed. Each side now proves that its own is legal.", "你的布阵已承诺，双方各自证明布阵合法。"), "setup.how": text("This takes a moment. Nothing about where your pieces stand is shown.", "需要一点时间，不会透露你的棋子在哪里。"),

	"voice.silent.anew": text("If you have started it anew, it has another address: it opens that page, or prints where it is.", "如果重新启动过，地址已变：程序会打开新页，或在终端显示新地址。"),

	"voice.asked.who": text("asked for another match: %s", "已邀请%s再来一盘"), "invite.byhand": text("The invite, to be sent by hand", "手动发送邀请"),

	"turn.timeouts": text("time-out %d (number %d loses)", "第 %d 次超时（第 %d 次判负）"), "fate.timeout": text("%s, %s", "%s，%s"),
	"fate.since": text("since your last move: %s", "上一步以来：%s"), "fate.left": text("(your %s left)", "（你的%s离场）"), "fate.stood": text("(your %s stayed)", "（你的%s还在）"), "fate.flag": text("your flag on %s was shown", "你在 %s 的军旗已亮明"),

	"losses.own": text("Own losses", "我方阵亡"), "losses.of": text("Losses: %s", "%s 阵亡"), "losses.count": text("%d, %d stand", "%d 子，余 %d"), "losses.none": text("none", "无"), "lost.short": text("lost %d", "失 %d"), "lost.long": text("lost %d, %d stand", "失 %d 子，余 %d 子"),
	"moves.title": text("Moves", "棋谱"), "moves.latest": text("Latest moves", "最近几步"), "moves.left": text("left: %s", "离场：%s"), "moves.offer": text("a draw was offered", "求和"), "moves.flag": text("a flag was shown", "亮旗"),
	"piece.none": text("Pick an enemy piece to see what is known of it, and to mark it.", "点一枚敌子，看已知的事，做记号。"), "piece.own": text("yours", "己方"), "piece.shown": text("shown", "已亮明"), "piece.opened": text("lies open", "已亮子"), "piece.certain": text("certain", "可以断定"), "piece.known": text("known so far", "目前所知"), "piece.may": text("can only be", "只可能是"), "piece.unknown": text("nothing known", "一无所知"),
	"piece.anything": text("anything", "任何棋子"), "piece.not": text("can't be %s", "不是%s"), "piece.hidden": text("hidden", "暗"), "piece.left": text("left in turn %d", "第 %d 步离场"),
	"fact.place": text("started on %s", "起于 %s"), "fact.move": text("moved in turn %d", "第 %d 步走动"), "fact.clash": text("turn %d, met your %s", "第 %d 步遇我%s"), "fact.clash.other": text("turn %d, met a %s", "第 %d 步遇%s"), "fact.clash.plain": text("clash in turn %d", "第 %d 步碰子"), "fact.flag": text("shown in turn %d", "第 %d 步亮旗"), "fact.stuck": text("could not move in turn %d", "第 %d 步走不动"), "fact.count": text("by counting, turn %d", "清点，第 %d 步"), "fact.announced": text("announced in turn %d", "第 %d 步宣布"),
	"mark.title": text("Your mark", "我的记号"), "mark.private": text("only you see it", "只有你看得见"), "mark.out": text("the facts rule it out", "与已知的事不符"), "mark.erase": text("Erase the mark", "擦掉记号"),
	"node.empty": text("empty", "空"), "node.own": text("your %s", "己方%s"), "node.partner": text("partner’s piece, %s", "对家棋子，%s"), "node.enemy": text("%s’s piece, %s", "%s棋子，%s"), "node.mark": text("marked %s", "记号%s"), "node.hit": text("may be attacked", "可以进攻"), "node.go": text("may be moved to", "可以走到"),
	"rules.foreign": RulesNotOurs, "rules.clock": text("%d s a move; time-out number %d loses.", "每步 %d 秒，第 %d 次超时判负。"), "rules.noclock": text("No clock.", "不计时。"), "rules.quiet": text("%d of %d turns without a clash", "静步 %d / %d"),
	"proof.title": text("Proofs and traffic", "证明与流量"), "proof.verified": text("verified", "已验证"), "proof.checked": text("checked here", "本机已验证"), "proof.made": text("made by you", "由你作出"), "proof.bytes": text("bytes of proofs", "证明大小"), "proof.traffic": text("sent / received", "发送 / 接收"), "proof.link": text("link", "连接"), "proof.resolver": text("clashes by", "碰子裁决"),
	"path.is": PathIs, "path.same-network": Paths["same-network"], "path.direct": Paths["direct"], "path.punched": Paths["punched"], "path.relay": Paths["relay"], "path.by-hand": Paths["by-hand"],

	"act.offer": text("Draw", "求和"), "act.offer.how": text("Offered with your next move", "随下一步提出"), "act.resign": text("Resign", "认输"), "act.resign.sure": text("Resign? Yes", "认输？确定"), "act.resign.from": text("Nobody resigns before turn %d.", "第 %d 步起才能认输。"), "act.resign.no": text("Play on", "接着下"), "act.offer.next": text("Offer a draw", "下一步求和"), "act.pass": text("Pass", "轮空"), "act.flip": text("Flip", "翻转"), "act.more": text("More", "更多"),
	"step.start": text("Start", "开局"), "step.back": text("Back", "上一步"), "step.on": text("Forward", "下一步"), "step.end": text("Latest", "最后"), "step.play": text("Play", "播放"), "step.pause": text("Pause", "暂停"),
	"step.slider": text("Turn", "步数"), "step.of": text("turn %d of %d", "第 %d 步，共 %d 步"), "step.legend": text("pieces left; ticks are clashes", "余子；竖线是碰子"), "step.before": text("Before the first move", "开局"), "step.before.how": text("Both layouts are committed and proven legal.", "双方布阵已承诺并证明合法。"), "step.before.how.many": text("All layouts are committed and proven legal.", "各家布阵均已承诺并证明合法。"),
	"stuck.planted": text("This %s never moves.", "%s不能走动。"), "stuck.locked": text("What is in a %s stays there.", "进了%s就不能再动。"), "stuck.now": text("This %s has nowhere to go now.", "这枚%s现在走不动。"),
	"typed.label": text("Type a move", "输入走法"), "typed.go": text("Move", "走"), "typed.illegal": text("%s is not a legal move now.", "现在不能走 %s。"), "typed.form": text("A move is written as a6-a7, not %s.", "走法写作 a6-a7，不是 %s。"),
	"tab.piece": text("Piece", "识子"), "tab.losses": text("Losses", "阵亡"), "tab.moves": text("Moves", "棋谱"), "sheet.close": text("Close", "关闭"),
	"more.facts": text("Show what can be concluded", "显示推断"), "more.places": text("Show the names of places", "显示位置名"), "more.sound": text("Sound", "声音"), "more.picture": text("Save the board as %s", "把棋盘存成 %s"), "more.notify": text("Notify me of my turn", "轮到我时通知"),
	"more.keys": text("Keys: arrows and Enter on the board, / types a move, m marks, f flips, [ and ] look back, Esc gives up.", "按键：棋盘上用方向键和回车，/ 输入走法，m 做记号，f 翻转，[ ] 回看，Esc 放弃。"),

	"guide": text("How to play", "玩法"), "guide.title": text("How to play: %s", "%s怎么下"),
	"guide.aim": text("Take the enemy’s %s. Who has nothing left that can move has lost too.", "夺取对方%s。无子可走也算输。"), "guide.aim.carry": text("Take the enemy’s %s and carry it home. Who has nothing left that can move has lost too.", "夺取对方%s并扛回家。无子可走也算输。"), "guide.aim.plain": text("Leave the enemy nothing that can move.", "让对方无子可走。"),
	"guide.unseen": text("You see your own pieces only. When two meet, everybody hears who leaves, and nothing else. There is no referee: each answer is proven.", "只看得见自己的子。两子相碰，只宣布谁离场。没有裁判，每次应答都有证明。"), "guide.unseen.some": text("You see your own pieces only. When two meet, everybody hears who leaves, and what the rules say must be shown. There is no referee: each answer is proven.", "只看得见自己的子。两子相碰，宣布谁离场，以及规则要求亮明的。没有裁判，每次应答都有证明。"),
	"guide.step": text("Pick one of your pieces, then where it goes: one step along a road, onto an empty place or an enemy.", "先点自己的子，再点目的地：沿路走一步，到空位或敌子上。"), "guide.line.all": text("Along a railway, straight on, as far as it is free.", "走铁路时，直行多远都可以，中间不能有子。"), "guide.line": text("Only straight on, as far as it is free: %s.", "可以直行多步，中间不能有子：%s。"), "guide.rail": text("Along railways round corners too: %s.", "走铁路还能拐弯：%s。"), "guide.most": text("most pieces", "多数棋子"),
	"guide.safe": text("Who stands in a %s can’t be attacked.", "%s里的子不能被攻击。"), "guide.locked": text("Who is in a %s stays there.", "进了%s就不能再动。"),
	"guide.shows": text("When the %s leaves, everybody sees where its flag stands.", "%s离场，军旗就要亮明。"),
	"guide.signs": text("Signs on hidden pieces", "暗子上的记号"), "guide.signs.band": text("A band says what follows from what was seen: ≥5 is rank 5 or higher.", "横条是推断：≥团就是团长或更大。"), "guide.signs.dot": text("A dot: it has moved.", "圆点：走动过。"), "guide.signs.slip": text("A yellow slip is your own guess, for your eyes only.", "黄签是你自己的猜测，只有你看得见。"), "guide.signs.ring": text("A green dot or ring: the picked piece may go or attack there.", "绿点、绿圈：选中的子可以走到或攻击。"),
	"guide.hands": text("Hands and keys", "操作"), "guide.hands.mark": text("A click on an enemy piece tells what is known of it; a right click or a long press marks it.", "点敌子看已知的事，右击或长按做记号。"),
	"guide.ranks": text("Ranks", "大小"), "guide.ranks.how": text("The higher one stays, the other leaves. Of two equal ones both leave.", "大吃小，相同则双方离场。"),
	"guide.both": text("Whoever it meets, both leave.", "碰到谁都双方离场。"), "guide.still": text("It can’t move.", "不能走动。"), "guide.then": text("; ", "；"), "guide.by": text("%s: %s", "%s：%s"),
	"guide.attacked": text("Attacked: %s.", "被攻击：%s。"), "guide.attacked.attacker": text("the attacker leaves", "攻方离场"), "guide.attacked.defender": text("it leaves", "它离场"), "guide.attacked.both": text("both leave", "双方离场"),
	"guide.attacks": text("Attacking: %s.", "攻击：%s。"), "guide.attacks.attacker": text("it leaves", "它离场"), "guide.attacks.defender": text("the other leaves", "对方离场"), "guide.attacks.both": text("both leave", "双方离场"),
	"rules.name.standard": text("Standard Junqi", "标准军棋"), "rules.name.qq": text("QQ Junqi", "QQ军棋"), "rules.name.app": text("Phone-app Junqi", "手机军棋"), "rules.name.siguo": text("Siguo: two against two", "四国军棋"),

	"invite.one": text("The invite: send it to one person only", "邀请，只发给要请的人"), "invite.for": text("The invite for %s: send it to one person only", "给%s的邀请，只发给一个人"), "invite.copy": text("Copy invite", "复制邀请"), "invite.command": text("Copy it as a command for a terminal", "复制成终端命令"), "invite.mail": text("Send it by mail", "用邮件发送"), "invite.subject": text("A match of Dark Junqi", "来一盘暗军棋"), "invite.letter": text("Paste this into darkjunqi, under “Got an invite?”:\n\n%s\n", "把下面这串粘贴到 darkjunqi 的“收到邀请？”里：\n\n%s\n"), "invite.qr": text("The invite as a QR code", "邀请的二维码"), "invite.terms": text("The terms of this match", "这盘棋的条件"),
	"invite.ready": text("The invite is ready", "邀请已备好"), "invite.ready.how": text("it names this computer and holds a secret for your guest", "含有本机地址和给客人的密钥"), "invite.waiting": text("Waiting for the guest to accept", "等对方接受"), "invite.waiting.how": text("you may close this page; keep the program running", "可以关掉本页，但程序要开着"), "invite.joined": text("%d of %d have joined", "%d / %d 已加入"), "invite.layouts": text("Everybody chooses a layout", "各自布阵"), "invite.layouts.how": text("play starts once all are proven legal", "全部证明合法后开局"),

	"lobby.play": text("Play a match", "下一盘"), "lobby.rules": text("Rules", "规则"), "lobby.file": text("a file of your own", "自己的规则文件"), "lobby.name": text("Your name", "你的名字"), "lobby.noname": text("may stay empty", "可不填"),
	"lobby.host": text("Invite a friend", "请朋友来下"), "lobby.host.many": text("Invite friends", "请朋友们来下"),
	"lobby.join": text("Got an invite?", "收到邀请？"), "lobby.join.how": text("You see the terms first, then decide.", "先看清条件，再决定加不加入。"), "lobby.look": text("Show the terms", "看条件"),
	"lobby.computers": text("Against the computer", "和电脑下"), "lobby.people": text("With people", "和朋友下"), "lobby.practise": text("Practise", "练习"), "lobby.practise.how": text("By the chosen rules. All the cryptography runs.", "用选定的规则。同样加密，同样逐步验证。"), "lobby.computer": text("Computer (%s)", "电脑（%s）"), "lobby.level": text("Strength", "棋力"),
	"friends.how": text("played with before", "一起下过"), "friends.said": text("“%s”", "“%s”"), "friends.invite": text("Invite", "邀请"), "friends.name": text("Name %s", "给%s起名"), "friends.forget": text("Forget %s", "忘掉%s"), "friends.forget.sure": text("Forget? Yes", "忘掉？确定"), "friends.known": text("you have finished a match with this player", "和这位下完过一盘"),
	"phrase.how":    text("To be sure who is at the other end, compare these words aloud, on the phone for instance:", "要确认对面是谁，可以打电话核对这几个词："),
	"lobby.friends": text("Known friends", "认识的朋友"), "lobby.nameless": text("no name", "无名"), "lobby.going": text("Go on with", "接着下"), "lobby.past": text("Past matches", "下过的棋"), "lobby.drop": text("drop a transcript here to audit it", "把棋谱拖到这里也能审"), "lobby.empty": text("No matches yet. Invite a friend, or practise.", "还没下过棋。请个朋友，或先练习。"),
	"past.won": text("won", "胜"), "past.lost": text("lost", "负"), "past.drew": text("drawn", "和"), "past.invited": text("nobody has joined", "还没人加入"), "past.setup": text("layouts are being chosen", "正在布阵"), "past.play": text("being played", "没下完"), "past.over": text("over", "已结束"), "past.sealed": text("ended by proof of cheating", "因作弊终止"), "past.unreadable": text("unreadable", "读不了"),
	"past.because": text(": ", "："), "past.auditing": text("being audited", "正在审核"), "past.resume": text("Resume", "继续"), "past.delete": text("Delete for good", "永久删除"), "past.delete.sure": text("Delete? Yes", "删除？确定"),
	"verdict.honest": text("honest", "诚实"), "verdict.cheating": text("cheating, proven", "作弊，已证实"), "verdict.unfinished": text("unfinished", "未下完"), "verdict.unreadable": text("unreadable", "读不了"),
	"terms.all": text("All terms", "全部条件"), "terms.title": text("The terms of this match", "这盘棋的条件"), "terms.how": text("Offered by: %s. Nobody can change them later; all sign.", "邀请人：%s。加入后不能再改，各方都签名。"), "terms.no": text("Don’t join", "不加入"), "terms.yes": text("Join as %s", "加入，坐%s"),

	"layout.triangle": text("Triangle", "三雷护旗"), "layout.left-hook": text("Left hook", "左翼突破"), "layout.ambush": text("Ambush", "伏击"), "layout.decoy": text("Decoy", "疑兵"), "layout.sappers": text("Sappers", "工兵先行"),
	"editor.board": text("Layout", "布阵"), "editor.changed": text("%s, changed", "%s（已改）"), "editor.only": text("starts only on %s", "只能放在 %s"), "editor.nothere": text("can’t start here", "不能放在这里"), "editor.untitled": text("New layout", "新布阵"), "editor.undo": text("Undo", "撤销"), "editor.mirror": text("Mirror", "镜像"), "editor.random": text("Random", "随机"), "editor.legal": text("Legal. Tap two pieces to swap them, or drag one onto another.", "布阵合法。点两枚棋子互换，也可以拖动。"), "editor.pick": text("A ring shows what it may change places with.", "有圈的可以互换。"),
	"editor.choose": text("Play with this layout", "就用这个布阵"), "editor.save": text("Save", "保存"), "editor.name": text("Name of the layout", "布阵的名字"), "editor.saved": text("Saved: %s", "已保存：%s"), "editor.deleted": text("Deleted: %s", "已删除：%s"), "editor.delete": text("Delete %s", "删除%s"), "editor.open": text("Open", "打开"),
	"editor.presets": text("Well-known formations", "常用阵形"), "editor.fewer": text("Fewer", "收起"), "editor.mine": text("Your layouts", "我的布阵"), "editor.local": text("kept on this computer", "存在本机"), "editor.none": text("None yet.", "还没有。"), "editor.transfer": text("As text, as a file", "导入导出"), "editor.text": text("The layout in letters", "布阵的文本"), "editor.file": text("Open a file", "打开文件"), "editor.recorded": text("Layouts in this recording", "这份棋谱里的布阵"), "editor.rules": text("For the rules", "规则"), "editor.swappable": text("may change places", "可以互换"),

	"audit.title": text("Look at a match again, or audit it", "复盘与审核"), "audit.how": text("Drop a transcript or a certificate anywhere on this page. Every signature and every proof in it is checked here, on this computer.", "把棋谱或证书拖到本页。其中每个签名、每个证明都在本机核对。"), "audit.match": AuditMatch, "audit.key": AuditKey, "audit.save": text("Save", "保存"), "audit.open": text("Open a file", "打开文件"), "audit.figures": text("%s, %s, %s, checked in %s", "%s，%s，%s，验证用时 %s"), "audit.evidence": text("A certificate of %s, checked in %s: it stands by itself, and shows no game.", "证书 %s，验证用时 %s。证书本身就是证据，里面没有棋谱。"),
	"level.random": text("Easy", "入门"), "level.sensible": text("Medium", "普通"), "level.strong": text("Strong", "较强"),

	"eyes": text("Seen as", "视角"), "eyes.seat": text("%s", "%s所见"), "eyes.public": text("Public", "旁观"), "eyes.open": text("All open", "全亮"),
}

// pageCounts are the nouns with numbers of the page.
var pageCounts = map[string]Count{
	"proofs.far":    count("%d proof checked so far", "%d proofs checked so far", "已验证 %d 个证明"),
	"count.records": count("%d record", "%d records", "%d 条记录"),
	"count.proofs":  count("%d proof", "%d proofs", "%d 个证明"),
	"lobby.seats":   count("%d seat", "%d seats", "%d 人"),
	"past.turns":    count("%d turn", "%d turns", "%d 步"),
	"editor.more":   count("and %d more", "and %d more", "还有 %d 处"),
	"editor.all":    count("All %d", "All %d", "全部 %d 个"),
}

// Plural is a noun with a number, as the page takes it.
type Plural struct {
	One   string `json:"one"`
	Other string `json:"other"`
}

// Page is the words of the page in one language, by name: a string, or a Plural.
func Page(l Lang) map[string]any {
	said := make(map[string]any, len(pageTexts)+len(pageCounts))
	for name, t := range pageTexts {
		said[name] = t.In(l)
	}
	for name, c := range pageCounts {
		if l == Chinese {
			said[name] = Plural{c.zh, c.zh}
		} else {
			said[name] = Plural{c.one, c.other}
		}
	}
	return said
}
