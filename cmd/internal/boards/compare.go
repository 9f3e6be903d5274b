package boards

import (
	"encoding/hex"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/compare"
)

// A pair is two numbers that are compared.
type pair struct {
	*compare.Board
	plain
	terms compare.Terms
}

func openCompare(file []byte) (board, [][]byte, error) {
	terms, records, err := compare.ParseFile(file)
	if err != nil {
		return nil, nil, err
	}
	b, err := compare.NewBoard(terms)
	return &pair{Board: b, terms: terms}, records, err
}

func (p *pair) about() About { return About{p.terms.ID(), p.terms.Parties[:], "compare"} }

func (p *pair) begin(env *cli.Env) {
	id := p.terms.ID()
	env.Say(messages.CompareTerms, p.terms.Values-1, hex.EncodeToString(id[:]))
}

func (p *pair) kinds() []messages.Text {
	return []messages.Text{messages.CompareRows, messages.CompareQuestion, messages.CompareAnswer}
}

func (p *pair) opened(*cli.Env) {}

func (p *pair) end(env *cli.Env) (any, bool) {
	result, known := p.Result()
	if !known {
		return nil, false
	}
	env.Say([]messages.Text{messages.CompareEqual, messages.CompareRed, messages.CompareBlue}[result])
	return struct {
		Larger *int `json:"larger"` // the party that has more, none if both have the same
	}{map[compare.Result]*int{compare.First: new(0), compare.Second: new(1)}[result]}, true
}
