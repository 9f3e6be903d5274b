package junqi_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// rules makes the ruleset of a text that is right.
func rules(t require.TestingT, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

// values lists the options of a spec as they are written.
func values(t require.TestingT, spec string) string {
	options, err := junqi.Options(spec)
	require.NoError(t, err)
	var words []string
	for _, o := range options {
		words = append(words, o.Name+"="+o.Value)
	}
	return strings.Join(words, ",")
}

func TestStandard(t *testing.T) {
	require.Equal(t, "mines=spring,bombs-front=off,bombs-fly=off,rail=line,extra-rails=none,half-open=off,scout=off,show-flag=on,shaken=off,"+
		"flag-takers=any,carry=off,hq=locked,camps=free,mountains=none,last-both=attacker-wins,quiet-draw=70,clock=60,grace=10,"+
		"timeouts=4,resign-from=off,mode=dark,first=coin,reveal=end", values(t, "standard"))
	rs := rules(t, "standard")
	require.Equal(t, junqi.Standard().Digest(), rs.Digest())
	require.Equal(t, engine.Names{EN: "standard", ZH: "标准军棋"}, rs.Name())
	require.Equal(t, 2, rs.NumSeats())
	require.Equal(t, 25, rs.ArmySize())
	require.Equal(t, 60*time.Second, rs.Clock())
	require.Equal(t, 10*time.Minute, rs.Grace())
	require.Equal(t, 4, rs.Timeouts())
	require.Equal(t, 70, rs.QuietDraw())
	require.False(t, rs.Open())
	require.True(t, rs.RevealAtEnd())
	require.Equal(t, "709596419051520000", rs.CountLayouts().String())
	_, settled := rs.First()
	require.False(t, settled)
}

func TestSiguo(t *testing.T) {
	require.Equal(t, "seats=4,teams=partners,way=dark,out-sees=off,turn=counter-clockwise,palace=stop,empty-arms=closed,"+
		"mines=spring,bombs-front=off,bombs-fly=off,rail=line,half-open=off,scout=off,show-flag=on,flag-takers=any,hq=locked,camps=free,"+
		"quiet-draw=71,clock=30,grace=10,timeouts=5,resign-from=20,first=coin,reveal=end,absent=out", values(t, "siguo"))
	rs := rules(t, "siguo")
	require.Equal(t, engine.Names{EN: "siguo", ZH: "四国军棋"}, rs.Name())
	require.Equal(t, 4, rs.NumSeats())
	require.Equal(t, engine.SeatsOf(engine.Red, engine.Amber), rs.Allies(engine.Red))
	require.True(t, rs.Partners(engine.Blue, engine.Teal))
	require.False(t, rs.Partners(engine.Red, engine.Blue))
	require.Equal(t, 20, rs.ResignFrom())
	require.False(t, rs.AbsentStop())
	require.True(t, rules(t, "siguo,way=partners").PartnersOpen())
	require.True(t, rules(t, "siguo,way=open").Open())
	require.True(t, rules(t, "siguo,out-sees=on").OutSeesPartner())

	for _, c := range []struct {
		spec  string
		seats int
		red   string // where the next seat sits, by its first piece
	}{
		{"siguo,seats=3", 3, "l7"},
		{"siguo,seats=3,turn=clockwise", 3, "f11"},
		{"siguo,seats=2", 2, "k12"},
		{"siguo,turn=clockwise", 4, "f11"},
	} {
		rs := rules(t, c.spec)
		require.Equal(t, c.seats, rs.NumSeats())
		require.Equal(t, c.red, rs.Board().Name(rs.Start(engine.Blue, 0)))
		if c.seats < 4 {
			require.False(t, rs.Partners(engine.Red, engine.Amber), "few seats have no partners")
		}
	}
	require.True(t, rules(t, "siguo,seats=2").AbsentStop())
	require.False(t, rules(t, "siguo,teams=all").Partners(engine.Red, engine.Amber))
}

func TestPresets(t *testing.T) {
	for preset, changes := range map[string]string{
		"qq":  "clock=30,timeouts=5,quiet-draw=71",
		"app": "mines=exploding,last-both=draw",
	} {
		rs := rules(t, preset)
		require.Equal(t, preset, rs.Name().EN)
		require.Equal(t, rs.Digest(), rules(t, "standard,"+changes).Digest(), "the name follows from the options")
	}
	require.Equal(t, "standard", rules(t, "app,mines=spring,last-both=attacker-wins").Name().EN)
	require.Equal(t, "qq,mines=exploding", rules(t, "standard,quiet-draw=71,clock=30,timeouts=5,mines=exploding").Name().EN,
		"as few options as can be")
	require.Equal(t, "standard,last-both=draw", rules(t, "app,mines=spring").Name().EN, "of two that are as short, the first")
	require.Equal(t, "标准军棋，铁路可转弯，每步90秒", rules(t, "standard,clock=90,rail=corners").Name().ZH)
	require.Equal(t, "四国军棋，双明", rules(t, "siguo,way=partners").Name().ZH)
	require.Equal(t, "siguo,first=teal", rules(t, "siguo,first=teal").Name().EN, "an option that two games have, each with values of its own")
}

// Rules that have a name are made once, so that a program may ask for them as often as it likes.
func TestNamedRulesAreMadeOnce(t *testing.T) {
	for _, name := range junqi.Names() {
		first, err := junqi.Rules(name)
		require.NoError(t, err)
		again, err := junqi.Rules(name)
		require.NoError(t, err)
		require.Same(t, first, again)
		require.Less(t, testing.AllocsPerRun(10, func() { junqi.Known(first) }), 10.0)
	}
}

func TestRulesRefuses(t *testing.T) {
	for _, c := range []struct{ spec, reason string }{
		{"", "begin with one of standard, qq, app, half-open, drawn, flip, banqi, siguo, sanguo, liuguo, then"},
		{"mines=exploding", "begin with one of standard, qq, app, half-open, drawn, flip, banqi, siguo, sanguo, liuguo, then"},
		{"standard,", "write option=value"},
		{"standard,mines", "write option=value"},
		{"standard,mine=spring", "unknown option \"mine\": expected one of mines, bombs-front"},
		{"standard,mines=soft", "expected one of spring, exploding, exploding-all"},
		{"standard,mines=", "expected one of spring, exploding, exploding-all"},
		{"standard,Mines=spring", "unknown option"},
		{"standard, mines=spring", "unknown option"},
		{"standard,mines=spring,mines=spring", "option mines is given twice"},
		{"standard,quiet-draw=0", "expected 1 to 10000, or off"},
		{"standard,quiet-draw=10001", "expected 1 to 10000, or off"},
		{"standard,quiet-draw=070", "expected 1 to 10000, or off"},
		{"standard,quiet-draw=+7", "expected 1 to 10000, or off"},
		{"standard,quiet-draw=", "expected 1 to 10000, or off"},
		{"standard,quiet-draw=99999999999999999999", "expected 1 to 10000, or off"},
		{"standard,clock=-1", "expected 1 to 86400, or off"},
		{"standard,grace=never", "expected 1 to 10080, or off"},
		{"standard,timeouts=off", "expected 1 to 1000"},
		{"standard,extra-rails=", "bad pair"},
		{"standard,extra-rails=b6", "bad pair"},
		{"standard,extra-rails=b6-c5+", "bad pair"},
		{"standard,extra-rails=b6-b6", "joins a node to itself"},
		{"standard,extra-rails=b6-z5", "unknown node \"z5\""},
		{"standard,extra-rails=b6-c6", "already a rail"},
		{"standard,extra-rails=b6-c5+c5-b6", "is listed twice"},
		{"standard,extra-rails=b1-c2", "b1 in \"b1-c2\" is a headquarters"},
		{"standard,mountains=any,extra-rails=bm-c5", "unknown node \"bm\""},
		{"standard,shaken=on,show-flag=off", "needs show-flag=on"},
		{"standard,mode=open,first=coin", "settled before the layouts"},
		{"standard,mode=open,reveal=never", "open from the start"},
		{"standard,mode=open,scout=on", "every type is seen already"},
		{"standard,bombs-fly=on,rail=corners", "everyone rides like an engineer"},
		{"standard,clock=601", "write grace=11 or more"},
		{"standard,first=amber", "expected one of coin, red, blue"},
		{"siguo,seats=3,first=teal", "nobody sits there"},
		{"standard,way=open", "unknown option \"way\""},
		{"siguo,mode=open", "unknown option \"mode\": expected one of seats, teams"},
		{"siguo,carry=home", "unknown option \"carry\""},
		{"siguo,seats=5", "expected one of 4, 3, 2"},
		{"siguo,seats=3,first=teal", "nobody sits there"},
		{"siguo,seats=3,teams=partners", "needs seats=4"},
		{"siguo,teams=all,way=partners", "needs teams of two"},
		{"siguo,seats=2,out-sees=on", "needs teams: nobody has a partner"},
		{"liuguo,way=partners", "needs teams of two"},
		{"liuguo,teams=all,out-sees=on", "needs teams: nobody has a partner"},
		{"liuguo,teams=all,chiefs=on", "needs teams: nobody has a partner"},
		{"liuguo,seats=5", "unknown option \"seats\""},
		{"standard,mode=open,half-open=attacked", "every type is seen already"},
		{"siguo,way=partners,out-sees=on", "needs way=dark"},
		{"siguo,empty-arms=open", "every arm is played"},
		{"siguo,seats=2,turn=clockwise", "alternate"},
		{"siguo,seats=2,absent=out", "there are no others"},
		{"siguo,way=open,first=coin", "makes no sense with way=open"},
		{"siguo,way=open,reveal=never", "makes no sense with way=open"},
		{"siguo,way=open,scout=on", "makes no sense with way=open"},
		{"standard," + strings.Repeat("x", 2048), "the longest allowed"},
	} {
		_, err := junqi.Rules(c.spec)
		require.ErrorContains(t, err, c.reason, c.spec)
		require.ErrorContains(t, err, "rules: ")
		_, err = junqi.Options(c.spec)
		require.ErrorContains(t, err, c.reason, c.spec)
	}
}

func TestTooManyExtraRails(t *testing.T) {
	var pairs []string
	for row := 1; row <= 25; row++ {
		pairs = append(pairs, "a"+strconv.Itoa(1+(row-1)%12)+"-"+string("cd"[(row-1)/12%2])+strconv.Itoa(2+(row-1)%10+(row-1)/24))
	}
	_, err := junqi.Rules("standard,extra-rails=" + strings.Join(pairs, "+"))
	require.ErrorContains(t, err, "at most 24")
	rs := rules(t, "standard,extra-rails="+strings.Join(pairs[1:], "+"))
	require.Len(t, rs.Board().RailEdges(), 35+24)
}

func TestExtraRails(t *testing.T) {
	rs := rules(t, "standard,extra-rails=d6-c5+c5-b6+a1-a2")
	require.Equal(t, "standard,extra-rails=a1-a2+b6-c5+c5-d6", rs.Name().EN, "in order")
	b := rs.Board()
	require.Len(t, b.RailEdges(), 35+3)
	require.Len(t, b.RoadEdges(), 98-1, "a road gives way to the rail that takes its place")
	require.Len(t, b.Lines(), 7+3)
}

// Some defaults hang on another option.
func TestDerivedDefaults(t *testing.T) {
	for _, spec := range []string{"standard,mode=open", "siguo,way=open"} {
		first, settled := rules(t, spec).First()
		require.True(t, settled)
		require.Equal(t, engine.Red, first)
	}
	first, _ := rules(t, "standard,first=blue,mode=open").First()
	require.Equal(t, engine.Blue, first)

	mail := rules(t, "standard,clock=off")
	require.Zero(t, mail.Clock())
	require.Zero(t, mail.Grace())
	mail = rules(t, "standard,grace=20,clock=off")
	require.Equal(t, 20*time.Minute, mail.Grace())
	require.Equal(t, mail.Digest(), rules(t, mail.Name().EN).Digest())
}

// The name is a text that makes the same ruleset, which is known by it; and the same
// options, in whatever order, make the same bytes.
func TestNamesMakeTheRuleset(t *testing.T) {
	digests := map[[32]byte]string{}
	rapid.Check(t, func(t *rapid.T) {
		spec := rulestest.JunqiSpec(t)
		rs := rules(t, spec)
		name, ok := junqi.Known(rs)
		require.True(t, ok)
		require.Equal(t, rs.Name().EN, name)
		require.Equal(t, rs.Text(), rules(t, name).Text())
		require.LessOrEqual(t, strings.Count(name, ","), strings.Count(spec, ","))
		require.Equal(t, values(t, spec), values(t, name))

		// What looks otherwise is otherwise.
		if was, ok := digests[rs.Digest()]; ok {
			require.Equal(t, was, name)
		}
		digests[rs.Digest()] = name

		again, err := engine.ParseCanonical(rs.Text())
		require.NoError(t, err)
		require.Equal(t, rs.Digest(), again.Digest())
	})
}

// A ruleset that bears the name of one of ours is not known by it if it differs.
func TestKnownTellsImpostors(t *testing.T) {
	r := junqi.Standard().Rules()
	r.Times.Clock = 61
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	require.Equal(t, "standard", rs.Name().EN)
	_, ok := junqi.Known(rs)
	require.False(t, ok)

	r = junqi.Standard().Rules()
	r.Name.EN = "standard,mines=spring" // not the shortest
	rs, err = engine.NewRuleset(r)
	require.NoError(t, err)
	_, ok = junqi.Known(rs)
	require.False(t, ok)

	r.Name.EN = "my game"
	rs, err = engine.NewRuleset(r)
	require.NoError(t, err)
	_, ok = junqi.Known(rs)
	require.False(t, ok)
	require.Equal(t, string(rs.Text()), junqi.Write(rs))
	again, err := junqi.Read(junqi.Write(rs))
	require.NoError(t, err)
	require.Equal(t, rs.Digest(), again.Digest())
	require.Equal(t, "standard", junqi.Write(junqi.Standard()))
	_, err = junqi.Read("{")
	require.Error(t, err)
}

func TestOptions(t *testing.T) {
	for _, preset := range junqi.Names() {
		if preset == "banqi" {
			continue // TestBanqiOptions
		}
		options, err := junqi.Options(preset + ",quiet-draw=33,hq=free")
		require.NoError(t, err)
		for _, o := range options {
			require.NotEmpty(t, o.About.EN)
			require.NotEmpty(t, o.About.ZH)
			require.NotContains(t, o.Means.EN+o.Means.ZH, "%")
			require.NotEmpty(t, o.Means.EN)
			require.NotEmpty(t, o.Means.ZH)
			require.True(t, slices.Contains(o.Allowed, o.Default) || slices.Contains(o.Allowed, "N"), o.Name)
			switch o.Name {
			case "quiet-draw":
				require.Equal(t, "33", o.Value)
				require.Equal(t, map[bool]string{false: "70", true: "71"}[slices.Contains([]string{"siguo", "sanguo", "liuguo"}, preset)], o.Default)
				require.Equal(t, engine.Names{EN: "a draw after 33 turns without a clash", ZH: "33步不碰子和棋"}, o.Means)
			case "hq":
				require.Equal(t, "free", o.Value)
			}
		}
	}
}

// Every value of every option makes other rules.
func TestEveryOptionChangesTheRules(t *testing.T) {
	changed := map[string]bool{}
	for _, base := range []string{"standard", "siguo", "siguo,seats=3", "sanguo", "liuguo", "liuguo,teams=pairs"} {
		options, err := junqi.Options(base)
		require.NoError(t, err)
		for _, o := range options {
			seen := map[[32]byte]string{}
			for _, value := range o.Allowed {
				if value == "N" {
					value = "17"
				} else if value == "PAIRS" {
					value = "b6-c5"
				}
				rs, err := junqi.Rules(base + "," + o.Name + "=" + value)
				if err != nil {
					continue // not with this base
				}
				digest := digestWithoutName(t, rs)
				require.Empty(t, seen[digest], "%s=%s changes nothing yet: types.go, clash.go, rules.go and the file of each game say what options do", o.Name, value)
				seen[digest] = value
			}
			changed[o.Name] = changed[o.Name] || len(seen) > 1
		}
	}
	for name, ok := range changed {
		require.True(t, ok, name)
	}
}

// digestWithoutName is the digest of rules under another name.
func digestWithoutName(t *testing.T, rs *engine.Ruleset) [32]byte {
	r := rs.Rules()
	r.Name = engine.Names{EN: "x", ZH: "某"}
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return rs.Digest()
}

func TestLayouts(t *testing.T) {
	list := junqi.Layouts()
	require.Len(t, list, 5)
	for name, l := range list {
		for _, preset := range junqi.Names() {
			if rs := rules(t, preset); rs.Deck() == nil {
				require.NoError(t, rs.CheckLayout(l), "%s, %s", name, preset)
			}
		}
	}
	list["triangle"][0] = junqi.Flag
	require.NotEqual(t, list["triangle"], junqi.Layouts()["triangle"], "a copy")
}

func FuzzRules(f *testing.F) {
	f.Add("standard")
	f.Add("qq,mines=exploding")
	f.Add("app,extra-rails=d6-c5+b6-c5,mountains=engineers")
	f.Add("standard,mode=open,clock=off")
	f.Add("siguo,seats=3,turn=clockwise,way=open")
	f.Fuzz(func(t *testing.T, spec string) {
		rs, err := junqi.Rules(spec)
		if err != nil {
			return
		}
		name, ok := junqi.Known(rs)
		require.True(t, ok)
		require.Equal(t, rs.Digest(), rules(t, name).Digest())
	})
}
