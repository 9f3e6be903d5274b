package boards

import (
	"encoding/hex"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/statistics"
)

// A sum is the board of a sum of bounded vectors.
type sum struct {
	*statistics.Board
	plain
	terms statistics.Terms
	shown statistics.Set
}

func openStatistics(file []byte) (board, [][]byte, error) {
	terms, records, err := statistics.ParseFile(file)
	if err != nil {
		return nil, nil, err
	}
	b, err := statistics.NewBoard(terms)
	return &sum{Board: b, terms: terms}, records, err
}

func (s *sum) about() About { return About{s.terms.ID(), s.terms.Parties, "mean"} }

func (s *sum) begin(env *cli.Env) {
	id := s.terms.ID()
	env.Say(messages.MeanTerms, len(s.terms.Parties), s.terms.Entries, s.terms.Min, s.terms.Max, s.terms.Quorum, hex.EncodeToString(id[:]))
}

func (s *sum) kinds() []messages.Text {
	return []messages.Text{messages.MeanKeys, messages.MeanInputs, messages.MeanReady, messages.MeanShares}
}

func (s *sum) opened(env *cli.Env) {
	if now := s.List(); now != s.shown {
		env.Say(messages.MeanList, list(now.Parties()))
		s.shown = now
	}
}

func (s *sum) end(env *cli.Env) (any, bool) {
	result := s.Result()
	if result == nil {
		switch missing := s.Missing(); {
		case missing != 0:
			env.Say(messages.MeanMissing, list(missing.Parties()))
		case s.List() == 0:
			env.Say(messages.MeanFew, s.Given().Len(), s.terms.Quorum)
		}
		return nil, false
	}
	for e, sum := range result.Sums {
		env.Say(messages.MeanEntry, e, sum, result.Mean(e))
	}
	return struct {
		Of   []int `json:"of"`
		Sums []int `json:"sums"`
	}{result.Of.Parties(), result.Sums}, true
}
