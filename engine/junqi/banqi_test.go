package junqi_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// banqiTwin is a second telling of banqi's rules, on squares of a picture: row and file, lower case
// and capitals for the colours, * for a piece that lies face down, a space for none.
type banqiTwin [4][8]byte

const banqiRanks = "KAERHCP" // from the highest

// captures reports whether a piece may take another, whatever lies between.
func captures(a, d byte) bool {
	a, d = a&^32, d&^32
	switch {
	case a == 'C':
		return true
	case a == 'K' && d == 'P':
		return false
	case a == 'P' && d == 'K':
		return true
	}
	return strings.IndexByte(banqiRanks, a) <= strings.IndexByte(banqiRanks, d)
}

// moves lists the moves of a colour, as rows and files of both ends.
func (b *banqiTwin) moves(capitals bool) (list [][4]int) {
	own := func(c byte) bool { return c != '*' && c != ' ' && (c < 'a') == capitals }
	for y := range 4 {
		for x := range 8 {
			if !own(b[y][x]) {
				continue
			}
			for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
				met := 0
				for i := 1; ; i++ {
					ty, tx := y+i*d[0], x+i*d[1]
					if ty < 0 || ty > 3 || tx < 0 || tx > 7 {
						break
					}
					to := b[ty][tx]
					if to != ' ' {
						met++
					}
					enemy := to != ' ' && to != '*' && !own(to)
					cannon := b[y][x]&^32 == 'C'
					if to == ' ' && i == 1 || enemy && captures(b[y][x], to) && (cannon && met == 2 || !cannon && i == 1) {
						list = append(list, [4]int{y, x, ty, tx})
					}
				}
			}
		}
	}
	return list
}

// Every game of banqi goes as its rules say, told a second time: the moves, what they take, who has
// which colour, and how it ends.
func TestBanqiAsPublished(t *testing.T) {
	ends := map[engine.Reason]int{}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 7))
		rs, err := junqi.Rules("banqi")
		require.NoError(t, err)
		tokens := rs.Deck().Tokens()
		rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
		first := engine.Seat(seed % 2)
		game, err := engine.NewDealer(rs, tokens, first)
		require.NoError(t, err)
		var twin, faces banqiTwin
		at := func(n engine.Node) (y, x int) {
			x, y = rs.Board().XY(n)
			return y / 2, x / 2
		}
		for i, n := range rs.Deck().Nodes() {
			colour, kind, ok := rs.Face(tokens[i])
			require.True(t, ok)
			y, x := at(n)
			twin[y][x], faces[y][x] = '*', rs.TypeRule(kind).Letter[0]|byte(colour)*32
		}
		quiet, settled, capitals := 0, false, false // capitals: the seat that moves first has them
		for turn := 0; !game.Result().Over; turn++ {
			p := game.Position()
			seat := p.ToAct()
			mine := capitals == (seat == first)
			var got [][4]int
			for _, m := range game.LegalMoves() {
				fy, fx := at(m.From)
				ty, tx := at(m.To)
				got = append(got, [4]int{fy, fx, ty, tx})
			}
			var want [][4]int
			if settled {
				want = twin.moves(mine)
			}
			require.ElementsMatch(t, want, got)
			flips := p.Flips(seat).Nodes()
			if len(flips) > 0 && (len(got) == 0 || rng.IntN(3) == 0) {
				n := flips[rng.IntN(len(flips))]
				_, err := game.Play(engine.FlipEvent(seat, n, false))
				require.NoError(t, err)
				y, x := at(n)
				twin[y][x], quiet = faces[y][x], 0
				if !settled {
					settled, capitals = true, (faces[y][x] < 'a') == (seat == first)
				}
				continue
			}
			require.NotEmpty(t, got, "a seat that can't move has lost")
			i := rng.IntN(len(got))
			if j := slices.IndexFunc(got, func(m [4]int) bool { return twin[m[2]][m[3]] != ' ' }); j >= 0 {
				i = j
			}
			_, err := game.Play(engine.MoveEvent(seat, game.LegalMoves()[i], false))
			require.NoError(t, err)
			m := got[i]
			if quiet++; twin[m[2]][m[3]] != ' ' {
				quiet = 0
			}
			twin[m[2]][m[3]], twin[m[0]][m[1]] = twin[m[0]][m[1]], ' '
		}
		r := game.Result()
		ends[r.Reason]++
		if r.Draw {
			require.Equal(t, engine.ByQuiet, r.Reason)
			require.Equal(t, 50, quiet)
			continue
		}
		require.Equal(t, engine.ByNoMove, r.Reason)
		require.Empty(t, twin.moves(capitals != r.Winners.Has(first)))
		require.False(t, slices.ContainsFunc(twin[:], func(row [8]byte) bool { return slices.Contains(row[:], '*') }))
	}
	require.Len(t, ends, 2, "%v", ends)
}

// What banqi lets players choose.
func TestBanqiOptions(t *testing.T) {
	options, err := junqi.Options("banqi,strike=on,quiet-draw=180")
	require.NoError(t, err)
	var names []string
	for _, o := range options {
		names = append(names, o.Name+"="+o.Value)
		require.NotEmpty(t, o.About.ZH)
	}
	require.Equal(t, []string{"strike=on", "quiet-draw=180", "clock=60", "grace=10", "timeouts=4", "resign-from=off", "first=coin"}, names)
	rs, err := junqi.Rules("banqi,strike=on,quiet-draw=180")
	require.NoError(t, err)
	require.Equal(t, engine.Names{EN: "banqi,strike=on,quiet-draw=180", ZH: "象棋暗棋，可碰暗子，180步不吃不翻和棋"}, rs.Name())
	_, err = junqi.Rules("banqi,mines=spring")
	require.Error(t, err)
}
