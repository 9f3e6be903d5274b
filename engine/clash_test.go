package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// marks writes an announcement as in the notation, with a or d for whose commander
// fell.
func marks(a Announcement) string {
	t := quietTurn(EventMove)
	t.Attacks = true
	t.AttackerLeaves, t.DefenderLeaves, t.FlagTaken, t.Repelled, t.Seen = a.AttackerLeaves, a.DefenderLeaves, a.FlagTaken, a.Repelled, a.Seen
	text := strings.TrimPrefix(t.String(), "a1xa1")
	if a.AttackerCommanderFell {
		text += "a"
	}
	if a.DefenderCommanderFell {
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
	rs := Standard()
	rows := strings.Split(strings.Trim(standardClashes, "\n"), "\n")
	defenders := strings.Fields(rows[0])
	require.Len(t, defenders, NumTypes)
	for _, row := range rows[1:] {
		cells := strings.Fields(row)
		a, err := ParseType(cells[0])
		require.NoError(t, err)
		for i, want := range cells[1:] {
			d, err := ParseType(defenders[i])
			require.NoError(t, err)
			said, ok := rs.Announcement(rs.Clash(a, d))
			require.True(t, ok)
			require.Equal(t, want, marks(said), "%s attacks %s", a, d)
		}
	}
	for _, a := range Immobile.Types() {
		for _, d := range AllTypes.Types() {
			require.Equal(t, NoCode, rs.Clash(a, d))
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
			rs, err := Rules("standard," + c.option)
			require.NoError(t, err)
			var changes []string
			for _, a := range Mobile.Types() {
				for _, d := range AllTypes.Types() {
					said, _ := rs.Announcement(rs.Clash(a, d))
					if was, _ := Standard().Announcement(Standard().Clash(a, d)); was != said {
						changes = append(changes, fmt.Sprintf("%c%c%s", a.Letter(), d.Letter(), marks(said)))
					}
				}
			}
			require.ElementsMatch(t, strings.Fields(c.changes), changes)
		})
	}
}

func TestCodesOfStandard(t *testing.T) {
	var got []string
	for _, a := range Standard().Codes() {
		got = append(got, marks(a))
	}
	require.Equal(t, []string{"+", "+#", "-", "-a", "=", "=d", "=a", "=ad"}, got)
}

func TestCodesOfScout(t *testing.T) {
	rs, err := Rules("standard,scout=on")
	require.NoError(t, err)
	var got []string
	for _, a := range rs.Codes() {
		got = append(got, marks(a))
	}
	require.Equal(t, "+ +# - -(2) -(3) -(4) -(5) -(6) -(7) -(8) -(9) -a = =(1) =(B) =d =a =ad", strings.Join(got, " "))
	require.Len(t, got, 18)
}

// Under any options, the codes are exactly the announcements of the table, sorted and
// each once.
func TestCodesAreTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		yielded := map[Code]bool{}
		for _, a := range Mobile.Types() {
			for _, d := range AllTypes.Types() {
				c := rs.Clash(a, d)
				said, ok := rs.Announcement(c)
				require.True(t, ok)
				require.Equal(t, c, rs.Code(said))
				yielded[c] = true
			}
		}
		codes := rs.Codes()
		require.Len(t, yielded, len(codes))
		for i := 1; i < len(codes); i++ {
			require.Negative(t, codes[i-1].compare(codes[i]))
		}
		_, ok := rs.Announcement(Code(len(codes)))
		require.False(t, ok)
		require.Equal(t, NoCode, rs.Code(Announcement{AttackerLeaves: true, FlagTaken: true, Repelled: true}))
	})
}

func TestSeenSortsNoneFirst(t *testing.T) {
	none, engineer := Announcement{Seen: NoType}, Announcement{Seen: Engineer}
	require.Negative(t, none.compare(engineer))
	require.Positive(t, engineer.compare(none))
	require.Zero(t, none.compare(none))
	flag := Announcement{Seen: Flag}
	require.Negative(t, none.compare(flag))
	require.Negative(t, flag.compare(engineer))
}

func TestClashIsTotal(t *testing.T) {
	rs := Standard()
	require.Equal(t, NoCode, rs.Clash(NoType, Flag))
	require.Equal(t, NoCode, rs.Clash(Engineer, 12))
	_, ok := rs.Announcement(NoCode)
	require.False(t, ok)
}
