package junqi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// marks writes an announcement as in the notation, with a or d for whose commander
// fell.
func marks(rs *engine.Ruleset, a engine.Announcement) string {
	text := map[[2]bool]string{{false, true}: "+", {true, false}: "-", {true, true}: "=", {}: ""}[[2]bool{a.AttackerLeaves, a.DefenderLeaves}]
	if a.Repelled {
		text += "~"
	}
	if a.FlagTaken {
		text += "#"
	}
	if a.DefenderSeen != engine.NoType {
		text += "(" + string(rs.Letter(a.DefenderSeen)) + ")"
	}
	if a.AttackerShowsFlag {
		text += "a"
	}
	if a.DefenderShowsFlag {
		text += "d"
	}
	return text
}

// standardClashes is the table as a referee knows it: rows attack columns.
const standardClashes = `
     F   M   1   2   3   4   5   6   7   8   9   B
  1  +#  +   =   -   -   -   -   -   -   -   -   =
  2  +#  -   +   =   -   -   -   -   -   -   -   =
  3  +#  -   +   +   =   -   -   -   -   -   -   =
  4  +#  -   +   +   +   =   -   -   -   -   -   =
  5  +#  -   +   +   +   +   =   -   -   -   -   =
  6  +#  -   +   +   +   +   +   =   -   -   -   =
  7  +#  -   +   +   +   +   +   +   =   -   -   =
  8  +#  -   +   +   +   +   +   +   +   =   -   =
  9  +#  -a  +   +   +   +   +   +   +   +   =ad =a
  B  +#  =   =   =   =   =   =   =   =   =   =d  =`

func TestStandardClashes(t *testing.T) {
	rs := junqi.Standard()
	rows := strings.Split(strings.Trim(standardClashes, "\n"), "\n")
	defenders := strings.Fields(rows[0])
	require.Len(t, defenders, rs.NumTypes())
	for _, row := range rows[1:] {
		cells := strings.Fields(row)
		a, err := rs.ParseType(cells[0])
		require.NoError(t, err)
		for i, want := range cells[1:] {
			d, err := rs.ParseType(defenders[i])
			require.NoError(t, err)
			said, ok := rs.Announcement(rs.Clash(a, d))
			require.True(t, ok)
			require.Equal(t, want, marks(rs, said), "%s attacks %s", a, d)
		}
	}
	for _, a := range (rs.Types() &^ rs.Mobile()).Types() {
		for _, d := range rs.Types().Types() {
			require.Equal(t, engine.NoCode, rs.Clash(a, d))
		}
	}
}

// What each option changes, as lists of "attacker defender announcement".
func TestClashOptions(t *testing.T) {
	for _, c := range []struct{ option, changes string }{
		{"mines=exploding", "2M= 3M= 4M= 5M= 6M= 7M= 8M= 9M=a"},
		{"mines=exploding-all", "1M= 2M= 3M= 4M= 5M= 6M= 7M= 8M= 9M=a"},
		{"scout=on", "11=(1) 12-(2) 13-(3) 14-(4) 15-(5) 16-(6) 17-(7) 18-(8) 19-(9) 1B=(B)"},
		{"scout=on,mines=exploding-all", "1M=(M) 2M= 3M= 4M= 5M= 6M= 7M= 8M= 9M=a 11=(1) 12-(2) 13-(3) 14-(4) 15-(5) 16-(6) 17-(7) 18-(8) 19-(9) 1B=(B)"},
		{"show-flag=off", "9M- 99= 9B= B9="},
		{"flag-takers=not-commander", "9F~"},
		{"flag-takers=engineers", "2F~ 3F~ 4F~ 5F~ 6F~ 7F~ 8F~ 9F~ BF~"},
		{"carry=front", "BF=#"},
		{"carry=home,flag-takers=engineers", "2F~ 3F~ 4F~ 5F~ 6F~ 7F~ 8F~ 9F~ BF~"},
		{"bombs-front=on,bombs-fly=on,rail=three,hq=free,camps=own,mountains=any,last-both=draw", ""},
	} {
		t.Run(c.option, func(t *testing.T) {
			standard := junqi.Standard()
			rs, err := junqi.Rules("standard," + c.option)
			require.NoError(t, err)
			var changes []string
			for _, a := range rs.Mobile().Types() {
				for _, d := range rs.Types().Types() {
					said, _ := rs.Announcement(rs.Clash(a, d))
					if was, _ := standard.Announcement(standard.Clash(a, d)); was != said {
						changes = append(changes, fmt.Sprintf("%c%c%s", rs.Letter(a), rs.Letter(d), marks(rs, said)))
					}
				}
			}
			require.ElementsMatch(t, strings.Fields(c.changes), changes)
		})
	}
}

func TestCodesOfStandard(t *testing.T) {
	var got []string
	rs := junqi.Standard()
	for _, a := range rs.Codes() {
		got = append(got, marks(rs, a))
	}
	require.Equal(t, []string{"+", "+#", "-", "-a", "=", "=d", "=a", "=ad"}, got)
}

func TestCodesOfScout(t *testing.T) {
	rs, err := junqi.Rules("standard,scout=on")
	require.NoError(t, err)
	var got []string
	for _, a := range rs.Codes() {
		got = append(got, marks(rs, a))
	}
	require.Equal(t, "+ +# - -(2) -(3) -(4) -(5) -(6) -(7) -(8) -(9) -a = =(1) =(B) =d =a =ad", strings.Join(got, " "))
	require.Len(t, got, 18)
}
