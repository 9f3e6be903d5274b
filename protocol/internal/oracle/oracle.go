// Package oracle answers challenges in the sponge's place where its tests program it, as the
// simulator of a zero-knowledge proof does. Apart from sigma, so that what its tests
// import is not built a second time for them.
package oracle

import "github.com/darkjunqi/darkjunqi/protocol/group"

// Answer returns the challenge after what a sponge has absorbed, of which state is all that
// counts; or nil, where the sponge squeezes it as ever. Answer is nil in every program: only
// the tests of this package and of sigma set it.
var Answer func(state [32]byte) *group.Scalar
