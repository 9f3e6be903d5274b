package boards

import (
	"encoding/hex"
	"errors"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
)

// A count is a vote or an auction.
type count struct {
	*tally.Board
	terms tally.Terms
	shown int // of Opened
}

func openTally(file []byte) (board, [][]byte, error) {
	terms, records, err := tally.ParseFile(file)
	if err != nil {
		return nil, nil, err
	}
	b, err := tally.NewBoard(terms)
	return &count{Board: b, terms: terms}, records, err
}

func (c *count) about() About {
	command := "auction"
	if c.terms.Rules == tally.Vote {
		command = "vote"
	}
	return About{c.terms.ID(), c.terms.Parties, command}
}

func (c *count) begin(env *cli.Env) {
	id := c.terms.ID()
	env.Say([]messages.Text{messages.TallyVote, messages.TallyFirstPrice, messages.TallySecondPrice}[c.terms.Rules],
		len(c.terms.Parties), c.terms.Trustees, c.terms.Values-1, c.terms.Quorum, hex.EncodeToString(id[:]))
}

func (c *count) kinds() []messages.Text {
	return []messages.Text{messages.TallyKeys, messages.TallyBallots, messages.TallyClose, messages.TallyShares}
}

// errSecondBallot says why a ballot is not due.
var errSecondBallot = coded.Errorf("lab.second-ballot", "it is a second ballot")

func (c *count) why(record []byte, err error) error {
	if errors.Is(err, tally.ErrDue) && tally.Kind(record[0]) == tally.Ballot && c.Voted(int(record[1])) {
		return errSecondBallot
	}
	return err
}

func (c *count) opened(env *cli.Env) {
	now := c.Opened()
	for _, count := range now[c.shown:] {
		env.Say(messages.TallyOpened, count.N, list(count.Of), count.Value)
	}
	c.shown = len(now)
}

func (c *count) end(env *cli.Env) (any, bool) {
	switch result := c.Result(); {
	case result == nil:
		if n := c.Ballots(); n < c.terms.Quorum {
			env.Say(messages.TallyFew, n, c.terms.Quorum)
		}
		return nil, false
	case c.terms.Rules == tally.Vote:
		for choice, n := range result.Counts {
			env.Say(messages.TallyChoice, choice, n)
		}
		return struct {
			Counts []int `json:"counts"`
		}{result.Counts}, true
	default:
		if result.Highest == 0 {
			env.Say(messages.TallyNoBid)
		} else {
			env.Say(messages.TallyWinner, result.Highest, list(result.Winners), result.Price)
		}
		return struct {
			Highest int   `json:"highest"`
			Price   int   `json:"price"`
			Winners []int `json:"winners"`
		}{result.Highest, result.Price, append([]int{}, result.Winners...)}, true
	}
}
