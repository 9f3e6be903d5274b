package junqi

import (
	"slices"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Option is one rule that the players settle before a match.
type Option struct {
	Name    string       // as "mines"
	Value   string       // as "spring"
	Default string       // the value in the first preset of the game, such as "standard"
	Allowed []string     // the values there are, the usual one first; N stands for a number
	About   engine.Names // what the option decides, in a few words
	Means   engine.Names // what the value means, in a few words
	// Meanings says what each of Allowed means; % stands for the number or the pairs.
	Meanings []engine.Names
}

// Options lists the options of the game that a text such as "standard" or
// "siguo,way=open" names, with the values that the text gives them.
func Options(spec string) ([]Option, error) {
	s, err := readSpec(spec)
	if err != nil {
		return nil, coded.Errorf("junqi.rules", "rules: %w", err)
	}
	usual, _ := readSpec(s.game.presets()[0].name)
	var list []Option
	for _, o := range s.game.options() {
		list = append(list, Option{
			Name:    o.name,
			Value:   s.get(o.name),
			Default: usual.get(o.name),
			Allowed: o.allowed(),
			About:   o.about,
			Means:   o.means(s.get(o.name)),

			Meanings: o.meanings(),
		})
	}
	return list, nil
}

// game is a family of rulesets with one board.
type game uint8

const (
	duel   game                      = 1 << iota // two players
	siguo                                        // 四国军棋
	flip                                         // 翻棋
	banqi                                        // 暗棋, with the pieces of xiangqi
	sanguo                                       // 三国鼎立
	liuguo                                       // 六国大战
	more   = siguo | sanguo | liuguo             // more than two lay out their pieces
	allied = siguo | liuguo                      // in teams, perhaps
	laid   = duel | more                         // players lay out their pieces
	two    = duel | flip                         // on the board of two
	junqi  = laid | flip                         // with the army of Junqi
	every  = junqi | banqi
)

// optionSpec describes one option. The first of its values is the default. An option that
// takes more than the words listed has a read function, which returns the one way to
// write the value, and a last value that stands for these.
type optionSpec struct {
	name   string
	games  game
	about  engine.Names
	values []valueSpec
	read   func(value string) (string, error)
}

// valueSpec is a value and what it means. In the words for a value that stands for others,
// % is the value.
type valueSpec struct{ word, en, zh string }

// The bounds of the options that are numbers.
const (
	maxGrace      = engine.MaxGrace / 60 // minutes
	maxExtraRails = 24                   // pairs
)

// optionTable lists every option in the order in which they are printed.
var optionTable = []optionSpec{
	{"seats", siguo, engine.Names{EN: "number of players", ZH: "几家对局"}, []valueSpec{
		{"4", "four players", "四家"},
		{"3", "three players", "三家"},
		{"2", "two players, on opposite arms", "单挑"},
	}, nil},
	{"seats", flip, engine.Names{EN: "number of players", ZH: "几家对局"}, []valueSpec{
		{"2", "two players", "两家"},
		{"4", "four players", "四家"},
	}, nil},
	{"teams", siguo | flip, engine.Names{EN: "who is allied with whom", ZH: "是否结盟"}, []valueSpec{
		{"partners", "players sitting opposite are partners", "对家联盟"},
		{"all", "everyone plays alone", "各自为战"},
	}, nil},
	{"teams", liuguo, engine.Names{EN: "who is allied with whom", ZH: "是否结盟"}, []valueSpec{
		{"two", "two teams of three, whose players alternate", "两队各三家，隔家结盟"},
		{"pairs", "three teams of two, sitting opposite", "三队各两家，对家结盟"},
		{"all", "everyone plays alone", "各自为战"},
	}, nil},
	{"chiefs", liuguo, engine.Names{EN: "whether a team is out with its commander-in-chief", ZH: "是否主帅制"}, []valueSpec{
		{"off", "a team plays on until all its players are out", "不设主帅"},
		{"on", "each team has a commander-in-chief, and is out when that player is", "主帅出局则全队负"},
	}, nil},
	{"board", sanguo, engine.Names{EN: "the board", ZH: "棋盘"}, []valueSpec{
		{"three", "three arms around a plain", "三臂棋盘"},
		{"cross", "the board of four with one arm closed", "四国棋盘，空一家"},
	}, nil},
	{"way", siguo | liuguo, engine.Names{EN: "whose pieces a player sees", ZH: "四暗、双明还是全明"}, []valueSpec{
		{"dark", "dark: you see only your own pieces", "四暗"},
		{"partners", "partners see each other's pieces", "双明"},
		{"open", "open: everyone sees all pieces", "全明"},
		{"drawn", "dark, with layouts drawn by lot", "布阵抽签"},
	}, nil},
	{"out-sees", allied, engine.Names{EN: "whether a player who is out sees the partner's pieces", ZH: "出局后能否看对家"}, []valueSpec{
		{"off", "a player who is out does not see the partner's pieces", "出局不看对家"},
		{"on", "a player who is out sees the partner's pieces", "出局可看对家"},
	}, nil},
	{"turn", more, engine.Names{EN: "direction of play", ZH: "轮走方向"}, []valueSpec{
		{"counter-clockwise", "play goes counter-clockwise", "逆时针轮走"},
		{"clockwise", "play goes clockwise", "顺时针轮走"},
	}, nil},
	{"palace", siguo, engine.Names{EN: "whether pieces may stop in the palace", ZH: "九宫能否停子"}, []valueSpec{
		{"stop", "pieces may stop in the palace", "九宫可停"},
		{"pass", "pieces pass through the palace without stopping", "九宫只过不停"},
	}, nil},
	{"empty-arms", siguo, engine.Names{EN: "whether pieces may enter arms that nobody plays", ZH: "能否进空家"}, []valueSpec{
		{"closed", "arms that nobody plays are closed", "空家不能进"},
		{"open", "pieces may enter arms that nobody plays", "空家可以进"},
	}, nil},
	{"mines", laid, engine.Names{EN: "what happens when a piece hits a mine", ZH: "踩上地雷的结果"}, []valueSpec{
		{"spring", "a mine stays on the board", "地雷不消失"},
		{"exploding", "a mine is removed with the piece that attacks it", "踩雷同归于尽"},
		{"exploding-all", "a mine is removed with whatever attacks it, engineers too", "工兵踩雷也同归于尽"},
	}, nil},
	{"colours", flip, engine.Names{EN: "how the players get their colours", ZH: "怎样定颜色"}, []valueSpec{
		{"first", "the first piece turned up gives its colour to whoever turns it up", "首个翻出的子定色"},
		{"engineer", "the first engineer turned up gives its colour to whoever turns it up", "首个翻出的工兵定色"},
		{"fixed", "red plays red, blue plays blue", "各执己色"},
	}, nil},
	{"strike", flip | banqi, engine.Names{EN: "whether a piece may move onto one that is face down", ZH: "能否碰暗子"}, []valueSpec{
		{"off", "no piece can move onto one that is face down", "不碰暗子"},
		{"on", "a piece may move onto one that is face down, which turns it up", "可碰暗子"},
	}, nil},
	{"mines", flip, engine.Names{EN: "which pieces may attack a mine", ZH: "谁能碰地雷"}, []valueSpec{
		{"engineers", "only engineers and bombs may attack a mine", "只有工兵和炸弹能碰地雷"},
		{"spring", "a mine removes whatever attacks it except engineers, and stays", "踩雷者阵亡，地雷不消失"},
		{"exploding", "a mine is removed with the piece that attacks it, except by engineers", "踩雷同归于尽"},
	}, nil},
	{"win", flip, engine.Names{EN: "how a player wins", ZH: "怎样取胜"}, []valueSpec{
		{"smallest", "clear all mines, then take the flag with your smallest piece", "排尽地雷后，由最小的子扛旗"},
		{"engineers", "clear all mines, then take the flag with an engineer", "排尽地雷后，由工兵扛旗"},
		{"any", "clear all mines, then take the flag with any piece", "排尽地雷后，任何子可扛旗"},
		{"home", "clear all mines, then carry the flag to your own headquarters", "排尽地雷后，扛旗回大本营"},
		{"pieces", "take all pieces that can move: the flag can't be attacked", "吃光能动的子，军旗不可碰"},
	}, nil},
	{"bombs-front", laid, engine.Names{EN: "whether bombs may start in the front row", ZH: "炸弹能否放第一排"}, []valueSpec{
		{"off", "no bombs in the front row", "炸弹不放第一排"},
		{"on", "bombs may start in the front row", "炸弹可放第一排"},
	}, nil},
	{"bombs-fly", junqi, engine.Names{EN: "whether bombs turn corners on the rails", ZH: "炸弹能否转弯"}, []valueSpec{
		{"off", "bombs do not turn corners", "炸弹不转弯"},
		{"on", "bombs turn corners on the rails", "炸弹可转弯"},
	}, nil},
	{"rail", junqi, engine.Names{EN: "how pieces other than engineers move on rails", ZH: "工兵以外的棋子在铁路上怎么走"}, []valueSpec{
		{"line", "along one line", "铁路直走"},
		{"corners", "turning corners", "铁路可转弯"},
		{"three", "three steps along one line", "铁路直走三步"},
		{"three-corners", "three steps, turning corners", "铁路三步可转弯"},
	}, nil},
	{"extra-rails", two, engine.Names{EN: "rails added to the board, as b6-c5+d6-c5", ZH: "另加的铁路，如 b6-c5+d6-c5"}, []valueSpec{
		{"none", "no extra rails", "不加铁路"},
		{"PAIRS", "extra rails %", "加铁路%"},
	}, readRails},
	{"half-open", laid, engine.Names{EN: "which pieces are shown after a clash", ZH: "是否半明"}, []valueSpec{
		{"off", "a clash shows no piece", "碰子不亮明"},
		{"attacked", "a piece that was attacked and stays is shown", "被碰未死的子亮明"},
		{"fought", "a piece that attacked or was attacked and stays is shown", "碰过未死的子都亮明"},
	}, nil},
	{"scout", laid, engine.Names{EN: "whether an engineer that dies attacking reveals its target", ZH: "工兵阵亡是否侦察"}, []valueSpec{
		{"off", "no scouting", "工兵不侦察"},
		{"on", "an engineer that dies attacking reveals its target", "工兵侦察"},
	}, nil},
	{"show-flag", laid, engine.Names{EN: "whether losing the commander reveals the flag", ZH: "司令阵亡是否亮旗"}, []valueSpec{
		{"on", "losing the commander reveals the flag", "司令阵亡亮旗"},
		{"off", "losing the commander reveals nothing", "司令阵亡不亮旗"},
	}, nil},
	{"shaken", duel, engine.Names{EN: "whether an army without its commander can still win by the flag", ZH: "全军动摇"}, []valueSpec{
		{"off", "taking the flag wins, with or without a commander", "全军不动摇"},
		{"on", "taking the flag draws if only the taker has no commander", "全军动摇"},
	}, nil},
	{"flag-takers", laid, engine.Names{EN: "which pieces may take the flag", ZH: "谁能夺旗"}, []valueSpec{
		{"any", "any piece that moves may take the flag", "都能夺旗"},
		{"not-commander", "commanders may not take the flag", "司令不能夺旗"},
		{"engineers", "only engineers may take the flag", "只有工兵夺旗"},
	}, nil},
	{"carry", duel, engine.Names{EN: "where a captured flag must be carried to win", ZH: "夺旗后是否扛回"}, []valueSpec{
		{"off", "capturing the flag wins at once", "夺旗即胜"},
		{"front", "a captured flag must be carried to your own half", "扛旗回半场"},
		{"home", "a captured flag must be carried to your own headquarters", "扛旗回大本营"},
	}, nil},
	{"hq", junqi, engine.Names{EN: "whether pieces may leave a headquarters", ZH: "能否走出大本营"}, []valueSpec{
		{"locked", "a piece in a headquarters stays there", "进营不出"},
		{"free", "pieces may leave a headquarters", "大本营可出"},
	}, nil},
	{"camps", laid, engine.Names{EN: "whose camps a piece may enter", ZH: "能进谁的行营"}, []valueSpec{
		{"free", "any empty camp", "行营都可进"},
		{"own", "only your own camps", "只进己方行营"},
	}, nil},
	{"mountains", two, engine.Names{EN: "which pieces may stop on the two mountains", ZH: "谁能上山界"}, []valueSpec{
		{"none", "no piece may stop on the mountains", "山界不停子"},
		{"any", "any piece may stop on the mountains", "山界可停子"},
		{"engineers", "engineers may stop on the mountains", "工兵可上山界"},
	}, nil},
	{"last-both", two, engine.Names{EN: "result when the last movable pieces are removed together", ZH: "最后的活子同归于尽"}, []valueSpec{
		{"attacker-wins", "the side that attacked wins", "活子同尽攻方胜"},
		{"draw", "a draw when the last movable pieces are removed together", "活子同尽和棋"},
	}, nil},
	{"quiet-draw", junqi, engine.Names{EN: "how many turns without a clash make a draw", ZH: "多少步不碰子和棋"}, []valueSpec{
		{"70", "a draw after 70 turns without a clash", "70步不碰子和棋"},
		{"off", "no draw by turns without a clash", "不碰子不和棋"},
		{"N", "a draw after % turns without a clash", "%步不碰子和棋"},
	}, number(engine.MaxQuiet, "off")},
	{"quiet-draw", banqi, engine.Names{EN: "how many turns without a capture or a flip make a draw", ZH: "多少步不吃不翻和棋"}, []valueSpec{
		{"50", "a draw after 50 turns without a capture or a flip", "50步不吃不翻和棋"},
		{"off", "no draw by turns without a capture or a flip", "不吃不翻不和棋"},
		{"N", "a draw after % turns without a capture or a flip", "%步不吃不翻和棋"},
	}, number(engine.MaxQuiet, "off")},
	{"clock", every, engine.Names{EN: "time for each move", ZH: "每步的秒数"}, []valueSpec{
		{"60", "60 s a move", "每步60秒"},
		{"off", "no clock", "不计时"},
		{"N", "% s a move", "每步%秒"},
	}, number(engine.MaxClock, "off")},
	{"grace", every, engine.Names{EN: "minutes before a player may report that another does not respond", ZH: "拖欠几分钟可声明失联"}, []valueSpec{
		{"10", "a missing response may be reported after 10 min", "10分钟可声明失联"},
		{"off", "a missing response can't be reported", "不声明失联"},
		{"N", "a missing response may be reported after % min", "%分钟可声明失联"},
	}, number(maxGrace, "off")},
	{"timeouts", every, engine.Names{EN: "after how many time-outs a player loses", ZH: "第几次超时判负"}, []valueSpec{
		{"4", "a loss after 4 time-outs", "第4次超时判负"},
		{"1", "the first time-out loses", "第1次超时判负"},
		{"N", "a loss after % time-outs", "第%次超时判负"},
	}, number(engine.MaxTimeouts, "")},
	{"resign-from", every, engine.Names{EN: "when a player may resign", ZH: "几步后可认输"}, []valueSpec{
		{"off", "players may resign at any time", "随时可认输"},
		{"N", "players may resign after % turns", "%步后可认输"},
	}, number(engine.MaxResign, "off")},
	{"mode", duel | sanguo, engine.Names{EN: "whether pieces are hidden from the opponent", ZH: "暗棋还是明棋"}, []valueSpec{
		{"dark", "dark", "暗棋"},
		{"open", "open", "明棋"},
		{"drawn", "dark, with layouts drawn by lot", "布阵抽签"},
	}, nil},
	{"first", two | banqi, engine.Names{EN: "who moves first", ZH: "谁先走"}, []valueSpec{
		{"coin", "a coin toss decides who moves first", "掷币定先手"},
		{"red", "red moves first", "红先"},
		{"blue", "blue moves first", "蓝先"},
	}, nil},
	{"first", siguo, engine.Names{EN: "who moves first", ZH: "谁先走"}, []valueSpec{
		{"coin", "a coin toss decides who moves first", "掷币定先手"},
		{"red", "red moves first", "红先"},
		{"blue", "blue moves first", "蓝先"},
		{"amber", "amber moves first", "黄先"},
		{"teal", "teal moves first", "绿先"},
	}, nil},
	{"first", sanguo, engine.Names{EN: "who moves first", ZH: "谁先走"}, []valueSpec{
		{"coin", "a coin toss decides who moves first", "掷币定先手"},
		{"red", "red moves first", "红先"},
		{"blue", "blue moves first", "蓝先"},
		{"amber", "amber moves first", "黄先"},
	}, nil},
	{"first", liuguo, engine.Names{EN: "who moves first", ZH: "谁先走"}, []valueSpec{
		{"coin", "a coin toss decides who moves first", "掷币定先手"},
		{"red", "red moves first", "红先"},
		{"blue", "blue moves first", "蓝先"},
		{"amber", "amber moves first", "黄先"},
		{"teal", "teal moves first", "绿先"},
		{"violet", "violet moves first", "紫先"},
		{"slate", "slate moves first", "黑先"},
	}, nil},
	{"reveal", laid, engine.Names{EN: "whether layouts are revealed after the game", ZH: "终局是否亮子"}, []valueSpec{
		{"end", "layouts are revealed after the game", "终局亮子"},
		{"never", "layouts are never revealed", "终局不亮子"},
	}, nil},
	{"absent", more | flip, engine.Names{EN: "what happens to a player who stops responding", ZH: "掉线的一家怎么办"}, []valueSpec{
		{"out", "the others may vote a player out who stops responding", "掉线可判出局"},
		{"stop", "the game stops if a player stops responding", "掉线则停局"},
	}, nil},
}

// option is a game's option of that name, which another game may have too; nil if there is
// none.
func (g game) option(name string) *optionSpec {
	for i := range optionTable {
		if o := &optionTable[i]; o.name == name && o.games&g != 0 {
			return o
		}
	}
	return nil
}

func (g game) options() (list []*optionSpec) {
	for i := range optionTable {
		if o := &optionTable[i]; o.games&g != 0 {
			list = append(list, o)
		}
	}
	return list
}

// allowed lists the words of an option's values.
func (o *optionSpec) allowed() (words []string) {
	for _, v := range o.values {
		words = append(words, v.word)
	}
	return words
}

// meanings says what each of an option's values means.
func (o *optionSpec) meanings() (names []engine.Names) {
	for _, v := range o.values {
		names = append(names, engine.Names{EN: v.en, ZH: v.zh})
	}
	return names
}

func (o *optionSpec) means(value string) engine.Names {
	v := o.values[len(o.values)-1]
	if i := slices.Index(o.allowed(), value); i >= 0 {
		v = o.values[i]
	}
	return engine.Names{EN: strings.Replace(v.en, "%", value, 1), ZH: strings.Replace(v.zh, "%", value, 1)}
}

// number reads a decimal number from 1 to a bound, or the word off if there is one.
func number(high int, off string) func(string) (string, error) {
	return func(value string) (string, error) {
		if value == off && off != "" {
			return value, nil
		}
		n, err := strconv.Atoi(value)
		if err == nil && strconv.Itoa(n) == value && n >= 1 && n <= high {
			return value, nil
		}
		if off != "" {
			return "", coded.Errorf("junqi.bad-number-or-off", "bad value %q: expected 1 to %d, or %s", value, high, off)
		}
		return "", coded.Errorf("junqi.bad-number", "bad value %q: expected 1 to %d", value, high)
	}
}
