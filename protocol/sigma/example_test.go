package sigma_test

import (
	"crypto/rand"
	"fmt"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Two elements have the same logarithm to two bases: the equality proof of Chaum and
// Pedersen, as a Linear with one scalar and two equations.
func ExampleLinear() {
	x, err := group.RandomScalar(rand.Reader)
	if err != nil {
		panic(err)
	}
	b, h := group.B(), group.H()
	p, q := group.NewBase(b.Mult(x)), group.NewBase(h.Mult(x))
	equal := &sigma.Linear{Witnesses: 1, Equations: []sigma.Equation{
		{{Base: b, Form: sigma.Times(1, 0)}, {Base: p, Form: sigma.Times(-1, sigma.One)}}, // x B - P = 0
		{{Base: h, Form: sigma.Times(1, 0)}, {Base: q, Form: sigma.Times(-1, sigma.One)}}, // x H - Q = 0
	}}

	// The sponge says what the proof is for. The statement itself is absorbed by Prove and
	// Verify.
	sponge := sigma.NewSponge(sigma.DeriveSessionID("example.org/equal-logarithms" + sigma.Suite))
	var nonces sigma.Nonces
	rand.Read(nonces.Key[:])
	rand.Read(nonces.Fresh[:])
	proof := equal.Prove(sponge, "equal-logarithms", []*group.Scalar{x}, nonces)
	fmt.Println(len(proof), equal.Verify(sponge, proof))

	// The same proof is worth nothing for another statement.
	equal.Equations[0][1].Base = q
	fmt.Println(equal.Verify(sponge, proof))
	// Output:
	// 96 <nil>
	// proof does not verify
}
