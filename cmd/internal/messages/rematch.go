package messages

// What `rematch` says.
var (
	RematchShort = text("play the last match with a friend again, from the friend's seat", "与朋友再来一盘，坐到朋友原来的座位")
	RematchLong  = text(
		"Hosts a match with the rules and the resolver of the last one that was finished with FRIEND (a name, or the beginning of a match's), and without FRIEND of the last one of all. You take the seat that the friend had. The friend joins with the invite that is printed, and sees whose it is.",
		"按最近与 FRIEND（名字，或对局名的开头）下完的那盘棋的规则与裁决方式再开一盘；不写 FRIEND 则按最近下完的一盘。你坐到朋友原来的座位。朋友用打印出的邀请加入，并能看出是谁的邀请。")
	RematchWith    = text("Once more with %s, as in %s, from the seat that was theirs.", "与%s再来一盘（上一盘 %s），你坐对方原来的座位。")
	ErrNoRematch   = text("you have finished no match with anybody yet", "你还没有与任何人下完一盘")
	ErrRematchGone = text("match %s is not in the data folder any more, so its rules are not known", "数据目录中已没有对局 %s，无从得知其规则")
	HintRematch    = text("`darkjunqi host --friend NAME` hosts a new match with them", "用 `darkjunqi host --friend 名字` 和对方新开一盘")
)
