package sigma

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/stretchr/testify/require"
)

// testPlace is a place with every field set.
func testPlace() Place {
	return Place{
		Context: Context{Rules: [32]byte{1}, Match: [32]byte{2}, Seat: engine.Blue, Key: [32]byte{3}},
		Prev:    [32]byte{4}, Body: []byte("a6-a7"), Index: 1,
	}
}

// otherPlaces are places that differ from testPlace in one thing each.
func otherPlaces() map[string]Place {
	m := map[string]Place{}
	change := func(what string, f func(*Place)) {
		p := testPlace()
		f(&p)
		m[what] = p
	}
	change("ruleset", func(p *Place) { p.Rules[31] ^= 1 })
	change("match", func(p *Place) { p.Match[31] ^= 1 })
	change("seat", func(p *Place) { p.Seat = engine.Red })
	change("key", func(p *Place) { p.Key[31] ^= 1 })
	change("previous record", func(p *Place) { p.Prev[31] ^= 1 })
	change("body", func(p *Place) { p.Body = []byte("a6-a8") })
	change("shorter body", func(p *Place) { p.Body = p.Body[:4] })
	change("longer body", func(p *Place) { p.Body = append(p.Body, 1) })
	change("no body", func(p *Place) { p.Body = nil })
	change("index", func(p *Place) { p.Index = 0 })
	return m
}

func TestSpongeOfAPlaceBindsAllOfIt(t *testing.T) {
	seen := map[[32]byte]string{testPlace().Sponge("kind").State(): "itself"}
	check := func(what string, state [32]byte) {
		require.NotContains(t, seen, state, "%s is not bound: same as %s", what, seen[state])
		seen[state] = what
	}
	for what, p := range otherPlaces() {
		check(what, p.Sponge("kind").State())
	}
	// The body ends where its length says: a byte can't move from it to what follows.
	p := testPlace()
	p.Body, p.Index = []byte("ab"), 'c'
	cut := p.Sponge("kind")
	cut.Absorb([]byte("d"))
	p.Body, p.Index = []byte("abc"), 'd'
	require.NotEqual(t, cut.State(), p.Sponge("kind").State())
	check("kind", testPlace().Sponge("kinds").State())
	check("context alone", testPlace().Context.Sponge("kind").State())
}
