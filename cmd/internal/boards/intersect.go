package boards

import (
	"encoding/hex"
	"strconv"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/intersect"
)

// A common is what two sets have in common.
type common struct {
	*intersect.Board
	plain
	terms intersect.Terms
	shown [2]int
}

func openIntersect(file []byte) (board, [][]byte, error) {
	terms, records, err := intersect.ParseFile(file)
	if err != nil {
		return nil, nil, err
	}
	b, err := intersect.NewBoard(terms)
	return &common{Board: b, terms: terms}, records, err
}

func (c *common) about() About { return About{c.terms.ID(), c.terms.Parties[:], "common"} }

func (c *common) begin(env *cli.Env) {
	id := c.terms.ID()
	learns := env.T(messages.CommonBoth)
	switch c.terms.Learns {
	case [2]bool{true, false}:
		learns = env.T(messages.CommonOne, 0)
	case [2]bool{false, true}:
		learns = env.T(messages.CommonOne, 1)
	}
	env.Say([]messages.Text{messages.CommonItems, messages.CommonSize}[c.terms.Output],
		c.terms.Sizes[0], c.terms.Sizes[1], learns, hex.EncodeToString(id[:]))
}

func (c *common) kinds() []messages.Text {
	multiples := messages.CommonMultiples
	if c.terms.Output == intersect.Size {
		multiples = messages.CommonMultiplesSize
	}
	return []messages.Text{messages.CommonKeys, messages.CommonLists, multiples, messages.CommonShown}
}

func (c *common) opened(env *cli.Env) {
	for party := range c.shown {
		all := c.Shown(party)
		for _, x := range all[c.shown[party]:] {
			env.Say(messages.CommonItem, party, x.Index, strconv.Quote(string(x.Item)))
		}
		c.shown[party] = len(all)
	}
}

func (c *common) end(env *cli.Env) (any, bool) {
	if !c.Done() {
		return nil, false
	}
	n, known := c.Size()
	if !known {
		env.Say(messages.CommonHidden)
		return nil, true
	}
	env.Say(messages.CommonResult, n)
	return struct {
		Common int `json:"common"`
	}{n}, true
}
