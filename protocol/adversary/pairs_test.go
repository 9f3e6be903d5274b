package adversary

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Whatever type attacks, it can attack as no other that could be in its place. Its
// true attack, forged in the same way, is sound: so it is the lie that is refused,
// not the forger's handiwork.
func TestAttackAsAnyOtherType(t *testing.T) {
	front := []string{"a6-a7", "c6-c7", "e6-e7"}
	// Bombs may not start in the front row.
	second := []string{"a6-b5", "b7-b8", "a5-a6", "b8-b7"}
	for name, scene := range map[string]struct {
		layout  string
		before  []string
		attacks []string
	}{
		"commander, army, platoon":      {"94832/2.1.6/74.52/1.3.1/MM35M/BF76B", nil, front},
		"division, brigade, regiment":   {"74635/2.1.2/94.28/1.3.1/MM35M/BF76B", nil, front},
		"battalion, company, engineer":  {"42321/2.1.6/79.58/1.4.3/MM35M/BF76B", nil, front},
		"bomb, from behind the front":   {"94232/B.1.6/74.58/1.3.1/MM35M/2F76B", second, []string{"a6-a7"}},
		"platoon, from behind, as bomb": {"94232/2.1.6/74.58/1.3.1/MM35M/BF76B", second, []string{"a6-a7"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The liar is left at its turn, with nothing said.
			g, err := Play(Kind{
				Name:  "all",
				Scene: Scene{Layouts: [2]string{engine.Red: scene.layout}, Turns: append(scene.before, "!")},
				lies:  lies{transcript.Move: withhold},
			}, testRand(1))
			require.NoError(t, err)
			for _, text := range scene.attacks {
				m, err := g.Honest.Match().Rules().Board().ParseMove(text)
				require.NoError(t, err)
				requireAttacksAsItself(t, g, m)
			}
		})
	}
}

func requireAttacksAsItself(t *testing.T, g *Game, m engine.Move) {
	p := g.Liar
	f := p.forgeAttack(m)
	position := p.Match().Position()
	own := p.secret.Layout[position.At(m.From).Number()]
	_, err := clash.CheckAttack(f.place, f.st, f.message())
	require.NoError(t, err)
	for _, other := range f.st.Movers.Types() {
		if other == own {
			continue
		}
		f.as(other)
		p.move = m
		var refusal *protocol.Refusal
		require.ErrorAs(t, g.Honest.Match().Append(p.moveWith(f.message())), &refusal)
		require.True(t, refusal.Provable)
		require.Equal(t, engine.Red, refusal.Culprit)
		require.ErrorContains(t, refusal, "no valid proof that the attack was made with this piece", "%s as %s", own, other)
	}
}

// A forged layout with nothing forged in it is sound: what the layout kinds are
// refused for is what they lie about.
func TestForgedLayoutOfTheTruthIsSound(t *testing.T) {
	g, err := Play(Kind{Name: "none", lies: forgedLies(func(*forgedLayout, engine.Layout) {})}, testRand(1))
	require.NoError(t, err)
	require.True(t, g.Liar.Told())
	require.Nil(t, g.Refusal)
	require.NotNil(t, g.Honest.Match().Commitment(engine.Red))
}

// A seat that answers after its silence was claimed has only been slow.
func TestLateAnswerIsTaken(t *testing.T) {
	kind, err := Find("withheld-answer")
	require.NoError(t, err)
	g, err := Play(kind, testRand(1))
	require.NoError(t, err)
	require.NoError(t, g.Honest.ClaimSilence())
	require.NoError(t, g.Honest.Receive(g.Liar.truth()))
	report := protocol.Audit(g.Honest.Match().File())
	require.Equal(t, protocol.Incomplete, report.Verdict)
	require.Nil(t, report.Conviction)
}
