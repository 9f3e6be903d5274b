package messages

// What `bench siege` says.
var (
	SiegeShort = text("measure what players feel while their host is besieged, or watched by many", "测量房主受围攻或被众人观战时棋手的感受")
	SiegeLong  = text(
		"Plays three matches between two programs on this computer and measures each: one in peace, one while a flood of half-open connections, of idle ones and of streams comes at the host from many loopback addresses at once, and one while a crowd watches, some of whom read slowly. It says how long it takes to join, to come back after the program was killed, and from a move until both have what it brought; and how much memory the host's program has held at most. Nobody but this computer can be besieged. The besiegers have a program of their own that gets what the players leave of the processors, since in earnest they have other computers. It takes about a minute, and as many open files as there are connections.",
		"在本机两个程序之间下三盘棋并分别测量：一盘平静；一盘有大量半开连接、空闲连接与流，同时从许多本机回环地址涌向房主；一盘有众人观战，其中一些读得很慢。报告加入所需时间、程序被强行结束后恢复所需时间、从走子到双方得知结果的时间，以及房主的程序占用内存的最大值。只能围攻本机。围攻者是另一个程序，只用棋手剩下的处理器时间，因为真正的围攻者用的是别的电脑。约需一分钟，并需与连接数相当的打开文件数。")
	BesiegeShort = text("flood a host on this computer, for bench siege", "围攻本机上的房主，供 bench siege 使用")
	FlagFrom     = text("besiege from `N` addresses", "从 `N` 个地址围攻")
	FlagHalfOpen = text("keep `N` connections half open", "保持 `N` 个半开连接")
	FlagIdle     = text("keep `N` connections that say nothing", "保持 `N` 个不说话的连接")
	FlagStreams  = text("open `N` streams a second", "每秒打开 `N` 个流")
	FlagWatchers = text("let `N` watch", "让 `N` 人观战")
	FlagSlow     = text("let `N` more watch who read a hundred bytes a second", "另有 `N` 人观战，每秒只读一百字节")
	FlagMoves    = text("time `N` moves, and half as many after the restart", "计时 `N` 步，重启后再计一半")
	FlagForm     = text("give the siege, and the crowd, `TIME` to form", "先用 `TIME` 让围攻（或观众）聚集")
	FlagProgram  = text("measure this `FILE` instead of the program itself", "测量 `FILE` 而非本程序")
	ErrBesiegers = text("the numbers of a siege must be from 0 to %d", "围攻的各个数目应为 0 到 %d")
	ErrSources   = text("--from must be from 1 to %d, --moves from 1 to %d", "--from 应为 1 到 %d，--moves 应为 1 到 %d")

	SiegeHead     = text("%d half-open connections, %d idle ones and %d streams a second from %d addresses; then %d who watch, %d of them slow", "%d 个半开连接、%d 个空闲连接、每秒 %d 个流，来自 %d 个地址；然后 %d 人观战，其中 %d 人读得慢")
	SiegeQuiet    = text("in peace", "平静")
	SiegeBesieged = text("besieged", "受围攻")
	SiegeWatched  = text("watched", "被观战")
	SiegeFelt     = text("%s: joined after %s, back after %s; %d moves, median %s, worst %s; %.0f MiB; %.0f %% of a processor", "%s：%s后加入，%s后恢复；%d 步，中位数 %s，最慢 %s；%.0f MiB；占一个处理器的 %.0f %%")
	SiegeSpent    = text("  for a move the two programs computed %s; for %s their threads were ready and had no processor", "  每步两个程序共计算 %s；线程就绪却没有处理器可用共 %s")
	SiegeToll     = text("  of the siege: %d half open and %d idle at the end; %d connections made, %d turned away; %d streams", "  围攻：结束时半开 %d、空闲 %d；共建立连接 %d，被拒 %d；流 %d")
	SiegeWatchers = text("  watching at the end: %d", "  结束时观战：%d 人")
)
