package protocol

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// runnersRules are those of the smallest game that has all that the chain has to do with: each
// seat has a flag and a runner, which stands one step from the two nodes of the middle. From
// there it is one step to any flag. Two runners that meet both leave, and whose runner has
// left is stuck.
func runnersRules(t testing.TB, teams []int) *engine.Ruleset {
	r := engine.Rules{
		Language: engine.RulesLanguage,
		Name:     engine.Names{EN: "Runners", ZH: "跑"},
		Kinds:    []engine.KindRule{{ID: "field", EN: "field", ZH: "田"}},
		Nodes:    []engine.NodeRule{{Name: "m0", Kind: "field", X: 0}, {Name: "m1", Kind: "field", X: 1}},
		Roads:    [][2]string{{"m0", "m1"}},
		Rails:    [][2]string{},
		Lines:    [][]string{},
		Types: []engine.TypeRule{
			{ID: "flag", EN: "flag", ZH: "旗", Sign: "旗", Letter: "F", Count: 1, Starts: []int{1}, Ways: []engine.WayRule{}},
			{ID: "runner", EN: "runner", ZH: "兵", Sign: "兵", Letter: "R", Count: 1, Starts: []int{0}, Ways: []engine.WayRule{{Along: engine.AlongEdge, Most: 1}}},
		},
		Clash: engine.ClashRule{
			Announcements: []engine.AnnouncementRule{{DefenderLeaves: true, FlagTaken: true}, {AttackerLeaves: true, DefenderLeaves: true}},
			Table:         [][]int{{}, {0, 1}},
		},
		Ends:  engine.EndRule{Flag: "flag", LastBoth: engine.LastBothAttacker, Timeouts: 3},
		Times: engine.TimeRule{Clock: 60, Grace: 600},
		Views: engine.ViewRule{Mode: engine.ModeDark, Reveal: engine.RevealEnd, First: "red", Absent: engine.AbsentOut},
	}
	for i, team := range teams {
		seat := engine.Seat(i).String()
		runner, flag := fmt.Sprint("s", i), fmt.Sprint("h", i)
		r.Seats = append(r.Seats, engine.SeatRule{Name: seat, Team: team})
		r.Nodes = append(r.Nodes, engine.NodeRule{Name: runner, Kind: "field", X: i, Y: 1, Home: seat}, engine.NodeRule{Name: flag, Kind: "field", X: i, Y: 2, Home: seat})
		r.Start = append(r.Start, [][]string{{runner, flag}})
		for _, middle := range []string{"m0", "m1"} {
			r.Roads = append(r.Roads, [2]string{runner, middle}, [2]string{middle, flag})
		}
	}
	rules, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return rules
}

// seatRunners seats Players for the game of runners, places their pieces, and has them make
// some moves that everybody sees: from a node to a node, "offer " before one that offers a
// draw; or "resign".
func seatRunners(t testing.TB, teams []int, moves ...string) []*Player {
	return seatRules(t, runnersRules(t, teams), teams, moves...)
}

func seatRules(t testing.TB, rules *engine.Ruleset, teams []int, moves ...string) []*Player {
	return seatWith(t, rules, ElGamal, teams, moves...)
}

// seatWith is seatRules with another resolver.
func seatWith(t testing.TB, rules *engine.Ruleset, resolver string, teams []int, moves ...string) []*Player {
	rng := testRand(7)
	var invites []ed25519.PublicKey
	var keys []ed25519.PrivateKey
	for i := range len(teams) - 1 {
		public, private := inviteKeys(uint64(i))
		invites, keys = append(invites, public), append(keys, private)
	}
	host, err := Host(HostConfig{Rules: rules, Seat: engine.Red, Invites: invites, Resolver: resolver}, rng)
	require.NoError(t, err)
	players := []*Player{host}
	for i := range len(teams) - 1 {
		p, err := Join(host.Match().Record(0), engine.Seat(i+1), keys[i], rng)
		require.NoError(t, err)
		players = append(players, p)
	}
	settle := func() {
		for again := true; again; {
			again = false
			for _, p := range players {
				for made := true; made; again = again || made {
					made, err = p.Proceed(rng)
					require.NoError(t, err)
				}
				for _, other := range players {
					before := other.Match().Len()
					for _, raw := range slices.Concat(p.match.first(p.match.Len())[min(p.match.Len(), before):], p.match.Extras(), p.Notes()) {
						require.NoError(t, other.Receive(raw))
					}
					again = again || other.Match().Len() > before
				}
			}
		}
	}
	settle()
	for _, p := range players {
		require.NoError(t, p.Place(rules.RandomLayout(rand.New(rng))))
	}
	settle()
	for _, text := range moves {
		for _, p := range players {
			if p.Decision() == ChooseMove {
				require.NoError(t, p.act(text, rng))
				break
			}
		}
		settle()
	}
	for _, p := range players {
		require.Equal(t, host.Match().Head(), p.Match().Head())
	}
	return players
}

// act does what a text says: a move, or the first of those that are legal, "0", or another;
// "offer " and a move, "resign", "accept" or "pass".
func (p *Player) act(text string, rng *rand.ChaCha8) (err error) {
	switch text {
	case "resign":
		_, err = p.Resign()
		return err
	case "accept":
		return p.AcceptDraw(rng)
	case "pass":
		return p.Pass(rng)
	}
	rest, offer := bytes.CutPrefix([]byte(text), []byte("offer "))
	move, err := p.match.rules.Board().ParseMove(string(rest))
	if number, numErr := strconv.Atoi(string(rest)); numErr == nil {
		legal := p.match.position.LegalMoves(p.Seat(), p.secret.Layout)
		if p.match.position.Phase() != engine.PhaseMove || number >= len(legal) {
			return errNoSteps
		}
		move, err = legal[number], nil
	}
	if err != nil {
		return err
	}
	return p.Play(move, offer, rng)
}

// clone returns a Player that goes on from here without p.
func (p *Player) clone() *Player {
	q := *p
	q.match = p.match.Fork()
	q.journal = journal{maps.Clone(p.journal.choices), maps.Clone(p.journal.states), slices.Clip(p.journal.fresh)}
	q.requests = maps.Clone(p.requests)
	q.clashes, q.ready = nil, nil
	q.tip.words, q.tip.on = slices.Clip(p.tip.words), maps.Clone(p.tip.on)
	for base, words := range q.tip.on {
		q.tip.on[base] = slices.Clip(words)
	}
	q.tip.head, q.tip.nodes = nil, nil
	copies := map[*node]*node{p.head(): q.head()}
	for _, n := range p.tip.nodes {
		c := *n
		c.on, c.after = copies[n.on], n.after.Fork()
		copies[n] = &c
		q.tip.nodes = append(q.tip.nodes, &c)
	}
	return &q
}
