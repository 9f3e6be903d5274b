package words

// Option says what an option of the rules is about, and what each of its values means at the table.
type Option struct {
	About  Text
	Values map[string]Text
	Other  Text // for values that aren't listed, which it holds as %s
}

// Value says what the option's value means.
func (o Option) Value(l Lang, value string) string {
	if t, ok := o.Values[value]; ok {
		return t.In(l)
	}
	if o.Other == (Text{}) {
		return value
	}
	return o.Other.In(l, value)
}

// carrying ends what both values of carry mean.
var carrying = text(
	"; the carrier may leave a headquarters, and where it falls the flag lies for any piece of its side to pick up; a bomb that takes the flag leaves, and the flag lies there",
	"；扛旗的棋子可以走出大本营，阵亡时军旗落在碰子处，己方任何棋子走到即可拾起；炸弹夺旗后消失，军旗落在原处")

// What some values mean beside a value of another option.
var (
	LockedButCarrier   = text("a piece in a headquarters never moves again, unless it carries a flag", "进了大本营的棋子不能再走，扛着军旗的除外")
	NoClockNoTimeouts  = text("without a clock there are no time-outs", "不计时，也就没有超时")
	RevealedAtTheStart = text("both layouts lie open from the start, so there is nothing to reveal at the end", "双方开局时已亮出布阵，终局不必再亮")
)

// Options are the options of a ruleset by name.
var Options = map[string]Option{
	"mines": {
		About: text("what a mine does to who steps on it", "踩上地雷的结果"),
		Values: map[string]Text{
			"spring":        text("a mine stays, and who steps on it leaves; but an engineer clears it and stays, and a bomb leaves together with it", "棋子踩上地雷，只有进攻方消失，地雷还在；但工兵排雷，自己留下，炸弹与地雷同归于尽"),
			"exploding":     text("a mine and who steps on it both leave; an engineer clears it and stays", "踩上地雷双方都消失；工兵排雷，自己留下"),
			"exploding-all": text("a mine and who steps on it both leave, engineers too", "踩上地雷双方都消失，工兵也一样"),
		},
	},
	"bombs-front": {
		About: text("bombs in the front row", "第一排放炸弹"),
		Values: map[string]Text{
			"off": text("no bombs in the front row", "炸弹不能放在第一排"),
			"on":  text("bombs may stand in the front row", "炸弹可以放在第一排"),
		},
	},
	"bombs-fly": {
		About: text("how bombs ride the rails", "炸弹在铁路上怎么走"),
		Values: map[string]Text{
			"off": text("bombs ride the rails like other pieces", "炸弹在铁路上和别的棋子一样走"),
			"on":  text("bombs ride the rails like engineers, round corners", "炸弹在铁路上像工兵一样可以转弯"),
		},
	},
	"rail": {
		About: text("how far ordinary pieces ride the rails", "普通棋子在铁路上怎么走"),
		Values: map[string]Text{
			"line":          text("ordinary pieces ride one straight rail line, any distance", "普通棋子沿铁路直线走，不限步数"),
			"corners":       text("ordinary pieces may turn corners on the rails", "普通棋子在铁路上可以转弯"),
			"three":         text("ordinary pieces ride at most three steps along one rail line", "普通棋子沿铁路直线最多走三步"),
			"three-corners": text("ordinary pieces ride at most three steps on the rails, and may turn", "普通棋子在铁路上最多走三步，可以转弯"),
		},
	},
	"extra-rails": {
		About:  text("more rails on the board, as b6-c5+d6-c5", "棋盘上另加的铁路，如 b6-c5+d6-c5"),
		Values: map[string]Text{"none": text("no extra rails", "没有另加的铁路")},
		Other:  text("extra rails: %s", "另加的铁路：%s"),
	},
	"scout": {
		About: text("what a lost engineer finds out", "工兵侦察"),
		Values: map[string]Text{
			"off": text("an engineer that attacks and falls finds out nothing", "工兵进攻阵亡，不侦察对方"),
			"on":  text("an engineer that attacks and falls shows everyone what it met", "工兵进攻阵亡时，公布它碰到的是什么棋子"),
		},
	},
	"show-flag": {
		About: text("whether a fallen commander shows the flag", "司令阵亡是否亮军旗"),
		Values: map[string]Text{
			"on":  text("who loses the commander shows where the flag is", "司令阵亡，亮出军旗的位置"),
			"off": text("a fallen commander shows nothing", "司令阵亡不亮军旗"),
		},
	},
	"shaken": {
		About: text("taking the flag after one's own commander fell", "全军动摇"),
		Values: map[string]Text{
			"off": text("the flag wins, whoever's commander fell", "凭军旗取胜，不论司令在不在"),
			"on":  text("who wins by the flag after losing the commander, while the other's stands, gets only a draw", "自己司令阵亡而对方司令还在时凭军旗取胜，只算和棋"),
		},
	},
	"flag-takers": {
		About: text("which pieces can take the flag", "哪些棋子能夺旗"),
		Values: map[string]Text{
			"any":           text("anything that moves can take the flag", "能走的棋子都能夺旗"),
			"not-commander": text("anything that moves but the commander can take the flag; the commander is repelled: it stays where it came from, and its turn is spent", "司令以外能走的棋子都能夺旗；司令被挡回原处，算走了一步"),
			"engineers":     text("only engineers can take the flag; other pieces are repelled: they stay where they came from, and their turn is spent", "只有工兵能夺旗；别的棋子被挡回原处，算走了一步"),
		},
	},
	"carry": {
		About: text("whether the flag has to be carried home", "夺旗后是否要扛回"),
		Values: map[string]Text{
			"off":   text("who takes the flag has won", "夺到军旗就赢"),
			"front": text("who takes the flag must carry it to its own half to win"+carrying.en, "夺旗后要扛回己方半场才赢"+carrying.zh),
			"home":  text("who takes the flag must carry it to its own headquarters to win, or next to one while others stand in both"+carrying.en, "夺旗后要扛回己方大本营才赢，两个大本营都有别的棋子时扛到相邻处即可"+carrying.zh),
		},
	},
	"hq": {
		About: text("moving out of a headquarters", "能否走出大本营"),
		Values: map[string]Text{
			"locked": text("a piece in a headquarters never moves again", "进了大本营的棋子不能再走"),
			"free":   text("pieces may leave a headquarters", "棋子可以走出大本营"),
		},
	},
	"camps": {
		About: text("entering the enemy's camps", "能否进对方行营"),
		Values: map[string]Text{
			"free": text("any empty camp may be entered", "空的行营都可以进"),
			"own":  text("only one's own camps may be entered", "只能进己方的行营"),
		},
	},
	"mountains": {
		About: text("standing on the two mountains", "能否上山界"),
		Values: map[string]Text{
			"none":      text("nobody stands on the mountains", "山界不能停子"),
			"any":       text("any piece may stand on the mountains, is safe there, and leaves them only onto an empty node", "任何棋子都可以上山界，在山上不会被吃，下山只能走到空位"),
			"engineers": text("only engineers may stand on the mountains; they are safe there, and leave them only onto an empty node", "只有工兵可以上山界，在山上不会被吃，下山只能走到空位"),
		},
	},
	"last-both": {
		About: text("when the last movable pieces leave together", "双方最后的活子同归于尽"),
		Values: map[string]Text{
			"attacker-wins": text("if the last movable pieces of both leave together, the attacker wins", "双方最后的活子同归于尽，进攻方胜"),
			"draw":          text("if the last movable pieces of both leave together, it is a draw", "双方最后的活子同归于尽，和棋"),
		},
	},
	"quiet-draw": {
		About:  text("the draw after so many turns without a clash", "连续多少步不碰子算和棋"),
		Values: map[string]Text{"off": text("no draw by quiet turns", "不限不碰子的步数")},
		Other:  text("%s turns in a row without a clash are a draw", "连续 %s 步没有碰子算和棋"),
	},
	"clock": {
		About:  text("seconds for each move", "每步的秒数"),
		Values: map[string]Text{"off": text("no clock", "不计时")},
		Other:  text("%s seconds for each move; a time-out passes the turn", "每步 %s 秒，超时轮空一步"),
	},
	"grace": {
		About:  text("how long a peer may owe something before its silence may be claimed", "对方拖欠多久才能申告其失联"),
		Values: map[string]Text{"off": text("silence is never claimed", "不申告失联")},
		Other:  text("a peer that owes something may be silent for %s minutes before that may be claimed", "对方拖欠应答超过 %s 分钟才能申告其失联"),
	},
	"timeouts": {
		About: text("the time-out that loses", "第几次超时判负"),
		Other: text("time-out number %s loses", "第 %s 次超时判负"),
	},
	"mode": {
		About: text("dark or open", "暗棋还是明棋"),
		Values: map[string]Text{
			"dark": text("dark: nobody sees the other's pieces", "暗棋：看不见对方的棋子"),
			"open": text("open: both layouts are shown before the first move", "明棋：开局前双方都亮出布阵"),
		},
	},
	"first": {
		About: text("who moves first", "谁先走"),
		Values: map[string]Text{
			"coin": text("a coin that both throw together decides who moves first", "双方共同掷币决定先手"),
			"red":  text("red moves first", "红方先走"),
			"blue": text("blue moves first", "蓝方先走"),
		},
	},
	"reveal": {
		About: text("whether the layouts are revealed at the end", "终局是否亮出布阵"),
		Values: map[string]Text{
			"end":   text("after the end both reveal their layouts, so that anyone can audit the match", "终局后双方亮出布阵，任何人都能审核这盘棋"),
			"never": text("the layouts are never revealed; the proofs alone vouch for the match", "布阵永不公开，只凭证明担保"),
		},
	},
}
