package protocol

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
)

// A scene is a short game in which the values of some options matter.
type scene struct {
	name      string
	rules     string
	resolver  string // "" for elgamal
	red, blue string // layouts

	// What the seats decide and what is announced, written as [engine.Turn] says;
	// and "not:a6-a7" where a seat tries a move that the rules refuse.
	turns string
	ends  string
	// Options with which the same turns would go or end otherwise.
	unlike string
}

// scenes has every value of every option that a referee can tell from another.
var scenes = []scene{{
	name:     "a flag is carried home by the third, after the commanders fell over it",
	rules:    "standard,first=red,carry=home",
	resolver: garbled.Name,
	red:      "85129/3.2.7/B6.42/3.5.4/176MM/1FMB3",
	blue:     "33427/5.B.1/1B.54/2.8.6/MM132/76MF9",
	turns: "a6xa7+ a9-b8 a7xa8+ b8-a9 a8-a6 a9-b8 a6xa10+ b8-a9 a10xa11+ a9-b8 a11xb11+ b8-a9 b11xb12+# a12xb12+ " +
		"e6xe7+ a9-b8 e7-d8 b8-a9 d8-c9 a9-b8 c9-b10 b8-a9 b10-b11 a9-b8 b11xb12=!b1!blue b8-a9 " +
		"e5-e7 a9-b8 e7-d8 b8-a9 d8-c9 a9-b8 c9-b10 b8-a9 b10-b11 a9-b8 b11-b12 b8-a9 b2-b3 a9-b8 b3-c4 b8-a9 c4-d3 a9-b8 " +
		"b12-a12 b8-a9 a12-a11 a9-b8 a11-a6 b8-a9 a6-b5 a9-b8 b5-c4 b8-a9 c4-b3 a9-b8 b3-b2",
	ends:   "red wins (flag)",
	unlike: "carry=off carry=front",
}, {
	name:  "both flags are carried, and both commanders fall without a flag to show",
	rules: "standard,first=red,carry=front",
	red:   "82916/5.5.7/46.BB/4.2.7/12M3M/1F33M",
	blue:  "89155/1.3.4/3B.47/1.B.6/MM327/2M6F2",
	turns: "a6xa7+ c11-b10 a7xa8+ b10-c11 a8xa9+ c11-b10 a9xa10+ b10-c11 a10xa11+ c11-b10 a11xa12+ b10-c11 a12xb12+# " +
		"e7xe6+ c3-d3 e6-d5 d3-c3 d5-c4 c3-d3 c4-b3 d3-c3 b3xb2+ c3-d3 b2xb1+# " +
		"c6xc7+ c11-b10 c7xd7=!red!blue b10-c11 b12-a12 c11-b10 a12-a11 b10-c11 a11-a6",
	ends:   "red wins (flag)",
	unlike: "carry=off carry=home",
}, {
	name:  "a division is repelled by the flag, an engineer takes it",
	rules: "standard,first=red,flag-takers=engineers",
	red:   "85371/3.7.4/26.16/2.3.B/5M1MM/BF924",
	blue:  "91852/6.6.3/35.73/4.7.2/MB2M1/MB4F1",
	turns: "a6xa7+ a8-b8 a7xa9+ b8-a8 a9xa10+ a8-b8 a10xa11+ b8-a8 a11xa12+ a8-b8 a12xb12~ b8-a8 " +
		"e6-d5 a8-b8 d5-c4 b8-a8 c4-b5 a8-b8 b5-a6 b8-a8 a6-a7 a8-b8 a7xb11+ b8-a8 b11xb12+#",
	ends:   "red wins (flag)",
	unlike: "flag-takers=any flag-takers=not-commander",
}, {
	name:   "a commander is repelled by the flag, which is as quiet as a step",
	rules:  "standard,first=red,flag-takers=not-commander,quiet-draw=4",
	red:    "96362/1.B.B/47.31/4.2.5/MM713/5F8M2",
	blue:   "51156/B.7.3/24.38/2.B.2/4M37M/91MF6",
	turns:  "a6xa7+ a8-b8 a7xa9+ b8-a8 a9-b10 a8-b8 b10xb11+ b8-a8 b11xb12~ a8-b8 b11xb12~",
	ends:   "draw (quiet)",
	unlike: "flag-takers=any quiet-draw=off quiet-draw=70",
}, {
	name:   "a shaken army takes the flag",
	rules:  "standard,first=red,shaken=on,mines=exploding",
	red:    "92568/B.3.3/11.63/2.4.7/7M542/BF1MM",
	blue:   "53638/3.9.B/11.56/4.B.7/1M274/2M2FM",
	turns:  "a6xa7+ d7-d8 a7-b8 d8-d7 b8-c9 d7-d8 c9-d10 d8-d7 d10xd11=!b1 d7-d8 e6xe7+ d8-d7 e7-d8 e8-e6 d8-c9 e6-e8 c9-b10 e8-e6 b10xb11+ e6-e8 b11xb12+#",
	ends:   "draw (shaken)",
	unlike: "shaken=off mines=spring",
}, {
	name:   "both commanders fall and show their flags",
	rules:  "standard,first=blue,reveal=never",
	red:    commanderRed,
	blue:   commanderBlue,
	turns:  "c7xc6=!b1!d12 d6-d5 resign:blue",
	ends:   "red wins (resignation)",
	unlike: "show-flag=off first=red",
}, {
	name:   "both commanders fall in silence",
	rules:  "standard,first=blue,show-flag=off",
	red:    commanderRed,
	blue:   commanderBlue,
	turns:  "c7xc6= d6-d5 resign:blue",
	ends:   "red wins (resignation)",
	unlike: "show-flag=on",
}, {
	name:   "the second time-out loses",
	rules:  "standard,first=red,clock=20,timeouts=2",
	red:    commanderRed,
	blue:   commanderBlue,
	turns:  "pass d7-d8 pass",
	ends:   "blue wins (timeouts)",
	unlike: "timeouts=4 clock=off",
}, {
	name:   "the first time-out loses",
	rules:  "standard,first=red,clock=20,timeouts=1",
	red:    commanderRed,
	blue:   commanderBlue,
	turns:  "pass",
	ends:   "blue wins (timeouts)",
	unlike: "timeouts=2",
}, {
	name:   "a draw is offered and taken",
	rules:  "standard,first=red",
	red:    commanderRed,
	blue:   commanderBlue,
	turns:  "pass d7-d8? draw",
	ends:   "draw (agreed)",
	unlike: "clock=off first=blue",
}, {
	name:   "nobody resigns too early",
	rules:  "standard,first=red,resign-from=2",
	red:    "42239/2.1.6/74.58/1.3.1/MM35M/BF76B",
	blue:   "42239/2.1.6/74.58/1.3.1/MM35M/BF76B",
	turns:  "not:resign:red b6-b5 not:resign:blue b7-b8 resign:red",
	ends:   "blue wins (resignation)",
	unlike: "resign-from=off",
}, {
	name:  "bombs in front fly, a ride is three rails long, a headquarters is left, a mountain and a camp are entered",
	rules: "standard,first=red,bombs-front=on,bombs-fly=on,rail=three,extra-rails=b3-d3,hq=free,mountains=any",
	red:   "8B596/2.1.3/47.24/1.B.1/765M3/M23FM",
	blue:  "53861/7.1.1/B3.22/3.5.4/9M27M/4FMB6",
	turns: "c6-b5 b11-b10 b6xc7= b10-b11 b2-b3 b11-b10 b3-d3 b10-b11 b1-b2 b11-b10 d6-dm b10-b11 a6xa7+ b11-b10 a7-b8 b10-b11 " +
		"not:e6-a6 not:e6-c7 resign:red",
	ends:   "blue wins (resignation)",
	unlike: "bombs-front=off bombs-fly=off rail=line rail=three-corners extra-rails=none hq=locked mountains=none mountains=engineers camps=own",
}, {
	name:   "all turn corners, engineers climb, enemy camps are closed",
	rules:  "standard,first=red,rail=corners,mountains=engineers,camps=own",
	red:    "89216/2.7.B/55.43/B.2.4/6M373/MF11M",
	blue:   "61827/4.2.7/43.93/5.6.3/B52BM/1FMM1",
	turns:  "not:b6-bm c6-b5 a7-b8 b6xc7+ b8-a7 not:c7-d8 d6-dm a7-b8 a6xa8+ b8-a7 resign:red",
	ends:   "blue wins (resignation)",
	unlike: "rail=line rail=three mountains=any mountains=none camps=free",
}, {
	name:     "scouts see a regiment, and the mine that explodes with them; nobody turns for long",
	rules:    "standard,first=red,mines=exploding-all,scout=on,rail=three-corners",
	resolver: garbled.Name,
	red:      "95461/1.6.2/3B.23/5.3.2/B47M8/MF17M",
	blue:     "52311/7.B.1/56.92/B.3.3/26M7M/8F44M",
	turns: "e6xe7-(5) a9-b10 c6-b5 b10-a9 b6xc7+ a9-b10 a6xa7+ b10-a9 a7xa8+ a9-b10 not:d6-a7 a8xa10+ b10-a9 a10-b10 a9-b8 " +
		"a5xa11=(M) b8-a9 b10xc11=!b1 a9-b8 resign:red",
	ends:   "blue wins (resignation)",
	unlike: "mines=exploding mines=spring scout=off rail=line rail=corners",
}, {
	name:   "what was attacked and stays is shown, what attacks and stays is not",
	rules:  "standard,first=red,half-open=attacked",
	red:    "95461/1.6.2/3B.23/5.3.2/B47M8/MF17M",
	blue:   "52311/7.B.1/56.92/B.3.3/26M7M/8F44M",
	turns:  "e6xe7-(5) a9-b10 a6xa7+ b10-a9 resign:red",
	ends:   "blue wins (resignation)",
	unlike: "half-open=off half-open=fought",
}, bothStuck, bothStuck.but(
	"the last that can move leave together, and who attacked wins",
	"standard,first=red,quiet-draw=off,last-both=attacker-wins",
	strings.TrimSuffix(bothStuck.turns, " no-move"),
	"red wins (no-move)",
	"last-both=draw",
), bothStuck.but(
	"the last that can move leave together, in open mode",
	"standard,first=red,quiet-draw=off,last-both=draw,mode=open",
	bothStuck.turns,
	bothStuck.ends,
	"last-both=attacker-wins",
), {
	name:  "the last but one leave together, and who attacked shows that it can move",
	rules: "standard,first=red,quiet-draw=off,last-both=draw",
	red:   "32214/8.7.9/73.16/3.6.5/MM15B/2FMB4",
	blue:  "41223/9.7.8/61.37/5.6.3/B51MM/4BMF2",
	turns: "c6-b5 a7xa6= c5-c6 e7xe6= c6xc7+ d7xd6= c7xc8= e8xe5=!b1!b12 a5xa8= e9xe4= a4xa9= a10xa3= e3xe10= e11xe2= " +
		"d2-e2 d11-e11 e2xe11= c11xc2= d4-e4 d9-e9 e4xe9= e12-e11 c3-d3 e11-e2 e1xe2= b9-a9 b4-a4 a9xa4= b6-a6 b7-a7 " +
		"a6xa7= c10-c11 d3-e2 c11-e11 e2xe11= no-move b5-a6",
	ends:   "red wins (no-move)",
	unlike: "last-both=attacker-wins",
}, {
	name:  "the same, shown by an attack that nobody answers",
	rules: "standard,first=red,quiet-draw=off,last-both=draw",
	red:   "21393/7.B.6/37.25/1.5.4/MBMM1/6F824",
	blue:  "39312/6.B.7/52.73/4.5.1/1MMBM/428F6",
	turns: "b2-b3 a7xa6= b4-c4 c7xc6= a5-a7 b7xb6= a7-b8 e7xe6= b8xa9+ b9xa9= e5xe8= e9xe4= e3xe10= e11xe2= e1-e2 e12-e11 " +
		"e2xe11= a8-a5 c4-b5 a10-c6 b5xa5= c6xc5= d6-a6 d7-a7 a6xa7=!b1!b12 d9-e9 a4-a6 e9-e4 d4xe4= c8-b8 a6-a9 b8xa9= " +
		"a3-a9 b11-b10 c3-d3 b10xa9= d3-e2 c10-d10 b3-a3 d10-e9 e2xe9= no-move a3xa11",
	ends:   "red wins (no-move)",
	unlike: "last-both=attacker-wins",
}}

const (
	commanderRed  = "32964/B.3.5/11.63/2.8.7/7M542/BF1MM"
	commanderBlue = "21914/8.1.6/35.72/B.6.4/MBM35/2FM73"
)

// Also a regiment, locked in a headquarters, is left on either side.
var bothStuck = scene{
	name:  "the last that can move leave together, which is a draw",
	rules: "standard,first=red,quiet-draw=off,last-both=draw",
	red:   "89113/3.6.7/62.5B/7.4.2/MMM14/2F35B",
	blue:  "31198/7.6.3/B5.26/2.4.7/41MMM/B53F2",
	turns: "a6xa7= e7xe6= e5xe8= c7xc6= d6xd7= e9xe4= e3xe10= a8xa5= e2xe11= d11xd2= a4xa9= a10xa3= e1-e2 e12-e11 e2xe11= " +
		"b9-a9 b4-a4 a9xa4= b6-a6 b7-a7 a6xa7=!b1!b12 c8-c7 c5-c6 c7xc6= d4-e4 d9-e9 e4xe9= c10-b10 c3-b3 b10-b9 b3-a3 " +
		"b9-a9 a3xa9= no-move no-move",
	ends:   "draw (last-both)",
	unlike: "last-both=attacker-wins",
}

// but is the scene under other rules.
func (g scene) but(name, rules, turns, ends, unlike string) scene {
	g.name, g.rules, g.turns, g.ends, g.unlike = name, rules, turns, ends, unlike
	return g
}

// TestOptionScenes plays every scene, and sees that it is a scene of its options.
func TestOptionScenes(t *testing.T) {
	for _, g := range scenes {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			rs, err := junqi.Rules(g.rules)
			require.NoError(t, err)
			decisions := g.decisions(t, rs)
			outline := g.outline(t, rs, decisions)
			require.Equal(t, g.turns+" "+g.ends, outline)
			for option := range strings.FieldsSeq(g.unlike) {
				require.NotEqual(t, outline, g.outline(t, instead(t, rs, option), decisions), "%s changes nothing", option)
			}

			s := sitBeside(t, HostConfig{Rules: rs, Seat: engine.Red, Resolver: g.resolver}, 1, g.layouts(t))
			for _, d := range decisions {
				e := d.by(s.referee.ToAct())
				if d.refused {
					s.refuse(e)
				} else {
					s.turn(e)
				}
			}
			s.audit()
		})
	}
}

// Every value of every option has its scene, also of those that are added later.
func TestEveryOptionHasAScene(t *testing.T) {
	// No referee can tell these: see TestCoinDecidesWhoBegins, TestClaimIsNoProof,
	// TestOpenMode, TestRevealNever, and lots_test.go.
	elsewhere := map[string]bool{"first=coin": true, "grace=N": true, "grace=10": true, "grace=off": true,
		"mode=dark": true, "mode=open": true, "mode=drawn": true, "reveal=end": true, "reveal=never": true}
	shown := map[string]bool{}
	for _, g := range scenes {
		rs, err := junqi.Rules(g.rules)
		require.NoError(t, err)
		for option := range strings.FieldsSeq(g.unlike) {
			name, _, _ := strings.Cut(option, "=")
			for _, option := range []string{option, name + "=" + optionOf(t, rs, name).Value} {
				shown[listed(t, option)] = true
			}
		}
	}
	for _, o := range optionsOf(t, junqi.Standard()) {
		for _, value := range o.Allowed {
			option := o.Name + "=" + value
			require.True(t, shown[option] || elsewhere[option], "no scene shows %s", option)
		}
	}
}

// listed is an option with its value as the table of options lists it: there, N
// and PAIRS stand for values of the players' own.
func listed(t testing.TB, option string) string {
	name, value, _ := strings.Cut(option, "=")
	for _, o := range optionsOf(t, junqi.Standard()) {
		if o.Name != name || slices.Contains(o.Allowed, value) {
			continue
		}
		own := slices.IndexFunc(o.Allowed, func(word string) bool { return word == "N" || word == "PAIRS" })
		require.GreaterOrEqual(t, own, 0, option)
		return name + "=" + o.Allowed[own]
	}
	return option
}

// instead is a ruleset with one option changed.
func instead(t testing.TB, rs *engine.Ruleset, option string) *engine.Ruleset {
	name, value, _ := strings.Cut(option, "=")
	all := []string{"standard"}
	for _, o := range optionsOf(t, rs) {
		if o.Name == name {
			o.Value = value
		}
		all = append(all, o.Name+"="+o.Value)
	}
	other, err := junqi.Rules(strings.Join(all, ","))
	require.NoError(t, err)
	return other
}

// optionsOf lists the options of one of Junqi's rulesets.
func optionsOf(t testing.TB, rs *engine.Ruleset) []junqi.Option {
	spec, ok := junqi.Known(rs)
	require.True(t, ok)
	options, err := junqi.Options(spec)
	require.NoError(t, err)
	return options
}

func optionOf(t testing.TB, rs *engine.Ruleset, name string) junqi.Option {
	options := optionsOf(t, rs)
	i := slices.IndexFunc(options, func(o junqi.Option) bool { return o.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return options[i]
}

func (g scene) layouts(t testing.TB) (layouts []engine.Layout) {
	for _, text := range []string{g.red, g.blue} {
		l, err := junqi.Standard().ParseLayout(text)
		require.NoError(t, err)
		layouts = append(layouts, l)
	}
	return layouts
}

// A decision is a turn as it is decided, before anything is announced of it.
type decision struct {
	turn    engine.Turn
	refused bool
}

func (d decision) by(seat engine.Seat) engine.Event {
	switch d.turn.Kind {
	case engine.EventMove:
		return engine.MoveEvent(seat, d.turn.Move, d.turn.Offers)
	case engine.EventResign:
		return engine.ResignEvent(d.turn.Seat)
	}
	return engine.Event{Kind: d.turn.Kind, Seat: seat, Code: engine.NoCode, Flag: engine.NoNode}
}

// decisions lists what the seats decide under the scene's rules; that somebody has no move is no decision.
func (g scene) decisions(t testing.TB, rs *engine.Ruleset) (list []decision) {
	for word := range strings.FieldsSeq(g.turns) {
		text, refused := strings.CutPrefix(word, "not:")
		turn, err := rs.ParseTurn(text)
		require.NoError(t, err)
		if turn.Kind != engine.EventNoMove {
			list = append(list, decision{turn, refused})
		}
	}
	return list
}

// outline is how the scene goes and ends before a referee under some rules.
func (g scene) outline(t testing.TB, rs *engine.Ruleset, decisions []decision) string {
	first, settled := rs.First()
	require.True(t, settled)
	r, err := engine.NewReferee(rs, g.layouts(t), first)
	if err != nil {
		return err.Error()
	}
	var words []string
	var events []engine.Event
	told := 0 // turns
	for _, d := range decisions {
		said, err := judge(r, d.by(r.ToAct()))
		switch {
		case d.refused && err != nil:
			words = append(words, "not:"+rs.FormatTurn(d.turn))
			continue
		case err != nil:
			return strings.Join(append(words, err.Error()), " ")
		}
		events = append(events, said...)
		turns, err := engine.Turns(rs, first, events)
		require.NoError(t, err)
		for _, turn := range turns[told:] {
			words = append(words, rs.FormatTurn(turn))
		}
		told = len(turns)
	}
	return strings.Join(append(words, r.Result().String()), " ")
}
