package engine

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawRules draws a ruleset with any options that make sense together.
func drawRules(t *rapid.T) *Ruleset {
	for {
		words := []string{rapid.SampledFrom(RulesetNames()).Draw(t, "preset")}
		for _, o := range optionTable {
			if rapid.IntRange(0, 2).Draw(t, "set") > 0 {
				continue
			}
			value := rapid.SampledFrom(o.allowed).Draw(t, o.name)
			switch value {
			case "N":
				value = strconv.Itoa(rapid.IntRange(1, 40).Draw(t, o.name))
			case "PAIRS":
				value = rapid.SampledFrom([]string{"b6-c5", "b6-c5+d6-c5", "a2-c4", "b3-c4+b5-e5"}).Draw(t, o.name)
			}
			words = append(words, o.name+"="+value)
		}
		if rs, err := Rules(strings.Join(words, ",")); err == nil {
			return rs
		}
	}
}

func TestPresets(t *testing.T) {
	standard, err := Rules("standard")
	require.NoError(t, err)
	require.Equal(t, "mines=spring,bombs-front=off,bombs-fly=off,rail=line,extra-rails=none,scout=off,show-flag=on,shaken=off,"+
		"flag-takers=any,carry=off,hq=locked,camps=free,mountains=none,last-both=attacker-wins,quiet-draw=70,clock=60,grace=10,"+
		"timeouts=4,mode=dark,first=coin,reveal=end", standard.Canonical())
	require.Equal(t, Standard().Digest(), standard.Digest())
	require.Equal(t, 60*time.Second, standard.Clock())
	require.Equal(t, 10*time.Minute, standard.Grace())
	require.Equal(t, 4, standard.Timeouts())
	require.Equal(t, 70, standard.QuietDraw())
	require.False(t, standard.Open())
	require.True(t, standard.RevealAtEnd())
	_, settled := standard.First()
	require.False(t, settled)

	for preset, changes := range map[string]string{
		"qq":  "clock=30,timeouts=5,quiet-draw=71",
		"app": "mines=exploding,last-both=draw",
	} {
		rs, err := Rules(preset)
		require.NoError(t, err)
		require.Equal(t, preset, rs.Name())
		require.Equal(t, preset, rs.String())
		spelled, err := Rules("standard," + changes)
		require.NoError(t, err)
		require.Equal(t, rs.Canonical(), spelled.Canonical())
		require.Equal(t, preset, spelled.Name(), "the name follows from the options")
	}
	back, err := Rules("app,mines=spring,last-both=attacker-wins")
	require.NoError(t, err)
	require.Equal(t, "standard", back.Name())
}

func TestRulesRefuses(t *testing.T) {
	for _, c := range []struct{ spec, reason string }{
		{"", "begin with one of standard, qq, app"},
		{"mines=exploding", "begin with one of standard, qq, app"},
		{"standard,", "write option=value"},
		{"standard,mines", "write option=value"},
		{"standard,mine=spring", "unknown option \"mine\": there are mines, bombs-front"},
		{"standard,mines=soft", "allowed are spring, exploding, exploding-all"},
		{"standard,mines=", "allowed are spring, exploding, exploding-all"},
		{"standard,Mines=spring", "unknown option"},
		{"standard, mines=spring", "unknown option"},
		{"standard,mines=spring,mines=spring", "option mines stands twice"},
		{"standard,quiet-draw=0", "allowed are 1 to 10000, or off"},
		{"standard,quiet-draw=10001", "allowed are 1 to 10000, or off"},
		{"standard,quiet-draw=070", "allowed are 1 to 10000, or off"},
		{"standard,quiet-draw=+7", "allowed are 1 to 10000, or off"},
		{"standard,quiet-draw=", "allowed are 1 to 10000, or off"},
		{"standard,quiet-draw=99999999999999999999", "allowed are 1 to 10000, or off"},
		{"standard,clock=-1", "allowed are 1 to 86400, or off"},
		{"standard,grace=never", "allowed are 1 to 10080, or off"},
		{"standard,timeouts=off", "allowed are 1 to 1000"},
		{"standard,extra-rails=", "bad pair"},
		{"standard,extra-rails=b6", "bad pair"},
		{"standard,extra-rails=b6-c5+", "bad pair"},
		{"standard,extra-rails=b6-b6", "joins a node to itself"},
		{"standard,extra-rails=b6-z5", "unknown node \"z5\""},
		{"standard,extra-rails=b6-c6", "a rail already"},
		{"standard,extra-rails=b6-c5+c5-b6", "stands twice"},
		{"standard,extra-rails=b1-c2", "b1 in \"b1-c2\" is a headquarters"},
		{"standard,mountains=any,extra-rails=bm-c5", "unknown node \"bm\""},
		{"standard,shaken=on,show-flag=off", "needs show-flag=on"},
		{"standard,mode=open,first=coin", "settled before the layouts"},
		{"standard,mode=open,reveal=never", "open from the start"},
		{"standard,mode=open,scout=on", "every type is seen already"},
		{"standard,bombs-fly=on,rail=corners", "everyone rides like an engineer"},
		{"standard,clock=601", "say grace=11 or more"},
		{"standard," + strings.Repeat("x", maxSpec), "the longest allowed"},
	} {
		_, err := Rules(c.spec)
		require.ErrorContains(t, err, c.reason, c.spec)
		require.ErrorContains(t, err, "rules: ")
	}
}

func TestTooManyExtraRails(t *testing.T) {
	var pairs []string
	for row := 1; row <= maxExtraRails+1; row++ {
		pairs = append(pairs, "a"+strconv.Itoa(1+(row-1)%12)+"-"+string("cd"[(row-1)/12%2])+strconv.Itoa(2+(row-1)%10+(row-1)/24))
	}
	_, err := Rules("standard,extra-rails=" + strings.Join(pairs, "+"))
	require.ErrorContains(t, err, "at most 24")
	_, err = Rules("standard,extra-rails=" + strings.Join(pairs[1:], "+"))
	require.NoError(t, err)
}

// Two defaults hang on another option.
func TestDerivedDefaults(t *testing.T) {
	open, err := Rules("standard,mode=open")
	require.NoError(t, err)
	first, settled := open.First()
	require.True(t, settled)
	require.Equal(t, Red, first)
	open, err = Rules("standard,first=blue,mode=open")
	require.NoError(t, err)
	first, _ = open.First()
	require.Equal(t, Blue, first)

	mail, err := Rules("standard,clock=off")
	require.NoError(t, err)
	require.Zero(t, mail.Clock())
	require.Zero(t, mail.Grace())
	mail, err = Rules("standard,grace=20,clock=off")
	require.NoError(t, err)
	require.Equal(t, 20*time.Minute, mail.Grace())
	again, err := Rules(mail.String())
	require.NoError(t, err)
	require.Equal(t, mail.Canonical(), again.Canonical())
}

func TestRulesRoundTrip(t *testing.T) {
	digests := map[[32]byte]string{}
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		again, err := ParseCanonical(rs.Canonical())
		require.NoError(t, err)
		require.Equal(t, rs, again)
		again, err = Rules(rs.String())
		require.NoError(t, err)
		require.Equal(t, rs, again)

		// The digest tells rules apart, and only rules.
		if was, ok := digests[rs.Digest()]; ok {
			require.Equal(t, was, rs.Canonical())
		}
		digests[rs.Digest()] = rs.Canonical()

		options := rs.Options()
		require.Len(t, options, len(optionTable))
		var words []string
		for _, o := range options {
			require.Equal(t, o.Value, rs.Option(o.Name))
			require.NotEmpty(t, o.About)
			require.Equal(t, o.Default, o.Allowed[0])
			words = append(words, o.Name+"="+o.Value)
		}
		require.Equal(t, rs.Canonical(), strings.Join(words, ","))
	})
	require.Empty(t, Standard().Option("no such option"))
}

func TestParseCanonicalRefusesTheRest(t *testing.T) {
	canonical := Standard().Canonical()
	words := strings.Split(canonical, ",")
	swapped := slices.Clone(words)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	for _, text := range []string{
		"",
		"standard",
		canonical + ",",
		"standard," + canonical,
		strings.Join(words[1:], ","),
		strings.Join(swapped, ","),
		canonical + ",mines=spring",
		strings.Replace(canonical, "extra-rails=none", "extra-rails=d6-c5", 1),
		strings.Replace(canonical, "mode=dark", "mode=open", 1),
		" " + canonical,
	} {
		_, err := ParseCanonical(text)
		require.Error(t, err, text)
	}
}

func FuzzRules(f *testing.F) {
	f.Add("standard")
	f.Add("qq,mines=exploding")
	f.Add("app,extra-rails=d6-c5+b6-c5,mountains=engineers")
	f.Add("standard,mode=open,clock=off")
	f.Fuzz(func(t *testing.T, spec string) {
		rs, err := Rules(spec)
		if err != nil {
			return
		}
		again, err := Rules(rs.String())
		require.NoError(t, err)
		require.Equal(t, rs, again)
		again, err = ParseCanonical(rs.Canonical())
		require.NoError(t, err)
		require.Equal(t, rs.Digest(), again.Digest())
	})
}

func FuzzParseCanonical(f *testing.F) {
	f.Add(Standard().Canonical())
	f.Add(strings.Replace(Standard().Canonical(), "extra-rails=none", "extra-rails=b6-c5+c5-d6", 1))
	f.Fuzz(func(t *testing.T, text string) {
		if rs, err := ParseCanonical(text); err == nil {
			require.Equal(t, text, rs.Canonical())
		}
	})
}
