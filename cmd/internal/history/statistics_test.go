package history_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Only finished and honest matches count; ratings come from those of two people with names, a week at a time.
func TestStatistics(t *testing.T) {
	junqi, siguo := messages.Names{"en": "standard"}, messages.Names{"en": "siguo"}
	past := func(week int, rules messages.Names, you, verdict string, opponents ...string) history.Entry {
		return history.Entry{Rules: rules, You: you, Verdict: verdict, Opponents: opponents, When: seat.Millis(week*7*24*60*60*1000 + 1)}
	}
	s := history.StatisticsOf([]history.Entry{ // the newest first
		past(2, junqi, "drew", review.Honest, "Bob"), past(2, junqi, "won", review.Cheating, "Eve"), past(2, junqi, "", review.Unfinished, "Bob"),
		past(1, siguo, "won", review.Honest, "Bob", "Cy", "Di"), past(0, junqi, "won", review.Honest, "Bob"), past(0, junqi, "won", review.Honest, history.BotName("strong")), past(0, junqi, "lost", review.Honest, "Cy"),
	})
	require.Equal(t, history.Tally{Won: 3, Drawn: 1, Lost: 1}, s.Tally)
	require.Equal(t, []history.Figure{{"streak", 2}}, s.Figures)
	for _, f := range s.Figures {
		for _, l := range messages.Languages() {
			require.NotEmpty(t, messages.Figures.Of(f.Name).In(l), "figure.%s in %s", f.Name, l)
		}
	}
	require.Len(t, s.Left, 2)
	require.Equal(t, [][]string{{"Eve"}, {"Bob"}}, [][]string{s.Left[0].Opponents, s.Left[1].Opponents})
	require.Equal(t, []history.OfRules{{junqi, history.Tally{2, 1, 1}}, {siguo, history.Tally{1, 0, 0}}}, s.Rules)
	require.Equal(t, history.OfPlayers{[]string{"Bob"}, history.Tally{1, 1, 0}}, s.Opponents[0])
	require.Len(t, s.Ratings, 2)
	require.InDelta(t, 1500, s.Ratings[0].Value, 1e-6) // a win and a loss against strangers
	require.Less(t, s.Ratings[1].Deviation, s.Ratings[0].Deviation)
	require.Equal(t, []string{"Cy", "Bob"}, []string{s.Friends[0].Name, s.Friends[1].Name})
	require.Empty(t, history.StatisticsOf(nil).Ratings)
}
