package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Rules with a deck that can't be played are refused, and the refusal names the place.
func TestDecksRefused(t *testing.T) {
	first, unknown := "", "dragon"
	for name, c := range map[string]struct {
		change func(*engine.Rules)
		code   string
	}{
		"a mode without a deck":   {func(r *engine.Rules) { r.Deck = nil }, "rules-not-each-seat"},
		"a deck without the mode": {func(r *engine.Rules) { r.Views.Mode = engine.ModeDark }, "rules-deck-mode"},
		"keys to reveal":          {func(r *engine.Rules) { r.Views.Reveal = engine.RevealEnd }, "rules-deck-reveal"},
		"a node too few":          {func(r *engine.Rules) { r.Deck.Nodes = r.Deck.Nodes[1:] }, "rules-size"},
		"a node twice":            {func(r *engine.Rules) { r.Deck.Nodes[0] = r.Deck.Nodes[1] }, "rules-twice"},
		"no such node":            {func(r *engine.Rules) { r.Deck.Nodes[0] = "z9" }, "rules-unknown-name"},
		"no such claim":           {func(r *engine.Rules) { r.Deck.Claim = &unknown }, "rules-unknown-name"},
		"no such strike":          {func(r *engine.Rules) { r.Deck.Strike = "always" }, "rules-choice"},
		"no such guard":           {func(r *engine.Rules) { r.Deck.Guards = []string{unknown} }, "rules-unknown-name"},
		"a flag that guards":      {func(r *engine.Rules) { r.Deck.Guards = []string{"flag"} }, "rules-deck-guard"},
		"a taker twice":           {func(r *engine.Rules) { r.Deck.Takers = []string{"engineer", "engineer"} }, "rules-twice"},
		"a taker that takes none": {func(r *engine.Rules) { r.Deck.Takers = []string{"mine"} }, "rules-deck-taker"},
		"guards of no flag": {func(r *engine.Rules) {
			r.Ends.Flag, r.Deck.Takers = "", nil
			for i := range r.Clash.Announcements {
				r.Clash.Announcements[i].FlagTaken = false
			}
		}, ""},
		"places to start": {func(r *engine.Rules) { r.Types[0].Starts = []int{0} }, "rules-size"},
		"a start":         {func(r *engine.Rules) { r.Start = [][][]string{{{"a1"}}, {{"a2"}}} }, "rules-size"},
		"something shown": {func(r *engine.Rules) {
			for i := range r.Clash.Announcements {
				if r.Clash.Announcements[i].AttackerLeaves {
					r.Clash.Announcements[i].AttackerShowsFlag = true
				}
			}
		}, ""},
	} {
		r := flipRules(t, "flip").Rules()
		c.change(&r)
		_, err := engine.NewRuleset(r)
		require.Error(t, err, name)
		if c.code != "" {
			require.Equal(t, "engine."+c.code, coded.Code(err), "%s: %s", name, err)
		}
	}
	r := flipRules(t, "flip,seats=4").Rules()
	r.Deck.Claim = &first
	_, err := engine.NewRuleset(r)
	require.Equal(t, "engine.rules-claim-seats", coded.Code(err))
}

// Nobody acts out of turn while a piece is turned up, and what is turned up lies face down.
func TestFlipsOutOfTurn(t *testing.T) {
	rs := flipRules(t, "flip")
	p := engine.Start(rs, engine.Red)
	node := func(name string) engine.Node {
		n, ok := rs.Board().Node(name)
		require.True(t, ok)
		return n
	}
	refuse := func(e engine.Event, code string) {
		t.Helper()
		before := p
		err := p.Apply(e)
		require.Equal(t, "engine."+code, coded.Code(err), err)
		require.Equal(t, before, p)
	}
	take := func(e engine.Event) {
		t.Helper()
		require.NoError(t, p.Apply(e))
	}
	army := rs.Token(engine.Blue, rs.Deck().Army()[len(rs.Deck().Army())-1])
	refuse(engine.FlipEvent(engine.Blue, node("a1"), false), "not-to-act")
	refuse(engine.FlipEvent(engine.Red, node("b3"), false), "not-face-down")
	refuse(engine.MoveEvent(engine.Red, engine.Move{From: node("a1"), To: node("b3")}, false), "face-down")
	refuse(engine.NoMoveEvent(engine.Red), "can-flip")
	refuse(engine.ShareEvent(engine.Red), "owes-move")
	take(engine.FlipEvent(engine.Red, node("a1"), false))
	require.Equal(t, engine.PhaseShare, p.Phase())
	require.Equal(t, engine.Blue, p.ToAct())
	refuse(engine.FlipEvent(engine.Blue, node("a2"), false), "owes-share")
	refuse(engine.ShareEvent(engine.Blue), "owes-face")
	refuse(engine.FaceEvent(engine.Red, army), "not-to-act")
	refuse(engine.FaceEvent(engine.Blue, 200), "not-unturned")
	take(engine.FaceEvent(engine.Blue, army))
	require.True(t, p.ColoursSettled())
	require.Equal(t, engine.Blue, p.Colour(engine.Red), "red has the colour that it turned up")
	require.Equal(t, engine.Red, p.At(node("a1")).Seat())
	require.Equal(t, engine.Blue, p.ToAct())
	refuse(engine.FlipEvent(engine.Blue, node("a1"), false), "not-face-down")
}

// When a seat goes out while a piece is turned up, the others deal again and the flip goes on; when it
// is the seat that turned it up, the flip is void.
func TestDealtAgain(t *testing.T) {
	rs := flipRules(t, "flip,seats=4,teams=all")
	a, b := rs.Deck().Nodes()[0], rs.Deck().Nodes()[1]
	p := engine.Start(rs, engine.Red)
	take := func(e engine.Event) {
		t.Helper()
		require.NoError(t, p.Apply(e))
	}
	take(engine.FlipEvent(engine.Red, a, false))
	require.Equal(t, []engine.Seat{engine.Red, engine.Blue, engine.Amber, engine.Teal}, p.Sharers())
	take(engine.ShareEvent(engine.Blue))
	take(engine.AbsentEvent(engine.Amber))
	require.Equal(t, engine.PhaseDeal, p.Phase())
	require.Equal(t, []engine.Seat{engine.Red, engine.Blue, engine.Teal}, p.Dealers())
	require.Equal(t, a, p.Flipping())
	take(engine.DealEvent(engine.Red))
	require.Error(t, p.Apply(engine.DealEvent(engine.Teal)))
	take(engine.DealEvent(engine.Blue))
	take(engine.DealEvent(engine.Teal))
	require.Equal(t, engine.PhaseShare, p.Phase())
	require.Equal(t, engine.Red, p.ToAct(), "all shares are due again")
	take(engine.ShareEvent(engine.Red))
	take(engine.ShareEvent(engine.Blue))
	amber := rs.Token(engine.Amber, 2)
	take(engine.FaceEvent(engine.Teal, amber))
	require.Equal(t, engine.NoPiece, p.At(a), "a piece of a seat that is out leaves at once")
	require.Equal(t, engine.PhaseMove, p.Phase())

	take(engine.FlipEvent(engine.Blue, b, false))
	take(engine.ResignEvent(engine.Blue))
	require.Equal(t, engine.PhaseDeal, p.Phase())
	require.Equal(t, engine.NoNode, p.Flipping())
	take(engine.DealEvent(engine.Teal))
	take(engine.DealEvent(engine.Red))
	require.Equal(t, engine.PhaseMove, p.Phase())
	require.Equal(t, engine.Teal, p.ToAct())
	require.True(t, p.FaceDown(b))
}
